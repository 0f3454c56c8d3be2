"""One random machine in motion: runs of the package beside a reference motion that shares nothing with it."""

import re
from dataclasses import dataclass, field
from functools import partial

import numpy as np

import linkwright as lw
from agreement.flat_description import rotation
from agreement.free_bodies_more import MoreFreeBodies
from agreement.motion_reactions import open_balance
from agreement.motion_reference import Machine, SingularError, integrate, start
from agreement.random_comparison import HALF_TURN, RIGHT
from agreement.random_drawing import Drawn
from agreement.states import Readings, random_states, readings, same_state
from linkwright.model import ModelError

SAMPLES = 7
RTOL, ATOL = 1e-8, 1e-10
"""Asked of the runs: `lw.accuracy.engineering`."""
NOISE = 1e-9
"""A tenth of the tolerance, over 1 + |value|: less is no matter, and the reference is itself off by 1e-11."""
LOCATED = 5e-9
"""The same with events: the reference locates them on polynomials of SciPy's, one order below its steps."""
ACTUAL = 5.0
"""Errors of states over the relative tolerance, at all saved times of these short motions."""
FACTOR = 10.0
"""Times that the error at the end may be above what its certificate says."""
SHUT = 1e-8
"""Gaps of joints at the start: less is closed."""


class NoMotionError(AssertionError):
    """A machine that comes near a singular configuration from wherever it is let go: nothing to compare."""


@dataclass(frozen=True, eq=False)
class Case:
    """A machine, the readings at its start, inputs as laws and as functions, and the reference motion.

    `plain` is the machine without its friction and stops, if it has any.
    """

    drawn: Drawn
    read: Readings
    laws: dict
    inputs: dict
    motion: object
    plain: Drawn | None = None

    @property
    def duration(self):
        """Of the motion (s)."""
        return float(self.motion.times[-1] - self.motion.times[0])

    def free_bodies(self, read):
        """The machine at a state that was read, by free-body diagrams."""
        at = {name: law(read.t) for name, law in self.inputs.items()}
        drawn = self.plain or self.drawn
        return MoreFreeBodies(drawn.mechanism, drawn.numbers, gravity_of(drawn), read, at)


@dataclass(eq=False)
class Findings:
    """What differs, in words; how far each run is off, with what its certificate says; how many numbers were held."""

    seed: int
    faults: list = field(default_factory=list)
    errors: list = field(default_factory=list)
    compared: int = 0

    def hold(self, what, size, allowed):
        """A difference within what is allowed."""
        self.compared += 1
        if not size <= allowed:
            self.faults.append(f"seed {self.seed}, {what}: {size:.2e}, allowed {allowed:.2e}")


def gravity_of(drawn):
    return (*drawn.gravity, 0.0)[:3]


def _wave(offset, amplitude, frequency, phase, t):
    return offset + amplitude * np.sin(2 * np.pi * frequency * t + phase)


def case(drawn, *, longest=0.8):
    """A start, inputs and the reference motion; shorter where it comes near a singular configuration."""
    dynamics = lw.compile(lw.formalisms.newton_euler(drawn.mechanism))
    random = np.random.default_rng([drawn.seed, 51])
    laws, inputs = {}, {}
    for name in dynamics.inputs:
        numbers = (random.normal(), random.normal(), random.uniform(0.3, 2.0), random.uniform(0.0, 6.0))
        offset, amplitude, frequency, phase = (float(number) for number in numbers)
        full = dynamics.equations.aliases.get(name, name)
        laws[full] = lw.laws.Sine(amplitude, frequency, phase, offset=offset)
        inputs[full] = partial(_wave, offset, amplitude, frequency, phase)
    duration = float(random.uniform(0.3, longest))
    for state in random_states(dynamics, 6, [drawn.seed, 52], t=drawn.t):
        read = readings(dynamics, state)
        machine = Machine.of(drawn.mechanism, drawn.numbers, gravity_of(drawn), inputs, read)
        still = Case(drawn, read, laws, inputs, None).free_bodies(read)
        if any(abs(gap) > SHUT for gap in still.gaps.values()):  # a step of the walk has turned a joint over
            continue
        if _turned(drawn.mechanism, dynamics.parameters, read.positions):
            continue
        y = start(still)
        for share in (1.0, 0.5, 0.25):
            times = np.linspace(state.t, state.t + share * duration, SAMPLES)
            try:
                motion = integrate(machine, y, times)
            except SingularError:
                continue
            if motion.far < HALF_TURN:
                return Case(drawn, read, laws, inputs, motion)
    raise NoMotionError(f"seed {drawn.seed}: no motion away from singular configurations")


def _turned(mechanism, parameters, positions):
    """Whether a joint at a gear has gone whole turns, which its pose in space does not tell."""
    gears = [(name, part) for name, part in mechanism.connections.items() if isinstance(part, lw.Gear)]
    pairs = [(name, part.input.partition(".")[0] + ".angle", part.output) for name, part in gears]
    return any(
        abs(positions[motor] - parameters[f"{name}.ratio"] * positions[joint]) > 1
        for name, motor, joint in pairs
        if motor in positions and joint in positions
    )


def run(case, dynamics, **options):
    """The run of the package from the same start."""
    state = same_state(dynamics, case.read)
    given = {name: case.laws[dynamics.equations.aliases.get(name, name)] for name in dynamics.inputs}
    options = {"samples": SAMPLES, "rtol": RTOL, "atol": ATOL, **options}
    return lw.simulate(dynamics, state, duration=case.duration, inputs=given, **options)


def read_back(dynamics, motion, k=-1):
    """The readings of a run at one of its samples, from its channels."""
    positions, speeds = {}, {}
    for quantity in dynamics.system.quantities:
        if quantity.z is None:
            speeds[quantity.full] = float(motion[quantity.name][k])
        else:
            positions[quantity.full] = float(motion[quantity.name][k])
            speeds[quantity.full] = float(motion[f"{quantity.name}'"][k])
    return Readings(float(motion.time[k]), positions, speeds)


def apart(found, wanted):
    """How far places, attitudes and twists of all bodies and speeds of motors differ, over 1 + |value|."""
    worst = 0.0
    for name, values in wanted.pose.items():
        for one, other in zip(found.pose[name], values, strict=True):
            worst = max(worst, float(np.max(np.abs(one - other) / (1 + np.abs(other)))))
    one, other = found.twists(), wanted.twists()
    return max(worst, float(np.max(np.abs(one - other) / (1 + np.abs(other)), initial=0.0)))


INTEGRATORS = {
    "order 8": lw.integrators.DormandPrince8(),
    "order 5": lw.integrators.DormandPrince(),
    "Rosenbrock": lw.integrators.Rosenbrock(),
    "Radau": lw.integrators.Radau(),
}
TREES = ("kane", "lagrange", "boltzmann_hamel", "denoc", "maggi", "energy_equivalence", "modular")


def compare(drawn, folder, *, integrators=tuple(INTEGRATORS), formalisms=("newton_euler",)):
    """All findings on the motion of one machine; files go to the folder."""
    findings = Findings(drawn.seed)
    this = case(drawn)
    for formalism in formalisms:
        try:
            dynamics = lw.compile(getattr(lw.formalisms, formalism)(drawn.mechanism))
        except ModelError as error:
            if not re.search(RIGHT, str(error)):
                raise
            continue
        for key in integrators:
            motion = run(this, dynamics, integrator=INTEGRATORS[key])
            _one(findings, f"{formalism}, {key}", this, dynamics, motion)
        first = run(this, dynamics)
        _reactions(findings, f"{formalism}, reactions", this, dynamics, first)
        _other_ways(findings, formalism, this, dynamics, first, folder)
    return findings


def _one(findings, what, this, dynamics, motion, *, works=True):
    """One run: its end, its certificate, energies and constraints at all saved times."""
    certificate, wanted = motion.certificate, this.motion
    if motion.outcome.kind != "finished":
        findings.faults.append(f"seed {findings.seed}, {what}: {motion.outcome.kind}: {motion.outcome.reason}")
        return
    noise = max(NOISE if this.plain is None else LOCATED, 10 * wanted.drift)
    error, near = 0.0, 10 * ATOL
    for k, reference in enumerate(wanted.states):
        bodies = this.free_bodies(read_back(dynamics, motion, k))
        gap = max([abs(e) for e in bodies.gaps.values()], default=0.0)
        findings.hold(f"{what}: positions of constraints at sample {k}", gap, near)
        slip = float(np.max(np.abs(bodies.slips()), initial=0.0))
        findings.hold(f"{what}: speeds of constraints at sample {k}", slip, near)
        error = apart(bodies, reference)
        findings.hold(f"{what}: state at sample {k}", error, ACTUAL * RTOL + noise)
        _energies(findings, f"{what}: sample {k}", motion, k, reference, works=works)
        for body, pose in motion.poses.items():
            R, p = reference.pose[body][:2]
            off = max(np.max(np.abs(pose[k, :3] - p)), np.max(np.abs(rotation(pose[k, 3:]) - R)))
            limit = (ACTUAL * RTOL + noise) * (1 + np.max(np.abs(p)))
            findings.hold(f"{what}: pose of {body} at sample {k}", off, limit)
    found = certificate.global_error
    findings.errors.append((what, error, found, certificate.verdict))
    findings.hold(f"{what}: error at the end beside {found:.1e}, its certificate's", error, FACTOR * found + noise)
    if certificate.verdict == "trusted":
        findings.hold(f"{what}: error of a trusted run", error, 1000 * RTOL)
    elif this.plain is None:  # a short motion without events is tame: there is nothing to be checked
        findings.faults.append(f"seed {findings.seed}, {what}: {certificate.verdict}: {certificate.reasons}")


def _energies(findings, what, motion, k, reference, *, works):
    """Energies and works, over the largest of them; that of moving constraints is in the balance, but no channel.

    Kinetic energy is quadratic in the speeds, so its relative error is twice theirs.
    """
    allowed = 2 * ACTUAL * RTOL
    done = reference.works
    wanted = {
        "energy.kinetic": reference.kinetic(),
        "energy.potential": reference.potential,
        "energy.source": done["source"],
        "energy.loss": done["loss"] + done["coupling"],
        "energy.error": 0.0,
    }
    scale = max(1.0, *(abs(value) for value in wanted.values()))
    for name, value in wanted.items():
        if works or name not in ("energy.source", "energy.loss"):
            off = abs(float(motion[name][k]) - value) / scale
            findings.hold(f"{what}: {name}", off, allowed)
    if works:
        gained = sum(float(motion[name][k] - motion[name][0]) for name in ("energy.kinetic", "energy.potential"))
        given = float(motion["energy.source"][k] + motion["energy.loss"][k]) + done["moving"]
        left = abs(gained - given - float(motion["energy.error"][k])) / scale
        findings.hold(f"{what}: what energies and works leave, beside energy.error", left, allowed)


def _reactions(findings, what, this, dynamics, motion):
    """Newton and Euler of every body with the reference's accelerations, where all reactions are unique."""
    end, aliases = this.motion.end, dynamics.equations.aliases
    state = dynamics.state(
        [motion[n][-1] for n in dynamics.coordinates], [motion[n][-1] for n in dynamics.speeds], end.t
    )
    joints = list(dynamics.reactions(state, {n: this.inputs[aliases.get(n, n)](end.t) for n in dynamics.inputs}))
    derived = lw.simulation.derive(dynamics, motion, reactions=joints)
    components = {}
    for name in derived.names:
        if name.startswith("reaction."):
            joint, _, key = name.removeprefix("reaction.").rpartition(".")
            components[aliases.get(joint, joint), key] = float(derived[name][-1])
    if any(np.isnan(value) for value in components.values()):
        return
    findings.hold(what, open_balance(end, end.solve(), components), 1e-6)


def _other_ways(findings, what, this, dynamics, first, folder):
    """The same run dense and streamed ends alike; saved, loaded and verified it holds.

    Streamed and dense runs are cut into slices elsewhere; a hundredth of rtol is allowed.
    """
    dense = run(this, dynamics, dense=True)
    path = folder / f"{findings.seed}_{what}.parquet"
    streamed = run(this, dynamics, stream=path)
    for words, other in (("dense", dense), ("streamed", streamed), ("streamed file", lw.Trajectory.load(path))):
        apart_ = max(abs(float(other[n][-1] - first[n][-1])) / (1 + abs(float(first[n][-1]))) for n in first.names)
        findings.hold(f"{what}: {words}", apart_, 1e-10)
    saved = first.save(folder / f"{findings.seed}_{what}_saved.parquet")
    loaded = lw.Trajectory.load(saved)
    if loaded != first:
        findings.faults.append(f"seed {findings.seed}, {what}: the file is not the run")
    verified = lw.simulation.verify(loaded, dynamics)
    if not verified.agrees:
        findings.faults.append(f"seed {findings.seed}, {what}: verify: {verified.in_words()}")


def compare_contacts(this, log, folder, *, integrators=tuple(INTEGRATORS), formalisms=("newton_euler",)):
    """All findings on one motion with friction and stops: the same things happen at the same times, and the rest."""
    findings = Findings(this.drawn.seed)
    struck = any(each.what == "impact" for each in log)  # what impacts lose is no work in the reference
    for formalism in formalisms:
        dynamics = lw.compile(getattr(lw.formalisms, formalism)(this.drawn.mechanism))
        for key in integrators:
            what = f"{formalism}, {key}"
            motion = run(this, dynamics, integrator=INTEGRATORS[key])
            found = [(each.name, each.what) for each in motion.events]
            wanted = [(each.name, each.what) for each in log]
            if sorted(found) != sorted(wanted):
                findings.faults.append(f"seed {findings.seed}, {what}: happened: {found}, expected {wanted}")
                continue
            late = max(abs(a.time - b.time) for a, b in zip(motion.events, log, strict=True))
            findings.hold(f"{what}: times of events", late, 1e-7)
            _one(findings, what, this, dynamics, motion, works=not struck)
        _other_ways(findings, formalism, this, dynamics, run(this, dynamics), folder)
    return findings

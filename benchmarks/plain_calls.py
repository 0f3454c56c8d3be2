"""Single calls from Python, as controllers and learning environments make them: one step, one state, one question.

Then runs that are written to disk while they go on, a sample.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import machine
import numpy as np
from machine import PLATFORM, Settings
from measure import Case, interleaved
from peers import geometry as g
from results import Figure, Section, compare

import linkwright as lw

STEP, STEP_TARGET = 1e-3, 8.0
"""Step of a controller (s), and how many times faster than `mj_step` by the same method ours is to be."""
LONGEST_ASSEMBLY = 0.3e-3
LONGEST_INVERSE = {"3RRR": 0.2e-3, "Stewart platform": 1e-3, "arm with seven joints": 1e-3, "humanoid": 5e-3}
"""What a call may take (s)."""
LONGEST_SAMPLE, SAMPLES = 5e-6, 20_000
"""What a sample of a run on its way to disk may take (s), and how many are written."""
LIMBS = {"leg": ("zxyyyx", (-0.2, 0.2), 0.45, 4.0), "arm": ("xyzyzyx", (0.4, 0.25), 0.3, 2.0)}
"""Axes of the joints, height and distance from the middle where it is held (m), length (m) and mass (kg) of a link."""


def calls(settings: Settings) -> Section:
    """A step of the 3RRR against MuJoCo's; questions by names, after the first."""
    section = Section("Plain calls, CPU time")
    dynamics = machine.compiled()
    start = machine.start(dynamics)
    ours = "stepper.step, 1 ms, RungeKutta4"
    cases = {ours: _steps(dynamics, start)} | _their_steps(settings)
    timings = interleaved(cases, settings.rounds(25), clock=process_time)
    section.comparisons += [
        compare(timings, ours, name, target=STEP_TARGET if "RK4" in name else None, note="inputs set at each step")
        for name in cases
        if name != ours
    ]
    questions = {
        "assemble by names, 3RRR": (_assembly(dynamics), LONGEST_ASSEMBLY),
        "inverse at a state, 3RRR": (_inverse(dynamics, start, dict.fromkeys(PLATFORM, 0.1)), LONGEST_INVERSE["3RRR"]),
    }
    for name, made in (
        ("Stewart platform", lw.formalisms.modular(lw.mechanisms.stewart())),
        ("arm with seven joints", lw.formalisms.modular(lw.mechanisms.serial_chain(7, spatial=True))),
        ("humanoid", humanoid()),
    ):
        other = lw.compile(made)
        state = other.assemble()
        joints = [name.replace("_drive.tau", ".angle") for name in other.inputs]
        wanted = dict.fromkeys(state.chosen[: len(other.inputs)] or joints, 0.1)
        questions[f"inverse at a state, {name}"] = (_inverse(other, state, wanted), LONGEST_INVERSE[name])
    timings = interleaved(
        {name: case for name, (case, _) in questions.items()}, settings.rounds(15), clock=process_time
    )
    section.figures += [
        Figure(name, timings[name].minimum, "s", limit, note=f"the first call: {timings[name].first * 1e3:.3g} ms")
        for name, (_, limit) in questions.items()
    ]
    section.figures.append(_streaming(dynamics, start, settings))
    section.remarks.append("Figures are the least times; those of the comparison follow the rule of the page.")
    section.remarks.append("The humanoid has 27 driven joints: a waist, two legs with six each, two arms with seven.")
    return section


def humanoid() -> lw.Mechanism:
    """A torso on a waist that turns, with two legs and two arms; every joint is driven."""
    weight = (0.0, 0.0, -9.81)
    inertia = {length: (1e-3, mass * length**2 / 12, mass * length**2 / 12) for _, _, length, mass in LIMBS.values()}
    places = {f"{limb}{side}": (0.0, sign * y, z) for limb, (_, (z, y), _, _) in LIMBS.items() for side, sign in SIDES}
    torso = lw.Body(30.0, (0.8, 0.7, 0.4), points=places, home="waist")
    parts, joints = {"torso": torso}, {"waist": lw.Revolute("ground", "torso", axis="z")}
    for limb, (axes, _, length, mass) in LIMBS.items():
        points = {"root": (0.0, 0.0, 0.0), "tip": (length, 0.0, 0.0)}
        for side, _ in SIDES:
            held_by = f"torso.{limb}{side}"
            for k, axis in enumerate(axes, 1):
                name = f"{limb}{side}{k}"
                parts[name] = lw.Body(mass, inertia[length], centre=(length / 2, 0.0, 0.0), points=points)
                joints[f"{name}_joint"] = lw.Revolute(held_by, f"{name}.root", axis=axis)
                held_by = f"{name}.tip"
    drives = {f"{name}_drive": lw.Torque(f"{name}.angle") for name in joints}
    return lw.Mechanism("humanoid", parts, {**joints, **drives}, gravity=weight)


SIDES = (("L", 1.0), ("R", -1.0))


def _streaming(dynamics, start, settings: Settings) -> Figure:
    """CPU time a sample of a run to disk, above that of the same run with few samples."""
    inputs = dict.fromkeys(dynamics.inputs, 0.0)

    def run(path: Path, samples: int) -> None:
        path.unlink(missing_ok=True)
        lw.simulate(dynamics, start, duration=0.5, inputs=inputs, samples=samples, stream=path)

    with TemporaryDirectory() as folder:
        counts = (2, SAMPLES)
        cases = {str(count): Case(lambda c=count: run(Path(folder, f"{c}.parquet"), c), number=1) for count in counts}
        timings = interleaved(cases, settings.rounds(5), clock=process_time)
    few, many = (timings[str(count)].minimum for count in counts)
    note = f"{SAMPLES:,} samples of 0.5 s against 2, .parquet, with the run of the certificate"
    return Figure("a sample of a run to disk, 3RRR", (many - few) / SAMPLES, "s", LONGEST_SAMPLE, note)


def _steps(dynamics, start) -> Case:
    stepper = dynamics.stepper(step=STEP)
    torques = np.zeros(3)

    def step():
        stepper.step(torques)

    return Case(step, number=1000, before=lambda: stepper.reset(start))


def _their_steps(settings: Settings) -> dict[str, Case]:
    if "mujoco" not in settings.peers:
        return {}
    import mujoco

    cases, module = {}, settings.peers["mujoco"]
    for method in ("Euler", "RK4"):
        peer = module.build(step=STEP, integrator=method)
        q, v = module.state(peer, (0.0, 0.0, 0.0), g.FREE_VELOCITY)
        forces = np.zeros(7)

        def begin(peer=peer, q=q, v=v):
            mujoco.mj_resetData(peer.model, peer.data)
            peer.data.qpos[:], peer.data.qvel[:] = q, v

        def step(peer=peer, forces=forces):
            peer.data.qfrc_applied[:] = forces
            mujoco.mj_step(peer.model, peer.data)

        cases[f"mj_step, 1 ms, {method}"] = Case(step, number=1000, before=begin)
    return cases


def _assembly(dynamics) -> Case:
    positions = dict(zip(PLATFORM, (0.01, 0.0, 0.1), strict=True))
    speeds = dict(zip(PLATFORM, (0.1, 0.0, 0.0), strict=True))
    return Case(lambda: dynamics.assemble(positions, speeds))


def _inverse(dynamics, state, accelerations) -> Case:
    return Case(lambda: dynamics.inverse(state, accelerations))

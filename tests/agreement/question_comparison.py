"""Every question about a random machine, against free-body diagrams: nothing of the package computes what is expected.

forward, energy, reactions   accelerations and forces of all constraints at once
assemble                     gaps and slips of the free bodies vanish, what was given is met
inverse, at a state          gives back the inputs, with a payload and a wrench too
inverse, along a motion      the free bodies follow it with the inputs found
equilibrium                  with its inputs no free body accelerates
linearize                    central differences of the accelerations of the free bodies
workspace                    at points that are reached the free bodies are joined, and within the stops if allowed
diagnose                     degrees of freedom and redundant constraints are those of the free bodies' constraints
"""

import re
from dataclasses import dataclass

import casadi as ca
import numpy as np
from scipy.linalg import null_space

import linkwright as lw
from agreement.motion_comparison import read_back
from agreement.motion_reactions import open_balance
from agreement.question_drawing import _independent_rows, base_of
from agreement.random_comparison import RIGHT, Findings, _at_state, _full, wound_little
from agreement.states import Readings, readings, same_state
from linkwright import components as c
from linkwright.dynamics import AssemblyError, Refused
from linkwright.model import ModelError

SCALARS = ("angle", "slide", "angle1", "angle2", "x", "y", "z")
DEFAULT = "lw.compile"
"""What stands for the formalism and join that are chosen where none is named."""
CLOSED = 1e-9
"""Gaps (m, or 1) and slips (m/s, rad/s) of free bodies at states that the package found."""
STEP = 1e-5
"""Of central differences: their error is about 1e-10 of the third derivative, and 1e-16 / 1e-5 by rounding."""


@dataclass(frozen=True, eq=False)
class Case:
    """A state, inputs by full name, the free bodies there, speeds that the constraints leave, and names.

    `joints` are quantities of joints that fix the motion (none if these are too few), `motion` any that do, `sought`
    inputs that can be found from accelerations (none if they do not reach every degree of freedom).
    """

    read: Readings
    inputs: dict
    oracle: object
    S: np.ndarray
    joints: tuple
    motion: tuple
    sought: tuple
    beyond: bool


def cases(asked, count=1):
    """Some random consistent states with random inputs."""
    base = lw.compile(getattr(lw.formalisms, base_of(asked.sort))(asked.mechanism))
    random = np.random.default_rng([asked.seed, 93])
    found = []
    for read in wound_little(base, asked, count):
        inputs = {_full(base, name): float(random.normal()) for name in base.inputs}
        found.append(_case(asked, read, inputs))
    return found


def _case(asked, read, inputs):
    oracle = asked.free_bodies(read, inputs)
    S = _dof(oracle)
    beyond = any(not low < read.positions[name] < high for name, (low, high) in asked.stops.items())
    joints = [name for name in read.positions if _scalar(oracle, name)]
    rows = np.array([oracle.speed(name)[0] @ S for name in joints]).reshape(-1, S.shape[1])
    chosen = _independent_rows(rows)
    complete = len(chosen) == S.shape[1] > 0
    motion = tuple(joints[k] for k in chosen) if complete else _any_motion(oracle, S)
    return Case(
        read, inputs, oracle, S, tuple(joints[k] for k in chosen) if complete and asked.holonomic else (), motion,
        _sought(asked, read, inputs, S) if not asked.motors else (), beyond,
    )  # fmt: skip


def _dof(oracle):
    A, _ = oracle.constraints()
    return null_space(A, rcond=1e-9) if len(A) else np.eye(oracle.n)


def _scalar(oracle, name):
    owner, _, key = name.rpartition(".")
    if owner not in oracle.d.connections or key not in SCALARS:
        return False
    return not isinstance(oracle.d.connections[owner][0], c.RollingDisc | c.RollingTorus | c.RollingBall | c.KnifeEdge)


def _row(oracle, name):
    """Row of a quantity's speed: of a joint, or of a body (w in its own axes)."""
    owner, _, key = name.rpartition(".")
    if owner in oracle.number and key in ("wx", "wy", "wz"):
        row = np.zeros(oracle.n)
        k = 6 * oracle.number[owner]
        row[k : k + 3] = oracle.pose[owner][0][:, "xyz".index(key[1])]
        return row
    return oracle.speed(name)[0]


def _any_motion(oracle, S):
    """Quantities of joints and bodies that fix the motion."""
    names = [name for name in oracle.accelerations() if not name.endswith(".i") and name in oracle.read.speeds]
    chosen = _independent_rows(np.array([_row(oracle, name) @ S for name in names]).reshape(-1, S.shape[1]))
    return tuple(names[k] for k in chosen) if len(chosen) == S.shape[1] else ()


def _sought(asked, read, inputs, S):
    """Inputs whose generalised forces on the degrees of freedom are independent and reach all of them."""
    idle = asked.free_bodies(read, dict.fromkeys(inputs, 0.0)).f
    columns = [(asked.free_bodies(read, dict.fromkeys(inputs, 0.0) | {name: 1.0}).f - idle) @ S for name in inputs]
    chosen = _independent_rows(np.array(columns).reshape(-1, S.shape[1]))
    return tuple(list(inputs)[k] for k in chosen) if len(chosen) == S.shape[1] > 0 else ()


# -- the questions -------------------------------------------------------------------------------------------------


def ask(asked, formalisms, count=1):
    """All findings on a machine by some formalisms."""
    findings = Findings(asked.seed)
    known = cases(asked, count)
    for name in formalisms:
        try:
            machine = asked.mechanism if name == DEFAULT else getattr(lw.formalisms, name)(asked.mechanism)
            dynamics = lw.compile(machine)
        except ModelError as error:
            if not re.search(RIGHT, str(error)):
                raise
            findings.refused.append(f"{name}: {error}")
            continue
        what = f"{dynamics.equations.provenance['formalism']}, {name}" if name == DEFAULT else name
        for this in known:
            Questions(findings, what, asked, dynamics, this).all()
    return findings


@dataclass(frozen=True, eq=False)
class Questions:
    """The questions of one machine by one formalism at one state."""

    findings: Findings
    what: str
    asked: object
    dynamics: object
    case: Case

    def all(self):
        """Each in turn; what a single state beyond a stop does not decide must be refused."""
        state = same_state(self.dynamics, self.case.read)
        self._diagnose(state)
        self._assemble(state)
        if self.case.beyond:
            self._refused(state)
            return
        self._forward(state)
        _at_state(self.findings, self.what, self.dynamics, self.case.read, self.case.inputs, self.case.oracle)
        self._reactions(state)
        self._inverse(state)
        self._inverse_with_loads(state)
        self._along_a_motion(state)
        if not self.asked.moving:
            self._steady(state)
            self._workspace(state)

    def _hold(self, question, found, wanted, allowed, floor=0.0):
        self.findings.hold(f"{self.what}, {question}", found, wanted, allowed, floor)

    def _fault(self, question, words):
        self.findings.faults.append(f"seed {self.findings.seed}, {self.what}, {question}: {words}")

    def _name(self, full):
        """The name that the dynamics call a quantity or an input by."""
        return self.dynamics.equations.show(full)

    def _closed(self, question, oracle, *, speeds=True):
        gaps = {str(key): value for key, value in oracle.gaps.items()}
        self._hold(f"{question}: gaps", gaps, dict.fromkeys(gaps, 0.0), CLOSED, 1.0)
        if speeds:
            slips = dict(enumerate(oracle.slips().tolist()))
            self._hold(f"{question}: slips", slips, dict.fromkeys(slips, 0.0), CLOSED, 1.0)

    def _refused(self, state):
        """Beyond a stop no single question has an answer."""
        inputs = {self._name(name): value for name, value in self.case.inputs.items()}
        for question in (self.dynamics.forward, self.dynamics.reactions):
            try:
                question(state, inputs)
            except Refused:
                self.findings.compared += 1
            else:
                self._fault(question.__name__, "answers beyond a stop")

    def _assemble(self, state):
        """Positions and speeds that are given are met, joints closed; given all that it takes, the state comes back."""
        case, dynamics = self.case, self.dynamics
        names = case.joints or tuple(name for name in case.motion if name in case.read.positions)
        positions = {self._name(name): case.read.positions[name] for name in names}
        speeds = {self._name(name): case.read.speeds[name] for name in case.motion}
        found = readings(dynamics, dynamics.assemble(positions, speeds, near=state, t=case.read.t))
        self._closed("assemble", self.asked.free_bodies(found, case.inputs))
        self._hold("assemble: positions", found.positions, {name: case.read.positions[name] for name in names}, 1e-9)
        if case.motion:
            self._hold("assemble: speeds", found.speeds, {name: case.read.speeds[name] for name in case.motion}, 1e-9)
        if case.joints:
            wanted = {name: value for name, value in case.read.positions.items() if name[-2:-1] != "e"}
            for each in dynamics.system.quantities:  # angles that are known within a turn
                if each.wraps and each.full in wanted:
                    wanted[each.full] += 2 * np.pi * round((found.positions[each.full] - wanted[each.full]) / 2 / np.pi)
            self._hold("assemble: all positions", found.positions, wanted, 1e-7, 1.0)
            self._hold("assemble: all speeds", found.speeds, case.read.speeds, 1e-7, 1.0)

    def _forward(self, state):
        """By the join that the dynamics are compiled with."""
        case = self.case
        found = self.dynamics.forward(state, {self._name(name): value for name, value in case.inputs.items()})
        found = {_full(self.dynamics, name): value for name, value in found.items()}
        self._hold("forward", found, case.oracle.accelerations(), 1e-7)

    def _reactions(self, state):
        """All components, put on the free bodies, balance inertia and loads."""
        case = self.case
        inputs = {self._name(name): value for name, value in case.inputs.items()}
        found = self.dynamics.reactions(state, inputs)
        if all(sure for reaction in found.values() for sure in reaction.unique.values()):
            components = {
                (_full(self.dynamics, joint), key): value
                for joint, reaction in found.items()
                for key, value in reaction.components.items()
            }
            left = open_balance(case.oracle, case.oracle.solve(), components)
            self._hold("reactions on the free bodies", {"left": left}, {"left": 0.0}, 1e-6, 1.0)

    def _inverse(self, state):
        """Accelerations of the free bodies give back the inputs."""
        self._inputs_back("inverse", state, self.case.oracle)

    def _inverse_with_loads(self, state):
        """With a payload and a wrench on one of the bodies, and with each alone."""
        case = self.case
        bodies = list(case.oracle.d.bodies)
        point = bodies[self.asked.seed % len(bodies)]
        centre, inertia = np.array([0.1, -0.05, 0.0]), 0.02 * np.eye(3)
        wrench = np.array([2.0, -1.0, 0.0, 0.0, 0.0, 0.7])
        payload = lw.Payload(0.8, at=point, centre=tuple(centre), inertia=0.02)
        for mass, push in ((1, 1), (1, 0), (0, 1)):
            oracle = self.asked.free_bodies(case.read, case.inputs)
            oracle.carry(point, 0.8 * mass, centre, inertia * mass, wrench * push)
            loads = {"payload": payload} if mass else {}
            loads |= {"wrenches": {point: tuple(wrench)}} if push else {}
            self._inputs_back(f"inverse with {' and '.join(loads)}", state, oracle, **loads)

    def _inputs_back(self, question, state, oracle, **loads):
        case = self.case
        if not case.sought or not case.motion:
            return
        given = oracle.accelerations()
        given = {self._name(name): given[name] for name in case.motion}
        known = {self._name(name): value for name, value in case.inputs.items() if name not in case.sought}
        found = self.dynamics.inverse(state, given, inputs=known, **loads)
        back = {_full(self.dynamics, name): value for name, value in found.items()}
        load = float(np.max(np.abs(oracle.f), initial=1.0))
        self._hold(question, back, {name: case.inputs[name] for name in case.sought}, 1e-6, load)

    def _along_a_motion(self, state):
        """Small waves of joint quantities: at samples the free bodies move so with the inputs found."""
        case = self.case
        if not case.sought or not case.joints:
            return
        random = np.random.default_rng([self.asked.seed, 95])
        laws, waves = {}, {}
        for name in case.joints:
            z, size, rate = case.read.positions[name], random.uniform(0.01, 0.05), random.uniform(1.0, 3.0)
            laws[self._name(name)] = z + size * ca.sin(rate * lw.t)
            waves[name] = (z, float(size), float(rate))
        known = {self._name(name): value for name, value in case.inputs.items() if name not in case.sought}
        motion = lw.Motion(laws, 0.6, 7)
        try:
            found = self.dynamics.inverse(motion, inputs=known, near=state)
        except Refused as refused:
            at_a_stop = bool(self.asked.stops) and "stop" in refused.reason
            if not (at_a_stop or isinstance(refused, AssemblyError)):
                self._fault("inverse along a motion", f"refused: {refused.reason[:200]}")
            return
        for k in (0, 3, 6):
            read = read_back(self.dynamics, found, k)
            if any(not low < read.positions[name] < high for name, (low, high) in self.asked.stops.items()):
                self._fault("inverse along a motion", f"goes beyond a stop at {read.t:.3g} s")
                return
            inputs = {_full(self.dynamics, name): float(found[name][k]) for name in self.dynamics.inputs}
            oracle = self.asked.free_bodies(read, inputs)
            self._closed(f"motion, sample {k}", oracle)
            wanted = {name: -size * rate**2 * np.sin(rate * read.t) for name, (_, size, rate) in waves.items()}
            placed = {name: z + size * np.sin(rate * read.t) for name, (z, size, rate) in waves.items()}
            self._hold(f"motion, sample {k}: positions", read.positions, placed, 1e-9, 1.0)
            scale = float(np.max(np.abs(np.linalg.solve(case.S.T @ oracle.M @ case.S, case.S.T @ oracle.f))))
            self._hold(f"motion, sample {k}", oracle.accelerations(), wanted, 1e-7, max(scale, 1.0))

    def _steady(self, state):
        """Held where it is by its drives: no free body accelerates; then the slope of the accelerations there."""
        case, dynamics = self.case, self.dynamics
        if not case.sought:
            return
        known = {self._name(name): value for name, value in case.inputs.items() if name not in case.sought}
        places = {self._name(name): case.read.positions[name] for name in case.joints}
        found = lw.analysis.equilibrium(dynamics, places, inputs=known, near=state)
        inputs = {_full(dynamics, name): value for name, value in found.inputs.items()}
        read = readings(dynamics, found.state)
        oracle = self.asked.free_bodies(read, inputs)
        self._closed("equilibrium", oracle)
        scale = float(np.max(np.abs(oracle.f), initial=1.0))
        left = {name: value for name, value in oracle.accelerations().items() if name in read.speeds}
        self._hold("equilibrium", left, dict.fromkeys(left, 0.0), 1e-6, max(scale, 1.0))
        self._hold("equilibrium: speeds", read.speeds, dict.fromkeys(read.speeds, 0.0), 1e-9, 1.0)
        if case.joints:
            self._linearize(found, inputs)

    def _linearize(self, found, inputs):
        """A of independent positions and speeds, against differences of the free bodies' accelerations."""
        case, dynamics = self.case, self.dynamics
        names = [self._name(name) for name in case.joints]
        size = len(names)
        z = np.array([found.state.positions[name] for name in names])

        def slope(dz, ds):
            rates = []
            for sign in (1.0, -1.0):
                there = dynamics.assemble(
                    dict(zip(names, z + sign * dz, strict=True)),
                    dict(zip(names, sign * ds, strict=True)),
                    near=found.state,
                )
                oracle = self.asked.free_bodies(readings(dynamics, there), inputs)
                self._closed("linearize", oracle)
                a = oracle.accelerations()
                rates.append(np.array([a[name] for name in case.joints]))
            return (rates[0] - rates[1]) / (2 * STEP)

        columns = [slope(e, 0 * e) for e in STEP * np.eye(size)] + [slope(0 * e, e) for e in STEP * np.eye(size)]
        wanted = np.vstack([np.eye(2 * size)[size:], np.array(columns).T])
        states = [*names, *[f"{name}'" for name in names]]
        A = lw.analysis.linearize(dynamics, found.state, dict(found.inputs), states=states).A
        pairs = [(i, j) for i in range(2 * size) for j in range(2 * size)]
        self._hold("linearize", {p: A[p] for p in pairs}, {p: wanted[p] for p in pairs}, 1e-6, 1.0)

    def _workspace(self, state):
        """A small grid of two joint quantities: where points are reached the joints close, within stops if allowed."""
        case, dynamics = self.case, self.dynamics
        if len(case.joints) < 2:
            return
        names = [self._name(name) for name in case.joints]
        rest = dynamics.assemble({name: state.positions[name] for name in names}, near=state)
        kinematics = lw.analysis.Kinematics.of(dynamics, inputs=names, platform=names, length=1.0)
        across = {name: (rest.positions[name] - 0.1, rest.positions[name] + 0.1) for name in names[:2]}
        others = {name: rest.positions[name] for name in names[2:]}
        found = kinematics.workspace(across, at=others, resolution=3, near=rest)
        idle = dict.fromkeys(case.inputs, 0.0)
        for j, i in zip(*np.nonzero(found.reached), strict=True):
            read = readings(dynamics, dynamics.state(found.q[j, i], np.zeros(dynamics.system.n)))
            self._closed("workspace", self.asked.free_bodies(read, idle), speeds=False)
            wanted = {case.joints[0]: found.x[i], case.joints[1]: found.y[j]}
            self._hold("workspace: positions", read.positions, wanted, 1e-8, 1.0)
            out = [name for name, (low, high) in self.asked.stops.items() if not low <= read.positions[name] <= high]
            if found.allowed[j, i] and out:
                self._fault("workspace", f"allows a point beyond the stop on {', '.join(out)}")

    def _diagnose(self, state):
        """Freedoms and redundant constraints.

        Rows of joints that say no more than that a body is planar are counted only if other parameters would change
        that: at least those that say more are, and at most all.
        """
        oracle = self.case.oracle
        A, _ = oracle.constraints()
        currents = sum(name.endswith(".i") for name in oracle.motors)
        rank = np.linalg.matrix_rank(A, tol=1e-9 * np.linalg.norm(A, 2)) if len(A) else 0
        found = lw.analysis.diagnose(self.dynamics, state)
        self._hold(
            "diagnose",
            {"degrees of freedom": found.degrees_of_freedom},
            {"degrees of freedom": oracle.n - rank - currents},
            0.1,
        )
        most = least = len(A) - rank
        flat = [k for k, (_, label) in enumerate(oracle.labels) if label in ("plane", "no turn")]
        if flat:
            basis = null_space(A[flat])
            beside = [k for k in range(len(A)) if k not in flat and np.linalg.norm(A[k] @ basis) > 1e-9]
            least = len(beside) - (np.linalg.matrix_rank(A[beside] @ basis, tol=1e-9) if beside else 0)
        if not least <= found.redundant <= most:
            self._fault("diagnose", f"{found.redundant} redundant constraints, expected {least} to {most}")
        self.findings.compared += 1

"""The decoupled form of a machine with drives: drives alone, and their mechanism as loads on them, one sample late.

Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST), section 2: the mechanism's inverse
dynamics is a disturbance torque of the transfer functions of the drives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import nan

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.closed_loop.kinematics import LARGEST_LAST, NEWTON_STEPS
from linkwright.closed_loop.laws import coordinates_before
from linkwright.closed_loop.measurements import INPUT, Measurements
from linkwright.closed_loop.model import Model, parts, positions, quantity_labels
from linkwright.control import Block, Diagram, Signal
from linkwright.control.contract import Numbers, Value
from linkwright.control.schedule import Rational
from linkwright.dynamics import Dynamics, State
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Label

SAME_RATIO = 1e-9
"""Relative difference up to which two transmissions are the same: rounding of a small linear system."""


@dataclass(frozen=True, eq=False)
class MechanismLoad(Block):
    """Loads of a mechanism on the drives that move it: inverse dynamics of their motion, with the opposite sign.

        u = -E^-1 Q(c, c', c''),        Q = S^T (M v' - f)

    c are quantities that drives and mechanism have in common, read at the drives; Q are the forces along them that the
    mechanism's own motion takes; E (k, k) is the force along each by a unit of each load input of the drives. Between
    instants loads are held. Accelerations are read with the loads before, so the mechanism acts one sample late, and
    each sample adds

        c''_k = c''_free - D M_c c''_(k-1)

    with the inertia M_c = S^T M S of the mechanism and the compliance D of the drives (accelerations of c by unit
    forces along them): it grows without bound if the spectral radius of D M_c (`radius`) is 1 or more, however short
    the period. Then a ClosedLoop refuses it. `shared` names parameters that drives and mechanism must have the same.
    """

    mechanism: Dynamics
    coordinates: tuple[str, ...]
    loads: tuple[str, ...]
    transmission: tuple[tuple[float, ...], ...]
    shared: tuple[str, ...] = ()
    near: State | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return MechanismLoad, (
            self.mechanism, self.coordinates, self.loads, self.transmission, self.shared, self.near,
        )  # fmt: skip

    @staticmethod
    def of(
        drives: Dynamics,
        mechanism: Dynamics,
        loads: Mapping[str, str],
        *,
        near: State | None = None,
        shared: tuple[str, ...] = (),
    ) -> MechanismLoad:
        """The block for drives whose inputs `loads`, {quantity: input}, stand for the mechanism.

        `near` is the state of the drives at which runs begin. What does not fit together is refused in words.
        """
        faults = Faults("MechanismLoad")
        for name, value in (("drives", drives), ("mechanism", mechanism)):
            if not isinstance(value, Dynamics):
                faults.add(f"{name} is a {type(value).__name__}, expected a Dynamics; compile equations first")
        if not isinstance(loads, Mapping) or not loads:
            faults.add(f"loads = {loads!r:.60}: expected names {{quantity: input}}, such as {{'rho1': 'drive1.load'}}")
        faults.stop()
        known = Measurements.of(drives.system)
        inputs = [name for name, entry in known.items() if entry.kind == INPUT]
        for name in loads.values():
            if name not in inputs:
                faults.add(f"the drives have no input {name!r}; {close_matches(str(name), inputs)}")
        if len(set(loads.values())) < len(loads):
            faults.add(f"{', '.join(loads.values())}: an input is named twice; give one for each quantity")
        positions(drives, tuple(loads), faults)
        for name in shared:
            faults.found += [
                f"shared: the {side} have no parameter {name!r}; {close_matches(name, each.parameters)}"
                for side, each in (("drives", drives), ("mechanism's equations", mechanism))
                if name not in each.parameters
            ]
        faults.stop()
        state = drives.reference if near is None else drives.check(near)
        placed = mechanism.assemble({name: float(state[name]) for name in loads})
        model = Model.of("MechanismLoad", mechanism, tuple(loads), placed)
        model.refuse_drives(faults)
        faults.stop()
        E, left = _transmission(drives, tuple(loads), tuple(loads.values()), state)
        # Of a nonlinear transmission the ratio changes from pose to pose.
        moved = {name: float(state[name]) + 0.01 for name in loads}
        other, _ = _transmission(drives, tuple(loads), tuple(loads.values()), drives.assemble(moved, near=state))
        if left > SAME_RATIO or linear_algebra.cond(E) > 1 / SAME_RATIO:
            faults.add(
                f"the inputs {', '.join(loads.values())} of the drives do not act along {', '.join(loads)} alone; "
                "give torques or forces on what moves with these at a fixed ratio"
            )
        elif _differ(E, other):
            faults.add(
                f"the ratio between {', '.join(loads.values())} and {', '.join(loads)} changes from pose to pose; "
                "count a transmission that is not linear as part of the mechanism"
            )
        faults.stop()
        rows = tuple(tuple(map(float, row)) for row in E)
        return MechanismLoad(mechanism, tuple(loads), tuple(loads.values()), rows, tuple(shared), placed)

    @cached_property
    def model(self) -> Model:
        """The mechanism seen from the quantities in common."""
        return Model.of("MechanismLoad", self.mechanism, self.coordinates, self.near)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """The quantities in common, their rates and accelerations."""
        return quantity_labels(self.model.chosen, "", 3)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """A load for each; units are those of the inputs that they are wired to."""
        pairs = enumerate(zip(self.loads, self.coordinates, strict=True))
        return tuple(Signal(load, f"{{u{k}}}", f"load of the mechanism at {name}") for k, (load, name) in pairs)

    @property
    def state(self) -> tuple[Signal, ...]:
        """Coordinates of the mechanism at the instant before."""
        return coordinates_before(self.model)

    @property
    def remedy(self) -> str:
        """What to do where it fails."""
        return "keep the mechanism within reach and away from singular configurations, or sample faster"

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        places, rates, accelerations = parts(u, len(self.coordinates))
        before = ca.SX(ca.vertcat(*x))
        q, size = self.model.close(ca.SX(t), before, places, NEWTON_STEPS)
        closed = size <= LARGEST_LAST
        v = self.model.speeds(ca.SX(t), q, rates)
        needed, _ = self.model.resistance(ca.SX(t), q, v, accelerations)
        loads = -ca.DM(linear_algebra.inv(np.array(self.transmission))) @ needed
        outputs = [ca.if_else(closed, loads[k], nan) for k in range(loads.numel())]
        return outputs, [ca.if_else(closed, q[k], before[k]) for k in range(q.numel())]

    def wires(self, name: str) -> dict[str, str]:
        """Wires of a diagram in which it has this name: from the drives, and to them."""
        read = {f"{name}.{label.name}": label.name for label in self.inputs}
        return read | {load: f"{name}.{load}" for load in self.loads}

    def radius(self, drives: Dynamics) -> float:
        """Spectral radius of D M_c where runs begin: the factor by which a sample's error returns in the next."""
        state = drives.assemble({name: float(self.model.near[name]) for name in self.coordinates})
        DE = _answers(drives, self.coordinates, self.loads, state)
        late = DE @ linear_algebra.solve(np.array(self.transmission), self.model.inertia)
        return float(np.max(np.abs(linear_algebra.eigvals(late))))

    def machine_faults(self, drives: Dynamics) -> list[str]:
        """Sentences on what keeps it from running beside drives with these values of parameters."""
        known = Measurements.of(drives.system)
        if not all(name in known for name in (*self.coordinates, *self.loads)):
            return []  # wires to what the drives do not have are said already
        again = "close the loop again, with a load of drives and mechanism that have the same"
        found = [
            f"{name} = {drives.parameters[name]:.9g} of the drives, {self.mechanism.parameters[name]:.9g} of the "
            f"mechanism that loads them; {again}"
            for name in self.shared
            if drives.parameters[name] != self.mechanism.parameters[name]
        ]
        state = drives.assemble({name: float(self.model.near[name]) for name in self.coordinates})
        E, _ = _transmission(drives, self.coordinates, self.loads, state)
        if _differ(E, np.array(self.transmission)):
            found.append(f"the transmission of the drives is not the one that the load was made for; {again}")
        if found:
            return found
        radius = self.radius(drives)
        if radius >= 1.0:
            found.append(
                f"the mechanism is too heavy for its drives to load them one sample late: the spectral radius of its "
                f"inertia over theirs is {radius:.5g}, expected less than 1, else each sample is larger than the one "
                "before, however short the period; simulate drives and mechanism as one machine"
            )
        return found


@checked_arguments
def decouple(
    drives: Dynamics,
    mechanism: Dynamics,
    loads: Mapping[str, str],
    *,
    period: Rational,
    near: State | None = None,
    shared: tuple[str, ...] = (),
) -> Diagram:
    """A diagram of one block, `load`, that puts a mechanism on drives one sample late, wired by names.

    `loads` are quantities that drives and mechanism have in common, with the inputs of the drives that stand for the
    mechanism: {"rho1": "drive1.load"}. It goes into the diagram of the controllers as any block. See `MechanismLoad`.
    """
    block = MechanismLoad.of(drives, mechanism, loads, near=near, shared=shared)
    return Diagram({"load": block.every(period)}, block.wires("load"))


def _numbers(
    drives: Dynamics, coordinates: tuple[str, ...], loads: tuple[str, ...], state: State
) -> tuple[Array, Array, Array, Array]:
    """M, A, J = d c' / d v and the columns of F of the loads, at a state."""
    system, known = drives.system, Measurements.of(drives.system)
    s = ca.vertcat(*[system.quantities[known[name].number].s for name in coordinates])
    columns = ca.jacobian(system.f, system.u)[:, [known[name].number for name in loads]]
    function = system.function("drives", [system.M, system.A, ca.jacobian(s, system.v), columns])
    values = function(state.t, state.q, np.zeros(system.n), np.zeros(system.m_u), drives.p)
    M, A, J, F = (np.asarray(each) for each in values)
    return M, A.reshape(-1, system.n), J, F


def _transmission(
    drives: Dynamics, coordinates: tuple[str, ...], loads: tuple[str, ...], state: State
) -> tuple[Array, float]:
    """E of F = J^T E + A^T (...): forces along the quantities by a unit of each load; and the share not along them."""
    _, A, J, F = _numbers(drives, coordinates, loads, state)
    rows = np.vstack([A, J])
    found = linear_algebra.lstsq(rows.T, F, rcond=None)[0]
    left = float(np.max(np.abs(rows.T @ found - F)) / max(float(np.max(np.abs(F))), 1e-300))
    return np.asarray(found[len(A) :]), left


def _answers(drives: Dynamics, coordinates: tuple[str, ...], loads: tuple[str, ...], state: State) -> Array:
    """D E (k, k): accelerations of the quantities by a unit of each load, all other inputs held."""
    M, A, J, F = _numbers(drives, coordinates, loads, state)
    S = linear_algebra.null_space(A) if len(A) else np.eye(len(M))
    return np.asarray(J @ S @ linear_algebra.solve(S.T @ M @ S, S.T @ F))


def _differ(one: Array, other: Array) -> bool:
    return bool(np.max(np.abs(one - other)) > SAME_RATIO * np.max(np.abs(one)))

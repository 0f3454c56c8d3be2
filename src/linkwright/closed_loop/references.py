"""References that follow a motion: values of its quantities, or of others that the machine's kinematics gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.closed_loop.kinematics import Kinematics
from linkwright.closed_loop.measurements import POSITION, Measurement, Measurements
from linkwright.closed_loop.model import Model, positions
from linkwright.closed_loop.wiring import Wiring, referenced_quantity
from linkwright.control import Port
from linkwright.dynamics import Dynamics, Refused
from linkwright.dynamics.inverse import Follower
from linkwright.dynamics.system import call_function
from linkwright.faults import Faults, close_matches
from linkwright.laws import Law, Motion, Table, as_law
from linkwright.symbolic import directional


@dataclass(frozen=True, eq=False)
class MotionPath:
    """A motion of some quantities of a machine, and what others do along it.

    Where the motion leaves some freedom open, such as motors behind elastic shafts, only quantities that follow from it
    by kinematics are known.
    """

    dynamics: Dynamics
    laws: Mapping[str, Law]
    known: dict[tuple[float, ...], tuple[Array, Array, Array]] = field(default_factory=dict)

    def values(self, measurement: Measurement, order: int, times: Array) -> Array:
        """A quantity, its rate (order 1) or acceleration (2) at some times (s)."""
        own = [law for name, law in self.laws.items() if Measurements.of(self.dynamics.system).get(name) == measurement]
        if own:
            return np.asarray(own[0](times, order))
        system = self.dynamics.system
        try:
            Q, V, A = self._path(times)
        except Refused:
            if self._determines_machine:
                raise
            return self._by_kinematics(measurement, order, times)
        quantity = system.quantities[measurement.number]
        if order == 0:
            assert quantity.z is not None
            function = system.function("z", [quantity.z])
        elif order == 1:
            function = system.function("s", [quantity.s])
        else:
            rates = ca.SX.sym("rates", system.n)
            variables = ca.vertcat(system.t, system.q, system.v)
            change = directional(quantity.s, variables, ca.vertcat(1, system.qdot, rates))
            function = system.function("a", [change], [rates])
        zeros = np.zeros(system.m_u)
        more = [A] if order == 2 else []
        rows = zip(times, Q, V, *more, strict=True)
        found = [
            float(call_function(function, t, q, v, zeros, self.dynamics.p, *a)[0].ravel()[0]) for t, q, v, *a in rows
        ]
        return np.unwrap(found) if order == 0 and quantity.wraps else np.array(found)

    @cached_property
    def _determines_machine(self) -> bool:
        """Whether all mechanical freedoms are given."""
        faults = Faults("")
        model = Model(self.dynamics, positions(self.dynamics, tuple(self.laws), faults), self.dynamics.reference)
        if not faults.found:
            model.check(faults)
        return not faults.found

    def _by_kinematics(self, measurement: Measurement, order: int, times: Array) -> Array:
        """A quantity that the motion determines, by kinematics from instant to instant; others are refused."""
        motion = [np.array([law(times, k) for law in self.laws.values()]) for k in range(order + 1)]
        start = self.dynamics.assemble(dict(zip(self.laws, motion[0][:, 0].tolist(), strict=True)))
        block = Kinematics(self.dynamics, tuple(self.laws), (measurement.name,), start, order)
        x, t, u = (
            ca.SX.sym(name, size) for name, size in (("x", len(block.state)), ("t", 1), ("u", len(block.inputs)))
        )
        outputs, after = block.step(ca.vertsplit(x), t, ca.vertsplit(u), [], 0.0)
        function = ca.Function("kinematics", [x, t, u], [ca.vertcat(*after), outputs[order]])
        state = np.array([signal.initial for signal in block.state])
        found = np.zeros(len(times))
        for k, time in enumerate(times):
            state, value = function(state, time, np.concatenate([rows[:, k] for rows in motion]))
            found[k] = float(value)
            if not isfinite(found[k]):
                places = ", ".join(
                    f"{name} = {value:.6g}" for name, value in zip(self.laws, motion[0][:, k], strict=True)
                )
                reason = f"at t = {time:.6g} s, {places}: the motion leaves the workspace, or goes too far in a period"
                raise Refused(reason, tuple(self.laws))
        return found

    def _path(self, times: Array) -> tuple[Array, Array, Array]:
        """Coordinates, speeds and accelerations along the motion; what cannot be reached is refused in words."""
        key = (float(times[0]), float(times[-1]), float(len(times)))
        if key not in self.known:
            end = max(float(times[-1]), 1e-9)
            follower = Follower.of(self.dynamics, Motion(dict(self.laws), duration=end), self.dynamics.reference.q)
            path = follower.path(times, follower.start)
            self.known[key] = (path.Q, path.V, path.A)
        return self.known[key]


@dataclass(frozen=True, eq=False)
class MotionReference:
    """A reference that follows a motion: known when the instants of a run are."""

    path: MotionPath
    measurement: Measurement
    order: int

    def table(self, times: Sequence[float]) -> Law:
        """Values at the instants (s) at which it is read: exact there, with straight lines between them."""
        at = np.array(times, dtype=float)
        values = self.path.values(self.measurement, self.order, at)
        return Table(tuple(at), tuple(values), "linear" if len(at) > 1 else "held")


def motion_references(
    dynamics: Dynamics, wiring: Wiring, open_inputs: Mapping[str, tuple[Port, ...]], motion: Motion | Mapping[str, Law]
) -> dict[str, MotionReference]:
    """References of a closed loop that follow a motion; those that are not of a quantity are refused."""
    laws = {name: as_law(law) for name, law in (motion.laws if isinstance(motion, Motion) else motion).items()}
    faults = Faults("references")
    known = Measurements.of(dynamics.system)
    positions = [name for name, entry in known.items() if entry.kind == POSITION]
    for name in laws:
        if name not in positions:
            faults.add(
                f"the motion names {name!r}, which is no quantity with a position; {close_matches(name, positions)}"
            )
    path = MotionPath(dynamics, laws)
    found = {}
    for name, ports in open_inputs.items():
        entry = _quantity(wiring, known, ports[0])
        if entry is None:
            faults.add(f"the reference {name} is of no quantity of the machine; give it by itself, beside the others")
            continue
        found[name] = MotionReference(path, *entry)
    faults.stop()
    return found


def _quantity(wiring: Wiring, known: Measurements, port: Port) -> tuple[Measurement, int] | None:
    """The quantity that a reference is of, and whether it is its position, rate or acceleration."""
    entry = referenced_quantity(wiring, known, port)
    if entry is None:
        return None
    primes = len(entry.name) - len(entry.name.rstrip("'"))
    base = known.get(entry.name.rstrip("'"))
    return None if base is None or base.kind != POSITION else (base, primes)

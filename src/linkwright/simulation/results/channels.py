"""Channels on demand: reactions, points, accelerations, efforts of loads and powers along a computed motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isclose
from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.answers import FORCE_UNITS, balance, contacts_of, solve
from linkwright.dynamics.inverse import frame_at
from linkwright.dynamics.rank import RANK_TOLERANCE
from linkwright.dynamics.system import Readings, System, call_function, euler_parameters, read_states
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments
from linkwright.simulation.results.identity import taken_on_trust
from linkwright.simulation.results.modes import Group, groups_of
from linkwright.symbolic import Label
from linkwright.trajectory import Channel, Trajectory

STATE_BLOCK = 1024
"""States evaluated together."""
OFF_TRAJECTORY = 1e-6
"""How far quantities may be from those of the trajectory when they are read from its coordinates: files are exact, and
resampling is not."""
AXES = ("x", "y", "z")


@checked_arguments
def derive(
    dynamics: Dynamics,
    motion: Trajectory,
    *,
    reactions: Sequence[str] = (),
    points: Sequence[str] = (),
    efforts: Sequence[str] = (),
    accelerations: bool = False,
    powers: bool = False,
) -> Trajectory:
    """The trajectory with further channels, computed from its states by the machine it is of.

    `reactions` of joints: `reaction.A.base.x`, ... (N, N m; NaN where redundant constraints leave them open).
    `points`: position and velocity in world axes, `platform.P.x` and `platform.P.x'`. `efforts` of loads (springs,
    dampers, drives, dry friction): `effort.spring` (N, N m, V). `accelerations`: `x''` for each quantity
    with a position, `i'` for one without. `powers`: `power.source`, `power.loss`, `power.coupling` (W).

    A machine with other equations or values of parameters than the run had is refused; what cannot be compared (a run
    of another version, by another formalism) is noted in the certificate. Each sample is taken in the mode that the run
    was in: friction that sticks and stops at which a body rests hold, with the forces that takes (NaN where several
    hold one motion, whose shares are open).
    """
    trusted = taken_on_trust(dynamics, motion)
    dynamics = dynamics.in_full_matrices("channels derived from a run")
    _check_names(dynamics, motion, reactions, points, efforts)
    states = _States(dynamics, motion)
    found: dict[str, Channel] = {}
    for name in points:
        found |= states.point(name)
    if accelerations:
        found |= states.rates(motion)
    if len(reactions):
        found |= states.reactions(reactions)
    for name in efforts:
        found |= states.effort(name)
    if powers:
        found |= states.powers()
    return Trajectory(
        motion.time,
        {**dict(motion.channels), **found},
        motion.poses,
        outcome=motion.outcome,
        certificate=replace(motion.certificate, notes=(*motion.certificate.notes, *trusted)),
        provenance=motion.provenance,
    )


class _States:
    """The states of a trajectory as arrays, a row for each time."""

    def __init__(self, dynamics: Dynamics, motion: Trajectory) -> None:
        self.dynamics, self.system, self.motion, self.time = dynamics, dynamics.system, motion, motion.time
        self.Q = _columns(motion, dynamics.coordinates)
        self.V = _columns(motion, dynamics.speeds)
        self.U = _columns(motion, dynamics.inputs)
        ends = np.array(sorted({0, len(self.time) // 2, len(self.time) - 1}))
        speeds = self._signs(motion, ends) * self._read(ends).s
        for k, quantity in enumerate(self.system.quantities):
            name = quantity.name if quantity.z is None else f"{quantity.name}'"
            off = np.max(np.abs(speeds[:, k] - motion[name][ends])) / (1 + np.max(np.abs(motion[name][ends])))
            if not off < OFF_TRAJECTORY:
                raise ValueError(
                    f"the trajectory is not of this machine, or has other parameters: {name} is off by {off:.2g}; give "
                    "the dynamics that it was computed with"
                )

    def _read(self, rows: Array | slice) -> Readings:
        """Positions and speeds of all quantities, and more, at some of the times."""
        return read_states(self.system, self.time[rows], self.Q[rows], self.V[rows], self.U[rows], self.dynamics.p)

    def _signs(self, motion: Trajectory, rows: Array | slice) -> Array:
        """-1 for Euler parameters that the trajectory has with the other sign: it goes on beyond half a turn."""
        quantities, positions = self.system.quantities, self._read(rows).z
        signs = np.ones((len(positions), len(quantities)))
        for group in euler_parameters(self.system):
            known_values = np.column_stack([motion[quantities[k].name][rows] for k in group])
            signs[:, group] = np.where(np.sum(known_values * positions[:, group], axis=1) < 0, -1.0, 1.0)[:, None]
        return signs

    @cached_property
    def groups(self) -> list[Group]:
        """The samples by the mode of friction and stops that they are in."""
        return groups_of(self.dynamics, self.motion, (self.Q, self.V, self.U), self.evaluate)

    def evaluate(self, function: ca.Function, *extra: Array, group: Group | None = None) -> list[Array]:
        """A function of (t, q, v, u, p, ...) at all states, or at those of a mode: rows for each."""
        p, parts = self.dynamics.p if group is None else group.dynamics.p, []
        chosen = np.arange(len(self.time)) if group is None else group.rows
        for first in range(0, len(chosen), STATE_BLOCK):
            rows = chosen[first : first + STATE_BLOCK]
            count = len(rows)
            batch = function.map(count)
            arguments = [self.time[rows], self.Q[rows].T, self.V[rows].T, self.U[rows].T]
            arguments += [np.repeat(p[:, None], count, axis=1), *[values[rows].T for values in extra]]
            parts.append([
                values.reshape(values.shape[0], count, -1).transpose(1, 0, 2).reshape(count, -1)
                for values in call_function(batch, *arguments)
            ])  # fmt: skip
        return [np.concatenate(values) for values in zip(*parts, strict=True)]

    def in_modes(self, function: ca.Function) -> list[Array]:
        """A function at all states, each with the parameters of its mode."""
        found: list[Array] = []
        for group in self.groups:
            for k, values in enumerate(self.evaluate(function, group=group)):
                if len(found) <= k:
                    found.append(np.empty((len(self.time), values.shape[1])))
                found[k][group.rows] = values
        return found

    def point(self, name: str) -> dict[str, Channel]:
        """Position and velocity of a point."""
        system = self.system

        def make() -> ca.Function:
            frame = frame_at(system, name)
            return system.function("point", [frame.p, frame.v])

        p, v = self.evaluate(system.cached(("point", name), make))
        found = {}
        for k, axis in enumerate(AXES):
            found[f"{name}.{axis}"] = Channel(p[:, k], "m", f"position of {name} along {axis} of the world")
            found[f"{name}.{axis}'"] = Channel(v[:, k], "m/s", f"velocity of {name} along {axis} of the world")
        return found

    @cached_property
    def vdot(self) -> Array:
        """v' at all states, each in its mode."""
        found = np.empty(self.V.shape)
        for group in self.groups:
            rows = group.rows
            found[rows] = group.accelerations(self.time[rows], self.Q[rows], self.V[rows], self.U[rows])
        return found

    def rates(self, motion: Trajectory) -> dict[str, Channel]:
        """Accelerations of all quantities."""
        system = self.system

        def make() -> ca.Function:
            a = ca.SX.sym("a", system.n)
            s = ca.vertcat(*[quantity.s for quantity in system.quantities])
            return system.function("second_rates", [system.rate(s, a)], [a])

        values = self.evaluate(system.cached("second_rates", make), self.vdot)[0] * self._signs(motion, slice(None))
        found = {}
        for k, quantity in enumerate(system.quantities):
            rate = quantity.name if quantity.z is None else f"{quantity.name}'"
            unit = f"{quantity.rate_unit}/s" if not quantity.rate_unit.endswith("/s") else f"{quantity.rate_unit}^2"
            found[f"{rate}'"] = Channel(values[:, k], unit, f"rate of {rate}")
        return found

    @cached_property
    def forces(self) -> dict[tuple[str, str], tuple[Label, Array]]:
        """Forces of all that holds, by the full name of the part and the row: free-body balance of each mode.

        NaN where it is not unique; 0 for friction and stops that do not hold.
        """
        found: dict[tuple[str, str], tuple[Label, Array]] = {}
        for group in self.groups:
            G, right = self.evaluate(group.balance.function, self.vdot, group=group)
            columns = group.balance.columns
            values = _solve_balances(G.reshape(len(group.rows), -1, len(columns)), right)
            for k, (full, label) in enumerate(columns):
                entry = found.setdefault((full, label.name), (label, np.zeros(len(self.time))))
                entry[1][group.rows] = values[:, k]
        return found

    def reactions(self, joints: Sequence[str]) -> dict[str, Channel]:
        """Reactions of some joints from the free-body balance."""
        result = {}
        for (full, _), (label, values) in self.forces.items():
            joint = self.system.equations.show(full)
            if joint not in joints:
                continue
            unit = FORCE_UNITS.get(label.unit, f"J/({label.unit})" if label.unit else "")
            words = f"reaction of {joint} on its second part, {label.name}"
            result[f"reaction.{joint}.{label.name}"] = Channel(values, unit, words)
        return result

    @cached_property
    def holding(self) -> dict[str, Array]:
        """Force of each friction while it sticks, else 0, by the name that users see; NaN where others share it."""
        result = {}
        for k, contact in enumerate(contacts_of(self.system.equations)):
            if contact.friction and any(k in group.held for group in self.groups):
                own = [values for (full, _), (_, values) in self.forces.items() if full == contact.name]
                assert len(own) == 1, contact.name
                result[str(self.system.equations.show(contact.name))] = own[0]
        return result

    def effort(self, name: str) -> dict[str, Channel]:
        """Effort of a load, a channel for each component."""
        system = self.system
        load = _loads(system)[name][0]
        function = system.cached(("effort", name), lambda: system.function("effort", [load.effort]))
        if name in _frictions(system):
            values = self.in_modes(function)[0]
            if name in self.holding:
                values += self.holding[name][:, None]
        else:
            values = self.evaluate(function)[0]
        alone = values.shape[1] == 1
        return {
            f"effort.{name}" if alone else f"effort.{name}.{k + 1}": Channel(
                values[:, k], load.unit, f"effort of {name}" + ("" if alone else f", component {k + 1}")
            )
            for k in range(values.shape[1])
        }

    def powers(self) -> dict[str, Channel]:
        """Powers of all loads; friction that sticks to a moving surface gives what that does, as sliding does."""
        system = self.system
        meaning = {"source": "inputs", "loss": "dampers and resistances", "coupling": "conversion in motors"}
        function = system.cached("powers", lambda: system.function("powers", [system.power[key] for key in meaning]))
        powers = dict(zip(meaning, self.in_modes(function), strict=True))
        moving = [(name, load) for name in _frictions(system) for load in _loads(system)[name] if load.given]
        for name, load in moving:
            if name in self.holding:
                speed = self.evaluate(system.function("speed", [load.speed]))[0][:, 0]
                powers["source"][:, 0] += np.where(speed == 0, 0.0, speed * self.holding[name])
        return {f"power.{key}": Channel(powers[key][:, 0], "W", f"power of {meaning[key]}") for key in meaning}


@dataclass(frozen=True, eq=False)
class _Load:
    """Effort and speed of a load in the symbols of the machine, the unit of the effort, and whether it is a source."""

    effort: ca.SX
    speed: ca.SX
    unit: str
    given: bool


def _columns(motion: Trajectory, names: Sequence[str]) -> Array:
    return np.column_stack([motion[name] for name in names]) if names else np.zeros((len(motion.time), 0))


def _loads(system: System) -> dict[str, list[_Load]]:
    """All loads by the names that users see; a part may have several."""

    def make() -> dict[str, list[_Load]]:
        found: dict[str, list[_Load]] = {}
        for uses in system.equations.loads:
            kind: Any = uses.type
            if kind.category == "signal":  # the rate of a state is no effort
                continue
            function = ca.Function(
                "effort", [*kind.local.arguments, system.t], [ca.densify(kind.effort), ca.densify(kind.speed)]
            )
            for row, own in enumerate(uses.names):
                q, v, u, p, d = uses.indices(row)
                made = function(system.q[q], system.v[v], system.u[u], system.p[p], ca.SX.zeros(len(d)), system.t)
                name = str(system.equations.show(system.equations.full_name(int(uses.module[row]), own)))
                found.setdefault(name, []).append(_Load(made[0], made[1], kind.unit, kind.category == "source"))
        return found

    made: dict[str, list[_Load]] = system.cached("derived efforts", make)
    return made


def _frictions(system: System) -> list[str]:
    """Names of all dry friction, as users see them."""
    return [str(system.equations.show(c.name)) for c in contacts_of(system.equations) if c.friction]


def _solve_balances(G: Array, right: Array) -> Array:
    """Least-squares solutions of all balances; NaN in components that are not unique."""
    n, _, count = G.shape
    if not count:
        return np.zeros((n, 0))
    values = np.empty((n, count))
    full = np.zeros(n, dtype=bool)
    if G.shape[1] >= count:
        Q, R = np.linalg.qr(G)
        diagonal = np.abs(np.diagonal(R, axis1=1, axis2=2))
        full = diagonal.min(axis=1) > 1e3 * RANK_TOLERANCE * diagonal.max(axis=1)
        values[full] = linear_algebra.solve(R[full], (Q[full].transpose(0, 2, 1) @ right[full][:, :, None]))[:, :, 0]
    for k in np.flatnonzero(~full):  # redundant constraints, or nearly: which components are unique is looked at
        found, unique, _ = solve(G[k], right[k])
        values[k] = np.where(unique, found, np.nan)
    return values


def _check_names(
    dynamics: Dynamics, motion: Trajectory, reactions: Sequence[str], points: Sequence[str], efforts: Sequence[str]
) -> None:
    system, faults = dynamics.system, []
    known = system.equations.frame_names()
    faults += [
        f"no point {name!r}; {close_matches(str(name), known)}"
        for name in points
        if system.equations.find_frame(name) is None
    ]
    if len(reactions):
        columns = system.cached("balance", lambda: balance(system)).columns
        joints = list(dict.fromkeys(system.equations.show(name) for name, _ in columns))
        faults += [f"no joint {name!r}; {close_matches(str(name), joints)}" for name in reactions if name not in joints]
    if len(efforts):
        loads = _loads(system)
        faults += [f"no load {name!r}; {close_matches(str(name), loads)}" for name in efforts if name not in loads]
    missing = [
        name for name in (*dynamics.coordinates, *dynamics.speeds, *dynamics.inputs) if name not in motion.channels
    ]
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        faults.append(
            f"the trajectory has no channels {', '.join(missing[:5])}{more}: it is not of {dynamics.name!r} by this "
            "formalism; give the dynamics that it was computed with"
        )
    faults += _other_parameters(dynamics, motion)
    if faults:
        raise ValueError("; ".join(faults))


def _other_parameters(dynamics: Dynamics, motion: Trajectory) -> list[str]:
    """Parameters whose values are not those of the motion: forces of another machine would say nothing about it."""
    known_values = motion.provenance.get("parameters")
    if not isinstance(known_values, Mapping):
        return []
    values = dynamics.parameters
    moved = [
        f"{name} = {values[name]:g} instead of {entry[0]:g}"
        for name, entry in known_values.items()
        if name in values and not isclose(values[name], entry[0], rel_tol=1e-12)
    ]
    words = ", ".join(moved[:3]) + (f" and {len(moved) - 3} more" if len(moved) > 3 else "")
    return [f"the machine has {words}; give it the parameters of the motion, or simulate again"] if moved else []

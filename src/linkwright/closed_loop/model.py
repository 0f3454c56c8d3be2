"""A machine as a controller knows it: kinematics and inverse dynamics from chosen quantities, in symbols.

The chosen quantities c are independent and determine the configuration, or of it what is sought. With the gaps g(t, q)
of the joints, the speeds v of q' = N v + n, the constraints A v' = b and M v' = f + F u:

    positions        Newton steps on (g, c(q) - c) = 0, from the configuration before
    speeds           (A, J) v = (-phi_0, c'),          J = d c' / d v
    accelerations    (A, J) v' = (b, c'' - J' v)

Where the chosen quantities determine only what is sought, rows r = (g, c) of positions are differentiated instead,
r' = (0, c') and r'' = (0, c''), with the other speeds held at zero.
    inputs           S^T F u = S^T (M v' - f),         (A, J) S = (0, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.closed_loop.elimination import independent_rows, solve_symbolic
from linkwright.closed_loop.measurements import Measurement, Measurements, position_of
from linkwright.control.contract import Value
from linkwright.control.units import unit
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.inverse import moving_speeds
from linkwright.faults import Faults, close_matches
from linkwright.symbolic import Label, directional, select_rows

DISPLACEMENT = 0.1
"""Way (m, rad) to a second configuration; there a derivative that vanishes by symmetry, at a dead centre, does not."""


@dataclass(frozen=True, eq=False)
class Model:
    """A machine seen from chosen quantities, at the parameter values of its Dynamics, near a state.

    Where `sought` names quantities, the chosen ones must determine these alone: what else is free, such as a motor
    behind an elastic shaft, stays as it is in that state.
    """

    dynamics: Dynamics
    chosen: tuple[Measurement, ...]
    near: State
    sought: tuple[Measurement, ...] = ()

    @staticmethod
    def of(
        title: str, dynamics: Dynamics, names: Sequence[str], near: State | None = None, sought: Sequence[str] = ()
    ) -> Model:
        """The model; quantities that are unknown, have no position or do not determine it are refused."""
        faults = Faults(title)
        if not isinstance(dynamics, Dynamics):
            faults.add(f"dynamics is a {type(dynamics).__name__}, expected a Dynamics; compile equations first")
        if isinstance(names, str) or not len(names):
            faults.add(f"quantities = {names!r}: expected names in a tuple, such as ('rho1', 'rho2')")
        faults.stop()
        chosen, found = positions(dynamics, names, faults), positions(dynamics, sought, faults)
        faults.stop()
        model = Model(dynamics, chosen, dynamics.reference if near is None else dynamics.check(near), found)
        model.check(faults)
        faults.stop()
        return model

    def check(self, faults: Faults) -> None:
        """Say where the chosen quantities do not determine the configuration, or what is sought."""
        J = self._position_numbers
        gaps, columns = self._gaps, self._columns
        fixed = int(linear_algebra.matrix_rank(_unit_rows(J[gaps][:, columns]), tol=1e-8)) if gaps else 0
        rank = int(linear_algebra.matrix_rank(_unit_rows(J[self._position_rows][:, columns]), tol=1e-8))
        free = len(columns) - fixed
        names = ", ".join(each.name for each in self.chosen)
        if rank < fixed + len(self.chosen) and (rank == len(columns) or self.sought):
            faults.add(
                f"{names} are {len(self.chosen)} for {rank - fixed} degrees of freedom; give {rank - fixed} "
                "independent ones"
            )
        elif rank < len(columns):
            missing = self._undetermined_quantities() if self.sought else ["the configuration"]
            if missing:
                faults.add(
                    f"{names} do not determine {', '.join(missing)}: {free} degrees of freedom, of which they fix "
                    f"{rank - fixed}; give {free} independent quantities"
                )

    # -- positions -------------------------------------------------------------------------------------------------

    @cached_property
    def _moving_speeds(self) -> list[int]:
        return list(moving_speeds(self.dynamics.system))

    @cached_property
    def _position(self) -> ca.Function:
        """(t, q) -> gaps and positions of chosen and sought quantities, their Jacobian for moving speeds, N."""
        system, p = self.dynamics.system, ca.DM(self.dynamics.p)
        z = [position_of(system, each.number) for each in (*self.chosen, *self.sought)]
        rows = ca.vertcat(system.g, *z)
        N = system.N[:, self._moving_speeds]
        jacobian = ca.jacobian(rows, system.q) @ N
        values = ca.substitute([rows, jacobian, N], [system.p], [ca.SX(p)]) if p.numel() else [rows, jacobian, N]
        return ca.Function("position", [system.t, system.q], values)

    @cached_property
    def _position_numbers(self) -> Array:
        return np.asarray(self._position(self.near.t, self.near.q)[1])

    @cached_property
    def _first(self) -> int:
        """Row of the first chosen quantity, behind the gaps."""
        return len(self._position_numbers) - len(self.chosen) - len(self.sought)

    @cached_property
    def _columns(self) -> list[int]:
        """Moving speeds that hang together with the chosen and the sought quantities by gaps; all if nothing is sought.

        Other parts of the machine, a motor behind a spring, neither follow them nor lead them.
        """
        pattern = self._position.sparsity_out(1)
        count = pattern.size2()
        if not self.sought:
            return list(range(count))
        rows: dict[int, set[int]] = {}
        for i, j in zip(*pattern.get_triplet(), strict=True):
            rows.setdefault(i, set()).add(j)
        reached = set().union(*[rows.get(k, set()) for k in range(self._first, pattern.size1())])
        left = [rows.get(k, set()) for k in range(self._first)]
        while any(near := [row for row in left if row & reached and not row <= reached]):
            reached = reached.union(*near)
        return sorted(reached)

    @cached_property
    def _gaps(self) -> list[int]:
        """Gaps that move with these speeds."""
        columns = set(self._columns)
        pairs = zip(*self._position.sparsity_out(1).get_triplet(), strict=True)
        return sorted({i for i, j in pairs if i < self._first and j in columns})

    @cached_property
    def _position_rows(self) -> list[int]:
        """Rows that Newton steps use: independent gaps, and all chosen quantities."""
        own = self._position_numbers[self._gaps][:, self._columns]
        return [*[self._gaps[k] for k in independent_rows(own)], *range(self._first, self._first + len(self.chosen))]

    def _free(self, J: Array, rows: Sequence[int]) -> Array:
        """Motions (speeds, k) that change none of these rows."""
        own = _unit_rows(J[rows][:, self._columns])
        _, sizes, right = linear_algebra.svd(own)
        return np.asarray(right[int(np.sum(sizes > 1e-8)) :].T)

    def _undetermined_quantities(self) -> list[str]:
        """Sought quantities that still move where the chosen ones are given, here or at a second configuration."""
        first = self._first + len(self.chosen)
        moved = np.zeros(len(self.sought))
        for J in (self._position_numbers, self._elsewhere()):
            own = _unit_rows(J[first:][:, self._columns])
            moved = np.maximum(moved, np.max(np.abs(own @ self._free(J, self._position_rows)), axis=1, initial=0.0))
        return [each.name for each, size in zip(self.sought, moved, strict=True) if size > 1e-7]

    def _elsewhere(self) -> Array:
        """The Jacobian at a second configuration: a step along all that the gaps leave free, then gaps are closed."""
        gaps = self._position_rows[: -len(self.chosen)]
        system, t = self.dynamics.system, self.near.t
        normalised = ca.Function("normalised", [system.q], [system.normalise_symbols(system.q)])
        free = self._free(self._position_numbers, gaps)
        step = DISPLACEMENT * free @ np.random.default_rng(1).uniform(0.5, 1.0, free.shape[1])
        q = np.array(self.near.q)
        for _ in range(8):
            N = np.asarray(self._position(t, q)[2])[:, self._columns]
            q = np.asarray(normalised(q + N @ step)).ravel()
            values, J, _ = map(np.asarray, self._position(t, q))
            step = np.asarray(linear_algebra.lstsq(J[gaps][:, self._columns], -values[gaps].ravel(), rcond=None)[0])
        return J if np.all(np.abs(step) < 1e-9) else self._position_numbers

    @cached_property
    def _newton_columns(self) -> list[int]:
        """Speeds that Newton steps find; where some are free although what is sought is not, as many are held."""
        from scipy.linalg import qr

        free = self._free(self._position_numbers, self._position_rows)
        held = set(qr(free.T, mode="r", pivoting=True)[1][: free.shape[1]].tolist())
        return [column for k, column in enumerate(self._columns) if k not in held]

    def close(self, t: ca.SX, q: ca.SX, wanted: Sequence[ca.SX], steps: int) -> tuple[ca.SX, ca.SX]:
        """Coordinates at which the chosen quantities have the values wanted, and the size of the last Newton step."""
        system, rows, columns, first = self.dynamics.system, self._position_rows, self._newton_columns, self._first
        numbers = self._position_numbers[rows][:, columns]
        size = ca.SX(0)
        for _ in range(steps):
            values, J, N = self._position(t, q)
            off = [-values[k] for k in range(first)]
            for k, (each, goal) in enumerate(zip(self.chosen, wanted, strict=True)):
                missing = goal - values[first + k]
                if system.quantities[each.number].wraps:
                    missing = missing - 2 * pi * ca.floor(missing / (2 * pi) + 0.5)
                off.append(missing)
            step = solve_symbolic(select_rows(J, rows)[:, columns], numbers, ca.vertcat(*[off[k] for k in rows]))
            q = system.normalise_symbols(q + N[:, columns] @ step)
            size = ca.fabs(step[0])
            for k in range(1, step.numel()):
                size = ca.fmax(size, ca.fabs(step[k]))
        return q, size

    def positions_at(self, measurements: Sequence[Measurement]) -> ca.Function:
        """(t, q) -> positions of quantities."""
        system = self.dynamics.system
        return self._with_values(
            "positions", [system.t, system.q], [ca.vertcat(*[position_of(system, m.number) for m in measurements])]
        )

    @cached_property
    def _changes(self) -> ca.Function:
        """(t, q, v, v') -> rates and accelerations of gaps, chosen and sought quantities, in the order of positions."""
        system, vdot = self.dynamics.system, ca.SX.sym("vdot", self.dynamics.system.n)
        z = [position_of(system, each.number) for each in (*self.chosen, *self.sought)]
        rates = directional(ca.vertcat(system.g, *z), ca.vertcat(system.t, system.q), ca.vertcat(1, system.qdot))
        second = directional(rates, ca.vertcat(system.t, system.q, system.v), ca.vertcat(1, system.qdot, vdot))
        return self._with_values("changes", [system.t, system.q, system.v, vdot], [rates, second])

    def changes(self, t: ca.SX, q: ca.SX, wanted: Sequence[Sequence[ca.SX]]) -> list[ca.SX]:
        """Rates, then accelerations of the sought quantities where the chosen ones have those wanted."""
        rows, columns, first = self._position_rows, self._newton_columns, self._first
        moving = [self._moving_speeds[k] for k in columns]
        numbers = self._position_numbers[rows][:, columns]
        J = select_rows(self._position(t, q)[1], rows)[:, columns]
        motion = [ca.SX.zeros(self.dynamics.system.n) for _ in range(2)]
        found = []
        for order, goals in enumerate(wanted):
            drift = self._changes(t, q, *motion)[order]
            goal = ca.vertcat(ca.SX.zeros(first), *goals)
            step = solve_symbolic(J, numbers, select_rows(goal - drift[: goal.numel()], rows))
            motion[order][moving] = step
            values = self._changes(t, q, *motion)[order]
            found += [values[k] for k in range(first + len(self.chosen), values.numel())]
        return found

    def start(self) -> Array:
        """Coordinates that it starts from."""
        return np.array(self.near.q)

    # -- speeds, accelerations, forces -----------------------------------------------------------------------------

    @cached_property
    def _motion(self) -> ca.Function:
        """(t, q, v) -> (A, J), phi_0, b, J' v, M, f at zero inputs, F."""
        system = self.dynamics.system
        s = ca.vertcat(*[system.quantities[each.number].s for each in self.chosen])
        rest = ca.substitute(system.phi, system.v, ca.SX.zeros(system.n)) if system.m else ca.SX(0, 1)
        drift = directional(s, ca.vertcat(system.t, system.q), ca.vertcat(1, system.qdot))
        rows = ca.vertcat(system.A, ca.jacobian(s, system.v))
        f = ca.substitute(system.f, system.u, ca.SX.zeros(system.m_u)) if system.m_u else system.f
        F = ca.jacobian(system.f, system.u)
        return self._with_values(
            "motion", [system.t, system.q, system.v], [rows, rest, system.b, drift, system.M, f, F]
        )

    def _with_values(self, name: str, arguments: list[ca.SX], results: list[ca.SX]) -> ca.Function:
        p = self.dynamics.system.p
        values = ca.substitute(results, [p], [ca.SX(ca.DM(self.dynamics.p))]) if p.numel() else results
        return ca.Function(name, arguments, values)

    @cached_property
    def _rows(self) -> tuple[list[int], Array]:
        """Independent rows of (A, J), and their numbers."""
        v = np.zeros(self.dynamics.system.n)
        numbers = np.asarray(self._motion(self.near.t, self.near.q, v)[0])
        constraints = self.dynamics.system.m
        kept = [*independent_rows(numbers[:constraints]), *range(constraints, len(numbers))]
        return kept, numbers[kept]

    def refuse_drives(self, faults: Faults) -> None:
        """Say where speeds are left that the chosen quantities do not move: currents, states of filters."""
        kept, numbers = self._rows
        if numbers.shape[0] != numbers.shape[1] or linear_algebra.matrix_rank(_unit_rows(numbers), tol=1e-8) < len(
            kept
        ):
            moved = {self.dynamics.speeds[k] for k in np.flatnonzero(np.any(numbers != 0, axis=0))}
            others = [name for name in self.dynamics.speeds if name not in moved]
            faults.add(
                f"the accelerations of {', '.join(each.name for each in self.chosen)} do not determine those of "
                f"{', '.join(others) or 'all speeds'}; give a model without drives and filters"
            )

    def speeds(self, t: ca.SX, q: ca.SX, rates: Sequence[ca.SX]) -> ca.SX:
        """Speeds v at which the chosen quantities have these rates."""
        kept, numbers = self._rows
        rows, rest, *_ = self._motion(t, q, ca.SX.zeros(self.dynamics.system.n))
        right = ca.vertcat(-rest, *rates)
        return solve_symbolic(select_rows(rows, kept), numbers, select_rows(right, kept))

    def resistance(self, t: ca.SX, q: ca.SX, v: ca.SX, accelerations: Sequence[ca.SX]) -> tuple[ca.SX, ca.SX]:
        """S^T (M v' - f): forces along the chosen quantities that accelerations take without inputs; and S^T F."""
        system, (kept, numbers) = self.dynamics.system, self._rows
        rows, _, b, drift, M, f, F = self._motion(t, q, v)
        k = len(self.chosen)
        right = ca.vertcat(b, ca.vertcat(*accelerations) - drift)
        unit = ca.vertcat(ca.SX(system.m, k), ca.SX.eye(k))
        found = solve_symbolic(select_rows(rows, kept), numbers, select_rows(ca.horzcat(right, unit), kept))
        vdot, S = found[:, 0], found[:, 1:]
        return S.T @ (M @ vdot - f), S.T @ F

    def forces(self, t: ca.SX, q: ca.SX, v: ca.SX, accelerations: Sequence[ca.SX]) -> ca.SX:
        """Inputs u under which the chosen quantities have these accelerations."""
        needed, effect = self.resistance(t, q, v, accelerations)
        return solve_symbolic(effect, self.effect, needed)

    @cached_property
    def _motions(self) -> Array:
        """S (speeds, k) at the state: speeds at a unit rate of each chosen quantity."""
        kept, numbers = self._rows
        unit = np.vstack([np.zeros((self.dynamics.system.m, len(self.chosen))), np.eye(len(self.chosen))])[kept]
        return np.asarray(linear_algebra.solve(numbers, unit))

    @cached_property
    def effect(self) -> Array:
        """S^T F (k, inputs) at the state: forces on the chosen quantities by a unit of each input."""
        v = np.zeros(self.dynamics.system.n)
        return np.asarray(self._motions.T @ np.asarray(self._motion(self.near.t, self.near.q, v)[6]))

    @cached_property
    def inertia(self) -> Array:
        """S^T M S (k, k) at the state: forces on the chosen quantities by a unit of each acceleration."""
        v = np.zeros(self.dynamics.system.n)
        M = np.asarray(self._motion(self.near.t, self.near.q, v)[4])
        return np.asarray(self._motions.T @ M @ self._motions)

    def refuse_inputs(self, faults: Faults) -> None:
        """Say where the inputs do not drive the chosen quantities, one by one."""
        k, inputs = len(self.chosen), self.dynamics.inputs
        if len(inputs) != k:
            faults.add(
                f"the machine has {len(inputs)} inputs ({', '.join(inputs) or 'none'}), expected {k}, one for each"
            )
        elif linear_algebra.cond(self.effect) > 1e8:
            faults.add(
                f"the inputs {', '.join(inputs)} do not drive {', '.join(each.name for each in self.chosen)} here"
            )


def positions(dynamics: Dynamics, names: Sequence[str], faults: Faults) -> tuple[Measurement, ...]:
    """Quantities with a position, by name."""
    known = Measurements.of(dynamics.system)
    found = []
    for name in names:
        entry = known.get(name) if isinstance(name, str) else None
        if entry is None:
            faults.add(f"no quantity {name!r}; {close_matches(str(name), known)}")
        elif entry.kind != "position":
            faults.add(f"{name} has no position; give quantities with one")
        else:
            found.append(entry)
    if len({each.number for each in found}) < len(found):
        faults.add(f"{', '.join(names)}: a quantity is named twice; name each once")
    return tuple(found)


def quantity_labels(chosen: Sequence[Measurement], words: str, orders: int, before: str = "") -> tuple[Label, ...]:
    """Ports for quantities, for their rates and accelerations, one order after another."""
    found = []
    for order in range(orders):
        for each in chosen:
            primes = "'" * order
            own = unit(each.unit) / unit("s") ** order
            meaning = f"{words}{each.name}{primes}" if words or order else each.meaning
            found.append(Label(f"{before}{each.name}{primes}", str(own), meaning))
    return tuple(found)


def parts(u: Sequence[Value], count: int) -> list[list[ca.SX]]:
    """Inputs in rows of as many as there are quantities."""
    return [[ca.SX(value) for value in u[k : k + count]] for k in range(0, len(u), count)]


def _unit_rows(matrix: Array) -> Array:
    lengths = np.linalg.norm(matrix, axis=1)
    return np.asarray(matrix / np.where(lengths > 0, lengths, 1.0)[:, None])

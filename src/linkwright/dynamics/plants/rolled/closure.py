"""Assembly of machines with many parts: Newton steps on sparse multipliers, along a path to wanted positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.assembler import LARGEST_PATH_STEP, SMALLEST_PATH_SHARE
from linkwright.dynamics.closure.consistency import OFF
from linkwright.dynamics.closure.position_level import Rows
from linkwright.dynamics.closure.problem import NewtonStep, PositionProblem, advance
from linkwright.dynamics.closure.reference_configuration import own_coordinates, placed_configuration, wrong_way
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.plants.rolled.bound import BoundLoops, working_array
from linkwright.dynamics.plants.rolled.checks import constraint_names
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.readings import holding_constraints, rates_of
from linkwright.dynamics.rank import LENGTHS
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import CLOSED, number_fault, position_fault
from linkwright.faults import close_matches

NOTHING_TO_CLOSE = 1e-3 * CLOSED
"""Gap (rad, or of the machine's size) that is rounding already: no step is taken, which spares a factorization."""


class SparseProblem(PositionProblem):
    """The position problem of a machine with many parts, one configuration at a time.

    Quantities that are to be met, (type, row) each, are constraints beside those of the joints. Steps are of least size
    in the metric of the inertia, by a sparse factorization of A M^-1 A^T.
    """

    def __init__(self, assembler: RolledAssembler, order: Sequence[tuple[int, int]], t: float) -> None:
        self.assembler, self.time, self.count = assembler, np.array([t]), len(order)
        self.rolled, self.work = assembler.engine(order)
        self.wraps = [k for k, (kind, _) in enumerate(order) if assembler.readings[kind].uses.type.wraps]
        self.rows = row_scales(self.rolled, assembler.loops.size)
        self.coordinates = scales_of(assembler.loops.equations.coordinate_units, assembler.loops.size)

    def values(self, q: Array) -> Array:
        """Positions of the quantities to be met."""
        return self._gaps(q)[len(self.rows) - self.count :]

    def off(self, found: Array, wanted: Array) -> Array:
        """Positions less the wanted ones; angles that count no turns by the shorter way."""
        off = found - wanted
        off[self.wraps] = np.arctan2(np.sin(off[self.wraps]), np.cos(off[self.wraps]))
        return np.asarray(off)

    def error(self, q: Array, wanted: Array) -> Array:
        """Gaps of joints, then of the quantities, in their own units."""
        gaps = self._gaps(q)
        first = len(gaps) - self.count
        gaps[first:] = self.off(gaps[first:], wanted)
        return gaps

    def step(self, Q: Array, wanted: Array, *, aside: bool = False) -> NewtonStep:
        """A step by sparse factors; where a pivot vanishes there is none, and nothing can be left aside."""
        (q,), (goal,) = Q, wanted
        gaps = self.error(q, goal)
        size = np.inf if aside else float(np.max(np.abs(gaps) / self.rows, initial=0.0))
        displacement = np.zeros(len(q))
        if np.isfinite(size) and size >= NOTHING_TO_CLOSE:
            displacement = self.displacement(q, -gaps)
            if not np.isfinite(displacement).all():
                size, displacement = np.nan, np.zeros(len(q))
        return NewtonStep(np.array([size]), displacement[None], np.zeros(1))

    def displacement(self, q: Array, change: Array) -> Array:
        """Displacement of the coordinates that changes gaps and quantities, not finite where constraints lose rank."""
        rolled, still = self.rolled, np.zeros(self.assembler.loops.n)
        step = np.zeros(len(still))
        loop = rolled.library.loop
        loop("factorise")(rolled.I, self.work, self.time, q.copy(), still, self.assembler.loops.zero_inputs)
        self.work[rolled.places["rhs"]] = change
        loop("correct")(rolled.I, self.work, step)
        return self.assembler.rates(q, step, float(self.time[0])) if np.isfinite(step).all() else q * np.nan

    def predict(self, Q: Array, change: Array) -> Array:
        """The displacement by sparse factors, the joints as they are."""
        whole = np.append(np.zeros(len(self.rows) - self.count), change[0])
        return self.normalise(Q + self.displacement(Q[0], whole))

    def normalise(self, Q: Array) -> Array:
        """Unit groups of length 1."""
        return self.assembler.normal(Q[0])[None]

    def change(self, difference: Array) -> Array:
        """Largest change of a coordinate."""
        return np.asarray(np.max(np.abs(difference) / self.coordinates, axis=1, initial=0.0))

    def _gaps(self, q: Array) -> Array:
        rolled, still = self.rolled, np.zeros(self.assembler.loops.n)
        readings = rolled.library.loop("readings")
        readings(rolled.I, self.work, self.time, q.copy(), still, self.assembler.loops.zero_inputs)
        return self.work[rolled.places["Tg"]].copy()


class RolledAssembler:
    """Finds states of a machine with many parts that meet wanted positions and speeds and all constraints."""

    def __init__(self, loops: BoundLoops) -> None:
        self.loops = loops
        self.rolled, self.readings = loops.rolled, loops.readings

    @property
    def work(self) -> Array:
        """The working array of this thread."""
        return self.loops.work

    @cached_property
    def units(self) -> list[list[int]]:
        """Coordinates whose squares add up to 1, in groups."""
        return [
            [int(uses.q[row, k]) for k in group]
            for uses in self.loops.equations.blocks
            for group in uses.type.units
            for row in range(len(uses))
        ]

    def targets(self, given: Mapping[str, float], *, positions: bool) -> dict[tuple[int, int], float]:
        """Targets by (type, row)."""
        faults, result = [], {}
        aliases = self.loops.equations.aliases
        for name, value in given.items():
            place = self.readings.find(aliases.get(name, name)) or self.readings.find(name)
            if place is None or (positions and self.readings[place[0]].uses.type.z is None):
                faults.append(
                    f"no {'position' if positions else 'speed'} {name!r}; {close_matches(name, self.readings.names)}"
                )
                continue
            fault = number_fault(name, value) or (position_fault(name, value) if positions else "")
            if fault:
                faults.append(fault)
            else:
                result[place] = float(value)
        if faults:
            raise ValueError("; ".join(faults))
        return result

    def assemble(self, q: Array, positions: Mapping[str, float], speeds: Mapping[str, float], t: float) -> State:
        """A state near coordinates q."""
        equations = self.loops.equations
        own = {equations.speed_names[k]: k for k in equations.states}
        shown = {name: equations.show(equations.aliases.get(name, name)) for name in speeds}
        states = {own[shown[name]]: value for name, value in speeds.items() if shown[name] in own}
        self.targets(speeds, positions=False)  # all faults at once
        wanted = self.targets(positions, positions=True)
        moving = self.targets({k: v for k, v in speeds.items() if shown[k] not in own}, positions=False)
        constraints = self.rolled.constraints
        if constraints is None:
            # A tree without constraints: what is a coordinate is set, only the rest is searched for.
            rest = self._set_own(q, wanted, level=0)
            # where other positions must be met by moving coordinates, those that are given are held too
            q = self._close(q, wanted if rest else rest, t)
            v = np.zeros(self.loops.n)
            other = moving if self._set_own(v, moving, level=1) else {}
        else:
            try:
                q = self._close(q, wanted, t)
            except AssemblyError:
                # No path leads there, but where all joints are given there is no other assembly mode.
                full = {equations.aliases.get(name, name): value for name, value in positions.items()}
                placed = placed_configuration(equations, full, self.loops.p) if t == 0.0 else None
                if placed is None:
                    raise
                q = self._close(own_coordinates(equations, q, full, placed)[0], wanted, t)
            v, other = np.zeros(self.loops.n), moving
        opposite = self.opposite_joints(q, t)
        if opposite:
            raise wrong_way(opposite)
        v = self._solve_speeds(q, v, other, moving, t)
        v[list(states)] = list(states.values())  # they bind no speed
        return self.loops.state(q, v, t)

    def is_closed(self, q: Array) -> bool:
        """Whether all joints are closed at coordinates, before anything is searched for."""
        if self.rolled.constraints is None:
            return True
        problem = SparseProblem(self, [], 0.0)
        closed = np.max(np.abs(problem.error(q, np.zeros(0))) / problem.rows, initial=0.0) < CLOSED
        return bool(closed) and not self.opposite_joints(q, 0.0)

    @cached_property
    def _facing(self) -> list[Rows]:
        """Directions of joints that close loops."""
        every = [] if self.rolled.constraints is None else self.rolled.constraints.uses
        turning = [(uses, [x for x in uses.type.facing if not x.is_constant()]) for uses in every]
        return [Rows(uses, products, self.rolled.starts, 0) for uses, products in turning if products]

    def opposite_joints(self, q: Array, t: float) -> list[str]:
        """Joints that close loops with directions opposite that should be the same."""
        if not self._facing:
            return []
        rolled, still = self.rolled, np.zeros(self.loops.n)
        rolled.library.loop("readings")(rolled.I, self.work, np.array([t]), q.copy(), still, self.loops.zero_inputs)
        Z, record = self.work[rolled.places["Z"]], rolled.record
        return [
            record.full_name(int(rows.uses.module[k]), rows.uses.names[k])
            for rows in self._facing
            for k in np.flatnonzero(~(rows.values(Z).reshape(len(rows.uses), -1) > 0).all(axis=1)).tolist()
        ]

    def refuse_off(self, state: State) -> None:
        """Refuse a state that is off its constraints, with the joints that are off most."""
        lengths = [float(np.linalg.norm(state.q[group])) for group in self.units]
        words = [
            f"{', '.join(self.loops.coordinates[k] for k in group)} have the length {length:.6g}, not 1"
            for group, length in zip(self.units, lengths, strict=True)
            if abs(length - 1.0) > OFF
        ]
        parts: list[str] = []
        rolled, work = self.rolled, self.work
        if rolled.constraints is not None:
            rolled.library.loop("readings")(
                rolled.I, work, np.array([state.t]), state.q.copy(), state.v.copy(), self.loops.zero_inputs
            )
            rows = row_scales(rolled, self.loops.size)
            speeds = np.abs(state.v) / scales_of(self.loops.equations.speed_units, self.loops.size)
            fast = max(1.0, float(np.max(speeds, initial=0.0)))
            for place, allowed, what in (("Tg", OFF, "do not close, by"), ("Tphi", OFF * fast, "are violated, by")):
                sizes = np.abs(work[rolled.places[place]])
                if np.max(sizes / rows, initial=0.0) > allowed:
                    parts = constraint_names(rolled, sizes / rows)
                    words.append(f"{', '.join(parts)} {what} {np.max(sizes):.3g}")
                    break
        if words:
            reason = (
                f"the state is off its constraints: {'; '.join(words[:5])}. Its answer would be that of no machine; "
                "take a state of dynamics.assemble(...), which meets them"
            )
            raise AssemblyError(reason, parts, {})

    def _set_own(
        self, values: Array, wanted: Mapping[tuple[int, int], float], *, level: int
    ) -> dict[tuple[int, int], float]:
        """Set what is a coordinate (or speed) of its own; what is not is left."""
        left = {}
        dst = self.rolled.q_dst if level == 0 else self.rolled.v_dst
        back = {int(k): n for n, k in enumerate(dst)}
        for (kind, row), value in wanted.items():
            uses = self.readings[kind].uses
            at = -1 if uses.type.place is None else uses.type.place[level]
            if at < 0:
                left[kind, row] = value
            else:
                values[back[int((uses.q if level == 0 else uses.v)[row, at])]] = value
        return left

    def engine(self, wanted: Sequence[tuple[int, int]]) -> tuple[Rolled, Array]:
        """Loops with constraints that hold quantities too."""
        if not wanted:
            return self.rolled, self.work
        kept, key = self.rolled.holding, tuple(wanted)
        made = kept.get(key)
        if made is None:
            made = kept[key] = Rolled(
                self.loops.equations, holding_constraints(self.readings, wanted, self.rolled.record)
            )
        assert isinstance(made, Rolled)
        return made, working_array(made, self.loops.p)

    def impulse(self, state: State, place: tuple[int, int], change: float) -> tuple[Array, float, float]:
        """Jump dv of the speeds by an impulse L on a quantity of speed s = R v that changes s by `change`; also L.

            M dv = A^T J + R^T L,  A dv = 0,  R dv = change

        The third is the error of the last two, over the change: near 1 where the constraints hold the quantity.
        """
        rolled, work = self.engine([place])
        assert rolled.constraints is not None
        jump, time = np.zeros(self.loops.n), np.array([state.t])
        given = np.zeros(rolled.constraints.m)
        given[-1] = change
        loop = rolled.library.loop
        # The quantity is a constraint more, the last one; its multiplier is the impulse.
        loop("factorise")(rolled.I, work, time, state.q.copy(), state.v.copy(), self.loops.zero_inputs)
        work[rolled.places["rhs"]] = given
        loop("correct")(rolled.I, work, jump)
        impulse, rows = float(work[rolled.places["lam"]][-1]), []
        # Where it depends on the others, the jump is of the size of rounding over a pivot that is none.
        for v in (state.v, state.v + jump):
            loop("readings")(rolled.I, work, time, state.q.copy(), v.copy(), self.loops.zero_inputs)
            rows.append(work[rolled.places["Tphi"]].copy())
        error = np.max(np.abs(rows[1] - rows[0] - given)) / abs(change)
        return jump, impulse, float(np.nan_to_num(error, nan=np.inf))

    def _close(self, q: Array, wanted: Mapping[tuple[int, int], float], t: float) -> Array:
        """Newton steps (of least size in the metric of the inertia) towards closed joints and wanted positions."""
        order = group_by_type(wanted)
        if self.engine(order)[0].constraints is None:
            return self.normal(q)
        problem = SparseProblem(self, order, t)
        goal = np.array([wanted[key] for key in order])
        q = self.normal(q)
        first = problem.values(q)
        way = -problem.off(first, goal)
        size = float(np.max(np.abs(way) / problem.rows[len(problem.rows) - len(way) :], initial=0.0))
        # The way to the wanted positions, in steps that Newton's method follows without changing the assembly mode.
        reached, done = advance(
            problem,
            q[None],
            first[None],
            way[None],
            first=min(1.0, LARGEST_PATH_STEP / size) if size > 0 else 1.0,
            smallest=SMALLEST_PATH_SHARE,
            predict=False,
        )
        if done[0] < 1.0:
            raise self._not_closed(problem, reached[0], goal)
        return np.asarray(reached[0])

    def _not_closed(self, problem: SparseProblem, q: Array, goal: Array) -> AssemblyError:
        """Which joints do not close, by how much, from where the way to the goal ends."""
        gaps = problem.error(q, goal)
        worst, size = constraint_names(problem.rolled, np.abs(gaps)), float(np.max(np.abs(gaps), initial=0.0))
        open_joints = f"{', '.join(worst)} do not close" + (f", by {size:.3g}" if np.isfinite(size) else "")
        singular = not np.isfinite(problem.displacement(q, -gaps)).all()
        why = "; the constraints lose rank there, so start nearer, or elsewhere (`near`)" if singular else ""
        return AssemblyError(f"the joints cannot be closed at these positions: {open_joints}{why}", worst, {})

    def rates(self, q: Array, v: Array, t: float) -> Array:
        """q' = N v of the machine's own coordinates."""
        rolled = self.rolled
        # Kernels of the rates read from all values.
        Z = self.work[rolled.places["Z"]].copy()
        Z[rolled.starts["t"]] = t
        Z[rolled.starts["q"] + rolled.q_dst] = q
        Z[rolled.starts["v"] + rolled.v_dst] = v
        result = np.zeros(rolled.record.sizes["q"])
        blocks = [uses for uses in rolled.record.blocks if uses.type.local.q.numel()]
        for made, uses in zip(self._rate_functions, blocks, strict=True):
            values = np.asarray(made.kernel.map(len(uses))(Z[made.index].T)) if made.count else 0.0
            result[uses.q] = np.asarray(values).T
        return result[rolled.q_dst]

    @cached_property
    def _rate_functions(self) -> list[Any]:
        return rates_of(self.rolled.record, self.rolled.starts)

    def normal(self, q: Array) -> Array:
        """Coordinates with unit groups of length 1."""
        result = np.array(q, dtype=float)
        for group in self.units:
            result[group] /= np.linalg.norm(result[group])
        return result

    def _solve_speeds(
        self,
        q: Array,
        v: Array,
        wanted: Mapping[tuple[int, int], float],
        every: Mapping[tuple[int, int], float],
        t: float,
    ) -> Array:
        """Speeds that meet the constraints and the wanted ones; none wanted means rest."""
        # Fewer speeds than degrees of freedom would leave the rest to chance.
        dof = (
            self.loops.n
            - len(self.loops.equations.states)
            - (self.rolled.constraints.m if self.rolled.constraints else 0)
        )
        if every and len(every) != dof:
            reason = (
                f"{len(every)} speeds are given and there are {dof} degrees of freedom; give as many independent "
                "speeds as there are degrees of freedom, or none for rest"
            )
            raise AssemblyError(reason, [], {})
        order = group_by_type(wanted)
        rolled, work = self.engine(order)
        if rolled.constraints is None:
            return v
        goal = np.array([wanted[key] for key in order])
        step = np.zeros(self.loops.n)
        for _ in range(20):
            rolled.library.loop("factorise")(rolled.I, work, np.array([t]), q.copy(), v.copy(), self.loops.zero_inputs)
            rolled.library.loop("readings")(rolled.I, work, np.array([t]), q.copy(), v.copy(), self.loops.zero_inputs)
            # Newton steps, though constraints are linear in most machines' speeds: one is usual.
            error = work[rolled.places["Tphi"]].copy()
            error[len(error) - len(goal) :] -= goal
            size = float(np.max(np.abs(error), initial=0.0))
            if size < 1e-13 * max(1.0, float(np.max(np.abs(v), initial=0.0))):
                return v
            work[rolled.places["rhs"]] = -error
            rolled.library.loop("correct")(rolled.I, work, step)
            v = v + step
        if not size < 1e-9 * max(1.0, float(np.max(np.abs(v), initial=0.0))):
            worst = constraint_names(rolled, np.abs(error))
            reason = f"the speeds given contradict the constraints or each other, most at {', '.join(worst)}"
            raise AssemblyError(reason, worst, {})
        return v


def scales_of(units: Sequence[str], size: float) -> Array:
    """The machine's size for lengths (and lengths per second), 1 for the others."""
    return np.where(np.isin(np.array(units, dtype=str), list(LENGTHS)), size, 1.0)


def row_scales(rolled: Rolled, size: float) -> Array:
    """Scales of the rows of all constraints."""
    assert rolled.constraints is not None
    kinds = [np.tile(scales_of([x.unit for x in uses.type.rows], size), len(uses)) for uses in rolled.constraints.uses]
    return np.concatenate(kinds)


def group_by_type(wanted: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Targets in the order in which constraints that hold them are numbered: type by type."""
    kinds = list(dict.fromkeys(kind for kind, _ in wanted))
    return [key for kind in kinds for key in wanted if key[0] == kind]

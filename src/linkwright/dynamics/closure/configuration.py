"""The configuration of a machine for values of its quantities: one search, in poses of bodies, for every formalism.

1. The spanning tree is walked (`walk`). Where that closes all joints and meets all values, nothing is searched for.
2. Else gaps g, directions of axes d (1 where a joint is closed the right way round) and values w are closed by damped
   least squares from the walk,

       min |g(q)|^2 + |d(q) - 1|^2 + |z(q) - w|^2,

   then by Newton steps of least size: g = 0 and z = w, or g = 0 alone where the values contradict the joints. Where
   values leave directions free, positions there are brought to zero in the order of `kept_order`.
   Threads that close loops, which would do so one turn on as well, are first brought to where they begin.
3. Where that fails, ends with a joint the wrong way round, or leaves the configuration open, other walks follow, with
   the joints without a value moved. Of the configurations found the one with the least misfit of the values counts,
   then the one whose other positions are least; the first of equal ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, Integers
from linkwright.dynamics.closure.assembler import (
    LARGEST_PATH_STEP,
    MET,
    SMALLEST_PATH_SHARE,
    independent_of,
    order_of_positions,
)
from linkwright.dynamics.closure.least_squares import DIFFERENCE
from linkwright.dynamics.closure.position_level import MOST_DENSE, PositionLevel, Rows, joined_values
from linkwright.dynamics.closure.problem import NewtonStep, PositionProblem, advance, least_step, newton
from linkwright.dynamics.closure.walk import Walk
from linkwright.dynamics.closure.whole_turns import TURN
from linkwright.dynamics.rank import LENGTHS, machine_size, null_space
from linkwright.dynamics.system.readings import CLOSED
from linkwright.equations import Equations

STARTS = 4
"""Walks with joints moved where the description leaves several configurations open."""
MOST_STARTS = 24
"""Walks with joints moved before a machine counts as one that cannot be closed."""
AGAIN = 5
"""Times that positions are brought to their goals: what is independent there may be other than where it began."""
DIGITS = 6
"""Decimals to which two configurations are told apart by their distances."""
MOST_DAMPED_STEPS = 200
NO_BETTER = 1e-14
"""Share by which a step must lower the squares: less is rounding."""
ARRIVED = 1e-10
"""Step (rad, or of the machine's size) that is none."""
NO_ROW = 1e-10
"""What stands in for zero where rows of gaps depend on each other."""


@dataclass(frozen=True, eq=False)
class Configuration:
    """Positions of all quantities by full name, up to whole turns; those that were brought to a goal, and the goal.

    `counted` are the positions that gears and threads tie, with their turns; `q` the coordinates of the bodies in
    poses.
    """

    positions: Mapping[str, float]
    goals: Mapping[str, float]
    counted: Mapping[str, float]
    q: Array


class UnclosedError(Exception):
    """No configuration was found; `opposite` are joints that close the wrong way round only."""

    def __init__(self, opposite: Sequence[str]) -> None:
        super().__init__(", ".join(opposite))
        self.opposite = tuple(opposite)


def find_configuration(record: Equations, values: Mapping[str, float], p: Array) -> Configuration:
    """The configuration of a record in poses at t = 0 for values by full name."""
    return Search(record, values, p).find()


def extent(record: Equations, p: Array) -> float:
    """The size (m) of a machine: the largest distance between points of a body; without that of its parameters."""
    return PositionLevel.of(record).extent(p) or machine_size(record.parameters.in_unit, p)


class Search:
    """One search: a record with values of some quantities and of its parameters."""

    def __init__(self, record: Equations, values: Mapping[str, float], p: Array) -> None:
        self.level, self.walk, self.p, size = PositionLevel.of(record), Walk.of(record), p, extent(record, p)
        self.size = size
        level = self.level
        self.record = record
        self.values = values
        self.given = [name for name in values if name in level.places and level.places[name].row >= 0]
        self.gap_scales = np.where(level.gap_lengths, size, 1.0)
        self.speed_scales = np.where(level.speed_lengths, size, 1.0)
        self.coordinate_scales = np.where(level.coordinate_lengths, size, 1.0)

    # -- the rule --------------------------------------------------------------------------------------------------

    def find(self) -> Configuration:
        """The configuration by the rule of this module."""
        start = self.walk(self.values, self.p, {})
        if self.is_met(start):
            return self.result(start, {name: self.values[name] for name in self.given})
        start = self.on_first_turn(start)
        opposite: list[str] = []
        found: list[tuple[Array, dict[str, float]]] = []
        for number in range(MOST_STARTS + 1):
            try:
                q = self.settle(start if number == 0 else self.walk(self.values, self.p, self.moved(number)))
                wrong = [] if q is None else self.opposite(q)
                opposite += wrong
                if q is not None and not wrong:
                    found.append(self.complete(q))
            except linear_algebra.MatrixError:  # values overflow there, or have no limit
                continue
            if found and (number >= STARTS or (number == 0 and self.is_determined(*found[0]))):
                break
        if not found:
            raise UnclosedError(list(dict.fromkeys(opposite)))
        q, goals = min(found, key=lambda each: self.distance(each[0]))
        return self.result(q, goals)

    def placed(self) -> Configuration | None:
        """Where the values alone place every body, joint after joint; None where they do not, or joints stay open."""
        if not self.walk.places_all(self.values):
            return None
        q = self.walk(self.values, self.p, {})
        return self.result(q, {name: self.values[name] for name in self.given}) if self.is_met(q) else None

    def is_met(self, q: Array) -> bool:
        """Whether all joints are closed, the right way round, and all values met."""
        residual = self.problem(self.given).residual(q)
        return bool(np.max(np.abs(residual), initial=0.0) < CLOSED) and not self.opposite(q)

    def on_first_turn(self, q: Array) -> Array:
        """Coordinates nearer to where threads that close loops begin: one turn on, they would close as well."""
        tied = self.walk.completed(self.values, self.p)
        threads = [name for name, place in self.level.places.items() if place.unit == "rad" and not place.periodic]
        open_threads = {name: tied.get(name, 0.0) for name in threads if name not in self.values}
        if not open_threads:
            return q
        names = [*self.given, *open_threads]
        return self.damped(self.problem(names, {**self.values, **open_threads}), q)

    def moved(self, number: int) -> dict[str, float]:
        """Values for a further walk, of joints and bodies without one."""
        every = [name for joint in (*self.walk.joints, *self.walk.bodies) for name in joint.names]
        every += self.walk.coordinate_names.values()
        names = [name for name in dict.fromkeys(every) if name not in self.values and not name.endswith(".e0")]
        turns = min(0.5 + 0.1 * number, 2.0) * np.cos(1.7 * number * np.arange(1, len(names) + 1))
        lengths = [self.level.places[name].unit in LENGTHS for name in names]
        return dict(zip(names, np.where(lengths, turns * self.size, turns).tolist(), strict=True))

    def is_determined(self, q: Array, goals: Mapping[str, float]) -> bool:
        """Whether the values given are met and leave nothing open, or all other positions are zero."""
        missed, others = self.distance(q)
        return missed == 0.0 and (others == 0.0 or set(goals) <= set(self.values))

    def distance(self, q: Array) -> tuple[float, float]:
        """Norms of the differences to the values given and of all other positions, over their scales, rounded."""
        names = [name for name, place in self.level.places.items() if place.row >= 0]
        goals = {name: self.values.get(name, 1.0 if name.endswith(".e0") else 0.0) for name in names}
        off = self.problem(names, goals).residual(q)[len(self.gap_scales) :]
        given = np.array([name in self.values for name in names], dtype=bool)
        missed, others = (round(float(np.linalg.norm(off[which])), DIGITS) for which in (given, ~given))
        return missed, others

    def result(self, q: Array, goals: Mapping[str, float]) -> Configuration:
        """Positions of all quantities at coordinates."""
        z = joined_values(self.level.positions, self.level.values(0.0, q, self.p))
        positions = {name: float(z[place.row]) for name, place in self.level.places.items() if place.row >= 0}
        return Configuration(positions, goals, self.counted(positions), q)

    def counted(self, positions: Mapping[str, float]) -> dict[str, float]:
        """Positions that gears and threads tie, angles with the turns that the values say, zero where none is given."""
        result: dict[str, float] = {}
        ends = [end for tie in self.walk.ties for end in (tie.first, tie.second)]
        for name in [*[end for end in ends if end in self.values], *ends]:
            if name not in result:
                turns = (
                    round((self.values.get(name, 0.0) - positions[name]) / TURN)
                    if self.level.places[name].periodic
                    else 0
                )
                result = self.walk.tied(result | {name: positions[name] + TURN * turns}, self.p)
        return result

    def opposite(self, q: Array) -> list[str]:
        """Joints that are closed the wrong way round."""
        Z = self.level.values(0.0, q, self.p)
        return [
            self.record.full_name(int(rows.uses.module[k]), rows.uses.names[k])
            for rows in self.level.facing
            for k in np.flatnonzero((rows.values(Z).reshape(len(rows.uses), -1) < -1.0).any(axis=1)).tolist()
        ]

    # -- steps -----------------------------------------------------------------------------------------------------

    def problem(self, names: Sequence[str], goals: Mapping[str, float] | None = None) -> PoseProblem:
        """Gaps and quantities that are to be at goals (default: the values given)."""
        wanted = self.values if goals is None else goals
        return PoseProblem(self, tuple(names), np.array([wanted[name] for name in names]))

    def settle(self, q: Array) -> Array | None:
        """Coordinates with all joints closed, as near to the values as that allows; None where steps lead nowhere."""
        problem = self.problem(self.given)
        q = self.damped(problem, q)
        if np.max(np.abs(problem.residual(q)), initial=0.0) < MET:
            met = problem.newton(q)
            if met is not None:
                return met
        return self.close(q)

    def close(self, q: Array) -> Array | None:
        """Coordinates with all joints closed, from near; None where steps lead nowhere.

        Where constraints lose rank as the joints close, damped steps get there and Newton's do not.
        """
        problem = self.problem(())
        closed = problem.newton(q)
        if closed is None:
            q = self.damped(problem, q)
            closed = q if np.max(np.abs(problem.residual(q)), initial=0.0) < CLOSED else None
        return closed

    def complete(self, q: Array) -> tuple[Array, dict[str, float]]:
        """Coordinates at the values given, with what they leave open at zero, and the positions that are so.

        Values that contradict each other or the joints are met in least squares first, and kept as they are then.
        """
        given = {name: self.values[name] for name in self.given}
        if np.max(np.abs(self.problem(self.given).residual(q)), initial=0.0) >= MET:
            q = self.nearest(q)
            given |= {name: value for name, value in self.result(q, {}).positions.items() if name in given}
        goals: dict[str, float] = {}
        for _ in range(AGAIN):
            goals = {name: given.get(name, 0.0) for name in self.independent(q)}
            problem = self.problem(list(goals), goals)
            if np.max(np.abs(problem.residual(q)[len(self.gap_scales) :]), initial=0.0) < CLOSED:
                break
            reached = problem.follow(q)
            if reached is None:  # what is open cannot be zero: it stays where it is
                return q, {}
            q = reached
        return q, goals

    def independent(self, q: Array) -> list[str]:
        """Quantities that are independent of each other and leave nothing open, those given first.

        Of a machine with many parts those given alone: what they leave open stays where the walk had it.
        """
        if self.level.n > MOST_DENSE:
            return list(self.given)
        first = [name for name in self.order if name in self.values]
        others = [name for name in self.order if name not in self.values]
        names = [*first, *others]
        problem = self.problem(names, dict.fromkeys(names, 0.0))
        _, J, _ = problem.linear(q)
        count = len(self.gap_scales)
        still = np.ones(self.level.n, dtype=bool)
        for _, _, columns in self.level.rates:
            still[columns] = False
        free = null_space(np.vstack([J[:count], np.eye(self.level.n)[still]]))
        chosen = independent_of(J[count:], free, (), range(len(names)))
        return [names[k] for k in chosen]

    @cached_property
    def order(self) -> list[str]:
        """Positions by full name in the order in which they are kept."""
        joints = {name.rpartition(".")[0] for joint in self.walk.joints for name in joint.names}
        joints |= {
            self.record.full_name(module, name)
            for uses in self.record.constraints
            for module, name in zip(uses.module.tolist(), uses.names, strict=True)
        }
        names = [name for name, place in self.level.places.items() if place.row >= 0]
        return order_of_positions(names, self.record.show, joints, ())

    def nearest(self, q: Array) -> Array:
        """Coordinates with all gaps closed whose positions are nearest to values that contradict each other.

        Gauss-Newton steps d along closed joints: |J_z d + z - w|^2 + mu |d|^2 is least with J_g d = 0.
        """
        problem = self.problem(self.given)
        damping, count = 1e-9, len(self.gap_scales)
        for _ in range(MOST_DAMPED_STEPS):
            e, J, N = problem.linear(q)
            size, trial = float(np.linalg.norm(e[count:])), None
            while trial is None and damping < 1e3:
                step = problem.along(J, e[count:], damping)
                if np.max(np.abs(step), initial=0.0) < ARRIVED:
                    return q
                trial = self.close(self.level.normalise(q + N @ step))
                if trial is not None and not np.linalg.norm(problem.residual(trial)[count:]) < size * (1 - NO_BETTER):
                    trial = None
                damping *= 10.0
            if trial is None:
                break
            q, damping = trial, max(damping / 1e3, 1e-9)
        return q

    def damped(self, problem: PoseProblem, q: Array) -> Array:
        """Coordinates with the least squares of gaps, directions and quantities, by damped steps (Levenberg).

            (J^T J + mu 1) d = -J^T e

        Rows that have no value where the search begins (a formula outside its domain) count from where they have one.
        """
        damping = 1e-3
        error = problem.error(q)
        for _ in range(MOST_DAMPED_STEPS):
            known = np.isfinite(error)
            if np.max(np.abs(error[known]), initial=0.0) < CLOSED:
                break
            J, N = problem.slopes(q)
            square, down = problem.normal_equations(J, np.where(known, error, 0.0), known)
            cost = float(error[known] @ error[known])
            while damping < 1e12:
                step = problem.solve(square, damping, down)
                trial = self.level.normalise(q + N @ step)
                after = problem.error(trial)
                if np.isfinite(after[known]).all() and float(after[known] @ after[known]) < cost:
                    break
                damping *= 4.0
            else:
                break
            gained = 1.0 - float(after[known] @ after[known]) / cost
            q, error, damping = trial, after, max(damping / 9.0, 1e-12)
            if gained < NO_BETTER:
                break
        return q


@dataclass(frozen=True, eq=False)
class PoseProblem(PositionProblem):
    """Gaps of joints and differences of some quantities to their goals, without units, one configuration at a time."""

    search: Search
    names: tuple[str, ...]
    goals: Array

    @property
    def level(self) -> PositionLevel:
        """What is evaluated."""
        return self.search.level

    @property
    def is_dense(self) -> bool:
        """Whether matrices are full."""
        return self.level.n <= MOST_DENSE

    @cached_property
    def places(self) -> Integers:
        """Rows of the quantities among all positions."""
        return np.array([self.level.places[name].row for name in self.names], dtype=np.int64)

    @cached_property
    def groups(self) -> list[Rows]:
        """Groups of positions that the quantities are in."""
        wanted = set(self.places.tolist())
        return [rows for rows in self.level.positions if not wanted.isdisjoint(rows.numbers.ravel().tolist())]

    @cached_property
    def scales(self) -> Array:
        """Scales of the quantities."""
        units = [self.level.places[name].unit for name in self.names]
        return np.where(np.isin(np.array(units, dtype=str), list(LENGTHS)), self.search.size, 1.0)

    @cached_property
    def angles(self) -> list[int]:
        """Which quantities are angles: whole turns are settled where coordinates follow from positions."""
        return [k for k, name in enumerate(self.names) if self.level.places[name].periodic]

    def _values(self, Z: Array) -> Array:
        z = np.zeros(self.level.position_count)
        for rows in self.groups:
            z[rows.numbers.ravel()] = rows.values(Z)
        return np.asarray(z[self.places])

    def residual(self, q: Array, wanted: Array | None = None) -> Array:
        """Gaps, then quantities less their goals, without units."""
        Z = self.level.values(0.0, q, self.search.p)
        off = self._values(Z) - (self.goals if wanted is None else wanted)
        off[self.angles] = np.arctan2(np.sin(off[self.angles]), np.cos(off[self.angles]))
        return np.concatenate([joined_values(self.level.gaps, Z) / self.search.gap_scales, off / self.scales])

    def error(self, q: Array) -> Array:
        """The residual, then directions less 1."""
        Z = self.level.values(0.0, q, self.search.p)
        return np.concatenate([self.residual(q), joined_values(self.level.facing, Z)])

    def slopes(self, q: Array) -> tuple[Any, Any]:
        """Slopes of the error by the speeds over their scales, and N; over small differences where they have no value.

        That is so where a formula ends, as a root at zero does.
        """
        level, Z = self.level, self.level.values(0.0, q, self.search.p)
        with np.errstate(invalid="ignore"):
            J, N = self._slopes(Z)
            J = level.stack([J, level.slope_matrix(level.facing, Z, level.products) @ N])
        if self.is_dense and not np.isfinite(J).all():
            here = self.error(q)
            columns = [(self.error(level.normalise(q + DIFFERENCE * column)) - here) / DIFFERENCE for column in N.T]
            J = np.where(np.isfinite(J), J, np.stack(columns, axis=1))
        return J, N

    def linear(self, q: Array) -> tuple[Array, Any, Any]:
        """Residual, its slopes by the speeds over their scales, and N; a slope that has no value is none.

        So it is where a formula ends, and for angles of axes that are parallel there.
        """
        with np.errstate(invalid="ignore"):
            J, N = self._slopes(self.level.values(0.0, q, self.search.p))
        entries = J if self.is_dense else J.data
        entries[~np.isfinite(entries)] = 0.0
        return self.residual(q), J, N

    def _slopes(self, Z: Array) -> tuple[Any, Any]:
        """Slopes of the residual by the speeds over their scales, and N, at all values Z."""
        level = self.level
        N = level.rate_matrix(Z, self.search.speed_scales)
        gaps = level.slope_matrix(level.gaps, Z, len(self.search.gap_scales))
        positions = level.slope_matrix(self.groups, Z, level.position_count)[self.places]
        scales = np.concatenate([self.search.gap_scales, self.scales])
        if self.is_dense:
            return (level.stack([gaps, positions]) / scales[:, None]) @ N, N
        from scipy import sparse

        return sparse.csr_matrix(sparse.diags(1 / scales) @ level.stack([gaps, positions]) @ N), N

    # -- linear algebra --------------------------------------------------------------------------------------------

    def normal_equations(self, J: Any, error: Array, known: Array) -> tuple[Any, Array]:
        """J^T J and -J^T e of the rows that are known."""
        if self.is_dense:
            J = np.where(known[:, None] & np.isfinite(J), J, 0.0)  # beyond the end of a formula there is no slope
        return J.T @ J, np.asarray(-(J.T @ error))

    def solve(self, square: Any, damping: float, right: Array) -> Array:
        """The damped step."""
        if self.is_dense:
            return linear_algebra.solve(square + damping * np.eye(len(right)), right)
        from scipy import sparse

        return np.asarray(
            linear_algebra.splu(sparse.csc_matrix(square + damping * sparse.identity(len(right)))).solve(right)
        )

    def along(self, J: Any, off: Array, damping: float) -> Array:
        """The step along closed joints that brings positions nearest to their goals."""
        count, n = len(self.search.gap_scales), self.level.n
        gaps, slopes = J[:count], J[count:]
        right = np.concatenate([-(slopes.T @ off), np.zeros(count)])
        if self.is_dense:
            square = slopes.T @ slopes + damping * np.eye(n)
            return linear_algebra.solve(np.block([[square, gaps.T], [gaps, -NO_ROW * np.eye(count)]]), right)[:n]
        from scipy import sparse

        square = slopes.T @ slopes + damping * sparse.identity(n)
        matrix = sparse.bmat([[square, gaps.T], [gaps, -NO_ROW * sparse.identity(count)]], format="csc")
        return np.asarray(linear_algebra.splu(matrix).solve(right)[:n])

    def newton(self, q: Array) -> Array | None:
        """Coordinates that close the joints and meet the goals, from near; None where steps lead nowhere."""
        found, good = newton(self, q[None], self.goals[None])
        return np.asarray(found[0]) if good[0] else None

    def follow(self, q: Array) -> Array | None:
        """The same along a straight way of the quantities."""
        first = self._values(self.level.values(0.0, q, self.search.p))
        way = -self.residual(q)[len(self.search.gap_scales) :] * self.scales
        size = float(np.max(np.abs(way) / self.scales, initial=0.0))
        share = min(1.0, LARGEST_PATH_STEP / size) if size > 0 else 1.0
        reached, done = advance(
            self, q[None], first[None], way[None], first=share, smallest=SMALLEST_PATH_SHARE, predict=False
        )
        return self.newton(reached[0]) if done[0] == 1.0 else None

    # -- the contract of Newton steps ------------------------------------------------------------------------------

    def step(self, Q: Array, wanted: Array, *, aside: bool = False) -> NewtonStep:
        """A Newton step of least size."""
        e = self.residual(Q[0], wanted[0])
        size = np.max(np.abs(e), initial=0.0)
        if not np.isfinite(size):
            return NewtonStep(np.array([size]), np.zeros(Q.shape), np.array([size]))
        _, J, N = self.linear(Q[0])
        d = self.least_step(J, e, min(float(size), 1e-2) if aside else 0.0)
        return NewtonStep(np.array([size]), (N @ d)[None], np.abs(e + J @ d).max(keepdims=True, initial=0.0))

    def predict(self, Q: Array, change: Array) -> Array:
        """Where the quantities have changed along the tangent."""
        _, J, N = self.linear(Q[0])
        e = np.concatenate([np.zeros(len(self.search.gap_scales)), -change[0] / self.scales])
        return self.normalise(Q + (N @ self.least_step(J, e, 0.0))[None])

    def least_step(self, J: Any, e: Array, aside: float) -> Array:
        """The least d with J d = -e; of sparse matrices by (1, J^T; J, 0) (d, l) = (0, -e)."""
        if self.is_dense:
            return least_step(J, e, aside)
        from scipy import sparse

        rows, n = J.shape
        matrix = sparse.bmat([[sparse.identity(n), J.T], [J, -NO_ROW * sparse.identity(rows)]], format="csc")
        return np.asarray(linear_algebra.splu(matrix).solve(np.concatenate([np.zeros(n), -e]))[:n])

    def normalise(self, Q: Array) -> Array:
        """Euler parameters of length 1."""
        return self.level.normalise(Q[0])[None]

    def change(self, difference: Array) -> Array:
        """Largest change of a coordinate, lengths in machine sizes."""
        return np.asarray(np.max(np.abs(difference) / self.search.coordinate_scales, axis=1, initial=0.0))

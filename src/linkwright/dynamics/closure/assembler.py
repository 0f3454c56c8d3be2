"""Assembly: coordinates that close every joint and meet the positions given, and speeds that fit them.

Positions by Newton steps of least displacement, following a path from a known configuration to the wanted one, so that
the assembly mode of the start is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.closure import refusals
from linkwright.dynamics.closure.least_squares import compromise
from linkwright.dynamics.closure.problem import (
    DenseProblem,
    Factors,
    Linear,
    Mask,
    SomeRows,
    Trial,
    advance,
    least_step,
    least_steps,
    newton,
)
from linkwright.dynamics.closure.whole_turns import TURN, WholeTurns
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.rank import RANK_TOLERANCE, TYPED, Scales, level_scale, null_space, rank
from linkwright.dynamics.system.readings import read_state
from linkwright.dynamics.system.system import Recent, System, call_function
from linkwright.equations import Role
from linkwright.symbolic import jacobian

FREE = 1e-6
"""Share of a quantity's slope that those kept before must leave free for it to be kept too: below, it would have to
move the machine very far to stay where it is."""


MOST_ORDERS = 32
"""Sets of given positions whose `kept_order` is kept: whoever assembles many states gives the same ones each time."""


MOST_PROBLEMS = 16
"""Position problems that are kept: states that are assembled one after another have the same one."""
MOST_COMPLETIONS = 32
"""Starts and sets of given positions for which it is kept what stays as it is there."""


def kept_order(system: System, given: Collection[int]) -> tuple[int, ...]:
    """Numbers of the positions that are not given, in the order in which they are kept."""
    known: Recent = system.cached("orders of positions", lambda: Recent(MOST_ORDERS))
    found: tuple[int, ...] | None = known.get(frozenset(given))
    if found is None:
        found = known[frozenset(given)] = _order(system, given)
    return found


def _order(system: System, given: Collection[int]) -> tuple[int, ...]:
    record = system.equations
    joints = {
        record.full_name(int(module), name)
        for uses in (*record.constraints, *record.supports)
        for module, name in zip(uses.module.tolist(), uses.names, strict=True)
    }
    numbers = {quantity.full: k for k, quantity in enumerate(system.quantities) if quantity.z is not None}
    full = {k: name for name, k in numbers.items()}
    return tuple(
        numbers[name] for name in order_of_positions(list(numbers), record.show, joints, [full[k] for k in given])
    )


def order_of_positions(
    names: Collection[str], show: Callable[[str], str], joints: Collection[str], given: Collection[str]
) -> list[str]:
    """Positions (by full name) that are not given, in the order in which they are kept.

    Those of parts of which another position is given, those with a short name, those of joints, then all others.
    """
    parts = {name.rpartition(".")[0] for name in given}

    def key(name: str) -> tuple[bool, bool, bool, bool, list[tuple[int, str]]]:
        part, _, own = name.rpartition(".")
        # e1, e2, e3 come before e0, which hardly changes near 1; it decides at half a turn.
        return part not in parts, show(name) == name, part not in joints, own == "e0", _natural(name)

    return sorted(set(names) - set(given), key=key)


def independent_of(slopes: Array, free: Array, first: Sequence[int], then: Sequence[int]) -> list[int]:
    """Which of `then` are independent of `first` and of each other in what the constraints leave, `free` (n, f).

    Slopes of all quantities (k, n) are over their scales, so of order 1; one that hardly changes is not taken.
    """
    rows = slopes @ free
    basis = np.zeros((0, rows.shape[1]))
    chosen: list[int] = []
    for number, k in enumerate([*first, *then]):
        if len(basis) == rows.shape[1]:
            break
        row = rows[k] - basis.T @ (basis @ rows[k])
        row = row - basis.T @ (basis @ row)
        size = float(np.linalg.norm(row))
        if size <= FREE * max(float(np.linalg.norm(slopes[k])), 1.0):
            continue
        basis = np.vstack([basis, row / size])
        if number >= len(first):
            chosen.append(k)
    return chosen


def _natural(name: str) -> list[tuple[int, str]]:
    """Names with their numbers counted: leg2 before leg10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


LARGEST_PATH_STEP, SMALLEST_PATH_SHARE, SMALLEST_MESH_SHARE = 0.3, 1e-3, 1e-5
"""Largest change of a coordinate (rad, or of the machine's size) in one step along the path, and the share of the path
below which a step is not halved again; a smaller one where threads or gears have to stay in mesh over many turns."""
SPEEDS_MET = TYPED
"""Residual, over the largest speed (lengths over the machine's size), above which constraints and wanted speeds are not
met."""
STUCK = 1 - 1e-6
"""Share of the residual of speeds that a step must leave for its rows to have no slope; where they have one, a step
removes all of it but what constraints that contradict each other keep."""
SLOWEST_MEASURE = 1e-6
"""Speed (rad/s, or of the machine's size) below which a machine is as good as at rest: residuals are not measured by
less, since a law that stands still may leave rounding of its rate."""
MET = 1e-4
"""Misfit (rad, or of the machine's size) of a compromise below which reference values and joints do not contradict each
other: Newton then meets both."""


@dataclass(frozen=True, eq=False)
class Assembler:
    """Functions of a system that assembly needs, made once."""

    system: System
    _positions: ca.Function
    _speeds: ca.Function

    @staticmethod
    def of(system: System) -> Assembler:
        """Position residuals and readings with their Jacobians in directions of v; velocity residuals and readings."""
        z = ca.vertcat(*[q.z if q.z is not None else ca.SX(0) for q in system.quantities])
        s = ca.vertcat(*[q.s for q in system.quantities])
        both = ca.vertcat(system.g, z)
        slope = ca.sparsify(jacobian(both, system.q) @ system.N)
        rates = ca.vertcat(system.phi, s)
        arguments = [system.t, system.q, system.v, system.p]
        positions = ca.Function("positions", arguments, [ca.densify(both), ca.densify(slope), ca.densify(system.N)])
        speeds = ca.Function("speeds", arguments, [ca.densify(rates), ca.densify(jacobian(rates, system.v))])
        return Assembler(system, positions, speeds)

    # -- positions -----------------------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> WholeTurns:
        """Angles that count whole turns."""
        return WholeTurns.of(self.system)

    def relative_gaps(self, t: float, q: Array, p: Array) -> Array:
        """Gaps g, lengths in machine sizes."""
        return self.problem(t, p).residual(q, np.zeros(0))

    def place(self, t: float, start: Array, p: Array, targets: Mapping[int, float]) -> Array:
        """Coordinates with all gaps closed and the targeted quantities (by number) met, near `start`."""
        q = self.reach(t, start, p, targets)
        if q is None:
            raise self.open_joint(t, start, p, list(targets), np.array(list(targets.values())))
        return q

    def reach(self, t: float, start: Array, p: Array, targets: Mapping[int, float]) -> Array | None:
        """The same, or None where no path leads there."""
        wanted, which = np.array(list(targets.values())), list(targets)
        problem = self.problem(t, p, which)
        near = problem.residual(start, wanted)[len(self.system.g_rows) :].tolist()
        if all(abs(off) < LARGEST_PATH_STEP for off in near):
            # The path would be one step: taken at once, and only as far as that may be.
            q = self.meet(t, start, p, which, wanted)
            if q is not None and problem.change((q - start)[None])[0] < LARGEST_PATH_STEP:
                return q
        q = self._follow(t, start, p, which, wanted)
        if q is not None:
            q = self.meet(t, q, p, which, wanted)
        if q is None:
            q = self._the_other_way(t, start, p, which, wanted)
        if q is None:
            return None
        off = self._values(t, q, p) - self._values(t, start, p)
        return self.turns.nearest(q, off, lambda x: self.relative_gaps(t, x, p), kept=which)

    def place_completed(
        self, t: float, start: Array, p: Array, targets: Mapping[int, float], kept: Sequence[int]
    ) -> Array:
        """Coordinates with the targets met and the positions `kept` where they are at `start`."""
        values = self._values(t, start, p)[list(kept)].tolist() if kept else []
        try:
            return self.place(t, start, p, dict(targets) | dict(zip(kept, values, strict=True)))
        except AssemblyError as fault:
            if not targets or not kept:
                raise
            placed = self.place(t, start, p, targets)  # says so if what is given is at fault
            if not self.completion(t, placed, p, targets):
                return placed  # they depend on each other at the start, not where they are to be
            names = ", ".join(self.system.quantities[k].name for k in kept)
            reason = (
                f"the positions given leave {len(kept)} degree(s) of freedom open, and {names} cannot stay where they "
                f"are: {fault.reason}; give them too"
            )
            raise AssemblyError(reason, [self.system.quantities[k].name for k in kept], fault.gaps) from None

    def completion(
        self, t: float, start: Array, p: Array, given: Collection[int], first: Sequence[int] = ()
    ) -> list[int]:
        """Numbers of the positions that are kept where they are at `start` beside those given, so that none is open.

        Those in `first` are kept before others.
        """
        known: Recent = self.system.cached("completions", lambda: Recent(MOST_COMPLETIONS))
        key = (t, start.tobytes(), p.tobytes(), tuple(given), tuple(first))
        found: tuple[int, ...] | None = known.get(key)
        if found is None:
            found = known[key] = tuple(self._completion(t, start, p, list(given), first))
        return list(found)

    def _completion(self, t: float, start: Array, p: Array, given: Sequence[int], first: Sequence[int]) -> list[int]:
        system = self.system
        closed = self.meet(t, start, p, [], np.zeros(0))
        count = len(system.g_rows)
        slope = call_function(self._positions, t, start if closed is None else closed, np.zeros(system.n), p)[1]
        scales = Scales.of(system, p)
        slopes = scales.slopes(slope, np.concatenate([scales.gaps, scales.positions]))
        # Speeds that change no coordinate (currents) are in no position.
        free = null_space(np.vstack([slopes[:count], np.eye(system.n)[[not system.moves(k) for k in range(system.n)]]]))
        others = [k for k in kept_order(system, given) if k not in first]
        return independent_of(slopes[count:], free, given, [*first, *others])

    def _the_other_way(self, t: float, start: Array, p: Array, which: Sequence[int], wanted: Array) -> Array | None:
        """The same where the straight path is barred: angles that count turns by the shorter way, then whole turns."""
        distance = wanted - self._values(t, start, p)[list(which)]
        turns = {k: round(distance[n] / TURN) for n, k in enumerate(which) if k in self.turns.numbers}
        if not any(turns.values()):
            return None
        nearer = wanted - TURN * np.array([turns.get(k, 0) for k in which])
        q = self._follow(t, start, p, which, nearer)
        q = None if q is None else self.meet(t, q, p, which, nearer)
        if q is None:
            return None
        wished = {k: turns.get(k, 0) for k in (*which, *self.turns.numbers)}
        q, left = self.turns.add_turns(q, wished, lambda x: self.relative_gaps(t, x, p))
        return None if left & set(which) else q

    def _follow(self, t: float, start: Array, p: Array, which: Sequence[int], wanted: Array) -> Array | None:
        """Follow the straight path of independent targets from where they are at `start` to where they should be.

        Targets that depend on others (a crank's angle and its rocker's) would leave the constraints on the way; they
        are met at the end.
        """
        gaps, slopes = np.split(self._linear(t, start, p, which, wanted).J, [len(self.system.g_rows)])
        chosen = list(rank(slopes @ null_space(gaps), level_scale(slopes)).rows)
        which, wanted = [which[k] for k in chosen], wanted[chosen]
        # Moving constraints have carried the machine to where they are at t; steps are counted from there.
        carried = self.meet(t, start, p, [], np.zeros(0))
        q = start if carried is None else carried
        first = self._values(t, q, p)[which]
        problem = self.problem(t, p, which)
        way = -problem.off(first[None], wanted[None])
        size = float(np.max(np.abs(way) / problem.scales.positions[which], initial=0.0))

        def near(trial: Trial, converged: Mask) -> tuple[Mask, Mask]:
            """A step that moves a coordinate much farther than the targets has left the assembly mode."""
            moved = problem.change(trial.corrected - trial.before)
            return converged & (moved <= 4 * np.maximum(LARGEST_PATH_STEP, trial.step * size)), np.zeros(1, dtype=bool)

        # Threads and gears of angles read from frames mesh again after a turn: a predicted step does not slip.
        for predict, smallest in ((True, SMALLEST_MESH_SHARE), (False, SMALLEST_PATH_SHARE))[0 if self.meshes else 1 :]:
            reached, done = advance(
                problem,
                q[None],
                first[None],
                way,
                first=min(1.0, LARGEST_PATH_STEP / size) if size > 0 else 1.0,
                smallest=smallest,
                predict=predict,
                check=near,
            )
            if done[0] == 1.0:
                return np.asarray(reached[0])
        return None

    @cached_property
    def meshes(self) -> bool:
        """Whether a constraint ties positions that advance together."""
        return any(Role.MESH in uses.type.roles for uses in self.system.equations.constraints)

    def close_joints(self, t: float, q: Array, p: Array) -> Array | None:
        """Coordinates with all gaps closed, by the shortest way from q; None where steps lead nowhere."""
        return self.meet(t, q, p, [], np.zeros(0))

    def close_many(self, t: float, Q: Array, p: Array) -> tuple[Array, Mask]:
        """The same for rows of coordinates, and which of them could be closed."""
        return newton(self.problem(t, p, count=len(Q)), Q, np.zeros((len(Q), 0)))

    def close(self, t: float, q: Array, p: Array) -> Array:
        """Coordinates with all gaps closed, by the shortest way from q; refused where steps lead nowhere."""
        result = self.close_joints(t, q, p)
        if result is None:
            raise self.open_joint(t, q, p, [], np.zeros(0))
        return result

    def settle(self, t: float, q: Array, p: Array, targets: Mapping[int, float]) -> Array:
        """Coordinates with all gaps closed, starting from q and as near to the targets as that allows.

        First a least-squares compromise between targets and gaps, then Newton to both where they do not contradict each
        other, else the shortest way to closed joints.
        """
        which, wanted = list(targets), np.array(list(targets.values()))
        problem = self.problem(t, p, which)

        def error(x: Array) -> Array:
            return problem.residual(self.system.normalise(x), wanted)

        def slopes(x: Array) -> Array:
            return self._slopes(t, x, p, which) / problem.rows[:, None]

        q = self.system.normalise(compromise(error, slopes, self.system.normalise(q), problem.scales.coordinates))
        met = self.meet(t, q, p, which, wanted) if np.max(np.abs(error(q)), initial=0.0) < MET else None
        return self.close(t, q, p) if met is None else met

    def position_step(self, t: float, q: Array, p: Array) -> tuple[Array, float]:
        """Newton step of least size towards closed joints, and the largest gap before it."""
        problem = self.problem(t, p)
        e, J, N = problem.at(q[None], np.zeros((1, 0)))
        step = N[0] @ least_steps(e, J)[0]
        return np.asarray(step), float(np.max(np.abs(e[0] * problem.rows), initial=0.0))

    def speed_step(self, t: float, q: Array, v: Array, p: Array) -> tuple[Array, float]:
        """Newton step of least size towards satisfied velocity constraints, and the largest residual before it."""
        values, jac = call_function(self._speeds, t, q, v, p)
        error = values.ravel()[: self.system.m]
        scales = Scales.of(self.system, p)
        step = scales.speeds * least_step(scales.slopes(jac[: self.system.m], scales.rows), error / scales.rows)
        return step, float(np.max(np.abs(error), initial=0.0))

    def _values(self, t: float, q: Array, p: Array) -> Array:
        """Positions of all quantities."""
        return read_state(self.system, t, q, np.zeros(self.system.n), p).z

    @cached_property
    def _by_coordinates(self) -> ca.Function:
        """Slopes of gaps and positions by the coordinates."""
        system = self.system
        z = ca.vertcat(*[q.z if q.z is not None else ca.SX(0) for q in system.quantities])
        slopes = jacobian(ca.vertcat(system.g, z), system.q)
        return ca.Function("by_coordinates", [system.t, system.q, system.p], [ca.densify(slopes)])

    def _slopes(self, t: float, x: Array, p: Array, which: Sequence[int]) -> Array:
        """Slopes of gaps and of some positions, by coordinates x whose Euler parameters are normalised first."""
        count = len(self.system.g_rows)
        (slopes,) = call_function(self._by_coordinates, t, self.system.normalise(x), p)
        return self.system.normalise_slopes(x, slopes[[*range(count), *[count + k for k in which]]])

    def problem(self, t: float, p: Array, which: Sequence[int] = (), *, count: int = 1) -> DenseProblem:
        """The position problem of some quantities, by number; angles that count turns are met with their turns.

        `count` configurations at most are evaluated together, without machine code: making that would take longer than
        it saves.
        """
        known: Recent = self.system.cached("position problems", lambda: Recent(MOST_PROBLEMS))
        key = (t, p.tobytes(), tuple(which), count)
        found: DenseProblem | None = known.get(key)
        if found is None:
            found = known[key] = self._problem(t, p, tuple(which), count)
        return found

    def _problem(self, t: float, p: Array, which: tuple[int, ...], count: int) -> DenseProblem:
        gaps, n = len(self.system.g_rows), self.system.n
        rows, rest = np.array([*range(gaps), *[gaps + k for k in which]], dtype=np.int64), np.zeros(n)
        p = p.copy()
        last: tuple[bytes | None, tuple[Array, Array, Array]] = (None, (rest, rest, rest))

        def evaluate(Q: Array) -> tuple[Array, Array, Array]:
            nonlocal last
            if count == 1:
                # What was asked last is asked again: how far it is off, and then for a step from there.
                place, (at, found_there) = Q.tobytes(), last
                if place == at:
                    return found_there
                values, slopes, N = call_function(self._positions, t, Q[0], rest, p)
                last = (place, (values[rows].T, slopes[None, rows], N[None]))
                return last[1]
            mapped = self.system.cached(("positions", count), lambda: self._positions.map(count))
            every = np.concatenate([Q, np.repeat(Q[-1:], count - len(Q), axis=0)])
            same = np.repeat(p[:, None], count, axis=1)
            found = call_function(mapped, np.full(count, t), every.T, np.zeros((n, count)), same)
            # The matrices of all configurations stand side by side.
            values, slopes, N = (x.reshape(len(x), count, -1)[:, : len(Q)].swapaxes(0, 1) for x in found)
            return values[:, rows, 0], slopes[:, rows], N

        wraps = frozenset(k for k in which if self.system.quantities[k].wraps)
        scales = Scales.of(self.system, p)
        problem = DenseProblem(self.system, scales, which, wraps, evaluate, least_steps)
        if count > 1:
            return problem
        some = self._some_rows(self._positions, gaps, which, problem.wraps)

        def evaluate_one(q: Array, wanted: Array) -> tuple[float, Array, Array, Array]:
            size, e, J, N = some(t, q, rest, p, wanted, problem.rows, scales.speeds)
            return size, e, J, N

        return replace(problem, evaluate_one=evaluate_one)

    def _some_rows(
        self, function: ca.Function, first: int, which: Sequence[int], wraps: Sequence[int] = ()
    ) -> SomeRows:
        """The first rows of a function, and those of some quantities behind them."""
        known: Recent = self.system.cached("rows of functions", lambda: Recent(MOST_PROBLEMS))
        key = (function.name(), tuple(which))
        found: SomeRows | None = known.get(key)
        if found is None:
            found = known[key] = SomeRows(self.system, function, first, which, wraps)
        return found

    def _linear(self, t: float, q: Array, p: Array, which: Sequence[int], wanted: Array) -> Linear:
        """The residual at one configuration with its slopes, without units."""
        found = self.problem(t, p, which).at(q[None], wanted[None])
        return Linear(found.e[0], found.J[0], found.N[0])

    def meet(self, t: float, q: Array, p: Array, which: Sequence[int], wanted: Array) -> Array | None:
        """Coordinates that meet all constraints and wanted positions, or None."""
        found, good = newton(self.problem(t, p, which), q[None], wanted[None])
        return np.asarray(found[0]) if good[0] else None

    def open_joint(self, t: float, start: Array, p: Array, which: Sequence[int], wanted: Array) -> AssemblyError:
        """Why the machine cannot be assembled from `start`."""
        return refusals.open_joint(self.problem(t, p, which), lambda x: self._slopes(t, x, p, which), start, wanted)

    # -- speeds --------------------------------------------------------------------------------------------------

    def move(self, t: float, q: Array, p: Array, targets: Mapping[int, float]) -> Array:
        """Speeds that satisfy all constraints and meet the targeted ones; what is left open must be said by the user.

        Speeds without a coordinate that nothing determines are zero; with no target at all they are those of least
        kinetic energy: rest, unless constraints move. Further states take the values given, 0 otherwise: they bind no
        speed.
        """
        own = {k: self.system.quantities[k].v_index for k in targets}
        states = {own[k]: value for k, value in targets.items() if own[k] in self.system.states}
        targets = {k: value for k, value in targets.items() if own[k] not in states}
        which, wanted = tuple(targets), np.array(list(targets.values()))
        scales = Scales.of(self.system, p)
        measures = scales.rates[list(which)]
        sizes = np.concatenate([scales.rows, measures])
        fastest = max([SLOWEST_MEASURE, *[abs(speed) for speed in (wanted / measures).tolist()]])
        some = self._some_rows(self._speeds, self.system.m, which)
        v, best = np.zeros(self.system.n), np.inf
        random: np.random.Generator | None = None
        factors: Factors | None = None
        for _ in range(60):
            size, e, slope = some(t, q, v, p, wanted, sizes, scales.speeds)
            met = size <= SPEEDS_MET * fastest or size <= SPEEDS_MET * float(np.abs(v / scales.speeds).max(initial=0.0))
            # Where constraints are linear in the speeds the slopes are the same at each step.
            if factors is None or slope.tobytes("A") != factors.slope.tobytes("A"):
                factors = Factors(slope)
            # To the last digit: a body that rests at its stop has no speed, not a small one.
            if size == 0.0 or (met and size >= best / 2):
                break  # as far as rounding, or the digits of a redundant geometry, goes: no step makes it better
            step = factors.least_step(e)
            if not met and self._is_stuck(e + slope @ step, e):
                # A constraint such as |v| = c has no slope at rest: start elsewhere, keeping what is asked.
                random = random or np.random.default_rng(0)
                free = null_space(slope[self.system.m :])
                step = free @ (free.T @ random.uniform(-1.0, 1.0, self.system.n))
            v, best = v + scales.speeds * step, min(best, size)
        if not met:
            raise refusals.wrong_speeds(self.system, call_function(self._speeds, t, q, v, p)[0].ravel(), targets)
        assert factors is not None
        v = self._fill(v, factors) if targets else self._slowest(t, q, v, p, factors.free)
        if states:
            v[list(states)] = list(states.values())
        return v

    @staticmethod
    def _is_stuck(left: Array, error: Array) -> bool:
        """Whether a step leaves its errors as they are."""
        return bool(np.vdot(left, left) > STUCK**2 * np.vdot(error, error))

    def _slowest(self, t: float, q: Array, v: Array, p: Array, free: Array) -> Array:
        """Of all speeds that the constraints allow those of least kinetic energy: rest, unless constraints move.

        `free` are directions that the constraints leave. What has no inertia, and what constraints that are not linear
        in the speeds decide, stays as it is.
        """
        if not np.any(v):
            return v
        scales = Scales.of(self.system, p)
        M = call_function(self._inertia, t, q, v, p)[0] * np.outer(scales.speeds, scales.speeds)
        step = (
            free @ linear_algebra.lstsq(free.T @ M @ free, -free.T @ M @ (v / scales.speeds), rcond=RANK_TOLERANCE)[0]
        )
        slower = v + scales.speeds * step
        constraints = self._some_rows(self._speeds, self.system.m, ())
        none = np.zeros(0)
        before, after = (np.abs(constraints(t, q, x, p, none, scales.rows, scales.speeds)[1]) for x in (v, slower))
        fast = float(np.max(np.abs(slower) / scales.speeds, initial=SLOWEST_MEASURE))
        return slower if np.all(after <= before + SPEEDS_MET * fast) else v

    @cached_property
    def _inertia(self) -> ca.Function:
        system = self.system
        return ca.Function("inertia", [system.t, system.q, system.v, system.p], [ca.densify(system.M)])

    def _fill(self, v: Array, factors: Factors) -> Array:
        """Set to zero what is open in speeds without a coordinate alone (currents); refuse all else that is open."""
        open_ = factors.free
        if not open_.shape[1]:
            return v
        moved = [k for k in range(self.system.n) if self.system.moves(k)]
        bare = null_space(np.vstack([factors.slope, np.eye(self.system.n)[moved]]))
        if open_.shape[1] > bare.shape[1]:
            weights = np.max(np.abs(open_ - bare @ (bare.T @ open_)), axis=1)
            names = [self.system.equations.speed_names[k] for k in np.flatnonzero(weights > 1e-6)]
            reason = (
                f"the speeds given leave {open_.shape[1] - bare.shape[1]} degree(s) of freedom open, in "
                f"{', '.join(names[:9])}; give as many independent speeds as there are degrees of freedom, or none for "
                "rest"
            )
            raise AssemblyError(reason, names, {})
        return np.asarray(v - bare @ (bare.T @ v))

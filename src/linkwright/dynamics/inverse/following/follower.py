"""Positions, speeds and accelerations of a whole machine along a prescribed motion of independent quantities.

Every sample is found by Newton steps from where the one before it leads, in compiled code, so the assembly mode is
kept. What cannot be reached, or passes a singular configuration, is refused with its time and pose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import codegen, linear_algebra
from linkwright.arrays import Array
from linkwright.codegen.linear_algebra import SINGULAR, full_pivoting
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.errors import AssemblyError, Refused, SingularConfigurationError
from linkwright.dynamics.inverse.following import loop
from linkwright.dynamics.inverse.following.kernels import (
    MOST_STRAIGHT,
    PARAMETERS_AT,
    Prescribed,
    chosen_orders,
    known_scales,
    loop_kernels,
    position_rows,
    whole_steps,
)
from linkwright.dynamics.inverse.following.straight import parity
from linkwright.dynamics.inverse.following.whole_steps import STEP_LOOPS
from linkwright.dynamics.inverse.refusals import check_independent, direction, pose
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import Scales, regular_inverse, scaled_symbols
from linkwright.dynamics.system.readings import targets_of
from linkwright.dynamics.system.system import System, call_function, constraint_matrix
from linkwright.laws import Motion
from linkwright.laws.law import ORDERS
from linkwright.symbolic import jacobian

RESULTS = ("times", "wanted", "Q", "V", "A", "B", "S", "L", "margins", "own_pivots")
"""Arrays of the loop that are other ones for each path."""


@dataclass(frozen=True, eq=False)
class Path:
    """A machine along a motion, T samples: Q (T, nq), V and accelerations A (T, n), S^T (T, k, n).

    With currents also their neighbours: rates B of A (T, n), and L (T, m, n) with reactions l = L (M v' - f).
    `margins` are the smallest pivots over the largest, with the sign of the determinant where there is one;
    `own_pivots` says of a sample whether they were chosen on the way (1), or before (0).
    """

    time: Array
    Q: Array
    V: Array
    A: Array
    B: Array
    S: Array
    L: Array
    margins: Array
    own_pivots: Array


@dataclass(frozen=True, eq=False)
class Follower:
    """The compiled loop for one set of prescribed quantities of a machine."""

    dynamics: Machine
    motion: Motion
    numbers: tuple[int, ...]
    open_speeds: tuple[int, ...]
    start: Array
    goals: Array
    follow: Callable[..., object]
    following: loop.Following
    square: bool
    backend: str

    @staticmethod
    def of(dynamics: Machine, motion: Motion, start: Array) -> Follower:
        """Check the quantities at the first sample, and compile the loop for them."""
        system = dynamics.system
        numbers = tuple(targets_of(system, dict.fromkeys(motion.names, 0.0), positions=True))
        if len(numbers) < len(motion.names):
            msg = f"the motion names a quantity twice under different names: {', '.join(motion.names)}; name each once"
            raise ValueError(msg)
        _refuse_memory(system)
        first = float(motion.time[0])
        goals = _sample_motion(motion, motion.time)
        goal = goals[0, 0]
        _refuse_surplus(dynamics, first, start, numbers)
        q = _place(dynamics, first, start, numbers, goal)
        rest = np.zeros(system.n)
        A = call_function(constraint_matrix(system), first, q, rest, dynamics.p)[0]
        J = call_function(_speed_rows(system, numbers), first, q, rest, dynamics.p)[0]
        when = f"at t = {first:.6g} s, {pose(dynamics, numbers, goal)}"
        open_speeds = check_independent(system, A, J, numbers, scales=Scales.of(system, dynamics.p), when=when)
        moved = moving_speeds(system)
        mechanical = tuple(k for k in range(system.n) if k not in open_speeds)
        if open_speeds or not _all_positions(system):
            _refuse_rolling(dynamics, first, q, numbers, list(moved))
        code = _Code.of(dynamics, Prescribed(system, numbers, moved, mechanical, jerks=bool(open_speeds)))
        k, m, n = len(numbers), system.m, system.n
        rows = max(m, system.g.numel()) + k
        following = loop.Following(
            nq=q.size, n=n, gaps=system.g.numel(), constraints=m, known=k, moved=len(moved),
            mechanical=len(mechanical), jerks=bool(open_speeds), parameters=code.library.settle(dynamics.p),
            moved_speeds=np.array(moved, dtype=np.int64), mechanical_speeds=np.array(mechanical, dtype=np.int64),
            errors=rows + n, found=n, correction=n,
            position=full_pivoting(system.g.numel() + k, len(moved)), speed=full_pivoting(m + k, len(mechanical)),
            speed_parity=code.parity, left_rows=max(0, m + k - len(mechanical)), before=q.size,
            after=q.size, pivots=n, left=m + k,
            **dict.fromkeys(RESULTS, 0),
        )  # fmt: skip
        square = m + k == len(mechanical)
        backend = str(code.library.backend)
        return Follower(dynamics, motion, numbers, open_speeds, q, goals, code.follow, following, square, backend)

    @property
    def names(self) -> list[str]:
        """Names of the prescribed quantities."""
        return [self.dynamics.system.quantities[k].name for k in self.numbers]

    def path(self, time: Array, start: Array) -> Path:
        """Follow the motion at some times, from coordinates near those of the first of them."""
        system, following = self.dynamics.system, self.following
        count, n, k, m = len(time), system.n, len(self.numbers), system.m
        jerks = bool(self.open_speeds)
        wanted = self.goals if time is self.motion.time else _sample_motion(self.motion, time)
        time = np.array(time)  # a loop takes no read-only arrays
        found = Path(
            time,
            np.zeros((count, start.size)),
            np.zeros((count, n)),
            np.zeros((count, n)),
            np.zeros((count if jerks else 1, n)),
            np.zeros((count, k, n)),
            np.zeros((count if jerks else 1, m, n)),
            np.zeros(count),
            np.zeros(count),
        )
        found.Q[0] = start
        at, helped = 0, -1
        values = (time, np.ascontiguousarray(wanted), found.Q, found.V, found.A, found.B, found.S, found.L)
        for name, array in zip(RESULTS, (*values, found.margins, found.own_pivots), strict=True):
            setattr(following, name, array)
        while True:
            reached = self.follow(at, count, following)
            assert isinstance(reached, int)
            if reached == count:
                return self._in_units(found)
            goal = wanted[reached, 0]
            if following.status != loop.NOT_REACHED or helped == reached:
                raise self._singular(float(time[reached]), found.Q[reached], goal)
            before = found.Q[reached - 1] if reached else start
            found.Q[reached] = _place(self.dynamics, float(time[reached]), before, self.numbers, goal)
            at = helped = reached

    def _in_units(self, path: Path) -> Path:
        """The loop's answer with all lengths in m: it works with speeds and rows over their scales."""
        rows, speeds, known = call_function(_loop_scales(self.dynamics.system, self.numbers), self.dynamics.p)
        rows, speeds, known = rows.ravel(), speeds.ravel(), known.ravel()
        for each in (path.V, path.A, path.B):
            each[:] *= speeds
        path.S[:] *= speeds / known[:, None]
        path.L[:] *= speeds / rows[:, None]
        return path

    def at(self, t: float, q: Array) -> Path:
        """One sample."""
        return self.path(np.array([t]), q)

    def crossing(self, path: Path, sign: Callable[[Path], float], after: int) -> tuple[float, Array]:
        """Time and coordinates, between the samples `after` and the next, where a sign changes."""
        low, high = float(path.time[after]), float(path.time[after + 1])
        q, first = path.Q[after], sign(self.at(low, path.Q[after]))
        for _ in range(48):
            middle = (low + high) / 2
            try:
                trial = self.at(middle, q)
                same = sign(trial) == first
            except Refused:
                return middle, q
            if same:
                low, q = middle, trial.Q[0]
            else:
                high = middle
        return low, q

    def check_crossings(self, path: Path) -> None:
        """Refuse a path on which the machine stepped over a configuration where the quantities are not independent."""
        if not self.square:
            return
        signs = np.sign(path.margins)
        jumps = np.flatnonzero(signs[1:] != signs[:-1])
        if jumps.size:
            t, q = self.crossing(path, lambda found: float(np.sign(found.margins[0])), int(jumps[0]))
            raise self._singular(t, q, _sample_motion(self.motion, np.array([t]))[0, 0])

    def when(self, t: float) -> str:
        """A time of the motion with its pose."""
        return (
            f"at t = {t:.6g} s, {pose(self.dynamics, self.numbers, _sample_motion(self.motion, np.array([t]))[0, 0])}"
        )

    def _singular(self, t: float, q: Array, goal: Array) -> Refused:
        system, p = self.dynamics.system, self.dynamics.p
        rest = np.zeros(system.n)
        A = call_function(constraint_matrix(system), t, q, rest, p)[0]
        J = call_function(_speed_rows(system, self.numbers), t, q, rest, p)[0]
        scales = Scales.of(system, p)
        rows = np.append(scales.rows, scales.rates[list(self.numbers)])
        stacked = np.delete(scales.slopes(np.vstack([A, J]), rows), self.open_speeds, axis=1)
        names = [name for k, name in enumerate(self.dynamics.speeds) if k not in self.open_speeds]
        vector = linear_algebra.svd(stacked)[2][-1] * np.delete(scales.speeds, self.open_speeds)
        reason = (
            f"at t = {t:.6g} s, {pose(self.dynamics, self.numbers, goal)}: the motion runs into a singular "
            f"configuration: the machine can move while {', '.join(self.names)} stand still, in the direction "
            f"{direction(vector, names)}; choose another path, or prescribe other quantities"
        )
        return SingularConfigurationError(reason, self.names)


@dataclass(frozen=True, eq=False)
class _Code:
    """The loop for a set of prescribed quantities, compiled; `parity` is that of the pivots of whole steps."""

    library: codegen.Library
    follow: Callable[..., object]
    parity: float

    @staticmethod
    def of(dynamics: Machine, question: Prescribed) -> _Code:
        """Whole steps with pivots that serve at the reference configuration, if there are such.

        Which they are follows from the machine as it is described alone: neither from motions that were followed, nor
        from other values of its parameters, for which nothing is compiled.
        """
        key = ("inverse path", question.numbers, question.mechanical)
        found: _Code = dynamics.system.cached(key, lambda: _Code._compile(dynamics, question))
        return found

    @staticmethod
    def _compile(dynamics: Machine, question: Prescribed) -> _Code:
        system, p = dynamics.system, np.array(dynamics.p)
        try:
            described = system.equations.parameters.values({})
            p[: described.size] = described  # behind them are those of loads, which bind nothing
            start = reference_state(system, dynamics.assembler, p)
            orders = chosen_orders(question, start.t, start.q, p)
        except (Refused, ValueError):  # there is none with these values
            orders = None
        kernels, steps = loop_kernels(question), {} if orders is None else whole_steps(question, orders)
        if max((each.n_instructions() for each in steps.values()), default=0) > MOST_STRAIGHT:
            steps = {}
        every = kernels | steps
        places = {name: PARAMETERS_AT[name] for name in every}
        library = codegen.build(every, STEP_LOOPS if steps else loop.LOOPS, parameters=places)
        follow = library.loop("follow_by_steps" if steps else "follow", check=False)
        return _Code(library, follow, 1.0 if orders is None else parity(orders.speeds))


def _sample_motion(motion: Motion, time: Array) -> Array:
    """Positions, speeds, accelerations and jerks, (T, 4, k)."""
    found = np.empty((len(time), ORDERS + 1, len(motion.laws)))
    for k, law in enumerate(motion.laws.values()):
        found[:, :, k] = law.derivatives(time).T
    return found


def moving_speeds(system: System) -> tuple[int, ...]:
    """Speeds that change coordinates."""
    found: tuple[int, ...] = system.cached("moving", lambda: tuple(k for k in range(system.n) if system.moves(k)))
    return found


def _place(dynamics: Machine, t: float, start: Array, numbers: tuple[int, ...], goal: Array) -> Array:
    try:
        return dynamics.assembler.place(t, start, dynamics.p, dict(zip(numbers, goal.tolist(), strict=True)))
    except AssemblyError as error:
        reason = f"at t = {t:.6g} s the motion leaves the workspace: {error.reason}"
        raise AssemblyError(reason, error.parts, error.gaps) from error


def _refuse_memory(system: System) -> None:
    """Refuse a machine with further states: their values depend on the whole way, not on the pose alone."""
    names = [system.equations.speed_names[k] for k in system.states]
    if names:
        reason = (
            f"{', '.join(names)} (states of filters, of bristles) depend on what was before, which a prescribed motion "
            "does not say. Ask at states, inverse(state, accelerations=...), whose states you give, or prescribe the "
            "motion in the machine (lw.Prescribed), simulate it and read the reactions"
        )
        raise Refused(reason, names)


def _refuse_surplus(dynamics: Machine, t: float, q: Array, numbers: tuple[int, ...]) -> None:
    """Refuse more quantities than DOF before their positions are tried: they would hardly fit together."""
    system = dynamics.system
    moving = moving_speeds(system)
    loose = sum(not system.A[:, k].nnz() for k in range(system.n) if k not in moving)
    if len(numbers) > system.n - dynamics.generic_rank - loose:
        rest = np.zeros(system.n)
        A = call_function(constraint_matrix(system), t, q, rest, dynamics.p)[0]
        J = call_function(_speed_rows(system, numbers), t, q, rest, dynamics.p)[0]
        check_independent(system, A, J, numbers, scales=Scales.of(system, dynamics.p), when="at the start")


def _all_positions(system: System) -> bool:
    """Whether every speed moves coordinates and every constraint binds positions.

    Then the slopes of positions are those of speeds, which were looked at already.
    """
    found: bool = system.cached(
        "all of positions",
        lambda: (
            len(moving_speeds(system)) == system.n
            and system.m == system.g.numel()
            and all(each.holonomic == len(each.rows) for each in system.constraints)
        ),
    )
    return found


def _refuse_rolling(dynamics: Machine, t: float, q: Array, numbers: tuple[int, ...], moved: list[int]) -> None:
    """Refuse a motion that does not fix the positions: those of rolling bodies depend on the whole way there."""
    system = dynamics.system
    arguments = [system.t, system.q, system.p]
    function = system.cached(
        ("position rows", numbers),
        lambda: ca.Function("at", arguments, [ca.densify(position_rows(system, numbers, moved))]),
    )
    scales = Scales.of(system, dynamics.p)
    K = call_function(function, t, q, dynamics.p)[0] * scales.speeds[moved]
    K = K / np.append(scales.gaps, scales.positions[list(numbers)])[:, None]
    if regular_inverse(K) is not None:
        return
    _, values, Vt = linear_algebra.svd(K)
    count = int(np.sum(values > SINGULAR * values[0])) if values.size else 0
    if count == len(moved):
        return
    free = [dynamics.speeds[moved[k]] for k in np.flatnonzero(np.max(np.abs(Vt[count:]), axis=0) > 1e-6)]
    held = sorted({constraint.name for constraint in system.constraints if constraint.holonomic < len(constraint.rows)})
    reason = (
        f"the positions prescribed do not fix {', '.join(name.removesuffix(chr(39)) for name in free[:6])}: "
        f"{', '.join(held) or 'the constraints'} bind speeds only, so positions depend on the whole way there. Ask at "
        "states, inverse(state, accelerations=...), or prescribe the motion in the machine (lw.Prescribed), simulate "
        "it and read the reactions"
    )
    raise Refused(reason, held)


def _speed_rows(system: System, numbers: tuple[int, ...]) -> ca.Function:
    def make() -> ca.Function:
        s = ca.vertcat(*[system.quantities[k].s for k in numbers])
        return ca.Function("J", [system.t, system.q, system.v, system.p], [ca.densify(jacobian(s, system.v))])

    found: ca.Function = system.cached(("speed rows", numbers), make)
    return found


def _loop_scales(system: System, numbers: tuple[int, ...]) -> ca.Function:
    """Scales of constraints, speeds and prescribed quantities in the loop, of the parameters."""

    def make() -> ca.Function:
        every = [*scaled_symbols(system), known_scales(system, numbers)]
        return ca.Function("scales", [system.p], [ca.densify(each) for each in every])

    found: ca.Function = system.cached(("scales of the inverse path", numbers), make)
    return found

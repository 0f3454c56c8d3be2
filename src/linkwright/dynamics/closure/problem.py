"""Position problems: the gaps of all joints and of wanted positions, and steps that remove them.

A plant says what its residual is and how its linear equations are solved; Newton steps (`newton`) and continuation
along a path (`continuation`) are the same for all. Another plant takes part by giving

1. `step`: the size of the residual over the machine's size, and the Newton step of least size;
2. `predict`: where a small change of the wanted positions leads along the tangent;
3. `normalise` and `change`: Euler parameters of length 1, and how far two configurations are apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.arrays import Array, Integers, read_only
from linkwright.dynamics.rank import TYPED, Scales, least, regular_inverse, relative
from linkwright.dynamics.system.readings import CLOSED
from linkwright.dynamics.system.system import System, all_finite, call_function
from linkwright.symbolic import select_rows

Mask = NDArray[np.bool_]

UNSURE = 1e-2
"""Largest share of singular values that Newton steps leave aside while joints are open; larger ones follow no gap."""
NO_SHARE = read_only(np.zeros(1))


class NewtonStep(NamedTuple):
    """At k configurations: largest error (k,), displacement (k, nq), largest error (k,) that a linear residual keeps.

    Errors are lengths over the machine's size, or in rad.
    """

    size: Array
    displacement: Array
    left: Array


class PositionProblem(ABC):
    """Configurations Q (k, nq) of a machine that close its joints and give some quantities wanted positions (k, r)."""

    @abstractmethod
    def step(self, Q: Array, wanted: Array, *, aside: bool = False) -> NewtonStep:
        """Newton steps of least size; with `aside` without directions in which slopes are no larger than the error.

        What is not finite has the size inf or NaN, and a displacement of zero.
        """

    @abstractmethod
    def predict(self, Q: Array, change: Array) -> Array:
        """Configurations along the tangent at which the wanted positions have changed by `change` (k, r)."""

    @abstractmethod
    def normalise(self, Q: Array) -> Array:
        """Configurations with Euler parameters of length 1."""

    @abstractmethod
    def change(self, difference: Array) -> Array:
        """Largest change (k,) of a coordinate, lengths in machine sizes."""


class Linear(NamedTuple):
    """Residual e (k, rows) of gaps and wanted positions with its slopes by the speeds, J (k, rows, n), without units.

    N (k, nq, n) leads from a step in the speeds to coordinates in their units: q + N d.
    """

    e: Array
    J: Array
    N: Array


FREQUENT = 200
"""Evaluations of the same rows after which they get a function of their own: making it takes as long as some hundred of
them save."""


class SomeRows:
    """Residuals without units, with their slopes by the speeds: the `first` rows of a function, then those of `which`.

    The function (t, q, v, p) -> values, slopes, further matrices of as many columns, has a row for each quantity behind
    the first ones. Some values are wanted, those in `wraps` up to whole turns. Rows that are asked for often get a
    function of their own; since units are powers of two, its numbers are the same to the last bit.
    """

    def __init__(
        self, system: System, function: ca.Function, first: int, which: Sequence[int], wraps: Sequence[int]
    ) -> None:
        self.system, self.function, self.first = system, function, first
        self.rows = [*range(first), *[first + k for k in which]]
        self.wraps = [first + k for k in wraps]
        self.calls = 0

    def __call__(
        self, t: float, q: Array, v: Array, p: Array, wanted: Array, sizes: Array, speeds: Array
    ) -> tuple[Any, ...]:
        """Largest error, infinite where one is not finite; residual, slopes and further matrices.

        `sizes` are the scales of rows, `speeds` those of speeds.
        """
        self.calls += 1
        if self.calls > FREQUENT and not self.wraps:
            largest, error, *matrices = call_function(self.own_function, t, q, v, p, wanted, sizes, speeds)
            return float(largest[0, 0]), error[:, 0], *matrices
        values, slopes, *more = call_function(self.function, t, q, v, p)
        e = values[self.rows, 0]
        e[self.first :] -= wanted
        if self.wraps:
            e[self.wraps] = np.arctan2(np.sin(e[self.wraps]), np.cos(e[self.wraps]))
        e /= sizes
        size = float(np.abs(e).max(initial=0.0)) if all_finite(e) else np.inf
        return size, e, slopes[self.rows] * speeds / sizes[:, None], *[x * speeds for x in more]

    @cached_property
    def own_function(self) -> ca.Function:
        """(t, q, v, p, wanted, scales of rows and speeds) -> the same."""
        system, rows = self.system, self.rows
        wanted, sizes = ca.SX.sym("z", len(rows) - self.first), ca.SX.sym("r", len(rows))
        speeds = ca.SX.sym("s", system.n)
        arguments = [system.t, system.q, system.v, system.p]
        values, slopes, *more = self.function.call(arguments)
        e = (select_rows(values, rows) - ca.vertcat(ca.SX.zeros(self.first), wanted)) / sizes
        J = select_rows(slopes, rows) * ((1 / sizes) @ speeds.T) if rows else ca.SX(0, system.n)
        # Of NaN the largest number says nothing.
        largest = ca.if_else(ca.dot(e, e) < ca.inf, ca.mmax(ca.fabs(e)), ca.inf) if rows else ca.SX(0)
        others = [x * ca.repmat(speeds.T, x.shape[0], 1) for x in more]
        outputs = [ca.densify(x) for x in (largest, e, J, *others)]
        return ca.Function("rows", [*arguments, wanted, sizes, speeds], outputs)


@dataclass(frozen=True, eq=False)
class DenseProblem(PositionProblem):
    """A position problem in full matrices, for the quantities numbered `which`.

    `evaluate` gives gaps and positions (k, rows), slopes of both by the speeds and N at configurations; `solve` takes
    residuals, slopes and shares of singular values to leave aside, and gives steps in the speeds. Angles in `modulo`
    are met up to whole turns. `evaluate_one`, if it is given, does the same and more for one configuration and its
    wanted positions: largest error, residual (rows), slopes and N without units.
    """

    system: System
    scales: Scales
    which: tuple[int, ...]
    modulo: frozenset[int]
    evaluate: Callable[[Array], tuple[Array, Array, Array]]
    solve: Callable[[Array, Array, Array], Array]
    evaluate_one: Callable[[Array, Array], tuple[float, Array, Array, Array]] | None = None

    @cached_property
    def rows(self) -> Array:
        """Scales of the residual's rows: gaps, then wanted positions."""
        return np.concatenate([self.scales.gaps, self.scales.positions[list(self.which)]])

    @cached_property
    def units(self) -> Array:
        """Factors (rows, n) that make slopes by the speeds dimensionless; powers of two, so that nothing is rounded."""
        return np.asarray(self.scales.speeds / self.rows[:, None])

    @cached_property
    def wraps(self) -> list[int]:
        """Columns of wanted positions that are met up to whole turns."""
        return [column for column, number in enumerate(self.which) if number in self.modulo]

    def off(self, found: Array, wanted: Array) -> Array:
        """Positions (k, r) less the wanted ones; angles that count no turns by the shorter way."""
        off: Array = found - wanted
        if self.wraps:
            off[:, self.wraps] = np.arctan2(np.sin(off[:, self.wraps]), np.cos(off[:, self.wraps]))
        return off

    def error(self, values: Array, wanted: Array) -> Array:
        """Residual (k, rows) of values (k, gaps and positions), without units."""
        count, error = len(self.system.g_rows), np.array(values)
        error[:, count:] = self.off(error[:, count:], wanted)
        error /= self.rows
        return error

    def residual(self, q: Array, wanted: Array) -> Array:
        """The residual (rows) at one configuration."""
        if self.evaluate_one is not None:
            return self.evaluate_one(q, wanted)[1]
        return np.asarray(self.error(self.evaluate(q[None])[0], wanted[None])[0])

    def at(self, Q: Array, wanted: Array) -> Linear:
        """The residual with its slopes."""
        values, J, N = self.evaluate(Q)
        return Linear(self.error(values, wanted), J * self.units, N * self.scales.speeds)

    def step(self, Q: Array, wanted: Array, *, aside: bool = False) -> NewtonStep:
        """Newton steps by the solver."""
        if len(Q) == 1:
            return self._step_one(Q, wanted, aside=aside)
        e, J, N = self.at(Q, wanted)
        size = np.abs(e).max(axis=1, initial=0.0)
        known = np.isfinite(size)
        shares = np.minimum(size, UNSURE) if aside else np.zeros(len(Q))
        if known.all():
            d = self.solve(e, J, shares)
        else:
            d = np.zeros((len(Q), J.shape[2]))
            d[known] = self.solve(e[known], J[known], shares[known])
        left = np.abs(e + (J @ d[:, :, None])[:, :, 0]).max(axis=1, initial=0.0)
        return NewtonStep(size, (N @ d[:, :, None])[:, :, 0], left)

    def _step_one(self, Q: Array, wanted: Array, *, aside: bool) -> NewtonStep:
        """The same for one configuration, which takes a third of the time."""
        if self.evaluate_one is None:
            e, J, N = (x[0] for x in self.at(Q, wanted))
            size = float(np.abs(e).max(initial=0.0))
        else:
            size, e, J, N = self.evaluate_one(Q[0], wanted[0])
        sizes = np.array([size])
        if not isfinite(size):
            return NewtonStep(sizes, np.zeros(Q.shape), sizes)
        share = np.array([min(size, UNSURE)]) if aside else NO_SHARE
        d = self.solve(e[None], J[None], share)[0]
        # Only of joints that are nearly closed it is asked what is left.
        left = np.abs(e + J @ d).max(keepdims=True, initial=0.0) if size < TYPED else sizes
        return NewtonStep(sizes, (N @ d)[None], left)

    def predict(self, Q: Array, change: Array) -> Array:
        """A step of the solver towards the change, the joints as they are."""
        _, J, N = self.evaluate(Q)
        e = np.concatenate([np.zeros((len(Q), len(self.system.g_rows))), -change], axis=1) / self.rows
        d = self.solve(e, J * self.units, np.zeros(len(Q)))
        return self.normalise(Q + (N @ (d * self.scales.speeds)[:, :, None])[:, :, 0])

    def normalise(self, Q: Array) -> Array:
        """Euler parameters brought back to length 1."""
        return self.system.normalise(Q)

    def change(self, difference: Array) -> Array:
        """Largest change of a coordinate."""
        return np.asarray((np.abs(difference) / self.scales.coordinates).max(axis=1, initial=0.0))


def least_step(J: Array, e: Array, aside: float = 0.0) -> Array:
    """The least d with J d = -e, as far as there is one; J and e without units, the rank as everywhere (`rank`).

    Singular values below the share `aside` of the largest are left aside.
    """
    found = _regular_step(J, e) if aside == 0.0 else None
    if found is not None:
        return found
    return np.asarray(linear_algebra.lstsq(J, -e, rcond=max(aside, relative(J)))[0])


def _regular_step(J: Array, e: Array) -> Array | None:
    """The same where rows are well conditioned: d = -Q R^-T e with J^T = Q R, in a quarter of the time; else None.

    Such a step is right to half of its digits at least, and the next one corrects it.
    """
    rows, n = J.shape
    if rows > n or not rows:
        return None
    Q, square = (None, J) if rows == n else np.linalg.qr(J.T)
    inverse = regular_inverse(square)
    if inverse is None:
        return None
    return -(inverse @ e) if Q is None else -(Q @ (e @ inverse))


def least_steps(e: Array, J: Array, aside: Array | None = None) -> Array:
    """The same for k problems, (k, n)."""
    if len(e) == 1:
        return least_step(J[0], e[0], 0.0 if aside is None else float(aside[0]))[None]
    shares = np.zeros(len(e)) if aside is None else aside
    found = [least_step(J[k], e[k], float(share)) for k, share in enumerate(shares)]
    return np.array(found).reshape(len(e), J.shape[2])


@dataclass(frozen=True, eq=False)
class Factors:
    """Slopes (m, n) without units, with what solves them: an inverse, or singular values."""

    slope: Array

    @cached_property
    def _inverse(self) -> Array | None:
        return regular_inverse(self.slope)

    @cached_property
    def _decomposed(self) -> tuple[Array, Array, Array]:
        """U, S, V^T with slope = U S V^T, without singular values that are zero, and V^T for those that are."""
        U, values, Vt = linear_algebra.svd(self.slope)
        rank = int(np.sum(values > least(values[0]))) if values.size else 0
        return U[:, :rank] / values[:rank], Vt[:rank], Vt[rank:]

    def least_step(self, e: Array) -> Array:
        """The least d with J d = -e, as far as there is one."""
        if self._inverse is not None:
            return -(self._inverse @ e)
        left, right, _ = self._decomposed
        return -((e @ left) @ right)

    @property
    def free(self) -> Array:
        """Directions in which nothing changes, (n, f)."""
        return np.zeros((len(self.slope), 0)) if self._inverse is not None else self._decomposed[2].T


def damped_steps(e: Array, J: Array, mu: Array) -> Array:
    """(J^T J + mu 1) d = -J^T e for k problems; a floor on mu holds directions in which nothing depends on d."""
    Jt = J.swapaxes(1, 2)
    H = Jt @ J
    n = H.shape[1]
    floor = 1e-13 * np.maximum(np.trace(H, axis1=1, axis2=2), 1e-300)
    H[:, np.arange(n), np.arange(n)] += np.where(np.isfinite(mu), mu, 1.0)[:, None] + floor[:, None]
    right = -(Jt @ e[:, :, None])
    bad = ~np.isfinite(H).all(axis=(1, 2)) | ~np.isfinite(right).all(axis=(1, 2))
    H[bad], right[bad] = np.eye(n), 0.0
    return np.asarray(linear_algebra.solve(H, right)[:, :, 0])


def many_steps(e: Array, J: Array, aside: Array) -> Array:
    """`least_steps` for large batches, by normal equations: quicker, and singular values below 1e-6 are damped."""
    del aside
    return damped_steps(e, J, np.zeros(len(e)))


SLOPES_SERVE = 1e-3
"""Error (rad, or of the machine's size), and share of it that a step leaves, below which slopes need not be new."""
MOST_STEPS, MOST_FROM_PREDICTION = 25, 12
"""Newton steps before a start is given up, and those from a good prediction: these square the error, four or five are
enough."""


def newton(problem: PositionProblem, Q: Array, wanted: Array, *, predicted: bool = False) -> tuple[Array, Mask]:
    """Configurations (k, nq) that close the joints and meet the wanted positions (k, r), and which starts led to one.

    From a prediction (`predicted`) errors must fall at once; from elsewhere they may grow before they do.

    A constraint that says nothing new at closed joints, but something beside them (a height said by a planar joint and
    by a wheel that leans), has a singular value there of the size of the gap; steps that follow it only halve the gap.
    Where steps along all slopes do not close the joints, those are tried that leave such values aside.
    """
    regular = _iterate_regular(problem, Q[0], wanted[0]) if len(Q) == 1 and isinstance(problem, DenseProblem) else None
    if regular is not None:
        return regular[None], np.ones(1, dtype=bool)
    iterate = _iterate_one if len(Q) == 1 else _iterate
    q, solved = iterate(problem, Q, wanted, predicted=predicted, aside=False)
    if not predicted and not solved.all():
        again = ~solved
        q[again], solved[again] = iterate(problem, Q[again], wanted[again], predicted=False, aside=True)
    return q, solved


def _iterate_regular(problem: DenseProblem, start: Array, wanted: Array) -> Array | None:
    """One configuration where slopes are square and well conditioned all the way; None elsewhere, also if far away.

    The last steps are taken with the slopes of the one before: they shrink the error by the length of that one.
    """
    if problem.evaluate_one is None or len(problem.rows) != problem.system.n:
        return None
    q, last, inverse = start, np.inf, None
    for _ in range(MOST_FROM_PREDICTION):
        size, e, J, N = problem.evaluate_one(q, wanted)
        if not (isfinite(size) and size <= 10.0 * max(last, 1.0)):
            return None
        if inverse is None or not (last < SLOPES_SERVE and size < SLOPES_SERVE * last):
            inverse = regular_inverse(J)
            if inverse is None:
                return None
        q = problem.normalise(q - N @ (inverse @ e))
        if size < CLOSED:
            return q
        last = size
    return None


def _iterate_one(
    problem: PositionProblem, Q: Array, wanted: Array, *, predicted: bool, aside: bool
) -> tuple[Array, Mask]:
    """`_iterate` for one configuration (1, nq), which takes a third of its time."""
    q, last = np.array(Q, dtype=float), np.inf
    for _ in range(MOST_FROM_PREDICTION if predicted else MOST_STEPS):
        sizes, displacement, left = problem.step(q, wanted, aside=aside)
        size = float(sizes[0])
        if not (isfinite(size) and size <= (2.0 * last if predicted else 10.0 * max(last, 1.0))):
            break
        q = problem.normalise(q + displacement)
        if size < CLOSED or (size < TYPED and float(left[0]) > size / 2):
            return q, np.ones(1, dtype=bool)
        last = size
    return q, np.zeros(1, dtype=bool)


def _iterate(problem: PositionProblem, Q: Array, wanted: Array, *, predicted: bool, aside: bool) -> tuple[Array, Mask]:
    q, solved, last = np.array(Q, dtype=float), np.zeros(len(Q), dtype=bool), np.full(len(Q), np.inf)
    active = np.arange(len(Q))
    for _ in range(MOST_FROM_PREDICTION if predicted else MOST_STEPS):
        size, displacement, left = problem.step(q[active], wanted[active], aside=aside)
        allowed = 2.0 * last[active] if predicted else 10.0 * np.maximum(last[active], 1.0)
        go = np.isfinite(size) & (size <= allowed)
        # One more step where joints are closed takes the error to rounding. Redundant rows whose lengths are typed to
        # some digits keep a gap that no step removes.
        done = (size < CLOSED) | ((size < TYPED) & (left > size / 2))
        if go.any():
            q[active[go]] = problem.normalise(q[active[go]] + displacement[go])
        solved[active[go & done]] = True
        last[active] = size
        active = active[go & ~done]
        if not active.size:
            break
    return q, solved


FROM_PREDICTION = 0.5
"""A step is accepted if the corrected point lies within this share of the step from the one predicted."""
UNMOVED = 1e-9
"""Change of a coordinate (rad, or of the machine's size) that rounding leaves of steps that move nothing."""


class Trial(NamedTuple):
    """One step of some ways (`numbers`): share of the way, configurations before it, predicted and corrected."""

    numbers: Integers
    step: Array
    before: Array
    predicted: Array
    corrected: Array


def advance(
    problem: PositionProblem,
    Q: Array,
    start: Array,
    way: Array,
    *,
    first: float = 1.0,
    smallest: float,
    predict: bool = True,
    check: Callable[[Trial, Mask], tuple[Mask, Mask]] | None = None,
) -> tuple[Array, Array]:
    """Configurations reached from Q (k, nq) while the wanted positions go from `start` along `way` (k, r); shares (k,).

    Steps begin with the share `first`, grow while they succeed, and are halved down to `smallest` where they fail.
    Without `predict` Newton begins where the last step ended. `check` says which converged steps are accepted, and
    which ways end where they are.
    """
    q, done, step = np.array(Q, dtype=float), np.zeros(len(Q)), np.full(len(Q), first)
    active = np.arange(len(q))
    while active.size:
        ahead = np.minimum(1.0, done[active] + step[active])
        share = ahead - done[active]
        before = q[active]
        guess = problem.predict(before, share[:, None] * way[active]) if predict else before
        found, good = newton(problem, guess, start[active] + ahead[:, None] * way[active], predicted=predict)
        if predict:  # another branch is farther from the prediction than this one
            moved = problem.change(guess - before)
            good &= problem.change(found - guess) <= FROM_PREDICTION * moved + UNMOVED
        if check is not None and good.any():
            good, ended = check(Trial(active, step[active], before, guess, found), good)
            step[active[ended]] = 0.0
        taken, refused = active[good], active[~good]
        q[taken], done[taken] = found[good], ahead[good]
        step[taken] *= 1.5
        step[refused] = 0.5 * np.minimum(step[refused], share[~good])
        active = active[(done[active] < 1.0) & (step[active] >= smallest)]
    return q, done


SOLVED = 1e-12
"""Largest residual (machine sizes or rad) of a solution: a thousand times the rounding of sines and lengths."""
ITERATIONS = 80
"""Steps after which a start is given up; those that reach a solution take 5 to 40."""
CHUNK = 256
"""Starts carried together."""


def solve(problem: DenseProblem, Q: Array, wanted: Array, *, iterations: int = ITERATIONS) -> tuple[Array, Mask]:
    """Solutions from starts Q (k, nq) for values (targets,) or (k, targets), and which starts led to one.

    Where none is reached in so many iterations, the configuration is the one with the least residual on the way.
    """
    wanted = np.broadcast_to(wanted, (len(Q), len(problem.which)))
    result, good = np.array(Q, dtype=float), np.zeros(len(Q), dtype=bool)
    for first in range(0, len(Q), CHUNK):
        part = slice(first, first + CHUNK)
        result[part], good[part] = _solve(problem, result[part], wanted[part], iterations)
    return result, good


def _solve(problem: DenseProblem, Q: Array, wanted: Array, iterations: int) -> tuple[Array, Mask]:
    q = problem.normalise(Q)
    result, done = q.copy(), np.zeros(len(q), dtype=bool)
    damping, active = np.full(len(q), 1e-2), np.arange(len(q))
    e, J, N = problem.at(q, wanted)
    for _ in range(iterations):
        size = np.sum(e * e, axis=1)
        d = damped_steps(e, J, damping[active] * size)
        trial = problem.normalise(q + (N @ d[:, :, None])[:, :, 0])
        ahead = problem.at(trial, wanted[active])
        new = np.sum(ahead.e * ahead.e, axis=1)
        small = np.max(np.abs(e), axis=1, initial=0.0) < SOLVED
        take = np.isfinite(new) & ((new <= size) | small)
        damping[active] *= np.where(take, np.where(new < 0.25 * size, 0.2, 1.0), 8.0)
        q[take], e[take], J[take], N[take] = trial[take], ahead.e[take], ahead.J[take], ahead.N[take]
        done[active[small]] = True
        # No progress although steps are tiny: a place where the joints come nearest to closing, but do not.
        stuck = ~np.isfinite(size) | (damping[active] * size > 1e6)
        stuck |= (size > 1e-12) & (np.linalg.norm(d, axis=1) < 1e-9)
        result[active] = q
        go = ~(small | stuck)
        active, q, e, J, N = active[go], q[go], e[go], J[go], N[go]
        if not active.size:
            break
    return result, done

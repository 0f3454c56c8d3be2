"""Following a prescribed motion by whole steps, in the subset of Python that is compiled with the machine.

The loop of `loop`, with two kernels more (`kernels.whole_steps`), in which equations are solved by pivots
that were chosen before:

    newton(t, q, p, z, q, e, d, pivots, growth)             a Newton step d on the positions, from errors e
    rates(t, q, p, z, v, a, S, pivots, growth, left, B, L)  all that follows from positions

Where these pivots do not serve, a sample is done with pivots that are chosen on the way, from where it began.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.codegen.linear_algebra import LARGEST_GROWTH, WEAK
from linkwright.dynamics.inverse.following.loop import (
    FAR,
    FOLLOWED,
    LARGEST_STEP,
    LOOPS,
    MOST_NEWTON,
    NOT_REACHED,
    ONE_STEP_LEFT,
    SPEEDS_MET,
    Following,
    extrapolate,
    greatest,
    sample,
)

newton: Callable[..., None]
rates: Callable[..., None]

# What a whole step answers beside that of `loop`.
WEAK_PIVOTS = -1


def margin_of(pivots: Array, count: int, growth: float) -> float:
    """The smallest pivot over the largest before it, with the sign of their product; 0 where they do not serve.

    `growth` is the sum of squares of all multipliers, so none is above the largest that a kept order may have.
    """
    if not growth <= LARGEST_GROWTH * LARGEST_GROWTH:
        return 0.0
    largest = 0.0
    margin = 1.0
    sign = 1.0
    for k in range(count):
        size = abs(pivots[k])
        largest = max(largest, size)
        if not size > WEAK * largest:
            return 0.0
        margin = min(margin, size / largest)
        if pivots[k] < 0.0:
            sign = -sign
    return sign * margin


def reach_by_steps(q: Array, goal: Array, path: Following) -> int:
    """Newton on the positions from q, in place, each step with a matrix of its own."""
    gone = 0.0
    for _ in range(MOST_NEWTON):
        newton(path.moment, q, path.parameters, goal, path.after, path.errors, path.found, path.pivots, path.growth)
        if margin_of(path.pivots, path.moved, path.growth[0]) == 0.0:
            return WEAK_PIVOTS
        gap = greatest(path.errors, path.position.rows)
        if not gap < FAR:
            return NOT_REACHED
        for i in range(path.nq):
            q[i] = path.after[i]
        if gap < ONE_STEP_LEFT:
            return FOLLOWED
        # A way that is long may end in another assembly mode.
        gone += greatest(path.found, path.moved)
        if gone > LARGEST_STEP:
            return NOT_REACHED
    return NOT_REACHED


def sample_by_steps(at: int, path: Following) -> int:
    """Follow the motion to sample `at`; why it ends there, or FOLLOWED."""
    n = path.n
    known = path.known
    goal = path.wanted[4 * known * at :]
    q = path.Q[path.nq * at :]
    v = path.V[n * at :]
    for i in range(path.nq):
        path.before[i] = q[i]
    status = reach_by_steps(q, goal, path)
    if status == FOLLOWED:
        # Arrays of jerks have one row only where there are none.
        row = at if path.jerks > 0 else 0
        rates(
            path.moment, q, path.parameters, goal, v, path.A[n * at :], path.S[n * known * at :], path.pivots,
            path.growth, path.left, path.B[n * row :], path.L[n * path.constraints * row :],
        )  # fmt: skip
        margin = margin_of(path.pivots, path.mechanical, path.growth[0])
        # Rows without a pivot depend on the others; where they contradict them, that is looked at closer.
        if margin != 0.0 and greatest(path.left, path.left_rows) < SPEEDS_MET * max(1.0, greatest(v, n)):
            path.margins[at] = path.speed_parity * margin
            return FOLLOWED
        status = WEAK_PIVOTS
    if status == WEAK_PIVOTS:
        for i in range(path.nq):
            q[i] = path.before[i]
        status = sample(at, path)
    return status


def follow_by_steps(first: int, last: int, path: Following) -> int:
    """Follow the motion as `follow` does."""
    for at in range(first, last):
        path.moment[0] = path.times[at]
        if at > first:
            extrapolate(at, first, path)
        path.status = sample_by_steps(at, path)
        if path.status != FOLLOWED:
            return at
    path.status = FOLLOWED
    return last


STEP_LOOPS = (*LOOPS, margin_of, reach_by_steps, sample_by_steps, follow_by_steps)

"""Continuation of configurations along segments of given values, many at once: predict, correct, halve what strays.

Guarded continuation stays in one assembly mode: it never passes a place where the constraints lose rank or the
determinant of constraints and given set changes its sign. A sign at the end of a step is not enough. Where a branch
crosses another one (a Delta robot whose parallelograms fall into a plane), the other branch carries the same sign, and
Newton steps may land on either. So the smallest singular value of the constraints may fall by a share only within a
step: towards such a place steps become ever shorter, and the continuation ends before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linkwright.analysis.kinematics.margins import Measure
from linkwright.analysis.kinematics.positions import SOLVED, Positions, damped_step
from linkwright.arrays import Array

SMALLEST = 2.0**-24
"""Share of a segment below which a step is not halved again: the mode ends there. Near a fold margins fall like the
root of the distance, so they are about 2^-12 then."""
TURN = 0.5
"""A step is accepted if the corrected point lies within this share of the step from the one predicted."""
LONGEST = 0.3
"""Longest guarded step (rad, machine sizes): the scale on which other branches turn away from the one followed."""
FALL = 0.25
"""Least share of the smallest singular value of the constraints that a guarded step may leave. A prediction is off by
the square of the step h, so Newton steps find the branch on the far side of a zero that is nearer than h^2; there no
more than the share h is left."""
VANISHED = 1e-5
"""Smallest singular value of the constraints at which a guarded way ends: below 1e-6, the root of the floor in
`damped_step`, the motion that is nearly free would be left to rounding, which then chooses the branch."""
NEWTON = 12
"""Newton steps of a correction: from a good prediction they square the error, four or five are enough."""

Mask = NDArray[np.bool_]


def advance(
    positions: Positions,
    which: Sequence[int],
    Q: Array,
    segments: tuple[Array, Array],
    *,
    t: float = 0.0,
    guard: Measure | None = None,
    smallest: float = SMALLEST,
) -> tuple[Array, Array]:
    """Configurations reached from Q (k, nq) along segments (start, stop), each (k, targets), and shares covered (k,).

    With a guard the continuation stays in one assembly mode; without one it may pass singularities.
    """
    start, stop = segments
    q, done, step = np.array(Q, dtype=float), np.zeros(len(Q)), np.ones(len(Q))
    rank, side = guard.closure(q, which, t) if guard else (np.ones(len(q)), np.zeros(len(q)))
    active = np.arange(len(q))
    while active.size:
        ahead = np.minimum(1.0, done[active] + step[active])
        share = ahead - done[active]
        way = stop[active] - start[active]
        guess = predicted(positions, which, q[active], share[:, None] * way, t)
        found, good = corrected(positions, which, guess, start[active] + ahead[:, None] * way, t)
        moved = positions.change(guess - q[active])
        good &= positions.change(found - guess) <= TURN * moved + 1e-9  # rounding of steps that move nothing
        if guard and good.any():
            good &= moved <= LONGEST
            new_rank, new_side = guard.closure(found, which, t)
            good &= (new_rank >= FALL * rank[active]) & (new_side * side[active] >= 0)
            ended = good & (new_rank < VANISHED) & (new_rank < rank[active])
            step[active[ended]], good[ended] = 0.0, False
            rank[active[good]] = new_rank[good]
        taken, refused = active[good], active[~good]
        q[taken], done[taken] = found[good], ahead[good]
        step[taken] *= 1.5
        step[refused] = 0.5 * np.minimum(step[refused], share[~good])
        active = active[(done[active] < 1.0) & (step[active] >= smallest)]
    return q, done


def predicted(positions: Positions, which: Sequence[int], Q: Array, change: Array, t: float) -> Array:
    """Configurations after a step along the tangent that changes the given quantities by `change` (k, targets)."""
    g, _, slope, N = positions.tangents(Q, which, t)
    scale = positions.rows(which)
    e = -np.concatenate([np.zeros_like(g), change], axis=1) * scale
    d = damped_step(slope * scale[:, None] * positions.column_scale, e, np.zeros(len(Q)))
    return positions.normalise(Q + np.einsum("kij,kj->ki", N, d * positions.column_scale))


def corrected(positions: Positions, which: Sequence[int], Q: Array, wanted: Array, t: float) -> tuple[Array, Mask]:
    """Solutions next to Q by Newton steps of least size, and where they converged at once."""
    scale = positions.rows(which)[:, None] * positions.column_scale
    q, solved = positions.normalise(np.array(Q)), np.zeros(len(Q), dtype=bool)
    last, active = np.full(len(Q), np.inf), np.arange(len(Q))
    for _ in range(NEWTON):
        g, z, slope, N = positions.tangents(q[active], which, t)
        e = positions.error(g, z, which, wanted[active])
        size = np.max(np.abs(e), axis=1, initial=0.0)
        go = np.isfinite(size) & (size <= 2 * last[active])
        solved[active[go & (size < SOLVED)]] = True
        last[active] = size
        # one more step where it is solved: it costs little and takes the error to rounding
        d = damped_step(slope[go] * scale, e[go], np.zeros(int(go.sum())))
        q[active[go]] += np.einsum("kij,kj->ki", N[go], d * positions.column_scale)
        positions.normalise(q)
        active = active[go & (size >= SOLVED)]
        if not active.size:
            break
    return q, solved

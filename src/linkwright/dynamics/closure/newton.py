"""Newton steps on position problems, many configurations at once."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.problem import Mask, PositionProblem
from linkwright.dynamics.rank import TYPED

CLOSED = 1e-11
"""Gap (rad, or of the machine's size) below which joints count as closed; Newton then takes one more step, to rounding.
"""
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
    q, solved = _iterate(problem, Q, wanted, predicted=predicted, aside=False)
    if not predicted and not solved.all():
        again = ~solved
        q[again], solved[again] = _iterate(problem, Q[again], wanted[again], predicted=False, aside=True)
    return q, solved


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

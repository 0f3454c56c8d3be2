"""Continuation: configurations followed along changing positions, many ways at once. Predict, correct, halve."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.closure.newton import newton
from linkwright.dynamics.closure.problem import Mask, PositionProblem

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

"""Least squares within bounds: Levenberg and Marquardt's steps on the parameters that are free to move.

K. Levenberg 1944, D. W. Marquardt 1963. A parameter at a bound that the gradient pushes against is held there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array

MOST_SEARCH_STEPS = 60
ORTHOGONAL = 1e-7
"""Cosine between residuals and their derivatives below which the sum of squares is least: steps that are left are this
share of a standard error of the noise."""
STILL = 1e-9
"""Share of the bounds' distance below which a step counts as none."""
STIFFEST = 1e12
"""Damping at which no shorter step helps."""

Evaluated = tuple[Array, Array]
"""Residuals (N,) and their derivatives (N, k)."""


@dataclass(frozen=True, eq=False)
class Minimum:
    """Where the search ended: parameters, residuals, derivatives, and whether the sum of squares is least there."""

    x: Array
    residuals: Array
    jacobian: Array
    converged: bool


def minimise(evaluate: Callable[[Array], Evaluated | None], x: Array, low: Array, high: Array) -> Minimum:
    """The least sum of squares between bounds, from x; `evaluate` gives None where there is no answer."""
    x = np.clip(x, low, high)
    found = evaluate(x)
    if found is None:
        raise ValueError("there is no run to begin with")
    r, J = found
    damping = 1e-3
    for _ in range(MOST_SEARCH_STEPS):
        gradient = J.T @ r
        free = ~(((x <= low) & (gradient > 0)) | ((x >= high) & (gradient < 0)))
        sizes = np.linalg.norm(J, axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            cosines = np.nan_to_num(np.abs(gradient) / (sizes * np.linalg.norm(r)))
        if not free.any() or np.max(cosines[free]) < ORTHOGONAL:
            return Minimum(x, r, J, converged=True)
        while True:
            own, scale = J[:, free], np.where(sizes[free] > 0, sizes[free], 1.0)
            step = np.zeros(len(x))
            # Columns scaled to length 1, so that units do not matter.
            A = own / scale
            step[free] = linear_algebra.solve(A.T @ A + damping * np.eye(A.shape[1]), -A.T @ r) / scale
            trial = np.clip(x + step, low, high)
            if np.max(np.abs(trial - x) / (high - low)) < STILL:
                return Minimum(x, r, J, converged=True)
            found = evaluate(trial)
            if found is not None and found[0] @ found[0] < r @ r:
                break
            damping *= 10.0
            if damping > STIFFEST:
                return Minimum(x, r, J, converged=False)
        x, (r, J) = trial, found
        damping = max(damping / 10.0, 1e-12)
    return Minimum(x, r, J, converged=False)

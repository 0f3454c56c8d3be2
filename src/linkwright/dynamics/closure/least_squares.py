"""Least squares in a trust region: the nearest compromise between values that contradict each other.

Each step d minimises |f + J d|^2 with |D d| <= delta, where D has the sizes of the columns of J (Moré 1978, "The
Levenberg-Marquardt algorithm: implementation and theory"). The region grows where the linear prediction is good and
shrinks where it is not. SciPy has the same method, but takes half a second to load and most of its time for itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array

ENOUGH = 1e-8
"""Relative decrease of the squares and relative step, and absolute slope, below which the search ends: half of the
digits. Newton steps follow."""
MOST_EVALUATIONS = 200
"""Evaluations after which the best point so far is taken."""
POOR_REDUCTION, WELL = 0.25, 0.75
"""Share of the predicted decrease below which the region shrinks, and above which it may grow."""
ON_THE_EDGE = 0.01
"""How far the length of a step may be from the radius, relative to it."""
FAR_COMPROMISE = 20.0
"""Change of a coordinate (rad, or of the machine's size) that no compromise needs."""
DIFFERENCE = float(np.sqrt(np.finfo(float).eps))
"""Step of a difference in place of a slope (rad, or of the machine's size): rounding and curvature err alike."""


def compromise(error: Callable[[Array], Array], slopes: Callable[[Array], Array], start: Array, by: Array) -> Array:
    """Least squares of the errors, near `start`; coordinates are scaled by their slopes, or by `by`.

    `by` are the sizes of the coordinates: one on which nothing depends near `start` may be sent very far by its slope.
    Where a slope has no value (a root at zero), it is taken over a small difference.
    """

    def derivative(x: Array) -> Array:
        found = slopes(x)
        if np.isfinite(found).all():
            return found
        steps = DIFFERENCE * by
        return np.stack([(error(x + step) - error(x)) / step[k] for k, step in enumerate(np.diag(steps))], axis=1)

    found = least_squares(error, derivative, start)
    if np.max(np.abs(found - start) / by) > FAR_COMPROMISE:
        found = least_squares(error, derivative, start, by)
    return found


def least_squares(
    values: Callable[[Array], Array], slopes: Callable[[Array], Array], start: Array, sizes: Array | None = None
) -> Array:
    """The x near `start` with the least |f(x)|^2, f (m,) by `values` and its slopes (m, n) by `slopes`.

    `sizes` are those of the coordinates; without them they follow from the slopes.
    """
    x, f, J = np.array(start, dtype=float), values(start), slopes(start)
    weight = _columns(J, np.zeros(x.size)) if sizes is None else 1.0 / sizes
    radius, damping = float(np.linalg.norm(x * weight)) or 1.0, 0.0
    evaluations, cost = 1, 0.5 * float(f @ f)
    while evaluations < MOST_EVALUATIONS and np.abs(J.T @ f).max(initial=0.0) >= ENOUGH and np.isfinite(J).all():
        scaled = J / weight
        U, singular, Vt = linear_algebra.svd(scaled, full_matrices=False)
        along, decrease, ended = U.T @ f, 0.0, False
        # The region shrinks until a step makes the squares smaller.
        while decrease <= 0.0 and not ended and evaluations < MOST_EVALUATIONS:
            d, damping = _step(along, singular, Vt, radius, damping, scaled.shape)
            change = scaled @ d
            predicted = -float(f @ change + 0.5 * (change @ change))
            trial = x + d / weight
            there, length = values(trial), float(np.linalg.norm(d))
            evaluations += 1
            if not np.isfinite(there).all():
                radius = POOR_REDUCTION * length
                continue
            decrease = cost - 0.5 * float(there @ there)
            share = decrease / predicted if predicted > 0.0 else float(predicted == decrease == 0.0)
            ended = (decrease < ENOUGH * cost and share > POOR_REDUCTION) or np.linalg.norm(trial - x) < ENOUGH * (
                ENOUGH + np.linalg.norm(x)
            )
            if ended:
                break
            before = radius
            if share < POOR_REDUCTION:
                radius = POOR_REDUCTION * length
            elif share > WELL and length > 0.95 * radius:
                radius *= 2.0
            damping *= before / radius
        if decrease > 0.0:
            x, f, J, cost = trial, there, slopes(trial), cost - decrease
            weight = _columns(J, weight) if sizes is None else weight
        if ended:
            break
    return x


def _columns(J: Array, before: Array) -> Array:
    """Sizes of the columns of J, the largest so far; 1 where a column has always been zero."""
    found = np.maximum(np.linalg.norm(J, axis=0), before)
    return np.where(found > 0.0, found, 1.0)


def _step(
    along: Array, singular: Array, Vt: Array, radius: float, damping: float, shape: tuple[int, ...]
) -> tuple[Array, float]:
    """The step d of a length up to the radius, and the damping a of (J^T J + a) d = -J^T f that gives it.

    J = U S V^T; `along` is U^T f. The length falls with a, and 1 / length is nearly linear in it: Newton's method on
    that, kept between bounds, takes two or three iterations.
    """
    m, n = shape
    regular = m >= n and singular[-1] > np.finfo(float).eps * m * singular[0]
    if regular:
        d = -(Vt.T @ (along / singular))
        if np.linalg.norm(d) <= radius:
            return d, 0.0
    weighted = singular * along

    def excess(a: float) -> tuple[float, float]:
        """Length less radius, and its slope by the damping."""
        divisor = singular**2 + a
        length = float(np.linalg.norm(weighted / divisor))
        return length - radius, -float(np.sum(weighted**2 / divisor**3)) / length

    upper, lower = float(np.linalg.norm(weighted)) / radius, 0.0
    if regular:
        value, slope = excess(0.0)
        lower = -value / slope
    a = damping if damping > 0.0 or regular else max(1e-3 * upper, np.sqrt(lower * upper))
    for _ in range(10):
        if not lower <= a <= upper:
            a = max(1e-3 * upper, float(np.sqrt(lower * upper)))
        value, slope = excess(a)
        if value < 0.0:
            upper = a
        lower = max(lower, a - value / slope)
        a -= (value + radius) / radius * value / slope
        if abs(value) < ON_THE_EDGE * radius:
            break
    d = -(Vt.T @ (weighted / (singular**2 + a)))
    return d * (radius / np.linalg.norm(d)), a

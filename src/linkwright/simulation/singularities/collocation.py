"""Gauss collocation on one long step whose stages are projected onto the constraints.

    y(t_0 + theta h) = y_0 + h sum_j L_j(theta) f(t_j, P(y_j)), L_j integrals of the Lagrange polynomials of the nodes

An even number of nodes has none in the middle: slopes are taken on both sides of it and never at it.
E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, section II.1.3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from linkwright.arrays import Array

Path = Callable[[float | Array], Array]
"""A state over time: at a time, or one row for each of some times."""
MOST_SWEEPS = 60
"""Sweeps of the fixed-point iteration; each gains a factor of about h times the rate of change of slopes."""


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A state over time on one step: where it starts, how long it is, slopes at the nodes, and how far it is off there.

    `off` (as a state) is the largest distance of the polynomial from its projections at the nodes: a motion that is as
    smooth as it is drawn meets the constraints by itself.
    """

    t0: float
    h: float
    y0: Array
    slopes: Array
    off: Array

    def __call__(self, t: float | Array) -> Array:
        """State at a time, or states at times."""
        theta = (t - self.t0) / self.h
        return np.asarray(self.y0 + self.h * integrals(len(self.slopes), theta) @ self.slopes)

    @property
    def end(self) -> Array:
        """State at the end of the step."""
        return np.asarray(self.y0 + self.h * _whole(len(self.slopes)) @ self.slopes)


@cache
def nodes(count: int) -> tuple[float, ...]:
    """Gauss nodes on [0, 1]."""
    return tuple(float(x) for x in (np.polynomial.legendre.leggauss(count)[0] + 1) / 2)


@cache
def _lagrange(count: int) -> Array:
    """Coefficients (count, count + 1), ascending, of the integrals from 0 of the Lagrange polynomials of the nodes."""
    places, rows = nodes(count), []
    for j, place in enumerate(places):
        others = [other for k, other in enumerate(places) if k != j]
        polynomial = np.polynomial.polynomial.polyfromroots(others)
        rows.append(np.polynomial.polynomial.polyint(polynomial / np.prod([place - other for other in others])))
    return np.array(rows)


@cache
def _whole(count: int) -> Array:
    """L_j(1) for all nodes."""
    return integrals(count, 1.0)


def integrals(count: int, theta: float | Array) -> Array:
    """L_j(theta) for all nodes j, which are the last axis."""
    return np.asarray(np.asarray(theta)[..., None] ** np.arange(count + 1) @ _lagrange(count).T)


def collocate(
    start: tuple[float, Array],
    h: float,
    count: int,
    *,
    guess: Path,
    slope: Callable[[float, Array], Array],
    project: Callable[[float, Array], Array | None],
    scale: Callable[[Array], Array],
) -> Polynomial | None:
    """Polynomial of one step by sweeps from a guess; None where a stage finds no way onto the constraints, or no end.

    `scale` gives the error allowed in each entry of a state; the sweeps end when stages change by a twentieth of it, or
    cannot change less because of rounding.
    """
    t0, y0 = start
    places = nodes(count)
    weights = integrals(count, np.array(places))
    stages = np.array(guess(t0 + np.array(places) * h))
    last, slopes, closings = np.inf, np.zeros_like(stages), np.zeros_like(stages)
    for sweep in range(MOST_SWEEPS):
        for k, place in enumerate(places):
            closed = project(t0 + place * h, stages[k])
            if closed is None:
                return None
            slopes[k], closings[k] = slope(t0 + place * h, closed), closed
        new = y0 + h * weights @ slopes
        if not np.isfinite(new).all():
            return None
        change = float(np.max(np.abs(new - stages) / scale(new)))
        stages = new
        if change <= 0.05 or (sweep > 3 and change >= 0.5 * last and change <= 10.0):
            return Polynomial(t0, h, y0, slopes, np.max(np.abs(closings - stages), axis=0))
        if sweep > 5 and change > 10 * last:
            return None
        last = change
    return None

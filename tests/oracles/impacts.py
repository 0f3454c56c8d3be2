"""Impacts written out by hand: a double pendulum in its two angles, a slider-crank in its crank angle."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def double_pendulum_inertia(
    theta: tuple[float, float], l_1: float, m: tuple[float, float], J: tuple[float, float], c: tuple[float, float]
) -> Array:
    """Inertia matrix of two bars in their absolute angles from the vertical."""
    coupling = m[1] * l_1 * c[1] * np.cos(theta[0] - theta[1])
    return np.array([[J[0] + m[0] * c[0] ** 2 + m[1] * l_1**2, coupling], [coupling, J[1] + m[1] * c[1] ** 2]])


def elbow_impact(M: Array, rates: Array, e: float) -> Array:
    """Rates after the elbow's relative rate s = w_2 - w_1 has become -e s, by an impulse pair (-P, P) of the stop.

    The angular momenta M w about the two angles change by -P and P: their sum stays, and so P follows.
    """
    row = np.array([-1.0, 1.0])
    given = np.linalg.solve(M, row)
    P = -(1 + e) * (row @ rates) / (row @ given)
    return np.asarray(rates + P * given)


def slider_crank_inertia(phi: float, l: tuple[float, float], m: tuple[float, float, float]) -> tuple[float, float]:
    """Inertia about the crank angle of crank, rod and slider (uniform bars, no offset), and dx/dphi of the slider."""
    sin = -l[0] / l[1] * np.sin(phi)
    cos = np.sqrt(1 - sin**2)
    turn = -l[0] * np.cos(phi) / (l[1] * cos)  # d theta / d phi of the rod
    x = -l[0] * np.sin(phi) - l[1] * sin * turn
    centre = np.array([-l[0] * np.sin(phi) - l[1] / 2 * sin * turn, l[0] * np.cos(phi) + l[1] / 2 * cos * turn])
    rod = m[1] * (centre @ centre) + m[1] * l[1] ** 2 / 12 * turn**2
    return m[0] * l[0] ** 2 / 3 + rod + m[2] * x**2, x

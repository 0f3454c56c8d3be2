"""Chaplygin's sleigh in closed form.

With the edge's speed u and the rate w: u' = a w^2, w' = -(a / k) u w, k = J / m + a^2, so c^2 = u^2 + k w^2 is constant
and u = c tanh(s), w = (c / sqrt(k)) sech(s), s = s_0 + a c t / k; the heading turns by (sqrt(k) / a) (gd(s) - gd(s_0)).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def sleigh(time: Array, m: float, J: float, a: float, u: float, w: float) -> tuple[Array, Array, Array]:
    """Speed of the edge, angular velocity and heading (from 0) at times, from u and w (not zero) at 0."""
    k = J / m + a**2
    c = np.hypot(u, np.sqrt(k) * w)
    start = np.arctanh(u / c)
    s = start + a * c / k * np.asarray(time)
    side = np.sign(w)
    turned = side * np.sqrt(k) / a * (np.arctan(np.sinh(s)) - np.arctan(np.sinh(start)))
    return c * np.tanh(s), side * c / np.sqrt(k) / np.cosh(s), turned

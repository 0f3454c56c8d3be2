"""What happens between the samples of a prescribed motion: least values on the continuous law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.inverse.following import Follower, Path

GOLDEN = (sqrt(5.0) - 1.0) / 2.0
NARROWINGS = 45
"""Steps of golden sections: the interval shrinks by 4e-10; nearer, a smooth function changes by rounding only."""


CLOSE_MARGIN = 1e-4
"""Margin below which an answer is to be checked: machines are made to about 1e-4 of their size, so a real one may be
on the other side of a singular configuration that is nearer."""


@dataclass(frozen=True)
class Margin:
    """How far a motion keeps from a singular configuration: 0 there, at most 1; and the time (s) at which it is least.

    A smallest singular value or pivot over the largest along the motion.
    """

    value: float
    time: float

    @property
    def close(self) -> bool:
        """Whether the motion comes so close that the answer is to be checked."""
        return self.value < CLOSE_MARGIN


@dataclass(frozen=True, eq=False)
class Least:
    """The least value of a function along a motion, its time (s) and the coordinates there."""

    value: float
    time: float
    q: Array


def dips(time: Array, margins: Array, apart: NDArray[np.bool_] | None = None) -> list[tuple[tuple[float, float], int]]:
    """Spans of time around the minima of sampled margins that may fall to zero between samples, and a sample in each.

    Near a zero between two samples, whether it is passed with a slope or touched, margins differ from sample to sample
    by about as much as they are large. `apart` (T - 1) says of neighbours whose margins are not comparable.
    """
    steps = np.abs(margins[1:] - margins[:-1])
    left, right = np.append(np.inf, margins[:-1]), np.append(margins[1:], np.inf)
    if apart is not None and apart.any():
        steps[apart] = 0.0
        left[1:][apart] = right[:-1][apart] = np.inf
    if steps.size and not float(margins.min()) <= 2.0 * float(steps.max()):
        return []  # as nearly always: no margin is as small as the largest difference
    before, after = np.append(steps[:1], steps), np.append(steps, steps[-1:])
    least = (margins <= left) & (margins <= right)
    found = np.flatnonzero(least & (margins <= 2.0 * np.maximum(before, after)))
    last = len(time) - 1
    return [((float(time[max(k - 1, 0)]), float(time[min(k + 1, last)])), k) for k in found.tolist()]


def least_between(follower: Follower, span: tuple[float, float], q: Array, value: Callable[[Path], float]) -> Least:
    """The least value within a span of time that has one minimum, by golden sections; q are coordinates near there."""
    low, high = span

    def look(t: float) -> Least:
        found = follower.at(t, q)
        return Least(value(found), t, found.Q[0])

    left, right = look(high - GOLDEN * (high - low)), look(low + GOLDEN * (high - low))
    for _ in range(NARROWINGS):
        if left.value <= right.value:
            high, right = right.time, left
            left = look(high - GOLDEN * (high - low))
        else:
            low, left = left.time, right
            right = look(low + GOLDEN * (high - low))
    return min(left, right, key=lambda each: each.value)


def path_margin(follower: Follower, path: Path) -> Margin:
    """The least pivot along a motion over the largest, also between samples; refused where it vanishes."""
    margins = np.abs(path.margins)
    largest = float(np.max(margins))
    worst = int(np.argmin(margins))
    found = Margin(float(margins[worst]) / largest, float(path.time[worst]))
    # Pivots that were chosen before and those chosen on the way have margins of their own.
    for span, near in dips(path.time, margins, path.own_pivots[1:] != path.own_pivots[:-1]):
        least = least_between(follower, span, path.Q[near], lambda at: abs(float(at.margins[0])) / largest)
        if least.value < found.value:
            found = Margin(least.value, least.time)
    return found

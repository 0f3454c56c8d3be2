"""What happens between the samples of a prescribed motion: least values on the continuous law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from linkwright.dynamics.inverse_path import Follower, Path
from linkwright.dynamics.rank import Array

GOLDEN = (sqrt(5.0) - 1.0) / 2.0
NARROWINGS = 45
"""Steps of golden sections: the interval shrinks by 4e-10; nearer, a smooth function changes by rounding only."""


@dataclass(frozen=True, eq=False)
class Least:
    """The least value of a function along a motion, its time (s) and the coordinates there."""

    value: float
    time: float
    q: Array


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

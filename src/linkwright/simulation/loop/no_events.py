"""What stands for the watch of events in a run that has none."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array

NONE = 2.0
"""The answer of `events_loop.watch` that nothing happened."""


def watch(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, mid: Array,
    desk: Array, k: Array, clock: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Nothing is watched."""
    return NONE


def amiss(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, mid: Array,
    desk: Array, k: Array, clock: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Nothing is amiss."""
    return 0.0


def unmark(marks: Array, count: int) -> None:
    """Nothing was marked."""


LOOPS: tuple[Callable[..., object], ...] = (watch, amiss, unmark)

"""What stands for the change of pivots where there is one elimination for all states."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array


def another(
    t: float, earlier: float, last: float, table: Array, y: Array, before: Array, both: int, p: Array, pivots: Array,
    width: int, log: Array, desk: Array, clock: Array,
) -> int:  # fmt: skip
    """There is no other choice."""
    return -1


def turned(
    c: int, n: int, last: float, table: Array, y: Array, safe: Array, worst: Array, seen: Array, p: Array, ref: Array,
    pivots: Array, width: int, log: Array, desk: Array, clock: Array,
) -> None:  # fmt: skip
    """Nothing changes."""


LOOPS: tuple[Callable[..., object], ...] = (another, turned)

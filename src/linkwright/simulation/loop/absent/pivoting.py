"""What stands for the change of pivots where there is one elimination for all states."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.simulation.workspace import Workspace


def next_pivoting(t: float, y: Array, earlier: float, before: Array, both: int, run: Workspace) -> int:
    """There is no other pivoting."""
    return -1


def change_pivoting(c: int, run: Workspace) -> None:
    """Nothing changes."""


LOOPS: tuple[Callable[..., object], ...] = (next_pivoting, change_pivoting)

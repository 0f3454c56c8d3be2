"""What stands for sampled control in a run that has none."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.simulation.workspace import Workspace


def run_control(run: Workspace) -> int:
    """Nothing is due."""
    return 0


LOOPS: tuple[Callable[..., object], ...] = (run_control,)

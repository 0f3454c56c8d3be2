"""What stands for the way back over instants in a run that has none."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.simulation.sensitivities.adjoint.loops import Back
from linkwright.simulation.workspace import Workspace


def retreat_instant(row: Array, run: Workspace, back: Back) -> None:
    """There are none."""


LOOPS: tuple[Callable[..., object], ...] = (retreat_instant,)

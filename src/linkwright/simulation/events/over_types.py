"""Values of events of a machine with many parts: what their expressions take is gathered by a loop of the machine."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.simulation.workspace import Workspace

event_arguments: Callable[..., None]
event_kernel: Callable[..., None]


def values_at(y: Array, run: Workspace, out: Array) -> None:
    """Values of all events at a state; its time and inputs are in `scratch`."""
    taken = run.scratch.taken
    machine = run.machine
    event_arguments(run.scratch.moment, y, run.scratch.inputs, machine.parameters, machine.pivot_scales, taken)
    event_kernel(taken, out)

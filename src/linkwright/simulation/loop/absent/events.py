"""What stands for the detection of events in a run that has none."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.simulation.workspace import EventState, Workspace

NONE = 2.0
"""The answer of `detection.first_event` that none fires."""


def first_event(t: float, h: float, run: Workspace) -> float:
    """None is watched."""
    return NONE


def root_error(t: float, h: float, run: Workspace) -> float:
    """There is no root."""
    return 0.0


def retract_events(events: EventState) -> None:
    """None fired."""


LOOPS: tuple[Callable[..., object], ...] = (first_event, root_error, retract_events)

"""Something that happened during a motion, at a time."""

from __future__ import annotations

from typing import NamedTuple


class Happened(NamedTuple):
    """An event: its time [s], the name of the event or of the part, and what happened.

    What is "stop", "record", "switch" or "impact" for an event; for friction "stick" and "slip"; for a stop "impact",
    "rest" and "leave".
    """

    time: float
    name: str
    what: str

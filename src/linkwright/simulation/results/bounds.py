"""Lists of a run that would grow with its length: shortened to what its certificate and its way on need of them.

It does not matter when, or how often, they are shortened: what is told and computed afterwards is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import Run
from linkwright.trajectory.lazy import Deferred

MANY_ENTRIES = 512
"""Entries from which a list is shortened."""
TOLD = 8
"""Places passed whose times are told one by one, of each kind."""


def shorten(run: Run) -> None:
    """Bound the pivotings used and the places passed, if there are many."""
    if len(run.used) >= MANY_ENTRIES:
        last = {id(pivoting): (time, pivoting) for time, pivoting in run.used}
        kept = sorted(last.values(), key=lambda use: use[0])
        run.used_before += len(run.used) - len(kept)
        run.used = kept
    if len(run.crossings) >= MANY_ENTRIES:
        run.crossings = gathered(run.crossings)


def gathered(crossings: Sequence[Crossing]) -> list[Crossing]:
    """Places passed: of each kind the first few, and one that stands for all others, with what is worst of them."""
    kinds: dict[tuple[int, bool], list[Crossing]] = {}
    for crossing in crossings:
        kinds.setdefault((crossing.hazard, crossing.singular), []).append(crossing)
    found = []
    for same in kinds.values():
        found += same[:TOLD]
        others = same[TOLD:]
        if others:
            error, count = max(one.error for one in others), sum(one.count for one in others)
            found.append(replace(others[-1], error=error, count=count, sought=_least([one.margin for one in others])))
    return sorted(found, key=lambda crossing: crossing.time)


def _least(margins: list[float]) -> Deferred[float]:
    return Deferred(lambda: min(margins))

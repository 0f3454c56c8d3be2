"""How far two runs are apart at all samples of the first: in pieces, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.simulation.events.handler import happenings_of
from linkwright.simulation.loop.run import Run
from linkwright.simulation.results.bounds import shorten
from linkwright.simulation.results.interrupt import held_back
from linkwright.simulation.results.window import Window
from linkwright.trajectory import Outcome

LEAST = 1e-12
"""Errors are not told apart below this: rounding."""
SAME_TIME = 1e-12
"""Share of the length of a run within which a sample counts as being at the time of an event."""


@dataclass(frozen=True)
class Samples:
    """The samples of a run: how many, and the rows (time, state) from one to before another."""

    count: int
    rows: Callable[[int, int], Array]


class Distance:
    """How far a run is from its twin: the `largest` distance over 1 + |state|, and `since` when it is above a limit."""

    def __init__(self, run: Run, twin: Run, samples: Samples, limit: float) -> None:
        self.run, self.twin, self.samples, self.limit = run, twin, samples, limit
        self.window = Window(twin, samples.count, times=lambda first, end: samples.rows(first, end)[:, 0])
        self.largest = 0.0
        self.since: float | None = None
        self._events = _events(run)

    def go(self) -> Outcome:
        """Make the twin and compare both; how it ended."""
        outcome = self.twin.go(keeper=self._keep)
        self._compare(self.twin.progress.sample)
        if outcome.kind == "stopped":  # by an event: its time is part of the answer, and the last sample is there
            (t, y), (other_t, other_y) = self.run.place, self.twin.place
            self._count(np.array([t]), np.array([max(self._apart(y, other_y), abs(t - other_t) / (1 + abs(t)))]))
        return outcome

    def _keep(self, status: int) -> None:
        """After each slice of the twin: compare settled samples when its window is full, and make room for others."""
        if held_back():
            raise KeyboardInterrupt
        self.window.let_go()
        shorten(self.twin)
        if self.window.full(status):
            count = self.window.settled()
            if count:
                self._compare(count)
                self.window.move_on(count)
        self.window.make_room(status)

    def _compare(self, count: int) -> None:
        """Count the first samples in the window of the twin."""
        first = self.window.base
        rows = self.samples.rows(first, first + count)
        found = self._apart(rows[:, 1:], self.twin.saved[:count])
        if self.run.happenings is not None:
            found = np.minimum(found, self._shifts(rows[:, 0]))
        self._count(rows[:, 0], found)

    def _count(self, times: Array, found: Array) -> None:
        found = np.where(np.isfinite(found), found, np.inf)
        self.largest = max(self.largest, float(found.max(initial=0.0)))
        above = np.flatnonzero(found > self.limit)
        if above.size and self.since is None:
            self.since = float(times[above[0]])

    def _apart(self, y: Array, other: Array) -> Array:
        """Largest difference of coordinates and speeds over 1 + |state|, of each state."""
        kept = self.run.nq + self.run.nv
        ours, others = y[..., :kept], other[..., :kept]
        return np.asarray(np.max(np.abs(ours - others) / (1 + np.abs(ours)), axis=-1, initial=0.0))

    def _shifts(self, times: Array) -> Array:
        """By how much the times of an event differ in both runs, over 1 + |time|, for samples between; else infinite.

        Such a sample is before the event in one run and after it in the other, however good both are.
        """
        ours, others = self._events, _events(self.twin)
        count = min(len(ours[0]), len(others[0]))
        differ = np.flatnonzero(ours[1][:count] != others[1][:count])
        count = int(differ[0]) if differ.size else count
        if not count:
            return np.full(len(times), np.inf)
        one, other = ours[0][:count], others[0][:count]
        room = SAME_TIME * float(self.run.progress.span)
        ends = np.maximum.accumulate(np.maximum(one, other) + room)
        shifts = np.maximum.accumulate(np.abs(one - other) / (1 + np.abs(one)))
        last = np.searchsorted(np.minimum(one, other) - room, times, side="right") - 1
        return np.where((last >= 0) & (times <= ends[last]), shifts[last], np.inf)


def _events(run: Run) -> tuple[Array, NDArray[np.str_]]:
    """Times and kinds of the events of a run, but those after the middle of very many."""
    happenings = happenings_of(run)
    if happenings is None:
        return np.zeros(0), np.zeros(0, dtype=np.str_)
    kept = happenings.log.kept()
    names = np.array([" ".join(kind) for kind in kept.kinds] or [""])
    return kept.times[: kept.first], names[kept.codes[: kept.first]]

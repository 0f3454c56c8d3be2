"""What has happened in a run, in bounded memory: kinds by number, how often each was, and the times as packed numbers.

A streamed run moves the times to disk (`flush`). In memory, and in the record of a run, at most `MOST_EVENTS` are kept,
the first and the last half of that number.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from linkwright.arrays import Array
from linkwright.trajectory.events import MOST_EVENTS, Packed

RECENT = 200
"""Events whose kinds are remembered in order, to say what a run chatters with."""
MOST_LISTED = 8
"""Kinds of events that a certificate counts one by one."""
ROOM = MOST_EVENTS // 8
"""In memory so many more than are kept may pile up before those in the middle are let go."""
EVENT_NUMBERS = 2
"""Numbers an event takes on disk: its time and the number of its kind."""


class Store(Protocol):
    """Rows on disk that are appended to."""

    @property
    def count(self) -> int:
        """How many there are."""

    def block(self, first: int, end: int) -> Array:
        """Some rows."""

    def append(self, rows: Array) -> None:
        """Write rows behind those that are there."""


class Log:
    """Events in order; `store` is where a streamed run has those that are no longer in memory."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self.most = most
        self.counts: dict[tuple[str, str], int] = {}
        self.recent: deque[tuple[str, str]] = deque(maxlen=RECENT)
        self.store: Store | None = None
        self._number: dict[tuple[str, str], int] = {}
        self._times, self._codes = array("d"), array("H")

    def __len__(self) -> int:
        """How many are held in memory."""
        return len(self._times)

    def add(self, time: float, name: str, what: str) -> None:
        """Note one."""
        kind = (name, what)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self._times.append(time)
        self._codes.append(self._number.setdefault(kind, len(self._number)))
        self.recent.append(kind)
        if len(self._times) > self.most + ROOM:
            self._drop()

    def _drop(self) -> None:
        """Let go of those in the middle."""
        middle = slice(self.most // 2, len(self._times) - self.most // 2)
        del self._times[middle], self._codes[middle]

    @property
    def total(self) -> int:
        """How many there were."""
        return sum(self.counts.values())

    def summary(self) -> list[str]:
        """How often what happened, in sentences."""
        most = sorted(self.counts.items(), key=lambda entry: -entry[1])
        few = [f"{name} {what} {count}" for (name, what), count in most[:MOST_LISTED]]
        more = f" and {len(most) - MOST_LISTED} more kinds" if len(most) > MOST_LISTED else ""
        notes = [f"events: {', '.join(few)}{more} (Trajectory.events has their times)"] if few else []
        if self.total > self.most:
            notes.append(
                f"of {self.total} events the times of the first {self.most // 2} and of the last {self.most // 2} are "
                "kept, not those between"
            )
        return notes

    def pack(self) -> Packed:
        """All, or the first and the last of them."""
        held, half = self._rows(), self.most // 2
        stored = 0 if self.store is None else self.store.count
        early = held if self.store is None else self.store.block(0, min(stored, self.most))
        if self.total <= self.most:
            rows = held if self.store is None else np.concatenate([early, held])
            first = len(rows)
        else:
            late, first = held[max(0, len(held) - half) :], half
            if self.store is not None:
                early = np.concatenate([early[:half], held[: max(0, half - stored)]])
                late = np.concatenate([self.store.block(max(0, stored - half + len(late)), stored), late])
            rows = np.concatenate([early[:half], late])
        missing = self.total - len(rows)
        return Packed(tuple(self._number), rows[:, 0].copy(), rows[:, 1].astype(np.int64), first, missing)

    def _rows(self) -> Array:
        return np.column_stack([np.array(self._times, dtype=float), np.array(self._codes, dtype=float)])

    # -- for runs that go to disk ------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Move those in memory to the store."""
        assert self.store is not None
        if self._times:
            self.store.append(self._rows())
            del self._times[:], self._codes[:]

    def data(self) -> dict[str, Any]:
        """All but the times, as plain values."""
        return {
            "kinds": [list(kind) for kind in self._number],
            "counts": [self.counts[kind] for kind in self._number],
            "recent": [self._number[kind] for kind in self.recent],
        }

    def put_back(self, data: Mapping[str, Sequence[Any]]) -> None:
        """What `data` told."""
        kinds = [(str(name), str(what)) for name, what in data["kinds"]]
        self._number = {kind: code for code, kind in enumerate(kinds)}
        self.counts = dict(zip(kinds, (int(count) for count in data["counts"]), strict=True))
        self.recent = deque((kinds[int(code)] for code in data["recent"]), maxlen=RECENT)

"""The samples that a run holds in memory: a window that moves on when those before are written down."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation import workspace as at
from linkwright.simulation.loop.advance import NEVER
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import MOST_SAMPLES, Run
from linkwright.trajectory.dense import shares
from linkwright.trajectory.samples import Deferred

LENGTH = 4096
"""Samples in a window; a few hundred kilobytes of most machines."""
FARTHEST_WINDOWS = 16
"""So many times the length of a window a run may be away from the state that it would go back to."""
QUIET = (at.SLICE_OVER, at.FINISHED, at.EVENT, at.EVENT_UNDEFINED)
"""Answers of the loop after which a window needs no more room."""
LEAP = 256
"""Steps with dense output that a run has room for when it may pass a singular configuration: about ten are made."""
FEWEST_NODES = 4
"""Samples in a step with dense output, at the least."""


def nodes_of(run: Run) -> int:
    """Samples a step that carry the dense output of the integrator: one more than its order."""
    return min(at.MOST_NODES, max(FEWEST_NODES, run.integrator.dense_order + 1))


class Window:
    """Samples `base` and following of a run, `total` in all (None: dense output, as many as come).

    They are evenly spaced, or `times` gives those from one to before another (s).
    """

    def __init__(
        self,
        run: Run,
        total: int | None,
        length: int = LENGTH,
        times: Callable[[int, int], Array] | None = None,
    ) -> None:
        self.run, self.total, self.length, self.base = run, total, length, 0
        self.times = self._even if times is None else times
        if total is None:
            nodes = nodes_of(run)
            run.settings.nodes = nodes
            run.settings.node_shares[:nodes] = shares(nodes)
            run.bind_samples(np.full(1, run.start))
        elif times is None:
            run.longest = MOST_SAMPLES * (run.end - run.start) / (total - 1)
        self.resize(0, length)

    @property
    def dense(self) -> bool:
        """Whether every step has samples of its own."""
        return self.total is None

    def resize(self, drop: int, length: int) -> None:
        """Let go of the first samples; have room for `length` from there on."""
        run, progress = self.run, self.run.progress
        held = max(0, progress.sample - drop)
        self.base += drop
        if self.total is not None:
            length = min(length, self.total - self.base)
        times = np.full(length, NEVER)
        if self.dense:
            begun = run.times[drop : drop + max(held, 1)]  # before the first step: the start
            times[: len(begun)] = begun
        if self.total is not None:
            times = np.ascontiguousarray(self.times(self.base, self.base + length))  # as compiled loops read it
        saved, saved_inputs = run.saved_states[drop : drop + held], run.saved_inputs[drop : drop + held]
        defects = run.workspace.samples.defects[drop : drop + held].copy()
        run.bind_samples(times)
        run.saved_states[:held], run.saved_inputs[:held] = saved, saved_inputs
        run.workspace.samples.defects[: len(defects)] = defects
        progress.sample = held
        more = self.total is not None and self.base + length < self.total
        progress.window = times[-1] if more else np.inf

    def move_on(self, drop: int) -> None:
        """Let go of the first samples; the length follows from how many are left, not from what was before."""
        held, length = self.run.progress.sample - drop, self.length
        while length <= held:
            length *= 2
        self.resize(drop, length)

    def _even(self, first: int, end: int) -> Array:
        """Evenly spaced times from one sample to before another, bit for bit those of numpy.linspace."""
        assert self.total is not None
        run = self.run
        times = np.arange(first, end, dtype=float) * ((run.end - run.start) / (self.total - 1)) + run.start
        if first < end == self.total:
            times[-1] = run.end
        return times

    def settled_count(self) -> int:
        """How many samples will not change any more: those before the states that a run may go back to."""
        progress = self.run.progress
        count = progress.sample
        back = min(progress.safe_time, progress.before_time)
        return int(np.searchsorted(self.run.times[:count], back, side="right"))

    def lacks_room(self, status: int) -> bool:
        """Whether the loop, after this answer, cannot go on for long, or not pass a singularity in one go."""
        run, progress, count = self.run, self.run.progress, len(self.run.times)
        held = progress.sample
        if status in QUIET:
            return False
        if status == at.WINDOW_FULL:
            step = run.settings.fixed_step or min(progress.h, run.longest)
            step *= 1.06  # up to the end of a segment it may be somewhat longer
            full = count - held <= run.settings.nodes if self.dense else run.now + step > progress.window
            return bool(progress.window < np.inf or self.dense) and (full or 2 * held > count)
        # A singular configuration may be passed in one long step, from the safe state to as far behind it, and somewhat
        # more.
        if self.dense:
            return bool(count - held < LEAP * run.settings.nodes)
        return bool(progress.window < run.now + 6 * (run.now - progress.safe_time) + 20 * progress.last_step)

    def full(self, status: int) -> bool:
        """Whether settled samples are to be taken away before the window grows: always when it is full, or it helps."""
        return status == at.WINDOW_FULL or (self.lacks_room(status) and 2 * self.settled_count() >= self.length)

    def make_room(self, status: int) -> None:
        """See to it that the loop can go on, after settled samples were taken away."""
        while self.lacks_room(status):
            self.resize(0, 2 * len(self.run.times))

    def let_go(self) -> None:
        """Bound what is held: a run that stays near singular configurations gives up going back far.

        The state to go back to is then a sample, at a fixed distance from the one before: whenever this is done, and
        whatever was written down until then, the same one.
        """
        run, progress = self.run, self.run.progress
        count, most = progress.sample, FARTHEST_WINDOWS * self.length
        while count >= most:
            first = int(np.searchsorted(run.times[:count], progress.safe_time, side="right"))
            if count - first < most:
                return
            middle = first + most // 2
            progress.safe_time, run.state.safe[:] = run.times[middle], run.saved_states[middle]

    def grow(self, status: int) -> None:
        """Keep everything in memory: the keeper of a run with dense output that is not streamed."""
        self.make_room(status)


MANY_ENTRIES = 512
"""Entries from which a list is shortened."""
LISTED = 8
"""Places passed whose times are told one by one, of each kind."""


def shorten(run: Run) -> None:
    """Bound the pivotings used and the places passed, if there are many."""
    if len(run.used) >= MANY_ENTRIES:
        last = {id(pivoting): (time, pivoting) for time, pivoting in run.used}
        kept = sorted(last.values(), key=lambda use: use[0])
        run.used_before += len(run.used) - len(kept)
        run.used = kept
    if len(run.crossings) >= MANY_ENTRIES:
        run.crossings = gather_crossings(run.crossings)


def gather_crossings(crossings: Sequence[Crossing]) -> list[Crossing]:
    """Places passed: of each kind the first few, and one that stands for all others, with what is worst of them."""
    kinds: dict[tuple[int, bool], list[Crossing]] = {}
    for crossing in crossings:
        kinds.setdefault((crossing.coordinate_singularity, crossing.singular), []).append(crossing)
    found = []
    for same in kinds.values():
        found += same[:LISTED]
        others = same[LISTED:]
        if others:
            error, count = max(one.error for one in others), sum(one.count for one in others)
            found.append(replace(others[-1], error=error, count=count, sought=_least([one.margin for one in others])))
    return sorted(found, key=lambda crossing: crossing.time)


def _least(margins: list[float]) -> Deferred[float]:
    return Deferred(lambda: min(margins))


class Stop:
    """Whether Ctrl-C was pressed, which ends a run after the slice that it is in."""

    def __init__(self) -> None:
        self.wanted = False


@contextmanager
def listening(stop: Stop) -> Iterator[None]:
    """Note Ctrl-C in `stop` instead of being interrupted anywhere; pressed once more it interrupts at once.

    Only where Python's own handler is in force: whoever has set another one wants that.
    """
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return

    def heard(number: int, frame: FrameType | None) -> None:
        stop.wanted = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


_pressed: list[bool] = []
"""Whether Ctrl-C was pressed in `undisturbed`, for each that is entered."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back while files and arrays are being changed; it comes right afterwards.

    It is noted by a handler and not blocked: another thread may be told of it, and Python then interrupts the main one.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return

    def heard(number: int, frame: FrameType | None) -> None:
        _pressed[-1] = True

    _pressed.append(False)
    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if _pressed.pop():
            signal.raise_signal(signal.SIGINT)


def held_back() -> bool:
    """Whether Ctrl-C was pressed and waits, in `undisturbed` or by the system: for long work that can be left out."""
    return any(_pressed) or (hasattr(signal, "sigpending") and signal.SIGINT in signal.sigpending())

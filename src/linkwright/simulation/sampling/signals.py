"""Outputs of blocks at every instant, as a run collects them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.closed_loop import Group, Program
from linkwright.faults import close_matches
from linkwright.simulation.workspace import Control
from linkwright.trajectory.samples import Lazy, SampledSignal

MOST_NUMBERS = 10_000_000
"""Numbers that are kept of signals unless these are chosen: 80 MB."""


class Signals:
    """Rows of outputs by group, in order of time; the first of them may be on disk, where `before` reads them."""

    def __init__(self, program: Program, groups: Sequence[int]) -> None:
        self.program, self.groups = program, tuple(groups)
        self.before: Callable[[int], Array] | None = None
        self._parts: dict[int, list[Array]] = {group: [] for group in groups}

    def take(self, control: Control) -> None:
        """Take away what the time loop has logged."""
        log = control.log
        for group in self.groups:
            count, width = int(log.rows[group]), int(control.outputs[group])
            if count:
                first = int(log.first[group])
                rows = log.values[first : first + count * width].reshape(count, width)
                self._parts[group].append(rows[:, : self.program.groups[group].outputs].copy())  # without derivatives
                log.rows[group] = 0

    @property
    def held_rows(self) -> int:
        """Rows in memory, of the group that has most."""
        return max((sum(len(part) for part in parts) for parts in self._parts.values()), default=0)

    def rows(self, group: int) -> Array:
        """All rows of a group."""
        stored = [] if self.before is None else [self.before(group)]
        return np.concatenate([*stored, *self._parts[group], np.zeros((0, self.program.groups[group].outputs))])

    def let_go(self, group: int) -> Array:
        """The rows in memory, which are no longer held here."""
        rows = np.concatenate([*self._parts[group], np.zeros((0, self.program.groups[group].outputs))])
        self._parts[group] = []
        return rows


def sampled_signals(
    program: Program, start: float, rows: Mapping[int, Array], names: Sequence[str]
) -> Lazy[SampledSignal]:
    """Signals by name, from rows of outputs by group; the first of each is at the first instant from `start` (s) on."""
    known = {name: program.signals[name] for name in names}

    def make(name: str) -> SampledSignal:
        signal = known[name]
        clock = signal.clock
        return SampledSignal(
            rows[signal.group][:, signal.column].copy(), signal.label.unit, signal.label.meaning,
            rational_period=clock.period, rational_phase=clock.phase, rational_delay=clock.delay,
            first=clock.first(start),
        )  # fmt: skip

    return Lazy(known, make)


def chosen_signals(
    program: Program, wanted: Sequence[str] | None, duration: float
) -> tuple[tuple[str, ...], list[str]]:
    """Names of the signals to keep, and what is said about others.

    All unless they are chosen; beyond `MOST_NUMBERS` numbers the slow ones, as many as there is room for.
    """
    known = program.signals
    if wanted is not None:
        if isinstance(wanted, str) or not isinstance(wanted, Sequence):
            msg = (
                f"signals = {wanted!r:.80}: expected names in a list, such as {[next(iter(known), 'block.command')]!r}"
            )
            raise TypeError(msg)
        faults = [f"no signal {name!r}; {close_matches(str(name), known)}" for name in wanted if name not in known]
        if faults:
            raise ValueError("; ".join(faults))
        return tuple(dict.fromkeys(wanted)), []
    left, kept = float(MOST_NUMBERS), set[str]()
    for name, signal in sorted(known.items(), key=lambda item: -item[1].clock.period):
        count = duration / float(signal.clock.period)
        if count <= left:
            left -= count
            kept.add(name)
    lost = [name for name in known if name not in kept]
    notes = []
    if lost:
        notes.append(
            f"the signals {', '.join(lost[:5])}{f' and {len(lost) - 5} more' if len(lost) > 5 else ''} are not kept at "
            f"every instant: all would be more than {MOST_NUMBERS} numbers; choose some, simulate(..., signals=[...])"
        )
    return tuple(name for name in known if name in kept), notes


def quantized_groups(program: Program) -> list[Group]:
    """Groups whose outputs jump where their inputs pass thresholds: encoders."""
    return [group for group in program.groups if group.quantizes]

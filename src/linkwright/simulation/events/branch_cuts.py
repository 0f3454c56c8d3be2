"""Ends of a run at half a turn: where an angle that is known within half a turn jumps, and what reads it with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi
from typing import Any

import casadi as ca
import numpy as np

from linkwright.dynamics.system.system import System, called
from linkwright.simulation.events.event import Crosses, Event
from linkwright.trajectory import Outcome

BAND = 1.5
"""Angle (rad) beyond half a turn in which the watched value is positive. A value on a circle has a second zero: one so
far from the first that no step passes both, and farther from rest than most springs ever come."""
THERE = 0.9
"""Cosine of the angle from half a turn above which a zero is the one meant."""

AT_ZERO = 1e-6
"""Size of the watched value (order 1) up to which an angle is at half a turn when something happens."""
CLOSE_TO_CUT = 0.999
"""The same for a place where a run cannot go on: within 0.05 rad."""


@dataclass(frozen=True, eq=False)
class HalfTurn(Event):
    """An angle comes to half a turn: number of the fold in `System.folds`, or the name of a quantity.

    `words` are what is said of it, and after "; " what to do.
    """

    fold: int | str = field(default=0)
    words: str = field(default="")

    def outcome(self, time: float) -> Outcome:
        """How the run ends."""
        reason, _, remedy = self.words.partition("; ")
        return Outcome("failed", reason, remedy, time)

    def watched(self, system: System, names: Mapping[str, ca.SX]) -> tuple[ca.SX, ca.SX]:
        """A value that changes its sign at half a turn, and one that is positive there."""
        angle = names[self.fold] if isinstance(self.fold, str) else system.folds[self.fold][0]
        return ca.cos(angle - pi - BAND / 2) - cos(BAND / 2), -ca.cos(angle) - THERE


def half_turns(
    system: System, events: Sequence[Event], named: Callable[[System], Mapping[str, ca.SX]]
) -> list[HalfTurn]:
    """What ends a run besides its events: folds of the machine, and angles on which events stand that jump."""
    found = [HalfTurn(_never, 0, "stop", words, k, words) for k, (_, words) in enumerate(system.folds)]
    wraps = {name: x.z for x in system.quantities if x.wraps and x.z is not None for name in (x.name, x.full)}
    written = [(k, event) for k, event in enumerate(events) if wraps and not isinstance(event.when, Crosses)]
    names = named(system) if written else {}
    for number, event in written:
        reason = (
            "the expression of event {title!r} jumps there, since {name} is read from frames and known only modulo 2 "
            'pi; write it with sin and cos of the angle, or give the body home="{joint}"'
        )
        for name in _jumping(system, event, names, wraps):
            words = reason.format(title=event.title(number), name=name, joint=name.rpartition(".")[0])
            found.append(HalfTurn(_never, 0, "stop", f"{name} at half a turn", name, words))
    return found


def folds_near(system: System, arguments: Sequence[Any]) -> list[str]:
    """Words of the folds that are at half a turn, or as good as there."""
    if not system.folds:
        return []
    angles = system.cached("folds", lambda: system.function("folds", [ca.vertcat(*[x for x, _ in system.folds])]))
    there = -np.cos(called(angles, *arguments)[0].ravel()) > CLOSE_TO_CUT
    return [words for (_, words), near in zip(system.folds, there, strict=True) if near]


def _never(names: Mapping[str, ca.SX]) -> ca.SX:
    """Not asked: what is watched comes from `HalfTurn.watched`."""
    del names
    return ca.SX(1)


def _jumping(system: System, event: Event, names: Mapping[str, ca.SX], wraps: Mapping[str, ca.SX]) -> list[str]:
    """Angles that an event's expression reads and jumps with, by a turn."""
    assert not isinstance(event.when, Crosses)
    found = []
    for name in wraps:
        angle = ca.SX.sym("angle")
        read = _Read(names, name, angle)
        try:
            value = ca.SX(event.when(read))
        except Exception:  # noqa: BLE001  what a user's function does wrong is said elsewhere
            return []
        if not ca.depends_on(value, angle):
            continue
        change = ca.substitute(value, angle, ca.SX(pi)) - ca.substitute(value, angle, ca.SX(-pi))
        random = np.random.default_rng(4)
        values = [random.uniform(0.5, 1.5, symbols.numel()) for symbols in system.arguments]
        if not np.max(np.abs(called(system.function("change", [change]), *values)[0])) <= 1e-9:
            found.append(name)
    return found


class _Read(Mapping[str, ca.SX]):
    """Names with one of them replaced by a symbol."""

    def __init__(self, names: Mapping[str, ca.SX], name: str, symbol: ca.SX) -> None:
        self.names, self.name, self.symbol = names, name, symbol

    def __getitem__(self, name: str) -> ca.SX:
        return self.symbol if name == self.name else self.names[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

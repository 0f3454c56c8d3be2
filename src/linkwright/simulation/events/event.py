"""Events of a run: a zero crossing, and what is done when it happens.

lw.simulate(dynamics, state, duration=5.0, inputs={"drive.tau": 1.0}, events=[
    lw.events.Event(lw.events.crosses("slider.x", 0.1), direction=+1, then="stop"),
    lw.events.Event(lambda at: at["crank.phi'"] - 3.0, then=lw.events.switch({"drive.tau": 0.0})),
])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi
from types import MappingProxyType
from typing import Any, Literal

import casadi as ca
import numpy as np

from linkwright.dynamics.system import System, call_function
from linkwright.kinds import checked_arguments
from linkwright.simulation.events.names import Names, NamesRead
from linkwright.simulation.events.symbols import Symbols
from linkwright.trajectory import Outcome


@checked_arguments
@dataclass(frozen=True)
class Crosses:
    """A quantity reaches a level: its name (a prime at the end means its rate) and the level in its SI unit."""

    name: str
    level: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not isinstance(self.level, (int, float)):
            msg = f"crosses({self.name!r}, {self.level!r}): expected a name and a number"
            raise TypeError(msg)


def crosses(name: str, level: float = 0.0) -> Crosses:
    """A quantity reaches a level: `crosses("slider.x", 0.1)`, `crosses("crank.phi'", 3.0)` for a rate."""
    return Crosses(name, level)


@dataclass(frozen=True)
class Switch:
    """Inputs that are given anew from the event on: numbers, laws or expressions of `lw.t`; the others go on."""

    inputs: Mapping[str, Any]

    def __post_init__(self) -> None:
        if not isinstance(self.inputs, Mapping) or not self.inputs:
            msg = f"switch({self.inputs!r}): expected a mapping of inputs to what they are from then on"
            raise TypeError(msg)
        object.__setattr__(self, "inputs", MappingProxyType(dict(self.inputs)))


@checked_arguments
def switch(inputs: Mapping[str, Any]) -> Switch:
    """Action that gives inputs anew: `switch({"A.v": 0.0})` switches a drive off."""
    return Switch(inputs)


@dataclass(frozen=True)
class Impact:
    """The speed of a quantity jumps from s to -restitution s, by an impulse on it that all constraints pass on."""

    quantity: str
    restitution: float

    def __post_init__(self) -> None:
        if not isinstance(self.quantity, str):
            msg = f"impact({self.quantity!r}): expected the name of a quantity"
            raise TypeError(msg)
        if not isinstance(self.restitution, (int, float)) or not 0 <= self.restitution <= 1:
            msg = f"impact({self.quantity!r}): restitution = {self.restitution!r}: expected a number from 0 to 1"
            raise ValueError(msg)


@checked_arguments
def impact(quantity: str, *, restitution: float = 1.0) -> Impact:
    """Action that reverses the speed of a quantity: `impact("slide.slide", restitution=0.5)`."""
    return Impact(quantity, restitution)


Action = Literal["stop", "record"] | Switch | Impact
When = Crosses | Callable[[Mapping[str, ca.SX]], Any]


@dataclass(frozen=True, eq=False)
class Event:
    """Something that happens when an expression goes through zero.

    `when` is `crosses(name, level)`, or a function that is given a mapping of names to CasADi expressions (positions
    "x", rates "x'", inputs, parameters, and "t") and gives an expression. `direction` +1 means from negative to
    positive only, -1 the other way, 0 both. `then` is "stop", "record", `switch(...)` or `impact(...)`; every event is
    in `Trajectory.events`, with its time.
    """

    when: When
    direction: int = 0
    then: Action = "stop"
    name: str = field(default="")

    def __post_init__(self) -> None:
        faults = []
        if not isinstance(self.when, Crosses) and not callable(self.when):
            faults.append(
                f"when = {self.when!r}: expected crosses(name, level), or a function of a mapping of names that gives "
                "an expression"
            )
        if self.direction not in (-1, 0, 1):
            faults.append(f"direction = {self.direction!r}: expected +1, -1 or 0 (both)")
        if self.then not in ("stop", "record") and not isinstance(self.then, (Switch, Impact)):
            faults.append(f"then = {self.then!r}: expected 'stop', 'record', switch(...) or impact(...)")
        if not isinstance(self.name, str):
            faults.append(f"name = {self.name!r}: expected a text")
        if faults:
            msg = f"Event {self.name or ''}: ".replace(" :", ":") + "; ".join(faults)
            raise ValueError(msg)

    def title(self, number: int) -> str:
        """Its name, or what it watches."""
        if self.name:
            return self.name
        if isinstance(self.when, Crosses):
            return f"{self.when.name} = {self.when.level:g}"
        return f"event {number + 1}"


INSTEAD = (
    'write lw.events.Event(lambda at: at["x"] - 2.0), a function of one mapping of names to expressions whose zero is '
    'the event, or lw.events.Event(lw.events.crosses("x", 2.0))'
)


def check_events(events: Sequence[Event]) -> None:
    """Refuse in words what is no event."""
    faults = [f"events: {_describe(event)} is no lw.events.Event" for event in events if not isinstance(event, Event)]
    if faults:
        raise TypeError("; ".join([*faults, INSTEAD]))


def _describe(given: object) -> str:
    """A function by its name, which says more than its address."""
    name = getattr(given, "__name__", "")
    return f"the function {name}" if callable(given) and name else repr(given)


__all__ = ["Crosses", "Event", "Impact", "Switch", "crosses", "impact", "switch"]


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
    """An angle comes to half a turn: number of the branch cut in `System.branch_cuts`, or the name of a quantity.

    `words` are what is said of it, and after "; " what to do.
    """

    branch_cut: int | str = field(default=0)
    words: str = field(default="")

    def outcome(self, time: float) -> Outcome:
        """How the run ends."""
        reason, _, remedy = self.words.partition("; ")
        return Outcome("failed", reason, remedy, time)

    def expressions(self, symbols: Symbols) -> tuple[ca.SX, ca.SX]:
        """A value that changes its sign at half a turn, and one that is positive there."""
        cut = self.branch_cut
        angle = symbols.names[cut] if isinstance(cut, str) else symbols.branch_cuts[cut][0]
        return ca.cos(angle - pi - BAND / 2) - cos(BAND / 2), -ca.cos(angle) - THERE


@dataclass(frozen=True, eq=False)
class Kink(Event):
    """An effort of the machine has a kink or jumps: number in `System.kinks`. `Trajectory.events` does not have it."""

    number: int = field(default=0)

    def expressions(self, symbols: Symbols) -> tuple[ca.SX, ca.SX]:
        """The value whose zero is the kink; it always counts."""
        return symbols.kinks[self.number][0], ca.SX(1)


def kinks_of(symbols: Symbols) -> list[Kink]:
    """The kinks of a machine as events."""
    return [Kink(_never, 0, "record", f"{name}: edge", k) for k, (_, name) in enumerate(symbols.kinks)]


def half_turns(symbols: Symbols, events: Sequence[Event]) -> list[HalfTurn]:
    """What ends a run besides its events: branch cuts of the machine, and angles on which events stand that jump."""
    found = [HalfTurn(_never, 0, "stop", words, k, words) for k, (_, words) in enumerate(symbols.branch_cuts)]
    for number, event in enumerate(events):
        reason = (
            "the expression of event {title!r} jumps there, since {name} is read from frames and known only modulo 2 "
            'pi; write it with sin and cos of the angle, or give the body home="{joint}"'
        )
        for name in _jumping(symbols.names, event):
            words = reason.format(title=event.title(number), name=name, joint=name.rpartition(".")[0])
            found.append(HalfTurn(_never, 0, "stop", f"{name} at half a turn", name, words))
    return found


def branch_cuts_near(system: System, arguments: Sequence[Any]) -> list[str]:
    """Words of the branch cuts that are at half a turn, or as good as there."""
    if not system.branch_cuts:
        return []
    angles = system.cached(
        "branch_cuts", lambda: system.function("branch_cuts", [ca.vertcat(*[x for x, _ in system.branch_cuts])])
    )
    there = -np.cos(call_function(angles, *arguments)[0].ravel()) > CLOSE_TO_CUT
    return [words for (_, words), near in zip(system.branch_cuts, there, strict=True) if near]


def _never(names: Mapping[str, ca.SX]) -> ca.SX:
    """Not asked: what is watched comes from the method `expressions`."""
    del names
    return ca.SX(1)


def _jumping(names: Names, event: Event) -> list[str]:
    """Angles that an event's expression reads and jumps with, by a turn."""
    if isinstance(event.when, Crosses):
        return []
    found, looked_up = [], NamesRead(names)
    try:
        event.when(looked_up)
        for name in sorted(looked_up.read):
            angle = ca.SX.sym("angle")
            value = ca.SX(event.when(NamesRead(names, {name: angle}))) if names.wraps(name) else ca.SX(0)
            if ca.depends_on(value, angle) and _changes(value, angle):
                found.append(name)
    except Exception:  # noqa: BLE001  what a user's function does wrong is said elsewhere
        return []
    return found


def _changes(value: ca.SX, angle: ca.SX) -> bool:
    """Whether an expression is another one after a turn of an angle, from -pi to pi, at some values of the others."""
    change = ca.substitute(value, angle, ca.SX(pi)) - ca.substitute(value, angle, ca.SX(-pi))
    symbols = ca.symvar(change)
    function = ca.Function("change", [ca.vertcat(*symbols) if symbols else ca.SX(0, 1)], [ca.densify(change)])
    found = function(np.random.default_rng(4).uniform(0.5, 1.5, len(symbols)))
    return not np.max(np.abs(np.asarray(found))) <= 1e-9

"""Events of a run: a zero crossing, and what is done when it happens.

lw.simulate(dynamics, state, duration=5.0, inputs={"drive.tau": 1.0}, events=[
    lw.events.Event(lw.events.crosses("slider.x", 0.1), direction=+1, then="stop"),
    lw.events.Event(lambda at: at["crank.phi'"] - 3.0, then=lw.events.switch({"drive.tau": 0.0})),
])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import casadi as ca


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
    faults = [f"events: {_shown(event)} is no lw.events.Event" for event in events if not isinstance(event, Event)]
    if faults:
        raise TypeError("; ".join([*faults, INSTEAD]))


def _shown(given: object) -> str:
    """A function by its name, which says more than its address."""
    name = getattr(given, "__name__", "")
    return f"the function {name}" if callable(given) and name else repr(given)


__all__ = ["Crosses", "Event", "Impact", "Switch", "crosses", "impact", "switch"]

"""Events as plain data that is saved with a run, and back; functions are not data, and are known again by their values.

An event whose condition is `crosses(...)` and whose action has numbers or laws comes back from its data. One with a
function or an expression of its own must be given again; what it gives at some states and times must be the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose, isfinite
from typing import Any

import numpy as np

from linkwright.arrays import PlainData, PlainMapping
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.system import call_function
from linkwright.laws.data import law_from_data
from linkwright.simulation.contacts.modes import Modes
from linkwright.simulation.events.event import Crosses, Event, Impact, Switch, check_events
from linkwright.simulation.events.expressions import Watch
from linkwright.simulation.events.symbols import source_of
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.results.settings import input_to_data, input_values

STATES_LOOKED_AT = 4
"""States at which values of an event that is a function are kept."""
SAME_VALUES, VALUES_NOTHING = 1e-9, 1e-12
"""How near, relative and absolute, values of the same function are: other processors round otherwise."""


def event_settings(
    dynamics: Dynamics, events: Sequence[Event], inputs: PlainMapping | None, state: State, end: float
) -> PlainData:
    """What a run was asked about events, and what its machine has of friction and stops, as plain values."""
    found: PlainData = {"events": events_to_data(dynamics, events, inputs, state, end)}
    if dynamics.equations.switched:
        found["contacts"] = contacts_to_data(dynamics, state)
    return found


def contacts_to_data(dynamics: Dynamics, state: State) -> list[PlainData]:
    """Friction and stops of a machine by name and kind, and gaps, sliding speeds and limits at a state."""
    modes, system = Modes(dynamics), dynamics.system
    v = np.random.default_rng(12).normal(size=len(state.v))
    function = system.cached("contact values", lambda: system.function("contact_values", [modes.expressions(system)]))
    values = call_function(function, state.t, state.q, v, np.zeros(len(dynamics.inputs)), dynamics.p)[0]
    return [
        {"title": contact.name, "kind": contact.kind, "values": [_finite(value) for value in row]}
        for contact, row in zip(modes.all, values.tolist(), strict=True)
    ]


def other_contacts(then: Sequence[PlainMapping], now: Sequence[PlainMapping]) -> list[str]:
    """In what friction and stops differ from those of a run, in words."""
    names = [[f"{entry['title']} ({entry['kind']})" for entry in each] for each in (then, now)]
    if names[0] != names[1]:
        names_before = [", ".join(each) or "nothing" for each in names]
        return [f"the machine of the run had {names_before[0]}, the one given has {names_before[1]}"]
    return [
        f"{old['title']} ({old['kind']}) has other values: gap, speed and limit at the start are "
        f"{_describe(old['values'])}, given are {_describe(new['values'])}"
        for old, new in zip(then, now, strict=True)
        if not _alike(old["values"], new["values"])
    ]


def events_to_data(
    dynamics: Dynamics, events: Sequence[Event], inputs: PlainMapping | None, state: State, end: float
) -> list[PlainData]:
    """All events of a run, each as a mapping of plain values."""
    check_events(events)
    looks = _looks(dynamics, events, state, end)
    found = []
    for k, event in enumerate(events):
        entry: PlainData = {"title": event.title(k), "name": event.name, "direction": event.direction}
        if isinstance(event.when, Crosses):
            entry["crosses"] = [event.when.name, float(event.when.level)]
        else:
            entry["values"] = looks[k]
        found.append(entry | {"then": _action(dynamics, event, inputs or {}, (state.t, end))})
    return found


def _looks(dynamics: Dynamics, events: Sequence[Event], state: State, end: float) -> list[list[float | None]]:
    """Values of each event at some states, always the same ones; None where they are not finite."""
    if all(isinstance(event.when, Crosses) for event in events):
        return [[] for _ in events]
    function = Watch(events).at(source_of(dynamics)).function
    random, rows = np.random.default_rng(11), []
    for share in np.linspace(0.0, 1.0, STATES_LOOKED_AT):
        q = state.q + 0.1 * random.normal(size=len(state.q))
        v, u = random.normal(size=len(state.v)), random.normal(size=len(dynamics.inputs))
        rows.append(function(state.t + share * (end - state.t), q, v, u, dynamics.p).copy())
    return [[_finite(value) for value in column] for column in np.array(rows).T.tolist()]


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def _action(dynamics: Dynamics, event: Event, inputs: PlainMapping, span: tuple[float, float]) -> Any:
    """What an event does, as plain values; inputs that are functions or expressions by their values at some times."""
    if isinstance(event.then, Impact):
        return {"impact": event.then.quantity, "restitution": float(event.then.restitution)}
    if not isinstance(event.then, Switch):
        return event.then
    data = {name: input_to_data(value) for name, value in event.then.inputs.items()}
    if None not in data.values():
        return {"switch": data}
    equations = dynamics.equations
    given = {equations.show(equations.aliases.get(name, name)): value for name, value in inputs.items()}
    switched = {equations.show(equations.aliases.get(name, name)): v for name, v in event.then.inputs.items()}
    try:
        values = input_values(check_inputs(equations, given | switched, *span), *span)
    except ValueError:  # a function that is defined only after the event; it is not compared
        values = []
    return {"switch": data, "values": values}


def events_of(data: Sequence[PlainMapping], how: str) -> list[Event]:
    """The events of a run from their data; those that are not data are refused, with `how` to give them."""
    lost = [repr(str(entry["title"])) for entry in data if not _is_data(entry)]
    if lost:
        raise ValueError(
            f"the events {', '.join(lost)} of this run were given as Python functions or expressions, which are not "
            f"kept in files; {how}"
        )
    return [_event(entry) for entry in data]


def _is_data(entry: PlainMapping) -> bool:
    then = entry["then"]
    switched = then.get("switch", {}) if isinstance(then, Mapping) else {}
    return "crosses" in entry and None not in switched.values()


def _event(entry: PlainMapping) -> Event:
    name, level = entry["crosses"]
    then: Any = entry["then"]
    if isinstance(then, Mapping) and "impact" in then:
        then = Impact(str(then["impact"]), float(then["restitution"]))
    elif isinstance(then, Mapping):
        given = then["switch"].items()
        then = Switch({key: law_from_data(v) if isinstance(v, Mapping) else float(v) for key, v in given})
    return Event(Crosses(str(name), float(level)), int(entry["direction"]), then, str(entry["name"]))


def other_events(then: Sequence[PlainMapping], now: Sequence[PlainMapping]) -> list[str]:
    """In what the events given differ from those of a run, in words."""
    if len(then) != len(now):
        names_before = ", ".join(repr(str(entry["title"])) for entry in then) or "none"
        return [f"the run has {len(then)} event(s) ({names_before}), and {len(now)} are given; in the same order"]
    faults = []
    for number, (old, new) in enumerate(zip(then, now, strict=True), 1):
        what = [
            key for key in ("title", "direction", "crosses", "then", "values") if not _alike(old.get(key), new.get(key))
        ]
        if what:
            words = "; ".join(
                f"{_WORDS[key]} {_describe(old.get(key))}, given is {_describe(new.get(key))}" for key in what
            )
            faults.append(f"event {number}, {str(old['title'])!r}, is another one: {words}")
    return faults


_WORDS = {
    "title": "its name is",
    "direction": "its direction is",
    "crosses": "it crosses",
    "then": "it does",
    "values": "the values of its function at some states are",
}


def _describe(value: Any) -> str:
    return "nothing of the kind" if value is None else f"{_thaw(value)!r:.80}"


def _thaw(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _thaw(entry) for key, entry in value.items()}
    return [_thaw(entry) for entry in value] if isinstance(value, list | tuple) else value


def _alike(one: Any, other: Any) -> bool:
    """Whether two plain values are the same, numbers but for rounding."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(_alike(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=SAME_VALUES, abs_tol=VALUES_NOTHING)
    return bool(one == other)

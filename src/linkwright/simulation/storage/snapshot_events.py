"""Events and modes of a run between two slices as plain values, and put back from them.

The first pivots of a mode are taken where it is first entered, which decides the last bits of what follows; so all
modes entered so far are kept with these places, and entered again there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.dynamics import State
from linkwright.simulation.contacts.transitions import Contacts
from linkwright.simulation.events.handler import happenings_of
from linkwright.simulation.inputs.inputs import checked
from linkwright.simulation.loop.run import Run


def happened_so_far(run: Run) -> dict[str, Any] | None:
    """Events and modes of a run as plain values; None for a run without."""
    happenings = happenings_of(run)
    if happenings is None:
        return None
    contacts = happenings.watch.contacts
    return {
        "log": happenings.log.data(),
        "moments": list(happenings.moments),
        "switched": dict(happenings.switched),
        "switched_at": happenings.switched_at,
        "contacts": None if contacts is None else _contacts_data(contacts),
    }


def put_back(run: Run, data: Mapping[str, Any]) -> None:
    """Put events and modes where they were; the inputs follow with `put_back_inputs` when the pivots are there."""
    happenings = happenings_of(run)
    assert happenings is not None
    happenings.log.put_back(data["log"])
    happenings.moments = [float(time) for time in data["moments"]]
    happenings.switched = {str(name): int(k) for name, k in data["switched"].items()}
    happenings.switched_at = data["switched_at"]
    contacts = happenings.watch.contacts
    if contacts is not None:
        _put_back_contacts(contacts, data["contacts"])
        assert run.motor is None
        run.change_mode(contacts.dynamics(contacts.held, contacts.directions, run.state_now()))


def put_back_inputs(run: Run) -> None:
    """Inputs as events have switched them."""
    happenings = happenings_of(run)
    if happenings is None or happenings.switched_at is None:
        return
    equations = run.base.system.equations
    run.renew_inputs(checked(equations, happenings.inputs_now(equations), happenings.switched_at, run.end))


def _contacts_data(contacts: Contacts) -> dict[str, Any]:
    places = {held: mode.dynamics.reference for held, mode in contacts.own.items()}
    modes = [
        {"held": list(held), "entered": [place.t, place.q.tolist(), place.v.tolist()]} for held, place in places.items()
    ]
    return {
        "held": sorted(contacts.held),
        "directions": list(contacts.directions),
        "bounces": list(contacts.bounces),
        "piled": list(contacts.piled),
        "started": list(contacts.started),
        "let_go": [[k, time] for k, time in contacts.let_go.items()],
        "kept": [[list(held), list(kept)] for held, kept in contacts.kept.items()],
        "modes": modes,
    }


def _put_back_contacts(contacts: Contacts, data: Mapping[str, Any]) -> None:
    contacts.held = {int(k) for k in data["held"]}
    contacts.directions = [float(direction) for direction in data["directions"]]
    contacts.bounces = [int(count) for count in data["bounces"]]
    contacts.piled = [int(count) for count in data["piled"]]
    contacts.started = [str(word) for word in data["started"]]
    contacts.let_go = {int(k): float(time) for k, time in data["let_go"]}
    contacts.kept = {_numbers(held): _numbers(kept) for held, kept in data["kept"]}
    for mode in data["modes"]:
        held = _numbers(mode["held"])
        t, q, v = mode["entered"]
        contacts.own[held] = contacts.mode(held, State(float(t), np.array(q, dtype=float), np.array(v, dtype=float)))


def _numbers(values: Any) -> tuple[int, ...]:
    return tuple(int(k) for k in values)

"""A run between two slices as named arrays of doubles, and taken up again from them, to the last bit.

Beside the bytes of its records: `ref` the reference pivots; `known` where each pivoting known to the run was taken
(t, q, v, u, p), those that the loop has ready first; `used` (time, number in `known`) and `used_before`, how many were
before; `crossings` (time, error, coordinate singularity, margin, count) of places passed, and the last one `refused`
(time, coordinate singularity, where it was seen from, the letters of its reason). Events and modes are plain values
(see `events_snapshot`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.arrays import Array, PlainData, PlainMapping
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.unrolled import Pivoting
from linkwright.simulation import workspace as at
from linkwright.simulation.contacts.transitions import Contacts
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import Run
from linkwright.trajectory.samples import Deferred


def events_so_far(run: Run) -> PlainData | None:
    """Events and modes of a run as plain values; None for a run without."""
    event_handler = event_handler_of(run)
    if event_handler is None:
        return None
    contacts = event_handler.watch.contacts
    return {
        "log": event_handler.log.data(),
        "moments": list(event_handler.moments),
        "switched": dict(event_handler.switched),
        "switched_at": event_handler.switched_at,
        "contacts": None if contacts is None else _contacts_data(contacts),
    }


def put_back(run: Run, data: PlainMapping) -> None:
    """Put events and modes where they were; the inputs follow with `put_back_inputs` when the pivots are there."""
    event_handler = event_handler_of(run)
    assert event_handler is not None
    event_handler.log.put_back(data["log"])
    event_handler.moments = [float(time) for time in data["moments"]]
    event_handler.switched = {str(name): int(k) for name, k in data["switched"].items()}
    event_handler.switched_at = data["switched_at"]
    contacts = event_handler.watch.contacts
    if contacts is not None:
        _put_back_contacts(contacts, data["contacts"])
        assert run.engine is None
        run.change_mode(contacts.dynamics(contacts.held, contacts.directions, contacts.at(run.state_now())))


def put_back_inputs(run: Run) -> None:
    """Inputs as events have switched them."""
    event_handler = event_handler_of(run)
    if event_handler is None or event_handler.switched_at is None:
        return
    equations = run.base.equations
    run.renew_inputs(check_inputs(equations, event_handler.inputs_now(equations), event_handler.switched_at, run.end))


def _contacts_data(contacts: Contacts) -> PlainData:
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


def _put_back_contacts(contacts: Contacts, data: PlainMapping) -> None:
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
        place = State(float(t), np.array(q, dtype=float), np.array(v, dtype=float))
        contacts.own[held] = contacts.mode(held, contacts.at(place))


def _numbers(values: Any) -> tuple[int, ...]:
    return tuple(int(k) for k in values)


def rows_of(pivotings: Sequence[Pivoting]) -> Array:
    """Where each pivoting was taken: rows (t, q, v, u, p)."""
    rows = [np.concatenate([[t], q, v, u, p]) for t, q, v, u, p in (pivoting.at for pivoting in pivotings)]
    return np.array(rows) if rows else np.zeros((0, 0))


def take_again(dynamics: Dynamics, row: Array) -> Pivoting:
    """The pivoting that was taken at a place (t, q, v, u, p)."""
    sizes = (len(dynamics.coordinates), len(dynamics.speeds), len(dynamics.inputs))
    q, v, u, p = np.split(row[1:], np.cumsum(sizes))
    return Pivoting.make(dynamics.system, dynamics.join, (float(row[0]), q, v, u, p))


def snapshot(run: Run) -> dict[str, Array]:
    """All that the run is, as copies."""
    number = {id(pivoting): k for k, pivoting in enumerate(run.known)}
    used = [(time, number[id(pivoting)]) for time, pivoting in run.used]
    crossings = [(one.time, one.error, one.coordinate_singularity, one.margin, one.count) for one in run.crossings]
    refused, place = run.refused, run.refused_at
    place_refused = (
        [] if refused is None else [refused.time, refused.coordinate_singularity, place, *refused.reason.encode()]
    )
    return (
        run.contents()
        | run.watch.contents(run)
        | {
            "refused": np.array(place_refused, dtype=float),
            "pivot_scales": run.pivot_scales.copy() if run.known else np.zeros(0),
            "known": rows_of(run.known),
            "used": np.array(used, dtype=float).reshape(-1, 2),
            "used_before": np.array([run.used_before], dtype=float),
            "crossings": np.array(crossings, dtype=float).reshape(-1, 5),
        }
    )


def restore(run: Run, arrays: Mapping[str, Array], events: PlainMapping | None = None) -> None:
    """Put a run that was made with the same arguments where another was when its snapshot was taken.

    `events` is what `events_so_far` gave: its events and modes.
    """
    if events is not None:
        put_back(run, events)
    run.restore(arrays)
    pivoting = Question.PIVOTING in run.dynamics.plant.offers
    if pivoting:
        run.known = [take_again(run.dynamics, row) for row in arrays["known"]]
        run.used = [(float(time), run.known[int(k)]) for time, k in arrays["used"]]
        run.pivoting = run.known[run.progress.pivoting]
    run.used_before = int(arrays["used_before"][0])
    run.crossings = [
        Crossing(
            True,
            float(t),
            error=float(error),
            coordinate_singularity=int(coordinate_singularity),
            sought=_known_margin(margin),
            count=int(count),
        )
        for t, error, coordinate_singularity, margin, count in arrays["crossings"]
    ]
    if arrays["refused"].size:
        time, coordinate_singularity, run.refused_at, *letters = arrays["refused"].tolist()
        words = bytes(int(letter) for letter in letters).decode()
        run.refused = Crossing(
            passed=False, time=time, reason=words, undetermined=True, coordinate_singularity=int(coordinate_singularity)
        )
    if pivoting:
        run.workspace.machine.pivot_scales = np.array(arrays["pivot_scales"])
    put_back_inputs(run)
    run.progress.restore(arrays["progress"])  # other inputs begin with their first segment
    run.start_engine()
    run.watch.restore(run, arrays)
    run.workspace.scratch.moment[at.PIVOTING] = run.progress.pivoting


def _known_margin(margin: float) -> Deferred[float]:
    return Deferred(lambda: float(margin))

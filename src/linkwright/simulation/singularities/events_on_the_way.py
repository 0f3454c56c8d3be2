"""Events on the way over a singular configuration: looked for on the motion of the long step, which no step watches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation.events.handler import RunEvents, event_handler_of
from linkwright.simulation.loop.run import Run

TIMES_ON_THE_WAY = 65
"""Times of a long step at which signs are looked at."""
AT_ZERO = 1e-6
"""Share of the largest value met below which the side of an event that has just fired is not its sign."""
NEARLY_ZERO = 0.2
"""Share of the values beside a lowest one below which a parabola through them counts as near zero."""
DEEP = 1e-12
"""Depth of a dip, over 1 and the largest value, that is no rounding on the motion of a long step."""
TOGETHER = 1e-12
"""Crossings nearer to each other than this share of a long step happen at once."""


def on_the_way(run: Run, begin: float, end: float, state: Callable[[float], Array]) -> float | None:
    """Note what is recorded on a long step, and give the time of the first event that acts; then FIRED says which.

    `state` gives y on the way. What the time loop has seen already, up to the last event or the start of its last
    step, is not looked at again.
    """
    event_handler = event_handler_of(run)
    assert event_handler is not None
    last = event_handler.moments[-1] if event_handler.moments else -np.inf
    start = max(begin, last)
    events, own = run.workspace.events, len(event_handler.watch.events)
    values = _values(run, event_handler, state)
    times = np.linspace(start, end, TIMES_ON_THE_WAY)
    times, table = _with_dips(times, np.array([values(t) for t in times]), values)
    near = (start == last) & (np.abs(table[0]) <= AT_ZERO * events.largest)
    side = np.where(near | (table[0] == 0), events.side, np.sign(table[0]))
    side[own:] = 1.0
    low = 0
    while True:
        found = _first(times[low:], table[low:], side, events.direction, values)
        if found is None:
            break
        moment, fired, low = found[0], found[1], low + found[2]
        acts = [k for k in fired if k >= own or event_handler.watch.events[k].then != "record"]
        side[fired] *= -1.0
        if acts:
            events.side[:], events.fired[:] = side, 0.0
            events.fired[fired] = 1.0
            return moment
        for k in fired:
            event_handler.record(run, k, moment, state(moment))
    events.side[:] = side
    return None


def _values(run: Run, event_handler: RunEvents, state: Callable[[float], Array]) -> Callable[[float], Array]:
    """Values of all events at a time of the long step; 1 for contacts that hold: their forces are not determined."""
    own = event_handler.watch.at(run.dynamics.system).function
    contacts = event_handler.watch.contacts

    def values(t: float) -> Array:
        where = run.arguments(t, state(t))
        found = own(*where) if event_handler.watch.events else np.zeros(0)
        return found if contacts is None else np.concatenate([found, contacts.apart(run, where)])

    return values


def _with_dips(times: Array, table: Array, values: Callable[[float], Array]) -> tuple[Array, Array]:
    """The times and values with those added where an event is beyond its zero between two times of the same sign."""
    from scipy.optimize import minimize_scalar

    found: dict[float, Array] = {}
    for e, column in enumerate(table.T):
        depth = DEEP * max(1.0, float(np.max(np.abs(column))))
        for low, high, sign in _near(times, column):
            search = minimize_scalar(
                lambda t, e=e, sign=sign: sign * values(t)[e],
                bounds=(low, high),
                method="bounded",
                options={"xatol": 1e-9 * (high - low)},
            )
            if search.fun < -depth:
                found[float(search.x)] = values(float(search.x))
    if not found:
        return times, table
    order = np.argsort([*times, *found])
    return np.array([*times, *found])[order], np.array([*table, *found.values()])[order]


def _near(times: Array, column: Array) -> list[tuple[float, float, float]]:
    """Intervals in which an event comes near its zero and goes away, by parabolas, and the sign that it has there."""
    found = []
    for k in range(1, len(times) - 1):
        sign, last = float(np.sign(column[k])), len(times) - 2
        before, here, after = sign * column[k - 1 : k + 2]
        if not (here > 0 and before >= 0 and after >= 0):
            continue
        bend, slope = (before + after) / 2 - here, (after - before) / 2  # over one interval
        lowest = -slope / (2 * bend) if bend > 0 else np.inf
        inside = abs(lowest) <= 0.5 or (k == 1 and -1 < lowest < 0) or (k == last and 0 < lowest < 1)
        if inside and here + slope * lowest / 2 < NEARLY_ZERO * max(before, here, after):
            found.append((float(times[k - 1]), float(times[k + 1]), sign))
    return found


def _first(
    times: Array, table: Array, side: Array, wanted: Array, values: Callable[[float], Array]
) -> tuple[float, list[int], int] | None:
    """The first crossing that counts: when, of which events, and after which of the times; sides follow the others."""
    from scipy.optimize import brentq

    for k in range(len(times) - 1):
        crossed = [e for e in range(len(side)) if side[e] * table[k + 1, e] < 0]
        places: dict[int, float] = {}
        for e in crossed:
            if side[e] * values(times[k])[e] <= 0:
                places[e] = float(times[k])
            else:
                places[e] = float(brentq(lambda t, e=e: values(t)[e], times[k], times[k + 1], xtol=1e-15, rtol=1e-15))
        counts = {e: place for e, place in places.items() if not wanted[e] * side[e] > 0 and np.isfinite(wanted[e])}
        if counts:
            moment = min(counts.values())
            near = TOGETHER * (times[-1] - times[0])
            return moment, [e for e, place in counts.items() if place <= moment + near], k
        for e in crossed:
            side[e] *= -1.0
    return None

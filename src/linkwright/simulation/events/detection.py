"""Zero crossings inside a step, found and located on its dense output, in the subset of Python that is compiled.

The kernel `event_values(t, y, u, p, out)` gives one value for each event; `EventState` is what is kept of them.

A step is looked through in parts, each at five places. A cubic through four of the values must give the fifth, and show
no crossing that the five do not show; else the part is too long. So what is watched may change much more in a step than
the motion does: a machine that sticks or rests makes long steps, whatever the inputs do. Parts begin small and grow.

Between two places an event may come to its zero and go away again. Where the quartic through the five values comes near
zero with a slope that changes its sign, the lowest place is searched for on the dense output itself; if it is beyond
zero it counts as a place that was looked at, with a crossing before and one after it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, sqrt

from linkwright.arrays import Array
from linkwright.simulation.events import intervals, roots
from linkwright.simulation.events.intervals import (
    FIRST,
    PLACES,
    SECOND,
    THIRD,
    divide_differences,
    may_dip,
    too_long,
)
from linkwright.simulation.events.roots import ROOT_WIDTH, defined_until, dip_below, look, look_ahead, root_of
from linkwright.simulation.workspace import EventState, Workspace

prepare_interpolation: Callable[..., None]

SMALLEST, GROWTH = 1e-7, 4.0
"""Share of a step with which looking begins where nothing is known, and how much longer the next part may be."""
MOST_LOOKS = 20_000
"""Parts of a step, about; a step in which events change more often than that is made shorter."""
NONE, UNDEFINED = 2.0, 3.0
"""Answers of `first_event` that are no share of the step: none fires, and a value that is not a number."""
CHANGED = -1.0
"""Mark in `EventState.root` of an event that changed sides where the step ends."""
NOISE = 1e-14
"""Share of the largest value met below which a sign is rounding: the speed of what sticks is zero, but for that."""
NEAR = 1e-4
"""Share of a step over which slope and bend of an event are taken."""
STRAIGHT = 0.1
"""Share of its change there by which an event may be off its parabola; above that they say nothing: it jumps."""
EDGE = 1e-9
"""Share of a step beyond the last place where all events are defined at which others may still fire."""


def mark_leaving(run: Workspace) -> None:
    """Mark events that fired where a step begins, are at their zeros by the error allowed, and go to their sides.

    The slope of the dense output there has an error, and a step that ends at an event may end a little short of it:
    what was struck would be struck again, for ever. Such an event counts when it was farther on its side than where it
    began, which `leaving` holds, or is beyond its zero by more than the error allowed.
    """
    events = run.events
    near = 0
    for e in range(events.count):
        largest = events.largest[e]
        value = events.side[e] * events.values[e]
        events.leaving[e] = 0.0
        short = abs(value) <= events.tolerance[e] * max(1.0, largest)
        if short and events.side[e] != 0.0 and events.began[e] == run.progress.t:
            events.leaving[e] = NOISE * largest + max(0.0, value)
            near = 1
    # One that goes beyond its zero along the slope at the start is not leaving it: it will fire.
    if near > 0:
        look_ahead(run, events.trial)
        for e in range(events.count):
            change = events.trial[e] - events.values[e]
            if not events.side[e] * change >= -NOISE * events.largest[e]:
                events.leaving[e] = 0.0


def has_left(e: int, value: float, events: EventState) -> int:
    """Whether an event has left its zero with this value; one that is still on the way does not count as crossing."""
    if events.leaving[e] > 0.0:
        largest = events.largest[e]
        value = events.next_side[e] * value
        if value <= events.leaving[e] and value >= -events.tolerance[e] * max(1.0, largest):
            return 0
        events.leaving[e] = 0.0
    return 1


def undefined_beyond(a: float, b: float, right: Array, run: Workspace) -> float:
    """The place between a and b up to which all events have values, which `right` gets; NONE if they have them at b.

    What fires before that, or where it begins, still counts; those without a value there are marked.
    """
    events = run.events
    lost = 0
    for e in range(events.count):
        if not isfinite(right[e]):
            lost = 1
    if lost > 0:
        b = min(b, defined_until(a, b, run) + EDGE)
        look(b, run, right)
        for e in range(events.count):
            if not isfinite(right[e]):
                events.fired[e] = -1.0
                right[e] = events.trial[e]
        return b
    return NONE


def first_crossing(left: Array, right: Array, a: float, b: float, run: Workspace) -> float:
    """Share of the step at which the first event fires between a and b, with values `left` and `right` there."""
    events = run.events
    side = events.next_side
    best = NONE
    lost = undefined_beyond(a, b, right, run)
    if lost < NONE:
        b = lost
    # Roots of all events that change sides; those that cross in a direction that counts may end the step.
    for e in range(events.count):
        events.largest[e] = max(events.largest[e], abs(right[e]))
        events.root[e] = NONE
        before = left[e]
        if has_left(e, right[e], events) > 0 and side[e] * right[e] < -NOISE * events.largest[e]:
            theta = root_of(e, a, b, before, right[e], run)
            events.root[e] = theta
            if events.direction[e] * side[e] <= 0.0:
                best = min(best, theta)
    # All that cross there fire together; what crosses later is found again after the step.
    if best <= 1.0:
        for e in range(events.count):
            events.fired[e] = 0.0
            if events.root[e] <= best + 2.0 * ROOT_WIDTH:
                if events.direction[e] * side[e] <= 0.0:
                    events.fired[e] = 1.0
                events.root[e] = CHANGED
                side[e] = -side[e]
            events.side[e] = side[e]
        return best
    if lost < NONE:
        return UNDEFINED
    # None fires: sides where the next part begins; a value of the size of rounding says nothing.
    for e in range(events.count):
        if events.leaving[e] == 0.0:
            if right[e] > NOISE * events.largest[e]:
                side[e] = 1.0
            if right[e] < -NOISE * events.largest[e]:
                side[e] = -1.0
    return NONE


def lowest_dip(i: int, left: Array, low: float, high: float, run: Workspace) -> float:
    """The first place after the place i of a part where an event comes through its zero and goes back; NONE if none."""
    events = run.events
    side = events.next_side
    right = events.values[(i + 1) * events.count :]
    place = NONE
    for e in range(events.count):
        value = left[e]
        limit = NOISE * max(events.largest[e], abs(right[e]))
        near = side[e] != 0.0 and isfinite(events.direction[e])
        near = near and side[e] * value >= -limit and side[e] * right[e] >= -limit
        if near and may_dip(e, side[e], i, value, right[e], events) > 0:
            found = dip_below(e, limit, low, high, value, right[e], run)
            place = min(place, found)
    return place


def first_after(i: int, a: float, w: float, run: Workspace) -> float:
    """Share of the step at which the first event fires after the place i of a part of length w, dips included."""
    events = run.events
    bottom = events.bottom
    left = events.values[i * events.count :]
    right = events.values[(i + 1) * events.count :]
    low = a + PLACES[i] * w
    high = min(1.0, a + PLACES[i + 1] * w)
    # Each dip is a place that was looked at, with a crossing before and one after it.
    for _ in range(2 * events.count):
        place = lowest_dip(i, left, low, high, run)
        if place > 1.0:
            break
        look(place, run, bottom)
        best = first_crossing(left, bottom, low, place, run)
        if best != NONE:
            return best
        left = events.after
        low = place
        for e in range(events.count):
            left[e] = bottom[e]
    return first_crossing(left, right, low, high, run)


def look_at_part(a: float, b: float, run: Workspace) -> None:
    """Values of all events at three places between a and b, and at b; those at a are there already."""
    count = run.events.count
    w = b - a
    look(a + FIRST * w, run, run.events.values[count:])
    look(a + SECOND * w, run, run.events.values[2 * count :])
    look(a + THIRD * w, run, run.events.values[3 * count :])
    look(b, run, run.events.values[4 * count :])
    divide_differences(run.events)


def first_in_part(a: float, b: float, run: Workspace) -> float:
    """Share of the step at which the first event fires in the part from a to b, which has been looked at."""
    best = NONE
    for i in range(4):
        if best == NONE:
            best = first_after(i, a, b - a, run)
    return best


def begin_search(t: float, h: float, run: Workspace) -> float:
    """Forget what the step before found, look at the start of this one; the share of it to look at first."""
    events = run.events
    for e in range(events.count):
        if events.fired[e] > 0.0:
            events.began[e] = t
        events.fired[e] = 0.0
        events.next_side[e] = events.side[e]
        events.root[e] = NONE
    run.scratch.length = h
    prepare_interpolation(t, h, run)
    # A part may be as long as those of the step before allow, unless the inputs have changed since.
    last = run.schedule.lasts[run.progress.segment]
    reach = events.reach / h
    if events.until != last:
        reach = 0.0
    events.until = last
    look(0.0, run, events.values)
    # Commands that have just changed make values jump, not bend: parts stay as long as they were, but where a value is
    # beyond its zero at once.
    for e in range(events.count):
        if events.side[e] * events.values[e] < -NOISE * events.largest[e]:
            reach = 0.0
    mark_leaving(run)
    return min(1.0, max(SMALLEST, GROWTH * reach))


def first_event(t: float, h: float, run: Workspace) -> float:
    """Share of the step at which the first event fires, or NONE, or UNDEFINED; `fired` says which.

    A share at which none fires is how far a step may go that has too many changes to be looked through.
    """
    events = run.events
    count = events.count
    width = begin_search(t, h, run)
    a = 0.0
    looks = 0
    while True:
        b = a + width
        if b > 1.0 - 0.5 * SMALLEST:
            b = 1.0
        w = b - a
        look_at_part(a, b, run)
        looks += 1
        # Five values must show all crossings of a part; one in which they may not is too long.
        if w > 2.0 * SMALLEST and too_long(events) > 0:
            width = max(SMALLEST, 0.4 * w)
            continue
        best = first_in_part(a, b, run)
        events.reach = max(w, width) * h
        if best != NONE:
            return best
        if b >= 1.0:
            break
        # The next part, longer, begins where this one ends.
        a = b
        width = GROWTH * w
        for e in range(count):
            events.values[e] = events.values[4 * count + e]
        if looks > MOST_LOOKS:
            for e in range(count):
                events.side[e] = events.next_side[e]
            return float(a)
    for e in range(count):
        events.side[e] = events.next_side[e]
    return NONE


def root_error(t: float, h: float, run: Workspace) -> float:
    """Time by which a step that ends where an event fires is too short, by a parabola over the end of it.

    With its value f there, slope b and bend c, z in units of NEAR of the step: f + b z + c z^2 = 0, where the slope has
    the sign of the side that the event goes to. Where there is no such place the error is 0.
    """
    events = run.events
    run.scratch.length = h
    prepare_interpolation(t, h, run)
    far = events.values[0:]
    between = events.trial
    near = events.bottom
    end = events.values[4 * events.count :]
    look(1.0 - NEAR, run, far)
    look(1.0 - 0.5 * NEAR, run, between)
    look(1.0 - 0.25 * NEAR, run, near)
    look(1.0, run, end)
    for e in range(events.count):
        if events.fired[e] > 0.0:
            whole = far[e] - end[e]
            half = between[e] - end[e]
            b = whole - 4.0 * half
            c = 2.0 * whole - 4.0 * half
            if not abs(near[e] - end[e] + 0.25 * b - 0.0625 * c) <= STRAIGHT * max(abs(whole), abs(half)):
                return 0.0
            if abs(end[e]) <= 0.1 * NOISE * events.largest[e]:
                return 0.0
            inner = b * b - 4.0 * c * end[e]
            if not inner > 0.0:
                return 0.0
            # The root of the quadratic in the form that loses no digits.
            root = events.side[e] * sqrt(inner)
            z = 0.0
            if b * root >= 0.0:
                z = -2.0 * end[e] / (b + root)
            elif c != 0.0:
                z = 0.5 * (root - b) / c
            if abs(z) * NEAR < 0.1:
                return z * NEAR * h
            return 0.0
    return 0.0


def retract_events(events: EventState) -> None:
    """Take back that events fired: the step is made again, smaller."""
    for e in range(events.count):
        events.fired[e] = 0.0
        if events.root[e] == CHANGED:
            events.side[e] = -events.side[e]


LOOPS: tuple[Callable[..., object], ...] = (
    *roots.LOOPS, *intervals.LOOPS, mark_leaving, has_left, undefined_beyond, first_crossing, lowest_dip, first_after,
    look_at_part, first_in_part, begin_search, first_event, root_error, retract_events,
)  # fmt: skip
"""What is compiled when events are watched; without events it is the `first_event` of `no_events`."""

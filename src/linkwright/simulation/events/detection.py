"""Zero crossings inside a step, found and located on its dense output, in the subset of Python that is compiled.

The kernel `events(t, y, u, p, out)` gives one value for each event; `marks` is what is kept of them (`events_marks`).

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
from linkwright.simulation.events import intervals as events_parts
from linkwright.simulation.events import roots as events_roots
from linkwright.simulation.events.intervals import FIRST, PLACES, SECOND, THIRD, bend, doubtful, shallow
from linkwright.simulation.events.roots import WIDTH, defined, dip, drawn_ahead, located, look
from linkwright.simulation.events.state import (
    AFTER,
    ALLOWED,
    BEGAN,
    BOTTOM,
    FIRED,
    INNER,
    LARGEST,
    LEAVING,
    LEFT,
    NEXT,
    PLACE,
    REACH,
    RIGHT,
    SIDE,
    TRIAL,
    UNTIL,
    WANTED,
)

prepare: Callable[..., None]

SMALLEST, GROWTH = 1e-7, 4.0
"""Share of a step with which looking begins where nothing is known, and how much longer the next part may be."""
MOST_LOOKS = 20_000
"""Parts of a step, about; a step in which events change more often than that is made shorter."""
NONE, UNDEFINED = 2.0, 3.0
"""Answers of `watch` that are no share of the step: nothing happened, and a value that is not a number."""
CHANGED = -1.0
"""Mark in PLACE of an event that changed sides where the step ends."""
NOISE = 1e-14
"""Share of the largest value met below which a sign is rounding: the speed of what sticks is zero, but for that."""
NEAR = 1e-4
"""Share of a step over which slope and bend of an event are taken."""
STRAIGHT = 0.1
"""Share of its change there by which an event may be off its parabola; above that they say nothing: it jumps."""
EDGE = 1e-9
"""Share of a step beyond the last place where all events are defined at which others may still fire."""


def leave(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, mid: Array, desk: Array, k: Array,
    marks: Array, count: int,
) -> None:  # fmt: skip
    """Mark events that fired where a step begins, are at their zeros by the error allowed, and go to their sides.

    The slope of the dense output there has an error, and a step that ends at an event may end a little short of it:
    what was struck would be struck again, for ever. Such an event counts when it was farther on its side than where it
    began, which LEAVING holds, or is beyond its zero by more than the error allowed.
    """
    near = 0
    for e in range(count):
        largest = marks[LARGEST * count + e]
        value = marks[SIDE * count + e] * marks[LEFT * count + e]
        marks[LEAVING * count + e] = 0.0
        short = abs(value) <= marks[ALLOWED * count + e] * max(1.0, largest)
        if short and marks[SIDE * count + e] != 0.0 and marks[BEGAN * count + e] == t:
            marks[LEAVING * count + e] = NOISE * largest + max(0.0, value)
            near = 1
    if near > 0:
        drawn_ahead(t, h, n, last, table, y, p, mid, desk, k, marks[TRIAL * count :])
        for e in range(count):
            change = marks[TRIAL * count + e] - marks[LEFT * count + e]
            if not marks[SIDE * count + e] * change >= -NOISE * marks[LARGEST * count + e]:
                marks[LEAVING * count + e] = 0.0


def left_behind(e: int, value: float, marks: Array, count: int) -> int:
    """Whether an event has left its zero with this value; one that is still on the way does not count as crossing."""
    if marks[LEAVING * count + e] > 0.0:
        largest = marks[LARGEST * count + e]
        value = marks[NEXT * count + e] * value
        if value <= marks[LEAVING * count + e] and value >= -marks[ALLOWED * count + e] * max(1.0, largest):
            return 0
        marks[LEAVING * count + e] = 0.0
    return 1


def passed(  # noqa: C901, PLR0912  one loop, which compiled code keeps together
    first: int, second: int, a: float, b: float, t: float, h: float, n: int, last: float, table: Array, y: Array,
    p: Array, new: Array, mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires between a and b, whose values are two rows of `marks`."""
    side = marks[NEXT * count :]
    right = marks[second * count :]
    trial = marks[TRIAL * count :]
    best = NONE
    lost = 0
    for e in range(count):
        if not isfinite(right[e]):
            lost = 1
    if lost > 0:  # what fires before that, or where it begins, still counts
        b = min(b, defined(a, b, t, h, n, last, table, y, p, new, mid, desk, k, trial, count) + EDGE)
        look(b, t, h, n, last, table, y, p, new, mid, desk, k, right)
        for e in range(count):
            if not isfinite(right[e]):
                marks[FIRED * count + e] = -1.0
                right[e] = trial[e]
    for e in range(count):
        marks[LARGEST * count + e] = max(marks[LARGEST * count + e], abs(right[e]))
        marks[PLACE * count + e] = NONE
        before = marks[first * count + e]
        if left_behind(e, right[e], marks, count) > 0 and side[e] * right[e] < -NOISE * marks[LARGEST * count + e]:
            theta = located(e, side[e], a, b, before, right[e], t, h, n, last, table, y, p, new, mid, desk, k, trial)
            marks[PLACE * count + e] = theta
            if marks[WANTED * count + e] * side[e] <= 0.0:
                best = min(best, theta)
    if best <= 1.0:
        for e in range(count):
            marks[FIRED * count + e] = 0.0
            if marks[PLACE * count + e] <= best + 2.0 * WIDTH:
                if marks[WANTED * count + e] * side[e] <= 0.0:
                    marks[FIRED * count + e] = 1.0
                marks[PLACE * count + e] = CHANGED
                side[e] = -side[e]
            marks[SIDE * count + e] = side[e]
        return best
    if lost > 0:
        return UNDEFINED
    for e in range(count):
        if marks[LEAVING * count + e] == 0.0:
            if right[e] > NOISE * marks[LARGEST * count + e]:
                side[e] = 1.0
            if right[e] < -NOISE * marks[LARGEST * count + e]:
                side[e] = -1.0
    return NONE


def dipped(
    i: int, a: float, w: float, t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, new: Array,
    mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires after the place i of a part of length w, dips included."""
    side = marks[NEXT * count :]
    right = marks[(LEFT + i + 1) * count :]
    trial = marks[TRIAL * count :]
    bottom = marks[BOTTOM * count :]
    low = a + PLACES[i] * w
    high = min(1.0, a + PLACES[i + 1] * w)
    row = LEFT + i
    for _ in range(2 * count):
        place = NONE
        for e in range(count):
            value = marks[row * count + e]
            limit = NOISE * max(marks[LARGEST * count + e], abs(right[e]))
            near = side[e] != 0.0 and isfinite(marks[WANTED * count + e])
            near = near and side[e] * value >= -limit and side[e] * right[e] >= -limit
            if near and shallow(e, side[e], i, value, right[e], marks, count) > 0:
                found = dip(
                    e, side[e], limit, low, high, value, right[e], t, h, n, last, table, y, p, new, mid, desk, k,
                    trial, bottom,
                )  # fmt: skip
                place = min(place, found)
        if place > 1.0:
            break
        look(place, t, h, n, last, table, y, p, new, mid, desk, k, bottom)
        best = passed(row, BOTTOM, low, place, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
        if best != NONE:
            return best
        row = AFTER
        low = place
        for e in range(count):
            marks[AFTER * count + e] = bottom[e]
    return passed(row, LEFT + i + 1, low, high, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)


def looked_through(
    a: float, b: float, t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, new: Array,
    mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires in the part from a to b, which has been looked at."""
    best = NONE
    for i in range(4):
        if best == NONE:
            best = dipped(i, a, b - a, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
    return best


def watch(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, mid: Array,
    desk: Array, k: Array, clock: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires, or NONE, or UNDEFINED; marks[FIRED] says which.

    A share at which none fires is how far a step may go that has too many changes to be looked through.
    """
    left = marks[LEFT * count :]
    right = marks[RIGHT * count :]
    for e in range(count):
        if marks[FIRED * count + e] > 0.0:
            marks[BEGAN * count + e] = t
        marks[FIRED * count + e] = 0.0
        marks[NEXT * count + e] = marks[SIDE * count + e]
        marks[PLACE * count + e] = NONE
    prepare(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock)
    reach = marks[REACH * count] / h
    if marks[UNTIL * count] != last:
        reach = 0.0
    marks[UNTIL * count] = last
    width = min(1.0, max(SMALLEST, GROWTH * reach))
    a = 0.0
    look(a, t, h, n, last, table, y, p, new, mid, desk, k, left)
    leave(t, h, n, last, table, y, p, mid, desk, k, marks, count)
    looks = 0
    while True:
        b = a + width
        if b > 1.0 - 0.5 * SMALLEST:
            b = 1.0
        w = b - a
        look(a + FIRST * w, t, h, n, last, table, y, p, new, mid, desk, k, marks[INNER * count :])
        look(a + SECOND * w, t, h, n, last, table, y, p, new, mid, desk, k, marks[(INNER + 1) * count :])
        look(a + THIRD * w, t, h, n, last, table, y, p, new, mid, desk, k, marks[(INNER + 2) * count :])
        look(b, t, h, n, last, table, y, p, new, mid, desk, k, right)
        looks += 1
        bend(marks, count)
        if w > 2.0 * SMALLEST and doubtful(marks, count) > 0:
            width = max(SMALLEST, 0.4 * w)
            continue
        best = looked_through(a, b, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
        marks[REACH * count] = max(w, width) * h
        if best != NONE:
            return best
        if b >= 1.0:
            break
        a = b
        width = GROWTH * w
        for e in range(count):
            left[e] = right[e]
        if looks > MOST_LOOKS:
            for e in range(count):
                marks[SIDE * count + e] = marks[NEXT * count + e]
            return float(a)
    for e in range(count):
        marks[SIDE * count + e] = marks[NEXT * count + e]
    return NONE


def amiss(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, mid: Array,
    desk: Array, k: Array, clock: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Time by which a step that ends where an event fires is too short, by a parabola over the end of it.

    With its value f there, slope b and bend c, z in units of NEAR of the step: f + b z + c z^2 = 0, where the slope has
    the sign of the side that the event goes to. Where there is no such place nothing is amiss.
    """
    prepare(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock)
    far = marks[LEFT * count :]
    between = marks[TRIAL * count :]
    near = marks[BOTTOM * count :]
    end = marks[RIGHT * count :]
    look(1.0 - NEAR, t, h, n, last, table, y, p, new, mid, desk, k, far)
    look(1.0 - 0.5 * NEAR, t, h, n, last, table, y, p, new, mid, desk, k, between)
    look(1.0 - 0.25 * NEAR, t, h, n, last, table, y, p, new, mid, desk, k, near)
    look(1.0, t, h, n, last, table, y, p, new, mid, desk, k, end)
    for e in range(count):
        if marks[FIRED * count + e] > 0.0:
            whole = far[e] - end[e]
            half = between[e] - end[e]
            b = whole - 4.0 * half
            c = 2.0 * whole - 4.0 * half
            if not abs(near[e] - end[e] + 0.25 * b - 0.0625 * c) <= STRAIGHT * max(abs(whole), abs(half)):
                return 0.0
            if abs(end[e]) <= 0.1 * NOISE * marks[LARGEST * count + e]:
                return 0.0
            inner = b * b - 4.0 * c * end[e]
            if not inner > 0.0:
                return 0.0
            root = marks[SIDE * count + e] * sqrt(inner)
            z = 0.0
            if b * root >= 0.0:
                z = -2.0 * end[e] / (b + root)
            elif c != 0.0:
                z = 0.5 * (root - b) / c
            if abs(z) * NEAR < 0.1:
                return z * NEAR * h
            return 0.0
    return 0.0


def unmark(marks: Array, count: int) -> None:
    """Take back that events fired: the step is made again, smaller."""
    for e in range(count):
        marks[FIRED * count + e] = 0.0
        if marks[PLACE * count + e] == CHANGED:
            marks[SIDE * count + e] = -marks[SIDE * count + e]


LOOPS: tuple[Callable[..., object], ...] = (
    *events_roots.LOOPS, *events_parts.LOOPS, leave, left_behind, passed, dipped, looked_through, watch, amiss, unmark,
)  # fmt: skip
"""What is compiled when events are watched; without events it is the `watch` of `events_none`."""

"""Zero crossings inside a step, found and located on its dense output, in the subset of Python that is compiled.

The kernel `events(t, y, u, p, out)` gives one value for each event. `marks` holds nine rows of `count` numbers each:
SIDE the sign on which each event was last (0: not known, at its zero), WANTED the direction asked for (0: both), FIRED
what fired in this step (-1: its value is not a number), LEFT and RIGHT values at two places of the step, TRIAL values
while a root is located, NEXT the sides while the step is looked through, PLACE the share of the step of each root,
LARGEST the largest value met.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.codegen import Array
from linkwright.simulation.places import INPUTS, MOMENT

inputs: Callable[..., None]
events: Callable[..., None]
prepare: Callable[..., None]
inside: Callable[..., None]

SIDE, WANTED, FIRED, LEFT, RIGHT, TRIAL, NEXT, PLACE, LARGEST = range(9)
ROWS = 9
POINTS = 4
"""Parts of a step at whose ends signs are looked at: an event that crosses its zero twice in less is not seen."""
NONE, UNDEFINED = 2.0, 3.0
"""Answers of `watch` that are no share of the step: nothing happened, and a value that is not a number."""
CHANGED = -1.0
"""Mark in PLACE of an event that changed sides where the step ends."""
NOISE = 1e-14
"""Share of the largest value met below which a sign is rounding: the speed of what sticks is zero, but for that."""
WIDTH = 1e-14
"""Share of a step to which a crossing is located; rounding of the dense output is of this size."""
MOST_TRIALS = 120
"""Places looked at for one root: bisection alone would need 47."""
NEAR = 1e-3
"""Share of a step over which the slope of an event is taken."""
NEARER = 45
"""Halvings towards the start of a part in search of the side that an event has just left its zero to."""


def look(
    theta: float, t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, new: Array, mid: Array,
    desk: Array, k: Array, out: Array,
) -> None:  # fmt: skip
    """Values of all events at the share theta of a step."""
    inside(theta, h, n, y, new, k, mid)
    desk[MOMENT] = min(t + theta * h, last)
    inputs(desk, table, desk[INPUTS:])
    events(desk, mid, desk[INPUTS:], p, out)


def located(
    e: int, side: float, a: float, b: float, t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array,
    new: Array, mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step, just beyond the zero, where event e leaves its side between a and b (bisection and secant)."""
    trial = marks[TRIAL * count :]
    low = a
    high = b
    at_low = side * marks[LEFT * count + e]
    at_high = side * marks[RIGHT * count + e]
    if at_low <= 0.0:  # it is just leaving its zero: the crossing meant is the next one
        tries = 0
        theta = b
        while at_low <= 0.0:
            theta = a + (theta - a) * 0.5
            tries += 1
            if tries > NEARER:
                return a
            look(theta, t, h, n, last, table, y, p, new, mid, desk, k, trial)
            at_low = side * trial[e]
            if at_low <= 0.0:
                high = theta
                at_high = at_low
            else:
                low = theta
    tries = 0
    while high - low > WIDTH * high and tries < MOST_TRIALS:
        theta = 0.5 * (low + high)
        if tries % 3 != 2 and at_low > at_high:  # regula falsi, every third time a bisection
            theta = (low * (-at_high) + high * at_low) / (at_low - at_high)
            theta = max(low + 0.25 * WIDTH * high, min(high - 0.25 * WIDTH * high, theta))
        look(theta, t, h, n, last, table, y, p, new, mid, desk, k, trial)
        value = side * trial[e]
        if not isfinite(value):
            return high
        if value > 0.0:
            low = theta
            at_low = value
            if tries % 3 != 2:
                at_high *= 0.5  # Illinois: an end that stays counts half
        else:
            high = theta
            at_high = value
            if tries % 3 != 2:
                at_low *= 0.5
        tries += 1
    return high


def watch(  # noqa: C901, PLR0912  one loop, which compiled code keeps together
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, mid: Array,
    desk: Array, k: Array, clock: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires, or NONE, or UNDEFINED; marks[FIRED] says which."""
    left = marks[LEFT * count :]
    right = marks[RIGHT * count :]
    side = marks[NEXT * count :]
    for e in range(count):
        marks[FIRED * count + e] = 0.0
        side[e] = marks[SIDE * count + e]
    prepare(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock)
    look(0.0, t, h, n, last, table, y, p, new, mid, desk, k, left)
    for part in range(POINTS):
        a = part / POINTS
        b = (part + 1.0) / POINTS
        look(b, t, h, n, last, table, y, p, new, mid, desk, k, right)
        best = NONE
        for e in range(count):
            if not isfinite(right[e]):
                marks[FIRED * count + e] = -1.0
                best = UNDEFINED
        if best == UNDEFINED:
            return UNDEFINED
        for e in range(count):
            marks[LARGEST * count + e] = max(marks[LARGEST * count + e], abs(right[e]))
            marks[PLACE * count + e] = NONE
            if side[e] * right[e] < -NOISE * marks[LARGEST * count + e]:
                theta = located(e, side[e], a, b, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
                marks[PLACE * count + e] = theta
                if marks[WANTED * count + e] * side[e] <= 0.0:
                    best = min(best, theta)
        if best <= 1.0:
            for e in range(count):
                if marks[PLACE * count + e] <= best + 2.0 * WIDTH:
                    if marks[WANTED * count + e] * side[e] <= 0.0:
                        marks[FIRED * count + e] = 1.0
                    marks[PLACE * count + e] = CHANGED
                    side[e] = -side[e]
                marks[SIDE * count + e] = side[e]
            return best
        for e in range(count):
            if right[e] > NOISE * marks[LARGEST * count + e]:
                side[e] = 1.0
            if right[e] < -NOISE * marks[LARGEST * count + e]:
                side[e] = -1.0
            left[e] = right[e]
    for e in range(count):
        marks[SIDE * count + e] = side[e]
    return NONE


def amiss(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, mid: Array,
    desk: Array, k: Array, clock: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Time by which a step that ends where an event fires is too short, by a secant over its last thousandth."""
    prepare(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock)
    near = marks[LEFT * count :]
    end = marks[RIGHT * count :]
    look(1.0 - NEAR, t, h, n, last, table, y, p, new, mid, desk, k, near)
    look(1.0, t, h, n, last, table, y, p, new, mid, desk, k, end)
    for e in range(count):
        if marks[FIRED * count + e] > 0.0:
            steep = (end[e] - near[e]) / (NEAR * h)
            if steep != 0.0 and abs(end[e]) < 0.1 * abs(steep) * h:
                return float(-end[e] / steep)
            return 0.0
    return 0.0


def unmark(marks: Array, count: int) -> None:
    """Take back that events fired: the step is made again, smaller."""
    for e in range(count):
        marks[FIRED * count + e] = 0.0
        if marks[PLACE * count + e] == CHANGED:
            marks[SIDE * count + e] = -marks[SIDE * count + e]


LOOPS: tuple[Callable[..., object], ...] = (look, located, watch, amiss, unmark)
"""What is compiled when events are watched; without events it is the `watch` of `events_none`."""

"""Zero crossings inside a step, found and located on its dense output, in the subset of Python that is compiled.

The kernel `events(t, y, u, p, out)` gives one value for each event. `marks` holds fourteen rows of `count` numbers:
SIDE the sign on which each event was last (0: not known, at its zero), WANTED the direction asked for (0: both, not a
number: not watched), FIRED what fired in this step (-1: its value is not a number), LEFT, the three from INNER on and
RIGHT values at five places of the step, TRIAL values while a root is located, NEXT the sides while the step is looked
through, PLACE the share of the step of each root, LARGEST the largest value met; the first number of REACH is the time
that was looked at in one part last, of UNTIL the end of the inputs' segment then.

A step is looked through in parts, each at five places. A cubic through four of the values must give the fifth, and show
no crossing that the five do not show; else the part is too long. So what is watched may change much more in a step than
the motion does: a machine that sticks or rests makes long steps, whatever the inputs do. Parts begin small and grow.
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

SIDE, WANTED, FIRED, LEFT, RIGHT, TRIAL, NEXT, PLACE, LARGEST, REACH, UNTIL, INNER = range(12)
ROWS = INNER + 3
FIRST, SECOND, THIRD = 0.2113, 0.4472, 0.7320
"""Where in a part values are looked at between its ends; unevenly, lest a wave is met at its zeros only."""
W0, W1, W3, W4 = (
    (SECOND - FIRST) * (SECOND - THIRD) * (SECOND - 1.0) / (-FIRST * THIRD),
    SECOND * (SECOND - THIRD) * (SECOND - 1.0) / (FIRST * (FIRST - THIRD) * (FIRST - 1.0)),
    SECOND * (SECOND - FIRST) * (SECOND - 1.0) / (THIRD * (THIRD - FIRST) * (THIRD - 1.0)),
    SECOND * (SECOND - FIRST) * (SECOND - THIRD) / ((1.0 - FIRST) * (1.0 - THIRD)),
)
"""Weights of the other four values in that of their cubic at SECOND."""
SMOOTH = 0.005
"""Share of the largest value in a part by which that cubic may be off."""
SMALLEST, GROWTH = 1e-7, 4.0
"""Share of a step with which looking begins where nothing is known, and how much longer the next part may be."""
MOST_LOOKS = 20_000
"""Parts of a step, about; a step in which events change more often than that is made shorter."""
STILL, NOTHING = 1e-9, 1e-13
"""Changes below this share of the largest value met, or below this (SI units), are rounding or a step's error."""
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
STRAIGHT = 0.1
"""Bend of an event over that share, of its change there, above which its slope says nothing: it jumps."""
EDGE = 1e-9
"""Share of a step beyond the last place where all events are defined at which others may still fire."""
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
    e: int, side: float, a: float, b: float, at_a: float, at_b: float, t: float, h: float, n: int, last: float,
    table: Array, y: Array, p: Array, new: Array, mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step, just beyond the zero, where event e leaves its side between a and b (bisection and secant)."""
    trial = marks[TRIAL * count :]
    low = a
    high = b
    at_low = side * at_a
    at_high = side * at_b
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
        if not isfinite(value):  # it ceases to be defined beyond its zero
            high = theta
        elif value > 0.0:
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


def defined(
    a: float, b: float, t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, new: Array,
    mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step up to which all events are defined, from a on; some are not at b. TRIAL has their values."""
    trial = marks[TRIAL * count :]
    low = a
    high = b
    tries = 0
    while high - low > WIDTH * high and tries < MOST_TRIALS:
        theta = 0.5 * (low + high)
        look(theta, t, h, n, last, table, y, p, new, mid, desk, k, trial)
        good = 1
        for e in range(count):
            if not isfinite(trial[e]):
                good = 0
        if good > 0:
            low = theta
        else:
            high = theta
        tries += 1
    look(low, t, h, n, last, table, y, p, new, mid, desk, k, trial)
    return low


def hidden(
    x: float, a: float, b: float, f0: float, d1: float, d2: float, d3: float, d4: float, off: float, noise: float
) -> int:
    """Whether a quartic (in Newton's form) comes to zero, or nearly, at x between two values a and b of one sign."""
    value = f0 + x * (d1 + (x - FIRST) * (d2 + (x - SECOND) * (d3 + (x - THIRD) * d4)))
    if a > noise and b > noise and value < off:
        return 1
    if a < -noise and b < -noise and value > -off:
        return 1
    return 0


def doubtful(marks: Array, count: int) -> int:
    """Whether some event may cross its zero in a part and not be seen in its five values."""
    for e in range(count):
        f0 = marks[LEFT * count + e]
        f1 = marks[INNER * count + e]
        f2 = marks[(INNER + 1) * count + e]
        f3 = marks[(INNER + 2) * count + e]
        f4 = marks[RIGHT * count + e]
        largest = max(abs(f0), abs(f4))
        largest = max(largest, abs(f1))
        largest = max(largest, abs(f2))
        largest = max(largest, abs(f3))
        off = abs(f2 - W0 * f0 - W1 * f1 - W3 * f3 - W4 * f4)
        swing = abs(f1 - f0) + abs(f2 - f1) + abs(f3 - f2) + abs(f4 - f3)
        noise = max(NOTHING, STILL * max(marks[LARGEST * count + e], largest))
        if isfinite(marks[WANTED * count + e]) and isfinite(swing) and swing > noise:
            if off > max(SMOOTH * largest, noise):
                return 1
            d1 = (f1 - f0) / FIRST
            d12 = (f2 - f1) / (SECOND - FIRST)
            d23 = (f3 - f2) / (THIRD - SECOND)
            d34 = (f4 - f3) / (1.0 - THIRD)
            d2 = (d12 - d1) / SECOND
            d123 = (d23 - d12) / (THIRD - FIRST)
            d234 = (d34 - d23) / (1.0 - SECOND)
            d3 = (d123 - d2) / THIRD
            d4 = (d234 - d123) / (1.0 - FIRST) - d3
            for i in range(1, 4):
                x = 0.25 * i
                found = hidden(x * FIRST, f0, f1, f0, d1, d2, d3, d4, off, noise)
                found += hidden(FIRST + x * (SECOND - FIRST), f1, f2, f0, d1, d2, d3, d4, off, noise)
                found += hidden(SECOND + x * (THIRD - SECOND), f2, f3, f0, d1, d2, d3, d4, off, noise)
                found += hidden(THIRD + x * (1.0 - THIRD), f3, f4, f0, d1, d2, d3, d4, off, noise)
                if found > 0:
                    return 1
    return 0


def passed(  # noqa: C901, PLR0912  one loop, which compiled code keeps together
    first: int, second: int, a: float, b: float, t: float, h: float, n: int, last: float, table: Array, y: Array,
    p: Array, new: Array, mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires between a and b, whose values are two rows of `marks`."""
    side = marks[NEXT * count :]
    right = marks[second * count :]
    best = NONE
    lost = 0
    for e in range(count):
        if not isfinite(right[e]):
            lost = 1
    if lost > 0:  # what fires before that, or where it begins, still counts
        b = min(b, defined(a, b, t, h, n, last, table, y, p, new, mid, desk, k, marks, count) + EDGE)
        look(b, t, h, n, last, table, y, p, new, mid, desk, k, right)
        for e in range(count):
            if not isfinite(right[e]):
                marks[FIRED * count + e] = -1.0
                right[e] = marks[TRIAL * count + e]
    for e in range(count):
        marks[LARGEST * count + e] = max(marks[LARGEST * count + e], abs(right[e]))
        marks[PLACE * count + e] = NONE
        if side[e] * right[e] < -NOISE * marks[LARGEST * count + e]:
            before = marks[first * count + e]
            theta = located(
                e, side[e], a, b, before, right[e], t, h, n, last, table, y, p, new, mid, desk, k, marks, count
            )
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
        if right[e] > NOISE * marks[LARGEST * count + e]:
            side[e] = 1.0
        if right[e] < -NOISE * marks[LARGEST * count + e]:
            side[e] = -1.0
    return NONE


def looked_through(
    a: float, b: float, t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, new: Array,
    mid: Array, desk: Array, k: Array, marks: Array, count: int,
) -> float:  # fmt: skip
    """Share of the step at which the first event fires in the part from a to b, which has been looked at."""
    w = b - a
    best = passed(LEFT, INNER, a, a + FIRST * w, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
    for i in range(2):
        low = a + (FIRST + i * (SECOND - FIRST)) * w
        high = a + (SECOND + i * (THIRD - SECOND)) * w
        if best == NONE:
            row = INNER + i
            best = passed(row, row + 1, low, high, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
    if best == NONE:
        best = passed(INNER + 2, RIGHT, a + THIRD * w, b, t, h, n, last, table, y, p, new, mid, desk, k, marks, count)
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
    """Time by which a step that ends where an event fires is too short, by a secant over its last thousandth."""
    prepare(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock)
    near = marks[LEFT * count :]
    between = marks[TRIAL * count :]
    end = marks[RIGHT * count :]
    look(1.0 - NEAR, t, h, n, last, table, y, p, new, mid, desk, k, near)
    look(1.0 - 0.5 * NEAR, t, h, n, last, table, y, p, new, mid, desk, k, between)
    look(1.0, t, h, n, last, table, y, p, new, mid, desk, k, end)
    for e in range(count):
        if marks[FIRED * count + e] > 0.0:
            rise = end[e] - near[e]
            steep = rise / (NEAR * h)
            if not abs(between[e] - 0.5 * (near[e] + end[e])) <= STRAIGHT * abs(rise):
                return 0.0
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


LOOPS: tuple[Callable[..., object], ...] = (
    look, located, defined, hidden, doubtful, passed, looked_through, watch, amiss, unmark,
)  # fmt: skip
"""What is compiled when events are watched; without events it is the `watch` of `events_none`."""

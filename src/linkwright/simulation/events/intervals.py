"""Part of a step by the values of an event at five places: whether these tell enough, and where to look closer.

In the subset of Python that is compiled. Through the five values (`EventState.values`) goes a quartic, in Newton's form
with their divided differences.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.simulation.workspace import EventState

FIRST, SECOND, THIRD = 0.2113, 0.4472, 0.7320
"""Where in a part values are looked at between its ends; unevenly, lest a wave is met at its zeros only."""
PLACES = (0.0, FIRST, SECOND, THIRD, 1.0)
SMOOTH = 0.005
"""Share of the largest value in a part by which a cubic through four of the values may be off the one at SECOND."""
OFF = SECOND * (SECOND - FIRST) * (THIRD - SECOND) * (1.0 - SECOND)
"""By how much it is off, over the fourth divided difference."""
NEARLY, LEVEL = 0.05, 0.1
"""Share of the largest value in a part below which the quartic counts as near zero, and, over the length of a part, its
slope as level: its own error is far below SMOOTH, but for parts where the fourth difference vanishes by chance."""
QUARTERS, HALVINGS = 4, 12
"""Pieces between two places in which slopes change sign once at most, and halvings to where one does: to a millionth of
the height of an arc."""
VALUE_STILL, VALUE_NOTHING = 1e-9, 1e-13
"""Changes below this share of the largest value met, or below this (SI units), are rounding or a step's error."""


def divide_differences(events: EventState) -> None:
    """Divided differences of the five values of a part, for each event."""
    count = events.count
    for e in range(count):
        f0 = events.values[e]
        f1 = events.values[count + e]
        f2 = events.values[2 * count + e]
        f3 = events.values[3 * count + e]
        f4 = events.values[4 * count + e]
        d1 = (f1 - f0) / FIRST
        d12 = (f2 - f1) / (SECOND - FIRST)
        d23 = (f3 - f2) / (THIRD - SECOND)
        d34 = (f4 - f3) / (1.0 - THIRD)
        d2 = (d12 - d1) / SECOND
        d123 = (d23 - d12) / (THIRD - FIRST)
        d234 = (d34 - d23) / (1.0 - SECOND)
        d3 = (d123 - d2) / THIRD
        events.differences[e] = d1
        events.differences[count + e] = d2
        events.differences[2 * count + e] = d3
        events.differences[3 * count + e] = (d234 - d123) / (1.0 - FIRST) - d3


def quartic(x: float, e: int, events: EventState) -> float:
    """Value of the quartic at the share x of a part."""
    count = events.count
    value = events.differences[2 * count + e] + (x - THIRD) * events.differences[3 * count + e]
    value = events.differences[count + e] + (x - SECOND) * value
    value = events.differences[e] + (x - FIRST) * value
    return float(events.values[e] + x * value)


def quartic_slope(x: float, e: int, events: EventState) -> float:
    """Slope of the quartic at the share x of a part."""
    count = events.count
    rate = events.differences[3 * count + e]
    value = events.differences[2 * count + e] + (x - THIRD) * rate
    rate = value + (x - SECOND) * rate
    value = events.differences[count + e] + (x - SECOND) * value
    rate = value + (x - FIRST) * rate
    value = events.differences[e] + (x - FIRST) * value
    return float(value + x * rate)


def largest_value(e: int, events: EventState) -> float:
    """Largest of the five values of an event."""
    count = events.count
    largest = 0.0
    for i in range(5):
        largest = max(largest, abs(events.values[i * count + e]))
    return largest


def total_change(e: int, events: EventState) -> float:
    """Changes of an event from place to place, in all."""
    count = events.count
    swing = 0.0
    for i in range(4):
        swing += abs(events.values[(i + 1) * count + e] - events.values[i * count + e])
    return swing


def may_dip(e: int, side: float, i: int, first: float, second: float, events: EventState) -> int:
    """Whether an event may come to its zero and go away again after the place i, between two values of its side."""
    lowest = min(side * first, side * second)
    if lowest > total_change(e, events):
        return 0
    down = side * quartic_slope(PLACES[i], e, events)
    up = side * quartic_slope(PLACES[i + 1], e, events)
    largest = largest_value(e, events)
    if not (down < LEVEL * largest and up > -LEVEL * largest):
        return 0
    if down < 0.0 and up > 0.0:
        low = PLACES[i]
        high = PLACES[i + 1]
        for _ in range(HALVINGS):
            x = 0.5 * (low + high)
            if side * quartic_slope(x, e, events) < 0.0:
                low = x
            else:
                high = x
        lowest = min(lowest, side * quartic(low, e, events))
    if lowest < NEARLY * largest:
        return 1
    return 0


def hides_crossings(e: int, i: int, off: float, margin: float, noise: float, events: EventState) -> int:
    """Whether the quartic after the place i shows crossings that the values at its ends do not show, or nearly so.

    It may come to zero between two values of one sign. Where it turns near zero between two values of different signs,
    or twice between two of one sign, there may be more crossings than are searched for.
    """
    count = events.count
    x0 = PLACES[i]
    w = (PLACES[i + 1] - x0) / QUARTERS
    a = events.values[i * count + e]
    b = events.values[(i + 1) * count + e]
    rate = quartic_slope(x0, e, events)
    last = quartic_slope(PLACES[i + 1], e, events)
    same = a * b > 0.0
    if same and min(abs(a), abs(b)) > 0.5 * QUARTERS * w * max(abs(rate), abs(last)) + margin:
        return 0
    turns = 0
    value = a
    for j in range(1, QUARTERS + 1):
        x = x0 + j * w
        before = value
        earlier = rate
        value = quartic(x, e, events)
        rate = quartic_slope(x, e, events)
        if a > noise and b > noise and value < off:
            return 1
        if a < -noise and b < -noise and value > -off:
            return 1
        flat = min(abs(before), abs(value)) < margin + 0.5 * w * max(abs(earlier), abs(rate))
        if flat and earlier * rate < 0.0:
            turns += 1
        if not same and abs(value) < margin and abs(rate) < 5.0 * margin:
            return 1
    if turns > 1 or (turns > 0 and not same):
        return 1
    return 0


def too_long(events: EventState) -> int:
    """Whether some event may cross its zero in a part and not be seen in its five values."""
    count = events.count
    for e in range(count):
        largest = largest_value(e, events)
        swing = total_change(e, events)
        noise = max(VALUE_NOTHING, VALUE_STILL * max(events.largest[e], largest))
        if isfinite(events.direction[e]) and isfinite(swing) and swing > noise:
            off = OFF * abs(events.differences[3 * count + e])
            margin = SMOOTH * largest
            if off > max(margin, noise):
                return 1
            for i in range(4):
                if hides_crossings(e, i, off, margin, noise, events) > 0:
                    return 1
    return 0


LOOPS: tuple[Callable[..., object], ...] = (
    divide_differences, quartic, quartic_slope, largest_value, total_change, may_dip, hides_crossings, too_long,
)  # fmt: skip
"""What is compiled of these when events are watched."""

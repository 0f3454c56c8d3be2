"""Times at which a Python function of t jumps, found by bisection; functions that are noise are refused.

A step cannot be made shorter than a jump: it has to end just before it and to begin anew just after. Of expressions the
choices are known (`expression_breaks`); a function shows its values only. It is looked at evenly spaced times. Between
two of them it jumps if its change does not become smaller with the interval, down to two neighbouring numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nextafter

import numpy as np

from linkwright.arrays import Array

INTERVALS_SEARCHED = 1024
"""Intervals in a run, as many as are looked at for the limits of steps; a pulse within one of them is not seen."""
MOST_JUMPS = 5_000
"""Jumps that are followed; with more, steps are shorter than what a function that is called each time is good for."""
STEEP = 4.0
"""A change between two looks that is so many times that of the intervals beside it may be a jump."""
SMALL_CHANGE = 1e-9
"""Share of all its change that does not count: rounding of the function itself."""
JUMP_HALVINGS, FALLS = 4, 0.5
"""Halvings after which the change of a function that is smooth at this scale has fallen below this share: 1/16, or a
few times as much where it bends."""
BESIDE = (2.0**-30, 2.0**-28, 2.0**-26, 2.0**-24)
"""Shares of an interval beside a jump within which a function that jumps, and is no noise, hardly changes."""


class NoiseError(ValueError):
    """A function that is not one of t, or changes within any time however short."""


def jumps(call: Callable[[float], float], start: float, end: float) -> list[float]:
    """The first times (s) after the jumps of a function between `start` and `end`, in order.

    >>> jumps(lambda t: 500.0 if t >= 0.37 else t, 0.0, 1.0)
    [0.37]
    >>> jumps(np.sin, 0.0, 100.0)
    []
    """
    times = np.linspace(start, end, INTERVALS_SEARCHED + 1)
    values = np.array([float(call(time)) for time in times.tolist()])
    _refuse_moods(call, times, values)
    change = np.abs(np.diff(values))
    finite = values[np.isfinite(values)]
    least = SMALL_CHANGE * float(np.ptp(finite)) if finite.size else inf
    beside = np.maximum(np.append(change[1:], 0.0), np.append(0.0, change[:-1]))
    found: list[float] = []
    suspects = np.flatnonzero(change > np.maximum(STEEP * beside, least)).tolist()
    for k in suspects:
        _search(call, (times[k], times[k + 1]), (values[k], values[k + 1]), least, found)
    if found:  # it jumps: then perhaps also where the intervals beside change as much
        for k in sorted(set(np.flatnonzero(change > least).tolist()) - set(suspects)):
            _search(call, (times[k], times[k + 1]), (values[k], values[k + 1]), least, found)
    return sorted(float(time) for time in found if start < time < end)


def _refuse_moods(call: Callable[[float], float], times: Array, values: Array) -> None:
    """Refuse a function that gives another value when it is asked again."""
    for k in np.linspace(0, len(times) - 1, 9).astype(int).tolist():
        again = float(call(float(times[k])))
        if again != values[k] and np.isfinite(values[k]):
            raise NoiseError(
                f"gives {values[k]:.9g} at t = {times[k]:.6g} and then {again:.9g} at the same time: it is no function "
                "of t alone. Draw random values beforehand, and give them as a law that holds each for a while "
                "(lw.laws.PiecewisePolynomial with constant pieces)"
            )


def _search(
    call: Callable[[float], float],
    interval: tuple[float, float],
    values: tuple[float, float],
    least: float,
    found: list[float],
) -> None:
    """Add the jumps in an interval to those found: one by bisection, then those before and after it."""
    limit = max(least, 0.05 * abs(values[1] - values[0]))
    open_ = [(interval, values)]
    while open_:
        (a, b), (at_a, at_b) = open_.pop()
        if abs(at_b - at_a) <= limit or not a < b:
            continue
        pair = _bisect(call, a, b, at_a, at_b)
        if pair is None:
            continue
        (low, high), (at_low, at_high) = pair
        _refuse_noise(call, (low, high), abs(at_high - at_low), interval)
        found.append(high)
        if len(found) > MOST_JUMPS:
            raise NoiseError(
                f"jumps more than {MOST_JUMPS} times; give its values as a law that holds each for a while "
                "(lw.laws.PiecewisePolynomial with constant pieces), whose jumps are known"
            )
        open_ += [((a, low), (at_a, at_low)), ((high, b), (at_high, at_b))]


def _bisect(
    call: Callable[[float], float], a: float, b: float, at_a: float, at_b: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Neighbouring numbers between which the function jumps, with its values; None if its change becomes small.

    Every few halvings the change must still be there; a function that is steep, but smooth, loses it at its own scale.
    """
    earlier, count = abs(at_b - at_a), 0
    while nextafter(a, b) < b:
        middle = 0.5 * (a + b)
        value = float(call(middle))
        if abs(value - at_a) >= abs(at_b - value):
            b, at_b = middle, value
        else:
            a, at_a = middle, value
        count += 1
        if count % JUMP_HALVINGS == 0:
            now = abs(at_b - at_a)
            if not now > FALLS * earlier:
                return None
            earlier = now
    return (a, b), (at_a, at_b)


def _refuse_noise(
    call: Callable[[float], float], jump: tuple[float, float], size: float, interval: tuple[float, float]
) -> None:
    """Refuse a function that changes as much as by its jump on either side of it, within no time."""
    length = interval[1] - interval[0]
    for side, place in zip((-1.0, 1.0), jump, strict=True):
        near = [float(call(place + side * share * length)) for share in BESIDE]
        if np.ptp([float(call(place)), *near]) > 0.5 * size:
            raise NoiseError(
                f"is not smooth: near t = {place:.6g} it changes by {size:.3g} however short the time. A run cannot "
                "follow noise; give samples of it as a law that holds each for a while, or joins them "
                "(lw.laws.PiecewisePolynomial, lw.laws.Spline)"
            )

"""Where in a step an event crosses its zero, ceases to be defined, or dips through its zero and back.

In the subset of Python that is compiled; all values are those of the step's dense output, places are shares of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.arrays import Array
from linkwright.simulation.workspace import Workspace

inputs_at: Callable[..., None]
event_values: Callable[..., None]
interpolate: Callable[..., None]

ROOT_WIDTH = 1e-14
"""Share of a step to which a crossing is located; rounding of the dense output is of this size."""
MOST_TRIALS = 120
"""Places looked at for one root: bisection alone would need 47."""
NEARER = 45
"""Halvings towards the start of a part in search of the side that an event has just left its zero to."""
SLOPE_SHARE = 1e-6
"""Share of the interval searched over which slopes are taken; what a dip hides within it is a millionth squared."""
AHEAD = 1e-4
"""Share of a step over which events are drawn ahead along the slope at its start."""
MOST_TANGENTS = 40
"""Tangents drawn in search of a lowest place; from both ends four or so are usual."""
NO_DIP = 2.0
"""Answer of `dip_below` that is no share of the step: an event stays on its side."""


def look(theta: float, run: Workspace, out: Array) -> None:
    """Values of all events at the share theta of the step."""
    h = run.scratch.length
    interpolate(theta, h, run, run.scratch.inside)
    inputs_at(run.progress.t + theta * h, run, run.scratch.inputs)
    values_at(run.scratch.inside, run, out)


def values_at(y: Array, run: Workspace, out: Array) -> None:
    """Values of all events at a state of a machine in full matrices; its time and inputs are in `scratch`."""
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    event_values(run.scratch.moment, y, run.scratch.inputs, parameters, out)


def look_ahead(run: Workspace, out: Array) -> None:
    """Values of all events a little beyond the start of a step, along the slope there, not on the dense output."""
    h = run.scratch.length
    inside = run.scratch.inside
    for i in range(run.machine.n):
        inside[i] = run.states.y[i] + AHEAD * h * run.states.slopes[i]
    inputs_at(run.progress.t + AHEAD * h, run, run.scratch.inputs)
    values_at(inside, run, out)


def root_of(e: int, a: float, b: float, at_a: float, at_b: float, run: Workspace) -> float:
    """Share of the step, just beyond the zero, where event e leaves its side between a and b (bisection and secant)."""
    side = run.events.next_side[e]
    trial = run.events.trial
    low = a
    high = b
    at_low = side * at_a
    at_high = side * at_b
    # An event that is just leaving its zero: the crossing meant is the next one, so its own side is looked for first.
    if at_low <= 0.0:
        tries = 0
        theta = b
        while at_low <= 0.0:
            theta = a + (theta - a) * 0.5
            tries += 1
            if tries > NEARER:
                return a
            look(theta, run, trial)
            at_low = side * trial[e]
            if at_low <= 0.0:
                high = theta
                at_high = at_low
            else:
                low = theta
    # Regula falsi in Illinois' form, with a bisection at times, since values may bend as they like.
    tries = 0
    while high - low > ROOT_WIDTH * high and tries < MOST_TRIALS:
        theta = 0.5 * (low + high)
        if tries % 3 != 2 and at_low > at_high:
            theta = (low * (-at_high) + high * at_low) / (at_low - at_high)
            theta = max(low + 0.25 * ROOT_WIDTH * high, min(high - 0.25 * ROOT_WIDTH * high, theta))
        look(theta, run, trial)
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


def defined_until(a: float, b: float, run: Workspace) -> float:
    """Share of the step up to which all events are defined, from a on; some are not at b. `trial` gets their values."""
    trial = run.events.trial
    low = a
    high = b
    tries = 0
    while high - low > ROOT_WIDTH * high and tries < MOST_TRIALS:
        theta = 0.5 * (low + high)
        look(theta, run, trial)
        good = 1
        for e in range(run.events.count):
            if not isfinite(trial[e]):
                good = 0
        if good > 0:
            low = theta
        else:
            high = theta
        tries += 1
    look(low, run, trial)
    return low


def dip_below(e: int, limit: float, a: float, b: float, at_a: float, at_b: float, run: Workspace) -> float:
    """Share of the step between a and b where event e, on its side at both, is beyond its zero by more than a limit.

    NO_DIP where there is none. The lowest place lies where the slope changes its sign. Between two places with their
    slopes nothing is lower than where their tangents meet, for a value that is convex there; so the search ends at the
    first place beyond zero, or when the tangents meet before it.
    """
    side = run.events.next_side[e]
    trial = run.events.trial
    other = run.events.bottom
    d = SLOPE_SHARE * (b - a)
    low = a
    high = b
    at_low = side * at_a
    at_high = side * at_b
    look(a + d, run, trial)
    look(b - d, run, other)
    down = (side * trial[e] - at_low) / d
    up = (at_high - side * other[e]) / d
    # The interval is shortened from the side whose slope the middle has, until tangents say that nothing is below.
    tries = 0
    while down < 0.0 and up > 0.0 and high - low > d and tries < MOST_TANGENTS:
        w = high - low
        meet = (at_high - at_low - up * w) / (down - up)
        if meet > 0.0 and meet < w and at_low + down * meet >= -limit:
            return NO_DIP
        theta = low + 0.5 * w
        if tries % 3 == 0:  # where a parabola is lowest
            theta = low - w * down / (up - down)
        elif tries % 3 == 1 and meet > 0.0 and meet < w:  # where a corner is
            theta = low + meet
        theta = max(low + 0.001 * w, min(high - 0.001 * w, theta))
        look(theta - 0.5 * d, run, trial)
        look(theta + 0.5 * d, run, other)
        before = side * trial[e]
        after = side * other[e]
        if before < -limit:
            return theta - 0.5 * d
        if after < -limit:
            return theta + 0.5 * d
        rate = (after - before) / d
        if rate < 0.0:
            low = theta
            at_low = 0.5 * (before + after)
            down = rate
        else:
            high = theta
            at_high = 0.5 * (before + after)
            up = rate
        tries += 1
    return NO_DIP


LOOPS: tuple[Callable[..., object], ...] = (look, look_ahead, root_of, defined_until, dip_below)
"""What is compiled of these when events are watched, with a function `values_at` of the kind of machine."""

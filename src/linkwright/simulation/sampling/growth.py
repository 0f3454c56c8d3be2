"""Whether commands grow without bound: their peaks over windows of 1, 2, 4, ... instants, kept while a run goes on.

An unstable loop grows by the same factor in equal times: on some scale peaks rise from window to window, and as much in
the later ones as before. What follows a motion from rest, as the square of time, rises less and less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from linkwright.arrays import Array
from linkwright.simulation.inputs.inputs import InputError, Inputs
from linkwright.simulation.workspace import Workspace

SCALES = 40
"""Scales of time: windows of 2^0 to 2^39 instants, more than a run has."""
FEWEST_WINDOWS, WINDOWS = 6, 12
"""Windows of each scale that are compared, in even numbers: at least, and at most."""
COLUMNS = WINDOWS + 1
"""Peaks of one scale: of the window that is open, then of closed ones, in a ring."""
FACTOR = 10.0
"""By which peaks grow in the later half of the windows at least. What goes as t^2
from rest grows by (5/2)^2 there at most, where it began at the end of a window."""


STEADY_RATIO, STEADY_FACTOR = 0.75, 30.0
"""Growth (logarithm) of a window in the later half over that in the earlier one, at least: an unstable loop has 1, any
power of time from rest below 0.42. Long after the start a power has nearly 1 too, but below the eleventh it does not
grow by this factor in half of the windows."""
EVEN_STEPS = np.array([0.25, 3.0])
"""Growth from window to window over its mean, at least and at most: a jump is one large step between small ones."""
TIMES, ZOOMS = 600, 7
"""Times at which it is seen whether an input grows; over the whole run, its last quarter, the last quarter of that."""


def keep_peaks(run: Workspace) -> None:
    """Put the commands of an instant into the windows; a window that closes goes into one of the next scale."""
    control = run.control
    state = run.control_state
    peaks = state.peaks
    for i in range(control.commands // (1 + run.settings.directions)):  # without derivatives
        peak = abs(state.memory[control.held[i]])
        first = i * SCALES * COLUMNS
        count = state.instants  # windows of this scale that have closed, with the one that closes now
        closes = 1
        while closes > 0:
            peak = max(peaks[first], peak)
            peaks[first + 1 + (count - 1) % WINDOWS] = peak
            peaks[first] = 0.0
            first += COLUMNS
            peaks[first] = max(peaks[first], peak)
            closes = 0
            if count % 2 == 0 and first + COLUMNS < (i + 1) * SCALES * COLUMNS:
                closes = 1
                count = count // 2


def in_order(peaks: Array, instants: int) -> Array:
    """Peaks after so many instants (commands, scales, 1 + windows): the open window, then closed ones, latest first."""
    scales = peaks.reshape(-1, SCALES, COLUMNS)
    closed = instants // 2 ** np.arange(SCALES, dtype=np.int64)[:, None]
    places = 1 + (closed - 1 - np.arange(WINDOWS)) % WINDOWS
    return np.concatenate([scales[:, :, :1], np.take_along_axis(scales, places[None], axis=2)], axis=2)


def room(commands: int) -> Array:
    """Peaks at the start of a run."""
    return np.zeros(commands * SCALES * COLUMNS)


def growing(peaks: Array) -> dict[int, tuple[float, float]]:
    """Commands by number that grow without bound, with first and last of the peaks (in order) that show it."""
    found: dict[int, tuple[float, float]] = {}
    for number, _, closed in _rises(peaks, FACTOR):
        _keep_largest(found, number, closed)
    return found


def steadily_growing(peaks: Array, instants: int) -> dict[int, tuple[float, float]]:
    """The same of a run that nothing else shows to be unstable, after so many instants.

    Commands grow by equal factors in equal times, by which no power of time, no jump and no noise grows; and they were
    never as large before, as those of a limit cycle are, which leaves a rest by equal factors in every turn.
    """
    found: dict[int, tuple[float, float]] = {}
    for number, scale, closed in _rises(peaks, STEADY_FACTOR):
        begin = (instants // 2**scale - len(closed)) * 2**scale
        if _is_steady(closed) and _largest_until(peaks[number], begin, instants) <= closed[len(closed) // 2 - 1]:
            _keep_largest(found, number, closed)
    return found


def _rises(peaks: Array, factor: float) -> Iterator[tuple[int, int, Array]]:
    """Commands and scales on which peaks rise by this factor in either half of some windows, with these peaks."""
    for count in range(FEWEST_WINDOWS, WINDOWS + 1, 2):
        closed = peaks[:, :, count:0:-1]  # of each scale, the oldest first
        first, middle, last = closed[:, :, 0], closed[:, :, count // 2 - 1], closed[:, :, -1]
        # In the earlier half there is one step less.
        grow = (first > 0) & (last >= factor * middle) & (middle >= factor ** (1 - 2 / count) * first)
        for number, scale in np.argwhere(grow).tolist():
            own = closed[number, scale]
            if np.all(own[1:] >= own[:-1]):
                yield number, scale, own


def _keep_largest(found: dict[int, tuple[float, float]], number: int, closed: Array) -> None:
    """Put the first and the last peak of a command where there are none yet, or some that grew less."""
    first, last = float(closed[0]), float(closed[-1])
    if number not in found or last / first > found[number][1] / found[number][0]:
        found[number] = (first, last)


def _largest_until(scales: Array, begin: int, instants: int) -> float:
    """Largest peak of one command in windows that closed before the instant `begin`; longer ones reach farther back."""
    lengths = 2 ** np.arange(SCALES, dtype=np.int64)[:, None]
    closed = (instants // lengths - np.arange(WINDOWS)) * lengths
    return float(np.max(scales[:, 1:], where=(closed > 0) & (closed <= begin), initial=0.0))


def _is_steady(peaks: Array) -> bool:
    """Whether peaks grow by about the same factor from window to window."""
    steps = np.diff(np.log(peaks))
    half = len(peaks) // 2 - 1
    even = EVEN_STEPS * np.mean(steps)
    steady = np.mean(steps[half:]) >= STEADY_RATIO * np.mean(steps[:half])
    return bool(steady and even[0] <= steps.min() and steps.max() <= even[1])


def input_grows(inputs: Inputs, start: float, end: float) -> bool:
    """Whether an input may have made commands grow: it goes away from an earlier value by large factors, at the end.

    It is looked at over ever shorter times before the end, since what grows fast does so in the last of them. One that
    is not defined between instants may have done anything.
    """
    for zoom in range(ZOOMS):
        times = np.append(start, np.linspace(end - (end - start) / 4**zoom, end, TIMES))
        segments = np.minimum(np.searchsorted(inputs.ends, times, side="right"), len(inputs.ends) - 1)
        try:
            origin, *later = inputs.at(times, segments)
        except InputError:
            return True
        for earlier in (origin, later[0]):
            if any(growing(_peaks(column)) for column in np.abs(np.array(later) - earlier).T):
                return True
    return False


def _peaks(values: Array) -> Array:
    """Peaks of one command that had these values, in order."""
    found, window = np.zeros((1, SCALES, COLUMNS)), np.array(values)
    for scale in found[0]:
        closed = window[::-1][:WINDOWS]
        scale[1 : 1 + len(closed)] = closed
        window = window[: len(window) // 2 * 2].reshape(-1, 2).max(axis=1)
    return found


LOOPS: tuple[Callable[..., object], ...] = (keep_peaks,)

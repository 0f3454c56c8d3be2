"""Norms of a run with sensitivities, in the subset of Python that is compiled: derivatives do not count.

So the run makes the steps that it makes without them, and what is differentiated is the same discrete map.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, sqrt

from linkwright.arrays import Array
from linkwright.simulation.loop.advance import ROUNDING, inputs_at
from linkwright.simulation.workspace import Settings, Workspace

slope: Callable[..., None]
further_slopes: Callable[..., None]


def distance(a: Array, b: Array, n: int, settings: Settings) -> float:
    """Root mean square of the difference of two states over atol + rtol |state|, without their derivatives."""
    count = n // (1 + settings.directions)
    largest = 1.0
    for i in range(count):
        largest = max(largest, abs(a[i]))
    total = 0.0
    for i in range(count):
        scale = settings.atol + settings.rtol * max(abs(a[i]), abs(b[i])) + ROUNDING * largest
        total += ((a[i] - b[i]) / scale) ** 2
    return sqrt(total / count)


def error_norm(error: Array, a: Array, b: Array, n: int, settings: Settings) -> float:
    """Root mean square of an error over atol + rtol |state|, without derivatives."""
    count = n // (1 + settings.directions)
    total = 0.0
    for i in range(count):
        total += (error[i] / (settings.atol + settings.rtol * max(abs(a[i]), abs(b[i])))) ** 2
    norm = sqrt(total / count)
    if not isfinite(norm):  # a NaN must shrink the step, not loop for ever
        norm = 1e4
    return norm


def slope_at(t: float, y: Array, run: Workspace, dy: Array) -> None:
    """Slope dy at (t, y) with its derivatives, where these are too many for one kernel."""
    inputs_at(t, run, run.scratch.inputs)
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    further_slopes(run.scratch.moment, y, run.scratch.inputs, parameters, run.machine.pivot_scales, dy)
    slope(run.scratch.moment, y, run.scratch.inputs, parameters, run.machine.pivot_scales, dy, run.scratch.quality)


LOOPS: tuple[Callable[..., object], ...] = (distance, error_norm)
"""They take the place of those of the time loop."""

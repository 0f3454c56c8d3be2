"""Changing the pivoting inside the time loop, among those that are ready, in the subset that is compiled.

The kernel `pivots(t, y, u, p, out)` gives the pivots of a pivoting, those that change sign with a singular
configuration last.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from linkwright.arrays import Array
from linkwright.dynamics.plants.unrolled import COMFORTABLE
from linkwright.simulation.workspace import MOST_CHANGES, PIVOTING, Workspace

inputs_at: Callable[..., None]
pivots: Callable[..., None]
copy: Callable[..., None]

COUNT, UNSIGNED, VALUES = 0, 1, 2
"""Places in a row of `Pivotings.rows`."""
USUAL = 10.0
"""Pivots may be larger by this factor than where they were chosen, and still are measured by what they were there."""
ANY = inf
"""A pivot quality above that of every pivoting."""


def ratios_at(c: int, t: float, y: Array, run: Workspace, out: Array) -> None:
    """Pivots at a state, over their values where pivoting c was chosen; its kernels are those called now."""
    row = run.pivotings.rows[c * run.pivotings.width :]
    inputs_at(t, run, run.scratch.inputs)
    pivots(run.scratch.moment, y, run.scratch.inputs, run.machine.parameters, out)
    for i in range(int(row[COUNT])):
        out[i] = out[i] / row[VALUES + i]


def next_pivoting(t: float, y: Array, earlier: float, before: Array, both: int, run: Workspace) -> int:
    """Number of the ready pivoting that is best at (t, y), with `both` also at (earlier, before); -1 if none is good.

    With it no singular configuration may lie between: where the constraints lose rank signed pivots of every pivoting
    change sign; where only one pivoting is bad, another's do not.
    """
    width = run.pivotings.width
    # Room for ratios at both states lies behind the log.
    here = run.pivotings.log[2 * MOST_CHANGES :]
    there = run.pivotings.log[2 * MOST_CHANGES + width :]
    moment = run.scratch.moment
    own = run.progress.pivoting
    found = -1
    if run.progress.changes >= MOST_CHANGES:
        return found
    best = COMFORTABLE
    for c in range(run.progress.ready):
        if c != own:
            moment[PIVOTING] = float(c)
            row = run.pivotings.rows[c * width :]
            count = int(row[COUNT])
            ratios_at(c, t, y, run, here)
            quality = ANY
            for i in range(count):
                quality = min(quality, abs(here[i]))
            # The other state is looked at only for a pivoting that would be taken.
            if quality > best:
                ratios_at(c, earlier, before, run, there)
                for i in range(int(row[UNSIGNED]), count):
                    if not here[i] * there[i] > 0.0:
                        quality = 0.0
                if both > 0:
                    for i in range(count):
                        quality = min(quality, abs(there[i]))
                if quality > best:
                    best = quality
                    found = c
    moment[PIVOTING] = float(own)
    return found


def change_pivoting(c: int, run: Workspace) -> None:
    """Change to pivoting c at the state of the run, its reference signed as the pivots are there."""
    progress = run.progress
    states = run.states
    log = run.pivotings.log
    here = log[2 * MOST_CHANGES :]
    row = run.pivotings.rows[c * run.pivotings.width :]
    # What was weakest with the pivoting until now stays known.
    if progress.quality < progress.weakest_quality:
        progress.weakest_quality = progress.quality
        progress.weakest_time = progress.worst_time
        copy(states.worst, states.weakest, run.machine.n)
    progress.pivoting = c
    run.scratch.moment[PIVOTING] = float(c)
    # Reference values with the signs of here: a change of sign is then a singular configuration that was crossed.
    ratios_at(c, progress.t, states.y, run, here)
    for i in range(int(row[COUNT])):
        larger = max(1.0, abs(here[i]) / USUAL)  # a pivoting chosen near a singular configuration has small pivots
        if here[i] < 0.0:
            larger = -larger
        run.machine.pivot_scales[i] = 1.0 / (row[VALUES + i] * larger)
    j = progress.changes
    log[2 * j] = progress.t
    log[2 * j + 1] = float(c)
    progress.changes += 1
    # The slope is to be evaluated anew, and the quality is counted from here.
    progress.slope_known = 0
    progress.continues = 0
    progress.quality = ANY
    progress.safe_time = progress.t
    progress.safe_quality = 0.0
    copy(states.y, states.safe, run.machine.n)


LOOPS: tuple[Callable[..., object], ...] = (ratios_at, next_pivoting, change_pivoting)

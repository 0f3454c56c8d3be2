"""Changing the choice of pivots inside the time loop, among those that are ready, in the subset that is compiled.

The kernel `pivots(t, y, u, p, out)` gives the pivots of a choice, those that change sign with a singular place last.
Row c of `rows` holds how many there are, how many of them come before those with sign, and their values where the
choice was made. The `log` has room for two rows of ratios to these behind its entries.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.dynamics.plants.unrolled.plant import COMFORTABLE
from linkwright.simulation.loop.workspace import (
    CHANGES,
    CHOICE,
    FIT,
    FRESH,
    HISTORY,
    INPUTS,
    MOMENT,
    MOST_CHANGES,
    NUMBER,
    READY,
    SAFE,
    SAFE_FIT,
    SEEN,
    WEAKEST,
    WORST,
    T,
)

inputs: Callable[..., None]
pivots: Callable[..., None]
copy: Callable[..., None]

COUNT, UNSIGNED, VALUES = 0, 1, 2
"""Places in a row of `rows`."""
USUAL = 10.0
"""Pivots may be larger by this factor than where they were chosen, and still are measured by what they were there."""
ANY = 1e300
"""A fit that every choice has."""


def ratios_at(
    c: int, t: float, last: float, table: Array, y: Array, p: Array, rows: Array, width: int, desk: Array, out: Array
) -> None:
    """Pivots of choice c, which is the one on the desk, at a state, over their values where it was made."""
    desk[MOMENT] = min(t, last)
    inputs(desk, table, desk[INPUTS:])
    pivots(desk, y, desk[INPUTS:], p, out)
    for i in range(int(rows[c * width + COUNT])):
        out[i] = out[i] / rows[c * width + VALUES + i]


def another(
    t: float, earlier: float, last: float, table: Array, y: Array, before: Array, both: int, p: Array, rows: Array,
    width: int, log: Array, desk: Array, clock: Array,
) -> int:  # fmt: skip
    """Number of the ready choice that fits best at (t, y), with `both` also at (earlier, before); -1 if none does well.

    With it no singular place may lie between: where the constraints lose rank signed pivots of every choice change
    sign; where only one choice is bad, another's do not.
    """
    found = -1
    if clock[CHANGES] >= float(MOST_CHANGES):
        return found
    own = int(clock[CHOICE])
    here = log[2 * MOST_CHANGES :]
    there = log[2 * MOST_CHANGES + width :]
    best = COMFORTABLE
    for c in range(int(clock[READY])):
        if c != own:
            desk[NUMBER] = float(c)
            count = int(rows[c * width + COUNT])
            ratios_at(c, t, last, table, y, p, rows, width, desk, here)
            fit = ANY
            for i in range(count):
                fit = min(fit, abs(here[i]))
            if fit > best:
                ratios_at(c, earlier, last, table, before, p, rows, width, desk, there)
                for i in range(int(rows[c * width + UNSIGNED]), count):
                    if not here[i] * there[i] > 0.0:
                        fit = 0.0
                if both > 0:
                    for i in range(count):
                        fit = min(fit, abs(there[i]))
                if fit > best:
                    best = fit
                    found = c
    desk[NUMBER] = float(own)
    return found


def turned(
    c: int, n: int, last: float, table: Array, y: Array, safe: Array, worst: Array, seen: Array, p: Array, ref: Array,
    rows: Array, width: int, log: Array, desk: Array, clock: Array,
) -> None:  # fmt: skip
    """Change to choice c at the state y of the run, its reference signed as the pivots are there."""
    here = log[2 * MOST_CHANGES :]
    if clock[FIT] < clock[WEAKEST]:
        clock[WEAKEST] = clock[FIT]
        clock[SEEN] = clock[WORST]
        copy(worst, seen, n)
    clock[CHOICE] = float(c)
    desk[NUMBER] = float(c)
    ratios_at(c, clock[T], last, table, y, p, rows, width, desk, here)
    for i in range(int(rows[c * width + COUNT])):
        larger = max(1.0, abs(here[i]) / USUAL)  # a choice made near a singular place has small pivots
        if here[i] < 0.0:
            larger = -larger
        ref[i] = rows[c * width + VALUES + i] * larger
    j = int(clock[CHANGES])
    log[2 * j] = clock[T]
    log[2 * j + 1] = float(c)
    clock[CHANGES] += 1.0
    clock[FRESH] = 0.0
    clock[HISTORY] = 0.0
    clock[FIT] = ANY
    clock[SAFE] = clock[T]
    clock[SAFE_FIT] = 0.0
    copy(y, safe, n)


LOOPS: tuple[Callable[..., object], ...] = (ratios_at, another, turned)

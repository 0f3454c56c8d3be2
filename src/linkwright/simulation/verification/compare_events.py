"""Events of a run beside those of the same run computed otherwise: the same, in the same order, at the same times.

Bounces that pile up end in rest after a number of impacts that depends on the tolerances. So impacts shortly before
their stop comes to rest are left out, and the rest may be as much earlier or later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwright.arrays import Array
from linkwright.trajectory.events import Packed

PILE = 1e-4
"""Share of the run before a rest in which impacts are taken for a pile of bounces."""
REST_SHIFT = 1e-5
"""Share of the run by which a rest may be earlier or later: bounces of 1e-13 m still take some 1e-7 s each."""


class Apart(NamedTuple):
    """How two series of events differ: words, the largest difference of times (s), when, and what is allowed (s)."""

    words: str
    largest: float
    time: float
    allowed: float


def compare_packed(one: Packed, other: Packed, until: float, allowed: float) -> Apart | None:
    """The events of a run and of its check up to a time (s); None where there are none.

    Events within what is allowed (s) of that time may be in one of both only. Where some were not kept, those before
    them are compared.
    """
    until = min([until, *[found.times[found.first - 1] for found in (one, other) if found.missing]])
    mine, theirs = _entries(one, until), _entries(other, until)
    span = max(until - min(float(found.times[0]) if len(found.times) else until for found in (one, other)), 0.0)
    worst = Apart(f"times of {len(mine)} events", 0.0, until, allowed)
    for number, (here, there) in enumerate(zip(mine, theirs, strict=False), 1):
        if here[1] != there[1]:
            words = (
                f"events: number {number} is {' '.join(here[1])} at t = {here[0]:.9g} s, in the check "
                f"{' '.join(there[1])} at t = {there[0]:.9g} s"
            )
            time = min(here[0], there[0])
            return Apart(words, max(until - time, 2 * allowed), time, allowed)
        off = abs(here[0] - there[0])
        limit = allowed + (REST_SHIFT * span if here[1][1] == "rest" else 0.0)
        if off / limit > worst.largest / worst.allowed:
            worst = Apart(worst.words, off, here[0], limit)
    more = (mine if len(mine) > len(theirs) else theirs)[min(len(mine), len(theirs)) :]
    more = [entry for entry in more if entry[0] < until - allowed]
    if more:
        where = "the run" if len(mine) > len(theirs) else "the check"
        words = f"events: only {where} has {' '.join(more[0][1])} at t = {more[0][0]:.9g} s"
        return Apart(words, max(until - more[0][0], 2 * allowed), more[0][0], allowed)
    return worst if mine or theirs else None


def away_from(times: Array, found: Packed, within: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which times are not within so much of an event: there speeds and inputs jump, in one run before the other."""
    if not len(found.times):
        return np.ones(len(times), dtype=bool)
    edges = np.concatenate([[-np.inf], found.times, [np.inf]])
    after = np.searchsorted(found.times, times) + 1
    return np.asarray(np.minimum(times - edges[after - 1], edges[after] - times) > within)


def _entries(found: Packed, until: float) -> list[tuple[float, tuple[str, str]]]:
    """Times and kinds, without the impacts of piles."""
    count = int(np.searchsorted(found.times[: found.first], until, side="right"))
    pairs = zip(found.times[:count].tolist(), found.codes[:count].tolist(), strict=True)
    entries = [(time, found.kinds[code]) for time, code in pairs]
    near = PILE * (until - entries[0][0]) if entries else 0.0
    rests: dict[str, Array] = {}
    for name in {kind[0] for kind in found.kinds if kind[1] == "rest"}:
        rests[name] = np.array([time for time, kind in entries if kind == (name, "rest")])
    kept = []
    for time, (name, what) in entries:
        later = rests.get(name, np.zeros(0))
        k = int(np.searchsorted(later, time))
        piled = what == "impact" and k < len(later) and later[k] - time < near
        if not piled:
            kept.append((time, (name, what)))
    return kept

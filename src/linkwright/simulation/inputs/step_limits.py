"""How long steps may be where inputs and prescribed motions are short beside the run, so that none is stepped over.

An error estimate sees what its stages meet. Where nothing moves, steps grow to seconds, and a pulse of milliseconds may
lie between two stages. So what depends on time alone is looked at beforehand: the run is halved, and halved again,
until in each part a polynomial of degree 8 draws it; a step is then no longer than the part it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.system.system import called
from linkwright.symbolic import t

DEPTH = 12
"""Halvings down to the spacing of looks: there are 4,096 in a run; what is shorter than a few may not be seen."""
CALLED = 10
"""The same for functions of Python: 1,024 looks."""
HALVINGS_LEFT = 4
"""Halvings that a part has left when it is drawn or not; one that is not counts as a quarter as long."""
DRAWN = 1e-3
"""Share of its largest change by which a quantity may differ from its polynomial."""
MOST_PARTS = 64
"""Parts of different length between two jumps; with more, all is taken as fine as the finest one."""


def step_limits(
    watched: Sequence[ca.SX], times: Sequence[float], calls: Sequence[Callable[[float], float]] = ()
) -> list[tuple[float, float]]:
    """Ends of parts of a run (s) and how long steps may be there, in order.

    `watched` are expressions of t, `calls` functions of t, which are looked at less often; `times` the start, the jumps
    and the end: between two of them they are smooth.

    >>> pulse = ca.exp(-(((t - 5.0) / 0.03) ** 2))
    >>> parts = step_limits([pulse], [0.0, 10.0])
    >>> min(limit for _, limit in parts), parts[-1]
    (0.0390625, (10.0, 2.5))
    """
    if not watched and not calls:
        return [(end, np.inf) for end in times[1:]]
    function = ca.Function("watched", [t], [ca.densify(ca.vertcat(*watched))])
    depth = max(HALVINGS_LEFT, (CALLED if calls else DEPTH) - (len(times) - 2).bit_length())
    starts, ends = np.array(times[:-1])[:, None], np.array(times[1:])[:, None]
    looks = starts + (np.nextafter(ends, starts) - starts) * np.linspace(0, 1, 2**depth + 1)
    rows = list(called(function.map(looks.size), looks.ravel())[0]) if watched else []
    rows += [np.array([_asked(call, time) for time in looks.ravel().tolist()]) for call in calls]
    values = np.array(rows).reshape(-1, *looks.shape)
    values = values[np.isfinite(values).all(axis=(1, 2))]
    change = np.ptp(values, axis=(1, 2), keepdims=True)
    moving = change[:, 0, 0] > 0
    pieces = (values[moving] / change[moving]).swapaxes(0, 1)  # (pieces, quantities, looks)
    drawn = np.all(np.abs(pieces[:, :, :: 2**depth // 8] @ _drawing(depth) - pieces) <= DRAWN, axis=(1, 2))
    found: list[tuple[float, float]] = []
    for start, end, own, smooth in zip(times[:-1], times[1:], pieces, drawn, strict=True):
        found += [(end, np.inf)] if smooth else _limits_between(own, start, end, depth)
    return found


def _asked(call: Callable[[float], float], time: float) -> float:
    """What a function gives, NaN if it fails: the run will say so, if it comes there."""
    try:
        return float(call(time))
    except Exception:  # noqa: BLE001  a user's function may raise anything
        return float("nan")


def _limits_between(values: Array, start: float, end: float, depth: int) -> list[tuple[float, float]]:
    """Parts between two jumps."""
    length, parts = end - start, _parts(values, 0, depth)
    found = [(start + length * last / 2**depth, length * size / 2**depth) for last, size in parts]
    merged = [part for part, after in pairwise([*found, (end, 0.0)]) if part[1] != after[1]]
    return merged if len(merged) <= MOST_PARTS else [(end, min(limit for _, limit in merged))]


def _parts(values: Array, first: int, depth: int) -> list[tuple[int, float]]:
    """Last looks of parts and their lengths, in looks."""
    size = 2**depth
    rows = values[:, first : first + size + 1]
    if np.all(np.abs(rows[:, :: size // 8] @ _drawing(depth) - rows) <= DRAWN):
        return [(first + size, size)]
    if depth == HALVINGS_LEFT:
        return [(first + size, size / 4)]
    return [*_parts(values, first, depth - 1), *_parts(values, first + size // 2, depth - 1)]


@cache
def _drawing(depth: int) -> Array:
    """(9, 2^depth + 1): the polynomial through nine evenly spaced values, at all places."""
    nodes, places, powers = np.linspace(-1, 1, 9), np.linspace(-1, 1, 2**depth + 1), np.arange(9)
    return np.asarray(np.linalg.solve((nodes[:, None] ** powers).T, (places[:, None] ** powers).T))

"""Accelerations at one state with their checks, in the subset of Python that is compiled with the machine."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.arrays import Array
from linkwright.codegen import Record

forward: Callable[..., None]


class OneState(Record):
    """A state with its inputs and what is found there; all of these numbers stand one after another in `every`."""

    count: int
    """Numbers given and found."""
    weakest: float
    """Share of a pivot's reference value above which accelerations can be taken."""
    dropped: float
    """Residual of dropped rows up to which they can be taken."""
    every: Array
    t: Array
    q: Array
    v: Array
    u: Array
    vdot: Array
    quality: Array
    parameters: Array
    scales: Array


def usable_forward(state: OneState) -> int:
    """Find v'; 1 if it can be taken: pivots are not weak, dropped rows are met, and all numbers are finite."""
    forward(state.t, state.q, state.v, state.u, state.parameters, state.scales, state.vdot, state.quality)
    if not (state.quality[0] > state.weakest and state.quality[1] <= state.dropped):
        return 0
    for i in range(state.count):
        if not isfinite(state.every[i]):
            return 0
    return 1

"""Accelerations at many states by compiled code, with other rows and pivots for states where the first are weak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.unrolled.pivoting import DROPPED, WEAK_PIVOT, Pivoting, Structure
from linkwright.dynamics.state import State

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics


def forward_rows(
    dynamics: Dynamics, time: Array, Q: Array, V: Array, U: Array, *, P: Array | None = None, threads: int = 1
) -> Array:
    """v' (n, nv) at n states, NaN where the constraints are singular: a function of these states alone.

    `time` (1,) is one for all, or (n, 1); `P` (n, np) are parameter values of each, instead of the machine's own.
    """
    columns = (time, Q, V, U, dynamics.p if P is None else P)
    shared = tuple(k for k, column in enumerate(columns) if column.ndim == 1)
    result, left = np.full(V.shape, np.nan), np.arange(len(Q))
    pivoting = dynamics.pivotings.first(dynamics).pivoting
    while left.size:
        if pivoting is None:
            t, q, v, u, p = (column if column.ndim == 1 else column[left[0]] for column in columns)
            try:
                pivoting = replace(dynamics, p=p).new_pivoting(State(float(t[0]), q, v), u)
            except Refused:
                left = left[1:]
                continue
        some = columns
        if left.size < len(Q):
            some = tuple(x if x.ndim == 1 else np.ascontiguousarray(x[left]) for x in columns)  # type: ignore[assignment]
        found, good = _evaluated(pivoting, some, shared, threads)
        result[left[good]] = found[good]
        left, pivoting = left[~good], None
    return result


def _evaluated(
    pivoting: Pivoting, columns: tuple[Array, ...], shared: tuple[int, ...], threads: int
) -> tuple[Array, NDArray[np.bool_]]:
    """v' of rows, and which of them can be taken."""
    count = len(columns[1])
    found, quality = np.empty((count, columns[2].shape[1])), np.empty((count, 2))
    _batch(pivoting.structure, (*shared, len(columns)), threads)(
        count, *columns, pivoting.reference_argument, found, quality
    )
    good = (quality[:, 0] > WEAK_PIVOT) & (quality[:, 1] <= DROPPED) & np.isfinite(found).all(axis=1)
    return found, good


def _batch(structure: Structure, shared: tuple[int, ...], threads: int) -> Callable[..., None]:
    """The compiled loop over rows."""
    found: Callable[..., None] | None = structure.compiled.get(("rows", shared, threads))
    if found is None:
        found = structure.library.batch("forward", shared=shared, threads=threads)
        structure.compiled["rows", shared, threads] = found
    return found

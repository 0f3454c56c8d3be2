"""Pivotings of a run written down by where they were taken, and taken again there, to the last bit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plants.unrolled.plant import Pivoting


def rows_of(pivotings: Sequence[Pivoting]) -> Array:
    """Where each pivoting was taken: rows (t, q, v, u, p)."""
    rows = [np.concatenate([[t], q, v, u, p]) for t, q, v, u, p in (pivoting.at for pivoting in pivotings)]
    return np.array(rows) if rows else np.zeros((0, 0))


def taken_again(dynamics: Dynamics, row: Array) -> Pivoting:
    """The pivoting that was taken at a place (t, q, v, u, p)."""
    sizes = (len(dynamics.coordinates), len(dynamics.speeds), len(dynamics.inputs))
    q, v, u, p = np.split(row[1:], np.cumsum(sizes))
    return Pivoting.make(dynamics.system, dynamics.join, (float(row[0]), q, v, u, p))

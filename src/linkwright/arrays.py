"""Types of arrays, and arrays that nobody can write to."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]


def read_only(values: npt.ArrayLike) -> Array:
    """Return the values as an array of doubles that nobody can write to (copied unless it already is one)."""
    array = np.asarray(values, dtype=np.float64)
    if array.flags.writeable:
        array = np.array(array)
        array.flags.writeable = False
    return array

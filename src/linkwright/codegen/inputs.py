"""A loop that is called many times, each time with other inputs: these are looked at and written in the same call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

AS_USUAL, NOT_FINITE = -1, -2
"""Answers beside those of the loop: it said what is usual and nothing was counted; an input is no finite number."""


@dataclass(frozen=True, eq=False)
class InputsOf:
    """Where inputs come from and go to, and what the loop answers nearly always.

    `given` (count) is contiguous; `taken` has as many numbers, a fixed distance apart. Where the loop answers `usual`,
    and leaves the integer `count` at zero, the answer is `AS_USUAL`.
    """

    given: np.ndarray
    taken: np.ndarray
    usual: int
    count: np.ndarray

    def __post_init__(self) -> None:
        """Memory is addressed by these arrays, so they must be what is said."""
        assert self.given.dtype == self.taken.dtype == np.dtype(float)
        assert self.given.flags.c_contiguous
        assert self.taken.ndim == 1
        assert self.taken.size == self.given.size
        assert self.count.dtype == np.dtype(np.int64)
        assert self.count.size == 1


def call_with_inputs(call: Callable[[], object], inputs: InputsOf) -> int:
    """Write the inputs and call the loop, unless one of them is no finite number."""
    if not np.isfinite(inputs.given).all():
        return NOT_FINITE
    inputs.taken[:] = inputs.given
    status = int(call())  # type: ignore[call-overload]
    return AS_USUAL if status == inputs.usual and not inputs.count[0] else status

"""CasADi functions called with arrays of their own, kept for each thread."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import casadi as ca
import numpy as np


class _Buffers(threading.local):
    """Functions called lately with arrays of their own to be read from and written to, of each thread."""

    def __init__(self) -> None:
        self.known: OrderedDict[int, tuple[Any, ...]] = OrderedDict()

    def of(self, function: ca.Function) -> tuple[Any, ...]:
        key = id(function)  # its object is kept here, so that no other has this number
        found = self.known.get(key)
        if found is None:
            memory, run = function.buffer()
            inputs = [np.zeros(function.nnz_in(k)) for k in range(function.n_in())]
            outputs = [np.zeros(function.size_out(k), order="F") for k in range(function.n_out())]
            for k, array in enumerate(inputs):
                memory.set_arg(k, memoryview(array))  # type: ignore[call-arg, arg-type]
            for k, result in enumerate(outputs):
                assert result.size == function.nnz_out(k), (function.name(), k)
                memory.set_res(k, memoryview(result.reshape(-1, order="F")))  # type: ignore[call-arg, arg-type]
            found = self.known[key] = (function, memory, run, inputs, outputs)
            if len(self.known) > MOST_BUFFERS:
                self.known.popitem(last=False)
        return found


MOST_BUFFERS = 64
"""Functions whose arrays are kept; the one made first goes first."""
_BUFFERS = _Buffers()


def called(function: ca.Function, *arguments: Any) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
    """Results of a function with dense inputs and outputs, straight from and into arrays (a tenth of a CasADi call)."""
    _, _, run, inputs, outputs = _BUFFERS.of(function)
    for own, argument in zip(inputs, arguments, strict=True):
        values = np.asarray(argument, dtype=float).ravel(order="F")
        assert values.size == own.size, (function.name(), values.size, own.size)
        own[:] = values
    run()
    return [output.copy(order="F") for output in outputs]


def numeric(value: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A CasADi result as a float array."""
    return np.asarray(value, dtype=float)


__all__ = ["called", "numeric"]

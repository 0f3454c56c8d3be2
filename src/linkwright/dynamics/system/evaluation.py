"""CasADi functions called with arrays of their own, kept for each thread."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

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


_LOCK = threading.Lock()
"""One for all: whoever holds it takes less than a microsecond."""


class Recent(dict[Any, Any]):
    """The `most` entries that were set, or asked for by `get`, last; others are forgotten.

    >>> kept = Recent(2)
    >>> kept["a"], kept["b"] = 1, 2
    >>> kept.get("a")
    1
    >>> kept["c"] = 3
    >>> list(kept)
    ['a', 'c']
    """

    def __init__(self, most: int) -> None:
        """Begin with nothing."""
        super().__init__()
        self.most = most

    def get(self, key: Any, default: Any = None) -> Any:
        """The value, which counts as used now; `default` if there is none."""
        with _LOCK:
            if key not in self:
                return default
            value = self.pop(key)
            super().__setitem__(key, value)
        return value

    def __setitem__(self, key: Any, value: Any) -> None:
        """Keep a value, and forget the one that was not used for longest if there are too many."""
        with _LOCK:
            super().__setitem__(key, value)
            while len(self) > self.most:
                self.pop(next(iter(self)))


Kind = TypeVar("Kind", bound=np.generic)
Own = np.ndarray[tuple[int, ...], np.dtype[Kind]]


class ThreadCopies(threading.local, Generic[Kind]):
    """Copies of arrays by the object that an array belongs to, for each thread; gone with the object or the thread."""

    def __init__(self) -> None:
        self.copies: WeakKeyDictionary[object, Own[Kind]] = WeakKeyDictionary()

    def of(self, owner: object, array: Own[Kind]) -> Own[Kind]:
        """The copy of this thread, made from the array when it is first used."""
        found = self.copies.get(owner)
        if found is None:
            found = self.copies[owner] = array.copy()
        return found

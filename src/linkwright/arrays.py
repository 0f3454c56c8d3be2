"""Types of arrays and of plain data, arrays that nobody can write to, and the memory in which all of it finds room."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
ComplexArray: TypeAlias = npt.NDArray[np.complex128]
PlainData: TypeAlias = dict[str, Any]
"""Numbers, texts, lists and such mappings by name, as files keep them."""
PlainMapping: TypeAlias = Mapping[str, Any]
"""The same where it is only read."""


def scattered(seed: int, shape: int | tuple[int, ...], low: float, high: float) -> Array:
    """Return numbers between two limits without a pattern, always the same ones for a seed.

    They are those of SplitMix64 (G. Steele, D. Lea, C. Flood 2014), for places to look at a machine: loading
    numpy.random takes a tenth of a short run.

    >>> scattered(1, 3, 0.0, 10.0).round(2)
    array([9.56, 7.49, 8.29])
    """
    count = int(np.prod(shape))
    with np.errstate(over="ignore"):
        state = np.uint64(seed) * np.uint64(0xD1342543DE82EF95)
        z = state + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    share = (z >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return np.asarray(low + (high - low) * share).reshape(shape)


def read_only(values: npt.ArrayLike) -> Array:
    """Return the values as an array of doubles that nobody can write to (copied unless it already is one)."""
    array = np.asarray(values, dtype=np.float64)
    if array.flags.writeable:
        array = np.array(array)
        array.flags.writeable = False
    return array


def real_array(values: object) -> Array:
    """Return a new array of doubles; complex numbers, texts and entries that are masked raise TypeError.

    NumPy would take the real part, read the text, or show what the mask hides.

    >>> real_array([1, 2.5])
    array([1. , 2.5])
    >>> real_array([1.0, 2.0j])
    Traceback (most recent call last):
    TypeError: complex128: expected real numbers
    """
    found = np.asanyarray(values)
    if found.dtype.kind not in "biufO" or np.ma.is_masked(found):
        raise TypeError(f"{'masked entries' if np.ma.is_masked(found) else found.dtype}: expected real numbers")
    return np.array(found, dtype=np.float64)


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause the search for cyclic garbage (counting references goes on); also a decorator.

    Records of machines with many parts are made of small objects that all stay: each search looks at all of them, and
    takes half of the time of a derivation.

    >>> with collection_paused():
    ...     gc.isenabled()
    False
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


USUAL_MEMORY = 16 * 2**30
"""Memory (bytes) that a computer is taken to have where it does not say."""
MEMORY_SHARE = 0.8
"""Share of the memory that samples may take; the rest is for what computes them."""


def memory() -> int:
    """Memory of this computer (bytes)."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not every system says it
        return USUAL_MEMORY


def room_faults(samples: int, numbers: int, remedy: str) -> list[str]:
    """A sentence with a remedy where `samples` of so many numbers each do not fit into memory; else nothing.

    >>> room_faults(10**11, 20, "take fewer")[0].startswith("samples = 100000000000 would take 14.6 TiB of memory")
    True
    >>> room_faults(1001, 20, "take fewer")
    []
    """
    needed, there = samples * numbers * 8, memory()
    if needed <= MEMORY_SHARE * there:
        return []
    most = max(2, int(MEMORY_SHARE * there / (8 * numbers)))
    fault = (
        f"samples = {samples} would take {_size(needed)} of memory, and this computer has {_size(there)}: at most "
        f"{float(f'{most:.1e}'):.0f} fit; {remedy}"
    )
    return [fault]


def _size(count: float) -> str:
    """Bytes in words."""
    units = ("B", "KiB", "MiB", "GiB", "TiB")
    for unit in units:
        if count < 1024 or unit == units[-1]:
            return f"{count:.3g} {unit}"
        count /= 1024
    return ""

"""Arrays at the border of Python: checked in words, handed over by address."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

FLOAT = np.dtype(np.float64)
# An object that ctypes passes as a pointer, made far quicker than array.ctypes.data. Fails on a read-only array.
view: Callable[[np.ndarray], object] = (ctypes.c_char * 0).from_buffer  # type: ignore[assignment]


@dataclass(frozen=True)
class Slot:
    """One array argument: its name, the shape wanted as words, its size (None: any) and whether it is written."""

    name: str
    shape: str
    size: int | None
    written: bool


def pointer(array: np.ndarray) -> object:
    """What ctypes passes as the address of an array; keeps a writable array alive."""
    try:
        return view(array)
    except (TypeError, ValueError):
        return ctypes.c_void_p(array.__array_interface__["data"][0])


def address(array: np.ndarray) -> int:
    """Address of the first number."""
    return int(array.__array_interface__["data"][0])


def check(title: str, slots: Sequence[Slot], arrays: Sequence[object]) -> None:
    """Raise with all faults of the arguments in one sentence each."""
    if len(arrays) != len(slots):
        names = ", ".join(slot.name for slot in slots)
        message = f"{title} takes {len(slots)} arrays ({names}), got {len(arrays)}"
        raise TypeError(message)
    # All faults at once: wrong types first, since sizes of those say nothing.
    kinds: list[str] = []
    sizes: list[str] = []
    for slot, array in zip(slots, arrays, strict=True):
        if not isinstance(array, np.ndarray):
            got = type(array).__name__
            kinds.append(
                f"{slot.name}: got {got}, expected a NumPy array of float64; use numpy.asarray(..., dtype=float)"
            )
        elif array.dtype != FLOAT:
            kinds.append(f"{slot.name}: got an array of {array.dtype}, expected float64; use .astype(float)")
        elif not array.flags.c_contiguous:
            kinds.append(f"{slot.name}: the array has gaps or is in Fortran order; use numpy.ascontiguousarray(...)")
        elif slot.written and not array.flags.writeable:
            kinds.append(f"{slot.name}: the array is read-only, but the result is written into it")
        elif slot.size is not None and array.size != slot.size:
            got = f"{array.size} numbers in shape {array.shape}"
            sizes.append(f"{slot.name}: got {got}, expected {slot.size} in shape {slot.shape}")
    if kinds or sizes:
        message = f"{title}: " + "; ".join(kinds + sizes)
        raise TypeError(message) if kinds else ValueError(message)


def checked(title: str, slots: tuple[Slot, ...], function: Callable[..., object]) -> Callable[..., object]:
    """Put the check before a function of arrays; arguments that pass at a glance are not looked at again."""
    sizes = tuple(slot.size for slot in slots)
    written = tuple(slot.written for slot in slots)
    count = len(slots)

    def call(*arrays: np.ndarray) -> object:
        # The usual case costs little: nothing is put in words unless something is wrong.
        good = len(arrays) == count
        if good:
            for array, size, write in zip(arrays, sizes, written, strict=True):
                if type(array) is not np.ndarray or array.dtype is not FLOAT or array.size != size:
                    good = False
                    break
                flags = array.flags
                if not flags.c_contiguous or (write and not flags.writeable):
                    good = False
                    break
        if not good:
            check(title, slots, arrays)
        return function(*arrays)

    call.__name__ = title
    return call

"""Arrays that loops write into, of which each thread has its own."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

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

"""Making millions of small objects without looking for cycles among them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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

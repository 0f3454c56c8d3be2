"""A mapping that keeps what was used lately, so that sweeps of thousands of runs do not fill the memory.

It holds only what can be made again to the same bits; so what it has forgotten, or another thread has put there,
changes how long an answer takes and nothing else.
"""

from __future__ import annotations

import threading
from typing import Any

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

"""Long tests from seeds go on where they stopped: seeds that passed are kept in the cache of pytest."""

import hashlib
from functools import cache
from pathlib import Path

import linkwright


@cache
def _source():
    """A checksum of the package: what passed with another source counts no more."""
    files = sorted(Path(linkwright.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


class Finished:
    """Whether a seed of a test has passed `before`; it is kept where the block under it ends without a fault."""

    def __init__(self, request, seed):
        self.cache = getattr(request.config, "cache", None)  # none where the plugin is off
        self.key = f"seeds/{request.node.originalname}/{_source()}/{seed}"
        self.before = self.cache is not None and self.cache.get(self.key, False)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None and self.cache is not None:
            self.cache.set(self.key, True)

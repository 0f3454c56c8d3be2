"""Compiled objects on disk, so that the same machine is not compiled twice on one computer.

A file is a sha256 followed by the object it belongs to. The sum is that of key and object: an object whose sum is wrong
is never loaded, be it damaged (which would end the process) or that of another key (which would compute something
else). Files are written beside and moved into place. LINKWRIGHT_CACHE=off switches the cache off; a
folder that cannot be written, or that belongs to somebody else, is simply not used.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import platform
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

import casadi
import numpy as np

LARGEST_CACHE = 200_000_000  # bytes of all files together; the least recently used ones go first
_SUM = hashlib.sha256().digest_size


def folder() -> Path | None:
    """Folder of the cache, made if need be; None where there is none."""
    if os.environ.get("LINKWRIGHT_CACHE", "").lower() == "off":
        return None
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        root = Path(local) / "linkwright" / "cache" if local else None
    else:
        given = os.environ.get("XDG_CACHE_HOME", "")
        home = os.environ.get("HOME")
        root = (
            Path(given) / "linkwright"
            if given.startswith("/")
            else Path(home) / ".cache" / "linkwright"
            if home
            else None
        )
    if root is None:
        return None
    try:
        # A folder that others can write to is not used: what is loaded from it runs in this process.
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = root.stat()
    except OSError:
        return None
    if sys.platform != "win32" and (state.st_uid != os.getuid() or state.st_mode & 0o022):
        return None
    return root


def load(key: str) -> bytes | None:
    """Object stored under a key, if it is there and whole."""
    root = folder()
    if root is None:
        return None
    path = root / f"{key}.o"
    try:
        data = path.read_bytes()
    except OSError:
        return None
    # A damaged object would end the process when it is called: it counts as not there.
    total, payload = data[:_SUM], data[_SUM:]
    if _sum(key, payload) != total:
        return None
    with contextlib.suppress(OSError):
        # The time of last use, by which files are removed.
        os.utime(path)
    return payload


def store(key: str, payload: bytes) -> None:
    """Keep an object under a key; silently not, where it cannot be written."""
    root = folder()
    if root is None:
        return
    # Another process may read or write the same object now: it sees the old file or the whole new one.
    beside = root / f"{key}.{secrets.token_hex(8)}.new"
    try:
        beside.write_bytes(_sum(key, payload) + payload)
        beside.replace(root / f"{key}.o")
        _shrink_at_times(root, len(payload))
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()


def stored(text: str, make: Callable[[], bytes]) -> bytes:
    """What `make` gives, from the disk if it was stored under this text before, on such a computer."""
    versions = (sys.version, np.__version__, casadi.CasadiMeta.version(), *_processor())
    key = hashlib.sha256(f"{versions}\n{text}".encode()).hexdigest()
    found = load(key)
    if found is None:
        found = make()
        store(key, found)
    return found


@functools.cache
def _processor() -> tuple[str, ...]:
    """Kind of processor: last bits of LAPACK's results may depend on it."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as file:
            first = list(itertools.islice(file, 40))
        names = [line for line in first if line.startswith(("model name", "flags", "Features"))]
    except OSError:
        names = []
    return (platform.machine(), sys.platform, *names)


def _sum(key: str, payload: bytes) -> bytes:
    """Checksum of an object under its key; the length keeps the two apart."""
    name = key.encode()
    return hashlib.sha256(len(name).to_bytes(8, "little") + name + payload).digest()


_unseen = {"bytes": LARGEST_CACHE}
"""Bytes that this process has stored since it last looked at all files."""


def _shrink_at_times(root: Path, size: int) -> None:
    """Look at all files only when the first object, or a fiftieth of what they may hold, was stored: it takes long."""
    _unseen["bytes"] += size
    if _unseen["bytes"] > LARGEST_CACHE // 50:
        _unseen["bytes"] = 0
        _shrink(root)


def _shrink(root: Path) -> None:
    """Remove the files not used for longest until the rest fits."""
    files = []
    with os.scandir(root) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                state = entry.stat()
                files.append((state.st_mtime, state.st_size, entry.path))
    # Oldest first, until the rest is small enough.
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= LARGEST_CACHE:
            return
        with contextlib.suppress(OSError):
            Path(path).unlink()
        total -= size

"""One process at a time writes a streamed run: a lock on its folder that ends with the process, however that ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes at one run are then not noticed
    fcntl = None  # type: ignore[assignment]

LOCK = "lock"
"""File in the folder of a run that is locked; it holds the number of the process that has it."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Have the folder of a run for oneself; refused in words where another process, or another run here, has it."""
    if fcntl is None:
        yield
        return
    number = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _take(number, folder)
        yield
    finally:
        os.close(number)


def _take(number: int, folder: Path) -> None:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BlockingIOError(
            errno.EWOULDBLOCK,
            f"is being written by {_writer(number)}; wait until it ends, or stop it first",
            str(folder),
        ) from None
    except OSError:  # a file system without locks
        return
    if not _there(number, folder):  # the run was completed while we looked
        raise FileNotFoundError(errno.ENOENT, "has just been completed or removed by another process", str(folder))
    with suppress(OSError):  # on a full disk the lock holds without a number
        os.ftruncate(number, 0)
        os.pwrite(number, str(os.getpid()).encode(), 0)


def _writer(number: int) -> str:
    text = os.pread(number, 32, 0).decode(errors="replace")
    if not text.isdigit():
        return "another process"
    return "this process" if int(text) == os.getpid() else f"process {text}"


def _there(number: int, folder: Path) -> bool:
    """Whether the file that was locked is still the one in the folder."""
    try:
        return os.path.samestat(os.fstat(number), (folder / LOCK).stat())
    except FileNotFoundError:
        return False

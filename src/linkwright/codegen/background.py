"""Work that a thread does behind a run: better code, which is taken when it is there.

LLVM compiles without Python's lock. One piece of work is done at a time. When the process ends, what is being compiled
is finished, since LLVM cannot be left in the middle, and all else is given up.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class _GivenUpError(Exception):
    """Ends work whose result nobody will see."""


class _Workers:
    """Threads that work; `turn` is had by one of them at a time."""

    def __init__(self) -> None:
        self.turn, self.ending = threading.Lock(), False
        self.threads: set[threading.Thread] = set()
        atexit.register(self.end)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.begin_anew)

    def begin_anew(self) -> None:
        """In a process that was forked: the threads are those of the other one."""
        self.turn, self.threads = threading.Lock(), set()

    def end(self) -> None:
        """Let no work begin or go on, and wait for the rest."""
        self.ending = True
        for thread in list(self.threads):
            thread.join()


_WORKERS = _Workers()


def look() -> None:
    """Called by work between its parts: it goes no further when the process ends."""
    if _WORKERS.ending and threading.current_thread() in _WORKERS.threads:
        raise _GivenUpError


class Work(Generic[Result]):
    """Work that a thread of its own does.

    >>> work = Work(lambda: 6 * 7)
    >>> work.result(), work.done
    (42, True)
    """

    def __init__(self, do: Callable[[], Result]) -> None:
        """Begin."""
        self._do = do
        self._error: Exception | None = None
        self._found: list[Result] = []
        self._thread = threading.Thread(target=self._run, name="linkwright compiler", daemon=True)
        _WORKERS.threads.add(self._thread)
        self._thread.start()

    def _run(self) -> None:
        try:
            with _WORKERS.turn:
                look()
                self._found.append(self._do())
        except _GivenUpError:
            pass
        except Exception as error:  # noqa: BLE001  raised again where the result is asked for
            self._error = error
        finally:
            _WORKERS.threads.discard(self._thread)

    @property
    def done(self) -> bool:
        """Whether there is a result, or an error."""
        return bool(self._found) or self._error is not None

    def result(self) -> Result:
        """The result, which is waited for; in a process that was forked meanwhile, it is found now."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        if not self._found:
            self._found.append(self._do())
        return self._found[0]

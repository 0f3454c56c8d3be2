"""A line on the terminal while a command computes and says nothing: what it is, and for how many seconds.

It is written over itself twice a second and erased before anything else is said. It needs nothing of the package, so
that it can begin before a command is loaded. Where standard error is no terminal nothing is written.
"""

from __future__ import annotations

import sys
import threading
from time import monotonic
from typing import TextIO

SOON = 0.4
"""Seconds of silence after which the line appears: within a second of the start of a command. Python itself, and what
is loaded before the line begins to wait, take a quarter of a second, on a busy computer half of one."""
ERASE = "\r\x1b[2K"
"""What takes a line of a terminal away."""


class Patience:
    """The line of one command. `done` ends it for good; between `pause` and `resume` somebody else shows progress."""

    def __init__(self, what: str, stream: TextIO, soon: float) -> None:
        """Begin to wait."""
        self.what, self._stream, self._soon = what, stream, soon
        self._begun = monotonic()
        self._lock = threading.Lock()
        self._shown, self._paused = False, False
        self._ended, self._spoken = threading.Event(), threading.Event()
        thread = threading.Thread(target=self._watch, name="patience", daemon=True)
        thread.start()

    def _watch(self) -> None:
        """Write the line whenever nothing was said since it was last looked."""
        while not self._ended.is_set():
            if self._spoken.wait(self._soon):  # something was said, or it is over: silence begins again
                self._spoken.clear()
                continue
            with self._lock:
                if not self._paused and not self._ended.is_set():
                    seconds = monotonic() - self._begun
                    self._stream.write(f"{ERASE}{self.what}: computing, {seconds:.0f} s")
                    self._stream.flush()
                    self._shown = True

    def speak(self) -> None:
        """Erase the line, because something else is about to be written."""
        with self._lock:
            if self._shown:
                self._stream.write(ERASE)
                self._stream.flush()
                self._shown = False
            self._spoken.set()

    def pause(self) -> None:
        """Write nothing until `resume`."""
        self._paused = True
        self.speak()

    def resume(self) -> None:
        """Go on."""
        self._paused = False
        self.speak()

    def done(self) -> None:
        """Write nothing any more."""
        self._ended.set()
        self.speak()


_current: list[Patience] = []
"""That of the command in hand, if it has one."""


def begin(what: str, soon: float = SOON) -> None:
    """Show the line of a command after `soon` seconds of silence, if there is a terminal to show it on."""
    end()
    if sys.stderr.isatty():
        _current.append(Patience(what, sys.stderr, soon))


def end() -> None:
    """Show it no longer."""
    while _current:
        _current.pop().done()


def speak() -> None:
    """Erase the line before a remark."""
    for each in _current:
        each.speak()


def pause() -> None:
    """Leave progress to somebody else."""
    for each in _current:
        each.pause()


def resume() -> None:
    """Show it again."""
    for each in _current:
        each.resume()

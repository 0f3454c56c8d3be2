"""Ctrl-C during a streamed run: heard at once, obeyed where the run can be taken up again."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stop:
    """Whether Ctrl-C was pressed, which ends a run after the slice that it is in."""

    def __init__(self) -> None:
        self.wanted = False


@contextmanager
def listening(stop: Stop) -> Iterator[None]:
    """Note Ctrl-C in `stop` instead of being interrupted anywhere; pressed once more it interrupts at once.

    Only where Python's own handler is in force: whoever has set another one wants that.
    """
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return

    def heard(number: int, frame: FrameType | None) -> None:
        stop.wanted = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back while files and arrays are being changed, where the system can; it comes right afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def held_back() -> bool:
    """Whether Ctrl-C was pressed in `undisturbed`, and waits for its end: for long work that can be left out."""
    return hasattr(signal, "sigpending") and signal.SIGINT in signal.sigpending()

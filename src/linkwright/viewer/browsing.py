"""`view`: a live page of a machine or a run in the browser, until Ctrl-C."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Callable

from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics
from linkwright.kinds import checked_arguments
from linkwright.model import Mechanism
from linkwright.trajectory import Trajectory
from linkwright.viewer.server import Server
from linkwright.viewer.subject import Subject, subject_of

NO_BROWSER = "No browser was found to open it in: open this address in one on this machine."


@checked_arguments
def view(
    machine: Mechanism | Trajectory,
    what: Dynamics | ClosedLoop | Trajectory | None = None,
    *,
    port: int = 0,
    browser: bool = True,
) -> None:
    """Show a machine that can be moved by sliders, run and replayed, in the browser; ends with Ctrl-C.

    `view(mechanism)` derives and compiles it; `view(mechanism, dynamics)` and `view(mechanism, closed_loop)` take what
    is compiled, `view(mechanism, trajectory)` and `view(trajectory)` replay a run. The address is printed; only this
    machine can open it, and only with the token in it. `port` 0 takes any that is free.
    """
    show(subject_of(machine, what), port=port, browser=browser, say=_say)


@checked_arguments
def show(subject: Subject, *, port: int, browser: bool, say: Callable[[str], None]) -> None:
    """Serve a subject until Ctrl-C; `say` is told the address and what else there is to say."""
    server = Server(subject, port=port)
    say(server.url)
    for note in subject.notes:
        say(note)
    if browser and not open_browser(server.url):
        say(NO_BROWSER)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        return  # threads are daemons: they end with the program


@checked_arguments
def open_browser(url: str) -> bool:
    """Open an address in a browser with windows, if there is one: a browser of the terminal would take it over."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()

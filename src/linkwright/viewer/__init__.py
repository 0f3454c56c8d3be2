"""Live pages: a machine in the browser that follows sliders and the mouse, runs, and replays; see `view`."""

from linkwright.viewer.browsing import open_browser, show, view
from linkwright.viewer.server import Server
from linkwright.viewer.subject import Start, Subject, run_subject, subject_of

__all__ = ["Server", "Start", "Subject", "open_browser", "run_subject", "show", "subject_of", "view"]

"""Runs that a page asks for: in a thread of their own, with progress, stopped on demand, sent to be replayed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from linkwright.arrays import PlainData
from linkwright.drawing import playback
from linkwright.simulation import simulate
from linkwright.trajectory import Trajectory
from linkwright.viewer.subject import Subject
from linkwright.viewer.tab import SAMPLES_OF_A_RUN, Nonsense, Request, Tab

BETWEEN = 0.1
"""Seconds between two reports of progress."""


def replay(subject: Subject) -> PlainData:
    """A saved run as data for the page, with the verdict on it; nothing where the subject has none."""
    if subject.trajectory is None:
        return {}
    trajectory = subject.trajectory
    used = trajectory.provenance.get("parameters") or {}
    values = {name: float(row["value"]) for name, row in used.items()} if isinstance(used, dict) else {}
    if subject.dynamics is not None:
        values = subject.dynamics.parameters
    return {"run": run_data(subject, trajectory, values)}


def run_data(subject: Subject, trajectory: Trajectory, values: dict[str, float]) -> PlainData:
    """A run as the page reads it: the picture, poses, channels, and what became of it in words."""
    scene = subject.scene(values, trajectory.poses, travelled=True)
    points = playback.points_of(scene)
    data, notes = playback.build(
        scene, trajectory, title=subject.title, shown=playback.default_channels(scene, trajectory), points=points,
        paths=playback.default_paths(scene),
    )  # fmt: skip
    certificate = trajectory.certificate
    words = trajectory.outcome.in_words()
    return {"data": data, "words": words, "finished": trajectory.outcome.finished, "notes": [*scene.notes, *notes],
            "verdict": certificate.verdict if certificate is not None else ""}  # fmt: skip


class Running:
    """The run of one tab: at most one at a time. `send` takes what is told to the page; it may come from any thread."""

    def __init__(self, send: Callable[[PlainData], None]) -> None:
        self.send = send
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None

    def start(self, tab: Tab, request: Request) -> PlainData:
        """Begin a run from the pose of a tab; what is told at once."""
        if self.thread is not None and self.thread.is_alive():
            raise Nonsense("a run is under way; stop it first")
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(tab, request, self.stopping), daemon=True)
        self.thread.start()
        return {"run": {"words": f"running {request.duration:g} s", "share": 0.0}}

    def stop(self) -> None:
        """Let the run end where it is; what was computed is kept."""
        self.stopping.set()

    def _run(self, tab: Tab, request: Request, stopping: threading.Event) -> None:
        told = time.monotonic()

        def progress(share: float) -> None:
            nonlocal told
            if stopping.is_set():
                raise KeyboardInterrupt  # a run takes it as it takes Ctrl-C: it ends, and keeps what it has
            if time.monotonic() - told >= BETWEEN:
                told = time.monotonic()
                self._tell({"run": {"share": float(share), "words": f"running {request.duration:g} s"}})

        assert tab.closing is not None
        machine = tab.loop if tab.loop is not None else tab.closing.dynamics
        try:
            trajectory = simulate(
                machine, tab.closing.state(tab.q), duration=request.duration, inputs=dict(request.inputs),
                samples=SAMPLES_OF_A_RUN, progress=progress,
            )  # fmt: skip
            self._tell({"run": run_data(tab.subject, trajectory, tab.closing.dynamics.parameters)})
        except KeyboardInterrupt:
            self._tell({"run": {"words": "stopped before anything was computed", "finished": False}})
        except (ValueError, ArithmeticError, MemoryError) as error:
            self._tell({"run": {"words": f"The run is refused: {error}", "finished": False}})

    def _tell(self, data: PlainData) -> None:
        """Tell the page; one that has gone away needs nothing more."""
        try:
            self.send(data)
        except OSError:
            self.stopping.set()
        except Exception as error:
            if type(error).__module__.partition(".")[0] != "websockets":
                raise
            self.stopping.set()

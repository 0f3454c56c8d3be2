"""A run inside a notebook: a page of a few hundred kB in a frame of its own, which needs no network.

Notebooks that are not trusted show neither frames nor styles nor SVG as text, but images: pictures are images, and a
run has one that a style hides where there are styles.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from html import escape

from linkwright.drawing import Drawable, Scene, playback
from linkwright.kinds import checked_arguments
from linkwright.model import Mechanism
from linkwright.report import page, verdicts
from linkwright.report.build import drawn_scene, last_picture, run_data
from linkwright.trajectory import Trajectory

ROOM = 150_000
"""Characters of numbers in a notebook's output."""
PANELS = 3
HEIGHT = 620
"""Of the frame (px)."""


HIDDEN = "<style>.lw-still{display:none}</style>"


def image(svg: str, words: str, kind: str = "lw-picture") -> str:
    """A picture as an image of its own, with its colours; `words` are for those who do not see it."""
    data = base64.b64encode(svg.encode("utf-8")).decode("ascii")
    return f'<img class="{kind}" alt="{escape(words, quote=True)}" src="data:image/svg+xml;base64,{data}">'


@dataclass(frozen=True)
class Inline:
    """A page for a notebook's output; the last line of a cell displays it. `still` is the picture without scripts."""

    page: str
    height: int = HEIGHT
    still: str = ""

    def _repr_html_(self) -> str:
        """The page in a frame that may run its own scripts and nothing else."""
        picture = HIDDEN + image(self.still, "The last instant of a run", "lw-still") if self.still else ""
        return (
            f'{picture}<iframe srcdoc="{escape(self.page, quote=True)}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{self.height}px;border:0" title="A run of a machine"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<a page of {len(self.page) // 1000} kB for notebooks>"


@checked_arguments
def show(
    machine: Trajectory | Mechanism | Scene | Drawable, trajectory: Trajectory | None = None, *, height: int = HEIGHT
) -> Inline:
    """Return a run for display in a notebook: the machine in motion and a few plots, as `show(mechanism, trajectory)`.

    `show(trajectory)` draws the picture that a run carries; bodies of a run without one, such as a file of an earlier
    version, are marked by cubes. `height` is that of the frame (px). Nothing is loaded from anywhere.
    """
    notes: list[str] = []
    if isinstance(machine, Trajectory) and trajectory is None:
        trajectory = machine
        found, why = playback.looks_of(trajectory)
        notes += [f"{why} lw.show(mechanism, trajectory) draws them."] if why else []
        machine = found if found is not None else playback.marked_scene("", trajectory.poses)
    if isinstance(machine, Trajectory) or not isinstance(trajectory, Trajectory):
        given = ", ".join(type(each).__name__ for each in (machine, trajectory) if each is not None)
        raise TypeError(f"show({given}): expected show(trajectory) or show(mechanism, trajectory)")
    scene = drawn_scene(machine, trajectory)
    drawn = len(trajectory.time) > 0 and all(body in trajectory.poses for body in scene.names)
    return Inline(_page(scene, trajectory, notes), height, last_picture(scene, trajectory) if drawn else "")


def _page(scene: Scene, trajectory: Trajectory, notes: list[str]) -> str:
    title = scene.title or str(trajectory.provenance.get("title") or "Run")
    shown = playback.default_channels(scene, trajectory)
    units = list(dict.fromkeys(trajectory.unit(name) for name in shown))[:PANELS]
    first = [name for name in shown if trajectory.unit(name) in units]
    data, left_out = run_data(scene, trajectory, title=title, channels=first, room=ROOM)
    lines = verdicts.findings(trajectory.certificate)
    drawn = any(body in trajectory.poses for body in scene.names)
    return page.page(
        title=title,
        subtitle="",
        verdict=page.banner(*verdicts.summary(trajectory.outcome, lines, trajectory.certificate)),
        still="",
        animated=bool(len(trajectory.time)) and drawn,
        notes=[*notes, *left_out],
        facts=[],
        sections=[],
        footer="",
        data=playback.script_json({"runs": [data]}),
        script_file="inline.js",
    )

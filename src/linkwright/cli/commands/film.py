"""The command `film`: a machine in motion as a film."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from linkwright.cli import checks, output
from linkwright.cli.commands.picture import Size, View, What, check_view, read_size, values_of
from linkwright.cli.commands.view import find_subject
from linkwright.cli.options import Json, NoMotors, Settings
from linkwright.cli.values import InputFaults
from linkwright.drawing import film as draw
from linkwright.drawing import save_film
from linkwright.drawing.images import Image, require
from linkwright.simulation import simulate
from linkwright.simulation.inputs import law
from linkwright.trajectory import Trajectory
from linkwright.viewer.subject import Subject

HELP = """Draw a saved run, or a machine that moves as it does by itself, as a film.

The film lasts as long as the motion, or --duration seconds of it, from its beginning. A machine runs its demonstration,
as with `linkwright simulate`. The camera follows a machine that travels. Nothing is opened: no window, no browser. GIF
needs the package pillow, MP4 the package imageio-ffmpeg: python -m pip install "linkwright[pictures]".

\b
Examples:
  linkwright film four_bar --out four_bar.gif
  linkwright film runs/first --fps 25 --size 1280x720 --out first.mp4
"""

MOST_IMAGES = 3000
"""In a film: two minutes at 25 a second."""


def command(
    what: What,
    settings: Settings = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to: FILE.gif or FILE.mp4.", show_default=False)],
    fps: Annotated[float, typer.Option(min=1, max=50, metavar="NUMBER", help="Images a second (1/s).")] = 20.0,
    duration: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="How much of the motion (s).  [default: all]")
    ] = None,
    view: View = "",
    size: Size = "640x480",
    no_motors: NoMotors = False,
    as_json: Json = False,
) -> None:
    """Draw a saved run or a machine that moves as a film."""
    faults: list[str] = []
    checks.file(out, (".gif", ".mp4"), faults)
    pixels = read_size(size, faults)
    if out.suffix.lower() == ".mp4" and any(edge % 2 for edge in pixels):
        faults.append(f"--size {size}: an MP4 film has an even number of pixels along each edge")
    check_view(view, faults)
    if duration is not None and not 0 < duration < float("inf"):
        faults.append(f"--duration {duration:g}: expected seconds above zero")
    subject = find_subject(what, settings or [], no_motors=no_motors, faults=faults)
    require(out.suffix.lower())
    motion = subject.trajectory if subject.trajectory is not None else _demonstration(subject, duration, fps)
    time = motion.time
    length = float(time[-1] - time[0]) if len(time) else 0.0
    length = length if duration is None else min(length, duration)
    count = max(1, round(length * fps) + 1)
    if not len(time) or count > MOST_IMAGES:
        words = f"{count} images, at most {MOST_IMAGES} are drawn; give --duration, or fewer --fps"
        raise InputFaults([words if len(time) else "the run has no samples: there is nothing to draw"])
    wanted = time[0] + np.arange(count) / fps
    samples = np.clip(np.searchsorted(time, wanted - 0.5 / fps), 0, len(time) - 1).tolist()
    poses = dict(motion.poses)
    scene = subject.scene(values_of(subject), poses, travelled=True)
    with output.progress("drawing") as advance:

        def images() -> Iterator[Image]:
            for number, image in enumerate(draw(scene, poses, samples, view=view, size=pixels), start=1):
                advance(number / count)
                yield image

        save_film(out, images(), fps=fps)
    notes = [*subject.notes, *scene.notes, *([] if motion.outcome.finished else [motion.outcome.in_words()])]
    if as_json:
        output.emit({"machine": subject.title, "images": count, "files": [str(out)], "notes": notes})
        return
    for note in notes:
        output.remark(note)
    output.say(f"{count} images, {count / fps:g} s")
    output.wrote([str(out)])


def _demonstration(subject: Subject, duration: float | None, fps: float) -> Trajectory:
    """The run of a machine that the command `simulate` shows, sampled as often as there are images."""
    dynamics, start = subject.dynamics, subject.start
    assert dynamics is not None
    length = start.duration if duration is None else duration
    samples = max(2, min(round(length * fps) + 1, MOST_IMAGES + 2))
    state = dynamics.assemble(start.positions, start.speeds)
    machine = subject.loop if subject.loop is not None else dynamics
    return simulate(
        machine,
        state,
        duration=length,
        inputs={name: law(text) for name, text in start.inputs.items()},
        samples=samples,
    )

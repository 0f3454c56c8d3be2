"""The command `picture`: a machine as an image."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from linkwright.arrays import Array
from linkwright.cli import checks, output, run
from linkwright.cli.commands.view import find_subject
from linkwright.cli.files import write
from linkwright.cli.options import Json, NoMotors, Settings
from linkwright.cli.values import InputFaults, named_numbers, one_of, pairs
from linkwright.drawing import Scene, save_image, still
from linkwright.drawing import picture as draw
from linkwright.drawing.images import LARGEST_SIZE, SIZE, VIEWS, require
from linkwright.viewer.subject import Subject

HELP = """Draw a machine or an instant of a saved run as an image.

The whole machine is in the picture, shaded (PNG) or in outlines (SVG), in its reference configuration or with --at at a
configuration in which the named quantities have these values. Of a run, --at time=SECONDS is an instant; without it the
last one is drawn. Nothing is opened: no window, no browser. PNG needs the package pillow:
python -m pip install "linkwright[pictures]".

\b
Examples:
  linkwright picture stewart --out stewart.png
  linkwright picture three_rrr --at platform.x=0.02 --size 1600x1200 --out moved.png
  linkwright picture runs/first --at time=0.5 --view front --out instant.svg
"""

What = Annotated[
    str,
    typer.Argument(
        metavar="MECHANISM|RUN",
        help="A ready mechanism, FILE.py:NAME, or a saved run: its file or folder.",
        show_default=False,
    ),
]
View = Annotated[
    str, typer.Option(metavar="NAME", help=f"From where: {', '.join(VIEWS)}.  [default: top in the plane, else iso]")
]
Size = Annotated[str, typer.Option(metavar="WIDTHxHEIGHT", help="Pixels.")]


def command(
    what: What,
    settings: Settings = None,
    at: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="A quantity (m, rad, or with a unit), of a run `time` (s); repeatable."
        ),
    ] = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to: FILE.png or FILE.svg.", show_default=False)],
    view: View = "",
    size: Size = f"{SIZE[0]}x{SIZE[1]}",
    no_motors: NoMotors = False,
    as_json: Json = False,
) -> None:
    """Draw a machine or an instant of a saved run as an image."""
    faults: list[str] = []
    checks.file(out, (".png", ".svg"), faults)
    pixels = read_size(size, faults)
    check_view(view, faults)
    wanted = pairs(at or (), "--at", faults)
    subject = find_subject(what, settings or [], no_motors=no_motors, faults=faults)
    require(out.suffix.lower())
    scene, poses, sample = _instant(subject, wanted)
    if out.suffix.lower() == ".svg":
        write(out, still(scene, poses, sample=sample, view=view))
    else:
        save_image(out, draw(scene, poses, sample=sample, view=view, size=pixels))
    notes = [*subject.notes, *scene.notes]
    if as_json:
        output.emit({"machine": subject.title, "files": [str(out)], "notes": notes})
        return
    for note in notes:
        output.remark(note)
    output.wrote([str(out)])


def read_size(text: str, faults: list[str]) -> tuple[int, int]:
    """Width and height as they are typed; faults are noted."""
    found = re.fullmatch(r"(\d{1,6})[xX](\d{1,6})", text.strip())
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(16 <= edge <= LARGEST_SIZE for edge in (width, height)):
        faults.append(f"--size {text}: expected WIDTHxHEIGHT in pixels, each 16 to {LARGEST_SIZE}, such as 960x720")
    return width, height


def check_view(view: str, faults: list[str]) -> None:
    """Note a view that there is not."""
    if view:
        faults += [f"--view: {fault}" for fault in one_of(view, tuple(VIEWS), "view")]


def _instant(subject: Subject, wanted: dict[str, str]) -> tuple[Scene, dict[str, Array], int]:
    """The picture, poses and the sample of them that is drawn."""
    faults: list[str] = []
    if subject.trajectory is not None:
        time = subject.trajectory.time
        given = named_numbers(wanted, ("time",), "quantity of a saved run", faults, {"time": "s"})
        at = given.get("time", float(time[-1]) if len(time) else 0.0)
        if not len(time):
            faults.append("the run has no samples: there is nothing to draw")
        elif not time[0] <= at <= time[-1]:
            faults.append(f"--at time={at:g}: expected an instant of the run, {time[0]:g} to {time[-1]:g} s")
        if faults:
            raise InputFaults(faults)
        poses = dict(subject.trajectory.poses)
        return subject.scene(values_of(subject), poses, travelled=True), poses, int(np.abs(time - at).argmin())
    dynamics = subject.dynamics
    assert dynamics is not None
    equations = dynamics.equations
    positions = named_numbers(wanted, run.positions(equations), "quantity", faults, run.units(equations))
    if faults:
        raise InputFaults(faults)
    state = dynamics.assemble(positions) if positions else dynamics.reference
    still_inputs = np.zeros((1, len(dynamics.inputs)))
    read = dynamics.plant.read(np.array([state.t]), state.q[None], state.v[None], still_inputs)
    poses = {name: read.poses[name] for name in equations.all_bodies}
    return subject.scene(values_of(subject), poses), poses, 0


def values_of(subject: Subject) -> dict[str, float]:
    """Values of all parameters by full name, as far as they are known."""
    if subject.dynamics is not None:
        return dict(subject.dynamics.parameters)
    used = subject.trajectory.provenance.get("parameters") if subject.trajectory is not None else {}
    return {name: float(row["value"]) for name, row in used.items()} if isinstance(used, dict) else {}

"""The command `report`: the page of saved runs, made again from their data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from linkwright import report
from linkwright.cli import checks, output
from linkwright.cli.files import load_run
from linkwright.cli.machine import choose
from linkwright.cli.options import Json
from linkwright.cli.values import InputFaults
from linkwright.drawing import Scene, playback
from linkwright.dynamics import Dynamics
from linkwright.model import Mechanism
from linkwright.report.several import MOST
from linkwright.simulation.storage import restore_dynamics
from linkwright.simulation.verification import settings_of
from linkwright.trajectory import Trajectory
from linkwright.version import __version__

HELP = """Make the page of saved runs again, or set several side by side.

RUN is a file that `linkwright simulate` or Trajectory.save wrote, or the folder of --out. One run gives the page that
`simulate` writes; two to six are animated together, with their curves in the same plots and a table of differences from
the first. The machine is made again for reactions and equations; its picture is the one in the file, or that of
--machine. Bodies of a run without a picture, such as one of an earlier version, are marked by cubes. Files that cannot
be read are named, the others are shown, and the exit code is 1.

\b
Examples:
  linkwright report runs/first --out first.html
  linkwright report runs/light runs/heavy --out both.html
  linkwright report runs/own --machine linkage.py:four_bar --out own.html
"""


@dataclass(frozen=True, eq=False)
class Saved:
    """A run that was read: its name, what it looks like, its machine where that can be made again, and remarks."""

    name: str
    trajectory: Trajectory
    machine: Mechanism | Scene
    dynamics: Dynamics | None
    notes: tuple[str, ...]


def command(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Saved runs, or folders of --out.", show_default=False)
    ],
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The page that is written, FILE.html.")],
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Title of the page.")] = None,
    machine: Annotated[
        str | None,
        typer.Option(
            metavar="MECHANISM", help="What the runs are of, FILE.py:NAME or a ready mechanism, for the picture."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make the page of saved runs again, or set several side by side."""
    faults: list[str] = []
    file = checks.file(out, (".html", ".htm"), faults)
    if len(runs) > MOST:
        faults.append(f"{len(runs)} runs: a page sets at most {MOST} side by side; name fewer")
    chosen = choose(machine, (), no_motors=False, faults=faults) if machine is not None else None
    if faults:
        raise InputFaults(faults)
    assert file is not None
    saved, unread = [], []
    for run in runs:
        try:
            saved.append(_read(run, chosen.mechanism if chosen is not None else None, several=len(runs) > 1))
        except (OSError, ValueError) as error:
            unread.append(output.in_words(error) if isinstance(error, OSError) else str(error))
    if not saved:
        raise InputFaults(unread)
    file.parent.mkdir(parents=True, exist_ok=True)
    notes = [f"Not shown: {fault}" for fault in unread]
    if len(saved) == 1:
        one = saved[0]
        report.save(file, one.machine, one.trajectory, title=title, dynamics=one.dynamics, notes=[*notes, *one.notes])
    else:
        named = [report.NamedRun(each.name, each.machine, each.trajectory, each.notes, each.dynamics) for each in saved]
        report.save_several(file, named, title=title, notes=notes)
    if as_json:
        output.emit({"runs": [each.name for each in saved], "not_shown": unread, "files": [str(file)]})
    else:
        for each in saved:
            outcome = each.trajectory.outcome
            for note in [*([] if outcome.finished else [outcome.in_words()]), *each.notes]:
                output.remark(f"{each.name}: {note}")
        output.say(f"wrote {file}")
    for fault in unread:
        output.remark(f"linkwright: not shown: {fault}")
    if unread:
        raise typer.Exit(output.NOT_FINISHED)


def _read(run: Path, mechanism: Mechanism | None, *, several: bool) -> Saved:
    """A saved run, with its machine as far as it can be made again; several runs have no equations, but arrows."""
    trajectory = load_run(run)
    if not len(trajectory.time):
        raise ValueError(f"{run}: this run has no samples; run it again")
    name = run.name if run.is_dir() else run.stem if run.stem != "run" else run.parent.name or run.stem
    notes: list[str] = []
    versions = trajectory.provenance.get("versions") or {}
    written = versions.get("linkwright") if hasattr(versions, "get") else None
    if written not in {None, __version__}:
        notes.append(f"This run was computed by linkwright {written}; the page is made by {__version__}.")
    picture: Mechanism | Scene | None = mechanism
    if picture is None:
        picture, why = playback.looks_of(trajectory)
        notes += [why] if why else []
    title = str(trajectory.provenance.get("title") or trajectory.provenance.get("machine") or name)
    if picture is None:
        picture = playback.marked_scene(title, trajectory.poses)
    dynamics = None
    if not several or isinstance(picture, Mechanism):
        try:
            dynamics = restore_dynamics(
                trajectory.provenance, settings_of(trajectory), "they are left out", description=trajectory.description
            )
        except (KeyError, TypeError, ValueError) as error:
            what = "Arrows of forces need" if several else "Reactions and equations need"
            notes.append(f"{what} the machine, which cannot be made again: {error}.")
    return Saved(name, trajectory, picture, dynamics, tuple(notes))

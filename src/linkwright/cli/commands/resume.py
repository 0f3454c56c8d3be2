"""The command `resume`: a streamed run that was interrupted goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli import output
from linkwright.cli.control import typed_machine
from linkwright.cli.options import Json
from linkwright.cli.values import InputFaults, seconds
from linkwright.simulation import resume as resume_run
from linkwright.simulation.storage import EVERY, read_checkpoint, restore_dynamics

HELP = """Continue a run that was streamed to disk and interrupted or killed, from its last checkpoint.

FILE is what `linkwright simulate --stream FILE` was given. The end is the same as if nothing had happened, to the last
bit, with dry friction, stops and controllers too. Of a machine of one's own with controllers the program is run again.
The machine must be that of the run: another one, or a damaged checkpoint, is refused in words. A run of another version
of linkwright goes on where its last samples agree with those computed again, which the certificate says.

\b
Examples:
  linkwright simulate four_bar --duration 60 --samples 6001 --stream runs/long.parquet
  linkwright resume runs/long.parquet
"""


def command(
    run: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file that was given to --stream.", show_default=False)
    ],
    *,
    checkpoint: Annotated[
        float,
        typer.Option(parser=seconds, metavar="TIME", help="Time on the clock between checkpoints (s, or with a unit)."),
    ] = EVERY,
    as_json: Json = False,
) -> None:
    """Continue a run that was streamed to disk and interrupted or killed, from its last checkpoint."""
    if checkpoint < 0:
        raise InputFaults([f"--checkpoint {checkpoint:g}: expected 0 s or more"])
    target, header, _ = read_checkpoint(run)
    otherwise = f"in Python: lw.simulation.resume({str(target)!r}, dynamics)"
    origin = header["machine"]
    typed, description = origin.get("typed"), origin.get("description", "")
    machine = (
        typed_machine(typed)
        if typed is not None and (typed["control"] is not None or not description)
        else restore_dynamics(origin, header["run"], otherwise, description=description)
    )
    with output.progress(f"going on with {target.name}") as advance:
        motion = resume_run(run, machine, checkpoint=checkpoint, progress=advance)
    if as_json:
        data = {"outcome": motion.outcome.as_dict(), "certificate": motion.certificate.as_dict()}
        output.emit({"run": str(target), "machine": origin["machine"], **data, "files": [str(target)]})
    else:
        output.say(f"{target}: {motion.outcome.in_words()}")
        output.say(motion.certificate.in_words())
    if not motion.outcome.finished:
        raise typer.Exit(output.NOT_FINISHED)

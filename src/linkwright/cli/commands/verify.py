"""The command `verify`: a saved run computed once more."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli import output
from linkwright.cli.files import run_file
from linkwright.cli.options import Json
from linkwright.simulation import verify as verify_run
from linkwright.simulation.storage import restore_dynamics
from linkwright.simulation.verification import settings_of
from linkwright.trajectory import Trajectory

HELP = """Compute a saved run once more, by another integrator at tolerances 100 times tighter, and compare.

RUN is a file that `linkwright simulate` or Trajectory.save wrote, or the folder of --out. The machine is made again
from what the file says of it: a ready mechanism with its options and parameters, inputs as numbers and laws, events as
quantities that cross levels. A machine that was made in Python, and inputs or events that are functions, are not in
files: use lw.simulation.verify there. What happened in the run (events, friction, stops) must happen again. The exit
code is 0 if every channel agrees, within 100 tolerances or with a drift of phase that the run's own estimate of its
errors explains (it is then said so), 1 if not.

\b
Examples:
  linkwright verify runs/first
  linkwright verify runs/long.parquet --within 1e-4 --json
"""


def command(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", help="A saved run, or the folder of --out.", show_default=False)
    ],
    *,
    within: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE", help="Allowed difference over a channel's largest value.  [default: 100 tolerances]"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute a saved run once more, by another integrator at tighter tolerances, and compare."""
    motion = Trajectory.load(run_file(run))
    otherwise = "in Python: lw.simulation.verify(lw.Trajectory.load(...), dynamics)"
    dynamics = restore_dynamics(motion.provenance, settings_of(motion), otherwise, description=motion.description)
    with output.progress("computing the run again") as advance:
        found = verify_run(motion, dynamics, within=within, progress=advance)
    if as_json:
        output.emit({"run": str(run), "verdict": motion.certificate.verdict, **found.as_dict()})
    else:
        output.say(f"{run}: {motion.outcome.in_words()}")
        output.say(found.in_words())
    if not found.agrees:
        raise typer.Exit(output.NOT_FINISHED)

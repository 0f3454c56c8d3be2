"""The command `benchmark`: public problems, error against reference, work, time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from linkwright.analysis import benchmarks
from linkwright.cli import output
from linkwright.cli.options import Json

HELP = """Solve public problems by several formalisms: error against reference, work, time.

The problems: Andrews' squeezing mechanism, the heavy top, the N-four-bar and the simple pendulum of the IFToMM library,
the Whipple bicycle linearized at 0 and 5 m/s. The exit code is 0 when all errors are within their tolerances, else 1.

\b
Examples:
  linkwright benchmark
  linkwright benchmark whipple_bicycle_linear --formalism kane --formalism maggi --json
"""


def command(
    problem: Annotated[
        list[str] | None, typer.Argument(metavar="[PROBLEM]...", help="Some of them; default: all.", show_default=False)
    ] = None,
    *,
    formalism: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A formalism; repeatable.  [default: modular, kane, lagrange]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve public problems by several formalisms: error against reference, work, time."""
    _answer(problem or (), formalism or (), as_json=as_json)


def _answer(problems: Sequence[str], by: Sequence[str], *, as_json: bool) -> None:
    """Solve the problems and print them; the exit code is 1 where one does not hold."""
    with output.progress("solving public problems") as advance:
        rows = list(benchmarks.benchmark(problems, by, progress=advance))
    if as_json:
        output.emit([row.as_dict() for row in rows])
    else:
        output.table(
            ("problem", "formalism", "error", "tolerance", "outcome", "time", "work"),
            [
                (
                    row.problem,
                    row.formalism,
                    f"{row.error:.2g}",
                    f"{row.tolerance:g}",
                    row.outcome if row.holds or row.outcome != "finished" else "too large",
                    f"{row.seconds:.2f} s",
                    row.work,
                )
                for row in rows
            ],
        )
        missed = [row for row in rows if not row.holds]
        output.say()
        output.say(f"all {len(rows)} hold" if not missed else f"{len(missed)} of {len(rows)} do not hold")
        for row in missed:
            if row.reason:
                output.say(f"- {row.problem} by {row.formalism}: {row.reason}")
    if not all(row.holds for row in rows):
        raise typer.Exit(output.NOT_FINISHED)

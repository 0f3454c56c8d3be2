"""What `benchmark` answers: public problems solved by several formalisms, error against reference, work, time."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from linkwright.analysis import benchmarks
from linkwright.cli import output


def answer(problems: Sequence[str], by: Sequence[str], *, as_json: bool) -> None:
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

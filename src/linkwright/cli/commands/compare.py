"""The command `compare`: one machine by every formalism, as a table, JSON or a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.analysis import Comparison, compare
from linkwright.analysis.formalisms import GRADES_SOURCE, RULES
from linkwright.cli import checks, output
from linkwright.cli.files import write
from linkwright.cli.machine import Machine, choose
from linkwright.cli.options import Json, Mechanism, NoMotors, Settings
from linkwright.report import comparison as page

HELP = """Compare all formalisms on a machine: cost, agreement, readability, and what one more component adds.

For each formalism: time to derive and to compile, operations after equal ones are merged, time of one evaluation in a
batch, numbers of speeds and constraints, the largest disagreement over random states, terms of the printed equations,
and the cost of one more body. Each formalism is tried with every join that takes it too, and the pair that
lw.compile takes is marked. It ends with a recommendation that follows from the numbers by stated rules.

\b
Examples:
  linkwright compare double_pendulum
  linkwright compare chaplygin_sleigh --quick --states 5 --out sleigh.html
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    states: Annotated[int, typer.Option(min=1, metavar="COUNT", help="Random states at which all must agree.")] = 20,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out readability, which takes most of the time.")
    ] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Also write a page with a figure.")] = None,
    as_json: Json = False,
) -> None:
    """Compare all formalisms on a machine: cost, agreement, readability, and what one more component adds."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=no_motors, faults=faults)
    file = checks.file(out, (".html",), faults)
    _answer(checks.require_machine(machine, faults), file, states=states, read=not quick, as_json=as_json)


def _answer(machine: Machine, out: Path | None, *, states: int, read: bool, as_json: bool) -> None:
    """Measure, then print and write."""
    with output.progress("comparing formalisms") as advance:
        found = compare(machine.mechanism, values=machine.values, states=states, read=read, progress=advance)
    files = [str(write(out, page.render(found)))] if out is not None else []
    if as_json:
        output.emit(found.as_dict() | {"machine": machine.name, "rules": RULES, "files": files})
        return
    _words(found)
    output.wrote(files)


def _words(found: Comparison) -> None:
    output.say(f"{found.title or found.name} by {len(found.rows)} formalisms, {found.states} random states")
    output.say()
    rows = [page.cells(row) for row in found.rows]
    # Fifteen columns do not fit a terminal: what was measured, then what is read.
    for part in (page.HEADS[1 : page.FIRST_READING], page.HEADS[page.FIRST_READING :]):
        first = page.HEADS.index(part[0])
        output.table((page.HEADS[0], *part), [(cells[0], *cells[first : first + len(part)]) for cells in rows])
        output.say()
    output.table(page.PAIR_HEADS, [page.pair_cells(pair) for pair in found.pairs])
    output.say()
    graded = [(row.formalism, row.grades) for row in found.rows if row.grades is not None]
    if graded:
        output.say(f"Grades in print, 1 to 5 ({GRADES_SOURCE}):")
        output.table(
            page.GRADE_HEADS,
            [
                (name, *[str(x) for x in (g.derivation, g.interpretability, g.modularity, g.elimination)])
                for name, g in graded
            ],
        )
        output.say()
    output.say(f"One more component is {found.component}.")
    for line in (*found.notes, *[f"{name} refuses: {why}" for name, why in found.refused.items()]):
        output.say(f"- {line}")
    output.say()
    output.say(RULES)
    output.say()
    for line in found.recommendation:
        output.say(line)

"""What `compare` answers: one machine by every formalism, as a table, JSON or a page."""

from __future__ import annotations

from pathlib import Path

from linkwright.analysis import Comparison
from linkwright.analysis import compare as compare_formalisms
from linkwright.analysis.formalisms.recommendation import RULES
from linkwright.analysis.formalisms.records import GRADES_SOURCE
from linkwright.cli import output
from linkwright.cli.machines import Machine
from linkwright.report import comparison as page


def compare(machine: Machine, out: Path | None, *, states: int, read: bool, as_json: bool) -> None:
    """Measure, then print and write."""
    with output.progress("comparing formalisms") as advance:
        found = compare_formalisms(machine.mechanism, values=machine.values, states=states, read=read, progress=advance)
    files = [str(output.write(out, page.render(found)))] if out is not None else []
    if as_json:
        output.emit(found.as_dict() | {"machine": machine.name, "rules": RULES, "files": files})
        return
    _words(found)
    for file in files:
        output.say(f"wrote {file}")


def _words(found: Comparison) -> None:
    output.say(f"{found.title or found.name} by {len(found.rows)} formalisms, {found.states} random states")
    output.say()
    rows = [page.cells(row) for row in found.rows]
    # Fifteen columns do not fit a terminal: what was measured, then what is read.
    for part in (page.HEADS[1 : page.FIRST_READING], page.HEADS[page.FIRST_READING :]):
        first = page.HEADS.index(part[0])
        output.table((page.HEADS[0], *part), [(cells[0], *cells[first : first + len(part)]) for cells in rows])
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

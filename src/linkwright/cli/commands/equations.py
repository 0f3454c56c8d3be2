"""The command `equations`: the equations of motion in print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.arrays import PlainData
from linkwright.cli import checks, closed_form, output
from linkwright.cli.files import write
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.options import Formalism, Format, Json, Mechanism, NoMotors, Settings, Tree
from linkwright.dynamics.printed import closed_form as closed_form_of
from linkwright.dynamics.printed import stages
from linkwright.equations.printing import Stages

HELP = """Print the equations of motion stage by stage: M and f of each part, A_k, b_k and C_k of each level.

Each type is printed once, with the list of its uses. A prime marks a rate. With --simplify and a formalism that leaves
no constraints (kane, lagrange, boltzmann_hamel on a machine without loops) M and V are printed in closed form. Needs
SymPy (pip install "linkwright[equations]").

\b
Examples:
  linkwright equations three_rrr
  linkwright equations slider_crank --format latex --out slider_crank.tex
  linkwright equations double_pendulum --formalism kane --simplify
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    formalism: Formalism = "modular",
    tree: Tree = None,
    form: Annotated[Format, typer.Option("--format", help="Plain text, or a LaTeX document.")] = Format.text,
    simplify: Annotated[bool, typer.Option("--simplify", help="Simplify further; may take minutes.")] = False,
    by_body: Annotated[
        bool, typer.Option("--by-body", help="With --simplify: as sums over masses and moments of inertia.")
    ] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to a file instead of the screen.")] = None,
    as_json: Json = False,
) -> None:
    """Print the equations of motion stage by stage: M and f of each part, A_k, b_k and C_k of each level."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = checks.file(out, (), faults)
    if by_body and not simplify:
        faults.append("--by-body arranges simplified equations; add --simplify")
    _answer(
        checks.require_machine(machine, faults), form.value, file, thorough=simplify, as_json=as_json, by_body=by_body
    )


def _answer(
    machine: Machine, form: str, out: Path | None, *, thorough: bool, as_json: bool, by_body: bool = False
) -> None:
    """Equations stage by stage, as text or LaTeX; thorough ones of a machine without constraints in closed form."""
    record: PlainData = {"machine": machine.name}
    if thorough and not machine.equations.constraints:
        found, title = closed_form_of(machine.equations, by_body=by_body), machine.equations.title
        text = (
            closed_form.as_latex(found, title)
            if form == "latex"
            else closed_form.as_text(found, title, width=output.columns())
        )
        record |= {"title": title, "closed_form": closed_form.as_dict(found)}
    else:
        printed = stages(machine.equations, thorough=thorough)
        text = printed.as_latex() if form == "latex" else printed.as_text(width=output.columns())
        record |= {"title": printed.title, "stages": _stages(printed) if as_json else ()}
    files = [str(write(out, text))] if out is not None else []
    if as_json:
        output.emit(record | {"files": files})
    elif out is None:
        output.say(text.rstrip("\n"))
    output.wrote(files, note=as_json)


def _stages(printed: Stages) -> list[dict[str, object]]:
    return [
        {
            "title": stage.title,
            "level": stage.level,
            "uses": list(stage.uses),
            "entries": {
                name: {
                    "rows": list(stage.rows.get(name, ())),
                    "columns": list(stage.columns.get(name, ())),
                    "matrix": [[str(matrix[i, j]) for j in range(matrix.cols)] for i in range(matrix.rows)],
                }
                for name, matrix in stage.entries.items()
            },
            "where": {symbol.name: str(value) for symbol, value in stage.where},
            "notes": list(stage.notes),
        }
        for stage in printed
    ]

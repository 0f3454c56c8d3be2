"""What `list`, `show` and `equations` answer."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linkwright import mechanisms
from linkwright.cli import closed, output
from linkwright.cli.machines import Machine, ready
from linkwright.drawing.trees import modules as tree_drawing
from linkwright.drawing.trees.equations import module_tree
from linkwright.drawing.trees.modules import ModuleBox
from linkwright.dynamics.answers.description import Description
from linkwright.dynamics.printed.closed_form import closed_form
from linkwright.dynamics.printed.stages import stages
from linkwright.equations.printing.stages import Stages


def listing(*, as_json: bool) -> None:
    """Ready mechanisms with title and description."""
    machines = ready()
    if as_json:
        output.emit(
            [
                {
                    "name": name,
                    "title": each.title,
                    "description": each.description,
                    "options": list(inspect.signature(getattr(mechanisms, name)).parameters),
                    "sources": list(each.sources),
                }
                for name, each in machines.items()
            ]
        )
        return
    output.table(("name", "what it is"), [(name, each.title) for name, each in machines.items()])
    output.say()
    output.say("Look at one with `linkwright show NAME`, run one with `linkwright simulate NAME`.")


def show(machine: Machine, out: Path | None, *, as_json: bool) -> None:
    """Module tree, degrees of freedom, inputs, quantities and parameters of a machine."""
    tree = module_tree(machine.equations)
    dynamics = machine.dynamics()
    described: Description = dynamics.describe()
    counts = {
        "speeds": len(dynamics.speeds) - len(dynamics.equations.states),
        "constraints": dynamics.plant.constraint_count,
        "degrees_of_freedom": dynamics.plant.degrees_of_freedom,
    }
    files = []
    if out is not None:
        files.append(str(output.write(out, tree_drawing.render(tree, title=machine.mechanism.title or machine.name))))
    entries: dict[str, list[dict[str, Any]]] = {}
    for entry in described.entries:
        record: dict[str, Any] = {"name": entry.name, "unit": entry.unit, "meaning": entry.meaning}
        if entry.value is not None:
            record["value"] = entry.value
        entries.setdefault(entry.kind, []).append(record)
    if as_json:
        output.emit(
            {
                "machine": machine.name,
                "title": machine.mechanism.title,
                "description": machine.mechanism.description,
                "sources": list(machine.mechanism.sources),
                **counts,
                "tree": _box(tree),
                **entries,
                "files": files,
            }
        )
        return
    mechanism = machine.mechanism
    output.say(mechanism.title or machine.name)
    for line in (mechanism.description, *[f"Source: {source}" for source in mechanism.sources]):
        if line:
            output.say(f"  {line}")
    output.say()
    output.say(", ".join(f"{count} {what.replace('_', ' ')}" for what, count in counts.items()))
    output.say()
    output.say(tree_drawing.as_text(tree, width=_columns()))
    for kind, rows in entries.items():
        if kind == "constraints":
            continue  # they stand in the tree
        hidden = _following(machine) if kind == "parameters" else frozenset()
        output.say(f"{kind}:")
        output.table(
            ("  name", "value", "unit", "meaning") if kind == "parameters" else ("  name", "unit", "meaning"),
            [_row(row, valued=kind == "parameters") for row in rows if row["name"] not in hidden],
        )
        if hidden:
            output.say(f"  and {len(hidden)} of the parts that follow from these by formula (all with --json)")
        output.say()
    _wrote(files)


def equations(
    machine: Machine, form: str, out: Path | None, *, thorough: bool, as_json: bool, by_body: bool = False
) -> None:
    """Equations stage by stage, as text or LaTeX; thorough ones of a machine without ties in closed form."""
    record: dict[str, Any] = {"machine": machine.name}
    if thorough and not machine.equations.ties:
        found, title = closed_form(machine.equations, by_body=by_body), machine.equations.title
        text = closed.as_latex(found, title) if form == "latex" else closed.as_text(found, title, width=_columns())
        record |= {"title": title, "closed_form": closed.as_dict(found)}
    else:
        printed = stages(machine.equations, thorough=thorough)
        text = printed.as_latex() if form == "latex" else printed.as_text(width=_columns())
        record |= {"title": printed.title, "stages": _stages(printed)}
    files = [str(output.write(out, text))] if out is not None else []
    if as_json:
        output.emit(record | {"files": files})
    elif out is None:
        output.say(text.rstrip("\n"))
    _wrote(files, note=as_json)


def _stages(printed: Stages) -> list[dict[str, Any]]:
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


def _box(box: ModuleBox) -> dict[str, Any]:
    return {
        "name": box.name,
        "kind": box.kind,
        "variables": list(box.variables),
        "constraints": list(box.constraints),
        "children": [_box(child) for child in box.children],
    }


def _following(machine: Machine) -> frozenset[str]:
    """Parameters of parts that follow from others."""
    flat = machine.equations.parameters
    return frozenset(
        label.name for label, fixed in zip(flat.labels, flat.fixed, strict=True) if not fixed and "." in label.name
    )


def _row(row: Mapping[str, Any], *, valued: bool) -> tuple[str, ...]:
    name, unit, meaning = f"  {row['name']}", str(row["unit"]), str(row["meaning"])
    return (name, f"{row['value']:.6g}", unit, meaning) if valued else (name, unit, meaning)


def _wrote(files: list[str], *, note: bool = False) -> None:
    for file in files:
        (output.note if note else output.say)(f"wrote {file}")


def _columns() -> int:
    return max(60, shutil.get_terminal_size((output.WIDTH, 24)).columns)

"""The command `show`: what a machine is made of."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwright.arrays import PlainData
from linkwright.cli import checks, output
from linkwright.cli import control as own_control
from linkwright.cli.files import write
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.options import Formalism, Json, Mechanism, NoMotors, Settings, Tree
from linkwright.drawing.signals import signal_diagram, signal_text, signals_of
from linkwright.drawing.trees import ModuleBox, as_text, module_tree, render
from linkwright.dynamics.answers import Description

HELP = """Show a machine: its module tree, degrees of freedom, inputs, quantities and parameters.

\b
Examples:
  linkwright show three_rrr
  linkwright show four_bar --set l_2=0.36 --out tree.svg
  linkwright show mast_3prs --control --out signals.svg
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    formalism: Formalism = "modular",
    tree: Tree = None,
    control: Annotated[
        bool, typer.Option("--control", help="Show the controllers instead: blocks with their clocks, wires, gains.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Also draw the module tree, or the signal diagram.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a machine: its module tree, degrees of freedom, inputs, quantities and parameters."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = checks.file(out, (".svg",), faults)
    if control and machine is not None:
        own_control.has_controllers(machine, "--control", faults)
    answer = _control if control else _answer
    answer(checks.require_machine(machine, faults), file, as_json=as_json)


def _control(machine: Machine, out: Path | None, *, as_json: bool) -> None:
    """Signal diagram and gains of the controllers of a machine."""
    loop = own_control.close_loop(machine, machine.dynamics())
    diagram = signals_of(loop)
    title = machine.mechanism.title or machine.name
    files = [] if out is None else [str(write(out, signal_diagram(diagram, title=f"{title}: signals")))]
    gains = [entry for entry in loop.describe().entries if entry.kind == "gains"]
    if as_json:
        numbers = [
            {"name": each.name, "unit": each.unit, "meaning": each.meaning, "value": each.value} for each in gains
        ]
        output.emit(
            {"machine": machine.name, "title": title, **own_control.record(diagram), "gains": numbers, "files": files}
        )
        return
    output.say(f"{title}: signals")
    output.say()
    output.say(signal_text(diagram))
    output.say("gains:")
    output.table(
        ("  name", "value", "unit", "meaning"),
        [(f"  {each.name}", f"{each.value:.6g}", each.unit, each.meaning) for each in gains],
    )
    output.wrote(files)


def _answer(machine: Machine, out: Path | None, *, as_json: bool) -> None:
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
        files.append(str(write(out, render(tree, title=machine.mechanism.title or machine.name))))
    entries: dict[str, list[PlainData]] = {}
    for entry in described.entries:
        record: PlainData = {"name": entry.name, "unit": entry.unit, "meaning": entry.meaning}
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
                "notes": list(described.notes),
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
    output.say(as_text(tree, width=output.columns()))
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
    for note in described.notes:
        output.say(f"note: {note}")
    output.wrote(files)


def _box(box: ModuleBox) -> dict[str, object]:
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

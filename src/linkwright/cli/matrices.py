"""What the commands `levels` and `twists` share: a state as a user types it, and matrices printed and written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli import output, run
from linkwright.cli.files import write
from linkwright.cli.machine import Machine
from linkwright.cli.values import InputFaults, named_numbers, one_of, pairs
from linkwright.dynamics import NamedMatrices

Position = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Position at the state (m, rad); others as in the reference. Repeatable."),
]
Speed = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE", help="Speed at the state, one for each degree of freedom (default: rest). Repeatable."
    ),
]
Shown = Annotated[
    list[str] | None,
    typer.Option("--matrix", metavar="NAME", help="Print only this matrix, such as S_2; repeatable."),
]
File = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write all matrices into FILE.json.")]
SUFFIXES = (".json",)


def typed_numbers(
    machine: Machine, position: Sequence[str], speed: Sequence[str], faults: list[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Positions and speeds of a state; faults are noted."""
    equations = machine.equations
    positions = named_numbers(
        pairs(position, "--position", faults), run.positions(equations), "position", faults, run.units(equations)
    )
    rates = run.units(equations, rates=True)
    speeds = named_numbers(pairs(speed, "--speed", faults), list(rates), "speed", faults, rates)
    return positions, speeds


def show(found: NamedMatrices, names: Sequence[str], out: Path | None, *, as_json: bool) -> None:
    """Print matrices, all or those named, and write all of them."""
    faults = [fault for name in names for fault in one_of(name, list(found), "matrix")]
    if faults:
        raise InputFaults([f"--matrix: {fault}" for fault in faults])
    files = [] if out is None else [str(write(out, output.as_text(found.as_dict())))]
    if as_json:
        output.emit(found.as_dict(names or None) | {"files": files})
    else:
        output.say(found.as_text(output.columns(), names or None))
    output.wrote(files, note=as_json)

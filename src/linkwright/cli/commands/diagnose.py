"""What `diagnose` answers: freedoms, dependent constraints, unique reactions, in words, as JSON or as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from linkwright.analysis import diagnose as diagnose_machine
from linkwright.cli import output
from linkwright.cli.machines import InputFaults, Machine, named_numbers, pairs
from linkwright.drawing.plots.diagnosis import diagnosis


def diagnose(machine: Machine, positions: Sequence[str], out: Path | None, *, as_json: bool) -> None:
    """Diagnose at the pose asked for, then print and draw."""
    faults: list[str] = []
    dynamics = machine.dynamics().in_full_matrices("diagnose")
    known = [quantity.name for quantity in dynamics.system.quantities if quantity.z is not None]
    wanted = named_numbers(pairs(positions, "--position", faults), known, "quantity with a position", faults)
    if faults:
        raise InputFaults(faults)
    found = diagnose_machine(dynamics, dynamics.assemble(wanted) if wanted else None)
    files = output.figure(out, "diagnosis", diagnosis(found), found.as_dict()) if out is not None else []
    if as_json:
        output.emit(found.as_dict() | {"files": files})
        return
    output.say(found.in_words())
    for file in files:
        output.say(f"wrote {file}")

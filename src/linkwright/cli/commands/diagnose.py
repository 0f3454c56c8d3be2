"""The command `diagnose`: degrees of freedom, dependent constraints, unique reactions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from linkwright.analysis import diagnose
from linkwright.cli import checks, output, run
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.machine import Machine, choose
from linkwright.cli.options import Figure, Json, Mechanism, NoMotors, Settings
from linkwright.cli.values import InputFaults, named_numbers, pairs
from linkwright.drawing.plots import diagnosis_plot

HELP = """Find redundant constraints, singular configurations and ill-posed drives in a machine.

Degrees of freedom by Gruebler's count, at this pose and at a general pose, and why they differ; which joints'
constraints depend on which; which reactions are unique; what to release to make the machine isostatic; directions that
are nearly free; parts without mass and loads that make the machine stiff.

\b
Examples:
  linkwright diagnose four_bar
  linkwright diagnose n_four_bar --set n=2 --json
  linkwright diagnose three_rrr --position platform.theta=0.2 --out rrr.svg
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Pose: position of a quantity (m, rad); repeatable.  [default: the reference]"
        ),
    ] = None,
    *,
    no_motors: NoMotors = False,
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Diagnose a machine: degrees of freedom, dependent constraints, unique reactions, what to release."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=no_motors, faults=faults)
    file = checks.prepare_out(out, prepared_figure, faults)
    _answer(checks.require_machine(machine, faults), position or (), file, as_json=as_json)


def _answer(machine: Machine, positions: Sequence[str], out: Path | None, *, as_json: bool) -> None:
    """Diagnose at the pose asked for, then print and draw."""
    faults: list[str] = []
    dynamics = machine.dynamics().in_full_matrices("diagnose")
    known = [quantity.name for quantity in dynamics.system.quantities if quantity.z is not None]
    units = run.units(machine.equations)
    wanted = named_numbers(pairs(positions, "--position", faults), known, "quantity with a position", faults, units)
    if faults:
        raise InputFaults(faults)
    found = diagnose(dynamics, dynamics.assemble(wanted) if wanted else None)
    written = write_figure(out, "diagnosis", diagnosis_plot(found), found.as_dict()) if out is not None else []
    if as_json:
        output.emit(found.as_dict() | {"files": written})
        return
    output.say(found.in_words())
    output.wrote(written)

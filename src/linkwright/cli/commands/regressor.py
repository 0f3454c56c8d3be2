"""The command `regressor`: which inertial parameters, and combinations of them, forces of the drives depend on."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwright.analysis import regressor
from linkwright.cli import checks, output
from linkwright.cli.machine import choose
from linkwright.cli.options import Json, Mechanism, NoMotors, Settings

HELP = """Find the inertial parameters of a machine that can be identified.

Base parameters: which masses, first moments and moments of inertia the forces of the drives depend on, alone or in
combination only, and which not at all; closed loops included. Other parameters in which forces are linear (friction,
inertias of rotors) by --other.

\b
Examples:
  linkwright regressor four_bar
  linkwright regressor three_rrr --no-motors --json
  linkwright regressor three_rrr --other A.motor.J --other A.motor.b
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    other: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A parameter beside those of bodies, such as a damping; repeatable."),
    ] = None,
    *,
    no_motors: NoMotors = False,
    as_json: Json = False,
) -> None:
    """Find the inertial parameters of a machine that can be identified."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=no_motors, faults=faults)
    found = regressor(checks.require_machine(machine, faults).dynamics(), others=other or ())
    if as_json:
        output.emit(found.as_dict())
    else:
        output.say(found.in_words())

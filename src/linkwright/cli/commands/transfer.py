"""The command `transfer`: the four transfer functions of a drive."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwright.analysis import transfer_functions
from linkwright.cli import checks, output
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.machine import choose
from linkwright.cli.options import Figure, Json, Mechanism, Settings
from linkwright.drawing import bode_plot

HELP = """Find the transfer functions of a drive: TF1, TF2, TF1d, TF2d.

TF1 is the motor's angle by its torque, TF2 the driven end by the motor; TF1d the driven end by a load on it, TF2d the
motor by the driven end then. Numerators and denominators are printed from the highest power of s on, with the
resonances. A drive is a module of the machine, or the whole machine: inertias that elastic shafts join.

\b
Examples:
  linkwright transfer mast_3prs drive1
  linkwright transfer mast_3prs drive1 --set parameters=manufacturer --set K1=50 --json
  linkwright transfer axis.py:machine --load way.slide --out axis.svg
"""

Quantity = Annotated[str | None, typer.Option(metavar="NAME", help="A quantity, if it is not found by itself.")]


def command(
    mechanism: Mechanism,
    drive: Annotated[
        str | None,
        typer.Argument(metavar="DRIVE", help="A module, such as drive1.  [default: all parts]", show_default=False),
    ] = None,
    settings: Settings = None,
    *,
    motor: Quantity = None,
    load: Quantity = None,
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Find the four transfer functions of a drive."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=False, faults=faults)
    file = checks.prepare_out(out, prepared_figure, faults)
    dynamics = checks.require_machine(machine, faults).dynamics()
    found = transfer_functions(dynamics, drive, motor=motor, load=load)
    frequencies = found.frequencies()
    curves = {
        f"{name} [{each.unit}]" if each.unit else name: each.frequency_response(frequencies)
        for name, each in found.functions.items()
    }
    title = f"Transfer functions of {found.drive or found.machine}"
    written = write_figure(file, "transfer", bode_plot(curves, title=title), found.as_data()) if file else []
    if as_json:
        output.emit(found.as_data() | {"files": written})
        return
    output.say(found.in_words())
    output.wrote(written)

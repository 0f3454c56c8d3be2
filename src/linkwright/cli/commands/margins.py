"""The command `margins`: stability margins of a controlled machine by its linear model."""

from __future__ import annotations

from math import inf, isfinite
from typing import Annotated

import typer

from linkwright.analysis import Lifted, Margins, linearize
from linkwright.cli import checks, output
from linkwright.cli.control import (
    BlockNumbers,
    DrivesAlone,
    FrictionName,
    ParameterSet,
    Pose,
    Variant,
    block_numbers,
    published_machine,
)
from linkwright.cli.files import prepared_figure, write_figure
from linkwright.cli.machine import Machine
from linkwright.cli.options import Figure, Formalism, Join, JoinName, Json, Mechanism, Settings
from linkwright.cli.values import InputFaults, one_of
from linkwright.drawing import nyquist_plot

HELP = """Find stability margins of a controlled machine.

The linear model of machine and controllers, exact over all their rates, is opened at the output of a block. The margins
are the smallest factor above 1 and the largest below it on that output, and the smallest phase lag, that put a pole on
the unit circle, all other loops closed. Friction counts as off. With several --at, all of them get the factor.

\b
Examples:
  linkwright margins mast_3prs --at axis1.speed.command --parameters identified --json
  linkwright margins mast_3prs --at axis1.position.command --control speed.kp=0.05 --out loop.svg
  linkwright margins mast_3prs --at axis1.current.command --control current.delay=0.0001
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    at: Annotated[
        list[str], typer.Option(metavar="SIGNAL", help="Output of a block: axis1.speed.command. Repeatable.")
    ],
    parameters: ParameterSet = None,
    friction: FrictionName = None,
    drives_alone: DrivesAlone = False,
    pose: Pose = None,
    control: BlockNumbers = None,
    formalism: Formalism = "kane",
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made from names
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Find stability margins of a controlled machine."""
    faults: list[str] = []
    variant = Variant(parameters, friction, drives_alone=drives_alone, settings=tuple(settings or ()))
    published = published_machine(mechanism, variant, formalism, "lw.analysis.linearize(closed_loop, ...)", faults)
    gains = block_numbers(control or (), faults)
    checks.prepare_out(out, prepared_figure, faults)
    if published is None:
        raise InputFaults(faults)
    with output.progress(f"compiling {published.machine.name}") as advance:
        advance(0.0)
        loop, state = published.closed(gains, pose or (), join.value, faults)
    for name in at:
        faults += [f"--at: {fault}" for fault in one_of(name, loop.signals, "output of a block")]
    if faults:
        raise InputFaults(faults)
    model = linearize(loop, loop.steady_state(state))
    found = model.margins(at)
    _show(published.machine, model, found, out, as_json=as_json)


def _show(machine: Machine, model: Lifted, found: Margins, out: Figure, *, as_json: bool) -> None:
    """Print and write margins."""
    title = f"{machine.mechanism.title or machine.name}: loop at {', '.join(found.at)}"
    picture = nyquist_plot(model.loop_transfer(found.at), title=title) if out is not None else ""
    written = write_figure(out, "nyquist", picture, found.as_data())
    if as_json:
        wanted = ("gain_up", "gain_down", "phase_deg", "largest_pole")
        output.emit({name: value for name, value in found.as_data().items() if name in wanted})
        output.wrote(written, note=True)
        return
    output.say(title)
    rows = [
        ("gain margin, increase", *_shown(found.gain_up, found.gain_up_frequency)),
        ("gain margin, decrease", *_shown(found.gain_down or inf, found.gain_down_frequency)),
        ("phase margin (deg)", *_shown(found.phase_deg, found.phase_frequency)),
    ]
    output.table(("margin", "value", "at (Hz)"), rows)
    output.say(f"largest pole over {model.period:g} s: {found.largest_pole:.6g}")
    for words in (model.instability_in_words(), *model.notes):
        if words:
            output.say(words)
    output.wrote(written)


def _shown(margin: float, frequency: float) -> tuple[str, str]:
    return (f"{margin:.6g}", f"{frequency:.4g}") if isfinite(margin) else ("none", "")

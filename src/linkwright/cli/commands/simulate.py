"""The commands `simulate` and `inverse`: their options, checked all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli import checking, output, texts
from linkwright.cli.carrying import Carried
from linkwright.cli.commands import run as running
from linkwright.cli.machines import Method, choose
from linkwright.cli.options import (
    Accuracy,
    Folder,
    Formalism,
    Join,
    JoinName,
    Json,
    Mechanism,
    NoMotors,
    Samples,
    Settings,
    Tree,
)
from linkwright.simulation.integrators import NAMES as INTEGRATORS
from linkwright.simulation.integrators import named as integrator_named
from linkwright.simulation.storage.stream import EVERY


def register(app: typer.Typer) -> None:
    """Add both commands."""
    app.command(help=texts.SIMULATE, short_help="Run a machine and write a report.")(output.answered(simulate))
    app.command(help=texts.INVERSE, short_help="Find inputs for a prescribed motion.")(output.answered(inverse))


def simulate(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Start position of a quantity; repeatable.")
    ] = None,
    speed: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Start speed of a quantity; repeatable.")
    ] = None,
    input_: Annotated[
        list[str] | None,
        typer.Option(
            "--input",
            metavar="NAME=LAW",
            help="An input: a number, sine:amplitude,frequency, step:time,before,after, table:FILE.csv; repeatable.",
        ),
    ] = None,
    *,
    no_motors: NoMotors = False,
    duration: Annotated[float | None, typer.Option(metavar="SECONDS", help="How long.  [default: 2.0]")] = None,
    accuracy: Annotated[Accuracy, typer.Option(help="How accurate the run must be.")] = Accuracy.engineering,  # type: ignore[attr-defined]  # a member made above
    rtol: Annotated[
        float | None, typer.Option(metavar="NUMBER", help="Relative tolerance, instead of --accuracy.")
    ] = None,
    atol: Annotated[
        float | None, typer.Option(metavar="NUMBER", help="Absolute tolerance, instead of --accuracy.")
    ] = None,
    integrator: Annotated[
        str, typer.Option(metavar="NAME", help=f"How time is stepped: {', '.join(INTEGRATORS)} (STEP in s).")
    ] = "dormand-prince-8",
    keep_energy: Annotated[
        bool, typer.Option("--keep-energy", help="Keep the energy balance over long runs without trend.")
    ] = False,
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made above
    samples: Samples = None,
    stream: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write to this .parquet or .csv while it runs, so that it can be resumed."),
    ] = None,
    checkpoint: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            metavar="SECONDS",
            help=f"With --stream: time on the clock between checkpoints.  [default: {EVERY:g}]",
        ),
    ] = None,
    formalism: Formalism = "modular",
    tree: Tree = None,
    out: Folder = None,
    as_json: Json = False,
) -> None:
    """Simulate a machine, say how accurate the run is, and write a report."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    if duration is not None and not 0 < duration < float("inf"):
        faults.append(f"--duration {duration}: expected a positive number of seconds")
    faults += [
        f"--{name} {value}: expected a positive number below 1"
        for name, value in (("rtol", rtol), ("atol", atol))
        if value is not None and not 0 < value < 1
    ]
    try:
        stepping = integrator_named(integrator)
    except ValueError as error:
        faults.append(f"--{error}")
        stepping = integrator_named("dormand-prince-8")
    if checkpoint is not None and stream is None:
        faults.append(f"--checkpoint {checkpoint:g}: only a run that goes to disk has checkpoints; add --stream FILE")
    folder = checking.folder(out, faults)
    asked = running.Asked(position or (), speed or (), input_ or (), (), duration, samples)
    running.simulate(
        checking.named(machine, mechanism, faults, no_motors=no_motors),
        asked,
        accuracy=accuracy.value,
        rtol=rtol,
        atol=atol,
        integrator=stepping,
        keep_energy=keep_energy,
        join=join.value,
        stream=stream,
        checkpoint=EVERY if checkpoint is None else checkpoint,
        out=folder,
        as_json=as_json,
        faults=faults,
    )


def inverse(
    mechanism: Mechanism,
    settings: Settings = None,
    motion: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=LAW", help="The motion of a quantity; one for each degree of freedom. Repeatable."),
    ] = None,
    input_: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="NAME=LAW", help="An input that is known, such as a load; repeatable."),
    ] = None,
    *,
    payload: Annotated[
        str | None,
        typer.Option(metavar="POINT=MASS[,X,Y[,Z]]", help="A mass carried at a point, and its centre from there."),
    ] = None,
    wrench: Annotated[
        list[str] | None,
        typer.Option(metavar="POINT=FX,FY,MZ", help="Force and moment on a point (in space six numbers); repeatable."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=LOW,HIGH", help="Limits of an input; one number means both ways. Repeatable."),
    ] = None,
    preload: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Where an input is to be if the motion leaves it free; repeatable."),
    ] = None,
    weight: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Weight of an input's square in the sharing of loads; repeatable."),
    ] = None,
    share: Annotated[
        bool, typer.Option("--share", help="Let redundant drives share the load with the least sum of squares.")
    ] = False,
    no_motors: NoMotors = False,
    duration: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="How long.  [default: until the last law ends]")
    ] = None,
    samples: Samples = None,
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made above
    formalism: Formalism = "modular",
    tree: Tree = None,
    out: Folder = None,
    as_json: Json = False,
) -> None:
    """Find the inputs (torques, or voltages and currents) that make a machine follow a prescribed motion."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    if duration is not None and not 0 < duration < float("inf"):
        faults.append(f"--duration {duration}: expected a positive number of seconds")
    folder = checking.folder(out, faults)
    carried = Carried(payload, wrench or (), limit or (), preload or (), weight or (), share)
    asked = running.Asked(
        motions=motion or (), inputs=input_ or (), duration=duration, samples=samples, carried=carried
    )
    machine = checking.named(machine, mechanism, faults, no_motors=no_motors)
    running.inverse(machine, asked, join=join.value, out=folder, as_json=as_json, faults=faults)


__all__ = ["inverse", "register", "simulate"]

"""The command `inverse`: inputs for a prescribed motion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from linkwright.analysis import Effort, effort
from linkwright.arrays import PlainData
from linkwright.cli import checks, output, run
from linkwright.cli.loads import Loads
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.options import (
    Duration,
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
from linkwright.cli.values import InputFaults, pairs
from linkwright.dynamics import Dynamics, Refused, joins
from linkwright.laws import Motion
from linkwright.report.sections import effort_section
from linkwright.trajectory import Trajectory

BARS = "▁▂▃▄▅▆▇█"

HELP = """Find the inputs (torques, or voltages and currents) that make a machine follow a prescribed motion.

Without --motion a small demonstration motion is followed.

\b
Motions:
  cycloid:start,end,duration                     polynomial:start,end,duration (rest to rest, quintic)
  trapezoid:start,end,max_speed,max_acceleration
  scurve:start,end,max_speed,max_acceleration,max_jerk
  sine:amplitude,frequency[,phase[,offset]]      chirp:amplitude,start_frequency,end_frequency,duration
  table:FILE.csv,cubic                           or a number, to stay there

\b
Examples:
  linkwright inverse three_rrr --motion platform.x=cycloid:0,0.03,2 --motion platform.y=0 \\
      --motion platform.theta=0 --out runs/stroke
  linkwright inverse three_rrr --no-motors --payload platform=0.5,0.02,0 \\
      --wrench platform.A=10,0,0.2 --limit A.tau=40
"""


def command(
    context: typer.Context,
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
        typer.Option(
            metavar="POINT=MASS[,X,Y[,Z]]",
            help="A mass carried at a point (kg), and its centre from there (m); also 500g,2cm,0.",
        ),
    ] = None,
    wrench: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POINT=FX,FY,MZ", help="Force (N) and moment (N m) on a point, in space six numbers; repeatable."
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=LOW:HIGH", help="Limits of an input, in its unit; one number means both ways. Repeatable."
        ),
    ] = None,
    preload: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Preferred value (unit of the input) where the motion leaves it open; repeatable.",
        ),
    ] = None,
    weight: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Weight of an input's square in the sharing of loads; repeatable."),
    ] = None,
    share: Annotated[
        bool, typer.Option("--share", help="Let redundant drives share the load with the least sum of squares.")
    ] = False,
    elastic: Annotated[
        str | None,
        typer.Option(
            metavar="WORD",
            help="How elastic shafts and belts are taken: rigid, unloaded, or static (load / stiffness).",
        ),
    ] = None,
    no_motors: NoMotors = False,
    duration: Duration = None,
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
    folder = checks.folder(out, faults)
    loads = Loads(payload, wrench or (), limit or (), preload or (), weight or (), share, elastic)
    request = run.Request(motions=motion or (), inputs=input_ or (), duration=duration, samples=samples, loads=loads)
    machine = checks.machine_for_names(machine, mechanism, faults, no_motors=no_motors)
    machine = run.remember_command(machine, run.typed_command(context))
    _answer(machine, request, join=join.value, out=folder, as_json=as_json, faults=faults)


def _answer(
    machine: Machine, request: run.Request, *, join: str, out: Path | None, as_json: bool, faults: list[str]
) -> None:
    """Find the inputs that make a machine follow a prescribed motion."""
    given = pairs(request.motions, "--motion", faults)
    example = machine.ready.demonstration(run.inputs(machine.equations))
    used = ""
    if not given and not faults:
        if example is None or not example.motions:
            faults.append(
                "no --motion is given; give one for each degree of freedom, such as --motion NAME=cycloid:0,0.1,2"
            )
        else:
            given = dict(example.motions)
            used = f"no --motion was given, so {run.format_values(given)}"
    units = run.units(machine.equations)
    followed = run.laws(given, run.positions(machine.equations), "quantity with a position", faults, units)
    known = run.laws(pairs(request.inputs, "--input", faults), run.inputs(machine.equations), "input", faults, units)
    options = request.loads.options(machine.equations, faults)
    if faults:
        raise InputFaults(faults)
    motion = Motion(followed, request.duration, 501 if request.samples is None else request.samples)
    dynamics = machine.dynamics(join)
    if used and not as_json:
        output.say(f"demonstration: {used}")
    result = dynamics.inverse(motion, inputs=known, **options)
    sought = [name for name in dynamics.inputs if name not in known]
    held = dynamics if request.loads.elastic is None else dynamics.rigid
    shares = None if request.loads.has_loads else _shares(held, result, sought)  # of the machine's own loads only
    needed = {name: _series(result, name) for name in sought}
    if shares is not None:
        result = shares.added_to(result)
        for k, name in enumerate(shares.inputs):
            needed[name]["rms_by_effect"] = {effect: float(shares.rms(effect)[k]) for effect in shares.shares}
    plotted = [name for law in followed for name in (law, f"{law}'") if name in result.channels] + sought
    sections = () if shares is None else (effort_section(shares),)
    wound = request.loads.elastic == "static"  # twisted couplings are not those of the rigid machine
    known_loads = None if request.loads.has_loads or wound else held  # reactions are those of the machine's own loads
    files, fault = run.save_results(machine, result, out, plotted, sections, known_loads)
    if as_json:
        record = run.record(machine, result, files, demonstration_used=used)
        record |= {"duration": motion.duration, "join": joins.name_of(dynamics.join)}
        record |= {} if fault is None else {"error": output.in_words(fault)}
        values = {"time": result.time, "inputs": {name: result[name] for name in sought}}
        output.emit(record | {"needed": needed, "values": values})
    else:
        output.say(f"{machine.mechanism.title or machine.name}: inputs for {run.format_values(given)}")
        rows = [
            (
                name,
                each["unit"],
                *[f"{each[key]:.5g}" for key in ("least", "greatest", "rms")],
                _sparkline(result[name]),
            )
            for name, each in needed.items()
        ]
        output.table(("input", "unit", "least", "greatest", "rms", f"over {motion.duration:g} s"), rows)
        if shares is not None:
            _say_shares(shares)
        run.words(machine, result, files, wanted=out is not None)
    run.end(result, fault)


def _shares(dynamics: Dynamics, motion: Trajectory, inputs: Sequence[str]) -> Effort | None:
    """What inertia, velocities and gravity ask of each input; none where an input has no DOF of its own."""
    try:
        return effort(dynamics, motion, inputs)
    except Refused:
        return None


def _say_shares(found: Effort) -> None:
    """A table of what the motion costs at each input."""
    shown = [effect for effect, values in found.shares.items() if np.any(values)]
    rows = [(name, *[f"{found.rms(effect)[k]:.5g}" for effect in shown]) for k, name in enumerate(found.inputs)]
    output.table(("rms share", *shown), rows)


def _series(motion: Trajectory, name: str) -> PlainData:
    values = motion[name]
    return {
        "unit": motion.unit(name),
        "least": float(np.min(values)),
        "greatest": float(np.max(values)),
        "rms": float(np.sqrt(np.mean(values**2))),
    }


def _sparkline(values: Any, count: int = 40) -> str:
    """The course of a channel in one line of text."""
    chosen = np.asarray(values)[np.linspace(0, len(values) - 1, min(count, len(values))).astype(int)]
    low, high = float(np.min(chosen)), float(np.max(chosen))
    if not high > low:
        return BARS[0] * len(chosen)
    return "".join(BARS[round(float(x - low) / (high - low) * (len(BARS) - 1))] for x in chosen)

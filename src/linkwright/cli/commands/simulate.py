"""The command `simulate`: a run from a start under inputs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from linkwright.analysis.sizing import drives, sizing
from linkwright.arrays import PlainData
from linkwright.cli import checks, output, run
from linkwright.cli import control as own_control
from linkwright.cli.machine import AUTO, Machine, Method, choose
from linkwright.cli.options import (
    Accuracy,
    ChosenFormalism,
    Duration,
    Folder,
    Join,
    JoinName,
    Json,
    Mechanism,
    NoMotors,
    Samples,
    Settings,
    Tree,
)
from linkwright.cli.values import InputFaults, named_numbers, pairs, seconds
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics, joins
from linkwright.laws import Law
from linkwright.simulation import simulate
from linkwright.simulation.integrators import NAMES as INTEGRATORS
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.integrators import from_name as integrator_named
from linkwright.simulation.storage import EVERY
from linkwright.trajectory import Trajectory

HELP = """Simulate a machine, report its accuracy, and write a report.

Without --input, --position and --speed a small demonstration is run (three_rrr: 0.4, -0.3 and 0.2 V on the motors
A, B and C). `linkwright show MECHANISM` lists the names of quantities, inputs and parameters. A machine that has
controllers of its own (mast_3prs) runs under them, and its inputs are their references: `linkwright show mast_3prs
--control`. The report then has all signals and the sizing sheets of the drives, and so has --json.

\b
Inputs are numbers, or:
  sine:amplitude,frequency[,phase[,offset]]      step:time,before,after
  chirp:amplitude,start_frequency,end_frequency,duration
  cycloid:start,end,duration                     polynomial:start,end,duration
  table:FILE.csv[,held|linear|cubic]             two columns: time in s, value

\b
Examples:
  linkwright simulate three_rrr --out runs/first
  linkwright simulate three_rrr --input A.v=sine:2,1.5 --input B.v=0 --input C.v=step:0.5,0,1 --duration 3
  linkwright simulate double_pendulum --position theta1=2 --accuracy reference --json
  linkwright simulate mast_3prs --control speed.kp=0.05 --out runs/table
  linkwright simulate four_bar --duration 60 --samples 6001 --stream runs/long.parquet --checkpoint 60
"""


def command(
    context: typer.Context,
    mechanism: Mechanism,
    settings: Settings = None,
    position: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Start position of a quantity (m, rad, or with a unit: 90deg); repeatable."
        ),
    ] = None,
    speed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Start speed of a quantity (m/s, rad/s, or with a unit: 60rpm); repeatable."
        ),
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
    duration: Duration = None,
    accuracy: Annotated[Accuracy, typer.Option(help="How accurate the run must be.")] = Accuracy.engineering,  # type: ignore[attr-defined]  # a member made above
    rtol: Annotated[
        float | None, typer.Option(metavar="NUMBER", help="Relative tolerance (no unit), instead of --accuracy.")
    ] = None,
    atol: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", help="Absolute tolerance (units of the states), instead of --accuracy."),
    ] = None,
    integrator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"How time is stepped: {', '.join(INTEGRATORS)} (STEP in s).  [default: dormand-prince-8; "
            "under sampled control dormand-prince]",
        ),
    ] = None,
    control: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Another number of the machine's own controllers, as speed.kp=0.05; repeatable."
        ),
    ] = None,
    no_control: Annotated[
        bool, typer.Option("--no-control", help="Leave out the machine's own controllers: inputs are its own.")
    ] = False,
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
            parser=seconds,
            metavar="TIME",
            help=f"With --stream: time on the clock between checkpoints (s, or with a unit).  [default: {EVERY:g}]",
        ),
    ] = None,
    formalism: ChosenFormalism = AUTO,
    tree: Tree = None,
    out: Folder = None,
    as_json: Json = False,
) -> None:
    """Simulate a machine, report its accuracy, and write a report."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults, auto=True)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    if duration is not None and not 0 < duration < float("inf"):
        faults.append(f"--duration {duration}: expected a positive number of seconds")
    faults += [
        f"--{name} {value}: expected a positive number below 1"
        for name, value in (("rtol", rtol), ("atol", atol))
        if value is not None and not 0 < value < 1
    ]
    stepping = None
    try:
        stepping = None if integrator is None else integrator_named(integrator)
    except ValueError as error:
        faults.append(f"--{error}")
    numbers = own_control.block_numbers(control or (), faults)
    if control and no_control:
        faults.append("--control and --no-control contradict each other; leave one out")
    elif control and machine is not None:
        own_control.has_controllers(machine, "--control", faults)
    if checkpoint is not None and checkpoint < 0:
        faults.append(f"--checkpoint {checkpoint:g}: expected 0 s or more")
    if checkpoint is not None and stream is None:
        faults.append(f"--checkpoint {checkpoint:g}: only a run that goes to disk has checkpoints; add --stream FILE")
    folder = checks.folder(out, faults)
    request = run.Request(position or (), speed or (), input_ or (), (), duration, samples)
    named = checks.machine_for_names(machine, mechanism, faults, no_motors=no_motors)
    named = own_control.remember_typed(
        named, settings or (), method, join.value, None if no_control else numbers, no_motors=no_motors
    )
    _answer(
        run.remember_command(named, run.typed_command(context)),
        request,
        accuracy=accuracy.value,
        rtol=rtol,
        atol=atol,
        integrator=stepping,
        keep_energy=keep_energy,
        join=join.value,
        control=None if no_control else numbers,
        stream=stream,
        checkpoint=EVERY if checkpoint is None else checkpoint,
        out=folder,
        as_json=as_json,
        faults=faults,
    )


def _answer(
    machine: Machine,
    request: run.Request,
    *,
    accuracy: str,
    rtol: float | None,
    atol: float | None,
    integrator: Integrator | None,
    keep_energy: bool,
    join: str,
    control: Mapping[str, float] | None,
    stream: Path | None,
    checkpoint: float,
    out: Path | None,
    as_json: bool,
    faults: list[str],
) -> None:
    """Run a machine from a start under inputs."""
    dynamics = machine.dynamics(join)
    loop = None
    if control is not None and machine.ready.control is not None:
        try:
            loop = own_control.close_loop(machine, dynamics, control)
        except ValueError as error:
            raise InputFaults([*faults, str(error)]) from None
    positions, speeds, inputs, duration, used = _start_of(machine, request, loop, faults)
    if faults:
        raise InputFaults(faults)
    state = dynamics.assemble(positions=positions, speeds=speeds)
    if used and not as_json:
        output.say(f"demonstration: {used}")
    with output.progress(f"simulating {duration:g} s") as advance:
        motion = simulate(
            dynamics if loop is None else loop,
            state,
            duration=duration,
            inputs=inputs,
            accuracy=accuracy,
            rtol=rtol,
            atol=atol,
            integrator=integrator,
            keep_energy=keep_energy,
            samples=1001 if request.samples is None else request.samples,
            stream=stream,
            checkpoint=checkpoint,
            progress=advance,
        )
    files = [str(stream)] if stream is not None and stream.exists() else []
    written, fault = run.save_results(machine, motion, out, dynamics=dynamics)
    files += written
    record = run.record(machine, motion, files, demonstration_used=used)
    record |= {"duration": duration, "join": joins.name_of(dynamics.join)}
    if loop is not None:
        record |= {"sizing": [sizing(motion, name).as_data() for name in drives(motion)]}
    record |= {} if fault is None else {"error": output.in_words(fault)}
    if as_json:
        output.emit(record | {"final_state": _final_state(motion, dynamics)})
    else:
        run.words(machine, motion, files, wanted=stream is not None or out is not None)
    run.end(motion, fault)


def _start_of(
    machine: Machine, request: run.Request, loop: ClosedLoop | None, faults: list[str]
) -> tuple[dict[str, float], dict[str, float], dict[str, Law], float, str]:
    """Start, inputs and duration; the demonstration stands in for what was not said."""
    positions = pairs(request.positions, "--position", faults)
    speeds = pairs(request.speeds, "--speed", faults)
    inputs = pairs(request.inputs, "--input", faults)
    labels = machine.equations.inputs if loop is None else own_control.inputs(loop)
    names = tuple(label.name for label in labels)
    example = machine.ready.demonstration(names)
    used = []
    if example is not None and not request.positions and not request.speeds and (example.positions or example.speeds):
        positions, speeds = dict(example.positions), dict(example.speeds)
        used.append(
            f"start with {run.format_values(positions | {f'{name} (speed)': value for name, value in speeds.items()})}"
        )
    if example is not None and not request.inputs and names:
        inputs = dict(example.inputs)
        used.append(f"inputs {run.format_values(inputs)}")
    quantities = run.quantities(machine.equations)
    units = run.units(machine.equations)
    start = named_numbers(positions, run.positions(machine.equations), "position", faults, units)
    rates = named_numbers(speeds, quantities, "speed", faults, run.units(machine.equations, rates=True))
    commanded = [name for name in inputs if loop is not None and name in loop.commands]
    faults += [f"{name} is commanded by the controllers; add --no-control to give it yourself" for name in commanded]
    given = {name: text for name, text in inputs.items() if name not in commanded}
    functions = run.laws(given, names, "input", faults, {label.name: label.unit for label in labels})
    missing = [label for label in labels if label.name not in inputs]
    if missing:
        listed = " ".join(f"--input {label.name}=VALUE ({label.unit})" for label in missing)
        faults.append(f"missing inputs; add {listed}")
    duration = request.duration if request.duration is not None else (example.duration if example else 2.0)
    sentence = f"nothing else was given, so {'; '.join(used)}" if used else ""
    return start, rates, functions, duration, sentence


def _final_state(motion: Trajectory, dynamics: Dynamics) -> PlainData:
    """Positions and speeds of all quantities at the last time."""
    last = {name: float(motion[name][-1]) for name in motion.names}
    names = dynamics.quantities
    placed = [name for name in names if f"{name}'" in last]
    return {
        "time": float(motion.time[-1]),
        "positions": {name: last[name] for name in placed},
        "speeds": {name: last[f"{name}'"] if f"{name}'" in last else last[name] for name in names},
    }

"""The command `identify`: parameters of a machine from measured time series or a measured frequency response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwright.analysis import Identification, MeasuredResponse, Measurements, identify
from linkwright.analysis.identification import unknown_parameters
from linkwright.cli import checks, output
from linkwright.cli import control as own_control
from linkwright.cli.files import prepared_file
from linkwright.cli.machine import Method, choose
from linkwright.cli.options import Formalism, Join, JoinName, Json, Mechanism, Settings
from linkwright.cli.values import InputFaults, interval, named_numbers, one_of, pairs
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.report import save
from linkwright.simulation.inputs import law as typed_law
from linkwright.simulation.integrators import from_name as integrator_named

HELP = """Find parameters of a machine from measured data.

The data are a CSV file whose first row has names and units, `time [s],i1 [A],theta_m1 [rad]`; --column says which
quantity of the machine is in which column. A machine that has controllers of its own runs under them. --fit names a
parameter, gain (axis1.speed.kp) or value at the start (drive1.i(0)) with its bounds. Inputs are laws as in `simulate`;
a plus sign before one adds it to the value at home, and references that are not given stay there. Units are converted
(ms, mm, deg, rpm, mA). With --response the file is a frequency response, `frequency [Hz],magnitude [mm/N],phase [deg]`
or `real [m/N],imaginary [m/N]`, which is compared with that of the linear model; inputs are then numbers.

\b
Examples:
  linkwright identify mast_3prs --data run.csv --column drive1.i=i1 --column drive1.angle=theta_m1 \\
      --input pose.z=+chirp:0.010,1,13,2 --fit J1=1e-6:1e-4 --fit tau_f=0:0.2 --out fit.html
  linkwright identify double_pendulum --data impact.csv --response tau1:theta2 --fit m_2=0.1:5
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    data: Annotated[Path, typer.Option(metavar="FILE.csv", help="Measured time series, with units in the first row.")],
    fit: Annotated[
        list[str],
        typer.Option(metavar="NAME=LOW:HIGH", help="What is sought, and bounds (SI or with units). Repeatable."),
    ],
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=COLUMN", help="Quantity of the machine and its column. Repeatable."),
    ] = None,
    time: Annotated[str, typer.Option(metavar="COLUMN", help="Column of the times.")] = "time",
    input: Annotated[  # noqa: A002  the name of the option
        list[str] | None,
        typer.Option(metavar="NAME=LAW", help="Input of the measured run, +LAW from home. Repeatable."),
    ] = None,
    response: Annotated[
        str | None,
        typer.Option(metavar="INPUT:OUTPUT", help="The data are a frequency response: force on z:z''."),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Value to begin the search with (SI or with a unit). Repeatable."),
    ] = None,
    control: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Number of the blocks of all axes. Repeatable.")
    ] = None,
    integrator: Annotated[
        str | None, typer.Option(metavar="NAME", help="Integrator, as in simulate; runge-kutta-4:1e-4.")
    ] = None,
    formalism: Formalism = "kane",
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made from names
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with all that was found.")] = None,
    as_json: Json = False,
) -> None:
    """Find parameters of a machine from measured data."""
    faults: list[str] = []
    numbers = own_control.block_numbers(control or (), faults)
    machine = choose(
        mechanism, list(settings or ()), no_motors=False, method=Method.of(formalism, None, faults), faults=faults
    )
    checks.prepare_out(out, lambda path: prepared_file(path, (".html",)), faults)
    columns = pairs(column or (), "--column", faults)
    labels = () if machine is None else machine.equations.parameters.labels
    units = {label.name: label.unit for label in labels}
    bounds = _bounds(fit, units, faults)
    given = pairs(start or (), "--start", faults)
    begin = named_numbers(given, tuple(given), "--start", faults, units)
    measured = _measured(data, response, time, columns, faults)
    if response is not None and integrator is not None:
        faults.append("--integrator: a frequency response has no run; leave it out")
    method = None
    try:
        method = None if integrator is None else integrator_named(integrator)
    except ValueError as error:
        faults.append(f"--integrator: {error}")
    if machine is None:
        raise InputFaults(faults)
    with output.progress(f"compiling {machine.name}") as advance:
        advance(0.0)
        dynamics = machine.dynamics(join.value)
        plant: Dynamics | ClosedLoop = dynamics
        if machine.ready.control is not None:
            try:
                plant = own_control.close_loop(machine, dynamics, numbers)
            except ValueError as error:
                faults.append(str(error))
        elif numbers:
            own_control.has_controllers(machine, "--control", faults)
        home = plant.assemble(t=float(measured.time[0]) if isinstance(measured, Measurements) else 0.0)
        typed = pairs(input or (), "--input", faults)
        if response is None:
            inputs = _inputs(plant, home, typed, faults)
        else:
            inputs = dict(named_numbers(typed, plant.inputs, "--input", faults))
    if faults or measured is None:
        raise InputFaults([*faults, *[f"--fit: {fault}" for fault in unknown_parameters(plant, bounds).values()]])
    try:
        with output.progress("fitting") as advance:
            advance(0.0)
            found = identify(
                plant, measured, parameters=bounds, inputs=inputs, state=home, start=begin, integrator=method
            )
    except (Refused, ValueError) as error:
        raise InputFaults([str(error)]) from None
    _report(found, out, as_json=as_json)
    if not found.converged:
        raise typer.Exit(1)


def _measured(
    data: Path, response: str | None, time: str, columns: dict[str, str], faults: list[str]
) -> Measurements | MeasuredResponse | None:
    """What is in the file."""
    try:
        if response is None:
            return Measurements.read(data, time=time, columns=columns or None)
        first, colon, last = response.partition(":")
        if not (first and colon and last):
            faults.append(f"--response {response}: expected INPUT:OUTPUT, such as tau1:theta2")
        if columns:
            faults.append("--column: a frequency response has frequency, magnitude, phase; leave it out")
        return MeasuredResponse.read(data, input=first.strip(), output=last.strip())
    except ValueError as error:
        faults.append(f"--data {error}")
        return None


def _bounds(typed: Sequence[str], units: Mapping[str, str], faults: list[str]) -> dict[str, tuple[float, float]]:
    """Bounds by name, LOW:HIGH."""
    given = pairs(typed, "--fit", faults)
    return {name: interval(text, f"--fit {name}", faults, units.get(name, "")) for name, text in given.items()}


def _inputs(plant: Dynamics | ClosedLoop, home: State, typed: dict[str, str], faults: list[str]) -> dict[str, Any]:
    """Inputs of the run; a law with a plus sign is added to the value at home, and so is nothing."""
    found: dict[str, Any] = {}
    for name in plant.inputs:
        quantity = name.rpartition(".")[2]
        at_home = float(home[quantity]) if quantity in home.positions else 0.0
        found[name] = at_home
        if name in typed:
            text = typed[name]
            try:
                law = typed_law(text.removeprefix("+"))
            except ValueError as error:
                faults.append(f"--input {name}: {error}")
                continue
            found[name] = at_home + law if text.startswith("+") else law
    for name in typed:
        faults += [f"--input: {fault}" for fault in one_of(name, plant.inputs, "input")]
    return found


def _report(found: Identification, out: Path | None, *, as_json: bool) -> None:
    """Print and write what was found."""
    written = [] if out is None else [str(save(out, found))]
    if as_json:
        output.emit(found.as_data())
        output.wrote(written, note=True)
        return
    output.say(found.in_words())
    output.wrote(written)

"""The commands and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright import __version__
from linkwright.cli import (
    benchmarking,
    comparing,
    diagnosing,
    kinematics,
    linear,
    output,
    running,
    showing,
    texts,
    verifying,
)
from linkwright.cli.carrying import Carried
from linkwright.cli.machines import InputFaults, Machine, Method, choose, plain
from linkwright.cli.options import (
    Accuracy,
    Folder,
    Formalism,
    Format,
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

app = typer.Typer(
    name="linkwright",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


def _version(wanted: bool) -> None:  # noqa: FBT001  typer calls it so
    if wanted:
        typer.echo(f"linkwright {__version__}")
        raise typer.Exit


@app.callback(help=texts.WELCOME)
def linkwright(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Multibody dynamics of machines: equations of motion, simulation, inverse dynamics."""


@app.command("list")
@output.answered
def list_(*, as_json: Json = False) -> None:
    """List the ready mechanisms."""
    showing.listing(as_json=as_json)


@app.command(help=texts.SHOW, short_help="Show what a machine is made of.")
@output.answered
def show(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    formalism: Formalism = "modular",
    tree: Tree = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Also draw the module tree.")] = None,
    as_json: Json = False,
) -> None:
    """Show a machine: its module tree with variables and constraints of each level, freedoms, inputs, parameters."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = _file(out, (".svg",), faults)
    showing.show(_checked(machine, faults), file, as_json=as_json)


@app.command(help=texts.EQUATIONS, short_help="Print the equations of motion.")
@output.answered
def equations(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    formalism: Formalism = "modular",
    tree: Tree = None,
    form: Annotated[Format, typer.Option("--format", help="Plain text, or a LaTeX document.")] = Format.text,
    simplify: Annotated[bool, typer.Option("--simplify", help="Simplify further; may take minutes.")] = False,
    by_body: Annotated[
        bool, typer.Option("--by-body", help="With --simplify: as sums over masses and moments of inertia.")
    ] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to a file instead of the screen.")] = None,
    as_json: Json = False,
) -> None:
    """Print the equations of motion stage by stage: M and f of each part, A_k, b_k and C_k of each level."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = _file(out, (), faults)
    if by_body and not simplify:
        faults.append("--by-body arranges simplified equations; add --simplify")
    showing.equations(_checked(machine, faults), form.value, file, thorough=simplify, as_json=as_json, by_body=by_body)


@app.command(help=texts.SIMULATE, short_help="Run a machine and write a report.")
@output.answered
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
    join: Join = JoinName.partition,  # type: ignore[attr-defined]  # a member made above
    samples: Samples = None,
    stream: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write to this .parquet or .csv while it runs, so that it can be resumed."),
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
    folder = _folder(out, faults)
    asked = running.Asked(position or (), speed or (), input_ or (), (), duration, samples)
    running.simulate(
        _named(machine, mechanism, faults, no_motors=no_motors),
        asked,
        accuracy=accuracy.value,
        rtol=rtol,
        atol=atol,
        integrator=stepping,
        keep_energy=keep_energy,
        join=join.value,
        stream=stream,
        out=folder,
        as_json=as_json,
        faults=faults,
    )


@app.command(help=texts.INVERSE, short_help="Find inputs for a prescribed motion.")
@output.answered
def inverse(
    mechanism: Mechanism,
    settings: Settings = None,
    motion: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=LAW", help="The motion of a quantity; one for each freedom. Repeatable."),
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
    join: Join = JoinName.partition,  # type: ignore[attr-defined]  # a member made above
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
    folder = _folder(out, faults)
    carried = Carried(payload, wrench or (), limit or (), preload or (), weight or (), share)
    asked = running.Asked(
        motions=motion or (), inputs=input_ or (), duration=duration, samples=samples, carried=carried
    )
    machine = _named(machine, mechanism, faults, no_motors=no_motors)
    running.inverse(machine, asked, join=join.value, out=folder, as_json=as_json, faults=faults)


@app.command(help=texts.COMPARE, short_help="Compare all formalisms on a machine.")
@output.answered
def compare(
    mechanism: Mechanism,
    settings: Settings = None,
    *,
    no_motors: NoMotors = False,
    states: Annotated[int, typer.Option(min=1, metavar="COUNT", help="Random states at which all must agree.")] = 20,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out readability, which takes most of the time.")
    ] = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Also write a page with a figure.")] = None,
    as_json: Json = False,
) -> None:
    """Compare all formalisms on a machine: cost, agreement, readability, and what one more component adds."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=no_motors, faults=faults)
    file = _file(out, (".html",), faults)
    comparing.compare(_checked(machine, faults), file, states=states, read=not quick, as_json=as_json)


@app.command(help=texts.DIAGNOSE, short_help="Say what is redundant, singular or badly posed in a machine.")
@output.answered
def diagnose(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Pose: position of a quantity; repeatable.  [default: the reference]"),
    ] = None,
    *,
    no_motors: NoMotors = False,
    out: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Also draw it.")] = None,
    as_json: Json = False,
) -> None:
    """Diagnose a machine: freedoms, dependent constraints, unique reactions, what to release."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=no_motors, faults=faults)
    file = _file(out, (".svg",), faults)
    diagnosing.diagnose(_checked(machine, faults), position or (), file, as_json=as_json)


@app.command(help=texts.LINEARISE, short_help="Linearise a machine and find its modes.")
@output.answered
def linearise(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Position that is kept; others are found near the reference. Repeatable."
        ),
    ] = None,
    speed: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Speed of a steady motion; others are 0. Repeatable.")
    ] = None,
    input_: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="NAME=VALUE", help="An input that is known; others are found. Repeatable."),
    ] = None,
    state: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A state, as x or x'; default: chosen here. Repeatable.")
    ] = None,
    output_: Annotated[
        list[str] | None,
        typer.Option("--output", metavar="NAME", help="An output, as x, x' or x''; default: the states. Repeatable."),
    ] = None,
    *,
    no_motors: NoMotors = False,
    ignorable: Annotated[
        bool, typer.Option("--ignorable/--no-ignorable", help="Keep coordinates on which nothing depends.")
    ] = True,
    join: Join = JoinName.partition,  # type: ignore[attr-defined]  # a member made above
    formalism: Formalism = "modular",
    tree: Tree = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write linear.json and a page for each mode into this folder."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Linearise a machine about an equilibrium or a steady motion, and find its modes."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    folder = _folder(out, faults)
    asked = linear.Asked(position or (), speed or (), input_ or (), output_ or (), state or (), ignorable)
    machine = _named(machine, mechanism, faults, no_motors=no_motors)
    linear.answer(machine, asked, join=join.value, out=folder, as_json=as_json, faults=faults)


@app.command(help=texts.BENCHMARK, short_help="Solve public problems and compare with their answers.")
@output.answered
def benchmark(
    problem: Annotated[
        list[str] | None, typer.Argument(metavar="[PROBLEM]...", help="Some of them; default: all.", show_default=False)
    ] = None,
    *,
    formalism: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A formalism; repeatable.  [default: modular, kane, lagrange]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve public problems by several formalisms: error against reference, work, time."""
    benchmarking.answer(problem or (), formalism or (), as_json=as_json)


kinematics.register(app)
verifying.register(app)


def _checked(machine: Machine | None, faults: list[str]) -> Machine:
    if faults:
        raise InputFaults(faults)
    assert machine is not None
    return machine


def _named(machine: Machine | None, name: str, faults: list[str], *, no_motors: bool) -> Machine:
    """The machine; where its settings are wrong one without them, so that all other names are checked too."""
    found = machine or plain(name, no_motors=no_motors) or plain(name, no_motors=False)
    if found is None:
        raise InputFaults(faults)
    return found


def _folder(out: Path | None, faults: list[str]) -> Path | None:
    """The folder of --out, checked before anything is computed."""
    if out is None:
        return None
    try:
        return output.prepared_folder(out)
    except ValueError as error:
        faults.append(str(error))
        return None


def _file(out: Path | None, suffixes: tuple[str, ...], faults: list[str]) -> Path | None:
    if out is None:
        return None
    try:
        return output.prepared_file(out, suffixes)
    except ValueError as error:
        faults.append(str(error))
        return None


def main() -> None:
    """Entry point of the command `linkwright`."""
    app()


__all__ = ["app", "main"]

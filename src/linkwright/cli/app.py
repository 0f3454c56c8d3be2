"""The commands and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright import __version__
from linkwright.cli import checking, output, texts
from linkwright.cli.commands import benchmark as benchmarking
from linkwright.cli.commands import compare as comparing
from linkwright.cli.commands import diagnose as diagnosing
from linkwright.cli.commands import kinematics
from linkwright.cli.commands import linearize as linear
from linkwright.cli.commands import show as showing
from linkwright.cli.commands import simulate as runs
from linkwright.cli.commands import verify as verifying
from linkwright.cli.machines import Method, choose
from linkwright.cli.options import (
    Figure,
    Formalism,
    Format,
    Join,
    JoinName,
    Json,
    Mechanism,
    NoMotors,
    Settings,
    Tree,
)

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
    """Show a machine: its module tree, degrees of freedom, inputs, quantities and parameters."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = checking.file(out, (".svg",), faults)
    showing.show(checking.checked(machine, faults), file, as_json=as_json)


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
    file = checking.file(out, (), faults)
    if by_body and not simplify:
        faults.append("--by-body arranges simplified equations; add --simplify")
    showing.equations(
        checking.checked(machine, faults), form.value, file, thorough=simplify, as_json=as_json, by_body=by_body
    )


runs.register(app)


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
    file = checking.file(out, (".html",), faults)
    comparing.compare(checking.checked(machine, faults), file, states=states, read=not quick, as_json=as_json)


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
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Diagnose a machine: degrees of freedom, dependent constraints, unique reactions, what to release."""
    faults: list[str] = []
    machine = choose(mechanism, settings or (), no_motors=no_motors, faults=faults)
    file = checking.placed(out, output.prepared_figure, faults)
    diagnosing.diagnose(checking.checked(machine, faults), position or (), file, as_json=as_json)


@app.command(help=texts.LINEARISE, short_help="Linearize a machine and find its modes.")
@output.answered
def linearize(
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
    join: Join = JoinName.auto,  # type: ignore[attr-defined]  # a member made above
    formalism: Formalism = "modular",
    tree: Tree = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write linear.json and a page for each mode into this folder."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Linearize a machine about an equilibrium or a steady motion, and find its modes."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    machine = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    folder = checking.folder(out, faults)
    asked = linear.Asked(position or (), speed or (), input_ or (), output_ or (), state or (), ignorable)
    machine = checking.named(machine, mechanism, faults, no_motors=no_motors)
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


def main() -> None:
    """Entry point of the command `linkwright`."""
    app()


__all__ = ["app", "main"]

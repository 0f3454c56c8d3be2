"""The command `linearize`: states, matrices and modes about a steady state; pages of the modes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwright import report
from linkwright.analysis import Equilibrium, Linear, Mode, linearize, mode_motion
from linkwright.analysis import equilibrium as find_equilibrium
from linkwright.analysis.linear import UNDAMPED
from linkwright.cli import checks, output, run
from linkwright.cli.files import write
from linkwright.cli.machine import Machine, Method, choose
from linkwright.cli.options import Formalism, Join, JoinName, Json, Mechanism, NoMotors, Settings, Tree
from linkwright.cli.values import InputFaults, named_numbers, pairs
from linkwright.drawing import scene
from linkwright.dynamics import Dynamics

MOST_MODES = 12
"""Modes that get a page of their own, the slowest ones; the others are in the table."""
OURS = 'id="lw-status"'
"""What every page of ours has, and pages of others have not."""

HELP = """Linearize a machine about an equilibrium or a steady motion, and find its modes.

Positions and inputs that are given are kept; those that are not are found, so that nothing accelerates. A state that
cannot be steady is refused, with the largest acceleration. Derivatives are exact. States are independent positions and
speeds on the constraints; x' is the rate of x.

\b
Examples:
  linkwright linearize double_pendulum --input tau1=0 --input tau2=0 --out modes
  linkwright linearize whipple_bicycle --speed x=5 --input T_lean=0 --input T_steer=0 --no-ignorable
  linkwright linearize four_bar --position phi=0.7 --output theta --json
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Position that is kept (m, rad); others are found near the reference. Repeatable.",
        ),
    ] = None,
    speed: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Speed of a steady motion (m/s, rad/s); others are 0. Repeatable."),
    ] = None,
    input_: Annotated[
        list[str] | None,
        typer.Option(
            "--input", metavar="NAME=VALUE", help="An input that is known, in its unit; others are found. Repeatable."
        ),
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
    folder = checks.folder(out, faults)
    request = Request(position or (), speed or (), input_ or (), output_ or (), state or (), ignorable)
    machine = checks.machine_for_names(machine, mechanism, faults, no_motors=no_motors)
    _answer(machine, request, join=join.value, out=folder, as_json=as_json, faults=faults)


@dataclass(frozen=True)
class Request:
    """What a user typed about the state and the result, as texts."""

    positions: Sequence[str] = ()
    speeds: Sequence[str] = ()
    inputs: Sequence[str] = ()
    outputs: Sequence[str] = ()
    states: Sequence[str] = ()
    ignorable: bool = True


def _answer(
    machine: Machine, request: Request, *, join: str, out: Path | None, as_json: bool, faults: list[str]
) -> None:
    """Find the steady state, linearize, then print and write."""
    dynamics = machine.dynamics(join).in_full_matrices("linearize")
    quantities = dynamics.system.quantities
    every = list(dict.fromkeys([*[x.name for x in quantities], *[x.full for x in quantities]]))
    placed = [name for name in every if any(x.z is not None and name in (x.name, x.full) for x in quantities)]
    units, rates = run.units(machine.equations), run.units(machine.equations, rates=True)
    positions = named_numbers(pairs(request.positions, "--position", faults), placed, "position", faults, units)
    speeds = named_numbers(pairs(request.speeds, "--speed", faults), every, "speed", faults, rates)
    inputs = named_numbers(pairs(request.inputs, "--input", faults), dynamics.inputs, "input", faults, units)
    if faults:
        raise InputFaults(faults)
    held = find_equilibrium(dynamics, positions, speeds, inputs=inputs)
    linear = linearize(
        dynamics,
        held.state,
        held.inputs,
        outputs=list(request.outputs) or None,
        states=list(request.states) or None,
        ignorable=request.ignorable,
    )
    written = _save(machine, dynamics, linear, out)
    removed = _remove_stale_pages(out, written)
    if as_json:
        output.emit(linear.as_dict() | {"state": _state(linear), "files": written, "removed": removed})
        return
    _words(machine, linear, held)
    output.wrote(written)
    for file in removed:
        output.say(f"removed {file}, the page of a mode of an earlier call")
    if not written:
        output.say("nothing was written; add --out FOLDER for pages that show the modes, and the matrices")


def _state(linear: Linear) -> dict[str, object]:
    return {"positions": dict(linear.state.positions), "speeds": dict(linear.state.speeds)}


def _save(machine: Machine, dynamics: Dynamics, linear: Linear, out: Path | None) -> list[str]:
    """Matrices as JSON, and a page for each mode that is not neutral."""
    if out is None:
        return []
    data = linear.as_dict() | {"state": _state(linear)}
    written = [write(out / "linear.json", output.as_text(data))]
    title = machine.mechanism.title or machine.name
    shown = [mode for mode in linear.modes if mode.kind != "neutral"][:MOST_MODES]
    for number, mode in enumerate(shown, start=1):
        motion = mode_motion(dynamics, linear, mode)
        picture = scene(machine.mechanism, dict(machine.values) or None, poses=motion.poses)
        name = f"{title}: mode {number}, {_in_words(mode)}"
        channels = [state for state in linear.states if state in motion]
        written.append(report.save(out / f"mode-{number}.html", picture, motion, title=name, channels=channels))
    return [str(file) for file in written]


def _remove_stale_pages(out: Path | None, written: Sequence[str]) -> list[str]:
    """Pages of modes that an earlier call left in the folder, taken away: they are of another machine or state."""
    if out is None:
        return []
    stale = [
        file
        for file in sorted(out.glob("mode-*.html"))
        if re.fullmatch(r"mode-\d+\.html", file.name)
        and str(file) not in written
        and OURS in file.read_text(encoding="utf-8", errors="replace")
    ]
    for file in stale:
        file.unlink()
    return [str(file) for file in stale]


def _in_words(mode: Mode) -> str:
    """A mode in some words: what it does and how fast."""
    if mode.oscillates:
        damping = mode.damping if abs(mode.damping) > UNDAMPED else 0.0
        return f"{mode.kind} at {mode.damped_frequency:.4g} Hz, damping ratio {damping:.3g}"
    if mode.kind == "neutral":
        return "neutral"
    return f"{mode.kind} by the factor e in {abs(mode.time_constant):.4g} s"


def _words(machine: Machine, linear: Linear, held: Equilibrium) -> None:
    what = "steady motion" if linear.rates else "equilibrium"
    output.say(f"{machine.mechanism.title or machine.name}: linearized about a state of {what}")
    if linear.rates:
        moving = [f"{name} at {speed:.6g} {linear.units[name + chr(39)]}" for name, speed in linear.rates.items()]
        output.say(f"moving: {', '.join(moving)}")
    if held.inputs:
        units = {label.name: label.unit for label in machine.equations.inputs}
        output.say("held by: " + ", ".join(f"{name} = {x:.6g} {units[name]}" for name, x in held.inputs.items()))
    output.say()
    matrices: list[tuple[str, tuple[str, ...], Any, Any]] = [("state", linear.states, linear.A, linear.B)]
    if linear.outputs != linear.states:
        matrices.append(("output", linear.outputs, linear.C, linear.D))
    for head, names, left, right in matrices:
        rows = [
            (f"{name}{chr(39) if head == 'state' else ''}", *_entries(left[k], left), *_entries(right[k], right))
            for k, name in enumerate(names)
        ]
        output.matrix((f"rate of {head}" if head == "state" else head, *linear.states, *linear.inputs), rows)
        output.say()
    rows = []
    for number, mode in enumerate(linear.modes, start=1):
        large = sorted(mode.shape, key=lambda name: -abs(mode.shape[name]))[:3]
        rows.append(
            (
                str(number),
                _in_words(mode),
                f"{mode.eigenvalue.real:.6g}{mode.eigenvalue.imag:+.6g}i"
                if mode.oscillates
                else f"{mode.eigenvalue.real:.6g}",
                ", ".join(name for name in large if abs(mode.shape[name]) > 0.01),
            )
        )
    output.table(("mode", "what it does", "eigenvalue (1/s)", "most in"), rows)
    output.say()
    output.say("stable" if linear.stable else "unstable: a mode grows")


def _entries(row: Any, matrix: Any) -> list[str]:
    """A row of a matrix; what is rounding beside its largest entry is shown as 0."""
    small = 1e-13 * float(abs(matrix).max(initial=0.0))
    return [f"{value:.5g}" if abs(value) > small else "0" for value in row]

"""The command `levels`: the elimination of constraints level by level, as numbers at a state."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwright.cli import checks, run
from linkwright.cli.machine import Method, choose
from linkwright.cli.options import (
    Formalism,
    Join,
    JoinName,
    Json,
    MatrixFile,
    MatrixNames,
    Mechanism,
    NoMotors,
    Position,
    Settings,
    Speed,
    Tree,
)
from linkwright.cli.values import InputFaults, named_numbers, pairs

HELP = """Print the matrices of the elimination of constraints, level by level, at a state.

By --join partition, qr, svd or projector: A_k, b_k, B_k = A_k S_{k-1}, its kernel C_k and S_k = S_{k-1} C_k. By --join
udwadia-kalaba: H_k, K_k, P_k, accelerations after each level and residuals of all constraints. M and f are those of the
machine without constraints, vdot are its accelerations. Inputs that are not given are 0.

\b
Examples:
  linkwright levels three_rrr --position platform.x=12mm --speed platform.theta=0.8 --input A.v=2
  linkwright levels three_rrr --join svd --matrix C_2 --matrix S_2
  linkwright levels three_rrr --join udwadia-kalaba --out levels.json
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Position = None,
    speed: Speed = None,
    input_: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="NAME=VALUE", help="Value of an input, in its unit; others are 0. Repeatable."),
    ] = None,
    matrix: MatrixNames = None,
    *,
    no_motors: NoMotors = False,
    join: Join = JoinName.partition,  # type: ignore[attr-defined]  # a member made from names
    formalism: Formalism = "modular",
    tree: Tree = None,
    out: MatrixFile = None,
    as_json: Json = False,
) -> None:
    """Print the matrices of the elimination of constraints, level by level, at a state."""
    faults: list[str] = []
    method = Method.of(formalism, tree, faults)
    chosen = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = checks.file(out, (".json",), faults)
    machine = checks.machine_for_names(chosen, mechanism, faults, no_motors=no_motors)
    positions, speeds = run.state_numbers(machine, position or (), speed or (), faults)
    known = run.inputs(machine.equations)
    inputs = named_numbers(pairs(input_ or (), "--input", faults), known, "input", faults, run.units(machine.equations))
    if faults:
        raise InputFaults(faults)
    dynamics = machine.dynamics(join.value)
    found = dynamics.levels(dynamics.assemble(positions, speeds), dict.fromkeys(known, 0.0) | inputs)
    run.show_matrices(found, matrix or (), file, as_json=as_json)

"""The command `twists`: the decoupled natural orthogonal complement as numbers at a state."""

from __future__ import annotations

from linkwright.cli import checks, run
from linkwright.cli.machine import Method, choose
from linkwright.cli.options import Json, MatrixFile, MatrixNames, Mechanism, NoMotors, Position, Settings, Speed, Tree
from linkwright.cli.values import InputFaults

HELP = """Print twists of all bodies and the matrices N_l, N_d, N of t = N v, with their rates, at a state.

N = N_l N_d is the decoupled natural orthogonal complement along a spanning tree of the machine (formalism denoc).
Twists are angular velocity and velocity of the body's origin, in world axes; N_l', N_d', N' are rates.

\b
Examples:
  linkwright twists three_rps --speed d1=0.02 --speed d2=-0.01 --speed d3=0.015
  linkwright twists double_pendulum --position theta1=0.3 --matrix N --matrix "N'"
  linkwright twists three_rps --out twists.json
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    position: Position = None,
    speed: Speed = None,
    matrix: MatrixNames = None,
    *,
    no_motors: NoMotors = False,
    tree: Tree = None,
    out: MatrixFile = None,
    as_json: Json = False,
) -> None:
    """Print twists of all bodies and the matrices N_l, N_d, N of t = N v, with their rates, at a state."""
    faults: list[str] = []
    method = Method.of("denoc", tree, faults)
    chosen = choose(mechanism, settings or (), no_motors=no_motors, method=method, faults=faults)
    file = checks.file(out, (".json",), faults)
    machine = checks.machine_for_names(chosen, mechanism, faults, no_motors=no_motors)
    positions, speeds = run.state_numbers(machine, position or (), speed or (), faults)
    if faults:
        raise InputFaults(faults)
    dynamics = machine.dynamics()
    run.show_matrices(dynamics.twists(dynamics.assemble(positions, speeds)), matrix or (), file, as_json=as_json)

"""The 3RRR with motors at the state whose accelerations are known to sixteen digits from outside."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.components import DCMotor
from linkwright.model import Mechanism
from oracles import dc_motor
from oracles import three_rrr as oracle

# The projector solves a stacked system of n columns by least squares, which costs two more digits than elimination.
TOLERANCE = dict.fromkeys(machines.JOINS, 1e-11) | {"projector": 1e-10}

EQUATIONS = machines.equations(motors=True)


def errors(found):
    return {name: abs(found[name] / wanted - 1) for name, wanted in machines.CHECK.items()}


@pytest.mark.parametrize("join", machines.JOINS)
def test_every_join_gives_the_known_accelerations(join):
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS[join])
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    found = errors(dynamics.forward(state, machines.CHECK_INPUTS))
    assert max(found.values()) < TOLERANCE[join], found


@pytest.mark.parametrize("join", machines.JOINS)
def test_the_array_interface_gives_the_known_accelerations(join):
    dynamics = lw.compile(EQUATIONS, join=machines.JOINS[join])
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    vdot = dynamics.functions.forward(state.q, state.v, np.array([2.0, -1.5, 1.0]))
    found = dict(zip((name.removesuffix("'") for name in dynamics.speeds), vdot, strict=True))
    assert max(errors(found).values()) < TOLERANCE[join]


@pytest.mark.parametrize("backend", ["vm", "llvm"])
def test_both_backends_give_the_known_accelerations(backend):
    script = (
        "import numpy as np, linkwright as lw\n"
        "from dynamics import machines\n"
        "for join in (lw.joins.Complement(), lw.joins.Multipliers()):\n"
        "    d = lw.compile(machines.equations(motors=True), join=join)\n"
        "    s = d.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)\n"
        "    a = d.functions.forward(s.q, s.v, np.array([2.0, -1.5, 1.0]))\n"
        '    found = dict(zip((name.removesuffix("\'") for name in d.speeds), a))\n'
        "    print(d.functions.backend, max(abs(found[n] / w - 1) for n, w in machines.CHECK.items()))\n"
    )
    if backend == "llvm":
        pytest.importorskip("llvmlite")
    tests = Path(__file__).resolve().parents[1]
    environment = os.environ | {"LINKWRIGHT_BACKEND": backend, "PYTHONPATH": str(tests)}
    run = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr
    lines = [line.split() for line in run.stdout.splitlines()]
    assert [name for name, _ in lines] == [backend, backend]
    assert all(float(error) < 1e-11 for _, error in lines), run.stdout


def test_the_state_meets_the_closed_form_kinematics():
    dynamics = lw.compile(EQUATIONS)
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    p = oracle.with_motors()
    wanted = machines.consistent_state(dynamics, p, (0.012, -0.008, 0.07), (0.15, -0.1, 0.8), (0.4, -0.3, 0.25))
    turns = np.array([dynamics.coordinates[k].endswith(("phi", "psi")) for k in range(len(state.q))])
    difference = state.q - wanted.q
    difference[turns] = np.arctan2(np.sin(difference[turns]), np.cos(difference[turns]))
    assert np.max(np.abs(difference)) < 1e-12  # rounding of a closed form in m and rad
    # rotors turn at 100 rad/s through a gear of 20: rounding of that size
    assert np.max(np.abs(state.v - wanted.v)) < 1e-11


def test_equation_9_as_printed_fails():
    """The print has -kappa_m i: the numbers are missed by far, and the motor runs away."""
    printed = lw.compile(machines.equations(motors=True, kappa_m=-0.0385))
    state = printed.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    found = printed.forward(state, machines.CHECK_INPUTS)
    assert errors(found)["platform.x"] > 0.1
    # It is the print's machine indeed: the oracle with the printed sign agrees.
    wanted = oracle.forward(
        oracle.with_motors(), (0.012, -0.008, 0.07), (0.15, -0.1, 0.8), (2.0, -1.5, 1.0),
        currents=(0.4, -0.3, 0.25), printed_sign=True,
    )  # fmt: skip
    for name, value in machines.accelerations_of(wanted, motors=True).items():
        assert found[name] == pytest.approx(value, rel=1e-9), name


@pytest.mark.parametrize(
    ("kappa_m", "eigenvalues"), [(0.0385, (-79.7, -671.0)), (-0.0385, (64.3, -815.0))], ids=["corrected", "printed"]
)
def test_a_single_motor_has_the_known_eigenvalues(kappa_m, eigenvalues):
    motor = DCMotor(J=1.4e-5, L=2e-3, R=1.5, Kt=kappa_m, Ke=0.0385, b=1e-5)
    dynamics = lw.compile(lw.formalisms.modular(Mechanism("drive", {"motor": motor})))
    columns = []
    for unit in np.eye(2):  # the motor is linear: its matrix column by column, exactly
        state = dynamics.assemble(speeds={"motor.omega": unit[0], "motor.i": unit[1]})
        a = dynamics.forward(state, {"motor.v": 0.0})
        columns.append([a["motor.omega"], a["motor.i"]])
    found = np.sort(np.linalg.eigvals(np.array(columns).T).real)[::-1]
    assert found == pytest.approx(eigenvalues, rel=2e-3)  # three printed digits
    wanted = dc_motor.eigenvalues(dc_motor.DCMotor(), printed_sign=kappa_m < 0)
    assert found == pytest.approx([value.real for value in wanted], rel=1e-12)
    assert (found[0] > 0) == (kappa_m < 0)

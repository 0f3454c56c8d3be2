"""Runs of machines with many parts against the same machines written out, pinocchio, and a closed form."""

import re

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from oracles.chains import parallel_cranks

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.long
def test_loops_over_types_run_as_the_machine_written_out():
    """Six links, small enough for straight-line code: by loops, and by Complement on joint angles."""
    machine = lw.mechanisms.serial_chain(6, spatial=True)
    loops = lw.Dynamics(RolledPlant.compile(lw.formalisms.modular(machine), lw.joins.Multipliers(), None))
    written = lw.compile(lw.formalisms.denoc(machine), join=lw.joins.Recursion())
    names = [f"q{k}" for k in range(1, 7)]
    speeds = {name: 0.3 * (-1) ** k for k, name in enumerate(names)}
    given = {"duration": 0.3, "rtol": 1e-10, "atol": 1e-12, "samples": 7}
    inputs = {name: 5.0 * ca.sin(20 * lw.t) if k == 3 else 0.1 * k for k, name in enumerate(written.inputs)}
    one = lw.simulate(loops, loops.assemble({}, speeds), inputs=inputs, **given)
    two = lw.simulate(written, written.assemble({}, speeds), inputs=inputs, **given)
    assert one.outcome.finished
    assert np.abs(one["q2"] - two["q2"]).max() < 1e-8
    assert np.abs(one["link6.z"] - two["link6.z"]).max() < 1e-8
    assert np.abs(one["q5'"] - two["q5'"]).max() < 1e-7
    assert np.abs(one.poses["link5"] - two.poses["link5"]).max() < 1e-8
    for name in ("energy.kinetic", "energy.source"):
        assert np.abs(one[name] - two[name]).max() < 1e-7 * np.abs(two[name]).max()
    fall = [run["energy.potential"] - run["energy.potential"][0] for run in (one, two)]
    assert np.abs(fall[0] - fall[1]).max() < 1e-7 * np.abs(fall[1]).max()
    assert one.certificate.position_residual < 1e-11
    assert one.certificate.velocity_residual < 1e-11
    assert one.certificate.verdict == "trusted"
    assert one.certificate.rank_margin is None
    assert "the rank margin of a machine of this size is not computed" in one.certificate.notes[0]


@pytest.mark.long
def test_a_chain_of_a_hundred_links_against_pinocchio():
    pin = pytest.importorskip("pinocchio", reason="pinocchio is an optional library")
    n = 100
    model, parent = pin.Model(), 0
    for k in range(n):
        joint = pin.JointModelRZ() if k % 2 == 0 else pin.JointModelRY()
        parent = model.addJoint(parent, joint, pin.SE3(np.eye(3), np.array([float(k > 0), 0, 0])), f"joint{k}")
        inertia = np.diag([2 / 1600, 1 / 12 + 1 / 1600, 1 / 12 + 1 / 1600])
        model.appendBodyToJoint(parent, pin.Inertia(1.0, np.array([0.5, 0, 0]), inertia), pin.SE3.Identity())
    model.gravity.linear = np.array([0, 0, -9.81])
    data, torque = model.createData(), np.full(n, 0.2)
    random = np.random.default_rng(1)
    q, v = random.uniform(-0.2, 0.2, n), random.uniform(-0.1, 0.1, n)

    def slope(_, y):
        return np.concatenate([y[n:], pin.aba(model, data, y[:n], y[n:], torque)])

    wanted = solve_ivp(slope, (0, 0.1), np.concatenate([q, v]), method="DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(n, spatial=True)))
    assert isinstance(dynamics.plant, RolledPlant)
    inputs = dict.fromkeys(dynamics.inputs, 0.2)
    run = lw.simulate(dynamics, dynamics.state(q, v), duration=0.1, inputs=inputs, rtol=1e-10, atol=1e-11, samples=3)
    found = [run[f"q{k}"][-1] for k in range(1, n + 1)]
    assert np.abs(found - wanted[:n]).max() < 1e-8
    assert np.abs(wanted[:n] - q).max() > 0.01  # it moves
    assert run.certificate.verdict == "trusted"
    assert run.certificate.energy_error < 1e-9


def cranks(n, times):
    """Angle and speed of n + 1 parallel cranks from 1.2 rad and 0.5 rad/s on."""
    given = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13, "t_eval": times}
    return solve_ivp(lambda _, y: [y[1], parallel_cranks(n, y[0])], (0, times[-1]), [1.2, 0.5], **given).y


@pytest.mark.parametrize("kind", ["links", pytest.param("bodies", marks=pytest.mark.long)])
def test_a_chain_of_loops_against_its_closed_form(kind):
    n = 80
    machine = lw.mechanisms.n_four_bar(n)
    if kind == "links":
        dynamics = lw.compile(lw.formalisms.denoc(machine))
    else:
        dynamics = lw.compile(lw.formalisms.modular(machine), join=lw.joins.Multipliers())
    wanted = cranks(n, np.linspace(0, 0.4, 5))
    start = dynamics.assemble({"phi0": 1.2}, {"phi0": 0.5})
    run = lw.simulate(dynamics, start, duration=0.4, inputs={}, rtol=1e-9, atol=1e-11, samples=5)
    assert np.abs(run["phi0"] - wanted[0]).max() < 1e-8
    assert np.abs(run[f"bay{n}.pin.angle'"] - wanted[1]).max() < 1e-7
    assert run.certificate.position_residual < 10 * 1e-11
    assert run.certificate.velocity_residual < 10 * 1e-11
    assert run.certificate.verdict == "trusted"


@pytest.mark.long
def test_a_run_ends_before_a_singular_configuration():
    """Cranks that come to lie along the line of their pins; by the closed form at t = 0.229943 s."""
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(40)))
    flat = solve_ivp(
        lambda _, y: [y[1], parallel_cranks(40, y[0])], (0, 1), [0.5, -1.0], rtol=1e-10, atol=1e-12,
        events=_flat, method="DOP853",
    ).t_events[0][0]  # fmt: skip
    start = dynamics.assemble({"phi0": 0.5}, {"phi0": -1.0})
    run = lw.simulate(dynamics, start, duration=1.0, inputs={}, samples=101)
    assert run.outcome.kind == "failed"
    said = re.search(r"a singular configuration lies at about t = (\S+) s", run.outcome.reason)
    assert float(said[1]) == pytest.approx(flat, abs=1e-4)
    assert run.time[-1] < flat
    assert run["phi0"].min() > 0


def _flat(_, y):
    return y[0]


_flat.terminal = True


def test_half_a_turn_with_rates_of_euler_parameters_ends_a_rolled_run():
    """Thirty bodies beside each other, the last one turning about z: half a turn at pi / 5 s."""
    ball = lw.Body(1.0, (0.01, 0.02, 0.03), (0.0, 0.0, -0.2), points={"top": (0.0, 0.0, 0.0)}, home=lw.Free())
    names = [f"ball{k}" for k in range(30)]
    machine = lw.Mechanism(
        "hanging",
        parts=dict.fromkeys(names, ball),
        connections={f"{name}.joint".replace(".", "_"): lw.Spherical("ground", f"{name}.top") for name in names},
        gravity=(0, 0, -9.81),
    )
    dynamics = lw.compile(lw.formalisms.denoc(machine, spherical="euler_parameters"))
    assert isinstance(dynamics.plant, RolledPlant)
    v = np.zeros(90)
    v[-1] = 2.5
    start = dynamics.state(np.tile([1.0, 0.0, 0.0, 0.0], 30), v)
    before = lw.simulate(dynamics, start, duration=0.5, inputs={}, samples=3)
    assert before.outcome.finished
    assert before["ball29_joint.e0"][-1] == pytest.approx(np.cos(1.25), abs=1e-8)
    run = lw.simulate(dynamics, start, duration=1.0, inputs={}, samples=3)
    assert run.outcome.kind == "failed"
    assert "ball29: Euler parameter e0 is zero (turned by 180 degrees)" in run.outcome.reason
    assert 0.5 < run.time[-1] < np.pi / 5


@pytest.mark.long
@pytest.mark.parametrize(("rtol", "limit"), [(1e-6, 1e-6), (1e-9, 3e-9)])
def test_dense_output_of_a_chain_of_loops_against_its_closed_form(rtol, limit):
    """Between the steps, of which there are less than ten, as good as at their ends."""
    n, times = 40, np.linspace(0, 0.4, 38)
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(n)))
    wanted = cranks(n, times)
    start = dynamics.assemble({"phi0": 1.2}, {"phi0": 0.5})
    run = lw.simulate(dynamics, start, duration=0.4, dense=True, rtol=rtol, atol=rtol / 100)
    assert run.certificate.steps < 10
    found = run.resample(times)
    assert np.abs(found["phi0"] - wanted[0]).max() < limit
    assert np.abs(found[f"bay{n}.pin.angle'"] - wanted[1]).max() < 5 * limit


def test_what_rolled_runs_do_not_offer():
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(30)))
    state, inputs = dynamics.assemble(), dict.fromkeys(dynamics.inputs, 0.0)
    with pytest.raises(
        ValueError,
        match=r"exact Jacobians of serial_chain: not offered .*30 speeds.*explicit integrator.*; keep_energy of",
    ):
        lw.simulate(dynamics, state, duration=1.0, inputs=inputs, keep_energy=True, integrator=lw.integrators.Radau())

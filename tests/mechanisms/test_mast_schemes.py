"""Workspace control and computed torque of the motion table with its drives: against a program of their own."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright.mechanisms import mast_computed_torque, mast_control, mast_workspace_control
from linkwright.mechanisms.mast_3prs import mast_pose
from oracles import mast_schemes, mast_table

PLANT = mast_table.IDENTIFIED
HOME = mast_table.home(PLANT)
RK4 = lw.integrators.RungeKutta4(step=mast_table.STEP)
STEPS = 1200
W, A = 2 * np.pi * 4.0, np.array([0.004, 0.03, -0.02])


@cache
def dynamics(friction="smooth"):
    return lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs(friction=friction)))


def motion(t):
    """All three at 4 Hz, with rates and accelerations: A (1 - cos W t)."""
    middle = np.array([HOME, 0.0, 0.0])
    return middle + A * (1 - np.cos(W * t)), A * W * np.sin(W * t), A * W**2 * np.cos(W * t)


LAWS = {
    name: lw.laws.Sine(-size, 4.0, np.pi / 2, offset=offset + size)
    for name, offset, size in zip(("z", "psi", "theta"), (HOME, 0.0, 0.0), A, strict=True)
}


def end_of_run(loop, **parameters):
    """Pose, rates, angles, speeds and currents at the end of a run from rest at home."""
    changed = loop.with_parameters(parameters)
    run = lw.simulate(
        changed, changed.assemble(), duration=STEPS * mast_table.STEP, inputs=loop.references(LAWS), integrator=RK4,
        samples=2,
    )  # fmt: skip
    names = ["z", "psi", "theta", "z'", "psi'", "theta'"]
    names += [f"drive{k}.{what}" for what in ("angle", "angle'", "i") for k in "123"]
    return np.array([run[name][-1] for name in names])


def agrees(found, expected):
    """Each part against its size in the run: heights and tilts, rates, angles, speeds, currents.

    Fixed steps are of order 4 with either, but the closed joints of the package are projected, which moves 1e-8.
    """
    for part, size in zip(np.split(found - expected, 5), (0.01, 0.5, 20.0, 400.0, 10.0), strict=True):
        assert part == pytest.approx(np.zeros(3), abs=1e-7 * size)


@pytest.mark.parametrize("measured", ["platform", "motor"])
def test_workspace_control_is_that_of_the_independent_program(measured):
    loop = lw.ClosedLoop(dynamics(), mast_workspace_control(dynamics(), measured=measured))
    expected = mast_schemes.run(PLANT, mast_schemes.workspace(PLANT, motion, measured), STEPS)
    agrees(end_of_run(loop), expected)


@pytest.mark.parametrize(("encoder", "friction"), [("motor", 0.0), ("motor", 0.0718), ("guide", 0.0718)])
def test_computed_torque_is_that_of_the_independent_program(encoder, friction):
    options = {"law.kp": 6400.0, "law.kd": 160.0, "torque.tau_f": friction}
    loop = lw.ClosedLoop(dynamics(), mast_computed_torque(dynamics(), options, encoder=encoder))
    controller = mast_schemes.computed_torque(PLANT, motion, kp=6400.0, kd=160.0, friction=friction, encoder=encoder)
    agrees(end_of_run(loop), mast_schemes.run(PLANT, controller, STEPS))


def test_the_controller_keeps_its_model_where_the_payload_changes():
    """A platform of 30 % more mass under a controller that does not know it."""
    loop = lw.ClosedLoop(dynamics(), mast_computed_torque(dynamics()))
    controller = mast_schemes.computed_torque(PLANT, motion, kp=1e4, kd=200.0)
    expected = mast_schemes.run(replace(PLANT, m_p=1.3 * PLANT.m_p), controller, STEPS)
    agrees(end_of_run(loop, m_p=1.3 * PLANT.m_p), expected)


def slow(friction, diagram, **options):
    """Largest error of z (m) at 1 Hz and 10 mm over the second period, and the run, from a start that holds home."""
    machine = dynamics(friction)
    loop = lw.ClosedLoop(machine, diagram(machine, **options))
    start = loop.steady_state(loop.assemble())
    z = lw.laws.Sine(0.010, 1.0, offset=start["z"])
    run = lw.simulate(
        loop, start, duration=2.0, inputs=loop.references({"z": z, "psi": 0.0, "theta": 0.0}), samples=401
    )
    return np.max(np.abs(run["z"] - z(run.time))[run.time > 1.0]), run


@pytest.mark.parametrize("encoder", ["motor", "guide"])
def test_computed_torque_follows_slow_motions(encoder):
    """The task of the table: under 0.1 mm without friction, and what the certificate says of it."""
    error, run = slow("none", mast_computed_torque, encoder=encoder)
    assert error < 2e-6
    assert run.certificate.verdict == "trusted"


def test_friction_is_the_error_of_computed_torque():
    """Sliding friction tau_f holds an axis of the inertia J off by tau_f / (J kp), with compensation hardly."""
    error, run = slow("smooth", mast_computed_torque)
    M = np.array([[0.8425, -0.2575, 0.515], [-0.2575, 0.585, -0.2575], [0.515, -0.2575, 0.8425]])
    inertia = (PLANT.J1 + PLANT.J2) / PLANT.n**2 + np.sum(M, axis=1)
    assert error == pytest.approx(np.max(PLANT.tau_f / PLANT.n / inertia) / 1e4, rel=0.1)
    assert run.certificate.verdict == "trusted"
    compensated, _ = slow("smooth", mast_computed_torque, options={"torque.tau_f": PLANT.tau_f})
    assert compensated < 5e-6


def test_the_cascade_and_workspace_control_lag_alike():
    """|1 - 0.964 e^(-17.5 deg j)| of 10 mm: the position loop has 20.07 1/s, wherever it is closed."""
    for diagram, options in (
        (mast_control, {}),
        (mast_control, {"encoder": "guide"}),
        (mast_workspace_control, {}),
        (mast_workspace_control, {"measured": "guide"}),
    ):
        error, _ = slow("smooth", diagram, **options)
        assert error == pytest.approx(10e-3 * abs(1 - 0.96362 * np.exp(-1j * np.radians(17.5))), rel=0.02)


def test_workspace_control_sees_errors_of_the_geometry():
    """Bars 1 mm longer than the controller's: the cascade holds the platform 1.02 mm too high, sensors there do not."""
    offset, machine = mast_table.home(replace(PLANT, L=0.261)) - HOME, dynamics("none")
    for diagram, expected in (
        (mast_control(machine), offset),
        (mast_workspace_control(machine, measured="motor"), offset),
        (mast_workspace_control(machine), 0.0),
    ):
        loop = lw.ClosedLoop(machine, diagram).with_parameters(L=0.261)
        inputs = {"pose.z": HOME, "pose.psi": 0.0, "pose.theta": 0.0}
        run = lw.simulate(loop, loop.assemble(), duration=1.0, inputs=inputs, integrator=RK4, samples=2)
        assert run["z"][-1] - HOME == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("diagram", [mast_workspace_control, mast_computed_torque])
def test_runs_begin_far_from_home(diagram):
    """A pose away from home is held by a controller that begins near it."""
    machine = dynamics("none")
    pose = {"z": HOME + 0.1, "psi": 0.25, "theta": -0.2}
    near = mast_pose(machine, pose)
    loop = lw.ClosedLoop(machine, diagram(machine, near=near))
    start = loop.steady_state(near)
    run = lw.simulate(loop, start, duration=0.02, inputs=dict(start.inputs), integrator=RK4, samples=5)
    for name, value in pose.items():
        assert run[name] == pytest.approx(np.full(5, start[name]), abs=1e-9)
        assert start[name] == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda machine: mast_control(machine, encoder="gide"), r"encoder is .*'gide'.*, expected one of 'motor', 'gu"),
        (lambda machine: mast_workspace_control(machine, measured="table"), "measured is .*'table'.*, expected one of"),
        (
            lambda machine: mast_workspace_control(machine, {"speed.afw": 1.0}),
            "no option 'speed.afw'; did you mean speed.affw",
        ),
        (lambda machine: mast_computed_torque(machine, {"law.kq": 1.0}), "no option 'law.kq'; did you mean law.kp"),
        (lambda machine: mast_computed_torque(machine, {"pose.period": 0.0}), "pose.period = 0: expected more than 0"),
    ],
)
def test_wrong_options_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make(dynamics())


def test_gains_have_units_and_are_checked():
    loop = lw.ClosedLoop(dynamics(), mast_computed_torque(dynamics(), {"torque.tau_f": 0.05}))
    shown = {entry.name: (entry.unit, entry.value) for entry in loop.describe().entries if entry.kind == "gains"}
    assert shown["axis1.torque.kT"] == ("N m/A", PLANT.kT)
    assert shown["axis3.torque.tau_f"] == ("N m", 0.05)
    assert shown["axis2.current.kp"] == ("V/A", 1.17)
    assert shown["law.kp"] == ("1/s^2", 1e4)
    with pytest.raises(ValueError, match=r"MotorCurrent: width is 0\.0, expected a number above zero"):
        mast_computed_torque(dynamics(), {"torque.width": 0.0})


def test_machines_without_table_or_drives_are_refused():
    alone = lw.compile(lw.formalisms.kane(lw.mechanisms.mast_3prs(drives_alone=True)))
    with pytest.raises(ValueError, match="has no parameters m_p, m_b, gravity; expected mast_3prs with its"):
        mast_computed_torque(alone)
    with pytest.raises(ValueError, match="three_prs has no inputs drive1"):
        mast_workspace_control(lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs())))

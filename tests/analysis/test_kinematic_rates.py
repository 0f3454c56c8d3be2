"""Jacobians against closed forms, and their derivatives against differences along motions."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics
from oracles.four_bar import FourBar, angles, ratios
from oracles.links import uniform
from oracles.platform_positions import crank_jacobian, leg_jacobian

CORNERS = np.array([(1.0, 0.0), (-0.5, np.sqrt(0.75)), (-0.5, -np.sqrt(0.75))])


def kinematics_of(machine, formalism=lw.formalisms.modular, **names):
    return Kinematics.of(lw.compile(formalism(machine)), **names)


@pytest.fixture(scope="module")
def bare():
    return kinematics_of(lw.mechanisms.three_rrr(motors=False))


@pytest.fixture(scope="module")
def stewart():
    return kinematics_of(lw.mechanisms.stewart())


def test_jacobian_of_the_3rrr_is_that_of_its_bars(bare):
    for pose in ((0.3, -0.2, 0.4), (-0.5, 0.4, -0.3)):
        state = bare.inverse(dict(zip(bare.pose, pose, strict=True)))
        cranks = np.array([state[name] for name in bare.inputs])
        K = crank_jacobian(3 * CORNERS, CORNERS, (2.0, 2.0), pose, cranks)
        np.testing.assert_allclose(bare.jacobian(state, of=bare.inputs, by=bare.pose), K, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(bare.jacobian(state) @ K, np.eye(3), atol=1e-12)


def test_motors_do_not_change_the_jacobian_and_rotors_turn_with_their_gears():
    kinematics = kinematics_of(lw.mechanisms.three_rrr())
    assert kinematics.inputs == ("A.phi", "B.phi", "C.phi")  # found through motors and reducers
    state = kinematics.inverse({"platform.x": 0.02, "platform.y": -0.03, "platform.theta": 0.2})
    J = kinematics.jacobian(state)
    np.testing.assert_allclose(
        kinematics.jacobian(state, by=["A.omega", "B.omega", "C.omega"]), J / 20.0, rtol=1e-12, atol=1e-14
    )


def test_jacobian_of_the_stewart_platform_is_that_of_its_lines(stewart):
    parameters = stewart.dynamics.parameters
    angles = np.radians([-2.5, 2.5, 117.5, 122.5, 237.5, 242.5])
    base = parameters["a"] * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    above = np.radians([-50.0, 50.0, 70.0, 170.0, 190.0, 290.0])
    platform = parameters["b"] * np.stack([np.cos(above), np.sin(above), 0 * above], axis=1)
    state = stewart.inverse(dict(zip(stewart.pose, (0.1, -0.2, 2.1, 0.1, -0.05, 0.15), strict=True)))
    position = [state[f"platform.{axis}"] for axis in "xyz"]
    e = [state[f"platform.e{k}"] for k in range(4)]
    K = leg_jacobian(base, platform, position, e)
    np.testing.assert_allclose(stewart.jacobian(state, of=stewart.inputs, by=stewart.twist), K, atol=1e-11)
    np.testing.assert_allclose(np.linalg.inv(stewart.jacobian(state)), K, atol=1e-10)


def along(kinematics, start, speeds, time):
    """State after a short time of constant input speeds."""
    values = {name: start[name] + speed * time for name, speed in speeds.items()}
    return kinematics.dynamics.assemble(values, speeds, near=start)


@pytest.mark.parametrize("name", ["three_rrr", "three_rps", "delta", "three_prs", "planar_3prr"])
def test_rates_of_jacobians_are_differences_along_motions(name):
    kinematics = kinematics_of(getattr(lw.mechanisms, name)())
    start = kinematics.dynamics.reference
    random = np.random.default_rng(3)
    speeds = {key: float(random.uniform(0.2, 1.0)) * kinematics.positions.size for key in kinematics.inputs}
    shifted = along(kinematics, start, speeds, 0.05)
    h = 1e-4
    states = {k: along(kinematics, shifted, speeds, k * h) for k in (-2, -1, 0, 1, 2)}
    # Differences of fourth order: an error of h^4 and rounding of 1e-13 / h.
    weights = {-2: 1.0, -1: -8.0, 1: 8.0, 2: -1.0}
    J = {k: kinematics.jacobian(state) for k, state in states.items()}
    differences = sum(w * J[k] for k, w in weights.items()) / (12 * h)
    rate = kinematics.jacobian_rate(states[0])
    np.testing.assert_allclose(rate, differences, atol=1e-7 * max(1.0, np.max(np.abs(rate))))
    term = kinematics.acceleration_term(states[0])
    np.testing.assert_allclose(term, rate @ list(speeds.values()), atol=1e-9 * max(1.0, np.max(np.abs(term))))
    x = {k: np.array([state.speeds[key] for key in kinematics.twist]) for k, state in states.items()}
    np.testing.assert_allclose(x[0], J[0] @ list(speeds.values()), atol=1e-9)
    moved = sum(w * x[k] for k, w in weights.items()) / (12 * h)
    np.testing.assert_allclose(term, moved, atol=1e-6 * max(1.0, np.max(np.abs(term))))


def test_formalisms_have_the_same_jacobian():
    machines = [
        kinematics_of(lw.mechanisms.three_rrr(motors=False), f) for f in (lw.formalisms.modular, lw.formalisms.kane)
    ]
    found = []
    for machine in machines:
        pose = {"platform.x": 0.3, "platform.y": -0.2, "platform.theta": 0.4}
        state = machine.inverse(pose)
        moving = machine.dynamics.assemble(
            pose, {"platform.x": 0.4, "platform.y": 1.0, "platform.theta": -0.7}, near=state
        )
        found.append((machine.jacobian(moving), machine.jacobian_rate(moving), machine.acceleration_term(moving)))
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-10)


def test_ratios_of_a_four_bar_are_those_of_its_closed_form():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    kinematics = Kinematics.of(dynamics, inputs=["phi"], platform=["theta", "psi"])
    lengths = [dynamics.parameters[f"l_{k}"] for k in range(4)]
    bars = [uniform(length, 1.0) for length in lengths[1:]]
    start = dynamics.reference
    branch = min(
        (1, -1), key=lambda b: abs(angles(FourBar(lengths[0], *bars, branch=b), start["phi"])[2] - start["psi"])
    )
    four_bar = FourBar(lengths[0], *bars, branch=branch)
    for phi in (0.6, 1.1, 2.3):
        state = dynamics.assemble({"phi": phi}, {"phi": 1.7})
        first, second = ratios(four_bar, phi)
        np.testing.assert_allclose(kinematics.jacobian(state).ravel(), first[1:], rtol=1e-11)
        np.testing.assert_allclose(kinematics.acceleration_term(state), second[1:] * 1.7**2, rtol=1e-10)
        np.testing.assert_allclose(kinematics.jacobian_rate(state).ravel(), second[1:] * 1.7, rtol=1e-10)


def test_jacobian_of_a_machine_with_one_constraint():
    """A knife edge lets its sleigh go along its heading only: y' = tan(theta) x'."""
    sleigh = kinematics_of(
        lw.mechanisms.chaplygin_sleigh(), lw.formalisms.kane, inputs=["x", "theta"], platform=["x", "y", "theta"]
    )
    found = sleigh.jacobian(sleigh.dynamics.assemble({"theta": 0.3}), of=["y"], by=["x", "theta"])
    assert np.allclose(found, [[np.tan(0.3), 0.0]], rtol=0, atol=1e-14)

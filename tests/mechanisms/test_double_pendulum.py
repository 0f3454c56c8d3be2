"""The double pendulum against its two Lagrange equations.

The oracle measures angles from the x axis, we from the downward vertical: q_k = theta_k - pi/2.
"""

import numpy as np
import pytest

import linkwright as lw
from oracles import double_pendulum as oracle
from oracles.links import Link, uniform

# Both sides are closed forms in double precision of quantities up to a few hundred: 1e-10 leaves four digits of room.
CLOSE = {"rtol": 1e-10, "atol": 1e-10}
UNIFORM = oracle.DoublePendulum(uniform(0.50, 1.0), uniform(0.40, 0.80), gravity=(0.0, -9.81))
OTHER = oracle.DoublePendulum(Link(0.7, 1.3, 0.03, 0.2), Link(0.3, 0.9, 0.015, 0.25), gravity=(0.0, -1.62))


def keywords(m):
    links = {1: m.first, 2: m.second}
    return {
        "g": -m.gravity[1],
        **{f"l_{k}": link.length for k, link in links.items()},
        **{f"m_{k}": link.mass for k, link in links.items()},
        **{f"J_{k}": link.inertia for k, link in links.items()},
        **{f"c_{k}": link.along for k, link in links.items()},
    }


@pytest.fixture(scope="module")
def default():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))


@pytest.fixture(params=["default", "given", "changed"])
def pair(request, default):
    if request.param == "default":
        return default, UNIFORM
    if request.param == "given":
        return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum(**keywords(OTHER)))), OTHER
    return default.with_parameters(keywords(OTHER)), OTHER


def test_positions_over_a_full_turn_of_each_bar(pair):
    dynamics, m = pair
    for theta1, theta2 in zip(np.linspace(-np.pi, np.pi, 25), np.linspace(np.pi, -3 * np.pi, 25), strict=True):
        state = dynamics.assemble({"theta1": theta1, "theta2": theta2})
        tip = m.first.length * np.array([np.sin(theta1), -np.cos(theta1)])
        np.testing.assert_allclose([state["second.x"], state["second.y"]], tip, rtol=0.0, atol=1e-11)
        assert np.angle(np.exp(1j * (state["elbow.angle"] - theta2 + theta1))) == pytest.approx(0.0, abs=1e-11)


def test_accelerations_reactions_and_energy_at_random_states(pair):
    dynamics, m = pair
    random = np.random.default_rng(3)
    for _ in range(40):
        theta, rate, torques = random.uniform(-3, 3, 2), random.uniform(-8, 8, 2), random.uniform(-5, 5, 2)
        inputs = dict(zip(("tau1", "tau2"), torques, strict=True))
        state = dynamics.assemble({"theta1": theta[0], "theta2": theta[1]}, {"theta1": rate[0], "theta2": rate[1]})
        found = dynamics.forward(state, inputs)
        q = theta - np.pi / 2
        expected = oracle.accelerations(m, q, rate, tuple(torques))
        np.testing.assert_allclose([found["theta1"], found["theta2"]], expected, **CLOSE)
        reactions = dynamics.reactions(state, inputs)
        for joint, force in zip(("shoulder", "elbow"), oracle.reactions(m, q, rate, expected), strict=True):
            np.testing.assert_allclose([reactions[joint]["x"], reactions[joint]["y"]], force, **CLOSE)
        inertia = dynamics.terms(state, ["theta1", "theta2"]).inertia
        np.testing.assert_allclose(inertia, oracle.mass_matrix(m, q), **CLOSE)
        energy = dynamics.energy(state, inputs)
        assert energy.total == pytest.approx(oracle.energy(m, q, rate), rel=1e-12, abs=1e-12)
        power = torques[0] * rate[0] + torques[1] * (rate[1] - rate[0])
        assert energy.source == pytest.approx(power, rel=1e-11)

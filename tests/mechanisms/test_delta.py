"""The Delta robot: published positions, inverse kinematics in closed form, dynamics against the reduced model."""

import numpy as np
import pytest

import linkwright as lw
from oracles import delta as oracle

ROBOT = oracle.Robot()
X, THETA, T = ("platform.x", "platform.y", "platform.z"), *[tuple(f"{x}{k}" for k in (1, 2, 3)) for x in ("theta", "T")]


@pytest.fixture(scope="module")
def thin():
    """Rods without thickness, as the reduced model has them."""
    machine = lw.mechanisms.delta(s=0.0)
    return {name: lw.compile(getattr(lw.formalisms, name)(machine)) for name in ("modular", "kane")}


def named(names, values):
    return dict(zip(names, map(float, values), strict=True))


def random_states(count, seed):
    random = np.random.default_rng(seed)
    for _ in range(count):
        x = np.array([0, 0, -1.05]) + random.uniform(-1, 1, 3) * [0.3, 0.3, 0.15]
        yield x, random.uniform(-2, 2, 3), random.uniform(-20, 20, 3)


@pytest.mark.parametrize(
    ("position", "degrees"),
    [((0.0, 0.0, -0.9), (-20.5, -20.5, -20.5)), ((0.3, 0.5, -1.1), (47.5, -11.6, 21.4))],
)
def test_published_crank_angles(thin, position, degrees):
    """Two examples after R. L. Williams II 2015, quoted from memory: digits, not a proof; the closed form is below."""
    state = thin["kane"].assemble(named(X, position))
    np.testing.assert_allclose(np.degrees([state.positions[n] for n in THETA]), degrees, rtol=0, atol=0.051)


def test_published_position(thin):
    """Cranks at 10, 20 and 30 degrees, after the same report, quoted from memory to three digits."""
    state = thin["kane"].assemble(named(THETA, np.radians([10, 20, 30])))
    np.testing.assert_allclose([state.positions[n] for n in X], (0.108, -0.180, -1.244), rtol=0, atol=1e-3)


def test_inverse_kinematics_is_the_closed_form_and_the_platform_does_not_turn(thin):
    for x, dx, _ in random_states(10, 1):
        state = thin["kane"].assemble(named(X, x), named(X, dx))
        np.testing.assert_allclose([state.positions[n] for n in THETA], oracle.angles(ROBOT, x), rtol=0, atol=1e-11)
        spin = [state.speeds[f"platform.w{axis}"] for axis in "xyz"]
        np.testing.assert_allclose([state.positions["platform.e0"], *spin], [1, 0, 0, 0], rtol=0, atol=1e-11)


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_inverse_and_forward_dynamics_are_the_reduced_model(thin, formalism):
    dynamics = thin[formalism]
    for x, dx, ddx in random_states(6, 2):
        wanted = oracle.torques(ROBOT, x, dx, ddx)
        state = dynamics.assemble(named(X, x), named(X, dx))
        found = list(dynamics.inverse(state, named(X, ddx)).values())
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10 * np.max(np.abs(wanted)))
        rates = dynamics.forward(state, named(T, wanted))
        np.testing.assert_allclose([rates[n] for n in X], ddx, rtol=0, atol=1e-9 * np.max(np.abs(ddx)))


def test_nothing_is_constrained_twice(thin):
    dynamics = thin["kane"]
    found = dynamics.reactions(dynamics.assemble(), inputs=named(T, (0, 0, 0)))
    assert all(all(reaction.unique.values()) for reaction in found.values())


def test_a_place_out_of_reach_is_refused_with_the_joint_and_the_gap(thin):
    with pytest.raises(ValueError, match=r"joint \S+ does not close, by 0\.\d+ m"):
        thin["kane"].assemble(named(X, (0.0, 0.0, -1.9)))

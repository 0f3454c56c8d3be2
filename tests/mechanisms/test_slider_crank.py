"""The slider-crank against closed-form kinematics, one equation of motion and the balance of each body.

Both have O = (0, 0), the guide at y = e and angles from the x axis; the oracle's beta is our theta, its pins O, A, B
our crank.pivot, A, B (force on the second part), its guide force ours across the guide.
"""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import AssemblyError
from oracles import slider_crank as oracle
from oracles.links import Link, uniform

# Both sides are closed forms in double precision of quantities up to a few thousand: 1e-10 leaves four digits of room.
CLOSE = {"rtol": 1e-10, "atol": 1e-10}
UNIFORM = oracle.SliderCrank(uniform(0.05, 0.40), uniform(0.16, 0.50), 0.60, gravity=(0.0, -9.81))
OTHER = oracle.SliderCrank(Link(0.1, 0.5, 6e-4, 0.03), Link(0.3, 0.7, 6e-3, 0.1), 1.2, offset=0.04, gravity=(0.0, -3.7))


def keywords(m):
    links = {1: m.crank, 2: m.rod}
    return {
        "e": m.offset,
        "g": -m.gravity[1],
        "m_3": m.slider,
        **{f"l_{k}": link.length for k, link in links.items()},
        **{f"m_{k}": link.mass for k, link in links.items()},
        **{f"J_{k}": link.inertia for k, link in links.items()},
        **{f"c_{k}": link.along for k, link in links.items()},
    }


@pytest.fixture(scope="module")
def default():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))


@pytest.fixture(params=["default", "given", "changed"])
def pair(request, default):
    if request.param == "default":
        return default, UNIFORM
    if request.param == "given":
        return lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank(**keywords(OTHER)))), OTHER
    return default.with_parameters(keywords(OTHER)), OTHER


def test_a_full_turn_of_the_crank_keeps_the_slider_on_its_side(pair):
    dynamics, m = pair
    state = dynamics.reference
    for phi in np.linspace(np.pi / 3, np.pi / 3 - 2 * np.pi, 73):
        state = dynamics.assemble({"phi": phi}, {"phi": 1.0}, near=state)
        x, dx, _ = oracle.slider_position(m, phi)
        beta, slope, _ = oracle.rod_angle(m, phi)
        np.testing.assert_allclose(
            [state["x"], state["slider.y"], state["theta"]], [x, m.offset, beta], rtol=0.0, atol=1e-11
        )
        np.testing.assert_allclose([state["x'"], state["theta'"]], [dx, slope], **CLOSE)


def test_accelerations_reactions_and_energy_at_random_states(pair):
    dynamics, m = pair
    random = np.random.default_rng(2)
    for _ in range(40):
        phi, rate = random.uniform(-np.pi, np.pi), random.uniform(-20, 20)
        inputs = {"tau": random.uniform(-5, 5), "force": random.uniform(-50, 50)}
        state = dynamics.assemble({"phi": phi}, {"phi": rate})
        found = dynamics.forward(state, inputs)
        second = oracle.acceleration(m, phi, rate, inputs["tau"], inputs["force"])
        _, dx, ddx = oracle.slider_position(m, phi)
        _, slope, curve = oracle.rod_angle(m, phi)
        expected = [second, dx * second + ddx * rate**2, slope * second + curve * rate**2]
        np.testing.assert_allclose([found["phi"], found["x"], found["theta"]], expected, **CLOSE)
        forces = oracle.reactions(m, phi, rate, second, inputs["force"])
        reactions = dynamics.reactions(state, inputs)
        for joint, force in {"crank.pivot": forces.O, "A": forces.A, "B": forces.B}.items():
            np.testing.assert_allclose([reactions[joint]["x"], reactions[joint]["y"]], force, **CLOSE)
        guide = [reactions["guide"]["across_y"], reactions["guide"]["turn"]]
        np.testing.assert_allclose(guide, [forces.guide, 0.0], **CLOSE)
        energy = dynamics.energy(state, inputs)
        # Potential: ours is zero at the height zero as well; the slider's is constant.
        assert energy.total == pytest.approx(oracle.energy(m, phi, rate), rel=1e-12)
        assert energy.source == pytest.approx(inputs["tau"] * rate + inputs["force"] * dx * rate, rel=1e-10)


def test_held_against_its_weight_it_does_not_start_to_move(default):
    """Held at phi = 0 by the torque of the crank's weight and of half the rod's, the machine does not start to move."""
    state = default.assemble({"phi": 0.0})
    # At phi = 0 the rod turns about its slider pin: half its mass at the crank's tip.
    torque = (0.40 * 0.025 + 0.50 / 2 * 0.05) * 9.81
    assert default.forward(state, {"tau": torque, "force": 12.0})["phi"] == pytest.approx(0.0, abs=1e-11)


def test_a_rod_that_is_too_short_is_told_by_the_joint_that_gapes():
    with pytest.raises(AssemblyError, match=r"joint [AB] does not close"):
        lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank(e=0.4)))

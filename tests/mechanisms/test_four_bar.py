"""The four-bar against cosine-law kinematics, Lagrange's equation in the crank angle and the balance of each link.

Both have O = (0, 0), C = (l_0, 0) and angles from the x axis; the oracle's beta and gamma are our theta and psi, its
pins O, A, B, C our crank.pivot, A, B, rocker.pivot, each force on the joint's second part.
"""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import AssemblyError
from oracles import four_bar as oracle
from oracles.links import Link, uniform

# Both sides are closed forms in double precision of quantities up to a few hundred: 1e-10 leaves four digits of room.
CLOSE = {"rtol": 1e-10, "atol": 1e-10}
UNIFORM = oracle.FourBar(0.40, uniform(0.10, 0.20), uniform(0.35, 0.70), uniform(0.30, 0.60), gravity=(0.0, -9.81))
OTHER = oracle.FourBar(
    0.52, Link(0.12, 0.4, 7e-4, 0.03), Link(0.41, 0.9, 0.011, 0.24), Link(0.36, 0.5, 0.004, 0.09), gravity=(0.0, -1.62)
)


def keywords(m):
    links = dict(enumerate(m.links, start=1))
    return {
        "l_0": m.ground,
        "g": -m.gravity[1],
        **{f"l_{k}": link.length for k, link in links.items()},
        **{f"m_{k}": link.mass for k, link in links.items()},
        **{f"J_{k}": link.inertia for k, link in links.items()},
        **{f"c_{k}": link.along for k, link in links.items()},
    }


@pytest.fixture(scope="module")
def default():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))


@pytest.fixture(params=["default", "given", "changed"])
def pair(request, default):
    if request.param == "default":
        return default, UNIFORM
    if request.param == "given":
        return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar(**keywords(OTHER)))), OTHER
    return default.with_parameters(keywords(OTHER)), OTHER


def wrapped(angle):
    return np.angle(np.exp(1j * np.asarray(angle)))


def test_a_full_turn_of_the_crank_stays_in_its_assembly_mode(pair):
    dynamics, m = pair
    state = dynamics.reference
    for phi in np.linspace(np.pi / 3, np.pi / 3 + 2 * np.pi, 73):
        state = dynamics.assemble({"phi": phi}, {"phi": 1.0}, near=state)
        found = [state["phi"], state["theta"], state["psi"]]
        np.testing.assert_allclose(wrapped(found - oracle.angles(m, phi)), 0.0, atol=1e-11)
        rates = [state["phi'"], state["theta'"], state["psi'"]]
        np.testing.assert_allclose(rates, oracle.ratios(m, phi)[0], **CLOSE)
    assert state["psi"] == pytest.approx(dynamics.reference["psi"], abs=1e-11)  # the rocker came back


def test_any_crank_angle_is_reached_from_the_reference(default):
    for phi in np.linspace(-np.pi, np.pi, 25):
        state = default.assemble({"phi": phi})
        np.testing.assert_allclose(wrapped(state["psi"] - oracle.angles(UNIFORM, phi)[2]), 0.0, atol=1e-11)


def test_accelerations_reactions_and_energy_at_random_states(pair):
    dynamics, m = pair
    random = np.random.default_rng(1)
    for _ in range(40):
        phi, rate, torque = random.uniform(-np.pi, np.pi), random.uniform(-10, 10), random.uniform(-3, 3)
        state = dynamics.assemble({"phi": phi}, {"phi": rate})
        found = dynamics.forward(state, {"tau": torque})
        second = oracle.acceleration(m, phi, rate, torque)
        first, curve = oracle.ratios(m, phi)
        np.testing.assert_allclose(
            [found["phi"], found["theta"], found["psi"]], first * second + curve * rate**2, **CLOSE
        )
        forces = oracle.reactions(m, phi, rate, second)
        reactions = dynamics.reactions(state, {"crank.tau": torque})
        for joint, force in {"crank.pivot": forces.O, "A": forces.A, "B": forces.B, "rocker.pivot": forces.C}.items():
            np.testing.assert_allclose([reactions[joint]["x"], reactions[joint]["y"]], force, **CLOSE)
        assert not reactions.not_unique
        energy = dynamics.energy(state, {"tau": torque})
        assert energy.total == pytest.approx(oracle.energy(m, phi, rate), rel=1e-12)
        assert energy.source == pytest.approx(torque * rate, rel=1e-12)


def test_links_that_do_not_meet_are_told_by_the_joint_that_gapes():
    with pytest.raises(AssemblyError, match=r"joint [AB] does not close"):
        lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar(l_0=0.9)))


def test_a_crank_that_cannot_turn_fully_is_told_where_it_is_asked_to():
    rocking = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar(l_1=0.3)))  # 0.3 + 0.4 > 0.3 + 0.35
    with pytest.raises(AssemblyError, match="phi = 3"):
        rocking.assemble({"phi": 3.0})

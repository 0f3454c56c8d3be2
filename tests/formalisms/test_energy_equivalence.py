"""Energy equivalence with the inputs chosen: J of the parts by the inputs, and the equations in them."""

from dataclasses import asdict

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.dynamics.system.system import call_function
from oracles import serial_manipulator as oracle

ANGLES = ("gamma1", "alpha2", "alpha3")


def by_inputs(machine, inputs):
    return lw.compile(lw.formalisms.energy_equivalence(machine, inputs=inputs))


def jacobians(dynamics, state):
    """Columns of the complement that is compiled, and the free speeds."""
    code = dynamics.first_pivoting.code
    function = dynamics.system.function("S", [code.S])
    (S,) = call_function(function, state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p)
    return S


def test_the_manipulator_in_its_angles_is_the_closed_form():
    arm = oracle.UNEQUAL
    dynamics = by_inputs(lw.mechanisms.serial_manipulator(**asdict(arm)), ANGLES)
    random = np.random.default_rng(4)
    for _ in range(5):
        q, u, a = random.uniform(-3, 3, 3), *random.uniform(-2, 2, (2, 3))
        state = dynamics.assemble(dict(zip(ANGLES, q, strict=True)), dict(zip(ANGLES, u, strict=True)))
        # without naming coordinates the terms are those of the inputs
        terms = dynamics.terms(state)
        assert terms.coordinates == ANGLES
        np.testing.assert_allclose(terms.inertia, oracle.mass_matrix(arm, q), rtol=0, atol=1e-11)
        np.testing.assert_allclose(terms.velocity - terms.gravity, oracle.bias(arm, q, u), rtol=0, atol=1e-10)
        T = oracle.torques(arm, q, u, a)
        found = dynamics.forward(state, dict(zip(("T1", "T2", "T3"), T, strict=True)))
        np.testing.assert_allclose([found[name] for name in ANGLES], a, rtol=0, atol=1e-11 * np.max(np.abs(a)))


def test_the_complement_is_the_jacobian_of_the_parts_by_the_inputs():
    """Row of the end's height: dz/d(alpha2) and dz/d(alpha3), by hand."""
    dynamics = by_inputs(lw.mechanisms.serial_manipulator(), ANGLES)
    state = dynamics.assemble({"gamma1": 0.4, "alpha2": 0.3, "alpha3": -0.8})
    S = jacobians(dynamics, state)
    names = list(dynamics.speeds)
    reach = np.cos(0.3) + np.cos(0.3 - 0.8)
    np.testing.assert_allclose(S[names.index("end.z'")], [0.0, reach, np.cos(-0.5)], rtol=0, atol=1e-12)
    np.testing.assert_allclose(S[[names.index(f"{angle}'") for angle in ANGLES]], np.eye(3), rtol=0, atol=0)


@pytest.mark.parametrize("inputs", [("psi",), ("theta",), ("phi",)])
def test_a_loop_in_any_of_its_angles(inputs):
    machine = lw.mechanisms.four_bar()
    chosen, tree = by_inputs(machine, inputs), lw.compile(lw.formalisms.kane(machine))
    found = []
    for dynamics in (chosen, tree):
        state = dynamics.assemble({"phi": 0.9}, {"phi": 2.0})
        acceleration = dynamics.forward(state, {"tau": 0.3})
        found.append([acceleration[name] for name in ("phi", "theta", "psi")])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-11)
    assert chosen.first_pivoting.code.S.shape[1] == 1
    assert chosen.terms(chosen.assemble({"phi": 0.9})).coordinates == inputs


def test_a_platform_in_joint_space_and_with_its_motors_currents():
    """Legs' angles as inputs of the platform machine; its currents are degrees of freedom that need not be named."""
    machine = lw.mechanisms.three_rrr()
    chosen = by_inputs(machine, ("A.phi", "B.phi", "C.phi"))
    modular = lw.compile(lw.formalisms.modular(machine))
    found = []
    for dynamics in (chosen, modular):
        state = dynamics.assemble(
            {"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07},
            {"platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8, "A.i": 0.4, "B.i": -0.3, "C.i": 0.25},
        )
        acceleration = dynamics.forward(state, {"A.v": 2.0, "B.v": -1.5, "C.v": 1.0})
        found.append([acceleration[name] for name in ("platform.x", "platform.theta", "A.phi", "C.i")])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-10)


# -- bad choices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ("gamma1", r"inputs is a str .*, such as \['gamma1'\]"),
        (("gamma1", "alpha"), r"no quantity 'alpha'; did you mean alpha"),
        (("gamma1", "base.angle"), r"'base.angle' is named twice"),
    ],
)
def test_wrong_names_are_told(inputs, words):
    with pytest.raises(ValueError, match=words):
        lw.formalisms.energy_equivalence(lw.mechanisms.serial_manipulator(), inputs=inputs)


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        (
            ("gamma1", "alpha2"),
            r"inputs gamma1, alpha2 are not a complete .* they leave .* open; name one quantity for each",
        ),
        (("gamma1", "alpha2", "limb2.z"), r"limb2\.z depend\(s\) on the others here.*they leave"),
        ((*ANGLES, "end.z"), r"end\.z depend\(s\) on the others here"),
    ],
)
def test_a_singular_or_incomplete_choice_is_refused_in_words(inputs, words):
    with pytest.raises(Refused, match=words):
        by_inputs(lw.mechanisms.serial_manipulator(), inputs)

"""Questions asked with wrong names, values and shapes."""

import math

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.components import Damper, Revolute, Spring
from linkwright.dynamics import Refused
from linkwright.model import Body, Mechanism, PointMass

DYNAMICS = lw.compile(machines.equations(motors=True))
STATE = DYNAMICS.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)


def test_missing_unknown_and_wrong_inputs_are_all_reported_at_once():
    with pytest.raises(ValueError) as caught:
        DYNAMICS.forward(STATE, {"A.v": math.nan, "A.u": 1.0, "B.v": "ten"})
    message = str(caught.value)
    for words in (
        "no input 'A.u'",
        "did you mean A.v",
        "missing inputs: C.v (V)",
        "A.v = nan is not finite",
        "B.v = 'ten'",
    ):
        assert words in message, words
    with pytest.raises(ValueError, match=r"missing inputs: A\.v \(V\), B\.v \(V\), C\.v \(V\)"):
        DYNAMICS.forward(STATE)


def test_inputs_may_be_given_by_their_full_names():
    short = DYNAMICS.forward(STATE, machines.CHECK_INPUTS)
    assert DYNAMICS.forward(STATE, {"A.motor.v": 2.0, "B.motor.v": -1.5, "C.v": 1.0}) == short


def test_wrong_positions_and_speeds():
    with pytest.raises(ValueError) as caught:
        DYNAMICS.assemble({"platfrom.x": 0.0, "platform.y": math.inf, "A.i": 1.0, "platform.theta": "ten"})
    message = str(caught.value)
    assert "no position 'platfrom.x'; did you mean platform.x" in message
    assert "platform.y = inf is not finite" in message
    assert "no position 'A.i'" in message
    assert "'ten' is not a number" in message
    with pytest.raises(ValueError, match=r"no speed 'A\.j'"):
        DYNAMICS.assemble(speeds={"A.j": 1.0})


@pytest.mark.parametrize("text", ["2", "0x10", b"2", "inf"])
def test_text_is_no_number_even_where_python_could_read_it(text):
    """A value that comes from a file or a form without being converted has not been checked by its owner."""
    with pytest.raises(ValueError, match=r"A\.v = b?'.*' is not a number"):
        DYNAMICS.forward(STATE, {"A.v": text, "B.v": 1.0, "C.v": 1.0})
    with pytest.raises(ValueError, match=r"platform\.x = b?'.*' is not a number"):
        DYNAMICS.assemble({"platform.x": text})
    with pytest.raises(ValueError, match=r"m_L = b?'.*' is not a number"):
        DYNAMICS.with_parameters(m_L=text)


def test_what_is_seen_at_the_prompt_is_one_line():
    assert repr(DYNAMICS.equations) == "<Equations of three_rrr by modular: 21 speeds, 15 constraints, 3 inputs>"
    assert repr(DYNAMICS).startswith("<Dynamics of three_rrr: 21 speeds, 15 constraints, Complement(")


def test_wrong_parameters():
    with pytest.raises(ValueError) as caught:
        DYNAMICS.with_parameters(l_V=1.0, m_L=math.nan, eta="ten")
    message = str(caught.value)
    for words in ("no parameter 'l_V'", "did you mean", "m_L = nan is not finite", "eta = 'ten' is not a number"):
        assert words in message, words
    with pytest.raises(ValueError, match=r"platform: mass is -1; it must be zero or positive"):
        DYNAMICS.with_parameters(m_L=-1.0)
    with pytest.raises(ValueError, match=r"gear: ratio"):
        DYNAMICS.with_parameters(eta=0.0)


def test_wrong_shapes_of_arrays():
    functions = DYNAMICS.functions
    with pytest.raises(ValueError) as caught:
        functions.forward(np.zeros(3), np.zeros((1, 21)), np.zeros(2))
    assert "expected" in str(caught.value)
    with pytest.raises(ValueError, match=r"q has shape \(2, 14\); expected \(2, 15\)"):
        functions.forward(np.zeros((2, 14)), np.zeros((2, 21)), np.zeros((2, 3)))
    with pytest.raises(ValueError, match=r"v has entries that are not finite"):
        functions.forward(STATE.q, np.full(21, math.nan), np.zeros(3))


def test_a_state_of_another_machine_is_refused():
    other = lw.compile(machines.equations(motors=False))
    with pytest.raises(ValueError, match=r"(?i)state|shape|expected"):
        DYNAMICS.forward(other.reference, machines.CHECK_INPUTS)
    with pytest.raises(ValueError, match=r"(?i)state|shape|expected"):
        DYNAMICS.assemble(near=other.reference)


def test_a_state_with_one_coordinate_is_not_spread_over_many():
    """An array of length 1 fits every shape by broadcasting; as a state it fits one machine only."""
    bar = Body(1.0, 0.1, points={"a": (0.0, 0.0)}, home="pin")
    pendulum = lw.compile(lw.formalisms.modular(Mechanism("p", {"bar": bar}, {"pin": Revolute("ground", "bar.a")})))
    assert pendulum.reference.q.shape == (1,)
    with pytest.raises(ValueError, match=r"(?i)state|shape|expected"):
        DYNAMICS.forward(pendulum.reference, machines.CHECK_INPUTS)
    with pytest.raises(ValueError, match=r"(?i)state|shape|expected"):
        DYNAMICS.energy(pendulum.reference)


def test_states_from_arrays_are_checked():
    with pytest.raises(ValueError, match=r"(?i)q .*(shape|expected|15)"):
        DYNAMICS.state(np.zeros(3), np.zeros(21))
    with pytest.raises(ValueError, match=r"(?i)finite"):
        DYNAMICS.state(np.full(15, math.nan), np.zeros(21))


def test_a_state_is_frozen_and_says_what_it_has():
    with pytest.raises(ValueError, match="read-only"):
        STATE.q[0] = 1.0
    with pytest.raises(KeyError, match=r"did you mean platform\.x"):
        STATE["platfrom.x"]
    assert STATE["platform.x'"] == pytest.approx(0.15)
    assert STATE["A.i"] == pytest.approx(0.4)


def test_describe_lists_names_units_and_meanings():
    text = str(DYNAMICS.describe())
    for words in ("platform.x", "A.i", "A.v", "l_U", "kg m^2", "V"):
        assert words in text, words


@pytest.mark.parametrize("join", machines.JOINS)
@pytest.mark.parametrize("load", ["spring", "damper"])
def test_a_load_without_a_direction_is_named_not_called_a_singular_configuration(load, join):
    """A straight spring between two points that coincide has no line to act along."""
    kind = Spring("ground", "a", stiffness=3.0, length=0.2) if load == "spring" else Damper("ground", "a", damping=3.0)
    machine = Mechanism("m", {"a": PointMass(1.0)}, {"strut": kind}, reference={"a.x": 1.0})
    dynamics = lw.compile(lw.formalisms.modular(machine), join=machines.JOINS[join])
    at_the_point = dynamics.state(np.zeros(2), np.zeros(2))
    with pytest.raises(Refused, match=r"strut"):
        dynamics.forward(at_the_point)


def test_inputs_that_are_no_mapping_are_refused_in_words():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    for ask in (dynamics.forward, dynamics.reactions, dynamics.energy):
        with pytest.raises(TypeError, match=r"inputs: got list, expected a mapping of names to numbers"):
            ask(dynamics.reference, [0.0, 0.0])

"""Dry friction and end stops in single questions: one rule for all of them."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.dynamics.answers.contacts import read_contacts, violated_stops

LOWER, UPPER = -0.2, 0.3


def slide(*parts):
    """2 kg on a slide between stops, or with what is given instead."""
    added = parts or (("stop", lw.EndStop("way.slide", lower=LOWER, upper=UPPER)),)
    connections = {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide"), **dict(added)}
    return lw.compile(lw.formalisms.kane(lw.Mechanism("press", {"block": lw.Body(2.0, 0.01)}, connections)))


def test_stops_that_a_configuration_violates_are_named_with_the_penetration():
    dynamics = slide()
    for place, wanted in ((0.0, {}), (0.35, {"stop.upper": 0.05}), (-0.45, {"stop.lower": 0.25}), (UPPER, {})):
        state = dynamics.assemble({"way.slide": place})
        assert violated_stops(dynamics, 0.0, state.q) == pytest.approx(wanted)


def test_gaps_and_rates_of_many_states_at_once():
    """Gaps z - lower and upper - z, with their rates."""
    dynamics = slide()
    places, speeds = np.array([0.0, 0.1, 0.4]), np.array([1.0, -2.0, 0.0])
    found = read_contacts(dynamics, np.zeros(3), places[:, None], speeds[:, None])
    assert [contact.name for contact in found.contacts] == ["stop.lower", "stop.upper"]
    assert np.allclose(found.gaps, np.column_stack([places - LOWER, UPPER - places]), rtol=0, atol=1e-15)
    assert np.allclose(found.rates, np.column_stack([speeds, -speeds]), rtol=0, atol=1e-15)
    assert found.beyond.tolist() == [[False, False], [False, False], [False, True]]


QUESTIONS = {
    "forward": lambda d, state: d.forward(state, {"push.force": 0.0}),
    "reactions": lambda d, state: d.reactions(state, {"push.force": 0.0}),
    "inverse": lambda d, state: d.inverse(state, {"way.slide": 0.0}),
    "terms": lambda d, state: d.terms(state),
    "linearize": lambda d, state: lw.analysis.linearize(d, state, inputs={"push.force": 0.0}),
    "equilibrium": lambda d, state: lw.analysis.equilibrium(d, near=state),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_refuses_a_state_beyond_a_stop(question):
    dynamics = slide()
    state = dynamics.assemble({"way.slide": 0.35})
    with pytest.raises(Refused, match=r"beyond the stop stop\.upper, by 0\.05"):
        QUESTIONS[question](dynamics, state)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_refuses_friction_at_rest(question):
    """Not only the first one: later ones are answered in another way."""
    dynamics = slide(("dry", lw.CoulombFriction("way.slide", force=4.0)))
    for _ in range(3):
        with pytest.raises(Refused, match="friction dry is at rest here"):
            QUESTIONS[question](dynamics, dynamics.assemble())

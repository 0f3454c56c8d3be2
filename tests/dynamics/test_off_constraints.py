"""A state that is off its constraints is refused by every question, with the joint and by how much it is off."""

import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis
from linkwright.dynamics import AssemblyError, State

FOUR_BAR = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
MOVING = FOUR_BAR.assemble({"phi": 1.0}, {"phi": 2.0})
TOP = lw.compile(lw.formalisms.newton_euler(lw.mechanisms.heavy_top()))
QUESTIONS = {
    "forward": lambda d, s, u: d.forward(s, u),
    "inverse": lambda d, s, _: d.inverse(s, {"phi": 1.0}),
    "reactions": lambda d, s, u: d.reactions(s, u),
    "terms": lambda d, s, _: d.terms(s),
    "energy": lambda d, s, _: d.energy(s),
    "complement": lambda d, s, _: d.complement(s),
    "linearize": lambda d, s, u: analysis.linearize(d, s, inputs=u),
    "diagnose": lambda d, s, _: analysis.diagnose(d, s),
    "kinematics": lambda d, s, _: analysis.Kinematics.of(d, platform=["rocker.phi"]).jacobian(s),
}


def changed(values, k, by):
    result = np.array(values)
    result[k] += by
    return result


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_open_loop_is_refused_with_the_joint_and_its_gap(question):
    """The coupler moved along x by 3 mm: its pins on crank and rocker both gape by as much."""
    k = FOUR_BAR.coordinates.index("coupler.x")
    state = State(0.0, changed(MOVING.q, k, 3e-3), MOVING.v)
    with pytest.raises(AssemblyError, match=r"off its constraints: .*\b[AB] does not close, by 0\.003 m") as caught:
        QUESTIONS[question](FOUR_BAR, state, {"tau": 0.0})
    assert {"A", "B"} <= set(caught.value.parts)
    assert caught.value.gaps["A"] == pytest.approx(3e-3, rel=1e-9)


@pytest.mark.parametrize("question", QUESTIONS)
def test_speeds_that_break_a_constraint_are_refused(question):
    k = FOUR_BAR.speeds.index("coupler.y'")
    state = State(0.0, MOVING.q, changed(MOVING.v, k, 0.01))
    with pytest.raises(AssemblyError, match=r"the speeds break [AB] by 0\.01 m/s"):
        QUESTIONS[question](FOUR_BAR, state, {"tau": 0.0})


@pytest.mark.parametrize("question", ["forward", "reactions", "terms", "energy", "complement", "linearize", "diagnose"])
def test_euler_parameters_of_another_length_are_refused(question):
    state = TOP.assemble()
    q = np.array(state.q)
    q[TOP.system.units[0]] *= 2.0
    with pytest.raises(AssemblyError, match=r"top\.e0, top\.e1, top\.e2, top\.e3 have the length 2, not 1"):
        QUESTIONS[question](TOP, State(0.0, q, state.v), {})


def test_machines_with_many_parts_refuse_too():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(40)), join=lw.joins.Multipliers())
    state = dynamics.assemble()
    k = next(k for k, name in enumerate(dynamics.coordinates) if name.endswith(".x"))
    with pytest.raises(AssemblyError, match=r"off its constraints: .* do not close, by 0\.001"):
        dynamics.energy(State(0.0, changed(state.q, k, 1e-3), state.v))

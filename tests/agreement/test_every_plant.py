"""Every public question to every kind of plant: answered, or refused in words that say what to do; answers agree."""

import numpy as np
import pytest

import linkwright as lw
from agreement.questions import QUESTIONS, SLOW, WITH_FOLDER, Case, fault_of
from linkwright.dynamics import Refused
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.plant import ALWAYS, THROUGH_FULL_MATRICES, Plant, Question, refusal
from linkwright.dynamics.plants.lapack.plant import LapackPlant
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.unrolled.plant import UnrolledPlant

PLANTS = {
    "unrolled": lambda equations: lw.compile(equations, join=lw.joins.Complement()),
    "lapack": lambda equations: lw.compile(equations, join=lw.joins.Complement(SVD())),
    "rolled": lambda equations: lw.Dynamics(RolledPlant.compile(equations, lw.joins.Multipliers(), None)),
}
KINDS = {"unrolled": UnrolledPlant, "lapack": LapackPlant, "rolled": RolledPlant}
QUICK = ("double_pendulum", "four_bar", "stick_slip")


def compiled(name, plant):
    """A case of a ready machine in one kind of plant; None where the kind refuses the machine in words."""
    mechanism = getattr(lw.mechanisms, name)()
    equations = lw.formalisms.modular(mechanism)
    try:
        return Case(mechanism, equations, PLANTS[plant](equations))
    except Refused:
        return None


def faults(case, questions, folder):
    """Questions that are neither answered nor refused in words, with what came instead."""
    found = {name: fault_of(QUESTIONS[name], case) for name in questions}
    found |= {name: fault_of(question, case, folder) for name, question in WITH_FOLDER.items()}
    return {name: fault for name, fault in found.items() if fault}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("name", QUICK)
def test_every_plant_answers_or_refuses_in_words(name, plant, tmp_path):
    case = compiled(name, plant)
    if case is None:
        assert (name, plant) == ("stick_slip", "rolled")
        return
    assert type(case.dynamics.plant) is KINDS[plant]
    assert faults(case, [question for question in QUESTIONS if question not in SLOW], tmp_path) == {}


@pytest.mark.long
@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("name", lw.mechanisms.__all__)
def test_every_plant_answers_or_refuses_everything(name, plant, tmp_path):
    case = compiled(name, plant)
    assert case is None or faults(case, QUESTIONS, tmp_path) == {}


@pytest.mark.parametrize("plant", PLANTS)
def test_what_is_not_offered_is_refused_by_one_function(plant):
    """It names question, machine and join, says why and what to do; full matrices answer where they can."""
    case = compiled("four_bar", plant)
    offered = case.dynamics.plant.offers
    assert offered >= ALWAYS
    for question in Question:
        if question in offered or question in THROUGH_FULL_MATRICES:
            assert question in case.dynamics.offering(question).offers
            continue
        with pytest.raises(Refused) as refused:
            case.dynamics.offering(question)
        text = str(refused.value)
        assert text == str(refusal(case.dynamics.plant, question))
        assert text.startswith(f"{question.value} of four_bar: not offered by {case.dynamics.join!r}")
        assert "because" in text
        assert "joins." in text.partition("because")[2]


def test_all_plants_offer_what_their_answers_agree_on():
    """Accelerations, energy, reactions, terms: the same numbers of every kind."""
    cases = [compiled("four_bar", plant).dynamics for plant in PLANTS]
    states = [dynamics.assemble({}, {"phi": 0.3}) for dynamics in cases]
    u = dict.fromkeys(cases[0].inputs, 0.7)
    forward = [dynamics.forward(state, u) for dynamics, state in zip(cases, states, strict=True)]
    reactions = [dynamics.reactions(state, u) for dynamics, state in zip(cases, states, strict=True)]
    energies = [dynamics.energy(state, u).total for dynamics, state in zip(cases, states, strict=True)]
    inertias = [dynamics.terms(state, ["phi"]).inertia for dynamics, state in zip(cases, states, strict=True)]
    for k in (1, 2):
        assert forward[k] == pytest.approx(forward[0], rel=1e-9, abs=1e-9)
        assert energies[k] == pytest.approx(energies[0], rel=1e-12)
        assert np.allclose(inertias[k], inertias[0], rtol=1e-10)
        for joint, reaction in reactions[0].items():
            assert reactions[k][joint].components == pytest.approx(reaction.components, rel=1e-8, abs=1e-8)


def test_there_are_three_final_kinds():
    leaves = {kind for base in Plant.__subclasses__() for kind in (base.__subclasses__() or [base])}
    assert leaves == set(KINDS.values())
    assert all(getattr(kind, "__final__", False) for kind in (*leaves, lw.Dynamics))

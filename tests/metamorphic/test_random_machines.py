"""Random machines described otherwise give the same answers: renamed, in another order, turned, cut, nested, flat."""

import re
from dataclasses import replace

import pytest

import linkwright as lw
from agreement.flat_description import Description
from agreement.random_comparison import RIGHT
from agreement.random_drawing import draw
from agreement.seeds import Finished
from agreement.states import same_state
from linkwright.components import Wrench
from linkwright.dynamics import Refused
from linkwright.model import FreeEulerAngles, ModelError
from metamorphic.cases import FORMALISMS
from metamorphic.flat import flat
from metamorphic.questions import Answers, differences
from metamorphic.variants import VARIANTS

DESCRIPTIONS = {**VARIANTS, "flat": flat}


def turns(machine):
    """Whether it may be turned: Euler angles where the first one is about z; inputs along axes of the world not."""
    if any(isinstance(item, Wrench) for item, _ in Description().add(machine).connections.values()):
        return False
    kinds = [body.kind for body in Description().add(machine).bodies.values()]
    return all(kind.sequence[0] == "z" for kind in kinds if isinstance(kind, FreeEulerAngles))


def drives_move(base, answers):
    """Whether the drives can give any motion: a wrench drawn at random may act on what cannot move so."""
    state = same_state(base, answers.answers[0].read)
    try:
        base.inverse(state, dict.fromkeys(answers.independent, 0.0))
    except Refused:
        return False
    return True


def check(seed, bodies, variants):
    machine = draw(seed, bodies=bodies).mechanism
    base = lw.compile(lw.formalisms.newton_euler(machine))
    answers = Answers.of(base, machine, seed=seed)
    answers = replace(answers, drives=answers.drives and drives_move(base, answers))
    for name in variants:
        if name == "turned" and not turns(machine):
            continue
        other = DESCRIPTIONS[name](base, machine)
        formalism = FORMALISMS[(seed + list(DESCRIPTIONS).index(name)) % len(FORMALISMS)]
        try:
            equations = getattr(lw.formalisms, formalism)(other.mechanism)
        except ModelError as refused:
            if not re.search(RIGHT, str(refused)):
                raise
            equations = lw.formalisms.maggi(other.mechanism)
        faults = differences(answers, other, lw.compile(equations))
        assert not faults, f"seed {seed}, {name}, {formalism}: " + "; ".join(faults[:8])


@pytest.mark.parametrize("seed", range(14))
def test_a_random_machine_described_otherwise(seed) -> None:
    check(seed, 2 + seed % 2, [list(DESCRIPTIONS)[seed % len(DESCRIPTIONS)]])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3000, 4000))
def test_random_machines_described_otherwise(seed, request) -> None:
    with Finished(request, seed) as finished:
        if not finished.before:
            check(seed, 2 + seed % 11, DESCRIPTIONS)

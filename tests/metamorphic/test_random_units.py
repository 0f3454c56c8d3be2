"""Random machines in millimetres, grams and seconds give the same answers as in metres and kilograms, to 1e-10."""

import re

import pytest

import linkwright as lw
from agreement.flat_description import Description
from agreement.random_comparison import RIGHT
from agreement.random_drawing import draw
from agreement.seeds import Finished
from agreement.states import same_state
from linkwright.components import Gear, Prescribed
from linkwright.model import ModelError
from metamorphic.cases import FORMALISMS
from metamorphic.questions import EPS, Answers, condition
from metamorphic.rebuild import Rebuild
from metamorphic.test_units import LENGTH, compare, factor, small

TOLERANCE = 1e-10
"""Of accelerations, relative to the largest; or 1e3 eps cond(S^T M S) where that is more."""
SLIDES = ("slide", "x", "y", "z")


def slides(quantity):
    return quantity.rpartition(".")[2] in SLIDES


def longer(_, connections):
    """Motions that are prescribed for slides, in millimetres."""
    return {
        key: Prescribed(item.quantity, LENGTH * item.law)
        if isinstance(item, Prescribed) and slides(item.quantity)
        else item
        for key, item in connections.items()
    }


def factors(base, machine):
    """Of parameters whose unit depends on what a connection stands on: a slide or an angle, or two of a gear."""
    found = {}
    for name, (item, _) in Description().add(machine).connections.items():
        if isinstance(item, Gear):
            ratio = [LENGTH if slides(quantity) else 1.0 for quantity in (item.input, item.output)]
            found |= {f"{name}.ratio": ratio[0] / ratio[1], f"{name}.offset": ratio[1]}
        elif item.quantities:
            labels = base.equations.parameters.labels
            own = [label for label in labels if label.name.startswith(f"{name}.")]
            found |= {label.name: factor(label.unit, slides=slides(item.quantity)) for label in own}
    return found


def check(seed, bodies, formalism):
    machine = draw(seed, bodies=bodies).mechanism
    absolute = lw.compile(lw.formalisms.newton_euler(machine))
    given = Answers.of(absolute, machine, seed=seed)
    scaled = Rebuild(connections_of=longer)(machine)
    try:
        base = lw.compile(getattr(lw.formalisms, formalism)(machine))
    except ModelError as refused:
        if not re.search(RIGHT, str(refused)):
            raise
        base, formalism = absolute, "newton_euler"
    other = small(base, getattr(lw.formalisms, formalism)(scaled), factors(base, machine))
    for wanted in given.answers:
        allowed = max(TOLERANCE, 1e3 * EPS * condition(absolute, same_state(absolute, wanted.read)))
        compare([wanted], base, other, (seed, formalism), allowed)


@pytest.mark.parametrize("seed", range(6))
def test_a_random_machine_in_millimetres_and_grams(seed) -> None:
    check(seed, 2 + seed % 2, FORMALISMS[seed % len(FORMALISMS)])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3000, 4000))
def test_random_machines_in_millimetres_and_grams(seed, request) -> None:
    with Finished(request, seed) as finished:
        if not finished.before:
            check(seed, 2 + seed % 11, FORMALISMS[seed % len(FORMALISMS)])

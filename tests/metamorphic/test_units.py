"""Every ready machine in millimetres, grams and seconds gives the same answers as in metres and kilograms.

Volts follow energies and amperes stay, so that electrical work is counted in the same unit as mechanical work.
"""

import numpy as np
import pytest

from agreement import table
from agreement.states import Readings, same_state
from linkwright.dynamics import State
from linkwright.dynamics.answers import reactions as reactions_module
from linkwright.dynamics.dynamics import compiled_at
from metamorphic.cases import FORMALISMS, answers, formalism_of
from metamorphic.questions import TOLERANCE, answer

SLIDES = ("stick_slip",)
"""Machines whose spring, friction and constant speed are along a slide; of all others they are about an axis."""
LENGTH, MASS = 1e3, 1e3
FACTORS = {
    "m": LENGTH,
    "kg": MASS,
    "N": MASS * LENGTH,
    "V": MASS * LENGTH**2,
    "ohm": MASS * LENGTH**2,
    "H": MASS * LENGTH**2,
    "rad": 1.0,
    "s": 1.0,
    "A": 1.0,
    "1": 1.0,
    "": 1.0,
}


def factor(unit, *, slides=False):
    """How many of the small units a number in SI stands for; of two that may be meant, that of a slide or an angle."""
    if " or " in unit:
        unit = next(each for each in unit.split(" or ") if slides != ("rad" in each or each == "N m"))
    above, _, below = unit.partition("/")

    def product(words):
        found = 1.0
        for word in words.split():
            base, _, power = word.partition("^")
            found *= FACTORS[base] ** int(power or 1)
        return found

    return product(above) / product(below)


def scaled(values, units):
    return {name: value * factor(units[name]) for name, value in values.items()}


def small(base, equations=None, factors=None, *, slides=False):
    """The machine with all parameters in small units, by other equations if they hold lengths, factors given for some.

    Numbers of a reference configuration (not formulas of parameters) are in metres too: it is given scaled.
    """
    equations, own = equations or base.equations, factors or {}
    values = {
        label.name: base.parameters[label.name] * own.get(label.name, factor(label.unit, slides=slides))
        for label in base.equations.parameters.labels
    }
    coordinates = np.array([factor(unit) for unit in base.equations.coordinate_units])
    near = State(0.0, base.reference.q * coordinates, np.zeros(base.system.n))
    return compiled_at(equations, base.join, near, values)


def check(name, formalism):
    base = table.derived(name, formalism)
    compare(answers(name).answers, base, small(base, slides=name in SLIDES), (name, formalism))


def compare(wanted_answers, base, small, case, tolerance=TOLERANCE):
    """Answers of the machine in small units against those in SI."""
    units = {quantity.full: quantity.unit for quantity in base.system.quantities}
    rates = {quantity.full: quantity.rate_unit for quantity in base.system.quantities}
    aliases = base.equations.aliases
    inputs = {aliases.get(label.name, label.name): label.unit for label in base.equations.inputs}
    for wanted in wanted_answers:
        known = Readings(
            wanted.read.t,
            {key: value for key, value in wanted.read.positions.items() if key in units},
            {key: value for key, value in wanted.read.speeds.items() if key in rates},
        )
        read = Readings(known.t, scaled(known.positions, units), scaled(known.speeds, rates))
        state = same_state(small, read, LENGTH)
        found = answer(small, read, state, scaled(wanted.inputs, inputs))
        largest = max(abs(value) for value in wanted.accelerations.values())
        for key, value in found.accelerations.items():
            if key in wanted.accelerations:
                error = abs(value / factor(rates[key]) - wanted.accelerations[key])
                assert error <= tolerance * max(largest, 1e-3), (*case, key, value, wanted.accelerations[key])
        energy = MASS * LENGTH**2
        assert found.kinetic / energy == pytest.approx(wanted.kinetic, rel=tolerance, abs=1e-12)
        _reactions(small, state, scaled(wanted.inputs, inputs), wanted)


def _reactions(small, state, inputs, wanted):
    """Reactions that are unique in both, in the unit that each says it has."""
    aliases = small.equations.aliases
    u = np.array([inputs[aliases.get(name, name)] for name in small.inputs])
    found = reactions_module.reactions(small, state, small.accelerations(state, u), u)
    for joint, reaction in found.items():
        for key, value in reaction.components.items():
            full = (aliases.get(joint, joint), key)
            if reaction.unique[key] and full in wanted.reactions:
                error = abs(value / factor(reaction.units[key]) - wanted.reactions[full])
                scale = max(wanted.load, *(abs(each) for each in wanted.reactions.values()))
                assert error <= 10 * TOLERANCE * scale, (full, value, wanted.reactions[full])


@pytest.mark.one_in(7)
@pytest.mark.parametrize("name", table.LIBRARY)
def test_a_machine_in_millimetres_and_grams(name) -> None:
    check(name, formalism_of(name))


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("name", table.LIBRARY)
def test_a_machine_in_millimetres_and_grams_by_every_formalism(name, formalism) -> None:
    check(name, formalism)

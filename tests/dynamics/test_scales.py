"""Ready machines with lengths x 1e-6 to 1e3 and masses x 1e-6 to 1e6: every answer is the same but for its unit."""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.scaled_machines import EXTREMES, TOLERANCE, Scaled, assert_same
from agreement.states import random_states
from linkwright.dynamics import Refused, State


def assert_same_reactions(found, wanted, of):
    assert sorted(found.not_unique) == sorted(wanted.not_unique)
    size = max(
        (abs(x) for reaction in wanted.values() for x in reaction.components.values() if np.isfinite(x)), default=0.0
    )
    for joint, reaction in wanted.items():
        for key, value in reaction.components.items():
            if reaction.unique[key]:
                error = abs(found[joint][key] / of(reaction.units[key]) - value)
                assert error <= TOLERANCE * max(1.0, size), (joint, key, value, found[joint][key])


def check(name, formalism, join, extremes, count):
    try:
        base = lw.compile(getattr(lw.formalisms, formalism)(table.machine(name)), join=table.JOINS[join])
    except Refused:
        assert table.refusal(join, formalism) != "(?!)"
        return
    states = random_states(base, count, 3)
    random = np.random.default_rng(1)
    for length, mass in extremes:
        scaled = Scaled(base, length, mass)
        other = scaled.dynamics
        assert other.generic_rank == base.generic_rank
        for state in states:
            near = State(0.0, state.q * scaled.coordinates, np.zeros(base.system.n))
            found = other.assemble(
                {name: x * scaled.positions[name] for name, x in state.positions.items()},
                {name: x * scaled.rates[name] for name, x in state.speeds.items()},
                near=near,
            )
            assert_same(found.positions, state.positions, scaled.positions, "position")
            assert_same(found.speeds, state.speeds, scaled.rates, "speed")
            u = {name: 0.3 * random.normal() for name in base.inputs}
            scaled_u = {name: value * scaled.inputs[name] for name, value in u.items()}
            wanted = base.forward(state, u)
            assert_same(other.forward(found, scaled_u), wanted, scaled.rates, "acceleration")
            assert_same_reactions(other.reactions(found, scaled_u), base.reactions(state, u), scaled.of)
            energy = scaled.of("J")
            kinetic = base.energy(state).kinetic
            assert other.energy(found).kinetic / energy == pytest.approx(kinetic, rel=TOLERANCE, abs=1e-12)
            asked = base.terms(state).coordinates
            if len(u) == len(asked) and all(name in state.positions for name in asked):
                inputs = base.inverse(state, {name: wanted[name] for name in asked})
                again = other.inverse(found, {name: wanted[name] * scaled.rates[name] for name in asked})
                assert_same(again, inputs, scaled.inputs, "input")


QUICK = [
    ("free_body", "modular", "projector"),  # no length but the radius of gyration
    ("serial_manipulator", "modular", "multipliers"),  # a mass matrix that must be made regular
    ("three_rrr", "kane", "partition"),
    ("delta", "kane", "partition"),  # moments beside forces of very different size
    ("parallelogram", "modular", "udwadia_kalaba"),  # redundant
    ("parallelogram", "denoc", "recursion"),
]


@pytest.mark.parametrize(("name", "formalism", "join"), QUICK)
def test_answers_do_not_depend_on_the_units_of_length_and_mass(name, formalism, join):
    check(name, formalism, join, [(1e-6, 1e6), (1e3, 1e-6)], 1)


@pytest.mark.long
@pytest.mark.parametrize("formalism", table.FORMALISMS)
@pytest.mark.parametrize("name", table.LIBRARY)
def test_answers_of_every_machine_by_every_formalism(name, formalism):
    check(name, formalism, "partition", EXTREMES, 2)


@pytest.mark.long
@pytest.mark.parametrize("join", table.JOINS)
@pytest.mark.parametrize("name", table.LIBRARY)
def test_answers_of_every_machine_by_every_join(name, join):
    check(name, "denoc", join, EXTREMES, 2)
    check(name, "newton_euler", join, EXTREMES, 1)

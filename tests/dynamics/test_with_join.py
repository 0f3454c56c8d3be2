"""A machine by another join, with matrices and configurations shared, is the machine compiled by that join."""

import numpy as np
import pytest

import linkwright as lw
from linkwright import codegen, formalisms, mechanisms
from linkwright.dynamics import Dynamics, Refused
from linkwright.dynamics import compile as compile_dynamics
from linkwright.dynamics.joins import Complement, Multipliers, Recursion

CASES = [
    ("modular", "three_rrr", Multipliers()),
    ("maggi", "four_bar", Multipliers()),
    ("denoc", "double_pendulum", Recursion()),
    ("kane", "three_rps", Multipliers()),
]


@pytest.mark.parametrize(("formalism", "machine", "join"), CASES)
def test_accelerations_are_the_same_to_the_last_bit(formalism, machine, join):
    equations = getattr(formalisms, formalism)(getattr(mechanisms, machine)())
    first = compile_dynamics(equations, join=Complement())
    shared, own = Dynamics(first.plant.with_join(join)), compile_dynamics(equations, join=join)
    assert shared.join == own.join == join
    u = np.linspace(-1.0, 1.0, len(own.inputs))
    for dynamics in (shared, own):
        assert dynamics.plant.pivoting_place[1].tobytes() == first.plant.pivoting_place[1].tobytes()
    found, expected = (each.plant.accelerations(each.reference, u) for each in (shared, own))
    assert found.tobytes() == expected.tobytes()
    assert codegen.operations(shared.first_pivoting.forward) == codegen.operations(own.first_pivoting.forward)
    # And it is the answer of the join before, but for rounding.
    np.testing.assert_allclose(found, first.plant.accelerations(first.reference, u), rtol=1e-9, atol=1e-9)


def test_values_of_parameters_stay():
    machine = mechanisms.four_bar()
    changed = lw.compile(formalisms.modular(machine), join=Complement()).with_parameters(l_2=0.33)
    shared = Dynamics(changed.plant.with_join(Multipliers()))
    expected = compile_dynamics(changed.equations, join=Multipliers()).with_parameters(l_2=0.33)
    assert shared.parameters == expected.parameters
    assert shared.given == {"l_2": 0.33}
    u = np.zeros(len(shared.inputs))
    found = shared.plant.accelerations(shared.reference, u)
    assert found.tobytes() == expected.plant.accelerations(expected.reference, u).tobytes()


def test_a_join_that_does_not_take_the_equations_is_refused_in_its_words():
    dynamics = lw.compile(formalisms.modular(mechanisms.four_bar()), join=Complement())
    with pytest.raises(Refused) as shared:
        dynamics.plant.with_join(Recursion())
    with pytest.raises(Refused) as own:
        compile_dynamics(dynamics.equations, join=Recursion())
    assert str(shared.value) == str(own.value)

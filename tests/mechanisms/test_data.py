"""What every ready machine promises: units, meanings, sources, formulas that follow, a reference that closes."""

import inspect

import numpy as np
import pytest

import linkwright as lw

MACHINES = [getattr(lw.mechanisms, name) for name in lw.mechanisms.__all__]
SHAPE = {
    "n",
    "axes",
    "spatial",
    "J4",
    "c4",
    "base",
    "platform",
    "limbs",
    "parameters",
    "friction",
    "drives_alone",
    "load_torques",
}  # what decides the parts, not a number of them
PLANE = [lw.mechanisms.four_bar, lw.mechanisms.slider_crank, lw.mechanisms.double_pendulum]


@pytest.mark.parametrize("make", MACHINES, ids=lambda make: make.__name__)
def test_every_number_has_a_unit_a_meaning_and_the_machine_a_source(make):
    machine = make()
    assert machine.title
    assert machine.description
    assert machine.sources
    assert all(parameter.meaning for parameter in machine.parameters)
    assert [p.name for p in machine.parameters if not p.unit] in ([], ["eta"], ["i_r"])  # a ratio has no unit
    options = {name: kind.default for name, kind in inspect.signature(make).parameters.items()}
    numbers = set()
    for name, default in options.items():
        if name in SHAPE:
            continue
        numbers |= {f"{name}{axis}" for axis in "xyz"} if isinstance(default, tuple) else {name}
    flags = {name for name, default in options.items() if isinstance(default, bool)}
    assert {parameter.name for parameter in machine.parameters} == numbers - SHAPE - flags


@pytest.mark.parametrize("make", PLANE, ids=lambda make: make.__name__)
def test_a_uniform_bar_follows_its_length_unless_its_inertia_is_given(make):
    dynamics = lw.compile(lw.formalisms.modular(make()))
    longer = dynamics.with_parameters(l_2=0.17).parameters
    assert longer["J_2"] == pytest.approx(longer["m_2"] * 0.17**2 / 12, rel=1e-15)
    assert longer["c_2"] == 0.17 / 2
    held = lw.compile(lw.formalisms.modular(make(J_2=0.5))).with_parameters(l_2=0.17).parameters
    assert held["J_2"] == 0.5


@pytest.mark.parametrize("make", PLANE, ids=lambda make: make.__name__)
def test_without_gravity_and_drive_a_machine_at_rest_stays_so(make):
    dynamics = lw.compile(lw.formalisms.modular(make(g=0.0)))
    accelerations = dynamics.forward(dynamics.reference, dict.fromkeys(dynamics.inputs, 0.0))
    np.testing.assert_allclose(list(accelerations.values()), 0.0, atol=1e-12)

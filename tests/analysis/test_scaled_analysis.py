"""Analyses of machines with lengths x 1e-6 to 1e3 and masses x 1e-6 to 1e6: the same answers but for their units."""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.scaled_machines import EXTREMES, Scaled
from linkwright.analysis import diagnose, equilibrium, linearize
from linkwright.analysis.linear.point import point_at
from linkwright.dynamics import Refused

CORNERS = [(1e-6, 1e6), (1e3, 1e-6)]
QUICK = [("four_bar", "modular"), ("three_rrr", "kane"), ("whipple_bicycle", "kane")]
COUNTS = (
    *(
        "directions",
        "constraints",
        "degrees_of_freedom",
        "degrees_of_freedom_general",
        "redundant",
        "redundant_general",
    ),
    *("groups", "reactions", "releases", "massless", "currents", "speeds_only", "shared"),
)
LIBRARY = [name for name in table.LIBRARY if name != "stick_slip"]
"""A particle on a spring has no length among its parameters, so it is measured in metres."""
CLOSE = 1e-7
"""Newton steps of an equilibrium end at 1e-8 of the accelerations of free parts."""


def compiled(name, formalism):
    return lw.compile(getattr(lw.formalisms, formalism)(table.machine(name)))


def check_diagnosis(base, scaled):
    wanted, found = diagnose(base), diagnose(scaled.dynamics)
    for count in COUNTS:
        assert getattr(found, count) == getattr(wanted, count), count
    assert found.rank_margin == pytest.approx(wanted.rank_margin, rel=CLOSE)
    assert [mode.rate for mode in found.fast] == pytest.approx([mode.rate for mode in wanted.fast], rel=1e-6)


def check_equilibrium(base, scaled):
    try:
        wanted = equilibrium(base)
    except Refused:
        with pytest.raises(Refused):
            equilibrium(scaled.dynamics)
        return
    found = equilibrium(scaled.dynamics)
    # A blade on a plane rests anywhere: the state found must be one of rest, not the same.
    state = base.state(found.state.q / scaled.coordinates, found.state.v / scaled.speeds)
    inputs = {name: x / scaled.inputs[name] for name, x in found.inputs.items()}
    left = base.forward(state, inputs)
    held = base.forward(wanted.state, wanted.inputs)
    u = np.array([inputs[name] for name in base.inputs])
    assert max(abs(left[name] - held[name]) for name in left) <= CLOSE * point_at(base, state, u).free


def check_linearization(base, scaled):
    try:
        held = equilibrium(base)
        wanted = linearize(base, held.state, held.inputs)
    except Refused:
        return
    other = scaled.dynamics
    state = other.state(held.state.q * scaled.coordinates, held.state.v)
    found = linearize(other, state, {name: x * scaled.inputs[name] for name, x in held.inputs.items()})
    assert found.states == wanted.states
    units = np.array([scaled.of(wanted.units[name]) for name in wanted.states])
    A = found.A / units[:, None] * units
    assert np.allclose(A, wanted.A, rtol=0.0, atol=1e-6 * max(1.0, float(np.max(np.abs(wanted.A), initial=0.0))))
    B = found.B / units[:, None] * [scaled.inputs[name] for name in wanted.inputs]
    assert np.allclose(B, wanted.B, rtol=0.0, atol=1e-6 * max(1.0, float(np.max(np.abs(wanted.B), initial=0.0))))


CHECKS = {"diagnosis": check_diagnosis, "equilibrium": check_equilibrium, "linearization": check_linearization}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("question", CHECKS)
@pytest.mark.parametrize(("name", "formalism"), QUICK)
def test_analyses_do_not_depend_on_the_units_of_length_and_mass(name, formalism, question):
    base = compiled(name, formalism)
    for length, mass in CORNERS:
        CHECKS[question](base, Scaled(base, length, mass))


@pytest.mark.long
@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc"])
@pytest.mark.parametrize("name", LIBRARY)
def test_analyses_of_every_machine(name, formalism):
    base = compiled(name, formalism)
    for length, mass in EXTREMES:
        scaled = Scaled(base, length, mass)
        for check in CHECKS.values():
            check(base, scaled)


def test_the_unit_of_a_voltage_does_not_decide_which_accelerations_it_can_change():
    """Motors in volts that are 1e18 times as large: their inductances are as small beside the rows of the shafts."""
    base = compiled("mast_3prs", "kane")
    check_equilibrium(base, Scaled(base, 1e-6, 1e-6))

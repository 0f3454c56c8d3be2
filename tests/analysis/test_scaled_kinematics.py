"""Kinematics of parallel machines with lengths x 1e-6 to 1e3: the same answers but for their units."""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.scaled_machines import EXTREMES, Scaled
from linkwright.analysis import Kinematics
from linkwright.dynamics import Refused

CORNERS = [(1e-6, 1e6), (1e3, 1e-6)]
PLATFORMS = ["three_rrr", "three_prs", "delta", "three_rps"]
CLOSE = 1e-9
MARGINS = ("parallel", "serial", "constraint", "dexterity")


def compiled(name, formalism):
    return lw.compile(getattr(lw.formalisms, formalism)(table.machine(name)))


def check_rates(base, scaled):
    """Names, characteristic length, Jacobian, margins and a position problem."""
    wanted, found = Kinematics.of(base), Kinematics.of(scaled.dynamics)
    assert (found.inputs, found.twist, found.pose) == (wanted.inputs, wanted.twist, wanted.pose)
    assert found.degrees_of_freedom == wanted.degrees_of_freedom
    assert found.length / scaled.of("m") == pytest.approx(wanted.length, rel=CLOSE)
    J = wanted.jacobian(base.reference)
    units = np.outer([scaled.rates[x] for x in wanted.twist], [1 / scaled.rates[a] for a in wanted.inputs])
    even = found.jacobian(scaled.dynamics.reference) / units
    assert np.allclose(even, J, rtol=0.0, atol=CLOSE * float(np.max(np.abs(J))))
    here, there = wanted.singularity(base.reference), found.singularity(scaled.dynamics.reference)
    assert there.kinds == here.kinds
    for margin in MARGINS:
        assert getattr(there, margin) == pytest.approx(getattr(here, margin), rel=1e-8), margin
    moved = {name: base.reference.positions[name] + 0.02 for name in wanted.inputs}
    state = wanted.direct(moved)
    other = found.direct({name: value * scaled.positions[name] for name, value in moved.items()})
    for name, value in state.positions.items():
        if np.isfinite(value):
            assert other.positions[name] / scaled.positions[name] == pytest.approx(value, rel=CLOSE, abs=CLOSE), name


def check_workspace(base, scaled, resolution):
    kinematics, other = Kinematics.of(base), Kinematics.of(scaled.dynamics)
    across = kinematics.pose[:2]
    middle = base.reference.positions
    # Odd shares of the machine: no point of the grid lies on an edge by symmetry.
    ranges = {name: (middle[name] - 0.0517, middle[name] + 0.0631) for name in across}
    there = {name: tuple(x * scaled.positions[name] for x in ends) for name, ends in ranges.items()}
    wanted = kinematics.workspace(ranges, resolution=resolution)
    found = other.workspace(there, resolution=resolution)
    assert np.array_equal(found.reached, wanted.reached)
    assert np.array_equal(found.allowed, wanted.allowed)
    for margin in MARGINS:
        x, y = getattr(found, margin), getattr(wanted, margin)
        assert np.allclose(x, y, rtol=1e-7, atol=1e-9, equal_nan=True), margin


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "formalism"), [("three_rrr", "modular"), ("three_prs", "kane")])
def test_kinematics_do_not_depend_on_the_unit_of_length(name, formalism):
    base = compiled(name, formalism)
    for length, mass in CORNERS:
        scaled = Scaled(base, length, mass)
        check_rates(base, scaled)
        check_workspace(base, scaled, 5)


def test_a_set_that_leaves_a_freedom_open_is_refused_in_every_unit_of_length():
    base = compiled("three_rrr", "kane")
    for length, mass in CORNERS:
        kinematics = Kinematics.of(Scaled(base, length, mass).dynamics)
        with pytest.raises(Refused, match="2 independent quantities were given for 3 degrees of freedom"):
            kinematics.solve({"A.phi": 0.1, "B.phi": 0.1})


@pytest.mark.long
@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc"])
@pytest.mark.parametrize("name", PLATFORMS)
def test_kinematics_of_every_platform(name, formalism):
    base = compiled(name, formalism)
    for length, mass in EXTREMES:
        scaled = Scaled(base, length, mass)
        check_rates(base, scaled)
        check_workspace(base, scaled, 9)

"""Inverse dynamics along motions of machines with lengths x 1e-6 to 1e3 and masses x 1e-6 to 1e6."""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.scaled_machines import EXTREMES, Scaled

CORNERS = [(1e-6, 1e6), (1e3, 1e-6)]
DRIVEN = {
    "four_bar": ("phi",),
    "parallelogram": ("phi",),
    "double_pendulum": ("theta1", "theta2"),
    "three_rrr": ("platform.x", "platform.y", "platform.theta"),
    "three_prs": ("rho1", "rho2", "rho3"),
    "delta": ("theta1", "theta2", "theta3"),
}
"""Quantities that are moved, of lengths and of angles."""
TOLERANCE = 1e-9
"""Of the largest number of its kind: the motions keep away from singular configurations."""


def moved(base, names, scaled=None):
    """A motion by 0.06 (rad or m), times the unit; so few samples that each needs several Newton steps."""
    factors = {name: 1.0 if scaled is None else scaled.positions[name] for name in names}
    start = {name: base.reference.positions[name] for name in names}
    return lw.Motion(
        {name: lw.laws.Cycloid(start[name] * x, (start[name] + 0.06) * x, 1.0) for name, x in factors.items()},
        samples=4,
    )


def check(name, formalism, extremes):
    base = lw.compile(getattr(lw.formalisms, formalism)(table.machine(name)))
    names = DRIVEN[name]
    wanted = base.inverse(moved(base, names))
    for length, mass in extremes:
        scaled = Scaled(base, length, mass)
        found = scaled.dynamics.inverse(moved(base, names, scaled))
        assert found.certificate.verdict == wanted.certificate.verdict
        for channel, unit in [(x, scaled.inputs[x]) for x in base.inputs] + list(scaled.positions.items()):
            if channel in wanted:
                x, y = found[channel] / unit, wanted[channel]
                error = float(np.nanmax(np.abs(x - y), initial=0.0))
                assert error <= TOLERANCE * max(1.0, float(np.nanmax(np.abs(y), initial=0.0))), channel


@pytest.mark.parametrize(
    ("name", "formalism"), [("parallelogram", "modular"), ("three_rrr", "kane"), ("three_prs", "modular")]
)
def test_inputs_along_a_motion_do_not_depend_on_the_units_of_length_and_mass(name, formalism):
    check(name, formalism, CORNERS)


@pytest.mark.long
@pytest.mark.parametrize("formalism", table.FORMALISMS)
@pytest.mark.parametrize("name", DRIVEN)
def test_inputs_along_motions_by_every_formalism(name, formalism):
    check(name, formalism, EXTREMES)


def test_shares_of_the_effort_do_not_depend_on_the_units_of_length_and_mass():
    base = lw.compile(lw.formalisms.modular(table.machine("three_prs")))
    names = DRIVEN["three_prs"]
    wanted = lw.analysis.effort(base, base.inverse(moved(base, names)))
    for length, mass in CORNERS:
        scaled = Scaled(base, length, mass)
        found = lw.analysis.effort(scaled.dynamics, scaled.dynamics.inverse(moved(base, names, scaled)))
        units = [scaled.inputs[name] for name in found.inputs]
        size = float(np.max(np.abs(wanted.total)))
        for effect, share in wanted.shares.items():
            assert np.allclose(found.shares[effect] / units, share, rtol=0.0, atol=1e-8 * size), effect

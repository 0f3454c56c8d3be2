"""Readability, counted by hand on machines whose equations are a few terms."""

import pytest

import linkwright as lw
from linkwright import formalisms
from linkwright.analysis import compare
from linkwright.analysis.formalisms.reading import reading

pytest.importorskip("sympy", reason="SymPy is an optional library")

M, J, C, G = (
    lw.Parameter("m", 1.0, "kg", "mass"),
    lw.Parameter("J", 0.1, "kg m^2", "inertia"),
    lw.Parameter("c", 0.3, "m", "distance of the mass centre from the pin"),
    lw.Parameter("g", 9.81, "m/s^2", "gravity"),
)


def bar():
    return lw.Body(M, J, (0.0, -C), points={"pin": (0.0, 0.0)})


def pendulum(*, second):
    """A bar on a pin, with a torque; a second bar of the same numbers on the first, at the same pin."""
    parts, joints = {"first": bar()}, {"pin": lw.Revolute("ground", "first.pin")}
    if second:
        parts["second"] = bar()
        joints["hinge"] = lw.Revolute("first.pin", "second.pin")
    else:
        joints["drive"] = lw.Torque("pin.angle", input="tau")
    return lw.Mechanism("pendulum", parts, joints, parameters=[M, J, C, G], gravity=(0.0, -G))


@pytest.mark.parametrize("name", ["kane", "lagrange", "boltzmann_hamel"])
def test_pendulum_has_four_terms_in_one_equation(name):
    """(J + m c^2) phi'' = -m g c sin(phi) + tau."""
    found = reading(lw.compile(getattr(formalisms, name)(pendulum(second=False))))
    assert (found.terms, found.equations, found.printed, found.named, found.depth) == (4, 1, 4, 1.0, 1)
    assert found.terms_per_equation == 4.0
    assert found.effort == 4.0


def test_terms_that_two_bodies_share_are_not_named():
    """Relative angles a, b: M11 = 2 J + 2 m c^2 and f1 = -m g c (sin(a) + sin(a + b)) are of both bars.

    M12 = M21 = M22 = J + m c^2 and f2 = -m g c sin(a + b) are of the second alone.
    """
    found = reading(lw.compile(formalisms.kane(pendulum(second=True))))
    assert (found.terms, found.equations, found.depth) == (2 + 3 * 2 + 1 + 1, 2, 1)
    assert found.named == pytest.approx(7 / 10, rel=1e-15)


def test_depth_counts_levels_and_types_are_printed_once():
    found = reading(lw.compile(formalisms.modular(lw.mechanisms.three_rrr(motors=False))))
    assert found.depth == 3  # parts, legs, machine
    assert found.equations == 15 + 12
    assert found.printed < found.terms  # three legs, printed once
    assert reading(lw.compile(formalisms.maggi(lw.mechanisms.three_rrr(motors=False)))).depth == 2


@pytest.mark.long
def test_comparison_reads_every_formalism():
    found = compare(pendulum(second=False), states=2)
    assert all(row.reading is not None and 0 < row.reading.named <= 1 for row in found.rows)
    assert any(line.startswith("For reading take") for line in found.recommendation)

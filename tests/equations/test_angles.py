"""Sums of sines and cosines made shorter: their numbers are whole, fractions or decimals, also side by side."""

import pytest

sympy = pytest.importorskip("sympy")

from linkwright.equations.printing.angles import Expansion, as_expression, join_terms  # noqa: E402  it needs SymPy

a, b, k = sympy.symbols("a b k")


@pytest.mark.parametrize(
    ("expression", "shorter"),
    [
        (k * sympy.sin(a) ** 2 / 2 - sympy.Float(0.5) * k * sympy.cos(a) ** 2, -k * sympy.cos(2 * a) / 2),
        (k * sympy.sin(a) ** 2 / 2 + sympy.Float(0.5) * k * sympy.cos(a) ** 2, k / 2),
        (k / 2 - sympy.Float(0.5) * k * sympy.cos(a) ** 2, k * sympy.sin(a) ** 2 / 2),
        (
            sympy.sin(a) * sympy.cos(b) / 2 + sympy.Float(0.5) * sympy.cos(a) * sympy.sin(b),
            sympy.sin(a + b) / 2,
        ),
    ],
    ids=["twice the angle", "one", "the other square", "sum of angles"],
)
def test_fractions_and_decimals_are_joined(expression, shorter):
    """A formula has a half, the number beside it is one of the description: they are equal numbers."""
    found = as_expression(join_terms(Expansion().multiply_out(expression)))
    assert sympy.nsimplify(found - shorter, rational=True) == 0
    assert sympy.count_ops(found) <= sympy.count_ops(shorter) + 1

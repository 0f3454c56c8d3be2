"""Lengths and common factors of expressions, against SymPy's `count_ops` and `factor_terms`, which walk each anew."""

import random

import pytest

sympy = pytest.importorskip("sympy", reason="SymPy is an optional library")

from linkwright.equations.printing.angles import Expansion, as_expression  # noqa: E402  after the check for SymPy
from linkwright.equations.printing.factoring import common_factors_in_front  # noqa: E402
from linkwright.equations.printing.lengths import Lengths  # noqa: E402

A, B, X, Y = sympy.symbols("a b x y", real=True)
ANGLES = (X, Y, X + Y, X - Y, X + sympy.pi / 6, X - sympy.Float(5.23598775598299), 2 * X)
NUMBERS = tuple(map(sympy.sympify, ("1", "-1", "2", "-3", "1/2", "-2/3", "sqrt(3)/2", "-0.25", "7")))


def grown(choose, depth):
    """An expression from sums, products, powers and functions, as operators make them."""
    if depth == 0:
        return choose.choice((A, B, X, Y, *NUMBERS))
    parts = [grown(choose, depth - 1) for _ in range(choose.randint(1, 3))]
    kind = choose.randrange(7)
    if kind == 0:
        return sympy.Mul(*parts)
    if kind == 1:
        return parts[0] ** choose.choice((2, 3, -1, -2))
    if kind == 2:
        return choose.choice((sympy.sin, sympy.cos))(choose.choice(ANGLES)) * sympy.Add(*parts)
    if kind == 3:
        return sympy.factor_terms(sympy.Add(*parts))  # numbers stay in front of sums
    if kind == 4:
        return parts[0] / choose.choice((sympy.sqrt(A), sympy.Abs(B), sympy.exp(X)))
    return sympy.Add(*parts)


@pytest.mark.parametrize("seed", range(8))
def test_lengths_are_those_of_sympy(seed):
    choose, lengths = random.Random(seed), Lengths()
    for _ in range(60):
        found = grown(choose, choose.randint(1, 3))
        if found.is_finite is not False and not found.has(sympy.nan, sympy.zoo):
            assert lengths.of(found) == found.count_ops(), sympy.srepr(found)


@pytest.mark.parametrize(
    "text",
    ["-(x + y)", "-2*(x - y)", "(x + y)/2", "-(x + y)/2", "-x", "1 - x", "-x - y", "x - 0.5", "-0.5*x - y", "3", "-1/2",
     "sqrt(2)*x/3", "x*(-y - 1)", "1/x", "-1/(2*x)", "Piecewise((x, x > 0), (y, True))", "x**(a + b)", "exp(x)*y"],
)  # fmt: skip
def test_lengths_of_signs_numbers_and_fractions(text):
    with sympy.evaluate(False):
        written = sympy.sympify(text, locals={"x": X, "y": Y, "a": A, "b": B})
    evaluated = sympy.sympify(text, locals={"x": X, "y": Y, "a": A, "b": B})
    in_front = sympy.factor_terms(evaluated)
    lengths = Lengths()
    assert lengths.of(evaluated) == evaluated.count_ops()
    assert lengths.of(in_front) == in_front.count_ops()
    # What is written without evaluation may have numbers in any place, which no printed entry has: only signs of sums.
    if text.startswith("-(x + y)") and "/" not in text:
        assert lengths.of(written) == written.count_ops()


@pytest.mark.parametrize("seed", range(8))
def test_common_factors_are_those_of_sympy(seed):
    """The same expressions in the same form; some with fractions and functions that are left to SymPy."""
    choose = random.Random(seed)
    factors = (A, B, X, Y, *[f(angle) for f in (sympy.sin, sympy.cos) for angle in ANGLES])
    for _ in range(25):
        shared = sympy.Mul(*choose.choices(factors, k=choose.randint(0, 2)))
        number = choose.choice((1, 1, 2, -3, 6, sympy.Rational(1, 2)))
        terms = [
            number * choose.choice((1, -1, 2, 4, -5)) * shared * sympy.Mul(*choose.choices(factors, k=2))
            for _ in range(choose.randint(1, 4))
        ]
        table = Expansion().multiply_out(sympy.Add(*terms))
        whole = as_expression(table)
        found, expected = common_factors_in_front(table, whole), sympy.factor_terms(whole)
        assert found == expected
        assert sympy.srepr(found) == sympy.srepr(expected)
        assert sympy.expand(found - whole) == 0


def test_a_sign_that_all_terms_have_stands_in_front():
    table = Expansion().multiply_out(-4 * A * X - 6 * A * Y)
    assert str(common_factors_in_front(table, as_expression(table))) == "-2*a*(2*x + 3*y)"
    table = Expansion().multiply_out(-X - Y)
    assert str(common_factors_in_front(table, as_expression(table))) == "-(x + y)"

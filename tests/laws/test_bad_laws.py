"""Bad input to laws is refused in words: what was got, what was expected, what to do, all faults at once."""

from math import inf, nan

import casadi
import numpy as np
import pytest

from linkwright.laws import (
    Chirp,
    Constant,
    Cycloid,
    Expression,
    PiecewisePolynomial,
    Polynomial,
    Scaled,
    SCurve,
    Sequence,
    Sine,
    Spline,
    Sum,
    Table,
    Trapezoid,
)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Constant(nan), "value is nan"),
        (lambda: Constant(1.0, -1.0), "duration is -1.0"),
        (lambda: Constant("a"), "value is 'a'"),
        (lambda: Cycloid(0.0, 1.0, 0.0), "duration is 0.0, expected a number above zero"),
        (lambda: Cycloid(0.0, inf, -1.0), "(?s)2 faults.*end is inf.*duration is -1.0"),
        (lambda: Polynomial((), 1.0), "length 0"),
        (lambda: Polynomial((1.0, nan), -2.0), r"(?s)2 faults.*coefficients\[1\] is nan.*duration is -2.0"),
        (lambda: Polynomial.between((0, 0, 0, 0, 0), (1,), 0), "(?s)at most 4.*duration is 0"),
        (lambda: Trapezoid(0, 1, max_speed=1.0), "at least two"),
        (lambda: Trapezoid(0, 1, max_speed=0.0, max_acceleration=-1), "(?s)max_speed is 0.0.*max_acceleration is -1"),
        (lambda: Trapezoid(0, 1, max_speed=0.5, duration=2.0), "mean speed"),
        (lambda: Trapezoid(0, 1, max_speed=3.0, duration=1.0), "a triangle"),
        (lambda: Trapezoid(0, 1, max_acceleration=3.0, duration=1.0), "at least 4.0"),
        (lambda: Trapezoid(0, 1, max_acceleration=4.0, max_speed=1.0, duration=1.0), "needs 2.0"),
        (lambda: SCurve(0, 1, max_speed=0, max_acceleration=-1, max_jerk=nan), "(?s)3 faults.*speed.*accel.*jerk"),
        (lambda: Spline((0.0, 1.0, 1.0), (0, 1, 2)), "does not come after"),
        (lambda: Spline((0.0, 1.0), (0, 1, 2)), "2 entries and values has 3"),
        (lambda: Spline((0.0, 1.0), (0, 1), ends="free"), "at least 6"),
        (
            lambda: Spline((0.0, 1.0), (0, 1), "cubik", ends="loose"),
            "(?s)2 faults.*Did you mean 'cubic'.*ends is 'loose'",
        ),
        (lambda: Sine(1.0, 0.0), "cycles per second"),
        (lambda: Chirp(1, 0, -1, duration=0, spacing="log"), "(?s)4 faults.*logarithmic"),
        (lambda: Table((0.0, 1.0), (0.0, 1.0), "linera"), "Did you mean 'linear'"),
        (lambda: Table((1.0, 0.0), (0.0, nan)), r"(?s)does not come after.*values\[1\] is nan"),
        (lambda: Table((), ()), "length 0"),
        (lambda: Table([[0.0], [1.0]], (0.0, 1.0)), r"shape \(2, 1\)"),
        (lambda: Table("ab", (0.0, 1.0)), "sequence of numbers"),
        (lambda: Expression(lambda t: casadi.vertcat(t, t)), "one number"),
        (lambda: Expression(lambda t: casadi.SX.sym("u") * t), "depends on 'u'"),
        (lambda: Expression(lambda t: abs(t) if t > 0 else 0), "if_else"),
        (lambda: Expression("sin(t)"), "expected a CasADi SX"),
        (lambda: Expression(lambda t: t, casadi.SX.sym("s", 2), duration=-1), "(?s)duration is -1.*symbol is"),
        (lambda: Sequence(()), "at least one law"),
        (lambda: Sequence((Sine(1, 1), Constant(1.0), "x")), r"laws\[2\]"),
        (lambda: Sequence((Sine(1, 1), Constant(1.0), Sine(1, 1))), r"(?s)laws\[0\].*laws\[1\]"),
        (lambda: Sum(()), "at least one law"),
        (lambda: Scaled(Constant(1.0), nan), "factor is nan"),
        (lambda: PiecewisePolynomial([0.0, 1.0], [[1.0], [2.0]]), "one row per piece"),
    ],
)
def test_bad_input_is_refused_in_words(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_a_law_refuses_orders_and_times_it_does_not_know():
    law = Cycloid(0.0, 1.0, 1.0)
    with pytest.raises(ValueError, match="derivative is 4"):
        law(0.5, 4)
    with pytest.raises(ValueError, match="finite times"):
        law([0.0, np.nan])


def test_laws_combine_with_laws_and_numbers_only():
    law = Cycloid(0.0, 1.0, 1.0)
    for operation in (lambda: law + "x", lambda: law - None, lambda: law * law):
        with pytest.raises(TypeError):
            operation()

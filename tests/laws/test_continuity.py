"""Times at which derivatives of laws jump, by order, against laws whose jumps are known."""

import casadi as ca
import pytest

import linkwright as lw
from linkwright.laws import Constant, Cycloid, Expression, Polynomial, SCurve, Sequence, Spline, Table, Trapezoid
from linkwright.laws.continuity import jumps

TRAPEZOID = Trapezoid(0.0, 1.0, max_speed=0.5, max_acceleration=1.0)
QUINTIC = Polynomial.between((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 1.0)
LAWS = {
    "trapezoid": (TRAPEZOID, 2.5, {2: (0.5, 2.0)}),
    "trapezoid within rests": (
        Sequence((Constant(0.0, 1.0), TRAPEZOID, Constant(1.0))),
        5.0,
        {2: (1.0, 1.5, 3.0, 3.5)},
    ),
    "S-curve": (SCurve(0.0, 1.0, max_speed=0.5, max_acceleration=1.0, max_jerk=4.0), 2.75, {}),
    "cycloid within rests": (Sequence((Constant(0.0, 1.0), Cycloid(0.0, 1.0, 1.0), Constant(1.0))), 3.0, {}),
    "quintic within rests": (Sequence((Constant(0.0, 1.0), QUINTIC, Constant(1.0))), 3.0, {}),
    "quintic spline": (Spline((0.0, 0.3, 1.0, 2.0), (0.0, 0.5, 0.2, 1.0)), 2.0, {}),
    "cubic spline, held before and after": (Spline((0.5, 1.0, 2.0), (0.0, 0.5, 0.2), "cubic"), 3.0, {2: (0.5, 2.0)}),
    "linear table": (Table((0.0, 0.5, 2.0), (0.0, 1.0, 0.0)), 2.0, {1: (0.5,), 2: (0.5,)}),
    "held table": (Table((0.0, 0.5, 1.0), (0.0, 1.0, 0.0), "held"), 2.0, dict.fromkeys(range(3), (0.5, 1.0))),
    "sum": (Cycloid(0.0, 1.0, 2.5) + TRAPEZOID, 2.5, {2: (0.5, 2.0)}),
    "expression with a bend of its speed": (Expression(lambda t: ca.fabs(t - 0.7) * (t - 0.7)), 2.0, {2: (0.7,)}),
    "expression of lw.t": (lw.laws.as_law(ca.if_else(lw.t < 0.25, 0.0, lw.t - 0.25)), 1.0, {1: (0.25,), 2: (0.25,)}),
    "expression within others": (
        Sequence(
            (Constant(0.0, 1.0), 2 * Expression(lambda t: ca.fabs(t - 0.5) ** 3 + ca.fmax(t, 0.75), duration=2.0))
        ),
        2.5,
        dict.fromkeys(range(3), (1.0, 1.75)) | {0: (1.0,)},
    ),
    "expression that jumps nowhere": (Expression(lambda t: ca.fabs(t - 0.7) * (t - 0.7) ** 4), 2.0, {}),
}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("order", [0, 1, 2])
def test_jumps_inside_are_found_by_their_order(name, order):
    law, end, wanted = LAWS[name]
    assert jumps(law, order, end) == pytest.approx(wanted.get(order, ()), abs=1e-12)

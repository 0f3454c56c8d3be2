"""A function at many points at once gives the numbers of CasADi's virtual machine, to the last bit."""

import casadi as ca
import numpy as np
import pytest

from linkwright.codegen import Columns
from linkwright.codegen.kernels.graph import _APPLY, _NAMES, POINTS_AT_ONCE

X, Y, P = ca.SX.sym("x"), ca.SX.sym("y"), ca.SX.sym("p", 2)
ONE = (
    ca.sin, ca.cos, ca.tan, ca.asin, ca.acos, ca.atan, ca.sinh, ca.cosh, ca.tanh, ca.asinh, ca.acosh, ca.atanh, ca.exp,
    ca.log, ca.log1p, ca.expm1, ca.sqrt, ca.fabs, ca.floor, ca.ceil, ca.sign, ca.erf, ca.logic_not,
)  # fmt: skip
TWO = (
    ca.plus, ca.minus, ca.times, ca.rdivide, ca.power, ca.fmin, ca.fmax, ca.atan2, ca.hypot, ca.fmod, ca.remainder,
    ca.copysign, ca.lt, ca.le, ca.eq, ca.ne, ca.logic_and, ca.logic_or,
)  # fmt: skip
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.5, 1e-300, 1e300, np.inf, -np.inf, np.nan])


def same(function, points, shared):
    """Outputs of both are equal, NaN at the same points."""
    ours = Columns(function)(points, shared)
    theirs = function.map(points.shape[1])(points, np.repeat(shared[:, None], points.shape[1], axis=1))
    for mine, other in zip(ours, theirs if isinstance(theirs, tuple) else (theirs,), strict=True):
        expected = np.asarray(other.full())
        assert np.array_equal(np.isnan(mine), np.isnan(expected))
        known = ~np.isnan(expected)
        assert np.array_equal(mine[known], expected[known])


@pytest.mark.parametrize("operation", [*ONE, *TWO], ids=lambda operation: operation.__name__)
def test_operations(operation):
    """At random points and at those where functions are not defined."""
    point = ca.vertcat(X, Y)
    expression = operation(X) if operation in ONE else operation(X, Y)
    draw = np.random.default_rng(3)
    pairs = np.array([(a, b) for a in SPECIAL for b in SPECIAL]).T
    points = np.hstack([draw.normal(size=(2, 50)), draw.uniform(-1, 1, (2, 50)), 30 * draw.normal(size=(2, 50)), pairs])
    same(ca.Function("f", [point, P], [expression, P[0] * expression]), points, np.array([0.3, -2.0]))


def test_every_operation_is_known():
    assert set(_APPLY) == set(_NAMES.values())


def test_what_is_shared_and_more_points_than_go_at_once():
    """Outputs that are inputs, constants, functions of what is shared alone, and the same one twice."""
    point, draw = ca.vertcat(X, Y), np.random.default_rng(4)
    inner = ca.if_else(P[0] < X, ca.sin(P[1]) * X, Y)
    function = ca.Function("f", [point, P], [ca.vertcat(inner, inner, X, 3.0, ca.cos(P[0])), ca.horzcat(Y, inner * Y)])
    shared = np.array([0.1, 0.7])
    points = draw.normal(size=(2, 2 * POINTS_AT_ONCE + 5))
    found = Columns(function)(points, shared)
    expected = function.map(points.shape[1])(points, np.repeat(shared[:, None], points.shape[1], axis=1))
    assert np.array_equal(found[0], expected[0].full())
    assert found[1].shape == (2, points.shape[1])
    assert np.array_equal(found[1].ravel(order="F"), expected[1].full().ravel(order="F"))

"""A function at many points at once gives the numbers of CasADi's virtual machine, to the last bit.

It does so on NumPy arrays, at the first call, and in machine code, from the second on.
"""

import casadi as ca
import numpy as np
import pytest

from linkwright.codegen import columns
from linkwright.codegen.kernels.graph import _APPLY, _NAMES, POINTS_AT_ONCE
from linkwright.codegen.library import _llvmlite

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


BACKENDS = ("vm", pytest.param("llvm", marks=pytest.mark.skipif(not _llvmlite(), reason="llvmlite is not there")))


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch):
    """Nothing is stored: the first call is on NumPy arrays."""
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")


def at_points(function, points, shared, backend):
    """Outputs at all points: of the first call, and of one more, which machine code makes if the backend is that."""
    found = columns(function, shared=[1], backend=backend)
    first, second = found(points, shared), found(points, shared)
    assert (found._code is not None) == (backend == "llvm")
    return first, second


def same(function, points, shared):
    """Outputs of all are equal, NaN at the same points."""
    theirs = function.map(points.shape[1])(points, np.repeat(shared[:, None], points.shape[1], axis=1))
    for ours in at_points(function, points, shared, "llvm" if _llvmlite() else "vm"):
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


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_shared_and_more_points_than_go_at_once(backend):
    """Outputs that are inputs, constants, functions of what is shared alone, and the same one twice.

    A product and a sum are rounded one after the other, as two operations.
    """
    point, draw = ca.vertcat(X, Y), np.random.default_rng(4)
    inner = ca.if_else(P[0] < X, ca.sin(P[1]) * X, Y) + X * Y - P[0] * ca.cos(X)
    function = ca.Function("f", [point, P], [ca.vertcat(inner, inner, X, 3.0, ca.cos(P[0])), ca.horzcat(Y, inner * Y)])
    shared = np.array([0.1, 0.7])
    points = draw.normal(size=(2, 2 * POINTS_AT_ONCE + 5))
    expected = function.map(points.shape[1])(points, np.repeat(shared[:, None], points.shape[1], axis=1))
    for found in at_points(function, points, shared, backend):
        assert np.array_equal(found[0], expected[0].full())
        assert found[1].shape == (2, points.shape[1])
        assert np.array_equal(found[1].ravel(order="F"), expected[1].full().ravel(order="F"))
    other = columns(function, shared=[1], backend=backend)
    assert np.array_equal(other(points[:, 3:4], shared)[0], expected[0].full()[:, 3:4])


@pytest.mark.skipif(not _llvmlite(), reason="llvmlite is not there")
def test_code_is_found_again(monkeypatch, tmp_path):
    """What was compiled is in the cache: then the first call is machine code too; other shared inputs are another."""
    monkeypatch.setenv("LINKWRIGHT_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    function, points, shared = ca.Function("f", [X, P], [ca.sin(X) * P[0]]), np.ones((1, 5)), np.array([2.0, 0.0])
    expected = at_points(function, points, shared, "llvm")[0]
    again = columns(function, shared=[1])
    assert np.array_equal(again(points, shared)[0], expected[0])
    assert again._code is not None
    own = columns(function)
    assert np.array_equal(own(points, np.repeat(shared[:, None], 5, axis=1))[0], expected[0])
    assert own._code is None

"""Kernels find sines and cosines of four angles at a time: every number of angles, every kind, against `math`."""

from __future__ import annotations

import math

import casadi
import numpy as np
import pytest

from linkwright import codegen

SPECIAL = [0.0, -0.0, np.inf, np.nan, 1e5, -1e5, 1e300, 5e-324, 2.0**-30, math.pi, -3 * math.pi / 2]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 9])
def test_each_angle_gets_its_own_sine_and_cosine(count: int) -> None:
    rng = np.random.default_rng(count)
    x = casadi.SX.sym("x", count)
    function = casadi.Function("f", [x], [casadi.sin(x), casadi.cos(x)])
    kernel = codegen.build({"f": function}).kernel("f")
    sine, cosine = np.zeros(count), np.zeros(count)
    for points in (rng.uniform(-10, 10, count), rng.uniform(-1e4, 1e4, count), rng.choice(SPECIAL, count)):
        kernel(points, sine, cosine)
        with np.errstate(invalid="ignore"):
            expected = np.sin(points), np.cos(points)
        for found, wanted in zip((sine, cosine), expected, strict=True):
            finite = np.isfinite(wanted)
            np.testing.assert_array_equal(finite, np.isfinite(found))
            np.testing.assert_array_max_ulp(found[finite], wanted[finite], maxulp=2)


def test_angles_made_of_others_and_angles_of_sines(backend: str) -> None:
    """Sums of inputs are angles like others; the sine of a sine waits for the inner one; constants are angles too."""
    x, y, z = casadi.SX.sym("x"), casadi.SX.sym("y"), casadi.SX.sym("z")
    outputs = [
        casadi.sin(x + y) * casadi.cos(x),
        casadi.sin(casadi.sin(x) + z),
        casadi.cos(x * y * z - 1) + x * y,
        casadi.cos(casadi.cos(casadi.sin(y))),
        casadi.sin(casadi.sqrt(z)),
        casadi.sin(x) + y,
    ]
    kernel = codegen.build({"f": casadi.Function("f", [x, y, z], [casadi.vertcat(*outputs)])}, backend=backend).kernel(
        "f"
    )
    a, b, c = 0.7, -1.9, 2.3
    found = np.zeros(len(outputs))
    kernel(np.array([a]), np.array([b]), np.array([c]), found)
    wanted = [
        math.sin(a + b) * math.cos(a),
        math.sin(math.sin(a) + c),
        math.cos(a * b * c - 1) + a * b,
        math.cos(math.cos(math.sin(b))),
        math.sin(math.sqrt(c)),
        math.sin(a) + b,
    ]
    np.testing.assert_allclose(found, wanted, rtol=1e-15, atol=1e-16)


def test_outputs_may_lie_on_inputs() -> None:
    """All loads come before all stores, sines in fours too."""
    x = casadi.SX.sym("x", 6)
    kernel = codegen.build({"f": casadi.Function("f", [x], [casadi.sin(x) + x[::-1]])}).kernel("f")
    given = np.linspace(-2, 3, 6)
    values = given.copy()
    kernel(values, values)
    np.testing.assert_allclose(values, np.sin(given) + given[::-1], rtol=1e-15)

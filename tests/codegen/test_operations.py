"""Every operation against NumPy and math, on both backends."""

from __future__ import annotations

import math
from collections.abc import Callable

import casadi
import numpy as np
import pytest

from linkwright import codegen

ANY = (-20.0, 20.0)
UNIT = (-1.0, 1.0)
POSITIVE = (1e-3, 50.0)

UNARY: dict[str, tuple[Callable, Callable, tuple[float, float]]] = {
    "neg": (lambda x: -x, lambda x: -x, ANY),
    "sq": (lambda x: x * x, lambda x: x * x, ANY),
    "twice": (lambda x: 2 * x, lambda x: 2 * x, ANY),
    "inverse": (lambda x: 1 / x, lambda x: 1 / x, POSITIVE),
    "sqrt": (casadi.sqrt, math.sqrt, POSITIVE),
    "sin": (casadi.sin, math.sin, ANY),
    "cos": (casadi.cos, math.cos, ANY),
    "tan": (casadi.tan, math.tan, UNIT),
    "asin": (casadi.asin, math.asin, UNIT),
    "acos": (casadi.acos, math.acos, UNIT),
    "atan": (casadi.atan, math.atan, ANY),
    "sinh": (casadi.sinh, math.sinh, ANY),
    "cosh": (casadi.cosh, math.cosh, ANY),
    "tanh": (casadi.tanh, math.tanh, ANY),
    "asinh": (casadi.asinh, math.asinh, ANY),
    "acosh": (casadi.acosh, math.acosh, (1.0, 50.0)),
    "atanh": (casadi.atanh, math.atanh, (-0.99, 0.99)),
    "exp": (casadi.exp, math.exp, ANY),
    "log": (casadi.log, math.log, POSITIVE),
    "log1p": (casadi.log1p, math.log1p, POSITIVE),
    "expm1": (casadi.expm1, math.expm1, UNIT),
    "erf": (casadi.erf, math.erf, (-3.0, 3.0)),
    "fabs": (casadi.fabs, abs, ANY),
    "sign": (casadi.sign, np.sign, ANY),
    "floor": (casadi.floor, math.floor, ANY),
    "ceil": (casadi.ceil, math.ceil, ANY),
    "not": (casadi.logic_not, lambda x: float(x == 0), ANY),
    "cube": (lambda x: x**3, lambda x: x**3, ANY),
    "constpow": (lambda x: x**2.5, lambda x: x**2.5, POSITIVE),
}
BINARY: dict[str, tuple[Callable, Callable]] = {
    "add": (lambda x, y: x + y, lambda x, y: x + y),
    "sub": (lambda x, y: x - y, lambda x, y: x - y),
    "mul": (lambda x, y: x * y, lambda x, y: x * y),
    "div": (lambda x, y: x / y, lambda x, y: x / y),
    "pow": (lambda x, y: casadi.fabs(x) ** y, lambda x, y: abs(x) ** y),
    "atan2": (casadi.atan2, math.atan2),
    "hypot": (casadi.hypot, math.hypot),
    "fmod": (casadi.fmod, math.fmod),
    "remainder": (casadi.remainder, math.remainder),
    "fmin": (casadi.fmin, min),
    "fmax": (casadi.fmax, max),
    "copysign": (casadi.copysign, math.copysign),
    "lt": (lambda x, y: x < y, lambda x, y: float(x < y)),
    "le": (lambda x, y: x <= y, lambda x, y: float(x <= y)),
    "eq": (lambda x, y: x == y, lambda x, y: float(x == y)),
    "ne": (lambda x, y: x != y, lambda x, y: float(x != y)),
    "and": (casadi.logic_and, lambda x, y: float(x != 0 and y != 0)),
    "or": (casadi.logic_or, lambda x, y: float(x != 0 or y != 0)),
    "if_else": (lambda x, y: casadi.if_else(x > y, x * 3, casadi.sin(y)), lambda x, y: x * 3 if x > y else math.sin(y)),
}


@pytest.fixture(scope="module")
def rng() -> np.random.Generator:
    return np.random.default_rng(20)


def evaluate(library: codegen.Library, name: str, *columns: np.ndarray) -> np.ndarray:
    """One value for each row, by single calls and by the batch; the two must agree to a few roundings."""
    n = columns[0].size
    single, batch = np.zeros(n), np.zeros((n, 1))
    kernel = library.kernel(name)
    for row in range(n):
        kernel(*(column[row : row + 1] for column in columns), single[row : row + 1])
    library.batch(name)(n, *(column.reshape(n, 1).copy() for column in columns), batch)
    np.testing.assert_allclose(batch[:, 0], single, rtol=1e-15, atol=1e-16)
    return single


def test_unary(backend: str, rng: np.random.Generator) -> None:
    x = casadi.SX.sym("x")
    library = codegen.build(
        {name: casadi.Function(name, [x], [f(x)]) for name, (f, _, _) in UNARY.items()}, backend=backend
    )
    for name, (_, reference, bounds) in UNARY.items():
        values = rng.uniform(*bounds, 23)
        if name in ("sign", "not", "floor"):
            values[:3] = 0.0, -0.0, 2.0
        # Two libraries of mathematics may differ by an ulp or two.
        expected = [reference(value) for value in values]
        np.testing.assert_allclose(evaluate(library, name, values), expected, rtol=1e-15, atol=0, err_msg=name)


def test_binary(backend: str, rng: np.random.Generator) -> None:
    x, y = casadi.SX.sym("x"), casadi.SX.sym("y")
    functions = {name: casadi.Function(name, [x, y], [f(x, y)]) for name, (f, _) in BINARY.items()}
    library = codegen.build(functions, backend=backend)
    for name, (_, reference) in BINARY.items():
        a, b = rng.uniform(-5, 5, 23), rng.uniform(-5, 5, 23)
        if name in ("lt", "le", "eq", "ne", "and", "or"):
            a[:4], b[:4] = (0.0, 1.0, 0.0, 2.0), (0.0, 0.0, 3.0, 2.0)
        expected = [reference(u, v) for u, v in zip(a, b, strict=True)]
        np.testing.assert_allclose(evaluate(library, name, a, b), expected, rtol=1e-15, atol=0, err_msg=name)


def test_nan_and_infinity(backend: str) -> None:
    """NaN passes through, comparisons with it are false, and the branch not taken does not leak it."""
    x, y = casadi.SX.sym("x"), casadi.SX.sym("y")
    outputs = [
        x < y,
        x <= y,
        x == y,
        x != y,
        casadi.fmin(x, y),
        casadi.fmax(x, y),
        casadi.sign(x),
        x * y,
        casadi.sin(x),
    ]
    outputs += [casadi.if_else(y > 0, y, casadi.sqrt(x))]
    library = codegen.build({"f": casadi.Function("f", [x, y], [casadi.vertcat(*outputs)])}, backend=backend)
    result = np.zeros(len(outputs))
    library.kernel("f")(np.array([np.nan]), np.array([2.0]), result)
    np.testing.assert_equal(result, [0, 0, 0, 1, 2, 2, np.nan, np.nan, np.nan, 2])
    library.kernel("f")(np.array([np.inf]), np.array([2.0]), result)
    np.testing.assert_equal(result, [0, 0, 0, 1, 2, np.inf, 1, np.inf, np.nan, 2])


def test_batch_of_sine_and_cosine_over_all_magnitudes(rng: np.random.Generator) -> None:
    """Vector sine and cosine are right to 2 ulp, near multiples of pi/2 and where the library takes over too."""
    x = casadi.SX.sym("x")
    both = casadi.vertcat(casadi.sin(x), casadi.cos(x))
    library = codegen.build({"f": casadi.Function("f", [x], [both])})
    near = np.arange(1, 20001) * (np.pi / 2)
    values = [rng.uniform(-s, s, 4000) for s in (1e-8, 1.0, 10.0, 1e3, 1e5, 1e6, 1e300)]
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e5, -1e5, np.nextafter(1e5, 0), 5e-324, 2.0**-30])
    points = np.concatenate(
        [*values, near, -near, np.nextafter(near, 0), special, rng.permutation(np.concatenate(values))]
    )
    result = np.zeros((points.size, 2))
    library.batch("f")(points.size, points.reshape(-1, 1), result)
    with np.errstate(invalid="ignore"):
        expected = np.stack([np.sin(points), np.cos(points)], axis=1)
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(finite, np.isfinite(result))
    np.testing.assert_array_max_ulp(result[finite], expected[finite], maxulp=2)
    assert math.copysign(1, result[np.flatnonzero(points == 0)[1], 0]) == -1

"""Every construct of the subset for loops, compiled and as Python, against closed forms or a direct call."""

from __future__ import annotations

import math
from math import ceil, cos, exp, floor, isfinite, isnan, log, sin, sqrt

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array

NODES = (0.0, 0.5, 0.5, 1.0)
WEIGHTS = [1 / 6, 1 / 3, 1 / 3, 1 / 6]
ORDER = 4


def runge_kutta(x: Array, p: Array, work: Array, steps: int, h: float) -> float:
    """March x' = f(x, p); work holds 2 + 2 + 2 numbers."""
    t = 0.0
    for _ in range(steps):
        for i in range(2):
            work[4 + i] = x[i]
            work[i] = 0.0
        for stage in range(ORDER):
            for i in range(2):
                work[4 + i] = x[i] + h * NODES[stage] * work[2 + i] if stage > 0 else x[i]
            oscillator(work[4:], p, work[2:])
            for i in range(2):
                work[i] += WEIGHTS[stage] * work[2 + i]
        for i in range(2):
            x[i] += h * work[i]
        t += h
    return t


@pytest.fixture(scope="module")
def oscillator() -> casadi.Function:
    x, p = casadi.SX.sym("x", 2), casadi.SX.sym("p")
    return casadi.Function("oscillator", [x, p], [casadi.vertcat(x[1], -p * x[0])], ["x", "p"], ["d"])


def test_runge_kutta(backend: str, oscillator: casadi.Function) -> None:
    """A loop with kernel calls, slices, tables, floats: 1 s of an oscillator of 1 rad/s; error of order h^4."""
    library = codegen.build({"oscillator": oscillator}, [runge_kutta], backend=backend)
    x = np.array([1.0, 0.0])
    t = library.loop("runge_kutta")(x, np.array([1.0]), np.zeros(6), 50, 0.02)
    assert t == pytest.approx(1.0, abs=1e-14)
    np.testing.assert_allclose(x, [math.cos(1), -math.sin(1)], rtol=0, atol=1e-8)


def integers(a: int, b: int, out: Array) -> int:
    out[0] = a // b
    out[1] = a % b
    out[2] = a / b
    out[3] = a * b - a + (-b)
    out[4] = min(a, b, 3)
    out[5] = max(a, b)
    out[6] = abs(a)
    out[7] = a**3
    out[8] = +a
    c = a
    c //= b
    c *= 2
    c -= 1
    c %= 5
    return c


def floats(a: float, b: float, out: Array) -> float:
    out[0] = a // b
    out[1] = a % b
    out[2] = a / b
    out[3] = min(a, b, 1)
    out[4] = max(a, b)
    out[5] = abs(a)
    out[6] = abs(a) ** b
    out[7] = a**2
    out[8] = int(a)
    out[9] = floor(a)
    out[10] = ceil(a)
    out[11] = float(3)
    out[12] = math.atan2(a, b) + math.pi
    out[13] = sqrt(abs(a)) + sin(a) * cos(b) + exp(b / 10) + log(abs(b))
    out[14] = math.fmod(a, b) + math.copysign(a, b) + math.hypot(a, b) + math.tanh(a)
    out[0] -= 1
    out[1] *= 2.0
    out[2] /= 3
    out[3] += a
    out[4] **= 2
    c: float = 1
    c += a
    return c


@pytest.mark.parametrize("function", [integers, floats])
def test_arithmetic(backend: str, function) -> None:
    """Signs as Python has them: // rounds down, % has the sign of the divisor."""
    pairs = [(7, 3), (-7, 3), (7, -3), (-7, -3), (6, 3), (-6, 3), (6, -3), (0, 5), (5, -1), (1, 7), (-1, 7)]
    loop = codegen.build({}, [function], backend=backend).loop(function.__name__)
    for a, b in pairs:
        for scale in (1,) if function is integers else (1.0, 0.37, 1.1):
            expected, got = np.zeros(15), np.zeros(15)
            value = function(a * scale, b * scale, expected)
            assert loop(a * scale, b * scale, got) == pytest.approx(value, rel=1e-15, abs=1e-15)
            np.testing.assert_allclose(got, expected, rtol=1e-14, atol=1e-15)


def test_integer_division_by_zero_does_not_end_the_process() -> None:
    pytest.importorskip("llvmlite")
    out = np.zeros(15)
    loop = codegen.build({}, [integers], backend="llvm").loop("integers")
    loop(7, 0, out)
    assert (out[0], out[1], out[2]) == (0.0, 0.0, math.inf)
    loop(-(2**63), -1, out)
    assert out[1] == 0.0


def comparisons(a: float, b: float, n: int) -> int:
    bits = 0
    if a < b:
        bits += 1
    if a <= b:
        bits += 2
    if a == b:
        bits += 4
    if a != b:
        bits += 8
    if a > b:
        bits += 16
    if a >= b:
        bits += 32
    if not a < b:
        bits += 64
    if isfinite(a) and not isnan(b):
        bits += 128
    if 0 < a <= b < 10:
        bits += 256
    if a < 0 or b < 0 or n > 3:
        bits += 512
    if a:
        bits += 1024
    flag = a < b and n != 2
    if flag:
        bits += 2048
    if n and True:
        bits += 4096
    return bits + (8192 if a > 1 else 0)


def test_comparisons_also_with_nan(backend: str) -> None:
    loop = codegen.build({}, [comparisons], backend=backend).loop("comparisons")
    values = [-1.0, 0.0, 0.5, 2.0, math.inf, -math.inf, math.nan]
    for a in values:
        for b in values:
            for n in (0, 2, 5):
                assert loop(a, b, n) == comparisons(a, b, n), (a, b, n)


def first_above(a: Array, n: int, limit: float) -> int:
    """Early return out of a while loop; the element beyond the end is not read."""
    i = 0
    while i < n and a[i] <= limit:
        i += 1
    if i == n:
        return -1
    return i


def primes(out: Array, n: int) -> int:
    """Nested loops with break and continue; the loop variable keeps its last value."""
    count = 0
    candidate = 1
    while True:
        candidate += 1
        if candidate > n:
            break
        divisible = False
        for d in range(2, candidate):
            if d * d > candidate:
                break
            if candidate % d != 0:
                continue
            divisible = True
            break
        if divisible:
            continue
        out[count] = candidate
        count += 1
    return count


def ranges(out: Array, start: int, stop: int, step: int) -> int:
    k = 0
    i = 99
    for i in range(start, stop, step):
        out[k] = i
        k += 1
    for _ in range(3, 0, -1):
        pass
    for j in range(10, 12):
        out[k] = j
        k += 1
        j = 0  # noqa: PLW2901 - does not disturb the loop
    out[k] = i
    return k


def test_control_flow(backend: str) -> None:
    library = codegen.build({}, [first_above, primes, ranges], backend=backend)
    values = np.array([1.0, 2.0, 3.0, np.nan])
    assert [library.loop("first_above")(values, 3, limit) for limit in (0.0, 1.5, 2.5, 9.0)] == [0, 1, 2, -1]
    out = np.zeros(20)
    assert library.loop("primes")(out, 30) == 10
    np.testing.assert_array_equal(out[:10], [2, 3, 5, 7, 11, 13, 17, 19, 23, 29])
    for arguments in [(0, 5, 1), (5, 0, -2), (0, 5, 7), (3, 3, 1), (0, -5, 1), (5, 0, 1), (-4, 4, 3)]:
        expected, got = np.zeros(20), np.zeros(20)
        assert library.loop("ranges")(got, *arguments) == ranges(expected, *arguments)
        np.testing.assert_array_equal(got, expected)


def factorial(n: int) -> int:
    if n <= 1:
        return 1
    else:  # noqa: RET505 - the branch is what is tested
        return n * factorial(n - 1)


def mean(a: Array, n: int) -> float:
    total = 0.0
    for i in range(n):
        total += a[i]
    return total / n


def shift(a: Array, n: int) -> None:
    m = mean(a, n)
    for i in range(n):
        a[i] -= m
    if n > 2:
        return
    a[0] = factorial(5)


def tail(a: Array, n: int) -> None:
    b = a[1:]
    shift(b, n - 1)
    shift(b[n - 1 :], 2)


def test_loops_call_loops(backend: str) -> None:
    library = codegen.build({}, [tail, shift, mean, factorial], backend=backend)
    values = np.array([5.0, 1.0, 2.0, 6.0, 4.0, 8.0])
    assert library.loop("tail")(values, 4) is None
    np.testing.assert_array_equal(values, [5, -2, -1, 3, 120, 2])
    assert library.loop("factorial")(np.int64(10)) == 3628800


def test_names_in_an_enclosing_function(backend: str) -> None:
    """Constants and loops of an enclosing function work, and its own names stay as they are."""
    gain = 2.5
    half = "not touched"

    def scale(a: Array, n: int) -> None:
        for i in range(n):
            a[i] *= gain
        half(a, a)

    x = casadi.SX.sym("x", 2)
    library = codegen.build({"half": casadi.Function("half", [x], [x / 2])}, [scale], backend=backend)
    values = np.array([2.0, 4.0])
    library.loop("scale")(values, 2)
    np.testing.assert_array_equal(values, [2.5, 5.0])
    assert half == "not touched"


def constants(a: Array) -> None:
    double(NODES, a)  # noqa: F821 - a kernel
    double(NODES[1:], a[4:])  # noqa: F821 - a kernel


def test_tables_are_inputs_of_kernels(backend: str) -> None:
    x = casadi.SX.sym("x", 3)
    library = codegen.build({"double": casadi.Function("f", [x], [2 * x])}, [constants], backend=backend)
    values = np.zeros(7)
    library.loop("constants", check=False)(values)
    np.testing.assert_array_equal(values, [0, 1, 1, 0, 1, 1, 2])


def faults(a: float, out: Array) -> None:
    out[0] = sqrt(a)
    out[1] = log(a)
    out[2] = a / out[9]
    out[3] = floor(a * 1e300)
    out[4] = math.acos(a)


def test_nothing_is_raised(backend: str) -> None:
    out = np.zeros(10)
    codegen.build({}, [faults], backend=backend).loop("faults")(-2.0, out)
    np.testing.assert_array_equal(out[:5], [np.nan, np.nan, -np.inf, -(2.0**63), np.nan])

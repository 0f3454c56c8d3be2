"""A function at one point: the same bits on the virtual machine and in machine code, signs of zeros included."""

from concurrent.futures import ThreadPoolExecutor

import casadi as ca
import numpy as np
import pytest

from linkwright.codegen import Evaluation, Record, build, library, repeated
from linkwright.codegen.library import _llvmlite

X, Y = ca.SX.sym("x"), ca.SX.sym("y")
OPERATIONS = [
    *[
        operation(X)
        for operation in (
            ca.sin, ca.cos, ca.tan, ca.asin, ca.acos, ca.atan, ca.sinh, ca.cosh, ca.tanh, ca.asinh, ca.acosh, ca.atanh,
            ca.exp, ca.log, ca.log1p, ca.expm1, ca.sqrt, ca.fabs, ca.floor, ca.ceil, ca.sign, ca.erf, ca.logic_not,
        )
    ],
    *[
        operation(X, Y)
        for operation in (
            ca.plus, ca.minus, ca.times, ca.rdivide, ca.power, ca.fmin, ca.fmax, ca.atan2, ca.hypot, ca.fmod,
            ca.remainder, ca.copysign, ca.lt, ca.le, ca.eq, ca.ne, ca.logic_and, ca.logic_or,
        )
    ],
    -X, 1 / X, X + X, X * X, X * Y + X, X - X * Y, ca.if_else(X < Y, X, Y), ca.SX(3.0), Y,
]  # fmt: skip
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.5, 1e-300, 1e300, np.inf, -np.inf, np.nan]
needs_llvmlite = pytest.mark.skipif(not _llvmlite(), reason="llvmlite is not there")


class Counter(Record):
    """A number that grows."""

    count: int


def count_up(counter: Counter, by: int) -> int:
    """Count."""
    counter.count += by
    return counter.count


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """Nothing is stored, and code is made soon."""
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    monkeypatch.setattr(library, "LOOK", 1)
    monkeypatch.setattr(library, "COMPILE", 2)


def in_code(made):
    """Whether it is machine code by now."""
    return "CFunction" in type(made._run).__name__


def at(made, *numbers):
    """Outputs at a point, one after another."""
    for own, number in zip(made.inputs, numbers, strict=True):
        own[:] = number
    made()
    return np.concatenate([output.ravel(order="F") for output in made.outputs])


@needs_llvmlite
def test_every_operation():
    function = ca.Function("f", [X, Y], [ca.vertcat(*OPERATIONS)])
    code, virtual = Evaluation(function), Evaluation(function)
    at(code, 0.0, 0.0), at(code, 0.0, 0.0)
    virtual._next = library.NEVER
    assert in_code(code)
    assert not in_code(virtual)
    random = np.random.default_rng(3)
    points = [(a, b) for a in SPECIAL for b in SPECIAL]
    points += [*random.normal(size=(200, 2)), *random.uniform(-1, 1, (200, 2)), *(30 * random.normal(size=(200, 2)))]
    for point in points:
        found, expected = at(code, *point), at(virtual, *point)
        known = ~np.isnan(expected)
        assert np.array_equal(known, ~np.isnan(found))
        assert np.array_equal(found[known].view(np.int64), expected[known].view(np.int64)), point


@needs_llvmlite
def test_matrices_arrays_of_the_caller_and_calls_counted(monkeypatch):
    """Matrices are by columns; what the caller writes into its arrays is read, before and after code is made."""
    monkeypatch.setattr(library, "COMPILE", 4)
    x, y = ca.SX.sym("x", 2), ca.SX.sym("y")
    given, result = np.array([1.0, 2.0]), np.zeros(2)
    made = Evaluation(ca.Function("f", [x, y], [x @ x.T * y, ca.sin(x)]), {0: given, 3: result})
    made.inputs[1][0] = 2.0
    for call in range(1, 7):
        given[0] = float(call)
        made()
        assert in_code(made) == (call >= 4)
        assert np.array_equal(made.outputs[0], 2.0 * np.outer(given, given))
        assert np.array_equal(result, np.sin(given))


@needs_llvmlite
def test_code_is_found_again(monkeypatch, tmp_path):
    """Code that this computer has is loaded; a function that differs in a constant is another one."""
    monkeypatch.setenv("LINKWRIGHT_CACHE", "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = Evaluation(ca.Function("f", [X], [2 * ca.sin(X)]))
    assert not in_code(first)
    expected = [at(first, 0.3), at(first, 0.3)]
    assert in_code(first)
    for factor, found in ((2, True), (3, False)):
        again = Evaluation(ca.Function("f", [X], [factor * ca.sin(X)]))
        assert np.array_equal(2 * at(again, 0.3), factor * expected[0])
        assert in_code(again) == found


def test_what_has_no_code_stays_on_the_virtual_machine(monkeypatch):
    mapped = Evaluation(ca.Function("f", [X], [2 * X]).map(2))
    for _ in range(4):
        assert at(mapped, [1.0, 2.0]).tolist() == [2.0, 4.0]
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    asked = Evaluation(ca.Function("f", [X], [2 * X]))
    for _ in range(4):
        assert at(asked, 1.0).tolist() == [2.0]
    assert not in_code(mapped)
    assert not in_code(asked)


def test_threads_share_code_and_no_arrays():
    function = ca.Function("f", [X], [X * X])

    def squares(number):
        made = Evaluation(function)
        return all(at(made, float(k))[0] == k * k for k in range(number, number + 200))

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(squares, range(8)))


def test_a_loop_with_its_arguments_given_once(backend):
    counter = Counter(count=1)
    call = repeated(build({}, [count_up], backend=backend).loop("count_up", check=False), counter, 3)
    assert [call(), call()] == [4, 7]
    counter.count = 0
    assert call() == 3

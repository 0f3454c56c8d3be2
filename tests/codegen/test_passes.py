"""Programs written again: shared inverses of divisors, and what settled arguments give once."""

from __future__ import annotations

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen.kernels.graph import read
from linkwright.codegen.kernels.rewriting import QUARTER_TURNS, fold, settle, share_inverses
from linkwright.codegen.library import BACKENDS


def count(program, operation):
    """How many operations of a kind a program has."""
    return sum(node[0] == operation for node in program.nodes)


def test_divisions_by_the_same_number_share_its_inverse():
    x, y = casadi.SX.sym("x", 4), casadi.SX.sym("y", 2)
    function = casadi.Function("f", [x, y], [casadi.vertcat(x / y[0], x[0] / y[1], 1 / y[0])])
    program = share_inverses(read("f", function))
    assert count(program, "div") == 2  # 1 / y0 for all of them; x0 / y1 stays
    assert count(program, "mul") == 4
    library = codegen.build({"f": function})
    given, divisor, found = np.array([1.0, -2.0, 3e-5, 7e8]), np.array([3.0, -0.7]), np.zeros(6)
    library.kernel("f")(given, divisor, found)
    expected = [*(given / divisor[0]), given[0] / divisor[1], 1 / divisor[0]]
    np.testing.assert_allclose(found, expected, rtol=4e-16)


def test_division_by_zero_stays_what_it_is():
    x, y = casadi.SX.sym("x", 3), casadi.SX.sym("y")
    library = codegen.build({"f": casadi.Function("f", [x, y], [x / y])})
    found = np.zeros(3)
    with np.errstate(all="ignore"):
        for divisor in (0.0, -0.0, np.inf, np.nan):
            given = np.array([1.0, -1.0, 0.0])
            library.kernel("f")(given, np.array([divisor]), found)
            np.testing.assert_array_equal(found, given / divisor)


def rotation(angle):
    """A rotation in the plane."""
    c, s = casadi.cos(angle), casadi.sin(angle)
    return casadi.vertcat(casadi.horzcat(c, -s), casadi.horzcat(s, c))


@pytest.mark.parametrize("angle", QUARTER_TURNS)
def test_a_rotation_by_quarter_turns_multiplies_nothing(angle):
    x = casadi.SX.sym("x", 2)
    function = casadi.Function("f", [x], [rotation(casadi.SX(angle)) @ x])
    program = fold(read("f", function))
    assert {node[0] for node in program.nodes} <= {"in", "neg"}
    library, given, found = codegen.build({"f": function}), np.array([3.0, 0.7]), np.zeros(2)
    library.kernel("f")(given, found)
    c, s = round(np.cos(angle)), round(np.sin(angle))
    np.testing.assert_allclose(found, [c * 3.0 - s * 0.7, s * 3.0 + c * 0.7], rtol=2e-16, atol=1e-15)


def test_signs_that_cancel_are_left_out_and_small_constants_stay():
    x, y = casadi.SX.sym("x"), casadi.SX.sym("y")
    a, b, small = -casadi.sin(x), -casadi.cos(y), casadi.SX(6.2e-17)
    results = [a * b, x - a, a + y, small * x]
    function = casadi.Function("f", [x, y], results)
    program = fold(read("f", function))
    assert count(program, "neg") == 0
    found = [np.zeros(1) for _ in results]
    codegen.build({"f": function}).kernel("f")(np.array([0.4]), np.array([1.3]), *found)
    expected = [np.sin(0.4) * np.cos(1.3), 0.4 + np.sin(0.4), 1.3 - np.sin(0.4), 6.2e-17 * 0.4]
    np.testing.assert_allclose(np.ravel(found), expected, rtol=4e-16)


@pytest.fixture
def kernels():
    """Two functions that read parameters p, at different places among their arguments."""
    x, p = casadi.SX.sym("x", 2), casadi.SX.sym("p", 3)
    shared = casadi.sin(p[0]) * p[1]
    first = casadi.Function("first", [x, p], [casadi.vertcat(shared * x[0] + p[2], p[1] / p[2] - x[1])])
    second = casadi.Function("second", [p, x], [casadi.exp(x[0]) * shared, casadi.cos(p[2])])
    return {"first": first, "second": second}


def test_what_parameters_settle_is_taken_out_once(kernels):
    programs = {name: read(name, function) for name, function in kernels.items()}
    rest, finder = settle(programs, {"first": 1, "second": 0})
    assert finder is not None
    # sin(p0) p1 (of both), p1 / p2, cos(p2)
    assert finder.outputs == (3,)
    assert rest["first"].inputs == (2, 6)
    assert rest["second"].inputs == (6, 2)
    assert not any(count(program, name) for program in rest.values() for name in ("sin", "cos", "div"))
    assert rest["second"].operations == 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_settled_kernels_give_the_same(kernels, backend):
    library = codegen.build(kernels, backend=backend, parameters={"first": 1, "second": 0})
    x = np.array([0.3, -1.2])
    for p in (np.array([0.4, 2.0, -0.8]), np.array([-3.0, 0.1, 5.0])):
        values = library.settle(p)
        np.testing.assert_array_equal(values[:3], p)
        one, two, three = np.zeros(2), np.zeros(1), np.zeros(1)
        library.kernel("first", check=False)(x, values, one)
        library.kernel("second", check=False)(values, x, two, three)
        shared = np.sin(p[0]) * p[1]
        np.testing.assert_allclose(one, [shared * x[0] + p[2], p[1] / p[2] - x[1]], rtol=4e-16)
        np.testing.assert_allclose([*two, *three], [np.exp(x[0]) * shared, np.cos(p[2])], rtol=4e-16)


def test_settled_kernels_refuse_plain_parameters(kernels):
    library = codegen.build(kernels, backend="llvm", parameters={"first": 1, "second": 0})
    with pytest.raises((TypeError, ValueError), match="6"):
        library.kernel("first")(np.zeros(2), np.zeros(3), np.zeros(2))


def test_nothing_settled_leaves_kernels_as_they_are():
    x, p = casadi.SX.sym("x", 2), casadi.SX.sym("p", 3)
    function = casadi.Function("f", [x, p], [x * p[0]])
    rest, finder = settle({"f": read("f", function)}, {"f": 1})
    assert finder is None
    assert rest["f"] == read("f", function)

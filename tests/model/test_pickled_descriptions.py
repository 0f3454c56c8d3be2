"""Descriptions and equations as pickles and deep copies: expressions are the same instructions, symbols stay shared."""

import copy
import inspect
import pickle
import sys

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.symbolic.serialization.expressions import UnsupportedExpressionError, read, write
from linkwright.symbolic.serialization.pickling import taken_apart

FORMALISMS = ("modular", "kane", "lagrange", "denoc")


def same_instructions(one, other):
    assert (one.symbols, one.shared, one.patterns) == (other.symbols, other.shared, other.patterns)
    for name in ("operations", "constants", "results"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def sent(thing):
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  # our own bytes


@pytest.mark.parametrize("name", ["four_bar", "three_rrr", "heavy_top", "stick_slip"])
@pytest.mark.parametrize("carried", [sent, copy.deepcopy])
def test_machines_and_equations_come_back_with_the_same_instructions(name, carried):
    machine = getattr(lw.mechanisms, name)()
    for thing in (machine, lw.formalisms.modular(machine)):
        back = carried(thing)
        assert back is not thing
        same_instructions(taken_apart(back).expressions, taken_apart(thing).expressions)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(lw.mechanisms.__all__))
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_equations_of_every_ready_machine_come_back_with_the_same_instructions(name, formalism):
    equations = getattr(lw.formalisms, formalism)(getattr(lw.mechanisms, name)())
    same_instructions(taken_apart(sent(equations)).expressions, taken_apart(equations).expressions)


def test_every_operation_comes_back_as_itself():
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    one = [ca.sin, ca.cos, ca.tan, ca.asin, ca.acos, ca.atan, ca.exp, ca.log, ca.sqrt, ca.fabs, ca.sign, ca.floor]
    one += [ca.ceil, ca.sinh, ca.cosh, ca.tanh, ca.asinh, ca.acosh, ca.atanh, ca.erf, ca.log1p, ca.expm1]
    two = [ca.fmod, ca.atan2, ca.fmin, ca.fmax, ca.hypot, ca.remainder, ca.copysign, ca.if_else]
    rows = [f(x) for f in one] + [f(x, y) for f in two[:-1]] + [ca.if_else(x > y, x / y, x**y), x**3, x * x, 1 / x]
    rows += [2 * x, -x, ca.logic_and(x < y, y != 1), ca.logic_not(ca.logic_or(x <= y, x == 2)), ca.SX(np.pi), lw.t * x]
    sparse = ca.SX(3, 4)
    sparse[1, 2], sparse[0, 3] = x + y, 0.1
    given = [ca.vertcat(*rows), sparse, ca.SX(0, 3), ca.SX(2, 2), x.T, ca.SX([[float("inf"), -0.0, float("nan")]])]
    back = read(write(given))
    same_instructions(write(back), write(given))
    assert [each.sparsity() for each in back] == [each.sparsity() for each in given]
    inside = ca.symvar(ca.veccat(*back))
    assert sorted(map(str, inside)) == ["t", "x", "y"]
    assert any(symbol.element_hash() == lw.t.element_hash() for symbol in inside)  # time is the same everywhere
    values = [0.3, 0.7, 1.1]
    order = [next(s for s in (x, y, lw.t) if str(s) == str(symbol)) for symbol in inside]
    found = ca.Function("found", inside, [ca.veccat(*back)])(*values)
    expected = ca.Function("expected", order, [ca.veccat(*given)])(*values)
    assert np.asarray(found).tobytes() == np.asarray(expected).tobytes()


def test_an_operation_without_a_name_is_refused_in_words():
    x = ca.SX.sym("x")
    with pytest.raises(UnsupportedExpressionError, match="OP_PRINTME, which cannot be stored"):
        write([x.printme(1)])


def test_symbols_and_templates_that_are_shared_stay_shared():
    length = lw.Parameter("l", 0.5, "m", "length")
    bar = lw.Body(mass=2 * length, inertia=length**3 / 6, points={"top": (0.0, length / 2)})
    machine = lw.Mechanism(
        "two_bars",
        {"one": bar, "two": bar},
        {"A": lw.Revolute("ground", "one.top"), "B": lw.Revolute("ground", "two.top")},
        parameters=[length],
        gravity=(0.0, -9.81),
    )
    back = sent(machine)
    assert back.parts["one"] is back.parts["two"]
    assert back.parameters[0].sx.element_hash() == ca.symvar(back.parts["one"].mass)[0].element_hash()
    assert back.parameters[0].sx.element_hash() != length.sx.element_hash()
    first, again = (lw.compile(lw.formalisms.modular(each)).with_parameters(l=0.8) for each in (machine, back))
    assert again.forward(again.assemble({"A.angle": 0.4})) == first.forward(first.assemble({"A.angle": 0.4}))


def test_parts_pickle_by_themselves():
    length = lw.Parameter("l", 0.5, "m", "length")
    for thing in (length, lw.Body(mass=length * 2), lw.Spring("a", "b", stiffness=length, length=0.1)):
        back = sent(thing)
        assert type(back) is type(thing)
        assert repr(back) == repr(thing)
    joint = lw.Revolute("ground", "bar.top")
    assert sent(joint) == joint == copy.copy(joint)


def test_a_law_written_as_a_function_travels_as_its_expression():
    law = lw.laws.Expression(lambda t: 3.0 * ca.cos(2.0 * t), duration=2.0, jumps=(0.5,))
    back = sent(law)
    times = np.linspace(-1.0, 3.0, 101)
    np.testing.assert_array_equal(back(times, derivative=2), law(times, derivative=2))
    assert back.breaks == law.breaks


def test_modules_may_nest_deeper_than_python_recurses():
    bar = lw.Body(mass=1.0, inertia=0.1, points={"top": (0.0, 0.5)})
    module = lw.Mechanism("inner", {"bar": bar}, {"pivot": lw.Revolute("ground", "bar.top")})
    for _ in range(400):
        module = lw.Mechanism("outer", {"inside": module})
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    try:
        back, depth = sent(module), 0
    finally:
        sys.setrecursionlimit(limit)
    while "inside" in back.parts:
        back, depth = back.parts["inside"], depth + 1
    assert depth == 400


def test_functions_without_a_name_are_refused_in_words_but_copied():
    bar = lw.Body(mass=1.0, inertia=0.1, points={"top": (0.0, 0.5)})
    joints = {
        "A": lw.Revolute("ground", "one.top"),
        "B": lw.Revolute("ground", "two.top"),
        "equal": lw.Holonomic(("A.angle", "B.angle"), lambda _t, a, b: a - b),
    }
    machine = lw.Mechanism("coupled", {"one": bar, "two": bar}, joints)
    with pytest.raises(TypeError, match=r"Mechanism coupled.*<lambda>; define them by def at the top of a module"):
        pickle.dumps(machine)
    assert copy.deepcopy(machine).connections["equal"].on == ("A.angle", "B.angle")
    equations = lw.formalisms.modular(machine)  # what the function wrote is an expression
    assert sent(equations).speed_names == equations.speed_names

"""Kernels as data of the interpreter: every operation against Python, and machine code to the last bit."""

from __future__ import annotations

import operator
import subprocess
import sys
import threading
from itertools import product

import casadi
import numpy as np
import pytest

from codegen.test_operations import ANY, BINARY, POSITIVE, UNARY
from linkwright import codegen
from linkwright.codegen.kernels.graph import read
from linkwright.codegen.kernels.instructions import WORTH_SEARCHING, Instructions, instructions

pytest.importorskip("llvmlite")
SPECIAL = [0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan, 1e300, 5e-324]


def both(function: casadi.Function, *points: np.ndarray) -> np.ndarray:
    """Outputs interpreted, which machine code must have as well to the last bit."""
    found = []
    for quick in (True, False):
        library = codegen.build({"f": function}, quick=quick)
        assert (library.quick_operations > 0) == quick
        found.append([np.zeros(function.numel_out(k)) for k in range(function.n_out())])
        library.kernel("f")(*points, *found[-1])
    assert [x.tobytes() for x in found[0]] == [x.tobytes() for x in found[1]]
    return np.concatenate(found[0])


def test_every_operation() -> None:
    """Unary ones where they are defined, binary ones at all pairs; NaN has one kind of bits in both."""
    rng = np.random.default_rng(3)
    x, y = casadi.SX.sym("x", len(UNARY)), casadi.SX.sym("y", 2)
    unary = casadi.Function("f", [x], [casadi.vertcat(*[make(x[k]) for k, (make, *_) in enumerate(UNARY.values())])])
    binary = casadi.Function("f", [y], [casadi.vertcat(*[make(y[0], y[1]) for make, _ in BINARY.values()])])
    points = np.array([rng.uniform(*limits) for *_, limits in UNARY.values()])
    wanted = [of(float(point)) for (_, of, _), point in zip(UNARY.values(), points, strict=True)]
    np.testing.assert_allclose(both(unary, points), wanted, rtol=1e-14)  # the C library rounds nearly right
    pair = np.array([rng.uniform(*ANY), rng.uniform(*POSITIVE)])
    np.testing.assert_allclose(both(binary, pair), [of(*pair.tolist()) for _, of in BINARY.values()], rtol=1e-14)


@pytest.mark.parametrize("name", ["fmin", "sign", "lt", "and", "copysign"])
def test_operations_at_numbers_that_are_not_ordinary(name: str) -> None:
    x = casadi.SX.sym("x", 2 * len(SPECIAL) ** 2)
    make = (lambda a, b: UNARY[name][0](a) + 0 * b) if name in UNARY else BINARY[name][0]
    pairs = [make(x[k], x[k + 1]) for k in range(0, x.numel(), 2)]
    both(casadi.Function("f", [x], [casadi.vertcat(*pairs)]), np.array(list(product(SPECIAL, SPECIAL))).ravel())


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9])
def test_sines_four_at_a_time_sums_of_products_and_shared_memory(count: int) -> None:
    """Angles of inputs and of sums, sines of sines; products in sums are fused alike; the output is the input."""
    x = casadi.SX.sym("x", count)
    turned = casadi.sin(x + 1) * casadi.cos(x) + casadi.sin(casadi.cos(x) * x - 2)
    function = casadi.Function("f", [x], [turned * x[0] - x * x + 3, casadi.sum1(turned) / x])
    points = np.random.default_rng(count).uniform(-3, 3, count)
    wanted = np.sin(points + 1) * np.cos(points) + np.sin(np.cos(points) * points - 2)
    found = both(function, points)
    # Sums of a few terms of size one: some roundings.
    np.testing.assert_allclose(found[:count], wanted * points[0] - points**2 + 3, atol=1e-14)
    np.testing.assert_allclose(found[count:], wanted.sum() / points, rtol=1e-13, atol=1e-13)
    kernel, same = codegen.build({"f": function}, quick=True).kernel("f"), points.copy()
    kernel(same, same, np.zeros(count))
    assert same.tobytes() == found[:count].tobytes()


def test_instructions_from_the_text_of_a_function() -> None:
    """All constants, inputs and outputs of it; from another text than its own nothing is taken."""
    x, y = casadi.SX.sym("x", 3), casadi.SX.sym("y")
    long = casadi.vertcat(*[casadi.sin(k * x[k % 3]) ** 3 + y / (k + 0.1) for k in range(60)])
    function = casadi.Function("f", [x, y], [long, casadi.vertcat(x[0], -7.25, 1e-300 * y)])
    found = instructions(function, function.serialize())
    assert isinstance(found, Instructions)
    assert read("f", found) == read("f", function)
    other = casadi.Function("f", [x, y], [casadi.cos(long), y])
    assert instructions(function, other.serialize()) is function
    assert instructions(function, function.serialize()[: 32 * function.n_instructions()]) is function


def test_rows_of_instructions_are_the_program_of_one_instruction_after_another() -> None:
    """Equal nodes are merged in the same order, also where operands commute, or an operation is written by others."""
    x = casadi.SX.sym("x", 4)
    values = [x[k] for k in range(4)]
    random = np.random.default_rng(3)
    two = (
        *(casadi.fmin, casadi.fmax, casadi.atan2, casadi.hypot, casadi.fmod),
        *(operator.add, operator.sub, operator.mul, operator.truediv, operator.lt, operator.eq),
    )
    one = (casadi.fabs, casadi.sign, casadi.sqrt, lambda a: a**2, lambda a: a + a, lambda a: 1 / a, operator.neg)
    for _ in range(200):
        a, b = (values[k] for k in random.integers(len(values), size=2))
        values.append(two[random.integers(len(two))](a, b))
        values.append(one[random.integers(len(one))](b) + casadi.if_else(a > b, a, 0.5))
    function = casadi.Function("f", [x], [casadi.vertcat(*values), casadi.SX(3)])
    found = instructions(function, function.serialize())
    assert isinstance(found, Instructions)
    assert read("f", found) == read("f", function)
    assert function.n_instructions() < WORTH_SEARCHING
    assert codegen.operations(function) == read("f", function).operations
    every = casadi.Function("g", [x], [casadi.vertcat(*values, *[casadi.sin(k * x) for k in range(WORTH_SEARCHING)])])
    assert codegen.operations(every) == read("g", every).operations


def test_work_of_a_thread() -> None:
    """What it raises is raised where its result is asked for; two pieces of work are done one after the other."""
    running, most = [], []

    def piece() -> int:
        running.append(1)
        most.append(len(running))
        running.pop()
        return threading.get_ident()

    works = [codegen.Work(piece) for _ in range(4)]
    found = [work.result() for work in works]
    assert threading.get_ident() not in found
    assert max(most) == 1
    failure = codegen.Work(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        failure.result()
    assert failure.done


ENDING = """
import casadi, threading
from linkwright import codegen

x = casadi.SX.sym("x", 40)
y = x
for k in range({depth}):
    y = casadi.sin(y) * y + casadi.sqrt(y * y + k)
begun = threading.Event()

def compile():
    begun.set()
    library = codegen.build({{"first": casadi.Function("f", [x], [y]), "second": casadi.Function("f", [x], [2 * y])}})
    print("never")

codegen.Work(compile)
codegen.Work(lambda: print("never"))
begun.wait()
{end}
"""


@pytest.mark.parametrize("end", ["", "raise SystemExit(3)"])
def test_a_process_that_ends_while_a_thread_compiles(end: str) -> None:
    """What LLVM is at is finished, the rest is given up; the process ends as it would without the thread."""
    code = ENDING.format(depth=5, end=end)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (3 if end else 0, "", "")

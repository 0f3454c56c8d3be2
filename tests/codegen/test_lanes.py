"""A loop that runs four times side by side: each does what it does alone, to the last bit, whatever the others do."""

from __future__ import annotations

from collections.abc import Callable

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.codegen import LANES, Record, machine
from linkwright.codegen.kernels import batch

newton: Callable[..., None]
turn: Callable[..., None]
shift: Callable[..., None]


class Work(Record):
    """Numbers whose roots are looked for, taken one after another by all who share them."""

    next: Integers
    given: Array
    found: Array
    steps: Integers
    x: Array
    """Room of its own."""
    size: Array
    taken: int


def root_of(i: int, work: Work) -> int:
    """Newton steps to the root of a number, as many as it takes."""
    count = 0
    while work.size[0] > 1e-12 and count < 60:
        newton(work.x, work.given[i:], work.x, work.size)  # noqa: F821  bound by name
        count += 1
    return count


def roots(last: int, work: Work) -> None:
    """Roots of the numbers that nobody has taken yet; of every third its sine too."""
    while work.next[0] < last:
        i = work.next[0]
        work.next[0] = i + 1
        work.taken += 1
        work.x[0] = 1.0
        work.size[0] = 1.0
        work.steps[i] = root_of(i, work)
        work.found[3 * i] = work.x[0]
        if i % 3 == 0:
            turn(work.found[3 * i :], work.found[3 * i :])  # noqa: F821
        for k in range(3):
            work.found[3 * i + k] += 0.5 * work.found[3 * i + k] * float(k)
        shift(work.found[3 * i :], work.found[3 * i :])  # noqa: F821


def kernels() -> dict[str, casadi.Function]:
    x, a, y = casadi.SX.sym("x"), casadi.SX.sym("a"), casadi.SX.sym("y", 3)
    step = (a / x - x) / 2
    # One angle alone comes from the C library, two and more from the function of four angles, an angle of an angle
    # from the C library again.
    turned = casadi.vertcat(casadi.sin(y[0]), casadi.cos(y[0] + 1) * casadi.sin(3 * y[0]), casadi.tanh(y[0]))
    return {
        "newton": casadi.Function("newton", [x, a], [x + step, casadi.fabs(step)]),
        "turn": casadi.Function("turn", [y], [casadi.vertcat(turned[0], turned[1], casadi.sin(turned[2] * turned[1]))]),
        "shift": casadi.Function("shift", [y], [casadi.sin(y[0]) + y]),
    }


def numbers(count: int) -> np.ndarray:
    return 10 ** np.random.default_rng(5).uniform(-3, 5, count)


def run(count: int, *, wide: bool, backend: str = "llvm") -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Roots of so many numbers, Newton steps of each, and how many each lane took."""
    given = numbers(count)
    nobody, found, steps = np.zeros(1, dtype=np.int64), np.zeros(3 * count), np.zeros(count, dtype=np.int64)
    works = [Work(next=nobody, given=given, found=found, steps=steps, x=1, size=1) for _ in range(LANES)]
    bound = codegen.alternatives([codegen.build(kernels(), backend=backend)], (root_of, roots), place=0)
    lanes = bound.lanes("roots", ("newton", "turn"), compile=True)
    if not wide:
        bound("roots")(count, works[0])
    else:
        assert lanes is not None
        lanes([(count, work) for work in works])
    return found, steps, [int(work.taken) for work in works]


pytest.importorskip("llvmlite")
no_registers = pytest.mark.skipif(not machine.features() & {"avx2", "neon"}, reason="no registers of four doubles")


@no_registers
@pytest.mark.parametrize("count", [1, 3, 1203])
def test_four_at_once_are_those_one_by_one(count: int) -> None:
    """Numbers that take 5 to 30 Newton steps: lanes stop for other functions at other times, and end at others."""
    found, steps, _ = run(count, wide=True)
    alone, alone_steps, _ = run(count, wide=False)
    assert np.array_equal(found, alone)
    assert np.array_equal(steps, alone_steps)
    if count > LANES:
        assert np.ptp(steps) > 3  # or nothing was shown
    root = np.sqrt(numbers(count))
    others = np.arange(count) % 3 != 0
    # x + sin x is what `shift` leaves of a root, which is up to 300.
    assert np.allclose(found[::3][others], (root + np.sin(root))[others], rtol=0, atol=1e-12)


@no_registers
def test_all_lanes_take_their_share() -> None:
    """Whoever has ended takes the next one."""
    _, _, taken = run(23, wide=True)
    assert sum(taken) == 23
    assert min(taken) > 1


@no_registers
def test_long_functions_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function for four callers that is cut into pieces gives the same."""
    x, y = casadi.SX.sym("x", 8), casadi.SX.sym("y", 3)
    z = x
    for _ in range(120):  # some two thousand operations, none of them equal
        z = casadi.vertcat(z[1:], casadi.sqrt(1.1 + z[0] * z[3] - 0.3 * z[5] * y[0]) / (1.5 + z[2] * z[2]))
    library = codegen.build({"long": casadi.Function("long", [x, y], [z, casadi.sum1(z)])}, backend="llvm")
    random = np.random.default_rng(2)
    rows = [[random.uniform(0, 1, 8), random.uniform(0, 1, 3), np.zeros(8), np.zeros(1)] for _ in range(LANES)]
    monkeypatch.setattr(batch, "LONGEST_WHOLE", 100)
    monkeypatch.setattr("linkwright.codegen.kernels.pieces.LONG", 100)
    monkeypatch.setattr("linkwright.codegen.kernels.pieces.PIECE", 50)
    text = batch.four_ir(library._source.programs[0]["long"])  # type: ignore[attr-defined]  # what the library compiles
    assert text.count("define internal") > 5
    imports, needs = machine._own_functions()
    loaded = machine.load([machine.compile_ir(text, 1, cached=False)], ["lwi.four"], imports=imports, needs=needs)
    tables = [np.array([machine.address(array) for array in row], dtype=np.int64) for row in rows]
    machine.ctypes.CFUNCTYPE(None, *[machine.ctypes.c_void_p] * LANES)(loaded.addresses["lwi.four"])(
        *[machine.address(table) for table in tables]
    )
    for row in rows:
        expected = [np.zeros(8), np.zeros(1)]
        library.kernel("long")(row[0], row[1], *expected)
        assert np.array_equal(row[2], expected[0])
        assert row[3] == expected[1]


def test_there_are_none() -> None:
    """Not on the virtual machine, not with several functions of one name, and not before they are compiled."""
    one = codegen.build(kernels(), backend="vm")
    assert codegen.alternatives([one], (root_of, roots), place=0).lanes("roots", ("newton",), compile=True) is None
    two = [codegen.build(kernels(), backend="llvm") for _ in range(2)]
    assert codegen.alternatives(two, (root_of, roots), place=0).lanes("roots", ("newton",), compile=True) is None
    bound = codegen.alternatives(two[:1], (root_of, roots), place=0)
    assert bound.lanes("roots", ("shift",), compile=False) is None

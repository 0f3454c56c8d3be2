"""The library: batches, bound calls, choice of backend, messages, lifetime, threads."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import threading

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.arrays import Array


def pendulum() -> casadi.Function:
    """Build a double pendulum of unit masses and lengths p: accelerations and energy."""
    q, v, p = casadi.SX.sym("q", 2), casadi.SX.sym("v", 2), casadi.SX.sym("p", 2)
    x = casadi.vertcat(p[0] * casadi.sin(q[0]), -p[0] * casadi.cos(q[0]))
    y = x + casadi.vertcat(p[1] * casadi.sin(q[1]), -p[1] * casadi.cos(q[1]))
    rates = casadi.jtimes(casadi.vertcat(x, y), q, v)
    energy = casadi.dot(rates, rates) / 2
    momenta = casadi.gradient(energy, v)
    weight = 9.81 * (x[1] + y[1])
    f = casadi.gradient(energy - weight, q) - casadi.jtimes(momenta, q, v)
    outputs = [casadi.solve(casadi.jacobian(momenta, v), f), energy + weight]
    return casadi.Function("pendulum", [q, v, p], outputs, ["q", "v", "p"], ["a", "energy"])


def count(a: Array, n: int, h: float) -> int:
    a[0] += h
    return n + 1


def weigh(a: Array) -> float:
    return a[0] * 2


def touch(a: Array) -> None:
    a[0] += 1


@pytest.mark.parametrize("n", [0, 1, 3, 4, 7, 64, 1031])
def test_batch(backend: str, n: int) -> None:
    """Rows in fours, the remaining rows, and rows shared by threads give what single calls give."""
    function = pendulum()
    library = codegen.build({"f": function}, backend=backend)
    rng = np.random.default_rng(n)
    q, v, p = rng.normal(size=(n, 2)), rng.normal(size=(n, 2)), np.array([1.0, 0.7])
    expected = np.zeros((n, 2)), np.zeros((n, 1))
    kernel = library.kernel("f")
    for row in range(n):
        kernel(q[row], v[row], p, expected[0][row], expected[1][row])
    for options in ({"shared": ("p",)}, {"shared": (2,), "threads": 3}):
        a, energy = np.zeros((n, 2)), np.zeros((n, 1))
        library.batch("f", **options)(n, q, v, p, a, energy)
        # The vectors' sine differs in the last bit; the mass matrix has a condition number of order 10.
        np.testing.assert_allclose(a, expected[0], rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(energy, expected[1], rtol=1e-14, atol=1e-14)
    a, energy = np.zeros((n, 2)), np.zeros((n, 1))
    library.batch("f")(n, q, v, np.tile(p, (n, 1)), a, energy)
    np.testing.assert_allclose(a, expected[0], rtol=1e-13, atol=1e-13)


def test_batch_of_many_sizes(backend: str) -> None:
    """Rows of 1 to 9 numbers: whole blocks of four, remainders, unused numbers, constants."""
    for size in range(1, 10):
        x = casadi.SX.sym("x", size)
        outputs = [x[::-1] * 2, casadi.vertcat(x[0], 5, x[-1]), casadi.SX(size, 1)]
        library = codegen.build({"f": casadi.Function("f", [x], outputs)}, backend=backend)
        table = np.arange(6.0 * size).reshape(6, size)
        a, b, c = np.zeros((6, size)), np.zeros((6, 3)), np.ones((6, size))
        library.batch("f")(6, table, a, b, c)
        np.testing.assert_array_equal(a, 2 * table[:, ::-1])
        np.testing.assert_array_equal(b, np.stack([table[:, 0], np.full(6, 5), table[:, -1]], axis=1))
        np.testing.assert_array_equal(c, 0)


def test_batch_messages(backend: str) -> None:
    library = codegen.build({"f": pendulum()}, backend=backend)
    with pytest.raises(ValueError, match="'mass' is not an input; the inputs are q, v, p"):
        library.batch("f", shared=("mass",))
    ok = np.zeros((3, 2))
    with pytest.raises(ValueError, match=r"q: got 4 numbers in shape \(2, 2\), expected 6 in shape \(3, 2\)"):
        library.batch("f", shared=("p",))(3, np.zeros((2, 2)), ok, np.zeros(2), ok, np.zeros(3))


def test_bound(backend: str) -> None:
    library = codegen.build({"f": pendulum()}, [count, weigh, touch], backend=backend)
    q, v, p, a, e = np.array([0.3, 0.4]), np.zeros(2), np.ones(2), np.zeros(2), np.zeros(1)
    call = library.bound("f", q, v, p, a, e)
    expected = np.zeros(2), np.zeros(1)
    for angle in (0.1, 0.9):
        q[0] = angle
        assert call() is None
        library.kernel("f")(q, v, p, *expected)
        np.testing.assert_array_equal(a, expected[0])
    counter = library.bound("count", a, 41, 0.5)
    before = a[0]
    assert [counter(), counter()] == [42, 42]
    assert a[0] == before + 1.0
    assert library.bound("weigh", np.array([4.0]))() == 8.0
    library.bound("touch", v)()
    assert v[0] == 1.0
    with pytest.raises(TypeError, match="count takes 3 arguments"):
        library.bound("count", a, 41)


def test_what_is_taken_outlives_the_library(backend: str) -> None:
    """Code and arrays live as long as anything that calls or uses them."""
    library = codegen.build({"f": pendulum()}, [count], backend=backend)
    kernel, loop, batch = library.kernel("f"), library.loop("count"), library.batch("f", shared=("p",))
    bound = library.bound("f", np.zeros(2), np.zeros(2), np.ones(2), np.zeros(2), out := np.zeros(1))
    del library
    for _ in range(20):
        codegen.build({"f": pendulum()}, backend=backend)
    gc.collect()
    energy, a = np.zeros(1), np.zeros(2)
    kernel(np.zeros(2), np.zeros(2), np.ones(2), a, energy)
    batch(1, np.zeros((1, 2)), np.zeros((1, 2)), np.ones(2), a, energy)
    bound()
    assert energy[0] == out[0] == pytest.approx(-3 * 9.81, rel=1e-15)
    assert loop(a, 1, 1.0) == 2


def test_threads(backend: str) -> None:
    """One kernel called by four threads at once gives each its own answer."""
    library = codegen.build({"f": pendulum()}, backend=backend)
    kernel = library.kernel("f")
    wrong = []

    def work(seed: int) -> None:
        q, v, p = np.random.default_rng(seed).normal(size=(3, 2))
        a, b, e = np.zeros(2), np.zeros(2), np.zeros(1)
        kernel(q, v, p, a, e)
        for _ in range(300):
            kernel(q, v, p, b, e)
            if not np.array_equal(a, b):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_building_in_threads() -> None:
    """Libraries may be built by several threads at once."""
    pytest.importorskip("llvmlite")
    results = np.zeros((4, 6))

    def work(number: int) -> None:
        x = casadi.SX.sym("x")
        for k in range(6):
            library = codegen.build({"f": casadi.Function("f", [x], [x * (100 * number + k)])}, backend="llvm")
            library.kernel("f")(np.ones(1), results[number, k : k + 1])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(results, 100 * np.arange(4)[:, None] + np.arange(6))


def test_messages(backend: str) -> None:
    """A wrong argument is named with what was got and what to do; all of them at once."""
    library = codegen.build({"f": pendulum()}, [count], backend=backend)
    kernel = library.kernel("f")
    x, e = np.zeros(2), np.zeros(1)
    fixed = np.zeros(2)
    fixed.flags.writeable = False
    kernel(fixed, fixed, np.ones(2), x, e)
    with pytest.raises(TypeError) as caught:
        kernel([1, 2], np.zeros(2, dtype=np.float32), np.zeros((2, 2))[:, 0], fixed, e)
    for text in (
        "q: got list",
        "v: got an array of float32, expected float64",
        "p: the array has gaps",
        "a: the array is read-only",
    ):
        assert text in str(caught.value)
    with pytest.raises(ValueError, match=re.escape("v: got 3 numbers in shape (3,), expected 2 in shape (2,)")):
        kernel(x, np.zeros(3), x, x, e)
    with pytest.raises(TypeError, match=r"f takes 5 arrays \(q, v, p, a, energy\), got 2"):
        kernel(x, x)
    with pytest.raises(KeyError, match="no kernel 'g'; there are: f"):
        library.kernel("g")
    with pytest.raises(KeyError, match="did you mean count"):
        library.loop("counts")
    loop = library.loop("count")
    with pytest.raises(TypeError, match=r"count takes 3 arguments \(a: array, n: int, h: float\), got 1"):
        loop(x)
    with pytest.raises(TypeError, match="a: got list"):
        loop([1.0], 1, 1.0)
    with pytest.raises(TypeError, match=r"n: got float, expected int; h: got str, expected float"):
        loop(x, 1.5, "1")


def test_choice_of_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = {"f": pendulum()}
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    assert codegen.build(kernels).backend == "vm"
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "fortran")
    with pytest.raises(ValueError, match="LINKWRIGHT_BACKEND is 'fortran', expected one of llvm, vm"):
        codegen.build(kernels)
    assert codegen.build(kernels, backend="vm").backend == "vm"
    monkeypatch.delenv("LINKWRIGHT_BACKEND")
    pytest.importorskip("llvmlite")
    assert codegen.build(kernels).backend == "llvm"


def test_without_llvmlite() -> None:
    """Where llvmlite is missing everything but machine code works."""
    program = """
import sys
sys.modules["llvmlite"] = None
import casadi, numpy
from linkwright import codegen
x = casadi.SX.sym("x")
library = codegen.build({"f": casadi.Function("f", [x], [x * x])})
y = numpy.zeros(1)
library.kernel("f")(numpy.array([3.0]), y)
assert (library.backend, y[0]) == ("vm", 9.0)
try:
    codegen.build({}, backend="llvm")
except ModuleNotFoundError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "llvmlite is not installed" in done.stdout


def test_importing_loads_no_llvm() -> None:
    program = "import sys, linkwright.codegen; print('llvmlite' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"
    )


def test_missing_symbol_raises() -> None:
    pytest.importorskip("llvmlite")
    from linkwright.codegen import machine

    compiled = machine.compile_ir(
        "declare void @nowhere()\ndefine void @f() {\n  call void @nowhere()\n  ret void\n}", 1
    )
    with pytest.raises(RuntimeError, match="materialize"):
        machine.load([compiled], ["f"])


def test_c_source() -> None:
    text = codegen.c_source({"swing": pendulum(), "other": pendulum()})
    assert re.search(r"\bswing\(const casadi_real\*\* arg, casadi_real\*\* res", text)
    assert re.search(r"\bother\(const casadi_real\*\* arg", text)

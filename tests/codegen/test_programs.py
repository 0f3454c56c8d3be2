"""Straight-line programs: merging, aliasing, structural zeros, random expression graphs."""

from __future__ import annotations

import casadi
import numpy as np
import pytest

from linkwright import codegen

UNARY = [
    casadi.sin,
    casadi.cos,
    casadi.atan,
    casadi.tanh,
    casadi.fabs,
    lambda x: x * x,
    lambda x: -x,
    lambda x: casadi.sqrt(1 + x * x),
]
BINARY = [
    lambda x, y: x + y,
    lambda x, y: x - y,
    lambda x, y: x * y,
    lambda x, y: x / (2 + casadi.sin(y)),
    casadi.fmin,
    casadi.fmax,
    casadi.atan2,
    lambda x, y: casadi.if_else(x < y, x, 3 * y),
    casadi.hypot,
]


def graph(seed: int, size: int) -> casadi.Function:
    """Build a random function of 6 and 3 numbers with bounded intermediate values."""
    rng = np.random.default_rng(seed)
    x, p = casadi.SX.sym("x", 6), casadi.SX.sym("p", 3)
    nodes = [*casadi.vertsplit(x), *casadi.vertsplit(p), casadi.SX(0.75), casadi.SX(-3)]
    for _ in range(size):
        if rng.random() < 0.4:
            nodes.append(UNARY[rng.integers(len(UNARY))](nodes[rng.integers(len(nodes))]))
        else:
            a, b = rng.integers(len(nodes), size=2)
            nodes.append(BINARY[rng.integers(len(BINARY))](nodes[a], nodes[b]))
        if rng.random() < 0.5:
            nodes[-1] = casadi.tanh(nodes[-1])  # keeps numbers of order one
    matrix = casadi.SX(3, 3)
    matrix[0, 1], matrix[2, 0], matrix[2, 2] = nodes[-5:-2]
    return casadi.Function("graph", [x, p], [casadi.vertcat(*nodes[-20:]), matrix], ["x", "p"], ["y", "m"])


@pytest.mark.parametrize("seed", range(8))
def test_random_graphs(seed: int) -> None:
    """Machine code, the virtual machine and both batches agree."""
    pytest.importorskip("llvmlite")
    function = graph(seed, 40 + 30 * seed)
    machine, virtual = (codegen.build({"g": function}, backend=backend) for backend in ("llvm", "vm"))
    rng = np.random.default_rng(seed + 100)
    n = 11
    x, p = rng.normal(size=(n, 6)), rng.normal(size=3)
    outputs = [(np.full((n, 20), 9.0), np.full((n, 9), 9.0)) for _ in range(3)]
    kernel = machine.kernel("g")
    for row in range(n):
        kernel(x[row], p, outputs[0][0][row], outputs[0][1][row])
    virtual.batch("g", shared=("p",))(n, x, p, *outputs[1])
    machine.batch("g", shared=[1])(n, x, p, *outputs[2])
    for other in outputs[1:]:
        for a, b in zip(outputs[0], other, strict=True):
            # Fused products change the last bits, and chains of a hundred operations amplify them.
            np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-13)


def test_equal_operations_are_merged() -> None:
    x, y = casadi.SX.sym("x"), casadi.SX.sym("y")
    a = casadi.sin(x + y) * (x * y)
    b = casadi.sin(y + x) * (y * x)
    unused = casadi.exp(x)
    function = casadi.Function("f", [x, y], [a + b, casadi.sin(x + y)])
    assert codegen.operations(function) == 5
    assert unused.n_dep() == 1
    assert codegen.operations(casadi.Function("f", [x], [x, 3])) == 0


def test_order_matters_where_it_does() -> None:
    x, y = casadi.SX.sym("x"), casadi.SX.sym("y")
    function = casadi.Function("f", [x, y], [x - y, y - x, x / y, y / x, casadi.atan2(x, y), casadi.atan2(y, x)])
    assert codegen.operations(function) == 6


def test_in_place(backend: str) -> None:
    """Outputs may lie on inputs, also shifted: everything is read before anything is written."""
    x = casadi.SX.sym("x", 4)
    library = codegen.build(
        {"turn": casadi.Function("turn", [x], [casadi.vertcat(x[3], x[0], x[1], x[2]), x[0] * x])}, backend=backend
    )
    values = np.array([1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0])
    library.kernel("turn")(values[:4], values[:4], values[3:])
    np.testing.assert_array_equal(values, [4, 1, 2, 1, 2, 3, 4])
    table = np.arange(24.0).reshape(6, 4)
    library.batch("turn")(6, table, table, np.zeros((6, 4)))
    np.testing.assert_array_equal(table, np.roll(np.arange(24.0).reshape(6, 4), 1, axis=1))


def test_structural_zeros_and_matrices(backend: str) -> None:
    """Sparse results are written whole, column by column; sparse inputs are given whole."""
    x = casadi.SX.sym("x", casadi.Sparsity.lower(2))
    empty = casadi.SX(0, 1)
    function = casadi.Function("f", [x], [casadi.mtimes(x, x), casadi.SX(2, 1), empty, casadi.SX.eye(2)])
    results = [np.full(k, 7.0) for k in (4, 2, 0, 4)]
    codegen.build({"f": function}, backend=backend).kernel("f")(np.array([1.0, 2.0, 99.0, 3.0]), *results)
    np.testing.assert_array_equal(results[0], [1, 8, 0, 9])
    np.testing.assert_array_equal(results[1], 0)
    np.testing.assert_array_equal(results[3], [1, 0, 0, 1])


def test_names_that_casadi_refuses(backend: str) -> None:
    """A kernel may be called jac; as a C function it may not."""
    x = casadi.SX.sym("x")
    function = casadi.Function("f", [x], [x + 1])
    result = np.zeros(1)
    codegen.build({"jac": function}, backend=backend).kernel("jac")(np.ones(1), result)
    assert result[0] == 2.0
    with pytest.raises(ValueError, match="no C functions called jac; choose names such as f_jac"):
        codegen.c_source({"jac": function})


def test_no_inputs(backend: str) -> None:
    result = np.zeros(2)
    codegen.build({"f": casadi.Function("f", [], [casadi.SX([1, 2])])}, backend=backend).kernel("f")(result)
    np.testing.assert_array_equal(result, [1, 2])


def test_unsupported_operation_is_named() -> None:
    pytest.importorskip("llvmlite")
    x = casadi.SX.sym("x")
    function = casadi.Function("f", [x], [casadi.erfinv(x)])
    with pytest.raises(codegen.UnsupportedOperationError, match="kernel 'inverse' contains the operation OP_ERFINV"):
        codegen.build({"inverse": function}, backend="llvm")
    result = np.zeros(1)
    codegen.build({"inverse": function}, backend="vm").kernel("inverse")(np.array([0.0]), result)


def test_functions_that_are_no_kernels() -> None:
    x, y = casadi.SX.sym("x"), casadi.MX.sym("y")
    with pytest.raises(TypeError, match=r"'f'.*MXFunction.*expand"):
        codegen.build({"f": casadi.Function("f", [y], [casadi.sin(y)])})
    free = casadi.Function("f", [x], [x * casadi.SX.sym("stray")], {"allow_free": True})
    with pytest.raises(ValueError, match="stray"):
        codegen.build({"f": free})


def long_function():
    """Steps that read what came long before, with sines, cosines, comparisons and choices among the operations."""
    x = casadi.SX.sym("x", 3)
    y, early = x, casadi.sin(x[0]) + casadi.cos(x[1])
    for k in range(30):
        y = casadi.vertcat(y[1] + 0.5 * y[2], y[2] - y[0] * y[1], 0.25 * y[0] + early)
        y = y / (1 + casadi.dot(y, y)) + casadi.if_else(y[0] > 0.1 * k, casadi.cos(y[1]), casadi.sin(y[1] + x[2]))
    return casadi.Function("f", [x], [y, casadi.fmin(y[0], early)])


def test_long_kernels_in_pieces_have_the_same_results(monkeypatch) -> None:
    """For one row and for many, to the last bit; no piece is longer than it may be but by one operation."""
    pytest.importorskip("llvmlite")
    from linkwright.codegen import machine
    from linkwright.codegen.kernels import batch, pieces

    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    function, rows = long_function(), np.random.default_rng(2).uniform(-1.0, 1.0, (11, 3))
    lengths = []

    def results():
        library = codegen.build({"long": function}, [twice], backend="llvm")
        many, one = [np.zeros((11, 3)), np.zeros((11, 1))], [np.zeros(3), np.zeros(1)]
        library.batch("long")(11, rows, *many)
        library.kernel("long")(rows[0], *one)
        looped = rows[0].copy()
        library.loop("twice")(looped, np.zeros(1))
        return [*many, *one, looped]

    whole = results()
    whole_ir = machine.in_pieces

    def watch(kernel):
        cut = whole_ir(kernel)
        lengths.extend(len(piece.splitlines()) for piece in cut.split("define internal")[1:])
        return cut

    for module in (pieces, machine, batch):
        monkeypatch.setattr(module, "LONG", 100)
    monkeypatch.setattr(pieces, "PIECE", 40)
    monkeypatch.setattr(machine, "in_pieces", watch)
    for found, expected in zip(results(), whole, strict=True):
        np.testing.assert_array_equal(found, expected)
    assert len(lengths) > 5
    np.testing.assert_allclose(whole[2], function(rows[0])[0].full()[:, 0], rtol=1e-10)  # rounding in 30 steps


def twice(x: codegen.Array, y: codegen.Array) -> None:
    long(x, x, y)  # noqa: F821 - a kernel
    long(x, x, y)  # noqa: F821 - a kernel

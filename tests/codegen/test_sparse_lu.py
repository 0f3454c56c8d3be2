"""Sparse elimination with rows exchanged, against LAPACK; what room it takes."""

import casadi as ca
import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen.sparse_lu import COMPLEX_LOOPS, LOOPS, ColumnOrder

ROUNDING = 1e-10
"""Of solutions, relative: the condition of these matrices, rows over their largest numbers, is below 1e5."""


def saddle(random: np.random.Generator, n: int, m: int) -> np.ndarray:
    """[M, -A^T; A, 0] with rows of few entries, in disorder and of sizes far apart, and two rows below."""
    M = np.diag(random.uniform(0.5, 2.0, n)) + np.diag(random.normal(size=n - 1), 1) * 0.2
    A = np.zeros((m, n))
    for i in range(m):
        A[i, [i, i + 1, (3 * i + 5) % n]] = random.normal(size=3) + 2.0
    matrix = np.block([[M, -A.T], [A, np.zeros((m, m))]])
    matrix = matrix[random.permutation(n + m)] * 10.0 ** random.integers(-4, 5, n + m)[:, None]
    below = random.normal(size=(2, n + m)) * (random.random((2, n + m)) < 0.5)
    return np.vstack([matrix, 1e9 * below])


@pytest.mark.parametrize("backend", ["vm", "llvm"])
@pytest.mark.parametrize(("n", "m"), [(2, 1), (6, 4), (40, 25)])
def test_real_and_complex_solutions_agree_with_lapack(backend, n, m):
    if backend == "llvm":
        pytest.importorskip("llvmlite")
    random, size = np.random.default_rng(n), n + m
    matrix = saddle(random, n, m)
    rows, columns = np.nonzero(matrix)
    order = ColumnOrder.of(ca.Sparsity.triplet(size + 2, size, rows.tolist(), columns.tolist()))
    assert order.further == 2
    places = order.rows, np.repeat(np.arange(size), np.diff(order.starts))
    lu, library = order.system(imaginary=True), codegen.build({}, [*LOOPS, *COMPLEX_LOOPS], backend=backend)
    scales = np.abs(matrix[:size]).max(axis=1)
    for _ in range(2):  # a second time with other numbers in the same arrays: nothing is left over
        b, c = random.normal(size=(2, size))
        lu.values[:] = matrix[places]
        x = b.copy()
        assert library.loop("sparse_factor")(lu) == 0
        library.loop("sparse_solve")(lu, x)
        expected = np.linalg.solve(matrix[:size] / scales[:, None], b / scales)
        assert np.allclose(x, expected, rtol=ROUNDING, atol=ROUNDING * np.abs(expected).max())
        assert max(lu.lower_starts[size], lu.upper_starts[size]) <= order.room
        # The complex matrix is near the real one: other numbers, the same pivots.
        other = matrix * np.r_[np.full(n, 0.8), np.full(m, 0.1)]
        lu.imaginary[:] = other[places]
        x, z = b.copy(), c.copy()
        assert library.loop("sparse_factor_complex")(lu) == 0
        library.loop("sparse_solve_complex")(lu, x, z)
        expected = np.linalg.solve((matrix + 1j * other)[:size] / scales[:, None], (b + 1j * c) / scales)
        assert np.allclose(x + 1j * z, expected, rtol=ROUNDING, atol=ROUNDING * np.abs(expected).max())
        matrix = matrix * random.uniform(0.5, 1.5, size)


def test_singular_matrices_are_found_and_leave_nothing_behind():
    library = codegen.build({}, list(LOOPS))
    order = ColumnOrder.of(ca.Sparsity.dense(3, 3))
    lu, regular = order.system(imaginary=False), np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
    for matrix, failed in ((np.outer([1.0, 2.0, 3.0], [1.0, 1.0, 2.0]), 1), (np.zeros((3, 3)), 1), (regular, 0)):
        lu.values[:] = matrix.ravel(order="F")
        assert library.loop("sparse_factor")(lu) == failed
    x = np.array([1.0, 2.0, 3.0])
    library.loop("sparse_solve")(lu, x)
    assert np.allclose(regular @ x, [1.0, 2.0, 3.0], rtol=1e-14)  # a few roundings

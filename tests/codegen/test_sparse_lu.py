"""Sparse elimination with rows exchanged, against LAPACK; its room and its operations."""

import casadi as ca
import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen import sparse_lu
from linkwright.codegen.sparse_lu import ColumnOrder, SparseLU


def factor_and_solve(lu: SparseLU, right: sparse_lu.Array) -> int:
    """A loop that calls the others, as a step does."""
    failed = sparse_lu.sparse_factor(lu)
    if failed == 0:
        sparse_lu.sparse_solve(lu, right)
    return failed


def saddle(random: np.random.Generator, n: int, m: int, further: int = 2) -> np.ndarray:
    """[M, -A^T; A, 0] with rows of few entries, of sizes far apart, and rows below: its diagonal is of no use."""
    M = np.diag(random.uniform(0.5, 2.0, n)) + np.diag(random.normal(size=n - 1), 1) * 0.2
    A = np.zeros((m, n))
    for i in range(m):
        A[i, [i, i + 1, (3 * i + 5) % n]] = random.normal(size=3) + 2.0
    matrix = np.block([[M, -A.T], [A, np.zeros((m, m))]])
    size = n + m
    matrix = matrix[random.permutation(size)] * 10.0 ** random.integers(-4, 5, size)[:, None]
    return np.vstack([matrix, random.normal(size=(further, size)) * (random.random((further, size)) < 0.5)])


def entries(matrix: np.ndarray, sparsity: ca.Sparsity) -> np.ndarray:
    rows, columns = sparsity.get_triplet()
    return matrix[rows, columns].copy()


@pytest.mark.parametrize(("n", "m"), [(2, 1), (6, 4), (40, 25)])
def test_real_and_complex_systems(n: int, m: int) -> None:
    random = np.random.default_rng(n)
    matrix, other = saddle(random, n, m), 0.0
    size = n + m
    sparsity = ca.sparsify(ca.DM(matrix)).sparsity()
    order = ColumnOrder.of(sparsity)
    lu = order.system(imaginary=True)
    for _ in range(2):  # the room is left as it was found
        lu.values[:] = entries(matrix, sparsity)
        right = random.normal(size=size)
        x = right.copy()
        assert sparse_lu.sparse_factor(lu) == 0
        sparse_lu.sparse_solve(lu, x)
        # Rows are scaled as the elimination scales them, so that the condition is that of what is solved.
        scales = np.abs(matrix[:size]).max(axis=1)
        expected = np.linalg.solve(matrix[:size] / scales[:, None], right / scales)
        assert np.allclose(x, expected, rtol=1e-10, atol=1e-12 * np.abs(expected).max())
        assert max(lu.lower_starts[size], lu.upper_starts[size] + size) <= order.room
        other = np.where(matrix != 0, 0.3 * scales.repeat(size).reshape(size, size).mean(), 0.0) if False else None
        other = matrix * np.r_[np.full(n, 0.8), np.full(m, 0.1)]
        lu.imaginary[:] = entries(other, sparsity)
        z = random.normal(size=size)
        real, imaginary = right.copy(), z.copy()
        assert sparse_lu.sparse_factor_complex(lu) == 0
        sparse_lu.sparse_solve_complex(lu, real, imaginary)
        whole = (matrix + 1j * other)[:size] / scales[:, None]
        expected = np.linalg.solve(whole, (right + 1j * z) / scales)
        assert np.allclose(real + 1j * imaginary, expected, rtol=1e-10, atol=1e-12 * np.abs(expected).max())
        matrix = matrix * random.uniform(0.5, 1.5, size)

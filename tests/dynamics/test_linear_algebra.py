"""Linear algebra answers or says why not: second ways against NumPy's, and words for what has no answer."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csc_matrix

from linkwright import linear_algebra

RANDOM = np.random.default_rng(5)
STACK = RANDOM.normal(size=(3, 6, 4))
SQUARE = RANDOM.normal(size=(3, 5, 5))
SYMMETRIC = SQUARE + SQUARE.swapaxes(1, 2)


def test_iterations_give_the_singular_values_of_divide_and_conquer() -> None:
    for full in (False, True):
        U, s, Vt = linear_algebra._svd_by_iterations(STACK, full_matrices=full)
        np.testing.assert_allclose(s, np.linalg.svd(STACK, compute_uv=False), rtol=1e-12)
        np.testing.assert_allclose((U[..., :4] * s[:, None]) @ Vt[..., :4, :], STACK, atol=1e-13)
    np.testing.assert_allclose(linear_algebra._svd_by_iterations(STACK[0], compute_uv=False), s[0], rtol=1e-12)


@pytest.mark.parametrize("rcond", [None, 1e-10])
def test_least_squares_by_iterations(rcond: float | None) -> None:
    """Of full rank, and with a column twice: the least solution shares it equally."""
    b = RANDOM.normal(size=(6, 2))
    twice = np.column_stack([STACK[0], STACK[0][:, 0]])
    for A, right in ((STACK[0], b), (twice, b[:, 0]), (twice.T, b[:5])):
        x, _, rank, _ = linear_algebra._lstsq_by_iterations(A, right, rcond=rcond)
        expected, _, ranked, _ = np.linalg.lstsq(A, right, rcond=rcond)
        np.testing.assert_allclose(x, expected, atol=1e-12)
        assert rank == ranked == 4


def test_with_a_share_of_one_and_more_all_singular_values_are_zero() -> None:
    assert linear_algebra.lstsq(np.array([[3e-64]]), np.ones(1), rcond=1e51)[0] == 0.0


def test_eigenvalues_by_iterations() -> None:
    values, vectors = linear_algebra._eigh_by_iterations(SYMMETRIC)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(SYMMETRIC), atol=1e-12)
    np.testing.assert_allclose(SYMMETRIC @ vectors, vectors * values[:, None], atol=1e-12)


def test_pseudoinverse_rank_and_condition() -> None:
    flat = np.outer([1.0, 2.0], [3.0, 4.0, 0.0])
    np.testing.assert_allclose(linear_algebra.pinv(STACK, rcond=1e-10), np.linalg.pinv(STACK), atol=1e-13)
    np.testing.assert_allclose(linear_algebra.pinv(flat), flat.T / np.sum(flat**2), atol=1e-15)
    free = linear_algebra.null_space(flat)
    np.testing.assert_allclose(free.T @ free, np.eye(2), atol=1e-15)
    np.testing.assert_allclose(flat @ free, 0.0, atol=1e-14)
    assert linear_algebra.matrix_rank(flat, tol=1e-10) == 1
    assert linear_algebra.cond(np.diag([2.0, 8.0])) == 4.0
    assert linear_algebra.cond(np.diag([2.0, 0.0])) == np.inf


@pytest.mark.parametrize("name", ["svd", "lstsq", "eigvals", "pinv"])
def test_what_is_not_finite_is_said(name: str) -> None:
    arguments = [np.full((2, 2), np.nan), np.ones(2)][: 2 if name == "lstsq" else 1]
    with pytest.raises(linear_algebra.MatrixError, match="not finite"):
        getattr(linear_algebra, name)(*arguments)


def test_what_is_singular_is_said() -> None:
    with pytest.raises(linear_algebra.MatrixError, match="singular"):
        linear_algebra.solve(np.zeros((2, 2)), np.ones(2))
    with pytest.raises(linear_algebra.MatrixError, match="singular"):
        linear_algebra.inv(np.zeros((2, 2)))
    with pytest.raises(linear_algebra.MatrixError, match="singular"):
        linear_algebra.splu(csc_matrix(np.diag([1.0, 0.0])))
    with pytest.raises(linear_algebra.MatrixError, match="positive definite"):
        linear_algebra.cholesky(-np.eye(2))

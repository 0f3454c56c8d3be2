"""Dense elimination of the implicit integrators, against LAPACK, with entries that vanish in part."""

import numpy as np
import pytest

from linkwright.codegen import linear_algebra

KINDS = ("full", "sparse", "imaginary", "real", "coordinates")


def draw(random, m, kind):
    """A regular matrix; multipliers of the elimination are complex, often zero, imaginary or real."""
    real, imaginary = random.normal(size=(2, m, m))
    if kind == "sparse":
        real, imaginary = real * (random.random((m, m)) < 0.4), imaginary * (random.random((m, m)) < 0.4)
    if kind == "imaginary":  # real on the diagonal alone, so that whole columns are eliminated by imaginary factors
        real = np.diag(np.full(m, 10.0))
    if kind == "real":
        imaginary = np.diag(np.full(m, 0.5))
    if kind == "coordinates":  # rows q' = v of a step's matrix, with one entry beside the diagonal
        top = m // 2
        real[:top] = -np.eye(m)[(np.arange(top) + top) % m] + 9.0 * np.eye(m)[:top]
        imaginary = np.diag(np.full(m, 0.5))
    return real + np.diag(np.full(m, 3.0)), imaginary


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("m", [1, 2, 5, 9, 16])
def test_complex_systems(m, kind) -> None:
    random = np.random.default_rng([m, KINDS.index(kind)])
    real, imaginary = draw(random, m, kind)
    right = random.normal(size=m) + 1j * random.normal(size=m)
    a, b, order, x, z = real.ravel().copy(), imaginary.ravel().copy(), np.zeros(m), right.real.copy(), right.imag.copy()
    assert linear_algebra.lu_factor_complex(a, b, m, order) == 0
    linear_algebra.lu_solve_complex(a, b, m, order, x, z)
    assert np.allclose(x + 1j * z, np.linalg.solve(real + 1j * imaginary, right), rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("m", [9, 16])
def test_real_systems_with_sparse_rows(m) -> None:
    random = np.random.default_rng(m)
    (matrix, _), right = draw(random, m, "coordinates"), random.normal(size=m)
    a, order, x = matrix.ravel().copy(), np.zeros(m), right.copy()
    assert linear_algebra.lu_factor(a, m, order) == 0
    linear_algebra.lu_solve(a, m, order, x)
    assert np.allclose(x, np.linalg.solve(matrix, right), rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("m", [1, 2, 5, 9])
def test_real_systems_with_pivots_out_of_order(m) -> None:
    random = np.random.default_rng(m)
    matrix, right = (
        np.roll(np.diag(np.full(m, 4.0)), 1, axis=0) + 0.3 * random.normal(size=(m, m)),
        random.normal(size=m),
    )
    a, order, x = matrix.ravel().copy(), np.zeros(m), right.copy()
    assert linear_algebra.lu_factor(a, m, order) == 0
    linear_algebra.lu_solve(a, m, order, x)
    assert np.allclose(x, np.linalg.solve(matrix, right), rtol=1e-11, atol=1e-12)


def test_singular_matrices_are_reported() -> None:
    assert linear_algebra.lu_factor(np.array([1.0, 2.0, 2.0, 4.0]), 2, np.zeros(2)) == 1
    assert linear_algebra.lu_factor_complex(np.zeros(4), np.zeros(4), 2, np.zeros(2)) == 1

"""Decompositions of small matrices that are not made where a cheaper bound decides: the same answers."""

import numpy as np

from linkwright.dynamics.closure.problem import least_step
from linkwright.dynamics.rank import WELL_CONDITIONED, regular_inverse


def with_values(random, values, rows, columns):
    """A matrix with these singular values."""
    U, V = (np.linalg.qr(random.normal(size=(n, n)))[0] for n in (rows, columns))
    return (U[:, : len(values)] * values) @ V[: len(values)]


def test_an_inverse_is_given_only_where_the_condition_is_certain():
    """Its singular values are known by construction; 1e-12 is rounding times the condition."""
    random = np.random.default_rng(0)
    for smallest in (1.0, 1e-2, 1e-4):
        A = with_values(random, np.geomspace(1.0, smallest, 6), 6, 6)
        inverse = regular_inverse(A)
        assert inverse is not None
        assert np.abs(inverse @ A - np.eye(6)).max() < 1e-12 / smallest
    for smallest in (0.9 / WELL_CONDITIONED, 1e-10, 1e-14, 0.0):
        assert regular_inverse(with_values(random, [*np.geomspace(1.0, 1e-2, 5), smallest], 6, 6)) is None
    # A matrix that is all rounding is none of order 1, whatever its condition.
    assert regular_inverse(1e-13 * np.eye(3)) is None
    assert regular_inverse(np.full((3, 3), np.nan)) is None
    assert regular_inverse(np.zeros((2, 3))) is None
    assert regular_inverse(np.zeros((0, 0))) is None


def test_a_step_is_the_least_that_solves_the_equations():
    """Square, wide and tall, of full rank and not: the pseudoinverse by singular values says the same."""
    random = np.random.default_rng(1)
    for rows, columns, rank in ((6, 6, 6), (4, 7, 4), (8, 5, 5), (6, 6, 4), (4, 7, 3), (8, 5, 3), (1, 1, 1), (3, 3, 0)):
        J = with_values(random, np.linspace(1.0, 0.2, rank), rows, columns) if rank else np.zeros((rows, columns))
        e = random.normal(size=rows)
        expected = -np.linalg.pinv(J, rcond=1e-10) @ e
        assert np.abs(least_step(J, e) - expected).max() < 1e-13 * max(1.0, np.abs(expected).max()) * 100

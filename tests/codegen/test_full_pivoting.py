"""Dense elimination with pivots among all entries, as compiled loops and as Python, against LAPACK."""

import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen.linear_algebra import FULL_LOOPS, full_pivoting


@pytest.fixture
def loops(backend):
    library = codegen.build({}, FULL_LOOPS, backend=backend)
    return library.loop("full_factor"), library.loop("full_solve")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_square_systems(loops, n):
    factor, solve = loops
    random = np.random.default_rng(n)
    system, x = full_pivoting(n, n), np.zeros(n)
    for drawn in range(4):  # the order of the first one is kept for those that are like it, and given up for the last
        matrix = np.eye(n) + 0.1 * random.normal(size=(n, n)) if drawn < 3 else random.normal(size=(n, n))
        right = random.normal(size=n)
        system.matrix[:] = matrix.T.ravel()
        margin = factor(system)
        assert np.sign(margin) == np.sign(np.linalg.det(matrix))
        assert abs(margin) <= 1.0
        solve(system, right, x)
        assert np.allclose(x, np.linalg.solve(matrix, right), rtol=1e-11, atol=1e-12)


def test_redundant_rows_are_left_out(loops):
    """Ten rows of rank four: those chosen as pivots meet all of them."""
    factor, solve = loops
    random = np.random.default_rng(3)
    matrix, wanted = random.normal(size=(10, 4)) @ np.diag([1.0, 2.0, 3.0, 4.0]), random.normal(size=4)
    system, x = full_pivoting(10, 4), np.zeros(4)
    system.matrix[:] = matrix.T.ravel()
    assert factor(system) != 0.0
    solve(system, matrix @ wanted, x)
    assert np.allclose(x, wanted, rtol=1e-12)


def test_loss_of_rank_is_seen_also_in_a_kept_order(loops):
    factor, _ = loops
    system = full_pivoting(3, 3)
    system.matrix[:] = np.diag([1.0, 2.0, 3.0]).ravel()
    assert factor(system) == pytest.approx(1 / 3)
    system.matrix[:] = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 1.0, 1.0]]).ravel()
    assert factor(system) == 0.0
    system.matrix[:] = np.diag([1.0, 2.0, -3.0]).ravel()
    assert factor(system) == pytest.approx(-1 / 3)

"""Least squares in a trust region, against SciPy's and a closed form."""

import numpy as np
import pytest
from scipy.optimize import least_squares as reference

from linkwright.dynamics.closure.least_squares import least_squares


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(12))
def test_the_minimum_is_that_of_another_program(seed):
    """Curved, rank deficient, over- and underdetermined problems; both end where half of the digits are reached."""
    random = np.random.default_rng(seed)
    m, n = random.integers(1, 9, 2)
    A, B, c = random.normal(size=(m, n)), random.choice([0.0, 1.0]) * random.normal(size=(m, n)), random.normal(size=m)
    start = random.choice([0.0, 3.0]) * random.normal(size=n)

    def values(x):
        return np.sin(A @ x) + B @ x + 0.3 * (A @ x) ** 2 - c

    def slopes(x):
        return (np.cos(A @ x) + 0.6 * (A @ x))[:, None] * A + B

    for sizes in (None, random.uniform(0.5, 2.0, n)):
        other = reference(values, start, slopes, x_scale="jac" if sizes is None else sizes).x
        found = least_squares(values, slopes, start, sizes)
        assert values(found) @ values(found) == pytest.approx(values(other) @ values(other), rel=1e-6, abs=1e-12)


def test_a_linear_problem_without_a_solution():
    """x = 1 and x = 3, y of no effect: the mean, and y as it was."""
    found = least_squares(
        lambda x: x[0] - np.array([1.0, 3.0]), lambda _: np.array([[1.0, 0.0]] * 2), np.array([9.0, 5.0])
    )
    assert found == pytest.approx([2.0, 5.0])


def test_values_that_do_not_exist_are_avoided():
    """Steps to where the logarithm has no value are made shorter: log(x) = -3 from x = 4."""
    with np.errstate(invalid="ignore", divide="ignore"):
        found = least_squares(lambda x: np.log(x) + 3.0, lambda x: 1.0 / x[None], np.array([4.0]))
    assert found == pytest.approx([np.exp(-3.0)])

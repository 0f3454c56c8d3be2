"""Tables of polynomials: coefficients about knots, evaluated, differentiated and moved to other knots."""

from math import comb, factorial
from typing import NamedTuple

import numpy as np

from linkwright.arrays import Array


class Polynomials(NamedTuple):
    """A law as a table of polynomials, for code that looks pieces up instead of carrying them in an expression.

    `knots` is (k + 1,), strictly increasing; `coefficients` is (k, m), m >= 4, ascending: for knots[i] <= t <
    knots[i + 1] the value is sum_j coefficients[i, j] (t - knots[i])^j. Before the first and after the last knot the
    value at that knot holds and all derivatives vanish, so clamping t to the knots gives the value at every time.
    """

    knots: Array
    coefficients: Array

    def about(self, knots: Array) -> Array:
        """Return the coefficients about other knots, (k, m), among which are all of its own that lie within.

        The polynomial sum_j c_j u^j about a knot that is s further on has the coefficients sum_j C(j, i) c_j s^(j - i).
        """
        first, last = self.knots[0], self.knots[-1]
        start = knots[:-1]
        at = np.clip(np.searchsorted(self.knots, start, side="right") - 1, 0, len(self.coefficients) - 1)
        shift = np.clip(start, first, last) - self.knots[at]
        old = self.coefficients[at]
        new = np.zeros_like(old)
        for i in range(old.shape[1]):
            new[:, i] = horner(old[:, i:] * [comb(j, i) for j in range(i, old.shape[1])], shift)
        new[(start < first) | (start >= last), 1:] = 0.0
        return new


def differentiate(coefficients: Array, order: int) -> Array:
    """Return the coefficients (k, m - order) of the derivative."""
    factors = [factorial(j) // factorial(j - order) for j in range(order, coefficients.shape[1])]
    return np.asarray(coefficients[:, order:] * factors, dtype=np.float64)


def horner(coefficients: Array, u: Array) -> Array:
    """Return sum_j coefficients[..., j] u^j."""
    result = np.zeros(u.shape)
    for j in reversed(range(coefficients.shape[-1])):
        result = result * u + coefficients[..., j]
    return result

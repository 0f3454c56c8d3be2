"""Balances with as many unknowns as rows, sample after sample, in the subset of Python that is compiled."""

from __future__ import annotations

from math import sqrt

from linkwright.arrays import Array
from linkwright.codegen import Record
from linkwright.codegen.linear_algebra import lu_factor, lu_solve

MOST_POWERS = 40
"""Powers that are taken for the largest singular value; few where the next is smaller, and no harm where it is not."""
SAME = 1e-15
"""Relative growth at which they end: rounding."""
TINY = 1e-300


class Balances(Record):
    """Balances G w = missing of `count` samples with k rows and unknowns, matrices by rows.

    G is solved as E = G / (rows columns), of which nothing has a unit.
    """

    count: int
    size: int
    G: Array
    """(count, k, k)"""
    missing: Array
    """(count, k)"""
    rows: Array
    columns: Array
    """Scales (k); lengths of the columns of E, the longest of all samples, come into those of the columns."""
    rounding: float
    """Length of a column of E up to which it is rounding."""
    w: Array
    """(count, k)"""
    inverses: Array
    """Norms of Frobenius |E^-1| (count)."""
    steps: Array
    """|E - E_before|; 0 for the first sample."""
    largest_size: float
    largest_inverse: float
    """The largest |E| and |E^-1|."""
    largest_value: float
    """The largest singular value."""
    E: Array
    """(k, k) of this sample, and behind it that of the one before"""
    factors: Array
    square: Array
    order: Array
    right: Array
    vector: Array
    """Room (k, k), (2, k, k), (k), (k), (k)."""


def column_lengths(balances: Balances) -> None:
    """Scale the columns so that each is of length 1 where it is longest."""
    k = balances.size
    for j in range(k):
        longest = 0.0
        for at in range(balances.count):
            total = 0.0
            for i in range(k):
                x = balances.G[(at * k + i) * k + j] / (balances.rows[i] * balances.columns[j])
                total += x * x
            longest = max(longest, total)
        length = sqrt(longest)
        if length > balances.rounding:
            balances.columns[j] *= length


def multiply_transposed(a: Array, k: int, product: Array) -> None:
    """a^T a of a (k, k)."""
    for i in range(k):
        for j in range(k):
            total = 0.0
            for r in range(k):
                total += a[r * k + i] * a[r * k + j]
            product[i * k + j] = total


def frobenius(a: Array, count: int) -> float:
    """Root of the sum of squares."""
    total = 0.0
    for i in range(count):
        total += a[i] * a[i]
    return sqrt(total)


def largest_value(balances: Balances) -> float:
    """The largest singular value s_1 of E, by powers of P = (E^T E)^4, whose directions are soon that of s_1 alone.

    |E x| / |x| is never above s_1, and its error is the square of that of the direction x.
    """
    k = balances.size
    P = balances.square
    x = balances.right
    product = balances.vector
    for i in range(k):
        x[i] = P[i * k]
    found = 0.0
    for _ in range(MOST_POWERS):
        for i in range(k):
            product[i] = 0.0
            for j in range(k):
                product[i] += balances.E[i * k + j] * x[j]
        value = frobenius(product, k) / max(frobenius(x, k), TINY)
        if not value > found * (1.0 + SAME):
            return max(value, found)
        found = value
        for i in range(k):
            product[i] = 0.0
            for j in range(k):
                product[i] += P[i * k + j] * x[j]
        length = frobenius(product, k)
        for i in range(k):
            x[i] = product[i] / max(length, TINY)
    return found


def solve_balances(balances: Balances) -> int:
    """Solve all balances, with norms that bound their singular values; the number of samples that could be solved."""
    k = balances.size
    square = k * k
    E = balances.E
    factors = balances.factors
    right = balances.right
    column_lengths(balances)
    for at in range(balances.count):
        step = 0.0
        for i in range(k):
            for j in range(k):
                place = i * k + j
                x = balances.G[at * square + place] / (balances.rows[i] * balances.columns[j])
                step += (x - E[square + place]) ** 2
                E[place] = x
                E[square + place] = x
                factors[place] = x
        balances.steps[at] = sqrt(step) if at > 0 else 0.0
        balances.largest_size = max(balances.largest_size, frobenius(E, square))
        # E^T E, and twice its square: all are symmetric.
        multiply_transposed(E, k, balances.square)
        multiply_transposed(balances.square, k, balances.square[square:])
        multiply_transposed(balances.square[square:], k, balances.square)
        # As s_1^8 <= |(E^T E)^4|, few matrices may have a larger value than those before.
        if frobenius(balances.square, square) > balances.largest_value**8:
            balances.largest_value = max(balances.largest_value, largest_value(balances))
        if lu_factor(factors, k, balances.order) != 0:
            return at
        total = 0.0
        for j in range(k):
            for i in range(k):
                right[i] = 0.0
            right[j] = 1.0
            lu_solve(factors, k, balances.order, right)
            for i in range(k):
                total += right[i] * right[i]
        balances.inverses[at] = sqrt(total)
        balances.largest_inverse = max(balances.largest_inverse, sqrt(total))
        for i in range(k):
            right[i] = balances.missing[at * k + i] / balances.rows[i]
        lu_solve(factors, k, balances.order, right)
        for j in range(k):
            balances.w[at * k + j] = right[j] / balances.columns[j]
    return balances.count


LOOPS = (lu_factor, lu_solve, column_lengths, multiply_transposed, frobenius, largest_value, solve_balances)

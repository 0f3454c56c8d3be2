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
INFINITE = 1e300
"""What counts as infinite."""


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
    scales: Array
    """What G is multiplied with (k, k)."""
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


def may_be_larger(balances: Balances) -> bool:
    """Whether bounds of the largest singular value of E allow for more than that of the samples before.

    As s_1^2 <= |E^T E|, and so on with its square and the square of that, few matrices may have a larger one. If so,
    (E^T E)^4 is in `square`.
    """
    k = balances.size
    square = k * k
    known = balances.largest_value * balances.largest_value
    multiply_transposed(balances.E, k, balances.square)
    if not frobenius(balances.square, square) > known:
        return False
    # All powers are symmetric.
    known *= known
    multiply_transposed(balances.square, k, balances.square[square:])
    if not frobenius(balances.square[square:], square) > known:
        return False
    multiply_transposed(balances.square[square:], k, balances.square)
    return frobenius(balances.square, square) > known * known


def solve_balances(balances: Balances) -> int:
    """Solve all balances, with norms that bound their singular values; the number of samples that could be solved."""
    k = balances.size
    square = k * k
    E = balances.E
    factors = balances.factors
    right = balances.right
    column_lengths(balances)
    scales = balances.scales
    for i in range(k):
        for j in range(k):
            scales[i * k + j] = 1.0 / (balances.rows[i] * balances.columns[j])
    for at in range(balances.count):
        step = 0.0
        for place in range(square):
            x = balances.G[at * square + place] * scales[place]
            step += (x - E[square + place]) * (x - E[square + place])
            E[place] = x
            E[square + place] = x
            factors[place] = x
        balances.steps[at] = sqrt(step) if at > 0 else 0.0
        size = frobenius(E, square)
        balances.largest_size = max(balances.largest_size, size)
        if size > balances.largest_value and may_be_larger(balances):
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


class Comparison(Record):
    """Rows of numbers that ought to be the same, (rows, columns)."""

    rows: int
    columns: int
    found: Array
    wanted: Array
    scales: Array
    """For each column the least size that counts; then the largest number wanted, if that is larger."""
    off: Array
    """Largest difference in each row over the scales; infinite for what is no number."""


def compare(these: Comparison) -> int:
    """Write `off`, and answer with the row where it is largest."""
    columns = these.columns
    scales = these.scales
    for at in range(these.rows):
        for j in range(columns):
            scales[j] = max(scales[j], abs(these.wanted[at * columns + j]))
    worst = 0
    for at in range(these.rows):
        largest = 0.0
        for j in range(columns):
            place = at * columns + j
            off = abs(these.found[place] - these.wanted[place]) / scales[j]
            # What is no number is not below anything.
            if not off <= largest:
                largest = INFINITE if not off < INFINITE else off
        these.off[at] = largest
        if largest > these.off[worst]:
            worst = at
    return worst


LOOPS = (
    compare,
    lu_factor,
    lu_solve,
    column_lengths,
    multiply_transposed,
    frobenius,
    largest_value,
    may_be_larger,
    solve_balances,
)

"""Elimination of dense linear equations as straight code, for pivots that were chosen before.

    K x = e,   K (rows, columns), rows >= columns

Pivots are chosen from numbers at one configuration, for size and sparsity; the same order is then written in symbols.
The pivots, and the sum of squares of all multipliers, are outputs of the code, so that a loop sees where the order does
not serve and takes pivots among all entries there. Rows without a pivot depend on the others, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.symbolic import plus, times

Order = tuple[tuple[int, int], ...]
"""Row and column of each pivot."""

COLUMN_ENOUGH = 0.5
"""A pivot may be this much smaller than the largest entry of its column if that keeps the code sparser: multipliers are
at most two where pivots are chosen, and have room to grow from there."""
TINY = 1e-300
ROW_ENOUGH = 0.1
"""The same for its row: no row that is about to vanish gives a pivot."""
FIRMNESS = 0.5
"""What is taken from the cost of constants: less than the fill of one entry."""
LEAST_PIVOT = 1e-4
"""Smallest pivot over the largest with which an order is worth writing down."""


def pivot_order(expressions: ca.SX, K: Array) -> Order | None:
    """An order of pivots that serves for K, the numbers of expressions; None if K has no full rank of columns.

    Of the entries that are large enough the one that makes least fill is taken, an entry more of it for each time that
    one is half as large as those beside it; constants before others, since they are never weak; and then the first. So
    the order seldom depends on the values of parameters.
    """
    K = K.copy()
    triplets = list(zip(*expressions.sparsity().get_triplet(), _nonzeros(expressions), strict=True))
    places = {(int(i), int(j)) for i, j, _ in triplets}
    constants = {(int(i), int(j)) for i, j, entry in triplets if entry.is_constant()}
    rows, columns, order = list(range(K.shape[0])), list(range(K.shape[1])), []
    smallest, largest = np.inf, 0.0
    while columns:
        part = np.abs(K[np.ix_(rows, columns)])
        if not rows or not np.isfinite(part).all():
            return None
        beside = part / np.maximum(np.maximum(part.max(axis=0), part.max(axis=1)[:, None]), TINY)
        enough = (part >= COLUMN_ENOUGH * part.max(axis=0)) & (beside >= ROW_ENOUGH)
        enough &= part > LEAST_PIVOT * largest
        filled = np.array([[(i, j) in places for j in columns] for i in rows])
        firm = np.array([[(i, j) in constants for j in columns] for i in rows])
        cost = np.outer(filled.sum(axis=1) - 1, filled.sum(axis=0) - 1) - FIRMNESS * firm
        cost = cost + np.round(-np.log2(np.maximum(beside, TINY)))
        cheapest = np.where(enough, cost, cost.max() + 1)
        at = int(np.argmin(cheapest) if enough.any() else np.argmax(part))
        i, j = rows[at // len(columns)], columns[at % len(columns)]
        pivot = abs(K[i, j])
        smallest, largest = min(smallest, pivot), max(largest, pivot)
        if not smallest > LEAST_PIVOT * largest:
            return None
        order.append((i, j))
        rows.remove(i)
        columns.remove(j)
        below = [r for r in rows if (r, j) in places]
        right = [c for c in columns if (i, c) in places]
        touched = {(r, c) for r in below for c in right}
        places |= touched
        constants -= touched
        for r in below:
            K[r] -= K[r, j] / K[i, j] * K[i]
    return tuple(order)


def parity(order: Order) -> float:
    """Sign of an order of rows and columns, by which the signs of the pivots give that of the determinant."""
    sign = 1.0
    for numbers in zip(*order, strict=True):
        ranks = np.argsort(np.argsort(numbers))
        sign *= np.linalg.det(np.eye(len(ranks))[ranks])
    return float(np.rint(sign))


@dataclass(frozen=True, eq=False)
class Straight:
    """Equations K x = e with an order of pivots, in symbols."""

    K: ca.SX
    order: Order

    @cached_property
    def _factors(self) -> tuple[list[dict[int, ca.SX]], list[dict[int, ca.SX]], list[ca.SX], float | ca.SX]:
        """For each pivot the multipliers by row and what is right of it by column; the pivots; the growth."""
        rows: dict[int, dict[int, ca.SX]] = {i: {} for i in range(self.K.shape[0])}
        for i, j, entry in zip(*self.K.sparsity().get_triplet(), _nonzeros(self.K), strict=True):
            rows[int(i)][int(j)] = entry
        lower, upper, pivots, growth = [], [], [], ca.SX(0)
        for i, j in self.order:
            row = rows.pop(i)
            pivot = row.pop(j)
            inverse, multipliers = 1 / pivot, {}
            for other, entries in rows.items():
                if j in entries:
                    factor = times(entries.pop(j), -inverse)
                    multipliers[other] = factor
                    growth = plus(growth, times(factor, factor))
                    for column, entry in row.items():
                        product = times(factor, entry)
                        old = entries.get(column)
                        entries[column] = product if old is None else plus(old, product)
            lower.append(multipliers)
            upper.append(row)
            pivots.append(pivot)
        return lower, upper, pivots, growth

    @property
    def pivots(self) -> ca.SX:
        """Pivots in their order."""
        return ca.vertcat(*self._factors[2])

    @property
    def growth(self) -> ca.SX:
        """Sum of the squares of all multipliers."""
        return ca.SX(self._factors[3])

    def solve(self, right: Mapping[int, ca.SX]) -> list[ca.SX]:
        """The unknowns x for the entries of e that do not vanish."""
        lower, upper, pivots, _ = self._factors
        e, x = dict(right), dict[int, ca.SX]()
        for (i, _), multipliers in zip(self.order, lower, strict=True):
            if i in e:
                for row, factor in multipliers.items():
                    product = times(factor, e[i])
                    old = e.get(row)
                    e[row] = product if old is None else plus(old, product)
        for (i, j), beside, pivot in zip(reversed(self.order), reversed(upper), reversed(pivots), strict=True):
            total = e.get(i)
            for column, entry in beside.items():
                if column in x:
                    product = times(entry, -x[column])
                    total = product if total is None else plus(total, product)
            if total is not None:
                x[j] = total / pivot
        return [x.get(j, ca.SX(0)) for j in range(self.K.shape[1])]


def entries(vector: ca.SX) -> dict[int, ca.SX]:
    """Entries of a vector that do not vanish identically, by row."""
    vector = ca.sparsify(vector)
    return dict(zip([int(i) for i in vector.sparsity().get_triplet()[0]], _nonzeros(vector), strict=True))


def _nonzeros(matrix: ca.SX) -> list[ca.SX]:
    found: list[ca.SX] = matrix.nonzeros()  # type: ignore[assignment]  # they are scalar expressions
    return found


def is_affine(expressions: Sequence[ca.SX], symbols: ca.SX) -> bool:
    """Whether expressions are affine in some symbols."""
    every = ca.vertcat(*expressions)
    return not every.numel() or not symbols.numel() or not any(ca.which_depends(every, symbols, 2, True))

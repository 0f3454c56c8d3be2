"""Linear systems in the subset of Python that is compiled: each elimination once.

- `lu_factor`, `lu_solve` and their complex sisters: dense, rows exchanged; for matrices far from singular, such as
  those of implicit integrators;
- `full_factor`, `full_solve`: dense, pivots chosen among all entries, so that loss of rank shows as a small pivot; more
  rows than columns are allowed, and an order that has served is kept;
- `ldl_factor`, `ldl_solve`: sparse and symmetric, with a `Pattern` found once in Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.codegen.loops.records import Record

SINGULAR = 1e-9
"""Smallest pivot over the largest below which equations count as singular."""
WEAK = 1e-6
"""Smallest pivot over the largest below which pivots are chosen anew."""
SPARSE = 4
"""A row with less than one entry in so many that is not zero is taken from others entry by entry."""
LARGEST_GROWTH = 10.0
"""Largest multiplier of an elimination in a kept order; with pivots chosen among all entries none is above 1."""


# -- dense, rows exchanged -------------------------------------------------------------------------------------------


def lu_factor(a: Array, m: int, order: Array) -> int:
    """Factor a (m, m), rows one after another, in place with row exchanges noted in `order`; 1 if it is singular.

    Where few entries of a pivot row are not zero, as in the rows q' = N(q) v of a step's matrix, only these are taken
    from other rows; until its own turn the rest of `order` has room for their columns.
    """
    for j in range(m):
        # The largest entry of the column is the pivot; its row comes to the top.
        best = j
        for i in range(j + 1, m):
            if abs(a[i * m + j]) > abs(a[best * m + j]):
                best = i
        order[j] = float(best)
        if not abs(a[best * m + j]) > 0.0:
            return 1
        if best != j:
            for c in range(m):
                kept = a[j * m + c]
                a[j * m + c] = a[best * m + c]
                a[best * m + c] = kept
        # Multiples of that row are taken from those below; most multipliers of a sparse matrix are zero.
        inverse = 1.0 / a[j * m + j]
        count = 0
        for c in range(j + 1, m):
            if a[j * m + c] != 0.0:
                order[j + 1 + count] = float(c)
                count += 1
        few = SPARSE * count < m - j
        for i in range(j + 1, m):
            share = a[i * m + j] * inverse
            a[i * m + j] = share
            if share != 0.0 and few:
                for place in range(j + 1, j + 1 + count):
                    c = int(order[place])
                    a[i * m + c] -= share * a[j * m + c]
            elif share != 0.0:
                for c in range(j + 1, m):
                    a[i * m + c] -= share * a[j * m + c]
    return 0


def lu_solve(a: Array, m: int, order: Array, b: Array) -> None:
    """Solve a x = b with a factored; x takes the place of b."""
    for j in range(m):
        best = int(order[j])
        if best != j:
            kept = b[j]
            b[j] = b[best]
            b[best] = kept
    # Forward with the multipliers, then back with the upper triangle.
    for i in range(m):
        total = b[i]
        for c in range(i):
            total -= a[i * m + c] * b[c]
        b[i] = total
    for back in range(m):
        i = m - 1 - back
        total = b[i]
        for c in range(i + 1, m):
            total -= a[i * m + c] * b[c]
        b[i] = total / a[i * m + i]


def lu_factor_complex(a: Array, b: Array, m: int, order: Array) -> int:
    """Factor a + i b (m, m) in place, as `lu_factor` does; 1 if it is singular."""
    for j in range(m):
        best = j
        for i in range(j + 1, m):
            if abs(a[i * m + j]) + abs(b[i * m + j]) > abs(a[best * m + j]) + abs(b[best * m + j]):
                best = i
        order[j] = float(best)
        if best != j:
            for c in range(m):
                kept = a[j * m + c]
                a[j * m + c] = a[best * m + c]
                a[best * m + c] = kept
                kept = b[j * m + c]
                b[j * m + c] = b[best * m + c]
                b[best * m + c] = kept
        squared = a[j * m + j] ** 2 + b[j * m + j] ** 2
        if not squared > 0.0:
            return 1
        real = a[j * m + j] / squared
        imaginary = -b[j * m + j] / squared
        count = 0
        for c in range(j + 1, m):
            if a[j * m + c] != 0.0 or b[j * m + c] != 0.0:
                order[j + 1 + count] = float(c)
                count += 1
        few = SPARSE * count < m - j
        for i in range(j + 1, m):
            x = a[i * m + j] * real - b[i * m + j] * imaginary
            z = a[i * m + j] * imaginary + b[i * m + j] * real
            a[i * m + j] = x
            b[i * m + j] = z
            if (x != 0.0 or z != 0.0) and few:
                for place in range(j + 1, j + 1 + count):
                    c = int(order[place])
                    a[i * m + c] -= x * a[j * m + c] - z * b[j * m + c]
                    b[i * m + c] -= x * b[j * m + c] + z * a[j * m + c]
            elif x != 0.0 or z != 0.0:
                for c in range(j + 1, m):
                    a[i * m + c] -= x * a[j * m + c] - z * b[j * m + c]
                    b[i * m + c] -= x * b[j * m + c] + z * a[j * m + c]
    return 0


def lu_solve_complex(a: Array, b: Array, m: int, order: Array, x: Array, z: Array) -> None:
    """Solve (a + i b) (x' + i z') = x + i z with a + i b factored, in place."""
    for j in range(m):
        best = int(order[j])
        if best != j:
            kept = x[j]
            x[j] = x[best]
            x[best] = kept
            kept = z[j]
            z[j] = z[best]
            z[best] = kept
    for i in range(m):
        real = x[i]
        imaginary = z[i]
        for c in range(i):
            real -= a[i * m + c] * x[c] - b[i * m + c] * z[c]
            imaginary -= a[i * m + c] * z[c] + b[i * m + c] * x[c]
        x[i] = real
        z[i] = imaginary
    for back in range(m):
        i = m - 1 - back
        real = x[i]
        imaginary = z[i]
        for c in range(i + 1, m):
            real -= a[i * m + c] * x[c] - b[i * m + c] * z[c]
            imaginary -= a[i * m + c] * z[c] + b[i * m + c] * x[c]
        squared = a[i * m + i] ** 2 + b[i * m + i] ** 2
        x[i] = (real * a[i * m + i] + imaginary * b[i * m + i]) / squared
        z[i] = (imaginary * a[i * m + i] - real * b[i * m + i]) / squared


# -- dense, pivots among all entries ---------------------------------------------------------------------------------


class FullPivoting(Record):
    """A dense system, matrices by columns, and the order of elimination that served last."""

    rows: int
    columns: int
    """At most as many as rows."""
    parity: float
    """Sign of the order of rows and columns; 0: there is none yet."""
    matrix: Array
    factors: Array
    row_order: Integers
    column_order: Integers
    work: Array
    """(columns)"""


def full_pivoting(rows: int, columns: int) -> FullPivoting:
    """A system of this size, without an order."""
    return FullPivoting(
        rows=rows, columns=columns, matrix=rows * columns, factors=rows * columns, row_order=rows,
        column_order=columns, work=columns,
    )  # fmt: skip


def largest_entry(K: Array, rows: int, columns: int, k: int) -> int:
    """Place i + j rows of the largest entry of K (rows, columns) from row and column k on."""
    best = -1.0
    at = k + k * rows
    for j in range(k, columns):
        for i in range(k, rows):
            x = abs(K[i + j * rows])
            if x > best:
                best = x
                at = i + j * rows
    return at


def swap(x: Array, a: int, b: int, stride: int, count: int) -> None:
    """Exchange `count` entries from a on with those from b on, `stride` apart."""
    for i in range(count):
        kept = x[a + i * stride]
        x[a + i * stride] = x[b + i * stride]
        x[b + i * stride] = kept


def swap_order(order: Integers, a: int, b: int) -> None:
    """Exchange two numbers."""
    kept = order[a]
    order[a] = order[b]
    order[b] = kept


def eliminate(K: Array, rows: int, columns: int, k: int) -> float:
    """Eliminate column k below its pivot; the largest multiplier."""
    pivot = K[k + k * rows]
    growth = 0.0
    for i in range(k + 1, rows):
        K[i + k * rows] = K[i + k * rows] / pivot
        growth = max(growth, abs(K[i + k * rows]))
    for j in range(k + 1, columns):
        x = K[k + j * rows]
        if x != 0.0:
            for i in range(k + 1, rows):
                K[i + j * rows] -= K[i + k * rows] * x
    return growth


def choose_pivots(system: FullPivoting) -> float:
    """Eliminate the matrix with pivots chosen among all entries.

    The smallest pivot over the largest, with the sign of the determinant (which has no meaning where there are more
    rows than columns); 0 if it is singular.
    """
    rows = system.rows
    columns = system.columns
    K = system.factors
    for i in range(rows * columns):
        K[i] = system.matrix[i]
    for i in range(rows):
        system.row_order[i] = i
    for j in range(columns):
        system.column_order[j] = j
    system.parity = 0.0
    largest = 0.0
    margin = 1.0
    parity = 1.0
    sign = 1.0
    for k in range(columns):
        at = largest_entry(K, rows, columns, k)
        best = abs(K[at])
        largest = max(largest, best)
        if not best > SINGULAR * largest:
            return 0.0
        margin = min(margin, best / largest)
        # Row and column of the largest entry come to the top left of what is left.
        at_j = at // rows
        at_i = at - at_j * rows
        if at_j != k:
            parity = -parity
            swap(K, k * rows, at_j * rows, 1, rows)
            swap_order(system.column_order, k, at_j)
        if at_i != k:
            parity = -parity
            swap(K, k, at_i, rows, columns)
            swap_order(system.row_order, k, at_i)
        if K[k + k * rows] < 0.0:
            sign = -sign
        eliminate(K, rows, columns, k)
    system.parity = parity
    return sign * parity * margin


def full_factor(system: FullPivoting) -> float:
    """Eliminate the matrix, in the order of the last time if that still serves; answers as `choose_pivots` does."""
    rows = system.rows
    columns = system.columns
    K = system.factors
    if system.parity != 0.0:
        for j in range(columns):
            start = system.column_order[j] * rows
            for i in range(rows):
                K[i + j * rows] = system.matrix[start + system.row_order[i]]
        largest = 0.0
        margin = 1.0
        sign = system.parity
        for k in range(columns):
            pivot = K[k + k * rows]
            largest = max(largest, abs(pivot))
            margin = min(margin, abs(pivot) / largest)
            if pivot < 0.0:
                sign = -sign
            # Large multipliers or a small pivot lose digits: then pivots are chosen anew.
            if not eliminate(K, rows, columns, k) <= LARGEST_GROWTH or not margin > WEAK:
                margin = 0.0
                break
        if margin > 0.0:
            return float(sign * margin)
    return choose_pivots(system)


def full_solve(system: FullPivoting, right: Array, x: Array) -> None:
    """Solve with what `full_factor` left; of more rows than columns those count that were chosen as pivots."""
    rows = system.rows
    columns = system.columns
    K = system.factors
    y = system.work
    for i in range(columns):
        y[i] = right[system.row_order[i]]
    for j in range(columns):
        value = y[j]
        if value != 0.0:
            for i in range(j + 1, columns):
                y[i] -= K[i + j * rows] * value
    for back in range(columns):
        j = columns - 1 - back
        y[j] = y[j] / K[j + j * rows]
        value = y[j]
        for i in range(j):
            y[i] -= K[i + j * rows] * value
    for j in range(columns):
        x[system.column_order[j]] = y[j]


FULL_LOOPS = (largest_entry, swap, swap_order, eliminate, choose_pivots, full_factor, full_solve)


# -- sparse and symmetric --------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Pattern:
    """Order of elimination, and the patterns of the permuted upper triangle and of L, as integer arrays.

    `position[k]` is the place of row k in the order; `starts`, `rows` the upper triangle by columns; `fill`, `below` L
    by columns; `begins`, `columns`, `places` L by rows: which columns a row has entries in, and where these are.
    """

    position: Integers
    starts: Integers
    rows: Integers
    fill: Integers
    below: Integers
    begins: Integers
    columns: Integers
    places: Integers

    @staticmethod
    def of(size: int, pairs: Integers) -> Pattern:
        """Pattern of a matrix with entries at pairs (k, 2) of rows, each once or more; the diagonal is always there.

        Of two orders of elimination it is that with fewer products: minimum degree, or along the matrix where this is
        a band, as in a chain of loops. There rows of minimum degree are taken all over the chain, and fill in twice.
        """
        both = np.concatenate([pairs, pairs[:, ::-1], np.repeat(np.arange(size), 2).reshape(-1, 2)])
        both = np.unique(both, axis=0)
        sparsity = ca.Sparsity.triplet(size, size, both[:, 0].tolist(), both[:, 1].tolist())
        orders = [np.array(sparsity.amd(), dtype=np.int64), _along(sparsity)] if size else [np.zeros(0, dtype=np.int64)]
        return min((Pattern._in_order(both, order) for order in orders), key=lambda found: found.products)

    @staticmethod
    def _in_order(both: Integers, order: Integers) -> Pattern:
        """Pattern of a matrix with entries `both` for an order of elimination."""
        size = len(order)
        position = np.empty(size, dtype=np.int64)
        position[order] = np.arange(size)
        moved = position[both]
        upper = moved[moved[:, 0] <= moved[:, 1]]
        upper = upper[np.lexsort((upper[:, 0], upper[:, 1]))]
        starts = np.searchsorted(upper[:, 1], np.arange(size + 1)).astype(np.int64)
        rows = np.ascontiguousarray(upper[:, 0])
        begins, columns = _symbolic(size, starts.tolist(), rows.tolist())
        # Entries by rows are (k, columns[k]); the same by columns, rows ascending, is how L is kept.
        of_row = np.repeat(np.arange(size), np.diff(begins))
        by_columns = np.lexsort((of_row, columns))
        places = np.empty(len(columns), dtype=np.int64)
        places[by_columns] = np.arange(len(columns))
        fill = np.searchsorted(columns[by_columns], np.arange(size + 1)).astype(np.int64)
        return Pattern(position, starts, rows, fill, of_row[by_columns], begins, columns, places)

    @property
    def products(self) -> int:
        """Products of a factorization, twice."""
        columns = np.diff(self.fill)
        return int((columns * (columns + 1)).sum())

    @property
    def table(self) -> Integers:
        """All that `ldl_factor` and `ldl_solve` read of integers, in their order."""
        return np.concatenate([self.fill, self.below, self.starts, self.rows, self.begins, self.columns, self.places])

    def place(self, first: Integers, second: Integers) -> Integers:
        """Where the entries of rows and columns (in the original numbering) are in the upper triangle."""
        a, b = self.position[first], self.position[second]
        row, column = np.minimum(a, b), np.maximum(a, b)
        size = len(self.position)
        keys = self.rows + size * np.repeat(np.arange(size), np.diff(self.starts))
        return np.asarray(np.searchsorted(keys, row + size * column), dtype=np.int64)


def _along(sparsity: ca.Sparsity) -> Integers:
    """Rows of a symmetric pattern from one end to the other, last ones first (reverse Cuthill-McKee order).

    A. George and J. W. Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981.
    """
    starts, rows = list(sparsity.colind()), list(sparsity.row())
    neighbours = [rows[a:b] for a, b in pairwise(starts)]
    for row, own in enumerate(neighbours):
        own.sort(key=lambda other: (len(neighbours[other]), other))
        own.remove(row)
    found: list[int] = []
    reached = [0] * len(neighbours)
    """How often each row was reached."""

    def search(root: int) -> list[int]:
        """Rows of one part in the order of their distance from a row."""
        turn, order = reached[root] + 1, [root]
        reached[root] = turn
        for row in order:
            for other in neighbours[row]:
                if reached[other] < turn:
                    reached[other] = turn
                    order.append(other)
        return order

    for row in range(len(neighbours)):
        # The row that is farthest from any one is near an end; the one that is farthest from it at the other.
        if not reached[row]:
            found += search(search(search(row)[-1])[-1])
    return np.array(found[::-1], dtype=np.int64)


def _symbolic(size: int, starts: list[int], rows: list[int]) -> tuple[Integers, Integers]:
    """Pattern of L by rows: where each row begins, and its columns, ascending.

    Row k has the entries of the upper triangle in column k and all that are above them in the tree of elimination (T.
    A. Davis, Algorithm 849, ACM Transactions on Mathematical Software 31, 2005).
    """
    parent, flag, begins, columns = [-1] * size, [-1] * size, [0], list[int]()
    for k in range(size):
        flag[k] = k
        first = len(columns)
        for at in range(starts[k], starts[k + 1]):
            i = rows[at]
            while i < k and flag[i] != k:
                if parent[i] == -1:
                    parent[i] = k
                columns.append(i)
                flag[i] = k
                i = parent[i]
        columns[first:] = sorted(columns[first:])
        begins.append(len(columns))
    return np.array(begins, dtype=np.int64), np.array(columns, dtype=np.int64)


def ldl_factor(size: int, table: Integers, values: Array, L: Array, D: Array, work: Array) -> None:
    """Numbers of L (without its unit diagonal) and D from those of the upper triangle; `table` is that of `Pattern`.

    Row by row, each by a triangular solution over its pattern. `work` (2 size) has room for a row, zero before and
    after, and for 1 / D.
    """
    fill = table[0:]
    below = table[size + 1 :]
    starts = below[fill[size] :]
    rows = starts[size + 1 :]
    begins = rows[starts[size] :]
    columns = begins[size + 1 :]
    places = columns[fill[size] :]
    reciprocals = work[size:]
    for k in range(size):
        for at in range(starts[k], starts[k + 1]):
            work[rows[at]] = values[at]
        pivot = work[k]
        work[k] = 0.0
        for entry in range(begins[k], begins[k + 1]):
            i = columns[entry]
            last = places[entry]
            y = work[i]
            work[i] = 0.0
            for at in range(fill[i], last):
                work[below[at]] -= L[at] * y
            ratio = y * reciprocals[i]
            pivot -= ratio * y
            L[last] = ratio
        D[k] = pivot
        reciprocals[k] = 1.0 / pivot


def ldl_solve(size: int, table: Integers, L: Array, D: Array, x: Array) -> None:
    """Solve in place, in the order of elimination."""
    fill = table[0:]
    below = table[size + 1 :]
    for k in range(size):
        y = x[k]
        for at in range(fill[k], fill[k + 1]):
            x[below[at]] -= L[at] * y
    for m in range(size):
        k = size - 1 - m
        y = x[k] / D[k]
        for at in range(fill[k], fill[k + 1]):
            y -= L[at] * x[below[at]]
        x[k] = y


LDL_LOOPS = (ldl_factor, ldl_solve)

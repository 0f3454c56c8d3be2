"""Sparse LU factorisation of matrices that are not symmetric, in the subset of Python that is compiled.

Columns are eliminated in an order found once from the pattern; rows are exchanged by the numbers. Column k of the
factors is a triangular solution over the entries that it reaches (J. R. Gilbert, T. Peierls, Sparse partial pivoting in
time proportional to arithmetic operations, SIAM Journal on Scientific and Statistical Computing 9, 1988), so the cost
is that of the operations on entries that are not zero. A complex matrix of the same pattern is factored with the rows
and patterns that a real one near to it has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.codegen.linear_algebra import Pattern
from linkwright.codegen.loops.records import Record


class SparseLU(Record):
    """A square matrix by columns, further rows below it that are not eliminated, and room for its factors.

    L has a unit diagonal. L and U are kept by columns, in the order of elimination: rows of L are rows of the matrix
    until all pivots are chosen, then their places in the order; those of U are places.
    """

    size: int
    starts: Integers
    """Where each column begins in `rows` and `values` (size + 1)."""
    ends: Integers
    """Where the rows of the square matrix end in each column; further rows follow (size)."""
    rows: Integers
    order: Integers
    """Columns in the order of elimination (size)."""
    values: Array
    imaginary: Array
    """Numbers of the matrix; of a complex one both are read."""
    place: Integers
    """Place of each row in the order, -1 until it is chosen (size)."""
    lower_starts: Integers
    lower_rows: Integers
    lower: Array
    upper_starts: Integers
    upper_rows: Integers
    upper: Array
    pivots: Array
    """1 over the diagonal of U (size)."""
    lower_real: Array
    lower_imaginary: Array
    upper_real: Array
    upper_imaginary: Array
    pivots_real: Array
    pivots_imaginary: Array
    """The same of the complex matrix."""
    marks: Integers
    stack: Integers
    following: Integers
    reached: Integers
    """Room of the search for entries (size)."""
    scales: Array
    """1 over the largest number of each row (size)."""
    x: Array
    z: Array
    """A column, or right-hand side and solution: real and imaginary part (size), zero between uses."""


@dataclass(frozen=True, eq=False)
class ColumnOrder:
    """A pattern by columns with the order of elimination: that of the least degree for W^T W.

    `room` is the most entries that L or U can have, whatever rows are exchanged: those of the Cholesky factor of W^T W
    (A. George, E. Ng, Symbolic factorization for sparse Gaussian elimination with partial pivoting, SIAM Journal on
    Scientific and Statistical Computing 8, 1987).
    """

    size: int
    further: int
    """Rows below the square matrix."""
    starts: Integers
    ends: Integers
    rows: Integers
    order: Integers
    room: int

    @staticmethod
    def of(sparsity: ca.Sparsity) -> ColumnOrder:
        """Order of the columns of a matrix whose first rows, as many as columns, are the square one.

        That must have an entry in each row and column that no other of them has: else no numbers make it regular.
        """
        size = sparsity.size2()
        starts, rows = (np.array(each, dtype=np.int64) for each in (sparsity.colind(), sparsity.row()))
        ends = starts[1:] - np.bincount(np.repeat(np.arange(size), np.diff(starts))[rows >= size], minlength=size)
        square = ca.DM.ones(sparsity)[:size, :]
        assert ca.sprank(square) == size  # then L is no longer than the bound either
        products = (square.T @ square).sparsity()
        pattern = Pattern.of(size, np.array(products.get_triplet(), dtype=np.int64).T)
        order = np.empty(size, dtype=np.int64)
        order[pattern.position] = np.arange(size)
        further = sparsity.size1() - size
        return ColumnOrder(size, further, starts, ends, rows, order, len(pattern.below) + size)

    @property
    def entries(self) -> int:
        """Entries of the matrix and of the rows below it."""
        return len(self.rows)

    @cached_property
    def usual(self) -> tuple[int, int]:
        """Products of a factorisation and entries of its factors, counted with random numbers in the pattern.

        Rows are exchanged by the numbers: others change the counts by a part of themselves.
        """
        lu = self.system(imaginary=False)
        lu.values[:] = np.random.default_rng(0).normal(size=self.entries)
        failed = sparse_factor(lu)
        assert failed == 0
        columns, count = np.diff(lu.lower_starts), int(lu.upper_starts[self.size])
        return int(columns[lu.upper_rows[:count]].sum()), count + self.size + int(lu.lower_starts[self.size])

    def system(self, *, imaginary: bool) -> SparseLU:
        """Room for one matrix of this pattern; with `imaginary` for a complex one too."""
        n, room = self.size, self.room
        other = (n, room, self.entries) if imaginary else (0, 0, 0)
        return SparseLU(
            size=n, starts=self.starts, ends=self.ends, rows=self.rows, order=self.order,
            values=np.zeros(self.entries), imaginary=np.zeros(other[2]), place=_integers(n),
            lower_starts=_integers(n + 1), lower_rows=_integers(room), lower=np.zeros(room),
            upper_starts=_integers(n + 1), upper_rows=_integers(room), upper=np.zeros(room), pivots=np.zeros(n),
            lower_real=np.zeros(other[1]), lower_imaginary=np.zeros(other[1]), upper_real=np.zeros(other[1]),
            upper_imaginary=np.zeros(other[1]), pivots_real=np.zeros(other[0]), pivots_imaginary=np.zeros(other[0]),
            marks=_integers(n), stack=_integers(n), following=_integers(n), reached=_integers(n),
            scales=np.zeros(n), x=np.zeros(n), z=np.zeros(n),
        )  # fmt: skip


def _integers(count: int) -> Integers:
    return np.zeros(count, dtype=np.int64)


def reach_rows(row: int, mark: int, top: int, lu: SparseLU) -> int:
    """Note all rows that an entry in this one reaches through columns of L, below `top`, each after all it reaches.

    The new top. Rows met before in this column carry the mark.
    """
    head = 0
    lu.stack[0] = row
    while head >= 0:
        i = lu.stack[head]
        column = lu.place[i]
        # Rows that are no pivots yet reach nothing.
        last = 0
        if column >= 0:
            last = lu.lower_starts[column + 1]
        if lu.marks[i] != mark:
            lu.marks[i] = mark
            lu.following[head] = 0
            if column >= 0:
                lu.following[head] = lu.lower_starts[column]
        # The next row of this column that was not met yet, if there is one.
        deeper = 0
        at = lu.following[head]
        while at < last and deeper == 0:
            if lu.marks[lu.lower_rows[at]] != mark:
                deeper = 1
            at += 1
        if deeper == 1:
            lu.following[head] = at
            head += 1
            lu.stack[head] = lu.lower_rows[at - 1]
        else:
            head -= 1
            top -= 1
            lu.reached[top] = i
    return top


def scale_rows(lu: SparseLU) -> int:
    """1 over the largest number of each row; 1 if a row has none."""
    for i in range(lu.size):
        lu.scales[i] = 0.0
    for j in range(lu.size):
        for at in range(lu.starts[j], lu.ends[j]):
            i = lu.rows[at]
            lu.scales[i] = max(lu.scales[i], abs(lu.values[at]))
    for i in range(lu.size):
        if not lu.scales[i] > 0.0:
            return 1
        lu.scales[i] = 1.0 / lu.scales[i]
    return 0


def open_column(k: int, lu: SparseLU) -> int:
    """Put the k-th column into x and find its entries in the factors: `reached` from the result on.

    They are in an order in which each is final when it is used.
    """
    column = lu.order[k]
    top = lu.size
    for at in range(lu.starts[column], lu.ends[column]):
        if lu.marks[lu.rows[at]] != k + 1:
            top = reach_rows(lu.rows[at], k + 1, top, lu)
    for at in range(lu.starts[column], lu.ends[column]):
        lu.x[lu.rows[at]] = lu.values[at]
    return top


def sparse_factor(lu: SparseLU) -> int:
    """Factor the matrix `values`, with the largest number of a column, over that of its row, as pivot; 1: singular."""
    size = lu.size
    x = lu.x
    if scale_rows(lu) != 0:
        return 1
    for i in range(size):
        lu.place[i] = -1
        lu.marks[i] = 0
    below = 0
    above = 0
    lu.lower_starts[0] = 0
    lu.upper_starts[0] = 0
    for k in range(size):
        top = open_column(k, lu)
        # Columns of L before this one are taken from it; what is in rows that have a place is U.
        for entry in range(top, size):
            i = lu.reached[entry]
            before = lu.place[i]
            if before >= 0:
                share = x[i]
                lu.upper_rows[above] = before
                lu.upper[above] = share
                above += 1
                for at in range(lu.lower_starts[before], lu.lower_starts[before + 1]):
                    x[lu.lower_rows[at]] -= lu.lower[at] * share
        # The pivot: what is largest over the numbers of its row, so that units of rows do not count.
        best = -1
        largest = 0.0
        for entry in range(top, size):
            i = lu.reached[entry]
            if lu.place[i] < 0 and abs(x[i]) * lu.scales[i] > largest:
                largest = abs(x[i]) * lu.scales[i]
                best = i
        # The other rows are L; the room of the column is zero again.
        inverse = 0.0
        if best >= 0:
            inverse = 1.0 / x[best]
            lu.place[best] = k
        lu.pivots[k] = inverse
        for entry in range(top, size):
            i = lu.reached[entry]
            if lu.place[i] < 0 and best >= 0:
                lu.lower_rows[below] = i
                lu.lower[below] = x[i] * inverse
                below += 1
            x[i] = 0.0
        if best < 0:
            return 1
        lu.lower_starts[k + 1] = below
        lu.upper_starts[k + 1] = above
    # Now that all rows have their places, L is kept by these.
    for at in range(below):
        lu.lower_rows[at] = lu.place[lu.lower_rows[at]]
    return 0


def sparse_factor_complex(lu: SparseLU) -> int:
    """Factor `values` + i `imaginary` with the rows and patterns that `sparse_factor` left; 1 if it is singular."""
    x = lu.x
    z = lu.z
    for k in range(lu.size):
        column = lu.order[k]
        for at in range(lu.starts[column], lu.ends[column]):
            x[lu.place[lu.rows[at]]] = lu.values[at]
            z[lu.place[lu.rows[at]]] = lu.imaginary[at]
        # U of the real matrix is in an order in which each entry is final when it is used.
        for entry in range(lu.upper_starts[k], lu.upper_starts[k + 1]):
            before = lu.upper_rows[entry]
            a = x[before]
            b = z[before]
            lu.upper_real[entry] = a
            lu.upper_imaginary[entry] = b
            x[before] = 0.0
            z[before] = 0.0
            for at in range(lu.lower_starts[before], lu.lower_starts[before + 1]):
                i = lu.lower_rows[at]
                x[i] -= lu.lower_real[at] * a - lu.lower_imaginary[at] * b
                z[i] -= lu.lower_real[at] * b + lu.lower_imaginary[at] * a
        # 1 over the pivot, and the column of L.
        squared = x[k] ** 2 + z[k] ** 2
        a = x[k] / squared
        b = -z[k] / squared
        lu.pivots_real[k] = a
        lu.pivots_imaginary[k] = b
        x[k] = 0.0
        z[k] = 0.0
        for at in range(lu.lower_starts[k], lu.lower_starts[k + 1]):
            i = lu.lower_rows[at]
            lu.lower_real[at] = x[i] * a - z[i] * b
            lu.lower_imaginary[at] = x[i] * b + z[i] * a
            x[i] = 0.0
            z[i] = 0.0
        if not squared > 0.0:
            return 1
    return 0


def sparse_solve(lu: SparseLU, right: Array) -> None:
    """Solve with what `sparse_factor` left; the solution takes the place of the right-hand side."""
    size = lu.size
    x = lu.x
    # Rows come to their places; forward by columns of L, back by those of U, into the places of columns.
    for i in range(size):
        x[lu.place[i]] = right[i]
    for k in range(size):
        share = x[k]
        for at in range(lu.lower_starts[k], lu.lower_starts[k + 1]):
            x[lu.lower_rows[at]] -= lu.lower[at] * share
    for back in range(size):
        k = size - 1 - back
        share = x[k] * lu.pivots[k]
        for at in range(lu.upper_starts[k], lu.upper_starts[k + 1]):
            x[lu.upper_rows[at]] -= lu.upper[at] * share
        right[lu.order[k]] = share
        x[k] = 0.0


def sparse_solve_complex(lu: SparseLU, right: Array, imaginary: Array) -> None:
    """Solve with what `sparse_factor_complex` left, in place."""
    size = lu.size
    x = lu.x
    z = lu.z
    for i in range(size):
        x[lu.place[i]] = right[i]
        z[lu.place[i]] = imaginary[i]
    for k in range(size):
        a = x[k]
        b = z[k]
        for at in range(lu.lower_starts[k], lu.lower_starts[k + 1]):
            i = lu.lower_rows[at]
            x[i] -= lu.lower_real[at] * a - lu.lower_imaginary[at] * b
            z[i] -= lu.lower_real[at] * b + lu.lower_imaginary[at] * a
    for back in range(size):
        k = size - 1 - back
        a = x[k] * lu.pivots_real[k] - z[k] * lu.pivots_imaginary[k]
        b = x[k] * lu.pivots_imaginary[k] + z[k] * lu.pivots_real[k]
        for at in range(lu.upper_starts[k], lu.upper_starts[k + 1]):
            i = lu.upper_rows[at]
            x[i] -= lu.upper_real[at] * a - lu.upper_imaginary[at] * b
            z[i] -= lu.upper_real[at] * b + lu.upper_imaginary[at] * a
        right[lu.order[k]] = a
        imaginary[lu.order[k]] = b
        x[k] = 0.0
        z[k] = 0.0


LOOPS = (reach_rows, scale_rows, open_column, sparse_factor, sparse_solve)
COMPLEX_LOOPS = (sparse_factor_complex, sparse_solve_complex)

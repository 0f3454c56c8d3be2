"""Sparse L D L^T of a symmetric matrix with a fixed pattern: order and fill once in Python, numbers in compiled loops.

The numeric part is the up-looking algorithm of T. A. Davis, Algorithm 849: a concise sparse Cholesky factorization
package, ACM Transactions on Mathematical Software 31, 2005.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers


@dataclass(frozen=True, eq=False)
class Pattern:
    """Order of elimination, and the patterns of the permuted upper triangle and of L, as integer arrays.

    `position[k]` is the place of row k in the order; `starts`, `rows` the upper triangle by columns; `parent` the tree
    of elimination; `fill` where each column of L starts.
    """

    position: Integers
    starts: Integers
    rows: Integers
    parent: Integers
    fill: Integers

    @staticmethod
    def of(size: int, pairs: Integers) -> Pattern:
        """Pattern of a matrix with entries at pairs (k, 2) of rows, each once or more; the diagonal is always there."""
        both = np.concatenate([pairs, pairs[:, ::-1], np.repeat(np.arange(size), 2).reshape(-1, 2)])
        both = np.unique(both, axis=0)
        sparsity = ca.Sparsity.triplet(size, size, both[:, 0].tolist(), both[:, 1].tolist())
        order = np.array(sparsity.amd(), dtype=np.int64) if size else np.zeros(0, dtype=np.int64)
        position = np.empty(size, dtype=np.int64)
        position[order] = np.arange(size)
        moved = position[both]
        upper = moved[moved[:, 0] <= moved[:, 1]]
        upper = upper[np.lexsort((upper[:, 0], upper[:, 1]))]
        starts = np.searchsorted(upper[:, 1], np.arange(size + 1)).astype(np.int64)
        rows = np.ascontiguousarray(upper[:, 0])
        parent, counts = _symbolic(size, starts.tolist(), rows.tolist())
        return Pattern(position, starts, rows, parent, np.concatenate([[0], np.cumsum(counts)]).astype(np.int64))

    def place(self, first: Integers, second: Integers) -> Integers:
        """Where the entries of rows and columns (in the original numbering) are in the upper triangle."""
        a, b = self.position[first], self.position[second]
        row, column = np.minimum(a, b), np.maximum(a, b)
        size = len(self.position)
        keys = self.rows + size * np.repeat(np.arange(size), np.diff(self.starts))
        return np.asarray(np.searchsorted(keys, row + size * column), dtype=np.int64)


def _symbolic(size: int, starts: list[int], rows: list[int]) -> tuple[Integers, Integers]:
    """Tree of elimination and number of entries in each column of L."""
    parent, counts, flag = [-1] * size, [0] * size, [-1] * size
    for k in range(size):
        flag[k] = k
        for at in range(starts[k], starts[k + 1]):
            i = rows[at]
            while i < k and flag[i] != k:
                if parent[i] == -1:
                    parent[i] = k
                counts[i] += 1
                flag[i] = k
                i = parent[i]
    return np.array(parent, dtype=np.int64), np.array(counts, dtype=np.int64)


def ldl_factor(
    size: int,
    starts: Integers,
    rows: Integers,
    values: Array,
    parent: Integers,
    fill: Integers,
    counts: Integers,
    flag: Integers,
    stack: Integers,
    below: Integers,
    L: Array,
    D: Array,
    work: Array,
) -> None:
    """Numbers of L (without its unit diagonal) and D; a loop for `codegen`."""
    for k in range(size):
        work[k] = 0.0
        top = size
        flag[k] = k
        counts[k] = 0
        for at in range(starts[k], starts[k + 1]):
            i = rows[at]
            work[i] += values[at]
            length = 0
            while flag[i] != k:
                stack[length] = i
                length += 1
                flag[i] = k
                i = parent[i]
            while length > 0:
                top -= 1
                length -= 1
                stack[top] = stack[length]
        D[k] = work[k]
        work[k] = 0.0
        while top < size:
            i = stack[top]
            top += 1
            y = work[i]
            work[i] = 0.0
            last = fill[i] + counts[i]
            for at in range(fill[i], last):
                work[below[at]] -= L[at] * y
            ratio = y / D[i]
            D[k] -= ratio * y
            below[last] = k
            L[last] = ratio
            counts[i] += 1


def ldl_solve(size: int, fill: Integers, below: Integers, L: Array, D: Array, x: Array) -> None:
    """Solve in place, in the order of elimination; a loop for `codegen`."""
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

"""Linear equations in symbols, solved by elimination whose pivots are chosen from numbers, once."""

from __future__ import annotations

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.symbolic import plus, times

PIVOT_ENOUGH = 0.2
"""A pivot may be this much smaller than the largest entry of its row if that keeps the code sparser."""

Entry = tuple[ca.SX, float]
"""An expression and its number where pivots are chosen."""


def solve_symbolic(matrix: ca.SX, numbers: Array, right: ca.SX) -> ca.SX:
    """X of `matrix` X = `right`, as straight-line code; `numbers` is the matrix (n, n) where pivots are chosen.

    Of pivots that are large enough the one is taken that fills in least (H. M. Markowitz, Management Science 3, 1957).
    """
    n, k = right.shape
    rows: list[dict[int, Entry]] = [{} for _ in range(n)]
    for i, j in zip(*matrix.sparsity().get_triplet(), strict=True):
        rows[i][j] = (matrix[i, j], float(numbers[i, j]))
    sides = [[right[i, c] for c in range(k)] for i in range(n)]
    left = set(range(n))
    order: list[tuple[int, int]] = []
    while left:
        pivot, column = _pivot(rows, left)
        left.discard(pivot)
        order.append((pivot, column))
        own, value = rows[pivot], rows[pivot][column]
        for i in sorted(left):
            if column not in rows[i]:
                continue
            entry = rows[i].pop(column)
            factor = (-entry[0] / value[0], -entry[1] / value[1])
            for j, other in own.items():
                if j != column:
                    old = rows[i].get(j)
                    more = (times(factor[0], other[0]), factor[1] * other[1])
                    rows[i][j] = more if old is None else (plus(old[0], more[0]), old[1] + more[1])
            for c in range(k):
                sides[i][c] = plus(sides[i][c], times(factor[0], sides[pivot][c]))
    found: dict[int, list[ca.SX]] = {}
    for pivot, column in reversed(order):
        value = rows[pivot][column]
        result = list(sides[pivot])
        for j, entry in rows[pivot].items():
            if j != column:
                result = [plus(own, times(-entry[0], known)) for own, known in zip(result, found[j], strict=True)]
        found[column] = [own / value[0] for own in result]
    return ca.vertcat(*[ca.horzcat(*found[j]) for j in range(n)]) if n else ca.SX(0, k)


def _pivot(rows: list[dict[int, Entry]], left: set[int]) -> tuple[int, int]:
    """Row and column of the next pivot."""
    counts: dict[int, int] = {}
    for i in left:
        for j in rows[i]:
            counts[j] = counts.get(j, 0) + 1
    largest = {i: max((abs(number) for _, number in rows[i].values()), default=0.0) for i in left}
    overall = max(largest.values())
    best: tuple[float, float, int, int] | None = None
    for i in sorted(left):
        if largest[i] < 1e-6 * overall:
            continue
        for j, (expression, number) in rows[i].items():
            if abs(number) >= PIVOT_ENOUGH * largest[i]:
                cost = (len(rows[i]) - 1) * (counts[j] - 1) - (0.5 if expression.is_constant() else 0.0)
                candidate = (cost, -abs(number) / largest[i], i, j)
                best = candidate if best is None else min(best, candidate)
    assert best is not None
    return best[2], best[3]


def independent_rows(matrix: Array, tolerance: float = 1e-9) -> list[int]:
    """Rows that the others depend on, each scaled to length 1 (Gram and Schmidt, the largest rest first)."""
    lengths = np.linalg.norm(matrix, axis=1)
    rest = matrix / np.where(lengths > 0, lengths, 1.0)[:, None]
    kept: list[int] = []
    while len(kept) < len(matrix):
        sizes = np.linalg.norm(rest, axis=1)
        sizes[kept] = 0.0
        k = int(np.argmax(sizes))
        if sizes[k] <= tolerance:
            break
        direction = rest[k] / sizes[k]
        rest = rest - np.outer(rest @ direction, direction)
        kept.append(k)
    return sorted(kept)

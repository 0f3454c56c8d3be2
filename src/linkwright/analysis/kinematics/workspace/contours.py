"""Curves along which a function given on a grid is zero (marching squares)."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.kinds import checked_arguments


@checked_arguments
def zero_curves(x: Array, y: Array, values: Array) -> list[Array]:
    """Polylines (k, 2) of values = 0, by linear interpolation; cells with a corner that is not a number are left out.

    `values` is (len(y), len(x)). A curve that closes ends with its first point.
    """
    pieces: list[tuple[tuple[int, int, int], tuple[int, int, int]]] = []
    points: dict[tuple[int, int, int], tuple[float, float]] = {}
    x, y, values = np.asarray(x), np.asarray(y), np.asarray(values)
    if x.ndim != 1 or y.ndim != 1 or values.shape != (len(y), len(x)):
        shapes = f"x {x.shape}, y {y.shape}, values {values.shape}"
        msg = f"shapes of {shapes}: expected (n,), (m,) and (m, n)"
        raise ValueError(msg)
    positive = values > 0

    def cut(j: int, i: int, across: int) -> tuple[int, int, int]:
        """Point on the edge from (j, i) to the right (across = 1) or up (0), with the number of the edge."""
        key = (j, i, across)
        if key not in points:
            a = float(values[j, i])
            b = float(values[j, i + 1] if across else values[j + 1, i])
            share = a / (a - b) if a != b else 0.5
            points[key] = (
                (float(x[i] + share * (x[i + 1] - x[i])), float(y[j]))
                if across
                else (float(x[i]), float(y[j] + share * (y[j + 1] - y[j])))
            )
        return key

    with np.errstate(invalid="ignore"):
        known = np.isfinite(values)
    mixed = (
        known[:-1, :-1] & known[1:, :-1] & known[:-1, 1:] & known[1:, 1:]
        & ~((positive[:-1, :-1] == positive[1:, :-1]) & (positive[:-1, 1:] == positive[1:, 1:])
            & (positive[:-1, :-1] == positive[:-1, 1:]))
    )  # fmt: skip
    for j, i in zip(*np.nonzero(mixed), strict=True):
        corners = (positive[j, i], positive[j, i + 1], positive[j + 1, i + 1], positive[j + 1, i])
        edges = ((j, i, 1), (j, i + 1, 0), (j + 1, i, 1), (j, i, 0))  # below, right, above, left
        cuts = [cut(*edges[k]) for k in range(4) if corners[k] != corners[(k + 1) % 4]]
        if len(cuts) == 2:
            pieces.append((cuts[0], cuts[1]))
        else:  # a saddle: the middle decides which corners are joined
            middle = float(np.mean(values[j : j + 2, i : i + 2])) > 0
            first = ((0, 3), (1, 2)) if middle != bool(corners[0]) else ((0, 1), (2, 3))
            pieces += [(cuts[a], cuts[b]) for a, b in first]
    return [np.array([points[key] for key in line]) for line in _join_pieces(pieces)]


def _join_pieces(
    pieces: list[tuple[tuple[int, int, int], tuple[int, int, int]]],
) -> list[list[tuple[int, int, int]]]:
    """Pieces put end to end into lines."""
    ends: dict[tuple[int, int, int], list[int]] = {}
    for k, piece in enumerate(pieces):
        for key in piece:
            ends.setdefault(key, []).append(k)
    used = [False] * len(pieces)
    lines = []

    def grow(line: list[tuple[int, int, int]]) -> None:
        while True:
            after = next((k for k in ends[line[-1]] if not used[k]), None)
            if after is None:
                return
            used[after] = True
            a, b = pieces[after]
            line.append(b if a == line[-1] else a)

    for k, (a, b) in enumerate(pieces):
        if not used[k]:
            used[k] = True
            line = [a, b]
            grow(line)
            line.reverse()
            grow(line)
            lines.append(line)
    return lines

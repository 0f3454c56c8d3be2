"""Selection of rows, the one way: what CasADi writes `x[list]` is a row where x has one entry and the list has none."""

from __future__ import annotations

from collections.abc import Iterable

import casadi as ca


def select_rows(matrix: ca.SX, places: Iterable[int]) -> ca.SX:
    """Rows of a matrix (or entries of a column) by number, in order, always as rows: none of them gives (0, columns).

    >>> select_rows(ca.SX.sym("x"), []).shape, ca.SX.sym("x")[[]].shape
    ((0, 1), (1, 0))
    """
    return matrix[list(places), :]

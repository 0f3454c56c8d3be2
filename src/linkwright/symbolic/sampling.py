"""Values of expressions at many points at once, to judge by numbers what symbols do not show."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray


def at_points(function: ca.Function, *points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (entries, n) of a function with one dense column as result; each argument is given as n columns.

    Calling it with a matrix takes some ten times as long: a function of n columns is then made each time.

    >>> x = ca.SX.sym("x", 2)
    >>> at_points(ca.Function("f", [x], [x[0] * x[1]]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[3., 8.]])
    """
    assert function.n_in() == len(points)
    count = points[0].shape[1]
    given = [np.ascontiguousarray(columns.T) for columns in points]
    values = np.zeros((count, function.nnz_out(0)))
    made: Any = function.buffer()  # its methods take memory without a size too
    buffer, evaluate = made
    for k in range(count):
        for place, rows in enumerate(given):
            buffer.set_arg(place, memoryview(rows[k]))
        buffer.set_res(0, memoryview(values[k]))
        evaluate()
    return values.T

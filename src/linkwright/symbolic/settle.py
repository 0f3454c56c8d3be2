"""Dependence that cancels: sin^2 + cos^2 and its like, found by evaluation at random points."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.symbolic.derivative import sparse
from linkwright.symbolic.sampling import at_points
from linkwright.symbolic.selection import select_rows

TOLERANCE = 1e-12
"""Arguments are of order 1, so terms that cancel leave a few hundred eps at the most."""


def settle(expression: ca.SX, variables: ca.SX) -> ca.SX:
    """Expression with entries freed of variables on which they do not really depend.

    An entry that does not change with a variable at three random points does not depend on it (an analytic function
    that vanishes there vanishes identically), and is taken at variable = 0; one that itself vanishes there is zero.

    >>> x, y = ca.SX.sym("x"), ca.SX.sym("y")
    >>> settle(y * (ca.sin(x) ** 2 + ca.cos(x) ** 2), x)
    SX(y)
    """
    known = {symbol.element_hash() for symbol in ca.symvar(variables)}
    others = [symbol for symbol in ca.symvar(expression) if symbol.element_hash() not in known]
    return settle_all([expression], variables, ca.vertcat(ca.SX(0, 1), *others))[0]


def settle_all(expressions: Sequence[ca.SX], variables: ca.SX, others: ca.SX) -> list[ca.SX]:
    """The same for several expressions at once, which costs little more than for one.

    `others` are all other symbols that occur in them.
    """
    every = [sparse(expression) for expression in expressions]
    if variables.numel() == 0 or not any(expression.nnz() for expression in every):
        return every
    # an empty one would bring a row of its own: the entries of a 1 x 1 zero have the shape 1 x 0
    flat = ca.vertcat(*[expression.nz[:] for expression in every if expression.nnz()])
    function = ca.Function("settle", [variables, others], [flat])
    depends = function.jac_sparsity(0, 0)
    if not depends.nnz():
        return every
    size, change = _samples(function)
    row, column = (np.array(places) for places in depends.get_triplet())
    idle = (change[row, column] <= TOLERANCE) & (size[row] > TOLERANCE)
    vanishing = np.flatnonzero(size <= TOLERANCE).tolist()
    if not idle.any() and not vanishing:
        return every
    result = ca.SX(flat)
    for variable in np.unique(column[idle]).tolist():
        entries = row[idle & (column == variable)].tolist()
        result[entries] = ca.substitute(select_rows(result, entries), variables[variable], ca.SX(0))
    result[vanishing] = 0
    result = ca.simplify(result)
    ends = np.cumsum([0, *[expression.nnz() for expression in every]]).tolist()
    return [
        sparse(ca.SX(expression.sparsity(), select_rows(result, range(start, end))))
        for expression, start, end in zip(every, ends, ends[1:], strict=False)
    ]


def _samples(function: ca.Function) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Largest size of each entry at three random points, and its largest change when one variable alone is changed."""
    count, columns = function.numel_in(0), function.numel_in(0) + 1
    random = np.random.default_rng(0)
    points = np.repeat(random.uniform(0.5, 1.5, (count + function.numel_in(1), 3)), columns, axis=1)
    for k in range(3):
        points[np.arange(count), k * columns + np.arange(count)] = random.uniform(0.5, 1.5, count)
    values = at_points(function, points[:count], points[count:]).reshape(-1, 3, columns)
    base, changed = values[:, :, -1], values[:, :, :-1]
    return np.abs(base).max(axis=1), np.abs(changed - base[:, :, None]).max(axis=1)

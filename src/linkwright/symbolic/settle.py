"""Dependence that cancels: sin^2 + cos^2 and its like, found by evaluation at random points."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

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
    return settle_all([expression], variables)[0]


def settle_all(expressions: Sequence[ca.SX], variables: ca.SX) -> list[ca.SX]:
    """The same for several expressions at once, which costs little more than for one."""
    sparse = [ca.sparsify(expression) for expression in expressions]
    if not any(expression.nnz() for expression in sparse):
        return sparse
    flat = ca.vertcat(*[expression.nz[:] for expression in sparse])
    if variables.numel() == 0 or not ca.depends_on(flat, variables):
        return sparse
    depends = ca.jacobian_sparsity(flat, variables)
    size, change = _samples(flat, variables)
    idle: dict[int, list[int]] = {}
    for k, j in zip(*depends.get_triplet(), strict=True):
        if change[k, j] <= TOLERANCE < size[k]:
            idle.setdefault(k, []).append(j)
    alike: dict[tuple[int, ...], list[int]] = {}
    for k, free in idle.items():
        alike.setdefault(tuple(free), []).append(k)
    result = ca.SX(flat)
    for variable, entries in alike.items():
        result[entries] = ca.substitute(flat[entries], variables[list(variable)], ca.SX.zeros(len(variable)))
    result[np.flatnonzero(size <= TOLERANCE).tolist()] = 0
    result = ca.simplify(result)
    ends = np.cumsum([0, *[expression.nnz() for expression in sparse]]).tolist()
    return [
        ca.sparsify(ca.SX(expression.sparsity(), result[start:end]))
        for expression, start, end in zip(sparse, ends, ends[1:], strict=False)
    ]


def _samples(flat: ca.SX, variables: ca.SX) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Largest size of each entry at three random points, and its largest change when one variable alone is changed."""
    known = {symbol.element_hash() for symbol in ca.symvar(variables)}
    others = [symbol for symbol in ca.symvar(flat) if symbol.element_hash() not in known]
    arguments = ca.vertcat(variables, *others)
    count, columns = variables.numel(), variables.numel() + 1
    random = np.random.default_rng(0)
    points = np.repeat(random.uniform(0.5, 1.5, (arguments.numel(), 3)), columns, axis=1)
    for k in range(3):
        points[np.arange(count), k * columns + np.arange(count)] = random.uniform(0.5, 1.5, count)
    values = np.asarray(ca.Function("settle", [arguments], [flat])(points)).reshape(flat.numel(), 3, columns)
    base, changed = values[:, :, -1], values[:, :, :-1]
    return np.abs(base).max(axis=1), np.abs(changed - base[:, :, None]).max(axis=1)

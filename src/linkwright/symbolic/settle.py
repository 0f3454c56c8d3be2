"""Dependence that cancels: sin^2 + cos^2 and its like, found by evaluation at random points."""

from __future__ import annotations

import casadi as ca
import numpy as np

TOLERANCE = 1e-12
"""Arguments are of order 1, so terms that cancel leave a few hundred eps at the most."""


def settle(expression: ca.SX, variables: ca.SX) -> ca.SX:
    """Expression with entries freed of variables on which they do not really depend.

    An entry whose derivative by a variable vanishes at three random points does not depend on it (an analytic function
    vanishes identically then), and is taken at variable = 0; an entry that itself vanishes there is zero.

    >>> x, y = ca.SX.sym("x"), ca.SX.sym("y")
    >>> settle(y * (ca.sin(x) ** 2 + ca.cos(x) ** 2), x)
    SX(y)
    """
    dense = ca.densify(expression)
    if variables.numel() == 0 or not ca.depends_on(dense, variables):
        return ca.sparsify(dense)
    symbols = ca.symvar(dense)
    arguments = ca.vertcat(*symbols)
    flat = ca.vec(dense)
    slopes = ca.jacobian(flat, variables)
    evaluate = ca.Function("settle", [arguments], [flat, slopes])
    random = np.random.default_rng(0)
    samples = [evaluate(random.uniform(0.5, 1.5, arguments.numel())) for _ in range(3)]
    size = np.max([np.abs(np.asarray(value)).ravel() for value, _ in samples], axis=0)
    slope = np.max([np.abs(value.nonzeros()) for _, value in samples], axis=0)
    idle: dict[int, list[int]] = {}
    for k, j, largest in zip(*slopes.sparsity().get_triplet(), slope.tolist(), strict=True):
        if largest <= TOLERANCE < size[k]:
            idle.setdefault(k, []).append(j)
    result = ca.SX(flat)
    alike: dict[tuple[int, ...], list[int]] = {}
    for k, free in idle.items():
        alike.setdefault(tuple(free), []).append(k)
    for free, entries in alike.items():
        result[entries] = ca.substitute(flat[entries], variables[list(free)], ca.SX.zeros(len(free)))
    for k in np.flatnonzero(size <= TOLERANCE).tolist():
        result[k] = 0
    return ca.sparsify(ca.reshape(ca.simplify(result), *dense.shape))

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
    evaluate = ca.Function("settle", [arguments], [flat, ca.densify(ca.jacobian(flat, variables))])
    random = np.random.default_rng(0)
    samples = [evaluate(random.uniform(0.5, 1.5, arguments.numel())) for _ in range(3)]
    size = np.max([np.abs(np.asarray(value)).ravel() for value, _ in samples], axis=0)
    slope = np.max([np.abs(np.asarray(jac)) for _, jac in samples], axis=0)
    result = ca.SX(flat)
    for k in range(flat.numel()):
        if size[k] <= TOLERANCE:
            result[k] = 0
            continue
        free = np.flatnonzero(slope[k] <= TOLERANCE)
        idle = ca.vertcat(*[variables[int(j)] for j in free]) if len(free) else None
        if idle is not None:
            at_zero = ca.substitute(flat[k], idle, ca.SX.zeros(len(free)))
            result[k] = at_zero
    return ca.sparsify(ca.reshape(ca.simplify(result), *dense.shape))

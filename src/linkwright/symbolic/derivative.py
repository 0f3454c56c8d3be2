"""Derivatives of expressions, with zeros kept out of the sparsity."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca


def jacobian(expression: ca.SX, variables: ca.SX) -> ca.SX:
    """Jacobian d expression / d variables (m, n), exact zeros left out of its sparsity."""
    if expression.numel() == 0 or variables.numel() == 0:
        return ca.SX(expression.numel(), variables.numel())
    return ca.sparsify(ca.jacobian(ca.densify(ca.vec(expression)), variables))


def directional(expression: ca.SX, variables: ca.SX, direction: ca.SX) -> ca.SX:
    """Directional derivative (d expression / d variables) direction, same shape as the expression.

    With direction = dq/dt this is the part of the time derivative that comes from q.
    """
    if expression.numel() == 0 or variables.numel() == 0:
        return ca.SX.zeros(*expression.shape)
    return ca.jtimes(ca.densify(expression), variables, ca.densify(direction))


def scalars(vector: ca.SX) -> list[ca.SX]:
    """Entries of a vector as scalars, zeros included.

    >>> len(scalars(ca.SX.zeros(3)))
    3
    """
    dense = ca.densify(vector)
    return [dense[k] for k in range(dense.numel())]


def leaves(expressions: Sequence[ca.SX]) -> list[ca.SX]:
    """Distinct symbols that occur in the expressions."""
    return list(ca.symvar(ca.veccat(*expressions))) if expressions else []

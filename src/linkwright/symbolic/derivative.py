"""Derivatives of expressions, with zeros kept out of the sparsity."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca


def dense(expression: ca.SX) -> ca.SX:
    """Expression with its zeros written out; one that is dense is given back as it is, which costs a tenth."""
    return expression if expression.is_dense() else ca.densify(expression)


def sparse(expression: ca.SX) -> ca.SX:
    """Expression with its zeros left out of the sparsity; one that has none is given back as it is."""
    return ca.sparsify(expression) if expression.has_zeros() else expression


def jacobian(expression: ca.SX, variables: ca.SX) -> ca.SX:
    """Jacobian d expression / d variables (m, n), exact zeros left out of its sparsity."""
    if expression.numel() == 0 or variables.numel() == 0:
        return ca.SX(expression.numel(), variables.numel())
    column = dense(expression) if expression.is_column() else ca.densify(ca.vec(expression))
    return sparse(ca.jacobian(column, variables))


def directional(expression: ca.SX, variables: ca.SX, direction: ca.SX) -> ca.SX:
    """Directional derivative (d expression / d variables) direction, same shape as the expression.

    With direction = dq/dt this is the part of the time derivative that comes from q.
    """
    if expression.numel() == 0 or variables.numel() == 0:
        return ca.SX.zeros(*expression.shape)
    return ca.jtimes(dense(expression), variables, dense(direction))


def plus(a: ca.SX, b: ca.SX) -> ca.SX:
    """Sum of two scalar expressions; a quarter of the time of +, which tries other kinds of operand first."""
    return ca.SX.binary(ca.OP_ADD, a, b)


def times(a: ca.SX, b: ca.SX) -> ca.SX:
    """Product of two scalar expressions, as cheaply."""
    return ca.SX.binary(ca.OP_MUL, a, b)


def scalars(vector: ca.SX) -> list[ca.SX]:
    """Entries of a vector as scalars, zeros included.

    >>> len(scalars(ca.SX.zeros(3)))
    3
    """
    entries: list[ca.SX] = dense(vector).nonzeros()  # type: ignore[assignment]  # they are scalar expressions
    return entries


def together(columns: Sequence[ca.SX]) -> ca.SX:
    """Columns one under another; nothing gives an empty column, and one that stands alone is given back as it is."""
    some = [column for column in columns if column.numel()]
    if len(some) == 1 and some[0].is_column():
        return some[0]
    return ca.veccat(*some) if some else ca.SX(0, 1)


def leaves(expressions: Sequence[ca.SX]) -> list[ca.SX]:
    """Distinct symbols that occur in the expressions."""
    return list(ca.symvar(ca.veccat(*expressions))) if expressions else []

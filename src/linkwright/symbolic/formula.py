"""Formulas written once: a function of expressions becomes a CasADi function that expressions are put into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, wraps
from typing import Any

import casadi as ca

Shape = tuple[int, int]


def formula(*shapes: Shape) -> Callable[[Callable[..., ca.SX]], Callable[..., ca.SX]]:
    """Decorate a function of matrices of these shapes: it is written once, in symbols of its own.

    Putting expressions into it gives what writing it anew would, zeros and ones simplified away, in the time of one
    call instead of one for each operation in it.

    >>> @formula((1, 1))
    ... def square(x):
    ...     return x * x
    >>> square(ca.SX.sym("a")), square(ca.SX(3))
    (SX(sq(a)), SX(9))
    """

    def decorate(write: Callable[..., ca.SX]) -> Callable[..., ca.SX]:
        several = formulas(*shapes)(lambda *symbols: (write(*symbols),))

        @wraps(write)
        def put(*arguments: Any) -> ca.SX:
            return several(*arguments)[0]

        return put

    return decorate


def formulas(*shapes: Shape) -> Callable[[Callable[..., Sequence[ca.SX]]], Callable[..., list[ca.SX]]]:
    """The same for a function that gives several matrices.

    >>> @formulas((1, 1), (1, 1))
    ... def sum_and_product(x, y):
    ...     return x + y, x * y
    >>> sum_and_product(ca.SX.sym("a"), 2)
    [SX((a+2)), SX((2.*a))]
    """

    def decorate(write: Callable[..., Sequence[ca.SX]]) -> Callable[..., list[ca.SX]]:
        @cache
        def written() -> ca.Function:
            symbols = [ca.SX.sym(f"x{k}", *shape) for k, shape in enumerate(shapes)]
            return ca.Function("formula", symbols, [ca.densify(result) for result in write(*symbols)])

        @wraps(write)
        def put(*arguments: Any) -> list[ca.SX]:
            given = [x if isinstance(x, ca.SX) else ca.SX(x) for x in arguments]
            results: list[ca.SX] = written().call(given)
            return results

        return put

    return decorate

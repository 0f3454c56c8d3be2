"""Abbreviations for long stages: what occurs several times is written once, under a short name.

A graph of a few thousand operations, such as the joint of two bodies in space, has millions of terms when it is written
out. Above `MUCH` operations a stage is therefore printed with abbreviations, as a program would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from linkwright.symbolic.readable import Sympy, sympy_module

Where: TypeAlias = "tuple[tuple[Sympy, Sympy], ...]"  # abbreviations (symbol, expression), each of those before it

MUCH = 1500
"""Operations of a stage, written out, above which it is printed with abbreviations: about two pages."""


def operations(expressions: Iterable[Sympy], known: dict[Sympy, int] | None = None) -> int:
    """Operations of SymPy expressions written out, without writing them out: equal subexpressions are counted once.

    `known` is filled, and used again.

    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> operations([(x + 1) * (x + 2), sympy.sin(x)])
    4
    """
    known = {} if known is None else known
    return sum(_operations(expression, known) for expression in expressions)


def _operations(expression: Sympy, known: dict[Sympy, int]) -> int:
    """Operations of the tree: n - 1 for a sum or product of n, 1 for all else."""
    if not expression.args:
        return 0
    found = known.get(expression)
    if found is None:
        own = len(expression.args) - 1 if expression.is_Add or expression.is_Mul else 1
        found = known[expression] = own + sum(_operations(argument, known) for argument in expression.args)
    return found


def symbol_names(expressions: Iterable[Sympy]) -> set[str]:
    """Names of the symbols in SymPy expressions: equal subexpressions are looked at once.

    `free_symbols` walks them as often as they occur, which takes minutes for what needs abbreviations.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> sorted(symbol_names([sympy.sin(x) + sympy.sin(x) ** 2, 2 * y]))
    ['x', 'y']
    """
    waiting, seen = list(expressions), set[Sympy]()
    while waiting:
        expression = waiting.pop()
        if expression not in seen:
            seen.add(expression)
            waiting += expression.args
    return {expression.name for expression in seen if expression.is_Symbol}


def abbreviate(matrices: Mapping[str, Sympy], taken: Iterable[str] = ()) -> tuple[dict[str, Sympy], Where]:
    """Matrices with abbreviations for what occurs several times in them, and the abbreviations in order.

    Their names are one letter that no symbol of the matrices, and none of `taken`, begins with, and a number.
    """
    sympy = sympy_module()
    letter = unused_letter(symbol_names(entry for matrix in matrices.values() for entry in matrix) | set(taken))
    fresh = (sympy.Symbol(f"{letter}{k}", real=True) for k in range(1, 10**6))
    where, short = sympy.cse(list(matrices.values()), symbols=fresh, order="none")
    return dict(zip(matrices, short, strict=True)), tuple(where)


def unused_letter(names: set[str]) -> str:
    """A letter for abbreviations that no name is made of: c1 would be typeset like a parameter c_1."""
    stems = {name.rpartition(".")[2].partition("_")[0].rstrip("0123456789'") for name in names}
    return next((letter for letter in "cskabdehjnopruwyz" if letter not in stems), "abbreviation")


__all__ = ["MUCH", "Where", "abbreviate", "operations", "unused_letter"]

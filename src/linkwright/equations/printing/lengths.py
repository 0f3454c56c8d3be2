"""Lengths of expressions: the operations that SymPy's `count_ops` counts, each part of an expression counted once.

`count_ops` walks the whole expression for every question and writes each operation as a symbol. Here parts that were
counted before are looked up, which entries of a matrix, and several forms of one entry, have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from linkwright.symbolic.readable import Sympy, sympy_module

UNKNOWN = -1
"""No length."""


@dataclass(frozen=True, eq=False)
class Lengths:
    """Lengths of expressions, kept.

    A product has one operation less than factors, a sum one less than terms; a power, a function, a sign in front and a
    denominator count one each. In a sum signs are part of it, unless all terms have one.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> Lengths().of(x * y / 2 - sympy.sin(x) ** 2)
    5
    """

    known: dict[Sympy, int] = field(default_factory=dict)

    def of(self, expression: Sympy) -> int:
        """What `expression.count_ops()` says."""
        if expression.is_Symbol:
            return 0
        found = self.known.get(expression, UNKNOWN)
        if found == UNKNOWN:
            found = self.known[expression] = self._count(expression)
        return found

    def _count(self, expression: Sympy) -> int:
        if expression.is_Rational:
            return int(expression.p < 0) + int(expression.q != 1)
        if expression.is_Add:
            return self._sum(expression.args)
        if expression.is_Mul and all(_in_numerator(factor) for factor in expression.args):
            return self._product(expression.args)
        if expression.is_Pow and _in_numerator(expression):
            return 1 + self.of(expression.base) + self.of(expression.exp)
        sympy = sympy_module()
        if isinstance(expression, (sympy.sin, sympy.cos)):
            return 1 + self.of(expression.args[0])
        return int(expression.count_ops())

    def _sum(self, terms: Sequence[Sympy]) -> int:
        negative = [term for term in terms if _is_negative(term)]
        # The sign of a decimal number counts nowhere, so none of it is taken away.
        signs = sum(1 for term in negative if not term.is_Float)
        return sum(map(self.of, terms)) - signs + len(terms) - 1 + (len(negative) == len(terms))

    def _product(self, factors: Sequence[Sympy]) -> int:
        number = factors[0] if factors[0].is_Rational else None
        others = factors if number is None else factors[1:]
        if number == -1 and len(others) == 1 and others[0].is_Add:
            return 1 + sum(map(self.of, others[0].args))  # as SymPy has it: sums in -(x + y) are not counted
        count = len(others) - 1 + sum(map(self.of, others))
        return count if number is None else count + self.of(number) + int(abs(number.p) != 1)


def _in_numerator(factor: Sympy) -> bool:
    """Whether SymPy writes a factor above the line, and it is one that is counted here."""
    if factor.is_Pow:
        return bool(factor.exp.is_Rational and factor.exp.is_positive and not _is_exponential(factor.base))
    return bool(factor.is_Rational or not (factor.is_Number or factor.is_Mul or _is_exponential(factor)))


def _is_exponential(factor: Sympy) -> bool:
    """Whether it is a power of e, whose exponent may have a minus."""
    return isinstance(factor, sympy_module().exp)


def _is_negative(term: Sympy) -> bool:
    """Whether a term begins with a minus."""
    first = term.args[0] if term.is_Mul else term
    return bool(first.is_Number and first.is_extended_negative)


__all__ = ["Lengths"]

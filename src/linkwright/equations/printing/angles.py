"""Expressions multiplied out, with sines and cosines joined by the theorems of addition and of Pythagoras.

A sum of products is a table of its products and their numbers. So products are multiplied, and the partner of a term is
looked up, without making an expression of each: SymPy's `expand` and `trigsimp` take seconds for an entry of a matrix.

    T sin x cos y +- T cos x sin y = T sin(x +- y),    T cos x cos y -+ T sin x sin y = T cos(x +- y),
    a T sin^2 x + b T cos^2 x = a T + (b - a) T cos^2 x,    T - T cos^2 x = T sin^2 x.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from linkwright.symbolic.readable import Sympy, sympy_module

Product: TypeAlias = "frozenset[tuple[Sympy, int]]"  # factors and their powers, without a number
Number: TypeAlias = "int | Fraction | float | Sympy"
Table: TypeAlias = "dict[Product, Number]"  # a sum: products and their numbers

ONE: Product = frozenset()
MOST = 10_000
"""Products of terms up to which two sums are multiplied: what is longer on the way is hardly ever short at the end."""


@dataclass(frozen=True, eq=False)
class Expansion:
    """Expressions multiplied out and joined; what occurs several times is done once."""

    expanded: dict[Sympy, Table | None] = field(default_factory=dict)
    joined: dict[Sympy, Sympy] = field(default_factory=dict)

    def multiply_out(self, expression: Sympy) -> Table | None:
        """An expression as a sum of products; None where that is too long.

        >>> import sympy
        >>> a, b = sympy.symbols("a b")
        >>> as_expression(Expansion().multiply_out((a + b) ** 2 - a * (a + 2 * b)))
        b**2
        """
        if expression not in self.expanded:
            self.expanded[expression] = self._multiply_out(expression)
        return self.expanded[expression]

    def _multiply_out(self, expression: Sympy) -> Table | None:
        if expression.is_Add:
            total: Table = {}
            for term in expression.args:
                table = self.multiply_out(term)
                if table is None:
                    return None
                for product, number in table.items():
                    _add(total, product, number)
            return total
        if expression.is_Mul:
            return _multiply([self.multiply_out(factor) for factor in expression.args])
        if expression.is_Rational:
            return {ONE: int(expression) if expression.is_Integer else Fraction(expression.p, expression.q)}
        if expression.is_Float:  # fractions cannot be compared with those of SymPy
            return {ONE: float(expression)}
        if expression.is_Number:
            return {ONE: expression}
        if expression.is_Pow and expression.exp.is_Integer and expression.exp > 0:
            return _multiply([self.multiply_out(expression.base)] * int(expression.exp))
        return {frozenset({(expression, 1)}): 1}

    def join_angles(self, expression: Sympy) -> Sympy:
        """An expression with shorter sums of sines and cosines, from the innermost out, and not multiplied out.

        >>> import sympy
        >>> a, b, k = sympy.symbols("a b k")
        >>> Expansion().join_angles((sympy.sin(a) * sympy.cos(b) - sympy.cos(a) * sympy.sin(b)) ** 2 * k)
        k*sin(a - b)**2
        """
        if not expression.args:
            return expression
        found = self.joined.get(expression)
        if found is None:
            arguments = [self.join_angles(argument) for argument in expression.args]
            same = all(old is new for old, new in zip(expression.args, arguments, strict=True))
            found = expression if same else expression.func(*arguments)
            if found.is_Add:
                table = {product: number for term in found.args for product, number in _take_apart(term).items()}
                if joined := join_terms(table):
                    found = as_expression(joined)
            self.joined[expression] = found
        return found


def as_expression(table: Mapping[Product, Number]) -> Sympy:
    """The sum of a table."""
    sympy = sympy_module()
    return sympy.Add(
        *[
            sympy.Mul(number, *[base if power == 1 else base**power for base, power in product])
            for product, number in table.items()
        ]
    )


def least_length(table: Mapping[Product, Number]) -> int:
    """Operations that the sum of a table has at least: sums, products and powers.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> least_length(Expansion().multiply_out(3 * x * (x + y)))
    5
    """
    return sum(
        len(product) + sum(power > 1 for _, power in product) + (number not in (1, -1))
        for product, number in table.items()
    ) - (1 if len(table) else 0)


def join_terms(table: Mapping[Product, Number]) -> Table | None:
    """A sum with as few terms as the rules find, one step after another; None where they find none.

    >>> import sympy
    >>> a, b, k = sympy.symbols("a b k")
    >>> terms = Expansion().multiply_out(3 * k * (sympy.sin(a) ** 2 + sympy.cos(a) ** 2) + b)
    >>> as_expression(join_terms(terms))
    b + 3*k
    """
    turning = {product: _turning(product) for product in table}
    if not any(sum(power for _, power in factors) > 1 for factors in turning.values()):
        return None
    joined = dict(table)
    found = False
    while any(_step(joined, product) for product in list(joined) if product in joined):
        found = True
    return joined if found else None


def _multiply(factors: Sequence[Table | None]) -> Table | None:
    """The product of sums, shortest first; None where it is too long."""
    known = [factor for factor in factors if factor is not None]
    if len(known) < len(factors):
        return None
    found, *others = sorted(known, key=len)
    for other in others:
        if len(found) * len(other) > MOST:
            return None
        total: Table = {}
        for left, a in found.items():
            for right, b in other.items():
                _add(total, _times(left, right), a * b)
        found = total
    return found


def _take_apart(term: Sympy) -> Table:
    """A term as it is: its number, and its factors with their powers."""
    sympy = sympy_module()
    number, product = term.as_coeff_Mul()
    powers = {}
    for factor in sympy.Mul.make_args(product):
        base, power = factor.as_base_exp()
        if power.is_Integer and power > 0:
            powers[base] = int(power)
        elif factor != 1:
            powers[factor] = 1
    return {frozenset(powers.items()): number}


def _add(table: Table, product: Product, number: Number) -> None:
    total = table.get(product, 0) + number
    if total == 0:
        table.pop(product, None)
    else:
        table[product] = total


def _times(product: Product, factors: Iterable[tuple[Sympy, int]]) -> Product:
    powers = dict(product)
    for base, power in factors:
        total = powers.get(base, 0) + power
        if total:
            powers[base] = total
        else:
            del powers[base]
    return frozenset(powers.items())


# -- theorems ------------------------------------------------------------------------------------------------------


def _turning(product: Product) -> list[tuple[Sympy, int]]:
    """Sines and cosines of a product, in an order that does not depend on hashes."""
    sympy = sympy_module()
    found = [(base, power) for base, power in product if base.func in (sympy.sin, sympy.cos)]
    return sorted(found, key=lambda factor: factor[0].sort_key()) if len(found) > 1 else found


def _cofunction(base: Sympy) -> Sympy:
    sympy = sympy_module()
    return (sympy.cos if base.func == sympy.sin else sympy.sin)(*base.args)


def _step(table: Table, product: Product) -> bool:
    """Whether a term was joined with another, or made shorter."""
    turning = _turning(product)
    return _pythagoras(table, product, turning) or _addition(table, product, turning)


def _pythagoras(table: Table, product: Product, turning: list[tuple[Sympy, int]]) -> bool:
    """Join a T sin^2 x with b T cos^2 x, or with -a T."""
    sympy = sympy_module()
    for base, power in turning:
        if power < 2:
            continue
        number, partner = table[product], _cofunction(base)
        plain = _times(product, [(base, -2)])
        turned = _times(plain, [(partner, 2)])
        if turned in table and table[turned] == -number and plain not in table:  # a cos^2 x - a sin^2 x
            del table[product], table[turned]
            sign = 1 if base.func == sympy.cos else -1
            _add(table, _times(plain, [(sympy.cos(2 * base.args[0]), 1)]), sign * number)
            return True
        if turned in table:
            sine, cosine = (product, turned) if base.func == sympy.sin else (turned, product)
            number = table.pop(sine)
            _add(table, plain, number)
            _add(table, cosine, -number)
            return True
        if plain in table and table[plain] == -number:
            del table[plain], table[product]
            _add(table, turned, -number)
            return True
    return False


def _addition(table: Table, product: Product, turning: list[tuple[Sympy, int]]) -> bool:
    """Join two products of sines and cosines of x and y into one of x + y or x - y."""
    number = table[product]
    for (first, _), (second, _) in combinations(turning, 2):
        if first.args == second.args:
            continue
        rest = _times(product, [(first, -1), (second, -1)])
        partner = _times(rest, [(_cofunction(first), 1), (_cofunction(second), 1)])
        other = table.get(partner)
        if other is None or other not in (number, -number):
            continue
        del table[product], table[partner]
        for factors, sign in _take_apart(_sum_of_angles(first, second, same=other == number)).items():
            _add(table, _times(rest, factors), sign * number)
        return True
    return False


def _sum_of_angles(first: Sympy, second: Sympy, *, same: bool) -> Sympy:
    """first(x) second(y) plus (or minus) the product of their cofunctions, as one sine or cosine."""
    sympy = sympy_module()
    x, y = first.args[0], second.args[0]
    if first.func == second.func:  # cos x cos y + sin x sin y = cos(x - y), cos x cos y - sin x sin y = cos(x + y)
        sign = 1 if first.func == sympy.cos or same else -1
        return sign * sympy.cos(x - y if same else x + y)
    if first.func == sympy.cos:  # sin x cos y + cos x sin y = sin(x + y), sin x cos y - cos x sin y = sin(x - y)
        x, y = y, x
    return sympy.sin(x + y if same else x - y)


__all__ = ["Expansion", "as_expression", "join_terms", "least_length"]

"""Common factors in front of a sum of products.

    6 a b x - 9 a y  =  3 a (2 b x - 3 y)

The result is that of SymPy's `factor_terms`, which takes the sum apart anew; here the table of its products is at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from math import gcd

from linkwright.equations.printing.angles import Number, Product, as_expression
from linkwright.symbolic.readable import Sympy, sympy_module


def common_factors_in_front(table: Mapping[Product, Number], whole: Sympy) -> Sympy:
    """The sum `whole` of a table with what all its terms share in front, also a sign.

    >>> import sympy
    >>> from linkwright.equations.printing.angles import Expansion
    >>> a, x, y = sympy.symbols("a x y")
    >>> whole = sympy.expand(-6 * a**2 * (x + y))
    >>> common_factors_in_front(Expansion().multiply_out(whole), whole)
    -6*a**2*(x + y)
    """
    sympy = sympy_module()
    if not all(_plain(product, number) for product, number in table.items()):
        return sympy.factor_terms(whole)
    if len(table) < 2:
        return whole
    content = reduce(gcd, (int(number) for number in table.values()))
    if all(number < 0 for number in table.values()):
        content = -content
    first, *others = [dict(product) for product in table]
    shared = {
        base: least for base, power in first.items() if (least := min([power, *(o.get(base, 0) for o in others)])) > 0
    }
    if content == 1 and not shared:
        return whole
    rest = {
        frozenset((base, left) for base, power in product if (left := power - shared.get(base, 0))): number // content
        for product, number in table.items()
    }
    factors = [base**power for base, power in shared.items()]
    product = sympy.Mul(*factors, as_expression(rest))
    if content == 1:
        return product
    # The number stays in front: SymPy would multiply a sum by it.
    return sympy.Mul(content, *(product.args if shared else (product,)), evaluate=False)


def _plain(product: Product, number: Number) -> bool:
    """Whether a term has a whole number, and factors inside of which there is nothing to put in front."""
    return isinstance(number, int) and all(_nothing_inside(base) for base, _ in product)


@lru_cache(maxsize=1000)
def _nothing_inside(base: Sympy) -> bool:
    sympy = sympy_module()
    if base.is_Symbol:
        return True
    return base.func in (sympy.sin, sympy.cos) and sympy.factor_terms(base.args[0]) == base.args[0]


__all__ = ["common_factors_in_front"]

"""SymPy expressions as CasADi expressions, converted node by node; the other direction is `readable`.

Nothing is parsed, printed or evaluated on the way: only nodes of the classes listed here are read, anything else is
refused by the name of its class. SymPy itself is not imported until something of it is converted.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import casadi as ca

from linkwright.symbolic.readable import Sympy, sympy_module


class ConversionError(ValueError):
    """Everything in SymPy expressions that has no counterpart, at once."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("; ".join(self.faults))


def is_sympy(value: object) -> bool:
    """Whether a value is a SymPy expression; SymPy is not loaded for the answer.

    >>> is_sympy(1.0)
    False
    """
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Basic)


def from_sympy(expressions: Sequence[Sympy], variable: Callable[[Sympy], ca.SX | None]) -> list[ca.SX]:
    """SymPy expressions as CasADi scalars; `variable` says what a symbol, x(t) or a rate of x(t) stands for.

    `variable` gets such a node and gives its symbol, or None where it knows none; `get` of a dictionary will do. Equal
    nodes become one expression. Every node without a counterpart is named in one ConversionError.

    >>> import sympy
    >>> x, k = sympy.symbols("x k")
    >>> from_sympy([k * x**2 / 2], {x: ca.SX.sym("x"), k: ca.SX.sym("k")}.get)
    [SX(((0.5*k)*sq(x)))]
    """
    sympy = sympy_module()
    reader = _Reader(variable)
    results = []
    for expression in expressions:
        if isinstance(expression, (int, float)) and not isinstance(expression, bool):
            results.append(ca.SX(expression))
        elif isinstance(expression, sympy.Basic):
            results.append(reader.read(expression))
        else:
            reader.faults.append(
                f"got {type(expression).__name__}, expected a SymPy expression or a number; text is never read"
            )
    if reader.faults:
        raise ConversionError(reader.faults)
    return results


def named_variable(table: Mapping[str, ca.SX]) -> Callable[[Sympy], ca.SX | None]:
    """Reading of SymPy's variables by name: k and x as symbols, x(t) as a function of time, its rate as x'."""

    def variable(node: Sympy) -> ca.SX | None:
        kind = type(node).__name__
        if kind == "Derivative":
            inner, *by = node.args
            once = len(by) == 1 and tuple(map(str, by[0])) == ("t", "1")
            return table.get(f"{name_of(inner)}'") if once else None
        name = name_of(node)
        return table.get(f"{name}_" if name == "lambda" else name)

    return variable


def name_of(node: Sympy) -> str:
    """Name of a SymPy symbol, or of a function of time alone; empty for anything else."""
    sympy = sympy_module()
    applied = _leaf_classes()[1]
    if isinstance(node, applied):
        return str(node.func.__name__) if node.args == (sympy.Symbol("t"),) else ""
    return str(node.name) if isinstance(node, sympy.Symbol) else ""


class _Reader:
    """One conversion: what each node became, and what could not be converted."""

    def __init__(self, variable: Callable[[Sympy], ca.SX | None]) -> None:
        self.sympy = sympy_module()
        self.variable = variable
        self.kinds = tuple(_leaf_classes())
        self.operations = _operations()
        self.made: dict[Sympy, ca.SX] = {}
        self.faults: list[str] = []

    def read(self, root: Sympy) -> ca.SX:
        """Arguments before the node that takes them, without recursion: trees may be deeper than Python's stack."""
        waiting = [(root, False)]
        while waiting:
            node, ready = waiting.pop()
            if not ready and node in self.made:
                continue
            if ready:
                self.made[node] = self._join(node)
                continue
            found = self._leaf(node)
            if found is not None:
                self.made[node] = found
            else:
                waiting.append((node, True))
                waiting.extend((part, False) for part in self._parts(node))
        return self.made[root]

    def _parts(self, node: Sympy) -> list[Sympy]:
        """Arguments; the conditions of a Piecewise lie one level deeper."""
        if type(node) is self.sympy.Piecewise:
            return [part for pair in node.args for part in pair.args]
        return list(node.args)

    def _leaf(self, node: Sympy) -> ca.SX | None:
        """A number, a variable, a refusal; None for an operation whose arguments are to be read first."""
        sympy = self.sympy
        if node is sympy.true or node is sympy.false:
            return ca.SX(1.0 if node is sympy.true else 0.0)
        if isinstance(node, (sympy.Rational, sympy.Float, sympy.NumberSymbol)):
            return self._number(node)
        if isinstance(node, self.kinds):
            found = self.variable(node)
            return found if found is not None else self._refuse(self._unknown(node))
        if type(node) in self.operations or type(node) is sympy.Piecewise:
            return None
        return self._refuse(f"SymPy's {type(node).__name__} has no counterpart here; rewrite the expression without it")

    def _number(self, node: Sympy) -> ca.SX:
        try:
            value = float(node)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            return self._refuse("a number of the expression is too large for double precision")
        return ca.SX(value)

    def _join(self, node: Sympy) -> ca.SX:
        if type(node) is self.sympy.Piecewise:
            result = ca.SX(math.nan)  # where no condition holds, as in SymPy
            for pair in reversed(node.args):
                value, condition = (self.made[part] for part in pair.args)
                always = condition.is_constant() and float(condition) == 1
                result = value if always else ca.if_else(condition, value, result)
            return result
        if type(node) is self.sympy.Pow:
            return self._power(node)
        return ca.SX(self.operations[type(node)](*[self.made[part] for part in node.args]))

    def _power(self, node: Sympy) -> ca.SX:
        """Squares and roots as such, so that their derivatives are simple."""
        sympy = self.sympy
        base, exponent = node.args
        x = self.made[base]
        if base is sympy.E:
            return ca.exp(self.made[exponent])
        if isinstance(exponent, sympy.Integer) and abs(int(exponent)) <= 64:
            size = abs(int(exponent))
            raised = x if size == 1 else x**size
            return raised if exponent > 0 else 1 / raised
        if isinstance(exponent, sympy.Rational) and exponent.q == 2 and abs(int(exponent.p)) <= 64:
            root = ca.sqrt(x)
            raised = root if abs(int(exponent.p)) == 1 else root ** abs(int(exponent.p))
            return raised if exponent > 0 else 1 / raised
        return ca.SX(x ** self.made[exponent])

    def _unknown(self, node: Sympy) -> str:
        sympy = self.sympy
        if isinstance(node, sympy.Symbol):
            return f"symbol {node.name} is not known; give it a value as a parameter, or declare what it is"
        if isinstance(node, sympy.Derivative):
            inner = node.args[0]
            shown = inner.func.__name__ if isinstance(inner, self.kinds) else type(inner).__name__
            order = node.derivative_count
            return f"derivative of order {order} of {shown} is not known; only rates of declared coordinates are"
        return (
            f"function {node.func.__name__} is not known; a coordinate, speed or input is a function of time alone, "
            "any other must be written out"
        )

    def _refuse(self, fault: str) -> ca.SX:
        self.faults.append(fault)
        return ca.SX(1.0)  # so that the rest is read, and all faults are found


@lru_cache(maxsize=1)
def _leaf_classes() -> list[Sympy]:
    sympy = sympy_module()
    from sympy.core.function import AppliedUndef

    return [sympy.Symbol, AppliedUndef, sympy.Derivative]


@lru_cache(maxsize=1)
def _operations() -> dict[Sympy, Callable[..., Sympy]]:
    """SymPy's operations, by their exact class, as CasADi's."""
    s = sympy_module()

    def many(pair: Callable[[Sympy, Sympy], Sympy]) -> Callable[..., ca.SX]:
        def branch_cut(first: ca.SX, *others: ca.SX) -> ca.SX:
            result = first
            for other in others:
                result = pair(result, other)
            return result

        return branch_cut

    return {
        s.Add: many(lambda a, b: a + b),
        s.Mul: many(lambda a, b: a * b),
        s.Pow: lambda a, b: ca.SX(a**b),
        s.exp: ca.exp,
        s.log: lambda a, *base: ca.log(a) / ca.log(base[0]) if base else ca.log(a),
        s.sin: ca.sin,
        s.cos: ca.cos,
        s.tan: ca.tan,
        s.cot: lambda a: ca.cos(a) / ca.sin(a),
        s.sec: lambda a: 1 / ca.cos(a),
        s.csc: lambda a: 1 / ca.sin(a),
        s.sinc: lambda a: ca.if_else(a == 0, 1, ca.sin(a) / a),
        s.asin: ca.asin,
        s.acos: ca.acos,
        s.atan: ca.atan,
        s.atan2: ca.atan2,
        s.sinh: ca.sinh,
        s.cosh: ca.cosh,
        s.tanh: ca.tanh,
        s.asinh: ca.asinh,
        s.acosh: ca.acosh,
        s.atanh: ca.atanh,
        s.erf: ca.erf,
        s.Abs: ca.fabs,
        s.sign: ca.sign,
        s.floor: ca.floor,
        s.ceiling: ca.ceil,
        s.Mod: lambda a, b: a - b * ca.floor(a / b),
        s.Min: many(ca.fmin),
        s.Max: many(ca.fmax),
        s.StrictLessThan: lambda a, b: a < b,
        s.LessThan: lambda a, b: a <= b,
        s.StrictGreaterThan: lambda a, b: a > b,
        s.GreaterThan: lambda a, b: a >= b,
        s.Equality: lambda a, b: a == b,
        s.Unequality: lambda a, b: a != b,
        s.And: many(ca.logic_and),
        s.Or: many(ca.logic_or),
        s.Not: ca.logic_not,
        s.UnevaluatedExpr: lambda a: a,
    }

"""Expressions for people: CasADi graphs as SymPy expressions, read instruction by instruction.

SymPy is an optional library (`pip install "linkwright[equations]"`); it is imported when something is converted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from math import isfinite, pi, sqrt
from typing import Any, TypeAlias

import casadi as ca

Sympy: TypeAlias = Any
"""An expression, matrix or module of SymPy: its types are not known where it is not installed."""
LARGEST_DENOMINATOR = 1000
"""A number that is a fraction with a denominator up to this, to the last bit, prints as that fraction."""


def sympy_module() -> Sympy:
    """SymPy, or words that say how to get it."""
    try:
        return import_module("sympy")
    except ImportError as error:
        raise ImportError(
            "printing equations needs SymPy, which is not installed; install it with "
            '`pip install "linkwright[equations]"`'
        ) from error


@dataclass(frozen=True, eq=False)
class Written:
    """Operations that were written as SymPy expressions before, with their operands, which so keep their identity."""

    known: dict[tuple[int, ...], tuple[Sympy, ...]] = field(default_factory=dict)

    def operation(self, code: int, operands: Sequence[Sympy], write: Callable[..., Sympy]) -> Sympy:
        """The result of an operation on the very same operands, written once."""
        key = (code, *map(id, operands))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = (write(*operands), *operands)
        return found[0]


def to_sympy(
    arguments: Sequence[ca.SX],
    values: Sequence[Sequence[Sympy]],
    outputs: Sequence[ca.SX],
    written: Written | None = None,
) -> list[Sympy]:  # of sympy.Matrix, whose type is not known where SymPy is missing
    """Outputs as SymPy matrices, with the k-th symbol of arguments[j] read as the SymPy expression values[j][k].

    The graph is walked one instruction after another; nothing is parsed. Every symbol of the outputs must be among the
    arguments; an operation without a counterpart in SymPy raises NotImplementedError. What is `written` is used again.

    >>> import sympy
    >>> x, y = ca.SX.sym("x"), sympy.Symbol("phi")
    >>> to_sympy([x], [[y]], [ca.cos(x) / 2])
    [Matrix([[cos(phi)/2]])]
    """
    sympy = sympy_module()
    operations = _operations()
    written = written or Written()
    columns = [ca.densify(ca.vec(argument)) for argument in arguments]
    function = ca.Function("readable", columns, [ca.densify(ca.SX(output)) for output in outputs])
    entries = [[sympy.Integer(0)] * output.numel() for output in outputs]
    work: list[Sympy] = [sympy.Integer(0)] * function.sz_w()
    for k in range(function.n_instructions()):
        code, into, of = function.instruction_id(k), function.instruction_output(k), function.instruction_input(k)
        if code == ca.OP_CONST:
            work[into[0]] = number(function.instruction_constant(k))
        elif code == ca.OP_INPUT:
            work[into[0]] = values[of[0]][of[1]]
        elif code == ca.OP_OUTPUT:
            entries[into[0]][into[1]] = work[of[0]]
        elif code in operations:
            work[into[0]] = written.operation(code, [work[j] for j in of], operations[code])
        else:
            raise NotImplementedError(f"CasADi operation {code} has no counterpart in SymPy here; it cannot be printed")
    # Entries come column by column.
    return [sympy.Matrix(*reversed(output.shape), column).T for output, column in zip(outputs, entries, strict=True)]


@lru_cache(maxsize=1000)
def number(value: float) -> Sympy:
    """A double as the readable number that it is the rounding of: a fraction, a square root, a part of pi; else itself.

    >>> number(0.5), number(-0.8660254037844386), number(0.0385)
    (1/2, -sqrt(3)/2, 77/2000)
    """
    sympy = sympy_module()
    if not isfinite(value):
        return sympy.nan if value != value else sympy.oo * (1 if value > 0 else -1)  # noqa: PLR0124  NaN
    for factor, exact in ((1.0, sympy.Integer(1)), (pi, sympy.pi)):
        share = _fraction(value / factor)
        if share is not None and float(share) * factor == value:
            return sympy.Rational(share.numerator, share.denominator) * exact
    square = Fraction(value * value).limit_denominator(LARGEST_DENOMINATOR)
    if square and abs(sqrt(square) - abs(value)) <= 2.0**-52 * abs(value):
        root = sympy.sqrt(sympy.Rational(square.numerator, square.denominator))
        return root if value > 0 else -root
    decimal = Fraction(repr(value))  # a number typed with few digits, such as 0.0385
    if decimal.denominator <= 10**6 and abs(decimal.numerator) <= 10**9:
        return sympy.Rational(decimal.numerator, decimal.denominator)
    return sympy.Float(value)


def _fraction(value: float) -> Fraction | None:
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return near if float(near) == value else None


@lru_cache(maxsize=1)
def _operations() -> dict[int, Callable[..., Sympy]]:
    """CasADi's operations as SymPy's; numbers stand for truth in CasADi, so conditions are turned into 0 and 1."""
    s = sympy_module()

    def truth(condition: Sympy) -> Sympy:
        return s.Piecewise((1, condition), (0, True))

    return {
        ca.OP_ASSIGN: lambda a: a,
        # The classes themselves, which operators of Python come to after checks that take as long.
        ca.OP_ADD: s.Add,
        ca.OP_SUB: lambda a, b: s.Add(a, -b),
        ca.OP_MUL: s.Mul,
        ca.OP_DIV: lambda a, b: a / b,
        ca.OP_NEG: lambda a: -a,
        ca.OP_INV: lambda a: 1 / a,
        ca.OP_SQ: lambda a: a**2,
        ca.OP_TWICE: lambda a: 2 * a,
        ca.OP_POW: lambda a, b: a**b,
        ca.OP_CONSTPOW: lambda a, b: a**b,
        ca.OP_HYPOT: lambda a, b: s.sqrt(a**2 + b**2),
        ca.OP_SQRT: s.sqrt,
        ca.OP_EXP: s.exp,
        ca.OP_LOG: s.log,
        ca.OP_LOG1P: lambda a: s.log(1 + a),
        ca.OP_EXPM1: lambda a: s.exp(a) - 1,
        ca.OP_ERF: s.erf,
        ca.OP_SIN: s.sin,
        ca.OP_COS: s.cos,
        ca.OP_TAN: s.tan,
        ca.OP_ASIN: s.asin,
        ca.OP_ACOS: s.acos,
        ca.OP_ATAN: s.atan,
        ca.OP_ATAN2: s.atan2,
        ca.OP_SINH: s.sinh,
        ca.OP_COSH: s.cosh,
        ca.OP_TANH: s.tanh,
        ca.OP_ASINH: s.asinh,
        ca.OP_ACOSH: s.acosh,
        ca.OP_ATANH: s.atanh,
        ca.OP_FABS: s.Abs,
        ca.OP_SIGN: s.sign,
        ca.OP_FLOOR: s.floor,
        ca.OP_CEIL: s.ceiling,
        ca.OP_FMIN: s.Min,
        ca.OP_FMAX: s.Max,
        ca.OP_FMOD: lambda a, b: a - b * s.sign(a / b) * s.floor(s.Abs(a / b)),
        ca.OP_COPYSIGN: lambda a, b: s.Abs(a) * s.Piecewise((1, s.Ge(b, 0)), (-1, True)),
        ca.OP_LT: lambda a, b: truth(s.Lt(a, b)),
        ca.OP_LE: lambda a, b: truth(s.Le(a, b)),
        ca.OP_EQ: lambda a, b: truth(s.Eq(a, b)),
        ca.OP_NE: lambda a, b: truth(s.Ne(a, b)),
        ca.OP_NOT: lambda a: truth(s.Eq(a, 0)),
        ca.OP_AND: lambda a, b: truth(s.And(s.Ne(a, 0), s.Ne(b, 0))),
        ca.OP_OR: lambda a, b: truth(s.Or(s.Ne(a, 0), s.Ne(b, 0))),
        ca.OP_IF_ELSE_ZERO: lambda a, b: s.Piecewise((b, s.Ne(a, 0)), (0, True)),
    }

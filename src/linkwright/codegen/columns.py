"""A function at many points at once, operation by operation on NumPy arrays.

Nothing is compiled, and the results are those of CasADi's virtual machine to the last bit (but for signs of zeros):
sums, products, quotients and roots are rounded alike everywhere, all else comes from the C library in both.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

import casadi
import numpy as np

from linkwright.codegen.kernels.graph import dense, operands, read

POINTS_AT_ONCE = 2048
"""Points that go through all operations together: their arithmetic then takes longer than the calls, and intermediate
results, 16 kB each, stay few megabytes."""


def _each(one: Callable[..., float], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the C library, point by point; where Python raises, as `otherwise` says, NaN or infinity."""

    def careful(*point: float) -> float:
        try:
            return one(*point)
        except (ValueError, OverflowError):
            return float(otherwise(*point))

    def apply(*given: Any) -> Any:
        if not any(isinstance(x, np.ndarray) for x in given):
            return np.float64(careful(*map(float, given)))
        points = list(zip(*[column.tolist() for column in np.broadcast_arrays(*given)], strict=True))
        try:
            return np.array([one(*point) for point in points])
        except (ValueError, OverflowError):
            return np.array([careful(*point) for point in points])

    return apply


def _sign(x: Any) -> Any:
    return np.where(x > 0, 1.0, np.where(x < 0, -1.0, x))


def _number(truth: Any) -> Any:
    return np.where(truth, 1.0, 0.0)


def _none(*point: float) -> float:
    del point
    return math.nan


_APPLY: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "neg": np.negative,
    "sqrt": np.sqrt,
    "fabs": np.fabs,
    "floor": np.floor,
    "ceil": np.ceil,
    "fmod": np.fmod,
    "copysign": np.copysign,
    "fmin": np.fmin,
    "fmax": np.fmax,
    "hypot": np.hypot,
    "sign": _sign,
    "lt": lambda a, b: _number(a < b),
    "le": lambda a, b: _number(a <= b),
    "eq": lambda a, b: _number(a == b),
    "ne": lambda a, b: _number(a != b),
    "not": lambda a: _number(a == 0),
    "and": lambda a, b: _number((a != 0) & (b != 0)),
    "or": lambda a, b: _number((a != 0) | (b != 0)),
    "if_else_zero": lambda a, b: np.where(a != 0, b, 0.0),
    "exp": _each(math.exp, np.exp),
    "log": _each(math.log, np.log),
    "pow": _each(math.pow, np.power),
    "sin": _each(math.sin, np.sin),
    "cos": _each(math.cos, np.cos),
    "tan": _each(math.tan, np.tan),
    "asin": _each(math.asin, np.arcsin),
    "acos": _each(math.acos, np.arccos),
    "atan": _each(math.atan, np.arctan),
    "atan2": _each(math.atan2, np.arctan2),
    "sinh": _each(math.sinh, np.sinh),
    "cosh": _each(math.cosh, np.cosh),
    "tanh": _each(math.tanh, np.tanh),
    "asinh": _each(math.asinh, np.arcsinh),
    "acosh": _each(math.acosh, np.arccosh),
    "atanh": _each(math.atanh, np.arctanh),
    "log1p": _each(math.log1p, np.log1p),
    "expm1": _each(math.expm1, np.expm1),
    "erf": _each(math.erf, _none),
    "remainder": _each(math.remainder, _none),
}


class Columns:
    """A function of SX expressions at many points: `columns(x0, x1, ...)` gives its outputs, each (size, points).

    An argument is an array (size, points), or (size,) where it is the same at all points; one at least has points. What
    depends on arguments of the second kind alone is computed once.

    >>> x, p = casadi.SX.sym("x", 2), casadi.SX.sym("p")
    >>> columns = Columns(casadi.Function("f", [x, p], [p * x[0] + casadi.sin(x[1])]))
    >>> columns(np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]), np.array([10.0]))[0]
    array([[10., 20., 30.]])
    """

    def __init__(self, function: casadi.Function) -> None:
        """Read a function; one with an operation that has no translation is refused."""
        name = function.name()
        program = read(name, dense(name, function))
        self._results, self._nodes = program.results, len(program.nodes)
        kept = {k for row in program.results for k in row}
        last = {k: number for number, node in enumerate(program.nodes) for k in operands(node)}
        # What is read for the last time is given back, so that few arrays are in use at any time.
        over: list[list[int]] = [[] for _ in program.nodes]
        for k, number in last.items():
            if k not in kept:
                over[number].append(k)
        self._inputs: list[tuple[int, Any, Any]] = [
            (k, node[1], node[2]) for k, node in enumerate(program.nodes) if node[0] == "in"
        ]
        self._constants = {
            k: np.float64(struct.unpack("<d", node[1])[0])
            for k, node in enumerate(program.nodes)
            if node[0] == "const" and isinstance(node[1], bytes)
        }
        self._steps = [
            (k, _APPLY[str(node[0])], operands(node), over[k])
            for k, node in enumerate(program.nodes)
            if node[0] not in ("in", "const")
        ]

    def __call__(self, *arguments: np.ndarray) -> list[np.ndarray]:
        """Outputs at all points."""
        points = max(argument.shape[1] for argument in arguments if argument.ndim > 1)
        found = [np.empty((len(row), points)) for row in self._results]
        with np.errstate(all="ignore"):
            for first in range(0, points, POINTS_AT_ONCE):
                cut = slice(first, first + POINTS_AT_ONCE)
                self._evaluate([x[:, cut] if x.ndim > 1 else x for x in arguments], [x[:, cut] for x in found])
        return found

    def _evaluate(self, arguments: Sequence[np.ndarray], outputs: Sequence[np.ndarray]) -> None:
        values: list[Any] = [None] * self._nodes
        for k, value in self._constants.items():
            values[k] = value
        for k, argument, row in self._inputs:
            values[k] = arguments[argument][row]
        for k, apply, given, over in self._steps:
            values[k] = apply(*[values[j] for j in given])
            for j in over:
                values[j] = None
        for output, row in zip(outputs, self._results, strict=True):
            for place, k in enumerate(row):
                output[place] = values[k]

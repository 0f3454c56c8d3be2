"""A function of SX expressions at many points at once: in machine code, or operation by operation on NumPy arrays.

Both give the numbers of CasADi's virtual machine to the last bit (but for signs of zeros): sums, products, quotients
and roots are rounded alike everywhere, and none is fused with another; all else comes from the C library. So it does
not show in a result which of them computed it.
"""

from __future__ import annotations

import math
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import casadi
import numpy as np

from linkwright.codegen.kernels.graph import Program, dense, operands, read
from linkwright.codegen.kernels.kernel import LANES, Shape, hexadecimal, operation_ir, wide_prelude

POINTS_AT_ONCE = 2048
"""Points that go through all operations together: their arithmetic then takes longer than the calls, and intermediate
results, 16 kB each, stay few megabytes."""


MOST_INSTRUCTIONS = 100_000
"""Instructions of CasADi's (with equal ones not merged) up to which a function is compiled: more take seconds."""


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
        columns = [column.tolist() for column in (given if len(given) == 1 else np.broadcast_arrays(*given))]
        try:
            return np.fromiter(map(one, *columns), float, len(columns[0]))
        except (ValueError, OverflowError):
            return np.fromiter(map(careful, *columns), float, len(columns[0]))

    return apply


def _sign(x: Any) -> Any:
    return np.where(x > 0, 1.0, np.where(x < 0, -1.0, x))


def _number(truth: Any) -> Any:
    return np.multiply(truth, 1.0)


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


FOUR = Shape(LANES, exact=True)
ONE = Shape(1, exact=True)
COLUMNS = "lwi.columns"
"""Name of the function that `columns_ir` writes."""


_SPREAD = f"shufflevector {FOUR.double} %e?, {FOUR.double} poison, <{LANES} x i32> zeroinitializer"
"""The first number of a vector in all lanes."""


def columns_ir(program: Program, shared: frozenset[int]) -> str:
    """Write ``void lwi.columns(points, in0, ..., out0, ...)``: a program at all points, four at a time.

    Arrays are (size, points), or (size) for inputs that are the same at all points; `points` is a multiple of four.
    """
    arrays = range(len(program.inputs) + len(program.outputs))
    alone: list[bool] = []
    for node in program.nodes:
        alone.append(node[1] in shared if node[0] == "in" else all(alone[k] for k in operands(node)))
    # What depends on shared inputs alone is computed once, before the loop, and stands in all lanes.
    read_in_loop = {k for number, node in enumerate(program.nodes) if not alone[number] for k in operands(node)}
    read_in_loop |= {k for row in program.results for k in row}
    once, lines = list[str](), list[str]()
    numbers, vectors = list[str](), list[str]()
    pointers = _Pointers()
    for number, node in enumerate(program.nodes):
        if node[0] == "const":
            assert isinstance(node[1], bytes)
            numbers.append(hexadecimal(node[1]))
            vectors.append(FOUR.constant(node[1]))
            continue
        numbers.append(f"%s{number}")
        vectors.append(f"%v{number}")
        if not alone[number] and node[0] == "in":
            place = f"%a{node[1]}.{node[2]}"
            lines.append(f"  %v{number} = load {FOUR.double}, ptr {place}, align 8")
            pointers.wanted.setdefault(int(node[1]), []).append(int(node[2]))  # type: ignore[call-overload]
        elif not alone[number]:
            lines += operation_ir(node, f"%v{number}", vectors, FOUR)
        elif node[0] == "in":
            once.append(f"  %p{number} = getelementptr double, ptr %a{node[1]}, i64 {node[2]}")
            once.append(f"  %s{number} = load double, ptr %p{number}, align 8")
        else:
            once += operation_ir(node, f"%s{number}", numbers, ONE)
        if alone[number] and number in read_in_loop:
            once.append(f"  %e{number} = insertelement {FOUR.double} poison, double %s{number}, i32 0")
            once.append(f"  %v{number} = {_SPREAD.replace('?', str(number))}")
    for output, row in enumerate(program.results, len(program.inputs)):
        pointers.wanted[output] = list(range(len(row)))
        lines += [
            f"  store {FOUR.double} {vectors[number]}, ptr %a{output}.{place}, align 8"
            for place, number in enumerate(row)
        ]
    return "\n".join([
        wide_prelude(),
        f"define void @{COLUMNS}(i64 %points{''.join(f', ptr %a{k}' for k in arrays)}) nounwind {{",
        "entry:",
        "  %stride = mul i64 %points, 8",
        *once,
        "  br label %head",
        "head:",
        "  %point = phi i64 [ 0, %entry ], [ %next, %body ]",
        "  %more = icmp slt i64 %point, %points",
        "  br i1 %more, label %body, label %done",
        "body:",
        *pointers.lines(),
        *lines,
        f"  %next = add i64 %point, {LANES}",
        "  br label %head",
        "done:",
        "  ret void",
        "}\n",
    ])  # fmt: skip


class _Pointers:
    """Where the points in hand are in each row of the arrays; each row is found from the one before."""

    def __init__(self) -> None:
        self.wanted: dict[int, list[int]] = {}

    def lines(self) -> Iterator[str]:
        for array, rows in self.wanted.items():
            before, at = f"%a{array}.start", 0
            yield f"  {before} = getelementptr double, ptr %a{array}, i64 %point"
            for row in sorted(rows):
                by = "%stride" if row == at + 1 else f"%a{array}.{row}.by"
                if row != at + 1:
                    yield f"  {by} = mul i64 %stride, {row - at}"
                yield f"  %a{array}.{row} = getelementptr i8, ptr {before}, i64 {by}"
                before, at = f"%a{array}.{row}", row


class _Step(NamedTuple):
    """One operation on arrays: where its result goes, its operands, and those that are read for the last time."""

    node: int
    apply: Callable[..., Any]
    given: tuple[int, ...]
    over: list[int]


@dataclass(frozen=True, eq=False)
class _Steps:
    """A program as operations on NumPy arrays."""

    results: tuple[tuple[int, ...], ...]
    nodes: int
    inputs: Sequence[tuple[int, Any, Any]]
    constants: dict[int, Any]
    steps: Sequence[_Step]

    @staticmethod
    def of(program: Program) -> _Steps:
        """Those of a program."""
        kept = {k for row in program.results for k in row}
        last = {k: number for number, node in enumerate(program.nodes) for k in operands(node)}
        # What is read for the last time is given back, so that few arrays are in use at any time.
        over: list[list[int]] = [[] for _ in program.nodes]
        for k, number in last.items():
            if k not in kept:
                over[number].append(k)
        return _Steps(
            program.results,
            len(program.nodes),
            [(k, node[1], node[2]) for k, node in enumerate(program.nodes) if node[0] == "in"],
            {
                k: np.float64(struct.unpack("<d", node[1])[0])
                for k, node in enumerate(program.nodes)
                if node[0] == "const" and isinstance(node[1], bytes)
            },
            [
                _Step(k, _APPLY[str(node[0])], operands(node), over[k])
                for k, node in enumerate(program.nodes)
                if node[0] not in ("in", "const")
            ],
        )

    def evaluate(self, arguments: Sequence[np.ndarray], outputs: Sequence[np.ndarray]) -> None:
        """Write the outputs at some points."""
        values: list[Any] = [None] * self.nodes
        for k, value in self.constants.items():
            values[k] = value
        for k, argument, row in self.inputs:
            values[k] = arguments[argument][row]
        for k, apply, given, over in self.steps:
            values[k] = apply(*[values[j] for j in given])
            for j in over:
                values[j] = None
        for output, row in zip(outputs, self.results, strict=True):
            for place, k in enumerate(row):
                output[place] = values[k]


Code = Callable[[int, Sequence[np.ndarray]], None]
"""Machine code over arrays: the number of points, a multiple of four, and arrays of inputs and outputs."""


class Compiler(ABC):
    """What makes machine code of a function at many points."""

    @abstractmethod
    def stored(self, function: casadi.Function, shared: frozenset[int]) -> Code | None:
        """Code that was made before, on this computer, if there is any."""

    @abstractmethod
    def compile(self, function: casadi.Function, shared: frozenset[int], program: Program) -> Code:
        """Code made now, and stored."""


class Columns:
    """A function of SX expressions at many points: `columns(x0, x1, ...)` gives its outputs, each (size, points).

    An argument is an array (size, points), or (size,) for those that are `shared`, by number: the same at all points.
    What depends on these alone is computed once.

    The second call compiles it, if there is a `compiler`, unless that was done before on this computer: compiling takes
    as long as ten calls on NumPy arrays with a thousand points. Numbers are the same either way.

    >>> x, p = casadi.SX.sym("x", 2), casadi.SX.sym("p")
    >>> columns = Columns(casadi.Function("f", [x, p], [p * x[0] + casadi.sin(x[1])]), shared=[1])
    >>> columns(np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]), np.array([10.0]))[0]
    array([[10., 20., 30.]])
    """

    def __init__(
        self, function: casadi.Function, *, shared: Iterable[int] = (), compiler: Compiler | None = None
    ) -> None:
        """Take a function; one with an operation that has no translation is refused when it is called."""
        self._function = dense(function.name(), function)
        self._shared = frozenset(shared)
        self._compiler = compiler if function.n_instructions() <= MOST_INSTRUCTIONS else None
        self._code: Code | None = None
        self._called = False

    @cached_property
    def _program(self) -> Program:
        return read(self._function.name(), self._function)

    @cached_property
    def _steps(self) -> _Steps:
        return _Steps.of(self._program)

    def __call__(self, *arguments: np.ndarray) -> list[np.ndarray]:
        """Outputs at all points."""
        points = next(x.shape[1] for k, x in enumerate(arguments) if k not in self._shared)
        if self._code is None and self._compiler is not None:
            self._code = (
                self._compiler.compile(self._function, self._shared, self._program)
                if self._called
                else self._compiler.stored(self._function, self._shared)
            )
        self._called = True
        if self._code is not None:
            return self._by_code(self._code, arguments, points)
        found = [np.empty((self._function.numel_out(k), points)) for k in range(self._function.n_out())]
        with np.errstate(all="ignore"):
            for first in range(0, points, POINTS_AT_ONCE):
                cut = slice(first, first + POINTS_AT_ONCE)
                here = [x if k in self._shared else x[:, cut] for k, x in enumerate(arguments)]
                self._steps.evaluate(here, [x[:, cut] for x in found])
        return found

    def _by_code(self, code: Code, arguments: Sequence[np.ndarray], points: int) -> list[np.ndarray]:
        """The same in machine code: points are filled up to a multiple of four, by zeros that nobody sees."""
        room = -(-points // LANES) * LANES
        given = []
        for k, x in enumerate(arguments):
            if k in self._shared:
                given.append(np.ascontiguousarray(x, dtype=float))
                continue
            filled = np.zeros((x.shape[0], room))
            filled[:, :points] = x
            given.append(filled)
        # One piece of memory for all outputs: a large one is found sooner than several.
        sizes = [self._function.numel_out(k) for k in range(self._function.n_out())]
        found = np.split(np.empty((sum(sizes), room)), np.cumsum(sizes[:-1]))
        code(room, [*given, *found])
        return [x[:, :points] for x in found]

"""Straight-line programs: a CasADi SX function as a list of operations in which nothing is computed twice.

A program is a list of nodes. Node k is a tuple ``(operation, operand, operand)`` whose operands are numbers of earlier
nodes, or ``("const", value)``, or ``("in", argument, position)``. Equal nodes are one node (value numbering: a node is
looked up by its operation and operands, the operands of a commutative operation in increasing order); nodes that no
output needs are not there, since CasADi lists those alone. Programs are rewritten and compiled, or evaluated at many
points at once (`Columns`).
"""

from __future__ import annotations

import math
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import casadi
import numpy as np

from linkwright.codegen.kernels.instructions import WORTH_SEARCHING, Instructions, instructions

Node = tuple[object, ...]

# CasADi's number of an operation -> our name, for those that are translated one to one.
_NAMES: dict[int, str] = {
    casadi.OP_ADD: "add",
    casadi.OP_SUB: "sub",
    casadi.OP_MUL: "mul",
    casadi.OP_DIV: "div",
    casadi.OP_NEG: "neg",
    casadi.OP_EXP: "exp",
    casadi.OP_LOG: "log",
    casadi.OP_POW: "pow",
    casadi.OP_CONSTPOW: "pow",
    casadi.OP_SQRT: "sqrt",
    casadi.OP_SIN: "sin",
    casadi.OP_COS: "cos",
    casadi.OP_TAN: "tan",
    casadi.OP_ASIN: "asin",
    casadi.OP_ACOS: "acos",
    casadi.OP_ATAN: "atan",
    casadi.OP_LT: "lt",
    casadi.OP_LE: "le",
    casadi.OP_EQ: "eq",
    casadi.OP_NE: "ne",
    casadi.OP_NOT: "not",
    casadi.OP_AND: "and",
    casadi.OP_OR: "or",
    casadi.OP_FLOOR: "floor",
    casadi.OP_CEIL: "ceil",
    casadi.OP_FMOD: "fmod",
    casadi.OP_REMAINDER: "remainder",
    casadi.OP_FABS: "fabs",
    casadi.OP_SIGN: "sign",
    casadi.OP_COPYSIGN: "copysign",
    casadi.OP_IF_ELSE_ZERO: "if_else_zero",
    casadi.OP_ERF: "erf",
    casadi.OP_FMIN: "fmin",
    casadi.OP_FMAX: "fmax",
    casadi.OP_SINH: "sinh",
    casadi.OP_COSH: "cosh",
    casadi.OP_TANH: "tanh",
    casadi.OP_ASINH: "asinh",
    casadi.OP_ACOSH: "acosh",
    casadi.OP_ATANH: "atanh",
    casadi.OP_ATAN2: "atan2",
    casadi.OP_LOG1P: "log1p",
    casadi.OP_EXPM1: "expm1",
    casadi.OP_HYPOT: "hypot",
}
_COMMUTATIVE = frozenset({"add", "mul", "eq", "ne", "and", "or", "fmin", "fmax", "hypot"})


class UnsupportedOperationError(ValueError):
    """An expression contains an operation that cannot be turned into machine code."""


@dataclass(frozen=True)
class Program:
    """A function as straight-line code.

    ``nodes``: operations in order, operands before their use. ``inputs[i]`` and ``outputs[i]`` are sizes (all dense,
    matrices column by column); ``results[i][j]`` is the node stored at position j of output i.
    """

    name: str
    inputs: tuple[int, ...]
    input_names: tuple[str, ...]
    output_names: tuple[str, ...]
    nodes: tuple[Node, ...]
    results: tuple[tuple[int, ...], ...]

    @property
    def outputs(self) -> tuple[int, ...]:
        """Sizes of the outputs."""
        return tuple(len(row) for row in self.results)

    @property
    def operations(self) -> int:
        """Number of operations: all nodes but constants and inputs."""
        return sum(1 for node in self.nodes if node[0] not in ("const", "in"))


def operations(function: casadi.Function) -> int:
    """Count the arithmetic operations of an SX function after equal ones are merged and unused ones dropped."""
    found = dense(function.name(), function)
    if found.n_instructions() >= WORTH_SEARCHING:
        found = instructions(found, found.serialize())
    return read(function.name(), found).operations


def dense(name: str, function: casadi.Function, *, rename: bool = False) -> casadi.Function:
    """Rebuild an SX function with dense inputs and outputs; structural zeros become zeros.

    ``name`` is how messages call it. CasADi takes fewer names (not ``jac``): the result has it only with ``rename``.
    """
    if not function.is_a("SXFunction"):
        message = (
            f"kernel {name!r}: got a CasADi {function.class_name()}, expected a function of SX expressions; "
            "build it from SX symbols or call .expand() on it"
        )
        raise TypeError(message)
    if function.has_free():
        message = (
            f"kernel {name!r}: the symbols {function.get_free()} are used but are not inputs; add them to the inputs"
        )
        raise ValueError(message)
    # A function that is dense already is taken as it is: rebuilding one of many operations takes long.
    patterns = [function.sparsity_in(k) for k in range(function.n_in())]
    patterns += [function.sparsity_out(k) for k in range(function.n_out())]
    if not rename and all(pattern.is_dense() for pattern in patterns):
        return function
    # Inputs become dense symbols, of which the function is given the entries of its own pattern.
    symbols, arguments = [], []
    for index in range(function.n_in()):
        pattern = function.sparsity_in(index)
        symbol = casadi.SX.sym(function.name_in(index), pattern.size1(), pattern.size2())
        symbols.append(symbol)
        arguments.append(symbol if pattern.is_dense() else casadi.project(symbol, pattern))
    results = [casadi.densify(result) for result in function.call(arguments)]
    inputs = [function.name_in(i) for i in range(function.n_in())]
    outputs = [function.name_out(i) for i in range(function.n_out())]
    return casadi.Function(name if rename else "kernel", symbols, results, inputs, outputs)


def read(name: str, function: casadi.Function) -> Program:
    """Read an SX function with dense inputs and outputs, instruction by instruction, into a `Program`."""
    merge = _Merge(name)
    results = [[0] * function.numel_out(i) for i in range(function.n_out())]
    if isinstance(function, Instructions):
        _merge_rows(function, merge, results)
    else:
        _merge_instructions(function, merge, results)
    return Program(
        name=name,
        inputs=tuple(function.numel_in(i) for i in range(function.n_in())),
        input_names=tuple(function.name_in(i) for i in range(function.n_in())),
        output_names=tuple(function.name_out(i) for i in range(function.n_out())),
        nodes=tuple(merge.numbers),
        results=tuple(tuple(row) for row in results),
    )


def _merge_instructions(function: casadi.Function, merge: _Merge, results: list[list[int]]) -> None:
    """Number the nodes of a function that gives its instructions one by one."""
    registers: dict[int, int] = {}
    # The methods are looked up once: programs have a hundred thousand instructions.
    instruction, reads, writes = function.instruction_id, function.instruction_input, function.instruction_output
    for k in range(function.n_instructions()):
        # CasADi's instructions work on registers that are used again; nodes are never written twice, so `registers`
        # says which node each register holds now.
        code = instruction(k)
        if code == casadi.OP_OUTPUT:
            output, position = writes(k)
            results[output][position] = registers[reads(k)[0]]
        elif code == casadi.OP_INPUT:
            registers[writes(k)[0]] = merge.node(("in", *reads(k)))
        elif code == casadi.OP_CONST:
            registers[writes(k)[0]] = merge.constant(function.instruction_constant(k))
        else:
            operands = [registers[register] for register in reads(k)]
            registers[writes(k)[0]] = merge.operation(code, operands)


def _merge_rows(function: Instructions, merge: _Merge, results: list[list[int]]) -> None:
    """The same for a function whose instructions are rows of numbers: no call for each."""
    registers: dict[int, int] = {}
    numbers = merge.numbers
    number = numbers.setdefault
    for k, (code, to, first, second) in enumerate(function.rows):
        operation = _NAMES.get(code)
        # Nearly all instructions are operations of one or two registers: they are written down without a call.
        if operation is not None:
            node: Node
            if function.operands[code] == 2:
                a, b = registers[first], registers[second]
                node = (operation, b, a) if a > b and operation in _COMMUTATIVE else (operation, a, b)
            else:
                node = (operation, registers[first])
            registers[to] = number(node, len(numbers))
        elif code == casadi.OP_OUTPUT:
            results[to][second] = registers[first]
        elif code == casadi.OP_INPUT:
            registers[to] = merge.node(("in", first, second))
        elif code == casadi.OP_CONST:
            registers[to] = merge.constant(function.instruction_constant(k))
        else:
            registers[to] = merge.operation(code, [registers[each] for each in function.instruction_input(k)])


class _Merge:
    """Value numbering: gives equal nodes the same number, in the order in which they were met first."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.numbers: dict[Node, int] = {}

    def node(self, node: Node) -> int:
        return self.numbers.setdefault(node, len(self.numbers))

    def constant(self, value: float) -> int:
        # By bits: 0.0 and -0.0 compare equal but are not the same, and nan does not compare equal to itself.
        return self.node(("const", struct.pack("<d", value if not math.isnan(value) else math.nan)))

    def operation(self, code: int, operands: list[int]) -> int:
        operation = _NAMES.get(code)
        if operation is not None:
            # a + b and b + a are one node.
            if operation in _COMMUTATIVE:
                operands.sort()
            return self.node((operation, *operands))
        # Operations that CasADi has besides are written by those above, so that they are merged with equal ones.
        if code == casadi.OP_SQ:
            return self.node(("mul", operands[0], operands[0]))
        if code == casadi.OP_TWICE:
            return self.node(("add", operands[0], operands[0]))
        if code == casadi.OP_INV:
            return self.node(("div", self.constant(1.0), operands[0]))
        if code == casadi.OP_ASSIGN or code == getattr(casadi, "OP_LIFT", -1):
            return operands[0]
        message = (
            f"kernel {self.name!r} contains the operation {_title(code)}, which has no translation to machine code; "
            "write it by other operations, or build with backend='vm'"
        )
        raise UnsupportedOperationError(message)


def _title(code: int) -> str:
    """CasADi's name of an operation, or its number."""
    names = [key for key in dir(casadi) if key.startswith("OP_") and getattr(casadi, key) == code]
    return names[0] if names else f"number {code}"


LEAVES = ("const", "in")


def operands(node: Node) -> tuple[int, ...]:
    """Numbers of the nodes that a node is made of."""
    return () if node[0] in LEAVES else node[1:]  # type: ignore[return-value]  # an operation has nothing else


LANES = 4
"""Points that machine code computes side by side."""

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

    It is evaluated operation by operation on NumPy arrays, or in machine code. The second call compiles it, if there is
    a `compiler`, unless that was done before on this computer: compiling takes as long as ten calls on NumPy arrays
    with a thousand points. Either way the results are those of CasADi's virtual machine to the last bit (but for signs
    of zeros): sums, products, quotients and roots are rounded alike everywhere and none is fused with another, all else
    comes from the C library. So it does not show in a result how it was computed.

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
            return self._by_code(self._code, arguments, points, self._shared)
        found = [np.empty((self._function.numel_out(k), points)) for k in range(self._function.n_out())]
        with np.errstate(all="ignore"):
            for first in range(0, points, POINTS_AT_ONCE):
                cut = slice(first, first + POINTS_AT_ONCE)
                here = [x if k in self._shared else x[:, cut] for k, x in enumerate(arguments)]
                self._steps.evaluate(here, [x[:, cut] for x in found])
        return found

    def _by_code(
        self, code: Code, arguments: Sequence[np.ndarray], points: int, shared: frozenset[int]
    ) -> list[np.ndarray]:
        """The same in machine code: points are filled up to a multiple of four, by zeros that nobody sees."""
        room = -(-points // LANES) * LANES
        given = []
        for k, x in enumerate(arguments):
            if k in shared:
                given.append(np.ascontiguousarray(x, dtype=float))
                continue
            if room == points:
                given.append(np.ascontiguousarray(x, dtype=float))
                continue
            filled = np.zeros((x.shape[0], room))
            filled[:, :points] = x
            given.append(filled)
        # One piece of memory for all outputs: a large one is found sooner than several.
        ends = self._ends
        every = np.empty((ends[-1], room))
        found = [every[first:last] for first, last in pairwise(ends)]
        code(room, [*given, *found])
        return found if room == points else [x[:, :points] for x in found]

    @cached_property
    def _ends(self) -> list[int]:
        """Where each output begins among all, and their number."""
        sizes = [self._function.numel_out(k) for k in range(self._function.n_out())]
        return [0, *accumulate(sizes)]

"""Expressions as plain data: one list of instructions for any number of CasADi SX matrices.

Registers are numbered: first the symbols, then one for each instruction `(operation, a, b)`, whose operands are
registers. The operation "const" has a place in `constants` as its operand; operations of one operand have b = 0. An
entry of a matrix is a register. What several matrices share (symbols, but also parts of expressions) is one register,
so it is shared again in what is read back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers

# fmt: off
UNARY = (
    "neg", "exp", "log", "sqrt", "sq", "twice", "sin", "cos", "tan", "asin", "acos", "atan", "not", "floor",
    "ceil", "fabs", "sign", "erf", "inv", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "log1p", "expm1",
    "erfinv",
)
BINARY = (
    "add", "sub", "mul", "div", "pow", "constpow", "lt", "le", "eq", "ne", "and", "or", "fmod", "copysign",
    "if_else_zero", "fmin", "fmax", "atan2", "hypot", "remainder",
)
# fmt: on
OPERATIONS = ("const", *UNARY, *BINARY)
"""Names of all operations; files hold the names, so the order may change."""
CODES = {name: getattr(ca, f"OP_{name.upper()}") for name in OPERATIONS}
NUMBERS = {code: OPERATIONS.index(name) for name, code in CODES.items()}
FIRST_BINARY = 1 + len(UNARY)

_shared: dict[str, ca.SX] = {}


def shared_symbol(name: str) -> ca.SX:
    """A symbol that is the same wherever expressions are read, as time is; its name stands for it."""
    return _shared.setdefault(name, ca.SX.sym(name))


class Pattern(NamedTuple):
    """Shape of a matrix; for a sparse one also the number of its first entry in each column, and each entry's row."""

    rows: int
    columns: int
    starts: tuple[int, ...] | None = None
    places: tuple[int, ...] = ()

    @staticmethod
    def of(sparsity: ca.Sparsity) -> Pattern:
        """The pattern of CasADi's."""
        if sparsity.is_dense():
            return Pattern(*sparsity.shape)
        return Pattern(*sparsity.shape, tuple(sparsity.colind()), tuple(sparsity.row()))

    @property
    def sparsity(self) -> ca.Sparsity:
        """CasADi's pattern."""
        if self.starts is None:
            return ca.Sparsity.dense(self.rows, self.columns)
        return ca.Sparsity(self.rows, self.columns, list(self.starts), list(self.places))


@dataclass(frozen=True, eq=False)
class Instructions:
    """Matrices of expressions as lists of names and numbers.

    `symbols` are names, `shared` the places of those that are the same everywhere (time); `operations` (n, 3) are
    number of the operation (in `OPERATIONS`), a and b; `results` are the registers of all entries, one matrix after
    another, column by column; `patterns` say which entries of each matrix are there.
    """

    symbols: tuple[str, ...]
    shared: tuple[int, ...]
    operations: Integers
    constants: Array
    results: Integers
    patterns: tuple[Pattern, ...]


class UnsupportedExpressionError(ValueError):
    """An expression contains an operation that has no name here."""


def write(expressions: Sequence[ca.SX]) -> Instructions:
    """Expressions as instructions."""
    entries = ca.veccat(ca.SX(0, 1), *[x.nz[:] for x in expressions])
    symbols = ca.symvar(entries)
    function = ca.Function("expressions", [ca.vertcat(ca.SX(0, 1), *symbols)], [entries])
    constants: dict[bytes, int] = {}
    rows: list[tuple[int, int, int]] = []
    results = np.zeros(entries.numel(), dtype=np.int64)
    at: dict[int, int] = {}  # CasADi's work registers are used again and again; ours are not
    code_of, reads, writes = function.instruction_id, function.instruction_input, function.instruction_output
    first = len(symbols)
    for k in range(function.n_instructions()):
        code = code_of(k)
        if code == ca.OP_OUTPUT:
            results[writes(k)[1]] = at[reads(k)[0]]
        elif code == ca.OP_INPUT:
            at[writes(k)[0]] = reads(k)[1]
        elif code == ca.OP_CONST:
            value = np.float64(function.instruction_constant(k)).tobytes()
            rows.append((0, constants.setdefault(value, len(constants)), 0))
            at[writes(k)[0]] = first + len(rows) - 1
        else:
            number = NUMBERS.get(code)
            if number is None:
                names = [name for name in dir(ca) if name.startswith("OP_") and getattr(ca, name) == code]
                msg = f"an expression contains CasADi's operation {names[0] if names else code}, which cannot be stored"
                raise UnsupportedExpressionError(msg)
            operands = reads(k)
            a = at[operands[0]]
            rows.append((number, a, at[operands[1]] if number >= FIRST_BINARY else 0))
            at[writes(k)[0]] = first + len(rows) - 1
    known = {symbol.element_hash() for symbol in _shared.values()}
    return Instructions(
        tuple(str(symbol) for symbol in symbols),
        tuple(k for k, symbol in enumerate(symbols) if symbol.element_hash() in known),
        np.array(rows, dtype=np.int64).reshape(-1, 3),
        np.frombuffer(b"".join(constants), dtype=np.float64),
        results,
        tuple(Pattern.of(x.sparsity()) for x in expressions),
    )


def read(data: Instructions) -> list[ca.SX]:
    """The expressions of instructions, in symbols of their own (those shared everywhere excepted)."""
    registers: list[ca.SX] = [
        _shared[name] if k in data.shared else ca.SX.sym(name) for k, name in enumerate(data.symbols)
    ]
    unary, binary = ca.SX.unary, ca.SX.binary
    codes = [CODES[name] for name in OPERATIONS]
    constants = [ca.SX(value) for value in data.constants.tolist()]
    for number, a, b in data.operations.tolist():
        if number == 0:
            registers.append(constants[a])
        elif number < FIRST_BINARY:
            registers.append(unary(codes[number], registers[a]))
        else:
            registers.append(binary(codes[number], registers[a], registers[b]))
    entries = ca.vertcat(ca.SX(0, 1), *[registers[k] for k in data.results.tolist()])
    found, start = [], 0
    for pattern in data.patterns:
        sparsity = pattern.sparsity
        end = start + sparsity.nnz()
        found.append(ca.SX(sparsity, entries[start:end, :]))
        start = end
    return found

"""Instructions of an SX function all at once, from the text that it is serialized as.

CasADi gives instructions one by one, in calls that take longer than all else that is done with one. In the text of a
function they stand side by side, four whole numbers of 4 bytes each: (operation, i0, i1, i2). Where they begin is found
by the first, the last and some others, which CasADi is asked for; if they are nowhere, it is asked for all of them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import cast

import casadi
import numpy as np
from numpy.typing import NDArray

SAMPLES = 12
"""Instructions that are compared with those that CasADi gives."""
WORTH_SEARCHING = 2000
"""Instructions of a function from which on they are read from its text."""


@dataclass(frozen=True, eq=False)
class Instructions:
    """A function whose instructions are in `rows`; `operands` says how many of them each operation has."""

    function: casadi.Function
    rows: list[list[int]]
    operands: dict[int, int]

    def instruction_id(self, number: int) -> int:
        """The operation."""
        return self.rows[number][0]

    def instruction_output(self, number: int) -> list[int]:
        """Register of the result, or which number of which output."""
        code, to, _, last = self.rows[number]
        return [to, last] if code == casadi.OP_OUTPUT else [to]

    def instruction_input(self, number: int) -> list[int]:
        """Registers of the operands, or which number of which input."""
        row = self.rows[number]
        return row[2 : 2 + self.operands[row[0]]]

    def instruction_constant(self, number: int) -> float:
        """The constant."""
        found: float = struct.unpack("<d", struct.pack("<ii", *self.rows[number][2:]))[0]
        return found

    def __getattr__(self, name: str) -> object:
        """All else as the function has it."""
        return getattr(self.function, name)


def instructions(function: casadi.Function, written: str) -> casadi.Function:
    """A function with its instructions from the text it is serialized as; itself where they are not found there."""
    count = function.n_instructions()
    letters = np.frombuffer(written.encode(), np.uint8) - ord("a")
    if not count or letters.size % 2:
        return function
    every = (letters[::2] | letters[1::2] << 4).astype(np.uint8)  # a byte is two letters, its lower half first
    some = np.unique(np.linspace(0, count - 1, SAMPLES).astype(int))
    places = _places(every, count, {int(k): function.instruction_id(int(k)) for k in some})
    found = [every[place : place + 16 * count].view("<i4").reshape(count, 4) for place in places]
    # The sizes of operations are not in the text: of each operation that occurs, CasADi is asked for one instruction.
    for rows in found:
        codes, first = np.unique(rows[:, 0], return_index=True)
        operands = {int(code): len(function.instruction_input(int(k))) for code, k in zip(codes, first, strict=True)}
        read = Instructions(function, rows.tolist(), operands)
        if all(_same(function, read, k) for k in {*some.tolist(), *first.tolist()}):
            return cast("casadi.Function", read)  # it has all that is read of one
    return function


def _places(every: NDArray[np.uint8], count: int, codes: dict[int, int]) -> list[int]:
    """Where instructions may begin: places from which on the known ones have their operations."""
    last = every.size - 16 * count
    if last < 0:
        return []
    # All places at once, byte by byte of the operations that are known.
    fits = np.ones(last + 1, dtype=bool)
    for number, code in codes.items():
        for byte, value in enumerate(code.to_bytes(4, "little")):
            begin = 16 * number + byte
            fits &= every[begin : begin + last + 1] == value
    return [int(k) for k in np.flatnonzero(fits)]


def _same(function: casadi.Function, read: Instructions, number: int) -> bool:
    """Whether an instruction is as CasADi gives it."""
    code = function.instruction_id(number)
    return (
        read.instruction_id(number) == code
        and read.instruction_output(number) == list(function.instruction_output(number))
        and read.instruction_input(number) == list(function.instruction_input(number))
        and (
            code != casadi.OP_CONST
            or struct.pack("<d", read.instruction_constant(number))
            == struct.pack("<d", function.instruction_constant(number))
        )
    )

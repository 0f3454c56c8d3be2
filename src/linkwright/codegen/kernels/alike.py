"""Functions at many points that differ from others in their constants only: they share machine code.

Laws of motion are such functions: every cycloid is the same operations with other numbers. One of them alone is seldom
worth compiling; together they are. Constants become one more input of the code, which is the same for all of them.
"""

from __future__ import annotations

import struct
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import casadi
import numpy as np

from linkwright.codegen.kernels.graph import MOST_INSTRUCTIONS, Code, Columns, Node, Program

WORTH = 30_000
"""Points at which functions of one kind are evaluated on NumPy arrays before they are compiled: that takes as long."""
LEAST_POINTS = 32
"""Fewer points than these are evaluated on NumPy arrays, which takes no longer there."""
MOST_KINDS = 64
"""Kinds whose code is kept in memory; the one that was asked for first goes first."""

Make = Callable[[Program, frozenset[int], bool], Code | None]
"""Code of a program with some shared inputs; compiled, or only looked for in the cache."""


def constants_apart(program: Program) -> tuple[Program, np.ndarray]:
    """A program whose constants are one more input, and these constants."""
    place, nodes, values = len(program.inputs), list[Node](), list[float]()
    for node in program.nodes:
        if node[0] == "const" and isinstance(node[1], bytes):
            nodes.append(("in", place, len(values)))
            values.append(struct.unpack("<d", node[1])[0])
        else:
            nodes.append(node)
    names = (*program.input_names, "constants")
    apart = replace(program, inputs=(*program.inputs, len(values)), input_names=names, nodes=tuple(nodes))
    return apart, np.array(values)


@dataclass
class _Kind:
    """Functions that differ in constants only: points at which they were evaluated, and their code."""

    points: int = 0
    looked: bool = False
    code: Code | None = None


class _Kinds:
    """Kinds by their programs without constants, for all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.known: OrderedDict[Program, _Kind] = OrderedDict()

    def of(self, program: Program) -> _Kind:
        """The kind of a program, one object for all of it."""
        with self.lock:
            found = self.known.setdefault(program, _Kind())
            if len(self.known) > MOST_KINDS:
                self.known.popitem(last=False)
            return found


_KINDS = _Kinds()


class AlikeColumns(Columns):
    """A function at many points, as `Columns`, with the code of all that differ from it in constants only.

    It is evaluated on NumPy arrays until functions of its kind were so at many points, and in machine code then. Both
    give the same bits (see `Columns`).

    >>> x = casadi.SX.sym("x")
    >>> AlikeColumns(casadi.Function("f", [x], [3 * x + 1]))(np.array([[1.0, 2.0]]))[0]
    array([[4., 7.]])
    """

    def __init__(self, function: casadi.Function, make: Make | None = None) -> None:
        """Take a function, and what makes code."""
        super().__init__(function)
        self._make = make if function.n_instructions() <= MOST_INSTRUCTIONS else None

    @cached_property
    def _apart(self) -> tuple[Program, np.ndarray, _Kind]:
        """The program whose constants are an input, these constants, and the kind of the function."""
        program, constants = constants_apart(self._program)
        return program, constants, _KINDS.of(program)

    def __call__(self, *arguments: np.ndarray) -> list[np.ndarray]:
        """Outputs at all points."""
        points = arguments[0].shape[1]
        if self._make is None or points < LEAST_POINTS:
            return super().__call__(*arguments)
        program, constants, kind = self._apart
        # Constants are the same at all points.
        shared = frozenset({len(program.inputs) - 1})
        if kind.code is None:
            # The cache is looked into at once, but code is made only when it is worth it.
            kind.points += points
            late = kind.points > WORTH
            if late or not kind.looked:
                kind.looked, kind.code = True, self._make(program, shared, late)
        if kind.code is None:
            return super().__call__(*arguments)
        return self._by_code(kind.code, (*arguments, constants), points, shared)

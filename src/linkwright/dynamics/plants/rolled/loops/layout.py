"""Rolled code: loops over uses of types, as source that is made for the types at hand and compiled once for any number.

Loops see two arrays: I, integers (a table of places, then all index arrays), and R, doubles (all working arrays). A
name of the layout is a part of one of them: the source of a loop opens with lines such as `V = R[I[7]:]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.codegen import FOUR_USES, LANES


@dataclass
class Layout:
    """Names of parts of I and R, in the order in which they were added.

    One that is appended to another's arrays begins at `first` in I and at `room` in R. The first entry of I says where
    its own part ends and what is appended begins, so that no source depends on how many parts a machine has.
    """

    first: int = 0
    room: int = 0
    table: dict[str, int] = field(default_factory=lambda: {"": 0})
    kinds: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    integers: dict[str, Integers] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    def number(self, name: str, value: int) -> None:
        """A whole number that loops read."""
        self._add(name, "number")
        self.numbers[name] = int(value)

    def index(self, name: str, values: Any) -> None:
        """An array of integers."""
        self._add(name, "integers")
        self.integers[name] = np.ascontiguousarray(values, dtype=np.int64).ravel()

    def real(self, name: str, size: int) -> None:
        """A working array."""
        self._add(name, "real")
        self.sizes[name] = int(size)

    def _add(self, name: str, kind: str) -> None:
        assert name not in self.table, name
        self.table[name] = len(self.table)
        self.kinds[name] = kind

    def arrays(self) -> tuple[Integers, Array, dict[str, slice]]:
        """I, R (zeros) and where each working array is in R."""
        # The table at the beginning holds numbers themselves, and for arrays where they begin.
        head, parts, real = np.zeros(len(self.table), dtype=np.int64), [], self.room
        start = self.first + len(self.table)
        places: dict[str, slice] = {}
        for name, at in self.table.items():
            kind = self.kinds.get(name, "")
            if not kind:
                continue
            if kind == "number":
                head[at] = self.numbers[name]
            elif kind == "integers":
                head[at] = start
                parts.append(self.integers[name])
                start += len(self.integers[name])
            else:
                head[at] = real
                places[name] = slice(real, real + self.sizes[name])
                real += self.sizes[name]
        head[0] = start
        return np.concatenate([head, *parts]), np.zeros(real - self.room + 1), places

    def opening(self, names: Sequence[str]) -> str:
        """Lines that bind names at the beginning of a loop."""
        table = "appended" if self.first and names else "I"
        lines = ["    appended = I[I[0] :]\n"] if table == "appended" else []
        for name in names:
            at, kind = f"{table}[{self.table[name]}]", self.kinds[name]
            value = {"number": at, "integers": f"I[{at} :]", "real": f"R[{at} :]"}[kind]
            lines.append(f"    {name} = {value}\n")
        return "".join(lines)


def loop_of(
    layout: Layout | Sequence[Layout], name: str, body: str, given: str = "I: Integers, R: Array", before: str = ""
) -> Callable[..., object]:
    """A loop with the names of the layouts that its body uses bound at its beginning, after the lines `before`."""
    # Only names that the body uses are bound: each costs two loads.
    words = set(re.findall(r"[A-Za-z_]\w*", body))
    arguments = set(re.findall(r"(\w+):", given))
    opening = before
    for each in [layout] if isinstance(layout, Layout) else layout:
        opening += each.opening([x for x in each.table if x in words and x not in arguments])
    return codegen.LoopText(name, f"def {name}({given}) -> None:\n{opening}{body}")


@dataclass(frozen=True)
class Use:
    """Statements of one use of a type: before its kernel is called, the arguments of the kernel, and after it."""

    before: Sequence[str]
    arguments: Sequence[str]
    after: Sequence[str] = ()


def uses_text(count: str, kernel: str, use: Callable[[str, int], Use]) -> str:
    """Source of a loop over the uses of a type, four at a time in vector registers, those that are left one by one.

    `use` gives the statements of one by the name of its number, and by its place among the four, which keeps their
    variables and rooms apart. Before the four, nothing is read that another of them writes afterwards.
    """
    four = [use(f"r{lane}", lane) for lane in range(LANES)]
    arguments = [text for each in zip(*[each.arguments for each in four], strict=True) for text in each]
    lines = [f"    for g in range({count} // {LANES}):"]
    lines += [f"        r{lane} = {LANES} * g + {lane}" for lane in range(LANES)]
    lines += [f"        {line}" for each in four for line in each.before]
    lines.append(f"        {kernel}{FOUR_USES}({', '.join(arguments)})")
    # In the order of the uses, so that sums are the same as one by one.
    lines += [f"        {line}" for each in four for line in each.after]
    one = use("r", 0)
    lines.append(f"    for r in range({LANES} * ({count} // {LANES}), {count}):")
    lines += [f"        {line}" for line in (*one.before, f"{kernel}({', '.join(one.arguments)})", *one.after)]
    return "\n".join(lines) + "\n"

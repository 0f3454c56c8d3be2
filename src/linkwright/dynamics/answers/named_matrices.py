"""Matrices with names and units of their rows and columns, read as arrays and printed as text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.display import Displayed
from linkwright.equations import UnknownNameError
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments

PRINTED_AS_ZERO = 1e-13
"""A share of the largest entry of a matrix that rounding leaves of a zero, printed as 0."""


@dataclass(frozen=True, eq=False)
class Axis:
    """Names of the rows or columns of a matrix, with their units; empty where directions mix units."""

    names: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def heads(self) -> list[str]:
        """Names with units, as a table has them."""
        return [f"{name} ({unit})" if unit else name for name, unit in zip(self.names, self.units, strict=True)]


@checked_arguments
@dataclass(frozen=True, eq=False)
class NamedMatrix:
    """A matrix (rows, columns), or without `columns` a vector (rows).

    The units are those of what it gives (rows) and of what it is multiplied by (columns): an entry has the unit of its
    row over that of its column.
    """

    values: Array
    rows: Axis
    columns: Axis | None = None

    def __post_init__(self) -> None:
        shape = (len(self.rows.names),) if self.columns is None else (len(self.rows.names), len(self.columns.names))
        if self.values.shape != shape:
            msg = f"values is of shape {self.values.shape}, expected {shape}, as rows and columns have names"
            raise ValueError(msg)
        self.values.flags.writeable = False

    def cells(self) -> tuple[list[str], list[list[str]]]:
        """Heads of the columns and rows of text, both with the names of the rows; columns without entries left out."""
        table = self.values.reshape(len(self.rows.names), -1)
        small = PRINTED_AS_ZERO * float(np.max(np.abs(table), initial=0.0))
        filled = np.flatnonzero((np.abs(table) > small).any(axis=0))
        heads = [""] if self.columns is None else [self.columns.names[j] for j in filled]
        shown = table if self.columns is None else table[:, filled]
        numbers = [[f"{x:.5g}" if abs(x) > small else "0" for x in row] for row in shown]
        return heads, [[head, *row] for head, row in zip(self.rows.heads, numbers, strict=True)]

    def as_dict(self) -> dict[str, object]:
        """Plain data."""
        found: dict[str, object] = {"rows": list(self.rows.names), "row_units": list(self.rows.units)}
        if self.columns is not None:
            found |= {"columns": list(self.columns.names), "column_units": list(self.columns.units)}
        return found | {"values": self.values.tolist()}


class NamedMatrices(Displayed, Mapping[str, Array]):
    """Contract of a record of matrices: `title`, `matrices` by name, `notes`; `record[name]` is the array."""

    __slots__ = ()

    title: str
    matrices: Mapping[str, NamedMatrix]
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> Array:
        if name not in self.matrices:
            msg = f"no matrix {name!r}; {close_matches(name, self.matrices)}"
            raise UnknownNameError(msg)
        return self.matrices[name].values

    def __iter__(self) -> Iterator[str]:
        return iter(self.matrices)

    def __len__(self) -> int:
        return len(self.matrices)

    def __repr__(self) -> str:
        return f"<{self.title}: {', '.join(self.matrices)}>"

    def __str__(self) -> str:
        return self.as_text()

    def as_text(self, width: int = 110, names: Sequence[str] | None = None) -> str:
        """Title, notes, and a table for each matrix (default: all); columns without entries are left out."""
        lines = [line for text in (self.title, *self.notes) for line in textwrap.wrap(text, width)]
        printed: dict[str, NamedMatrix] = {}
        for name in self.matrices if names is None else names:
            matrix = self.matrices[name]
            same = [before for before, other in printed.items() if np.array_equal(other.values, matrix.values)]
            lines += ["", f"{name} = {same[0]}"] if same else ["", *_table(name, matrix, width)]
            printed[name] = matrix
        return "\n".join(lines)

    def as_dict(self, names: Sequence[str] | None = None) -> dict[str, object]:
        """Plain data: each matrix (default: all) with names and units of its rows and columns."""
        matrices = {name: self.matrices[name].as_dict() for name in (self.matrices if names is None else names)}
        return {"title": self.title, "notes": list(self.notes), "matrices": matrices}


def per_second(unit: str) -> str:
    """Unit of a rate.

    >>> per_second("m/s"), per_second("A"), per_second("m/s^2"), per_second("")
    ('m/s^2', 'A/s', 'm/s^3', '1/s')
    """
    found = re.fullmatch(r"(.*)/s(?:\^(\d+))?", unit)
    return f"{found[1]}/s^{int(found[2] or 1) + 1}" if found else f"{unit or 1}/s"


def _table(name: str, matrix: NamedMatrix, width: int) -> list[str]:
    """Lines of a matrix, in blocks of columns that fit the width, each with the names of the rows."""
    heads, rows = matrix.cells()
    size = " x ".join(map(str, matrix.values.shape))
    if not matrix.values.any():
        return [f"{name} ({size}) = 0"]
    columns = [[head, *column] for head, column in zip(["", *heads], zip(*rows, strict=True), strict=True)]
    padded = [_aligned(column, left=k == 0) for k, column in enumerate(columns)]
    lines = [f"{name} ({size})"]
    first = padded[0]
    block: list[Sequence[str]] = []
    for column in [*padded[1:], None]:
        used = len(first[0]) + sum(len(each[0]) for each in block)
        if column is None or (block and used + len(column[0]) > width):
            lines += [line for parts in zip(first, *block, strict=True) if (line := "".join(parts).rstrip())]
            block = []
        if column is not None:
            block.append(column)
    return lines


def _aligned(column: Sequence[str], *, left: bool) -> list[str]:
    """Cells of one width, two blanks apart."""
    width = max(len(cell) for cell in column)
    return [cell.ljust(width) if left else "  " + cell.rjust(width) for cell in column]

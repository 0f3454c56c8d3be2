"""A sheet: named columns of numbers and a header of plain values, the one thing that every file format stores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Integers, PlainMapping

#: The first thing every file says, and the version of what follows.
FORMAT = "linkwright trajectory 1"


@dataclass(frozen=True)
class Lists:
    """A list of numbers in each row: all of them one after another, and where that of each row ends."""

    values: Array
    ends: Integers

    @property
    def size(self) -> int:
        """The number of rows."""
        return int(self.ends.size)


def lists_at(times: Array, signal_times: Array, values: Array) -> Lists:
    """Values at times of their own, each in the first row whose time is not before; the last row has all that follow.

    >>> lists_at(np.array([0.0, 1.0, 2.0]), np.array([0.0, 0.4, 0.8, 1.2]), np.arange(4.0)).ends
    array([1, 3, 4])
    """
    ends = np.searchsorted(signal_times, times, side="right")
    ends[-1] = len(values)
    return Lists(np.asarray(values), np.asarray(ends, dtype=np.int64))


@dataclass(frozen=True)
class Column:
    """The numbers of one column, (n,), or lists of them, with the unit and the meaning written beside them."""

    values: Array | Lists
    unit: str
    meaning: str


@dataclass(frozen=True)
class Sheet:
    """Columns of one length in order, and a header whose values are plain (texts, numbers, lists, mappings)."""

    columns: Mapping[str, Column]
    header: PlainMapping

    @property
    def rows(self) -> int:
        """The number of rows, that of every column."""
        return next((column.values.size for column in self.columns.values()), 0)


@dataclass(frozen=True)
class Parts:
    """A sheet that comes in parts: (name, unit, meaning) of its columns, header, rows in all, then columns by part.

    `lists` names the columns that have a list in each row.
    """

    described: Sequence[tuple[str, str, str]]
    header: PlainMapping
    rows: int
    parts: Iterable[Sequence[Array | Lists]]
    lists: frozenset[str] = frozenset()


def check_format(mark: str) -> None:
    """Refuse a file whose mark is not ours, or that of another version."""
    if mark == FORMAT:
        return
    name, _, number = FORMAT.rpartition(" ")
    if mark.startswith(name + " "):
        raise DamagedFileError(
            f"its format is {mark!r}, and this version of linkwright reads {FORMAT!r} (version {number} of the "
            "format); read it with the version of linkwright that wrote it"
        )
    raise DamagedFileError(f"it is without the mark {FORMAT!r}")


class DamagedFileError(ValueError):
    """A file that is not whole, or was never one of ours; the message says which and what to do."""

"""A sheet: named columns of numbers and a header of plain values, the one thing that every file format stores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.arrays import Array, PlainMapping

#: The first thing every file says, and the version of what follows.
FORMAT = "linkwright trajectory 1"


@dataclass(frozen=True)
class Column:
    """The numbers of one column, (n,), with the unit and the meaning written beside them."""

    values: Array
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
    """A sheet that comes in parts: (name, unit, meaning) of its columns, header, rows in all, then columns by part."""

    described: Sequence[tuple[str, str, str]]
    header: PlainMapping
    rows: int
    parts: Iterable[Sequence[Array]]


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

"""A sheet: named columns of numbers and a header of plain values, the one thing that every file format stores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.motions.faults import FloatArray

#: The first thing every file says, and the version of what follows.
FORMAT = "linkwright trajectory 1"


@dataclass(frozen=True)
class Column:
    """The numbers of one column, (n,), with the unit and the meaning written beside them."""

    values: FloatArray
    unit: str
    meaning: str


@dataclass(frozen=True)
class Sheet:
    """Columns of one length in order, and a header whose values are plain (texts, numbers, lists, mappings)."""

    columns: Mapping[str, Column]
    header: Mapping[str, Any]

    @property
    def rows(self) -> int:
        """The number of rows, that of every column."""
        return next((column.values.size for column in self.columns.values()), 0)


class DamagedFileError(ValueError):
    """A file that is not whole, or was never one of ours; the message says which and what to do."""

"""What is printed of one type of part or module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from linkwright.symbolic.readable import Sympy


@dataclass(frozen=True, eq=False)
class Stage:
    """What is printed of one type: matrices by name, with the names of their rows and columns.

    `level` is 0 for parts and k for modules whose constraints are eliminated in step k. `uses` are the parts or modules
    of this type. `where` are abbreviations used in the entries, in order.
    """

    title: str
    level: int
    uses: tuple[str, ...]
    entries: Mapping[str, Sympy]  # of sympy.Matrix
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    where: tuple[tuple[Sympy, Sympy], ...] = ()
    notes: tuple[str, ...] = ()

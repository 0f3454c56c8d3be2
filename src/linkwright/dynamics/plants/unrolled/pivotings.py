"""Choices of rows and pivots that were made for a machine, kept for when they fit again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from linkwright.dynamics.plants.unrolled.pivoting import Choice
from linkwright.dynamics.plants.unrolled.recent import Recent

MOST = 32
"""Choices near singular places, and time loops, that are kept: a megabyte each, or less."""


@dataclass
class Choices:
    """Choices made so far for one set of parameter values, newest last.

    They are measured by the sizes of pivots where they were made, so other parameter values have a list of their own;
    what was compiled for the same code is shared (`Choice.make`). `begin` makes the first choice when one is asked for.
    `near` are those made near singular places, by the bytes of (t, q, v, u, p): good there only, they serve the same
    run made again. `engines` keeps time loops around some of all. `generic_rank` is that of the constraints in general
    position; other parameter values may have another one, which is found (`find`) when it is asked for.
    """

    _made: list[Choice]
    _generic_rank: int = -1
    find: Callable[[], int] | None = field(default=None, repr=False)
    near: Recent = field(default_factory=lambda: Recent(MOST), repr=False)
    engines: Recent = field(default_factory=lambda: Recent(MOST), repr=False)
    begin: Callable[[], None] | None = field(default=None, repr=False)

    @property
    def made(self) -> list[Choice]:
        """Choices made so far; the list itself, which is appended to."""
        if self.begin is not None:
            begin, self.begin = self.begin, None
            begin()
        return self._made

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""
        if self.find is not None:
            self._generic_rank, self.find = self.find(), None
        return self._generic_rank

    @generic_rank.setter
    def generic_rank(self, value: int) -> None:
        self._generic_rank, self.find = value, None

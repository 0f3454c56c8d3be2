"""Choices of rows and pivots that were made for a machine, kept for when they fit again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from linkwright.dynamics.choice import Choice
from linkwright.dynamics.recent import Recent

MOST = 32
"""Choices near singular places, and time loops, that are kept: a megabyte each, or less."""


@dataclass
class Choices:
    """Choices compiled so far, newest last (shared by all parameter values of the same equations).

    `near` are those made near singular places, by the bytes of (t, q, v, u, p): good there only, they serve the same
    run made again. `engines` keeps time loops around some of all. `generic_rank` is that of the constraints in general
    position; other parameter values may have another one, which is found (`find`) when it is asked for.
    """

    made: list[Choice]
    _generic_rank: int = -1
    find: Callable[[], int] | None = field(default=None, repr=False)
    near: Recent = field(default_factory=lambda: Recent(MOST), repr=False)
    engines: Recent = field(default_factory=lambda: Recent(MOST), repr=False)

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""
        if self.find is not None:
            self._generic_rank, self.find = self.find(), None
        return self._generic_rank

    @generic_rank.setter
    def generic_rank(self, value: int) -> None:
        self._generic_rank, self.find = value, None

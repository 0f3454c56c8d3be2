"""What the time loop needs of the events that a run watches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

import casadi as ca

from linkwright.arrays import Array, Integers
from linkwright.dynamics.plants.rolled import BoundLoops
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.system import System


class EventExpressions(Protocol):
    """Values whose signs are watched in a run, and the loops that watch them."""

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Loops that find zeros of the values within a step."""

    @property
    def directions(self) -> Array:
        """For each value the direction in which a zero counts: 1, -1, or 0 for both."""

    def key(self, system: System) -> Hashable:
        """What the kernel depends on."""

    def kernel(self, structure: Structure, y: ca.SX) -> ca.Function:
        """(t, y, u, p) -> the values, for compiled code."""

    def gathered(self, loops: BoundLoops) -> tuple[ca.Function, Integers]:
        """Kernel of the values for loops over types, and the places of what it takes among all values Z."""

    def python_function(self, system: System) -> Callable[..., object]:
        """The same for a loop in Python."""

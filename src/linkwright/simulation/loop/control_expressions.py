"""What the time loop needs of sampled control: what is computed at instants, and held between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import casadi as ca

from linkwright.arrays import Array
from linkwright.dynamics import State
from linkwright.dynamics.system import System
from linkwright.equations import Equations
from linkwright.simulation.workspace import Control, ControlState
from linkwright.trajectory import Outcome


class ControlExpressions(Protocol):
    """Functions that run at instants, and the loops that find these."""

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Loops that end steps at instants and call the function there."""

    def kernel(self, system: System) -> ca.Function:
        """The function, for compiled code."""

    def evaluated(self, system: System) -> Callable[..., object]:
        """The same for a loop in Python."""

    def records(self, equations: Equations, start: float, end: float) -> tuple[Control, ControlState]:
        """Records of the workspace."""

    def not_finite(self, t: float, memory: Array, state: State) -> Outcome:
        """The end of a run whose command is not a finite number."""

    def data(self, system: System) -> list[dict[str, Any]]:
        """What was asked, as plain values."""

"""What the time loop needs of sensitivities: the same run in numbers that carry their derivatives along."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol

import casadi as ca

from linkwright.arrays import Array
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.simulation.workspace import Tape
from linkwright.trajectory import Outcome


class TangentExpressions(Protocol):
    """Directions in which a run is differentiated, and the kernels and loops that do so.

    Each array of a run is followed by its derivatives, one direction after another: y becomes (y, dy_1, ..., dy_k), and
    so do inputs, parameters, gains, and the memory of control. Kernels take and give the longer arrays; the time loop
    stays as it is.
    """

    @property
    def count(self) -> int:
        """Number of directions k."""

    @property
    def key(self) -> Hashable:
        """What of it is written into code."""

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Loops that take the place of those of the same name: norms, in which derivatives do not count."""

    @property
    def start(self) -> Array:
        """Derivatives of the state at the start (k, n)."""

    @property
    def parameters(self) -> Array:
        """Derivatives of the parameter values (k, np)."""

    @property
    def parameter_places(self) -> Sequence[int]:
        """Places of the parameter values that some direction moves."""

    def tape(self, n: int, memory: int, references: int) -> Tape:
        """Room for what is kept of the steps of a slice, with so many numbers in a state, a memory, the references."""

    def collect(self, run: Any) -> None:
        """Take away what was kept of the steps of a slice."""

    def begin(self, run: Any) -> None:
        """Take from the derivatives at the start what the first mode of the run holds."""

    def jump(self, run: Any, act: Callable[[], Outcome | None]) -> Outcome | None:
        """Let events of a run act, and sensitivities jump with what they change; an outcome if it ends here."""

    def kernels(self, structure: Structure, plain: Mapping[str, ca.Function]) -> dict[str, ca.Function]:
        """The functions of a structure with their derivatives, under the same names."""

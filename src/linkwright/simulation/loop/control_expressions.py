"""What the time loop needs of sampled control: what is computed at instants, and held between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from linkwright.codegen import Library
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.workspace import Control, ControlState, Workspace
from linkwright.trajectory import Outcome


class SignalStore(Protocol):
    """Where outputs of blocks are collected."""

    def take(self, control: Control) -> None:
        """Take away what the time loop has logged."""


class ControlExpressions(Protocol):
    """Functions that run at instants, and the loops that find these."""

    @property
    def key(self) -> tuple[object, ...]:
        """What of it is written into code."""

    @property
    def in_python(self) -> bool:
        """Whether some of it is not compiled, so that a compiled loop must be left for it."""

    def loops(self, *, compiled: bool) -> tuple[Callable[..., object], ...]:
        """Loops that do what is due at instants; compiled ones call no Python function."""

    @property
    def libraries(self) -> tuple[Library, ...]:
        """Compiled functions that these call."""

    def callables(self, *, compiled: bool) -> Mapping[str, Callable[..., object]]:
        """The same as Python functions: all, or those that cannot be compiled."""

    def call_python(self, workspace: Workspace) -> None:
        """Do what a compiled loop was left for: a block, or references, that are Python functions."""

    def records(self, size: int, start: float, end: float) -> tuple[Control, ControlState]:
        """Records of the workspace."""

    def store(self) -> SignalStore:
        """Room for the outputs of blocks in one run."""

    def not_finite(self, workspace: Workspace) -> Outcome:
        """The end of a run by an output that is not a finite number."""

    def divergence(self, workspace: Workspace) -> Outcome:
        """The end of a run whose signals grow without bound."""

    def explained(self, outcome: Outcome, workspace: Workspace, inputs: Inputs, start: float) -> Outcome:
        """The end of a run with these inputs from `start` (s) on, with what commands have to do with it."""

    def data(self) -> dict[str, Any]:
        """What was asked, as plain values."""

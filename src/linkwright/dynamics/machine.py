"""What an answer needs of a compiled machine in full matrices: the type that functions of this package take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, Self

from linkwright.arrays import Array
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System
from linkwright.equations import Equations


class Values(Protocol):
    """Equations with values: where a result comes from."""

    @property
    def equations(self) -> Equations:
        """The equations that were compiled."""

    @property
    def join(self) -> Join:
        """How constraint forces are eliminated."""

    @property
    def given(self) -> Mapping[str, float]:
        """Parameters that were given other values than their defaults."""

    @property
    def p(self) -> Array:
        """Values of all parameters, in order."""


class Machine(Values, Protocol):
    """A machine with its matrices in symbols, for one set of parameter values; `Dynamics` is one, and so are plants."""

    @property
    def system(self) -> System:
        """The equations as matrices of the whole machine."""

    @property
    def reference_notes(self) -> tuple[str, ...]:
        """What is to be said of the reference configuration."""

    @property
    def assembler(self) -> Assembler:
        """What finds configurations that close the joints."""

    @property
    def reference(self) -> State:
        """The reference configuration at rest."""

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""

    @property
    def usual_rows(self) -> frozenset[int]:
        """Constraint rows that are independent where the machine was compiled; none where they were not chosen."""

    @property
    def name(self) -> str:
        """Name of the machine."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in order."""

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q, in order."""

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds v, in order."""

    def check(self, state: State) -> State:
        """The state itself; one that is not of this machine is refused."""

    def accelerations(self, state: State, u: Array) -> Array:
        """v' at a state under inputs."""

    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' (T, n) at many states; p for all of them (np,), or a row for each (T, np)."""

    def at_values(self, p: Array) -> Self:
        """The same machine with parameter values as an array; its reference configuration stays."""

    def with_system(self, system: System, p: Array) -> Self:
        """The same machine with loads added to its matrices, and with the values of their parameters behind p."""

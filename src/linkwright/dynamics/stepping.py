"""Steppers: a machine one step after another, with inputs that the caller decides between them. The contract."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from numpy.typing import ArrayLike

from linkwright.arrays import Array
from linkwright.dynamics.state import State
from linkwright.trajectory import Outcome


class Stepper(ABC):
    """A machine one step after another: `reset`, then `step` with inputs that are held over it.

    For controllers and learning environments in Python. The state is in the stepper; it belongs to one thread, and
    `Dynamics` may have any number of them. Arrays that it gives are the caller's.
    """

    @property
    @abstractmethod
    def t(self) -> float:
        """Time (s)."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The state with all quantities by name."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the motion ended, with reason and remedy; None while it goes on."""

    @abstractmethod
    def reset(self, state: State | None = None) -> tuple[Array, Array]:
        """Begin at a state (default: `dynamics.assemble()`); its q (nq,) and v (nv,)."""

    @abstractmethod
    def step(self, u: ArrayLike | Mapping[str, float] = ()) -> tuple[Array, Array]:
        """One step with inputs u (nu,) in the order of `dynamics.inputs`, or by name; q and v at its end.

        Where the motion cannot go on, `outcome` says why, and q and v are those where it ended.
        """


def stepper_of(dynamics: object, **settings: Any) -> Stepper:
    """A stepper of dynamics. It is made by the simulation, which stands above this folder and is loaded for it."""
    found: Stepper = import_module("linkwright.simulation.stepper").LoopStepper(dynamics, **settings)
    return found

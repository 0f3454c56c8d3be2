"""What an integrator is: a frozen record of its method, with the loops that make one step and read inside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

Loop = Callable[..., object]


@dataclass(frozen=True)
class Integrator(ABC):
    """Contract of all integrators.

    `loops` holds three functions in the subset of Python that is compiled (and what they call):

    - `step(t, h, run) -> float` makes a step of length h from the state of the run, `run.states.y` at t, whose slope is
      in the first n of `run.states.slopes`, into `run.scratch.new`, and gives its error norm (1 is what is allowed);
    - `prepare_interpolation(t, h, run)` completes what dense output needs, once for a step in which something lies;
      also for whoever looks for events;
    - `interpolate(theta, h, run, out)` gives the state at the share theta of the step.

    `run` is the `Workspace`; `slopes` is the room of its slopes in states, `room(n)` that of the method itself for n
    states. A method with `exact_slopes` solves linear systems with the Jacobian by the loops of `matrices`, either
    `full_matrix` or `sparse_matrix`; `rate_of_slopes` says whether it needs the rate of y' at constant y too.
    """

    title: ClassVar[str]
    order: ClassVar[int]
    dense_order: ClassVar[int]
    source: ClassVar[str]
    loops: ClassVar[tuple[Loop, ...]]
    slopes: ClassVar[int]
    error_order: ClassVar[int]
    memory: ClassVar[float] = 0.0
    limits: ClassVar[tuple[float, float]] = (0.2, 5.0)
    exact_slopes: ClassVar[bool] = False
    full_matrix: ClassVar[tuple[Loop, ...]] = ()
    sparse_matrix: ClassVar[tuple[Loop, ...]] = ()
    rate_of_slopes: ClassVar[bool] = False
    fixed_step: ClassVar[float] = 0.0
    """The fixed step (s), or 0 for a method that chooses its steps."""

    longest_step: float | None = field(default=None, kw_only=True)
    """No step is longer than this (s); what is narrower than a step can be stepped over."""

    def __post_init__(self) -> None:
        """Refuse what is no length of time."""
        longest = self.longest_step
        if longest is not None and (not isinstance(longest, (int, float)) or not 0 < longest < float("inf")):
            raise ValueError(
                f"{type(self).__name__}: longest_step = {longest!r}, expected a positive number of seconds, or None"
            )

    @property
    def name(self) -> str:
        """Name for people, as it stands in the certificate."""
        return self.title

    def room(self, n: int) -> int:
        """Numbers of its own that the method needs while it makes a step."""
        del n
        return 1

    def room_of_changes(self, n: int, m: int) -> int:
        """More numbers that it needs in a run with sensitivities, whose states have n numbers with derivatives."""
        del n, m
        return 0

    @property
    @abstractmethod
    def use(self) -> str:
        """When to use it, in words."""

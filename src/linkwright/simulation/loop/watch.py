"""Strategies of a run, as contracts: what it does about events, and about the rank of its constraints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.loop.engine import Engine
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.trajectory import Outcome

if TYPE_CHECKING:
    from linkwright.simulation.loop.run import Run


class EventHandler(ABC):
    """The events of one run: what is watched, and what is done when it happens."""

    @property
    @abstractmethod
    def watch(self) -> EventExpressions:
        """Expressions whose zeros are events."""

    @abstractmethod
    def begin(self, run: Run) -> None:
        """Look at the state where the run begins."""

    @abstractmethod
    def handle(self, run: Run, status: int) -> Outcome | None:
        """Act on what fired; an outcome if the run ends here."""


class RankWatch(ABC):
    """Strategy of a run for one kind of plant. It may keep what belongs to its run: each run has its own.

    To add one, for a new kind of plant:

    1. Write `watches/<kind>.py` with a final class that derives from this one.
    2. `engine` binds or compiles the time loop; where kernels work on other arrays than the parameter values, put these
       into `run.workspace.machine` first.
    3. `begin` is called once the first slope is known, `look_back` after every slice and before its samples are handed
       on: what was stepped over is noticed there. `recover` is called with every answer of the loop that is neither an
       event nor the end. Each gives None to go on, or the outcome that ends the run.
    4. `margin` and `notes` go into the certificate; what it keeps of its run goes into checkpoints by `contents` and
       comes back by `restore`.
    5. Register it for its plant in `recipe.watch_of`.
    """

    @abstractmethod
    def counted_angles(self, dynamics: Dynamics, state: State) -> Array:
        """Angles at the start whose turns are counted by integrating their rates."""

    @abstractmethod
    def engine(self, run: Run) -> Engine:
        """The time loop, bound to what is ready."""

    @abstractmethod
    def input_tables(self, inputs: Inputs) -> Array:
        """What the kernel `inputs` of the time loop reads, (segments, numbers)."""

    @abstractmethod
    def begin(self, run: Run) -> Outcome | None:
        """Look at the state where the run begins."""

    @abstractmethod
    def look_back(self, run: Run, status: int) -> Outcome | None:
        """Look at what the last slice stepped over."""

    @abstractmethod
    def recover(self, run: Run, status: int) -> Outcome | None:
        """Go on after the loop gave an answer, with other pivots, on the other side of a singular configuration."""

    def contents(self, run: Run) -> dict[str, Array]:
        """What it keeps of its run, for a checkpoint."""
        del run
        return {}

    def restore(self, run: Run, contents: Mapping[str, Array]) -> None:
        """Take up what `contents` gave; the engine is bound already."""
        del run, contents

    @abstractmethod
    def margin(self, run: Run, time: Array, Y: Array) -> float | None:
        """Smallest rank margin of a run over some of its states; None where it is not computed."""

    @abstractmethod
    def notes(self, run: Run) -> list[str]:
        """Sentences for the certificate."""

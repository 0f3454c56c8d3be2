"""Runs on straight-line code: pivots are watched by the loop, and others are taken where they become weak."""

from __future__ import annotations

from typing import final

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.simulation import workspace as at
from linkwright.simulation.loop.engine import Engine, engine
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.singularities.failures import too_rough
from linkwright.simulation.singularities.recovery import overcome
from linkwright.simulation.watches import crossed
from linkwright.trajectory import Outcome


@final
class PivotingWatch(RankWatch):
    """Pivots of one pivoting after another."""

    def counted_angles(self, dynamics: Dynamics, state: State) -> Array:
        """Angles that frames give within half a turn only."""
        return crossed.counted_angles(dynamics, state)

    def engine(self, run: Run) -> Engine:
        """The loop around the structures of the pivotings that are ready."""
        ready = tuple(pivoting.structure for pivoting in run.known[: run.progress.ready])
        return engine(
            run.dynamics, ready, run.inputs, run.integrator, keep_energy=run.keeps_energy,
            watch=run.event_expressions, control=run.control,
        )  # fmt: skip

    def begin(self, run: Run) -> Outcome | None:
        """Nothing: the pivoting that the run begins with is good at this state."""

    def look_back(self, run: Run, status: int) -> Outcome | None:
        """Nothing: the loop stops where pivots change sign."""

    def recover(self, run: Run, status: int) -> Outcome | None:
        """Take other pivots, or cross a singular configuration."""
        if status in (at.SLICE_OVER, at.WINDOW_FULL):
            return too_rough(run) if run.inputs.calls else None
        return overcome(run, status)

    def margin(self, run: Run, time: Array, Y: Array) -> float | None:
        """Smallest rank margin over some states and of the weakest pivots."""
        return crossed.margin(run, time, Y)

    def notes(self, run: Run) -> list[str]:
        """Which singular configurations were crossed."""
        return crossed.notes(run)

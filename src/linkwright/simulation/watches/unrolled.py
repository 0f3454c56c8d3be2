"""Runs on straight-line code: pivots are watched by the loop, and others are taken where they become weak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.system import System, angles_to_count, call_function
from linkwright.simulation import workspace as at
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.engine import Driver, Engine, engine
from linkwright.simulation.loop.run import Run, rank_margin
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.singularities.failures import too_rough
from linkwright.simulation.singularities.recovery import overcome
from linkwright.trajectory import Outcome


def counted_angles(dynamics: Dynamics, state: State) -> Array:
    """Angles at a state that frames give within half a turn only."""
    system = dynamics.system
    counted = angles_to_count(system)
    if not counted:
        return np.zeros(0)
    found = angles_function(system)
    return call_function(found, state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p)[0].ravel()


def angles_function(system: System) -> ca.Function:
    """(t, q, v, u, p) -> angles that frames give within half a turn only: every run asks, and for nothing else."""
    angles = [z for k in angles_to_count(system) if (z := system.quantities[k].z) is not None]
    found: ca.Function = system.cached(
        "counted angles", lambda: system.function("angles", [ca.densify(ca.vertcat(*angles))])
    )
    return found


def margin(run: Run, time: Array, Y: Array) -> float:
    """Smallest rank margin over some states and of the weakest pivots; 0 after a singularity of constraints."""
    if any(crossing.singular for crossing in run.crossings):
        return 0.0
    places = [(float(t), y) for t, y in zip(time, Y, strict=True)]
    progress, states = run.progress, run.state
    places += [(float(progress.weakest_time), states.weakest), (float(progress.worst_time), states.worst)]
    seen = {t: y[: run.nq + run.nv] for t, y in places if t <= time[-1]}  # sensitivities follow
    rows = np.array(list(seen.values()))
    least = rank_margin(run.base, list(seen), rows[:, : run.nq], rows[:, run.nq : run.nq + run.nv])
    return min([least, *[crossing.margin for crossing in run.crossings if crossing.coordinate_singularity < 0]])


def notes(run: Run) -> list[str]:
    """Which singular configurations were crossed."""
    found = []
    lost = [crossing for crossing in run.crossings if crossing.singular]
    if lost:
        found.append(
            f"passed {_count(lost)} singular configuration(s) on the same branch, {_when(lost)}; reactions are not "
            "determined there"
        )
    for coordinate_singularity in sorted({crossing.coordinate_singularity for crossing in run.crossings} - {-1}):
        passed = [crossing for crossing in run.crossings if crossing.coordinate_singularity == coordinate_singularity]
        words = run.dynamics.system.coordinate_singularities[coordinate_singularity][1]
        found.append(f"passed {_count(passed)} time(s) where {words}; {_when(passed)}")
    return found


def _count(crossings: Sequence[Crossing]) -> int:
    return sum(crossing.count for crossing in crossings)


def _when(crossings: Sequence[Crossing]) -> str:
    """Times of some crossings and their error, in words."""
    times = ", ".join(f"{crossing.time:.6g}" for crossing in crossings[:8])
    count = _count(crossings)
    more = f" and {count - 8} more" if count > 8 else ""
    return f"at t = {times}{more} s; within {max(crossing.error for crossing in crossings):.1e} by two collocations"


@final
class PivotingWatch(RankWatch):
    """Pivots of one pivoting after another; with a `driver` the loop has loops around it."""

    def __init__(self, driver: Driver | None = None) -> None:
        self.driver = driver

    def counted_angles(self, dynamics: Dynamics, state: State) -> Array:
        """Angles that frames give within half a turn only."""
        return counted_angles(dynamics, state)

    def engine(self, run: Run) -> Engine:
        """The loop around the structures of the pivotings that are ready."""
        assert run.ready is not None
        structures = run.ready.structures[: run.progress.ready]
        return engine(
            run.dynamics, structures, run.inputs, run.integrator, keep_energy=run.keeps_energy,
            watch=run.event_expressions, control=run.control, tangents=run.tangents, driver=self.driver,
        )  # fmt: skip

    def input_tables(self, inputs: Inputs) -> Array:
        """Tables as they are."""
        return inputs.tables

    def begin(self, run: Run) -> Outcome | None:
        """Nothing: the pivoting that the run begins with is good at this state."""

    def look_back(self, run: Run, status: int) -> Outcome | None:
        """Nothing: the loop stops where pivots change sign."""

    def recover(self, run: Run, status: int) -> Outcome | None:
        """Take other pivots, or cross a singular configuration."""
        if status in (at.SLICE_OVER, at.WINDOW_FULL):
            return too_rough(run) if run.inputs.calls else None
        outcome = overcome(run, status)
        if outcome is None and run.tangents is not None and run.crossings:
            reason = "the run passes a singular configuration, over which sensitivities are not carried"
            return Outcome("failed", reason, "choose a motion that avoids it, or leave sensitivities= out", run.now)
        return outcome

    def margin(self, run: Run, time: Array, Y: Array) -> float | None:
        """Smallest rank margin over some states and of the weakest pivots."""
        return margin(run, time, Y)

    def notes(self, run: Run) -> list[str]:
        """Which singular configurations were crossed."""
        return notes(run)

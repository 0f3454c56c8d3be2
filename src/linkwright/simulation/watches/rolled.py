"""Runs of machines with many parts: one sparse elimination, watched for singular configurations between steps.

The pivots D of the multipliers are squares: where constraints lose rank they touch zero and come back, on either side
with the same sign. So after each step the smallest pivot in and at the ends of the last two steps is compared; where it
dips, it is followed along the motion between, and if it vanishes there, the run ends before that place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, final

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import where
from linkwright.dynamics.plants.rolled import WEAK_MULTIPLIER, BoundLoops, running
from linkwright.dynamics.state import NEAR_COORDINATE_SINGULARITY
from linkwright.equations import Uses
from linkwright.simulation import workspace as at
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.loop.engine import Engine
from linkwright.simulation.loop.run import Run, between
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.singularities.failures import KEEP_AWAY, too_rough
from linkwright.simulation.watches.rolled_engine import counted_tables, rolled_engine
from linkwright.trajectory import Outcome

DIP = 0.25
"""Share of the pivots at both ends of two steps below which one between is followed more closely."""
VANISHED = 1e-4
"""Share below which it has vanished there: of a distance to the singular configuration, 1 %."""
NODES = 33
"""Points on a step where a dip is looked for, before it is narrowed down."""


class Step(NamedTuple):
    """A step that was made: the smallest pivot at its end and that in it, and the instants where it began and ended."""

    smallest: float
    low: float
    begin: Array
    end: Array


@final
class SmallestPivotWatch(RankWatch):
    """The smallest pivot of the multipliers, between and at the ends of the last steps."""

    def __init__(self, loops: BoundLoops) -> None:
        self.loops = loops
        self.smallest = np.inf
        self._past: list[Step] = []
        self._sides: Array | None = None
        self._low = np.full(1, np.inf)

    def counted_angles(self, dynamics: Dynamics, state: State) -> Array:
        """None: turns are counted from the samples when an angle is read."""
        del dynamics, state
        return np.zeros(0)

    def engine(self, run: Run) -> Engine:
        """The loop around loops over types, which work on arrays of their own in place of parameters and weights."""
        if run.engine is None:
            # All that the loops over types work on is in two arrays, in the places of parameters and reference pivots.
            machine, made = run.workspace.machine, running(self.loops)
            watched = run.event_expressions
            places = None if watched is None else watched.gathered(self.loops)[1]
            I, machine.parameters = made.arrays(self.loops.bound, places)
            run.workspace.scratch.taken = np.zeros(0 if places is None else len(places))
            machine.pivot_scales = machine.mobilities = I.view(np.float64)
            self._low = run.workspace.machine.parameters[made.low : made.low + 1]
            self._low[0] = np.inf
            run.settings.weak_quality, run.settings.safe_quality = WEAK_MULTIPLIER, np.inf
        return rolled_engine(self.loops, run.inputs, run.integrator, run.event_expressions)

    def input_tables(self, inputs: Inputs) -> Array:
        """Tables after the number of inputs, where they are compiled: one loop serves any number."""
        return inputs.tables if inputs.calls else counted_tables(inputs)

    def begin(self, run: Run) -> Outcome | None:
        """One elimination serves all states; a state where coordinates have no meaning ends the run."""
        run.used_before = 1
        return self._coordinate_singularity(run)

    def look_back(self, run: Run, status: int) -> Outcome | None:
        """After a step, or many where nothing can be singular."""
        outcome = self._coordinate_singularity(run)
        low, self._low[0] = float(self._low[0]), np.inf
        if outcome is not None or self.loops.rolled.constraints is None:
            return outcome
        if status not in (at.SLICE_OVER, at.FINISHED, at.NEW_PIVOTING, at.EVENT):
            return None
        if self._past and self._past[-1].end[0] == run.now:
            return None  # events that fire where others did: no step was made
        smallest, begin = self._smallest_at(run, run.now, run.state.y), _instant(run, before=True)
        self.smallest = min(self.smallest, smallest)
        if not self._past:
            self._past = [Step(smallest, smallest, begin, begin)]
        self._past = [*self._past[-2:], Step(smallest, low, begin, _instant(run))]
        # Three states show whether the smallest pivot came down and went up again between.
        return self._find_vanished_pivot(run) if len(self._past) == 3 or status == at.FINISHED else None

    def recover(self, run: Run, status: int) -> Outcome | None:
        """Why the loop could not go on."""
        if status in (at.SLICE_OVER, at.WINDOW_FULL):
            return too_rough(run) if run.inputs.calls else None
        smallest = self._smallest_at(run, run.now, run.state.y)
        what = {at.STEP_TOO_SMALL: "the step became too small", at.NEW_PIVOTING: "the constraints nearly lose rank"}
        words = what.get(status, "the constraints could not be met any more")
        if run.integrator.fixed_step and status == at.STEP_TOO_SMALL:
            words = "the state is not finite after a fixed step"
        place = where(run.dynamics.coordinates, run.state_now())
        if self.loops.rolled.constraints is not None and not smallest > 1e-3:
            reason = (
                f"{words} near a singular configuration (smallest pivot {smallest:.3g} of that at the reference "
                f"configuration) at {place}"
            )
            return Outcome("failed", reason, KEEP_AWAY, run.now)
        remedy = (
            "take a smaller step" if run.integrator.fixed_step else "check inputs for jumps, or ask for less accuracy"
        )
        return Outcome("failed", f"{words} at {place}", remedy, run.now)

    def contents(self, run: Run) -> dict[str, Array]:
        """Pivots and instants of the last steps; all that the loops work on is computed anew in each step."""
        sides = np.zeros(0) if self._sides is None else self._sides
        past = [np.concatenate([[step.smallest, step.low], step.begin, step.end]) for step in self._past]
        return {
            "smallest": np.array([self.smallest, self._low[0]]),
            "sides": sides.copy(),
            "past": np.array(past).reshape(len(past), 4 + 2 * run.size),
        }

    def restore(self, run: Run, contents: Mapping[str, Array]) -> None:
        """Take them up."""
        self.smallest, self._low[0] = contents["smallest"].tolist()
        self._sides = contents["sides"].copy() if contents["sides"].size else None
        self._past = [
            Step(float(row[0]), float(row[1]), *np.split(row[2:].copy(), [1 + run.size])) for row in contents["past"]
        ]

    def margin(self, run: Run, time: Array, Y: Array) -> float | None:
        """Not computed: it takes singular values of a matrix of the whole machine. 1 where there are no constraints."""
        del run, time, Y
        return None if self.loops.rolled.constraints is not None else 1.0

    def notes(self, run: Run) -> list[str]:
        """The smallest pivot in place of the rank margin, and branch cuts that are not watched."""
        found = []
        if self.loops.rolled.constraints is not None:
            found.append(
                "the rank margin of a machine of this size is not computed; the smallest pivot of its multipliers was "
                f"{self.smallest:.3g} of that at the reference configuration (0 at a singular configuration)"
            )
        record = run.base.equations
        every: tuple[Uses[Any], ...] = (*record.loads, *record.constraints)
        for uses in every:
            words = [words.partition("; ")[0] for _, words in uses.type.branch_cuts]
            found += [f"{', '.join(uses.names)}: not watched in a machine of this size: {word}" for word in words]
        return found

    # -- what is looked at -----------------------------------------------------------------------------------------

    def _coordinate_singularity(self, run: Run) -> Outcome | None:
        """The end of a run whose coordinates have lost their meaning, at this state or in the step to it."""
        coordinate_singularities = self.loops.coordinate_singularities
        if not coordinate_singularities.parts:
            return None
        values = coordinate_singularities.values(
            run.base.p, run.now, run.state.y[: run.nq], run.state.y[run.nq : run.nq + run.nv]
        )
        sides = np.sign(values)
        if self._sides is None:
            self._sides = sides
        # A sign that has changed since the step before: the singularity lay between.
        crossed = (sides != self._sides) | (np.abs(values) < NEAR_COORDINATE_SINGULARITY)
        if not crossed.any():
            return None
        return _ended_before(
            run, run.now, _instant(run, before=True), f"where {coordinate_singularities.words(crossed)}"
        )

    def _smallest_at(self, run: Run, t: float, y: Array) -> float:
        """Smallest pivot at a state over that at the reference configuration."""
        run.slope(t, y)
        self._low[0] = np.inf
        return float(run.workspace.scratch.quality[0])

    def _find_vanished_pivot(self, run: Run) -> Outcome | None:
        """The end of a run whose pivots vanish between its last states."""
        first, *steps = self._past
        ends = min(first.smallest, steps[-1].smallest)
        inside = min([*[step.low for step in steps], *[step.smallest for step in steps[:-1]]])
        if not inside < DIP * ends:
            return None
        # What events have done is not undone: the run does not go back to before the last of them.
        handler = event_handler_of(run)
        last = handler.moments[-1] if handler is not None and handler.moments else -np.inf
        back = next(step.begin for step in steps if step.begin[0] >= last)
        for step in steps:
            least, time = self._least_between(run, (step.begin[0], step.begin[1:]), (step.end[0], step.end[1:]))
            if least < VANISHED * ends:
                cause = "where the constraints lose rank and the branch of the motion is lost"
                return _ended_before(run, time, back, cause)
        return None

    def _least_between(self, run: Run, one: tuple[float, Array], two: tuple[float, Array]) -> tuple[float, float]:
        """The smallest pivot on the cubic between two states, and when."""
        inside = between(run, one, two)

        def pivot(theta: float) -> float:
            found = self._smallest_at(run, *inside(theta))
            return found if np.isfinite(found) else 0.0

        nodes = np.linspace(0.0, 1.0, NODES)
        values = [pivot(x) for x in nodes]
        k = int(np.argmin(values))
        low, high = nodes[max(k - 1, 0)], nodes[min(k + 1, NODES - 1)]
        for _ in range(30):  # golden section
            a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
            low, high = (low, b) if pivot(a) < pivot(b) else (a, high)
        theta = (low + high) / 2
        return min(pivot(theta), values[k]), inside(theta)[0]


def _instant(run: Run, *, before: bool = False) -> Array:
    """Time and state, now or a step before."""
    progress, state = run.progress, run.state
    return np.append(progress.before_time if before else progress.t, state.before if before else state.y)


def _ended_before(run: Run, time: float, back: Array, cause: str) -> Outcome:
    """The run goes back to an instant before a singular configuration at about a time, and ends there."""
    run.state.y[:], run.progress.t = back[1:], float(back[0])
    run.progress.sample = int(np.searchsorted(run.times, back[0], side="right"))
    order = "before it" if back[0] <= time else "at the event after it"
    reason = (
        f"a singular configuration lies at about t = {time:.6g} s, {cause}; the run ends {order}, at "
        f"{where(run.dynamics.coordinates, run.state_now())}"
    )
    return Outcome("failed", reason, KEEP_AWAY, run.now)

"""The error of a run, measured by its second run: the same run with smaller errors, compared at every sample.

Errors of steps are estimated one by one; what becomes of them, only the motion knows: a damped one forgets them, an
oscillation turns them into a shift of phase, a chaotic motion multiplies them. The second run has a smaller tolerance,
for steps 1.6 times shorter, or half of a fixed step. Its own error is then so much smaller that the distance between
both is the error of the run (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section
II.4), wherever and however it has grown. Nothing is drawn out from a part of the run, and nothing is divided by what
errors are hoped to be. What else a motion multiplies is rounding: the second run rounds otherwise, since its steps are
others, and starts a unit in the last place beside the run, so that the distance shows it.

Where the steps of both are the same, since breaks of the inputs or events end them, the distance would say nothing.
So the second run takes at least two steps between breaks, and is made again with shorter ones if the estimates of its
own errors are not below those of the run.

Both runs may step over what is narrow, a force that acts on a way of some millimetres; no stage lies in it, so neither
estimates nor the distance show it. A sample may lie in it: there the dense solution of the second run does not meet
y' = f(t, y). That is looked at (W. H. Enright, D. J. Higham, BIT 31, 1991, for the control of steps); the second run is
then made once more with steps no longer than the distance of samples thereabouts, and the distance shows the error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics import State
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Switch
from linkwright.simulation.events.handler import event_handler_of
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator, RungeKutta4
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import Recipe
from linkwright.simulation.results.window import Window, held_back, shorten
from linkwright.simulation.sampling.signals import Signals
from linkwright.trajectory import Outcome

LEAST = 1e-12
"""Errors are not told apart below this: rounding."""
SAME_TIME = 1e-12
"""Share of the length of a run within which a sample counts as being at the time of an event."""


@dataclass(frozen=True)
class Samples:
    """The samples of a run: how many, and the rows (time, state) from one to before another."""

    count: int
    rows: Callable[[int, int], Array]


class Distance:
    """Distance of a run from its second run: the `largest` over 1 + |state|, and `since` when it is above a limit."""

    def __init__(self, run: Run, second_run: Run, samples: Samples, limit: float) -> None:
        self.run, self.second_run, self.samples, self.limit = run, second_run, samples, limit
        self.window = Window(second_run, samples.count, times=lambda first, end: samples.rows(first, end)[:, 0])
        self.largest = 0.0
        self.since: float | None = None
        self.stepped_over: list[tuple[float, float]] = []
        self.spacing = (run.end - run.start) / max(1, samples.count - 1)
        second_run.look_at_defects(self.spacing)
        self._events = _events(run)

    def go(self) -> Outcome:
        """Make the second run and compare both; how it ended."""
        outcome = self.second_run.go(keeper=self._keep)
        self._compare(self.second_run.progress.sample)
        if outcome.kind == "stopped":  # by an event: its time is part of the answer, and the last sample is there
            (t, y), (other_t, other_y) = self.run.place, self.second_run.place
            self._count(np.array([t]), np.array([max(self._apart(y, other_y), abs(t - other_t) / (1 + abs(t)))]))
        return outcome

    def _keep(self, status: int) -> None:
        """After each slice of the second run: compare the samples when its window is full, and make room for others."""
        if held_back():
            raise KeyboardInterrupt
        self.window.let_go()
        shorten(self.second_run)
        if self.window.full(status):
            count = self.window.settled_count()
            if count:
                self._compare(count)
                self.window.move_on(count)
        self.window.make_room(status)

    def _compare(self, count: int) -> None:
        """Count the first samples in the window of the second run."""
        first = self.window.base
        rows = self.samples.rows(first, first + count)
        found = self._apart(rows[:, 1:], self.second_run.saved_states[:count])
        if self.run.event_handler is not None:
            found = np.minimum(found, self._shifts(rows[:, 0]))
        self._count(rows[:, 0], found)
        self._look_at_defects(rows[:, 0])

    def _look_at_defects(self, times: Array) -> None:
        """Note where the second run has stepped over something: from a sample before to one behind."""
        defects = self.second_run.workspace.samples.defects[: len(times)]
        for time in times[~(defects <= STEPPED_OVER * self.limit)].tolist():
            first, last = time - 2 * self.spacing, time + 2 * self.spacing
            if self.stepped_over and first <= self.stepped_over[-1][1]:
                first = self.stepped_over.pop()[0]
            self.stepped_over.append((first, last))

    def _count(self, times: Array, found: Array) -> None:
        found = np.where(np.isfinite(found), found, np.inf)
        self.largest = max(self.largest, float(found.max(initial=0.0)))
        above = np.flatnonzero(found > self.limit)
        if above.size and self.since is None:
            self.since = float(times[above[0]])

    def _apart(self, y: Array, other: Array) -> Array:
        """Largest difference of coordinates and speeds over 1 + |state|, of each state."""
        kept = self.run.nq + self.run.nv
        ours, others = y[..., :kept], other[..., :kept]
        return np.asarray(np.max(np.abs(ours - others) / (1 + np.abs(ours)), axis=-1, initial=0.0))

    def _shifts(self, times: Array) -> Array:
        """By how much the times of an event differ in both runs, over 1 + |time|, for samples between; else infinite.

        Such a sample is before the event in one run and after it in the other, however good both are.
        """
        ours, others = self._events, _events(self.second_run)
        count = min(len(ours[0]), len(others[0]))
        differ = np.flatnonzero(ours[1][:count] != others[1][:count])
        count = int(differ[0]) if differ.size else count
        if not count:
            return np.full(len(times), np.inf)
        one, other = ours[0][:count], others[0][:count]
        room = SAME_TIME * float(self.run.progress.span)
        ends = np.maximum.accumulate(np.maximum(one, other) + room)
        shifts = np.maximum.accumulate(np.abs(one - other) / (1 + np.abs(one)))
        last = np.searchsorted(np.minimum(one, other) - room, times, side="right") - 1
        return np.where((last >= 0) & (times <= ends[last]), shifts[last], np.inf)


def _events(run: Run) -> tuple[Array, NDArray[np.str_]]:
    """Times and kinds of the events of a run, but those after the middle of very many."""
    event_handler = event_handler_of(run)
    if event_handler is None:
        return np.zeros(0), np.zeros(0, dtype=np.str_)
    kept = event_handler.log.pack()
    names = np.array([" ".join(kind) for kind in kept.kinds] or [""])
    return kept.times[: kept.first], names[kept.codes[: kept.first]]


SHORTER = 1.6
"""Steps of the second run are so many times shorter: work enough for an error that is 1.6^p, 7 to 40, times smaller."""
TIGHTEST = 1e-13
"""Relative tolerance below which a second run gets no tighter tolerance: estimates of errors become rounding."""
LOOSER = 10.0
"""Factor of the tolerance of a second run where a tighter one fails."""
STEPPED_OVER = 0.01
"""Share of the limit of the error that a defect of the dense solution may make until the next sample; where nothing is
stepped over it is below 1e-4 in the ready machines, by each integrator."""
BETTER = 0.5
"""Largest share of the run's estimated errors in the second run; with more, both took the same steps."""
LAST_PLACES = 1.0
"""Units in the last place by which the second run starts beside the run: what a state is rounded by in any case."""


@dataclass(frozen=True)
class Measurement:
    """What a second run shows: the largest error at any sample, over 1 + |state|, and since when it is above a limit.

    The error is infinite where the second run ends otherwise, and None where it is `unknown`, then with the reason in
    words.
    """

    error: float | None = None
    since: float | None = None
    unknown: str | None = None
    note: str | None = None


def measure_error(run: Run, outcome: Outcome, recipe: Recipe, samples: Samples, limit: float) -> Measurement:
    """The error of a run that came to its end, by its time or by an event; nothing of one that did not."""
    if not _has_ended(outcome) or not run.progress.steps:
        return Measurement()
    adaptive = not run.integrator.fixed_step
    found, distance = _second_run(run, recipe, samples, limit, *_tighter(run))
    if _has_ended(found) and adaptive and not _better(run, distance.second_run):
        # it was held to the same steps: once more with steps at most half as long as those of the second run
        half = (distance.second_run.now - run.start) / float(distance.second_run.progress.steps) / 2
        found, distance = _second_run(run, recipe, samples, limit, *_tighter(run), longest=half)
    note = None
    if _has_ended(found) and distance.stepped_over:
        over = distance.stepped_over
        found, distance = _second_run(run, recipe, samples, limit, *_tighter(run), short=(over, distance.spacing))
        note = _stepped_over_words(over, distance) if distance.largest > limit else None
    if found.kind == "failed" and adaptive:
        # a tolerance near rounding cannot be met: one ten times as loose shows at most ten times the error
        looser = Accuracy(min(LOOSER * run.tolerances.rtol, 0.5), min(LOOSER * run.tolerances.atol, 0.5))
        found, distance = _second_run(run, recipe, samples, limit, looser, run.integrator)
    if not _has_ended(found):
        why = found.reason or "it could not go on"
        return Measurement(unknown=f"a second run to measure it by ended at t = {found.time:.6g} s: {why}")
    if found.kind != outcome.kind:
        return Measurement(error=np.inf, since=min(run.now, distance.second_run.now))
    return Measurement(float(f"{max(LEAST, distance.largest):.1e}"), distance.since, note=note)


def _stepped_over_words(spans: Sequence[tuple[float, float]], distance: Distance) -> str:
    """What to do about a run whose steps went over something."""
    middle = sum(spans[0]) / 2
    return (
        f"steps of the run went over something narrow near t = {middle:.6g} s: bound them, such as by "
        f"integrator=lw.integrators.DormandPrince8(longest_step={distance.spacing / 2:.2g})"
    )


def _has_ended(outcome: Outcome) -> bool:
    """Whether a run came to its end, by its time or by an event."""
    return outcome.finished or (outcome.kind == "stopped" and not outcome.remedy)


def _tighter(run: Run) -> tuple[Accuracy, Integrator]:
    """Accuracy and integrator of the second run."""
    tolerances, integrator = run.tolerances, run.integrator
    if isinstance(integrator, RungeKutta4):
        return tolerances, replace(integrator, step=integrator.step / 2)
    rtol = max(tolerances.rtol / SHORTER**integrator.error_order, min(tolerances.rtol, TIGHTEST))
    return Accuracy(rtol, max(tolerances.atol * rtol / tolerances.rtol, 1e-30)), integrator


def _better(run: Run, second_run: Run) -> bool:
    """Whether the estimated errors of the second run are well below those of the run, or these are rounding anyway."""
    ours, others = (made.tolerances.rtol * float(made.progress.errors) for made in (run, second_run))
    return others <= BETTER * ours or ours < LEAST


def _second_run(
    run: Run,
    recipe: Recipe,
    samples: Samples,
    limit: float,
    tolerances: Accuracy,
    integrator: Integrator,
    longest: float = np.inf,
    short: tuple[Sequence[tuple[float, float]], float] | None = None,
) -> tuple[Outcome, Distance]:
    """Make a run of that accuracy, with steps no longer than `longest`: how it ended, and its distance from ours.

    Within the spans of time `short` steps are no longer than the length that stands there.
    """
    state = recipe.state if run.event_handler is not None else _beside(recipe.state)
    control = None if recipe.control is None else recipe.control.repeating(signals_in(run))
    inputs = _halve_steps(recipe.inputs, run.start)
    if short is not None:
        spans, length = short
        inputs = inputs.with_short_steps(spans, length, run.start)
        if isinstance(integrator, RungeKutta4):
            integrator = replace(integrator, step=min(integrator.step, length))
        elif any(isinstance(event.then, Switch) for event in recipe.events):  # from a switch on inputs are given anew
            longest = min(longest, length)
    made = replace(recipe, state=state, inputs=inputs, control=control)
    second_run = made.run(tolerances, integrator)
    second_run.settings.fewest = 2  # where instants end the steps of both, its own are shorter all the same
    distance = Distance(run, second_run, samples, limit)
    second_run.longest = min(run.longest, longest)
    return distance.go(), distance


def signals_in(run: Run) -> Signals:
    """Outputs of blocks that a run has kept."""
    assert isinstance(run.signals, Signals)
    return run.signals


def _beside(state: State) -> State:
    """The state a unit in the last place away, to one side and the other; what is zero stays zero.

    Not for runs with events: what rests or holds at the start does so on purpose.
    """

    def perturb(values: Array) -> Array:
        sides = np.where(np.arange(len(values)) % 2, 1.0, -1.0)
        return np.asarray(values * (1 + LAST_PLACES * np.finfo(float).eps * sides))

    return State(state.t, perturb(state.q), perturb(state.v))


def _halve_steps(inputs: Inputs, start: float) -> Inputs:
    """The same inputs with at least two steps between breaks, and half as long ones where they are limited."""
    lengths = np.diff(np.append(start, inputs.ends))
    return replace(inputs, step_limits=np.minimum(inputs.step_limits, lengths) / 2)

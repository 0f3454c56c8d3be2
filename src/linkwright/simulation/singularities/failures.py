"""Why a run could not go on, in words."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers import where
from linkwright.dynamics.closure import off_constraints
from linkwright.simulation import workspace as at
from linkwright.simulation.events.event import branch_cuts_near
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import Run, margin_at
from linkwright.trajectory import Outcome

CLOSE_TO_COORDINATE_SINGULARITY = 0.1
"""Size of a coordinate singularity's expression (order 1) below which a run that cannot go on is said to be near it."""
NEAR_END = 0.99
"""Share of the way to a singular configuration up to which a run that ends there goes."""
AHEAD = np.geomspace(1e-12, 1e-3, 10)
"""How far ahead, over the length of the run, inputs are looked at when it cannot go on."""
KEEP_AWAY = "choose inputs or a start that keep away from it"

ENOUGH_CALLS = 50_000
"""Evaluations after which a run with Python functions is judged by how far it has come: some seconds."""
ROUGH = 0.5
"""Steps rejected over steps made from which a function is not smooth at the scale of the steps; a few in a hundred are
usual."""
MOST_ROUGH_CALLS, MOST_CALLS = 5e6, 1e10
"""Evaluations of a whole run, at the pace so far, that are too many where functions are not smooth, and where they are:
minutes of noise, or a day."""


def stuck(run: Run, status: int, why: str = "") -> Outcome:
    """Why the loop could not go on: near a singular configuration, or something that does not resolve."""
    state = run.state_now()
    margin = margin_at(run, run.now, run.state.y)
    place = where(run.dynamics.coordinates, state)
    what = "the step became too small" if status == at.STEP_TOO_SMALL else "the constraints could not be met any more"
    if run.integrator.fixed_step and status == at.STEP_TOO_SMALL:
        what = "the state is not finite after a fixed step"
    because = f" ({why})" if why else ""
    undefined = _undefined_input(run)
    if undefined:
        remedy = "give it a value there, for example by if_else, or end the run before"
        return Outcome("failed", f"{what} at {place}: {undefined}", remedy, run.now)
    coordinate_singularities = run.dynamics.coordinate_singularities_near(
        state, run.input_now(), CLOSE_TO_COORDINATE_SINGULARITY
    )
    if coordinate_singularities:
        return Outcome(
            "failed", f"{what} at {place}, near where {'; '.join(coordinate_singularities)}", KEEP_AWAY, run.now
        )
    folded = branch_cuts_near(run.dynamics.system, run.arguments(*run.place))
    if folded:
        reason, _, remedy = folded[0].partition("; ")
        return Outcome("failed", f"{what} at {place}: {reason}", remedy, run.now)
    if margin < 1e-3:
        reason = f"{what} near a singular configuration (rank margin {margin:.3g}) at {place}{because}"
        return Outcome("failed", reason, KEEP_AWAY, run.now)
    off = off_constraints(run.dynamics.system, run.dynamics.p, state) if run.progress.steps == 0 else {}
    if off:
        words = "; ".join(text for text, _ in list(off.values())[:5])
        reason = f"the state at the start does not meet the constraints: {words}"
        return Outcome("failed", reason, "take one of dynamics.assemble(...), which meets them", run.now)
    remedy = (
        "take a smaller step"
        if run.integrator.fixed_step
        else "check inputs for jumps that are not breaks of a law, stiff parts (integrator=lw.integrators.Radau()), or "
        "ask for less accuracy"
    )
    return Outcome("failed", f"{what} at {place}{because}", remedy, run.now)


def too_rough(run: Run) -> Outcome | None:
    """The end of a run that would call Python functions for hours, since they change faster than a run can follow."""
    progress = run.progress
    calls, share = float(progress.evaluations), (run.now - run.start) / (run.end - run.start)
    if calls < ENOUGH_CALLS:
        return None
    rough = progress.rejected > ROUGH * progress.steps
    if calls < (MOST_ROUGH_CALLS if rough else MOST_CALLS) * share:
        return None
    names = ", ".join(run.inputs.labels[i].name for i in run.inputs.calls)
    why = "is not smooth there: most steps were made again and again" if rough else "changes so fast"
    length = (run.now - run.start) / max(1.0, float(progress.steps))
    reason = (
        f"after {calls:.0f} evaluations the run is at t = {run.now:.6g} s, {100 * share:.2g} % of it, in steps of "
        f"{length:.2g} s: the function of t given for {names} {why}"
    )
    remedy = (
        "a run cannot follow noise: give samples as a law that holds each for a while, or joins them "
        "(lw.laws.PiecewisePolynomial, lw.laws.Spline), or a law or an expression of lw.t, which run compiled"
    )
    return Outcome("stopped", reason, remedy, run.now)


def _undefined_input(run: Run) -> str:
    """Which input is not a finite number from here on, and when; nothing if all are."""
    segment = min(run.progress.segment, len(run.inputs.ends) - 1)
    u = np.zeros(max(run.nu, 1))
    for ahead in np.append(0.0, AHEAD * max(1e-9, run.end - run.start)):
        time = min(run.now + float(ahead), float(run.inputs.lasts[segment]))
        run.inputs.callback(np.array([time]), run.inputs.tables[segment], u)
        for label, value in zip(run.inputs.labels, u, strict=False):
            if not np.isfinite(value):
                return f"the input {label.name} is {value:g} at t = {time:.9g} s"
    return ""


def not_passed(run: Run, there: tuple[float, Array], why: str) -> Outcome:
    """Stop before a singular configuration that a step went over and that could not be passed."""
    after, t = run.now, there[0]
    _back(run, there)
    cause = "the constraints lose rank there, and the branch of the motion is lost"
    reason = (
        f"a singular configuration lies between t = {t:.6g} s "
        f"({where(run.dynamics.coordinates, run.state_now())}) and t = "
        f"{after:.6g} s: {cause}{f' ({why})' if why else ''}{_or_coordinate_singularities(run)}"
    )
    return Outcome("failed", reason, KEEP_AWAY, t)


def stop_undetermined(run: Run, crossing: Crossing) -> Outcome:
    """Stop before a singular configuration beyond which nothing follows from the motion so far."""
    there = (float(run.progress.before_time), run.state.before.copy())
    if crossing.time < run.now:
        _back(run, there)
        _approach(run, crossing.time)
    reason = (
        f"a singular configuration at t = {crossing.time:.6g} s, beyond which the motion is not determined: "
        f"{crossing.reason}{_or_coordinate_singularities(run)}; the run ends before it, at "
        f"{where(run.dynamics.coordinates, run.state_now())}"
    )
    return Outcome("failed", reason, KEEP_AWAY, run.now)


def _approach(run: Run, time: float) -> None:
    """Go on from an earlier state until shortly before a time, in steps small enough not to go over it."""
    progress = run.progress
    way = time - run.now
    progress.stop, progress.h = run.now + NEAR_END * way, min(float(progress.h), way / 4)
    progress.slope_known = progress.continues = 0
    while run.slice() == at.SLICE_OVER:
        pass
    progress.stop = np.inf


def _or_coordinate_singularities(run: Run) -> str:
    """Places where coordinates themselves have no meaning (Euler angles, a flat disc), which look the same."""
    words = "; ".join(words for _, words in run.dynamics.system.coordinate_singularities)
    return f" (or {words})" if words else ""


def _back(run: Run, there: tuple[float, Array]) -> None:
    """Put a run back to an earlier state."""
    run.state.y[:], run.progress.t = there[1], there[0]
    run.progress.sample = int(np.searchsorted(run.times, there[0], side="right"))

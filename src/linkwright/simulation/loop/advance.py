"""The time loop that all integrators share, in the subset of Python that is compiled with the machine.

The loops call kernels of the machine by name: `inputs(t, table, u)`, `slope(t, y, u, p, scales, dy, quality)`,
`project_q(t, q, p, m, q, gap)` and `project_v(t, q, v, p, m, v, gap)`; three functions of the integrator: `step`,
`prepare_interpolation` and `interpolate`; `first_event`, `root_error` and `retract_events`, which look for events;
`next_pivoting` and `change_pivoting`; `run_control`, which does what is due at an instant. The state is
y = (q, v, integrals): the works, then angles whose turns are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, isfinite, sqrt

from linkwright.arrays import Array
from linkwright.simulation.workspace import (
    EVENT,
    EVENT_UNDEFINED,
    FINISHED,
    HALTED,
    NEW_PIVOTING,
    NOT_ON_CONSTRAINTS,
    PIVOTING,
    SLICE_OVER,
    STEP_TOO_SMALL,
    TURN,
    WINDOW_FULL,
    Progress,
    Settings,
    Workspace,
)

inputs: Callable[..., None]
slope: Callable[..., None]
project_q: Callable[..., None]
project_v: Callable[..., None]
step: Callable[..., float]
prepare_interpolation: Callable[..., None]
interpolate: Callable[..., None]
first_event: Callable[..., float]
root_error: Callable[..., float]
retract_events: Callable[..., None]
next_pivoting: Callable[..., int]
change_pivoting: Callable[..., None]
run_control: Callable[..., int]

SMALLEST_STEP = 1e-13
"""Smallest step over the length of the run; below it time does not move any more in double precision."""
QUADRATIC = 1e-7
"""Gap (m, rad) below which one Newton step of the projection leaves rounding only."""
LARGEST_CORRECTION = 2000.0
"""Largest correction by projection, in units of the error allowed a step; dense output between steps needs the room."""
ROUNDING = 1e-15
"""What rounding does to a number of order 1, a few times over."""
EVEN = 1e-6
"""Share of a fixed step by which it may be longer where an interval is divided evenly: times are rounded."""
NEARBY = 1e-4
"""Share of a step between places by which dense output is differentiated: rounding leaves 1e-12 of a state."""
NEVER = 1e300
"""A time (s) that no run reaches."""
MOST_UNPROJECTED = 3
"""Fixed steps in a row that are not projected, after one that left positions closed to rounding."""
MOST_CORRECTIONS = 12
"""Newton steps of a projection before it is given up; from a step's error two are usual."""


def copy(source: Array, target: Array, n: int) -> None:
    """Copy n numbers."""
    for i in range(n):
        target[i] = source[i]


def distance(a: Array, b: Array, n: int, settings: Settings) -> float:
    """Root mean square of the difference of two states over atol + rtol |state|: 1 is the error allowed a step.

    No less counts than what rounding of the largest entry (an angle that has grown over many turns) does to the others.
    """
    atol = settings.atol
    rtol = settings.rtol
    largest = 1.0
    for i in range(n):
        largest = max(largest, abs(a[i]))
    total = 0.0
    for i in range(n):
        scale = atol + rtol * max(abs(a[i]), abs(b[i])) + ROUNDING * largest
        total += ((a[i] - b[i]) / scale) ** 2
    return sqrt(total / n)


def error_norm(error: Array, a: Array, b: Array, n: int, settings: Settings) -> float:
    """Root mean square of an error over atol + rtol |state|; what is not finite counts as very large."""
    atol = settings.atol
    rtol = settings.rtol
    total = 0.0
    for i in range(n):
        total += (error[i] / (atol + rtol * max(abs(a[i]), abs(b[i])))) ** 2
    norm = sqrt(total / n)
    if not isfinite(norm):  # a NaN must shrink the step, not loop for ever
        norm = 1e4
    return norm


def inputs_at(t: float, run: Workspace, u: Array) -> None:
    """Inputs u at t in this segment; at its end, just before what changes there. Leaves t where kernels read it."""
    segment = run.progress.segment
    run.scratch.moment[0] = min(t, run.schedule.lasts[segment])
    inputs(run.scratch.moment, run.schedule.tables[segment * run.schedule.table_size :], u)
    # Commands are held between instants.
    for i in range(run.control.commands):
        u[run.control.inputs[i]] = run.control_state.memory[run.control.held[i]]


def slope_at(t: float, y: Array, run: Workspace, dy: Array) -> None:
    """Slope dy at (t, y); the pivot quality there is left in `scratch.quality`."""
    inputs_at(t, run, run.scratch.inputs)
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    slope(run.scratch.moment, y, run.scratch.inputs, parameters, run.machine.pivot_scales, dy, run.scratch.quality)


def close_positions(t: float, y: Array, run: Workspace) -> int:
    """Bring y back onto the position constraints by Newton steps; 1 if they do not converge."""
    gaps = run.scratch.gaps
    mobilities = run.machine.mobilities[run.progress.pivoting * run.machine.nv :]
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    run.scratch.moment[0] = t
    count = 0
    while True:
        project_q(run.scratch.moment, y, parameters, mobilities, y, gaps)
        if count == 0:
            run.progress.step_gap = gaps[0]
            run.progress.position_gap = max(run.progress.position_gap, gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC:
            return 0
        if count > MOST_CORRECTIONS or not isfinite(gaps[0]):
            return 1


def meet_speeds(t: float, y: Array, run: Workspace) -> int:
    """Bring the speeds of y back onto the velocity constraints by Newton steps; 1 if they do not converge."""
    gaps = run.scratch.gaps
    mobilities = run.machine.mobilities[run.progress.pivoting * run.machine.nv :]
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    speeds = y[run.machine.nq :]
    run.scratch.moment[0] = t
    count = 0
    while True:
        project_v(run.scratch.moment, y, speeds, parameters, mobilities, speeds, gaps)
        if count == 0:
            run.progress.step_speed_gap = gaps[0]
            run.progress.speed_gap = max(run.progress.speed_gap, gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC:
            return 0
        if count > MOST_CORRECTIONS or not isfinite(gaps[0]):
            return 1


def project(t: float, y: Array, run: Workspace) -> int:
    """Bring y back onto position and velocity constraints; 1 if it does not converge."""
    if close_positions(t, y, run) != 0:
        return 1
    return int(meet_speeds(t, y, run))


def ends_at_sample(ahead: float, run: Workspace) -> int:
    """Whether what a step reaches is saved."""
    if run.settings.nodes > 0 or run.progress.sample >= run.samples.count:
        return 1
    if run.samples.times[run.progress.sample] <= ahead:
        return 1
    return 0


def step_projected(ahead: float, run: Workspace) -> int:
    """Bring the end of a step onto the constraints, into `trial`; 1 if it does not go or changes the motion.

    A correction much larger than the error of a step is none: near a singular configuration it would be another motion.
    """
    n = run.machine.n
    trial = run.scratch.trial
    copy(run.scratch.new, trial, n)
    # Where a fixed step leaves positions closed to rounding, and speeds by which they stay so, the next few do, too.
    if run.progress.unprojected > 0 and ends_at_sample(ahead, run) == 0:
        run.progress.unprojected -= 1
        return 0
    if project(ahead, trial, run) != 0:
        return 1
    gap = max(run.progress.step_gap, run.progress.step_speed_gap * (ahead - run.progress.t))
    run.progress.unprojected = 0
    if gap < run.settings.closed_gap:
        run.progress.unprojected = MOST_UNPROJECTED
    if run.settings.fixed_step > 0.0 or distance(trial, run.scratch.new, n, run.settings) <= LARGEST_CORRECTION:
        return 0
    return 1


def reject(h: float, progress: Progress) -> int:
    """Count a step that was not good enough and go on with length h; 1 if time would not move any more with it."""
    progress.rejected += 1
    progress.h = h
    if h < SMALLEST_STEP * progress.span:
        return 1
    return 0


def weak_pivots(quality: float, dropped: float, settings: Settings) -> int:
    """Whether pivots have become small, or a dropped constraint row is not met: digits are lost."""
    if quality < settings.weak_quality or dropped > settings.dropped_residual:
        return 1
    return 0


def step_to_event(t: float, share: float, h: float, run: Workspace) -> int:
    """Make a step of length h again, up to the share of it where an event fires; 1 if that step is not good enough.

    The share is that of the dense output, which leaves a little; two more steps remove it. `scratch` gets the length,
    the end and the error norm of the step.
    """
    full = h
    h = share * h
    ahead = t + h
    norm = 0.0
    for _ in range(3):
        ahead = t + h
        norm = step(t, h, run)
        if norm > 1.0:
            break
        missed = root_error(t, h, run)
        if abs(missed) <= 1e-15 * run.progress.span or h + missed <= 0.0 or h + missed > full:
            break
        h += missed
    run.scratch.error = norm
    run.scratch.ahead = ahead
    run.scratch.length = h
    copy(run.scratch.new, run.scratch.trial, run.machine.n)
    if project(ahead, run.scratch.trial, run) != 0 or norm > 1.0:
        return 1
    return 0


def defect(time: float, theta: float, h: float, run: Workspace) -> float:
    """How far the dense solution is off by |y' - f(t, y)| at a share of a step, over 1 + |y|, in the time it counts."""
    n = run.machine.n
    h_slope = run.samples.room
    other = run.samples.room[n:]
    inside = run.scratch.inside
    interpolate(theta + NEARBY, h, run, h_slope)
    interpolate(theta - NEARBY, h, run, other)
    for i in range(n):
        h_slope[i] = (h_slope[i] - other[i]) / (2.0 * NEARBY)
    interpolate(theta, h, run, inside)
    slope_at(time, inside, run, other)
    largest = 0.0
    for i in range(run.machine.nq + run.machine.nv):
        largest = max(largest, abs(h_slope[i] - h * other[i]) / (1.0 + abs(inside[i])))
    return largest * min(1.0, run.samples.spacing / h)


def save_samples(t: float, h: float, ahead: float, run: Workspace) -> None:
    """Save states and inputs at the sample times up to the end of a step from t, of length h."""
    samples = run.samples
    n = run.machine.n
    width = samples.width
    inside = run.scratch.inside
    j = run.progress.sample
    # With dense output this step has samples of its own.
    if run.settings.nodes > 0:
        for d in range(run.settings.nodes):
            samples.times[j + d] = t + h * run.settings.node_shares[d]
        samples.times[j + run.settings.nodes] = NEVER
    if j < samples.count and samples.times[j] < ahead:
        prepare_interpolation(t, h, run)
    while j < samples.count and samples.times[j] <= ahead:
        saved = samples.states[j * n :]
        if samples.times[j] == ahead:  # the end of the step itself, which is on the constraints
            copy(run.scratch.trial, saved, n)
        else:
            if samples.spacing > 0.0:
                off = defect(samples.times[j], (samples.times[j] - t) / h, h, run)
                samples.defects[j] = off
            interpolate((samples.times[j] - t) / h, h, run, inside)
            copy(inside, saved, n)
            # A sample whose correction is too large is saved as it is; its gap is in the certificate.
            lost = project(samples.times[j], inside, run)
            if lost == 0 and (
                run.settings.fixed_step > 0.0 or distance(inside, saved, n, run.settings) <= LARGEST_CORRECTION
            ):
                copy(inside, saved, n)
        inputs_at(samples.times[j], run, samples.inputs[j * width :])
        # Outputs of blocks, as they are held up to here.
        for i in range(run.control.signals):
            samples.inputs[j * width + run.machine.nu + i] = run.control_state.memory[run.control.places[i]]
        j += 1
    run.progress.sample = j


def record_step(t: float, h: float, ahead: float, run: Workspace) -> None:
    """Nothing is kept of a step; a run with an adjoint has another function of this name."""


def accept(t: float, h: float, ahead: float, norm: float, run: Workspace) -> None:
    """Let the state be the end of a step from t, of length h and error norm, which `trial` holds."""
    progress = run.progress
    y = run.states.y
    n = run.machine.n
    copy(y, run.states.before, n)
    progress.before_time = t
    copy(run.scratch.trial, y, n)
    progress.t = ahead
    first = run.machine.nq + run.machine.nv
    progress.largest_work = max(progress.largest_work, abs(y[first]), abs(y[first + 1]), abs(y[first + 2]))
    progress.steps += 1
    progress.errors += norm
    progress.slope_known = 0
    progress.continues = 1
    progress.last_step = h


def growth(norm: float, progress: Progress, settings: Settings) -> float:
    """Ratio of the next step to this one, from the errors of this one and of the one before (PI controller)."""
    if settings.fixed_step > 0.0:
        return 1.0
    grow = 0.9 * max(norm, 1e-10) ** (-settings.exponent + 0.75 * settings.memory)
    grow = max(settings.shrink, min(settings.grow, grow * progress.last_error**settings.memory))
    progress.last_error = max(norm, 1e-4)
    return float(grow)


def even_step(length: float, h: float, settings: Settings) -> float:
    """Longest step that an interval of this length is made of: an even share with a fixed step, half of it for some."""
    if settings.fixed_step > 0.0:
        return float(length / max(float(settings.fewest), ceil(length / h - EVEN)))
    return float(length / max(1.0, float(settings.fewest)))


def remember_quality(quality: float, run: Workspace) -> None:
    """Keep the state just reached as the worst one, or as the safe one, if its pivot quality says so."""
    progress = run.progress
    if quality < progress.quality:
        progress.quality = quality
        progress.worst_time = progress.t
        copy(run.states.y, run.states.worst, run.machine.n)
    # Between two singular configurations the quality may never be a safe one: then the best counts.
    if quality >= min(run.settings.safe_quality, progress.safe_quality):
        progress.safe_quality = quality
        progress.safe_time = progress.t
        copy(run.states.y, run.states.safe, run.machine.n)


def advance(run: Workspace, limit: int) -> int:  # noqa: C901, PLR0911, PLR0912, PLR0915  the list of what a step is
    """Take up to `limit` steps; the answer says why it ended (SLICE_OVER: all are made)."""
    progress = run.progress
    settings = run.settings
    scratch = run.scratch
    y = run.states.y
    # Kernels of the pivoting in use are called by this number.
    scratch.moment[PIVOTING] = float(progress.pivoting)
    taken = 0
    while taken < limit:
        t = progress.t
        if t >= progress.end:
            return FINISHED
        if t >= progress.stop:
            return HALTED
        # What is due at this instant is computed from the state here. Events that fire at the same time came first.
        while t >= run.control_state.next_time:
            answer = run_control(run)
            if answer != 0:
                return answer
        taken += 1
        # Length of the step. It ends exactly where a segment of the inputs does, since something may jump there, and at
        # the next instant of control; a remainder of a twentieth of a step is not left over.
        segment = progress.segment
        end = min(run.schedule.ends[segment], progress.stop, run.control_state.next_time)
        h = min(progress.h, run.schedule.step_limits[segment])
        if settings.fixed_step > 0.0:
            h = settings.fixed_step
        # Under control the interval up to there is divided evenly, into steps no longer than a fixed one.
        if run.control.count > 0:
            h = min(h, even_step(end - progress.interval, h, settings))
        ahead = t + h
        if t + 1.05 * h >= end:
            h = end - t
            ahead = end
        # Without room for its samples the step is not made, so that nothing of it is lost.
        if ahead > progress.window or (settings.nodes > 0 and progress.sample + settings.nodes >= run.samples.count):
            return WINDOW_FULL
        # Slope where the step begins.
        if progress.slope_known == 0:
            slope_at(t, y, run, run.states.slopes)
            progress.evaluations += 1
            progress.slope_known = 1
        # The step itself; one whose error is above what is allowed is made again, shorter.
        norm = step(t, h, run)
        if norm > 1.0:
            small = reject(h * max(settings.shrink, 0.9 * norm ** (-settings.exponent)), progress)
            if small > 0 or settings.fixed_step > 0.0:
                return STEP_TOO_SMALL
            continue
        # Its end is brought onto the constraints, from which the error of the step leads away.
        if step_projected(ahead, run) != 0:
            small = reject(h * 0.5, progress)
            if small > 0 or settings.fixed_step > 0.0:
                return NOT_ON_CONSTRAINTS
            continue
        # A step towards weak pivots has lost digits: it is made again with others, which are good at both its ends;
        # once, since there may be none.
        if (
            settings.repivoting > 0
            and progress.repeated_at != t
            and weak_pivots(scratch.quality[0], scratch.quality[1], settings) > 0
        ):
            progress.repeated_at = t
            if settings.repivoting > 1:
                found = next_pivoting(ahead, scratch.trial, t, y, 1, run)
                if found >= 0:
                    change_pivoting(found, run)
                    progress.rejected += 1
                    continue
            progress.last_step = h
            progress.continues = 0
            return TURN
        # A step in which an event fires is made again, up to there.
        fired = 0
        share = first_event(t, h, run)
        if share > 2.5:
            return EVENT_UNDEFINED
        if share <= 1.0:
            fired = 1
            if t + share * h <= t:
                return EVENT
        if share < 1.0:
            progress.continues = 0
            lost = step_to_event(t, share, h, run)
            h = scratch.length
            ahead = scratch.ahead
            norm = scratch.error
            if lost > 0:
                if reject(0.5 * h, progress) > 0:
                    return NOT_ON_CONSTRAINTS
                retract_events(run.events)
                continue
        # The step is good. Interpolating samples evaluates slopes, so the pivot quality of its end is put aside first.
        quality = scratch.quality[0]
        dropped = scratch.quality[1]
        record_step(t, h, ahead, run)
        save_samples(t, h, ahead, run)
        accept(t, h, ahead, norm, run)
        # Length of the next step; one cut short by a break or an event says little about it.
        grow = growth(norm, progress, settings)
        if ahead == end or fired > 0:
            progress.h = max(progress.h, h * grow)
        else:
            progress.h = h * grow
        if ahead == run.schedule.ends[segment]:
            progress.segment = segment + 1
            progress.continues = 0
            progress.interval = ahead
        remember_quality(quality, run)
        if fired > 0:
            progress.interval = ahead
            return EVENT
        # Pivots that are weak, or will be after a step like this one, are changed before digits are lost.
        weak = weak_pivots(quality, dropped, settings)
        if settings.repivoting > 1 and (weak > 0 or 2.0 * quality - progress.last_quality < settings.weak_quality):
            found = next_pivoting(ahead, y, t, run.states.before, 0, run)
            if found >= 0:
                change_pivoting(found, run)
                weak = 0
                quality = 0.0
        progress.last_quality = quality
        if weak > 0:
            return NEW_PIVOTING
    return SLICE_OVER


LOOPS = (
    copy, distance, error_norm, inputs_at, slope_at, close_positions, project, ends_at_sample, step_projected, reject,
    weak_pivots, step_to_event, defect, save_samples, record_step, accept, growth, even_step, remember_quality, advance,
)  # fmt: skip
"""What every integrator is compiled with, besides `meet_speeds` or its energy-keeping sister."""

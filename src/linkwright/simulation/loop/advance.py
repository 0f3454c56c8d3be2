"""The time loop that all integrators share, in the subset of Python that is compiled with the machine.

The loops call kernels of the machine by name: `inputs(t, table, u)`, `slope(t, y, u, p, ref, dy, fit)`,
`project_q(t, q, p, w, q, gap)` and `project_v(t, q, v, p, w, v, gap)`; three functions of the integrator: `step`,
`prepare` and `inside`; `watch`, which looks for events; `another` and `turned`, which change the choice of pivots. The
state is y = (q, v, integrals): the works, then angles whose turns are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, sqrt

from linkwright.arrays import Array
from linkwright.simulation.loop.workspace import (
    ASKED,
    ATOL,
    BEFORE,
    CHOICE,
    COMFORT,
    DROPPED,
    END,
    ERRORS,
    EVALUATIONS,
    EVENT,
    EVENT_UNDEFINED,
    EXPONENT,
    FINISHED,
    FIT,
    FITS,
    FIXED,
    FRESH,
    GAP,
    GAPS,
    GROW,
    HALTED,
    HISTORY,
    INPUTS,
    INTEGRALS,
    LAST_ERROR,
    LAST_FIT,
    LENGTH,
    MEMORY,
    MOMENT,
    NEW_CHOICE,
    NODES,
    NOT_ON_CONSTRAINTS,
    NUMBER,
    REJECTED,
    RTOL,
    SAFE,
    SAFE_FIT,
    SAMPLE,
    SEGMENT,
    SHARES,
    SHRINK,
    SLICE_OVER,
    SLIP,
    SPAN,
    STEP_TOO_SMALL,
    STEPS,
    STOP,
    TURN,
    TURNING,
    WEAK,
    WINDOW,
    WINDOW_FULL,
    WORK,
    WORST,
    H,
    T,
)

inputs: Callable[..., None]
slope: Callable[..., None]
project_q: Callable[..., None]
project_v: Callable[..., None]
step: Callable[..., float]
prepare: Callable[..., None]
inside: Callable[..., None]
watch: Callable[..., float]
amiss: Callable[..., float]
unmark: Callable[..., None]
another: Callable[..., int]
turned: Callable[..., None]

SMALLEST_STEP = 1e-13
"""Smallest step over the length of the run; below it time does not move any more in double precision."""
QUADRATIC = 1e-7
"""Gap (m, rad) below which one Newton step of the projection leaves rounding only."""
LARGEST_CORRECTION = 2000.0
"""Largest correction by projection, in units of the error allowed a step; dense output between steps needs the room."""
ROUNDING = 1e-15
"""What rounding does to a number of order 1, a few times over."""
NEVER = 1e300
"""A time (s) that no run reaches."""
MOST_CORRECTIONS = 12
"""Newton steps of a projection before it is given up; from a step's error two are usual."""


def copy(source: Array, target: Array, n: int) -> None:
    """Copy n numbers."""
    for i in range(n):
        target[i] = source[i]


def distance(a: Array, b: Array, n: int, control: Array) -> float:
    """Root mean square of the difference of two states over atol + rtol |state|: 1 is the error allowed a step.

    No less counts than what rounding of the largest entry (an angle that has grown over many turns) does to the others.
    """
    largest = 1.0
    for i in range(n):
        largest = max(largest, abs(a[i]))
    total = 0.0
    for i in range(n):
        scale = control[ATOL] + control[RTOL] * max(abs(a[i]), abs(b[i])) + ROUNDING * largest
        total += ((a[i] - b[i]) / scale) ** 2
    return sqrt(total / n)


def size(error: Array, a: Array, b: Array, n: int, control: Array) -> float:
    """Root mean square of an error over atol + rtol |state|; what is not finite counts as very large."""
    total = 0.0
    for i in range(n):
        total += (error[i] / (control[ATOL] + control[RTOL] * max(abs(a[i]), abs(b[i])))) ** 2
    norm = sqrt(total / n)
    if not isfinite(norm):  # a NaN must shrink the step, not loop for ever
        norm = 1e4
    return norm


def close(t: float, y: Array, p: Array, w: Array, desk: Array, clock: Array) -> int:
    """Bring y back onto position constraints by Newton steps; 1 if they do not converge.

    `clock[GAP]` keeps the largest gap found before projecting.
    """
    desk[MOMENT] = t
    gaps = desk[GAPS:]
    count = 0
    while True:
        project_q(desk, y, p, w, y, gaps)
        if count == 0:
            clock[GAP] = max(clock[GAP], gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC:
            return 0
        if count > MOST_CORRECTIONS or not isfinite(gaps[0]):
            return 1


def project(t: float, y: Array, nq: int, p: Array, w: Array, control: Array, desk: Array, clock: Array) -> int:
    """Bring y back onto position and velocity constraints; 1 if it does not converge.

    `clock[SLIP]` keeps the largest residual of speeds found before projecting.
    """
    if close(t, y, p, w, desk, clock) != 0:
        return 1
    gaps = desk[GAPS:]
    count = 0
    while True:
        project_v(desk, y, y[nq:], p, w, y[nq:], gaps)
        if count == 0:
            clock[SLIP] = max(clock[SLIP], gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC:
            break
        if count > MOST_CORRECTIONS or not isfinite(gaps[0]):
            return 1
    return 0


def stage(t: float, last: float, table: Array, y: Array, p: Array, ref: Array, desk: Array, dy: Array) -> None:
    """Slope at (t, y) with the inputs of this segment; at its end, just before what changes there."""
    desk[MOMENT] = min(t, last)
    inputs(desk, table, desk[INPUTS:])
    slope(desk, y, desk[INPUTS:], p, ref, dy, desk[FITS:])


def advance(  # noqa: C901, PLR0911, PLR0912, PLR0915  one loop, which compiled code keeps together
    clock: Array, control: Array, y: Array, nq: int, n: int, nu: int, p: Array, weights: Array, nw: int, ref: Array,
    ends: Array, lasts: Array, paces: Array, tables: Array, nt: int, times: Array, nsamples: int, saved: Array,
    saved_u: Array, before: Array, safe: Array, worst: Array, seen: Array, k: Array, work: Array, desk: Array,
    marks: Array, watched: int, pivots: Array, width: int, log: Array, limit: int,
) -> int:  # fmt: skip
    """Take up to `limit` steps; fill `saved` (nsamples, n) and `saved_u` (nsamples, nu) at the sample times passed.

    `before` is the state a step earlier, at clock[BEFORE]; `safe` the last one of a comfortable fit, or of the best, at
    clock[SAFE]; `worst` the one of the smallest fit, at clock[WORST]. `k` holds the slopes of a step (the dense
    output), `work` is the integrator's room: a trial state, the new state, one more, then its own. Segment s of the
    inputs ends at ends[s] (a step ends exactly there), is evaluated up to lasts[s] (just before), its steps are no
    longer than paces[s], and has its table at tables[s * nt]. `marks` says what the events that are `watched` did last
    (see `events_loop`); a step ends where one fires. Row c of `weights` (nw each) and of `pivots` (width each) belongs
    to choice c; `turned` writes changes to the `log`.
    """
    desk[NUMBER] = clock[CHOICE]
    w = weights[int(clock[CHOICE]) * nw :]
    trial = work[0:]
    new = work[n:]
    mid = work[2 * n :]
    own = work[3 * n :]
    taken = 0
    while taken < limit:
        t = clock[T]
        if t >= clock[END]:
            return FINISHED
        if t >= clock[STOP]:
            return HALTED
        taken += 1
        segment = int(clock[SEGMENT])
        end = min(ends[segment], clock[STOP])
        last = lasts[segment]
        table = tables[segment * nt :]
        h = min(clock[H], paces[segment])
        if control[FIXED] > 0.0:
            h = control[FIXED]
        ahead = t + h
        if t + 1.05 * h >= end:
            h = end - t
            ahead = end
        if ahead > clock[WINDOW] or (control[NODES] > 0.0 and clock[SAMPLE] + control[NODES] >= float(nsamples)):
            return WINDOW_FULL  # said before the step, so that nothing of it is lost
        if clock[FRESH] < 0.5:
            stage(t, last, table, y, p, ref, desk, k)
            clock[EVALUATIONS] += 1.0
            clock[FRESH] = 1.0
        norm = step(t, h, n, nq, nu, control, last, table, y, p, ref, trial, new, own, desk, k, clock)
        if norm > 1.0:
            clock[REJECTED] += 1.0
            clock[H] = h * max(control[SHRINK], 0.9 * norm ** (-control[EXPONENT]))
            if clock[H] < SMALLEST_STEP * clock[SPAN] or control[FIXED] > 0.0:
                return STEP_TOO_SMALL
            continue
        # The end of the step is brought onto the constraints. A correction much larger than the error of a step is
        # none: near a singular configuration it would change the motion.
        copy(new, trial, n)
        lost = project(ahead, trial, nq, p, w, control, desk, clock)
        if lost != 0 or (control[FIXED] == 0.0 and not distance(trial, new, n, control) <= LARGEST_CORRECTION):
            clock[REJECTED] += 1.0
            clock[H] = h * 0.5
            if clock[H] < SMALLEST_STEP * clock[SPAN] or control[FIXED] > 0.0:
                return NOT_ON_CONSTRAINTS
            continue
        # A step towards weak pivots has lost digits: it is made again with others, which are good at both its ends.
        if (
            control[TURNING] > 0.5
            and clock[ASKED] != t
            and (desk[FITS] < control[WEAK] or desk[FITS + 1] > control[DROPPED])
        ):
            clock[ASKED] = t
            if control[TURNING] > 1.5:
                found = another(ahead, t, last, table, trial, y, 1, p, pivots, width, log, desk, clock)
                if found >= 0:
                    turned(found, n, last, table, y, safe, worst, seen, p, ref, pivots, width, log, desk, clock)
                    w = weights[found * nw :]
                    clock[REJECTED] += 1.0
                    continue
            clock[LENGTH] = h
            clock[HISTORY] = 0.0
            return TURN
        # A step in which an event fires is made again, up to there.
        happened = 0
        share = watch(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock, marks, watched)
        if share > 2.5:
            return EVENT_UNDEFINED
        if share <= 1.0:
            happened = 1
            if t + share * h <= t:
                return EVENT
        if share < 1.0:
            clock[HISTORY] = 0.0
            full = h
            h = share * h
            missed = 0.0
            for _ in range(3):  # the dense output leaves a little, which two more steps remove
                ahead = t + h
                norm = step(t, h, n, nq, nu, control, last, table, y, p, ref, trial, new, own, desk, k, clock)
                if norm > 1.0:
                    break
                missed = amiss(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock, marks, watched)
                if abs(missed) <= 1e-15 * clock[SPAN] or h + missed <= 0.0 or h + missed > full:
                    break
                h += missed
            copy(new, trial, n)
            lost = project(ahead, trial, nq, p, w, control, desk, clock)
            if lost != 0 or norm > 1.0:
                clock[REJECTED] += 1.0
                clock[H] = 0.5 * h
                if clock[H] < SMALLEST_STEP * clock[SPAN]:
                    return NOT_ON_CONSTRAINTS
                unmark(marks, watched)
                continue
        # Samples inside the step; one whose correction is too large is saved as it is; its gap is in the certificate.
        j = int(clock[SAMPLE])
        fit = desk[FITS]
        redundant = desk[FITS + 1]
        if control[NODES] > 0.0:  # dense output: this step has samples of its own
            count = int(control[NODES])
            for d in range(count):
                times[j + d] = t + h * control[SHARES + d]
            times[j + count] = NEVER
        if j < nsamples and times[j] <= ahead:
            prepare(t, h, n, last, table, y, p, ref, new, mid, desk, k, clock)
        while j < nsamples and times[j] <= ahead:
            inside((times[j] - t) / h, h, n, y, new, k, mid)
            copy(mid, saved[j * n :], n)
            lost = project(times[j], mid, nq, p, w, control, desk, clock)
            if lost == 0 and (control[FIXED] > 0.0 or distance(mid, saved[j * n :], n, control) <= LARGEST_CORRECTION):
                copy(mid, saved[j * n :], n)
            desk[MOMENT] = min(times[j], last)
            inputs(desk, table, saved_u[j * nu :])
            j += 1
        clock[SAMPLE] = float(j)
        copy(y, before, n)
        clock[BEFORE] = t
        copy(trial, y, n)
        clock[T] = ahead
        first = n - int(control[INTEGRALS])
        clock[WORK] = max(clock[WORK], abs(y[first]), abs(y[first + 1]), abs(y[first + 2]))
        clock[STEPS] += 1.0
        clock[ERRORS] += norm
        clock[FRESH] = 0.0
        clock[HISTORY] = 1.0
        clock[LENGTH] = h
        grow = 0.9 * max(norm, 1e-10) ** (-control[EXPONENT] + 0.75 * control[MEMORY])
        grow = max(control[SHRINK], min(control[GROW], grow * clock[LAST_ERROR] ** control[MEMORY]))
        clock[LAST_ERROR] = max(norm, 1e-4)
        if ahead == end or happened > 0:
            clock[H] = max(clock[H], h * grow)  # a step cut short by a break says little about the next
        else:
            clock[H] = h * grow
        if ahead == ends[segment]:
            clock[SEGMENT] = float(segment + 1)
            clock[HISTORY] = 0.0
        if fit < clock[FIT]:
            clock[FIT] = fit
            clock[WORST] = ahead
            copy(y, worst, n)
        if fit >= min(control[COMFORT], clock[SAFE_FIT]):  # between two singular places it may never be comfortable
            clock[SAFE_FIT] = fit
            clock[SAFE] = ahead
            copy(y, safe, n)
        if happened > 0:
            return EVENT
        weak = 0
        if fit < control[WEAK] or redundant > control[DROPPED]:
            weak = 1
        if control[TURNING] > 1.5 and (weak > 0 or 2.0 * fit - clock[LAST_FIT] < control[WEAK]):
            found = another(ahead, t, last, table, y, before, 0, p, pivots, width, log, desk, clock)
            if found >= 0:
                turned(found, n, last, table, y, safe, worst, seen, p, ref, pivots, width, log, desk, clock)
                w = weights[found * nw :]
                weak = 0
                fit = 0.0
        clock[LAST_FIT] = fit
        if weak > 0:
            return NEW_CHOICE
    return SLICE_OVER


LOOPS = (copy, distance, size, close, stage, advance)
"""What every integrator is compiled with, besides `project` or its energy-keeping sister."""

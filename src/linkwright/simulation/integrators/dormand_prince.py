"""Dormand-Prince 5(4) with projection on the constraints, in the subset of Python that is compiled with the machine.

J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26; dense
output of order 4 after E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.6.

The loops call four kernels by name: `inputs(t, table, u)`, `slope(t, y, u, p, dy, fit)`,
`project_q(t, q, p, w, q, gap)` and `project_v(t, q, v, p, w, v, gap)`. The state is y = (q, v, works). All that must be
remembered between slices is in `clock`, so a run can be stopped and taken up again anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt

from linkwright.codegen import Array

inputs: Callable[..., None]
slope: Callable[..., None]
project_q: Callable[..., None]
project_v: Callable[..., None]

# Places in `clock`.
T, H, END, STEPS, REJECTED, EVALUATIONS, SAMPLE, SEGMENT, GAP, SLIP, FIT, FRESH, LAST_ERROR, BEFORE, WORST = range(15)
CLOCK_SIZE = 15

# What `advance` returns.
SLICE_OVER, FINISHED, NEW_CHOICE, STEP_TOO_SMALL, NOT_ON_CONSTRAINTS = range(5)

SMALLEST_STEP = 1e-13
"""Smallest step over the length of the run; below it time does not move any more in double precision."""
QUADRATIC = 1e-7
"""Gap (m, rad) below which one Newton step of the projection leaves rounding only."""
LARGEST_CORRECTION = 100.0
"""Largest correction by projection, in units of the error allowed a step; dense output between steps needs the room."""
MOST_CORRECTIONS = 12
"""Newton steps of a projection before it is given up; from a step's error two are usual."""


@dataclass(frozen=True)
class DormandPrince:
    """Adaptive explicit method of order 5, for motions that are not stiff."""

    name: str = "Dormand-Prince 5(4)"
    order: int = 5


def copy(source: Array, target: Array, n: int) -> None:
    """Copy n numbers."""
    for i in range(n):
        target[i] = source[i]


def distance(a: Array, b: Array, n: int, rtol: float, atol: float) -> float:
    """Root mean square of the difference of two states over atol + rtol |state|: 1 is the error allowed a step."""
    total = 0.0
    for i in range(n):
        total += ((a[i] - b[i]) / (atol + rtol * max(abs(a[i]), abs(b[i])))) ** 2
    return sqrt(total / n)


def project(t: float, y: Array, nq: int, p: Array, w: Array, moment: Array, gaps: Array, clock: Array) -> int:
    """Bring y back onto position and velocity constraints by Newton steps; 1 if it does not converge.

    `clock[GAP]` and `clock[SLIP]` keep the largest gaps found before projecting.
    """
    moment[0] = t
    count = 0
    while True:
        project_q(moment, y, p, w, y, gaps)
        if count == 0:
            clock[GAP] = max(clock[GAP], gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC:
            break
        if count > MOST_CORRECTIONS or not isfinite(gaps[0]):
            return 1
    count = 0
    while True:
        project_v(moment, y, y[nq:], p, w, y[nq:], gaps)
        if count == 0:
            clock[SLIP] = max(clock[SLIP], gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC:
            break
        if count > MOST_CORRECTIONS or not isfinite(gaps[0]):
            return 1
    return 0


def stage(
    t: float, last: float, table: Array, y: Array, p: Array, u: Array, moment: Array, dy: Array, fit: Array
) -> None:
    """Slope at (t, y) with the inputs of this segment; at its end, just before what changes there."""
    moment[0] = min(t, last)
    inputs(moment, table, u)
    slope(moment, y, u, p, dy, fit)


def step(
    t: float, h: float, n: int, rtol: float, atol: float, last: float, table: Array, y: Array, p: Array,
    trial: Array, new: Array, u: Array, moment: Array, k: Array, fit: Array,
) -> float:  # fmt: skip
    """One step of length h from (t, y) with the first slope known: `new`, slopes 2 to 7 in `k`, and the error norm.

    The norm is the root mean square of error / (atol + rtol |y|): at most 1 if the step is good enough.
    """
    k1 = k[0:]
    k2 = k[n:]
    k3 = k[2 * n :]
    k4 = k[3 * n :]
    k5 = k[4 * n :]
    k6 = k[5 * n :]
    k7 = k[6 * n :]
    for i in range(n):
        trial[i] = y[i] + h * (1.0 / 5.0) * k1[i]
    stage(t + 0.2 * h, last, table, trial, p, u, moment, k2, fit)
    for i in range(n):
        trial[i] = y[i] + h * (3.0 / 40.0 * k1[i] + 9.0 / 40.0 * k2[i])
    stage(t + 0.3 * h, last, table, trial, p, u, moment, k3, fit)
    for i in range(n):
        trial[i] = y[i] + h * (44.0 / 45.0 * k1[i] - 56.0 / 15.0 * k2[i] + 32.0 / 9.0 * k3[i])
    stage(t + 0.8 * h, last, table, trial, p, u, moment, k4, fit)
    for i in range(n):
        trial[i] = y[i] + h * (
            19372.0 / 6561.0 * k1[i] - 25360.0 / 2187.0 * k2[i] + 64448.0 / 6561.0 * k3[i] - 212.0 / 729.0 * k4[i]
        )
    stage(t + h * 8.0 / 9.0, last, table, trial, p, u, moment, k5, fit)
    for i in range(n):
        trial[i] = y[i] + h * (
            9017.0 / 3168.0 * k1[i]
            - 355.0 / 33.0 * k2[i]
            + 46732.0 / 5247.0 * k3[i]
            + 49.0 / 176.0 * k4[i]
            - 5103.0 / 18656.0 * k5[i]
        )
    stage(t + h, last, table, trial, p, u, moment, k6, fit)
    for i in range(n):
        new[i] = y[i] + h * (
            35.0 / 384.0 * k1[i]
            + 500.0 / 1113.0 * k3[i]
            + 125.0 / 192.0 * k4[i]
            - 2187.0 / 6784.0 * k5[i]
            + 11.0 / 84.0 * k6[i]
        )
    stage(t + h, last, table, new, p, u, moment, k7, fit)
    total = 0.0
    for i in range(n):
        error = h * (
            71.0 / 57600.0 * k1[i]
            - 71.0 / 16695.0 * k3[i]
            + 71.0 / 1920.0 * k4[i]
            - 17253.0 / 339200.0 * k5[i]
            + 22.0 / 525.0 * k6[i]
            - 1.0 / 40.0 * k7[i]
        )
        scale = atol + rtol * max(abs(y[i]), abs(new[i]))
        total += (error / scale) ** 2
    norm = sqrt(total / n)
    if not isfinite(norm):  # a NaN must shrink the step, not loop for ever
        norm = 1e4
    return norm


def inside(theta: float, h: float, n: int, y: Array, new: Array, k: Array, out: Array) -> None:
    """State at the share theta of a step just made, by the dense output of order 4."""
    other = 1.0 - theta
    for i in range(n):
        difference = new[i] - y[i]
        first = h * k[i] - difference
        second = difference - h * k[6 * n + i] - first
        third = h * (
            -12715105075.0 / 11282082432.0 * k[i]
            + 87487479700.0 / 32700410799.0 * k[2 * n + i]
            - 10690763975.0 / 1880347072.0 * k[3 * n + i]
            + 701980252875.0 / 199316789632.0 * k[4 * n + i]
            - 1453857185.0 / 822651844.0 * k[5 * n + i]
            + 69997945.0 / 29380423.0 * k[6 * n + i]
        )
        out[i] = y[i] + theta * (difference + other * (first + theta * (second + other * third)))


def advance(  # noqa: PLR0915  one loop, which compiled code keeps together
    clock: Array, y: Array, nq: int, n: int, nu: int, rtol: float, atol: float, weak: float, dropped: float,
    p: Array, w: Array, ends: Array, lasts: Array, tables: Array, nt: int, times: Array, nsamples: int,
    saved: Array, saved_u: Array, before: Array, worst: Array, k: Array, work: Array, limit: int,
) -> int:  # fmt: skip
    """Take up to `limit` steps; fill `saved` (nsamples, n) and `saved_u` (nsamples, nu) at the sample times passed.

    `before` is the state a step earlier, at clock[BEFORE]; `worst` the one of the smallest fit, at clock[WORST].
    `k` has room for 7 slopes, `work` for 3 states and some numbers. Segment s of the inputs ends at ends[s] (a step
    ends exactly there), is evaluated up to lasts[s] (just before), and has its table at tables[s * nt].
    """
    trial = work[0:]
    new = work[n:]
    mid = work[2 * n :]
    moment = work[3 * n :]
    u = work[3 * n + 1 :]
    fit = work[3 * n + 1 + nu :]
    gaps = work[3 * n + 3 + nu :]
    taken = 0
    while taken < limit:
        t = clock[T]
        if t >= clock[END]:
            return FINISHED
        taken += 1
        segment = int(clock[SEGMENT])
        end = ends[segment]
        last = lasts[segment]
        table = tables[segment * nt :]
        h = clock[H]
        ahead = t + h
        if t + 1.05 * h >= end:
            h = end - t
            ahead = end
        if clock[FRESH] < 0.5:
            stage(t, last, table, y, p, u, moment, k, fit)
            clock[EVALUATIONS] += 1.0
            clock[FRESH] = 1.0
        norm = step(t, h, n, rtol, atol, last, table, y, p, trial, new, u, moment, k, fit)
        clock[EVALUATIONS] += 6.0
        if norm > 1.0:
            clock[REJECTED] += 1.0
            clock[H] = h * max(0.2, 0.9 * norm ** (-0.2))
            if clock[H] < SMALLEST_STEP * clock[END]:
                return STEP_TOO_SMALL
            continue
        # The end of the step is brought onto the constraints. A correction much larger than the error of a step is
        # none: near a singular configuration it would change the motion.
        copy(new, trial, n)
        lost = project(ahead, trial, nq, p, w, moment, gaps, clock)
        if lost != 0 or not distance(trial, new, n, rtol, atol) <= LARGEST_CORRECTION:
            clock[REJECTED] += 1.0
            clock[H] = h * 0.5
            if clock[H] < SMALLEST_STEP * clock[END]:
                return NOT_ON_CONSTRAINTS
            continue
        # Samples inside the step; one whose correction is too large is saved as it is; its gap is in the certificate.
        j = int(clock[SAMPLE])
        while j < nsamples and times[j] <= ahead:
            inside((times[j] - t) / h, h, n, y, new, k, mid)
            copy(mid, saved[j * n :], n)
            lost = project(times[j], mid, nq, p, w, moment, gaps, clock)
            if lost == 0 and distance(mid, saved[j * n :], n, rtol, atol) <= LARGEST_CORRECTION:
                copy(mid, saved[j * n :], n)
            moment[0] = min(times[j], last)
            inputs(moment, table, saved_u[j * nu :])
            j += 1
        clock[SAMPLE] = float(j)
        copy(y, before, n)
        clock[BEFORE] = t
        copy(trial, y, n)
        clock[T] = ahead
        clock[STEPS] += 1.0
        clock[FRESH] = 0.0
        grow = max(0.2, min(5.0, 0.9 * max(norm, 1e-10) ** (-0.17) * clock[LAST_ERROR] ** 0.04))
        clock[LAST_ERROR] = max(norm, 1e-4)
        if ahead == end:
            clock[SEGMENT] = float(segment + 1)
            clock[H] = max(clock[H], h * grow)  # a step cut short by a break says little about the next
        else:
            clock[H] = h * grow
        if fit[0] < clock[FIT]:
            clock[FIT] = fit[0]
            clock[WORST] = ahead
            copy(y, worst, n)
        if fit[0] < weak or fit[1] > dropped:
            return NEW_CHOICE
    return SLICE_OVER


LOOPS = (copy, distance, project, stage, step, inside, advance)

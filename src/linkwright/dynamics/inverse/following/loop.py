"""Following a prescribed motion point by point, in the subset of Python that is compiled with the machine.

The loop calls kernels by name (rows of constraints first, then those of the prescribed quantities; matrices by
columns):

    place(t, q, p, z, e, K)       gaps and errors of position, and their slopes in the speeds that move coordinates
    shift(t, q, p, d, q)          q moved along such speeds: q + N d, Euler parameters of length 1
    speed(t, q, v, p, s, e, K)    errors of the speeds, and their slopes
    bend(t, q, v, p, s', e)       right sides of the accelerations
    jolt(t, q, v, a, p, s'', e)   right sides of their rates

Speeds, accelerations and steps are over the scales of speeds, errors over those of rows: lengths are in machine sizes.
Linear equations are solved with pivots chosen among all entries, so redundant constraints are left out where they are
redundant, and loss of rank shows as a small pivot; the order is kept from sample to sample as long as it serves.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Annotated

from linkwright.arrays import Array, Integers
from linkwright.codegen import Record
from linkwright.codegen.linear_algebra import FULL_LOOPS, FullPivoting, full_factor, full_solve

place: Callable[..., None]
shift: Callable[..., None]
speed: Callable[..., None]
bend: Callable[..., None]
jolt: Callable[..., None]

# What the loop answers.
FOLLOWED, NOT_REACHED, SINGULAR_POSITION, SINGULAR_SPEED = range(4)
MOST_NEWTON = 12
"""Newton steps before a point is given up; two are usual along a motion."""
LARGEST_STEP = 0.3
"""Largest correction of a coordinate (rad, or machine sizes) that is believed to stay in the same assembly mode."""
CLOSED = 1e-11
"""Gap (rad, or machine sizes) below which one more step leaves rounding only."""
ONE_STEP_LEFT = 1e-8
"""Gap (rad, or machine sizes) below which one step with a matrix of its own leaves rounding only."""
FAR = 1e3
"""Gap (rad, or machine sizes) at which nothing more is expected of Newton steps."""
SMALL_STEP = 1e-4
"""Step (rad, or machine sizes) after which the same matrix serves once more: the error shrinks by about this factor."""
MOST_TURNS = 30
SPEED_ROUNDING = 1e-13
SPEEDS_MET = 1e-9
"""Newton steps on the speeds (one where constraints are linear in them), and relative errors they end at."""


class Following(Record):
    """A machine that follows a prescribed motion: sizes, what is prescribed, what is found, and room.

    Matrices S and L are by columns, so n numbers for each prescribed speed and for each constraint row.
    """

    nq: int
    n: int
    gaps: int
    """Position constraints."""
    constraints: int
    """Velocity constraints."""
    known: int
    """Prescribed quantities."""
    moved: int
    """Speeds that move coordinates."""
    mechanical: int
    """Speeds of the mechanical part."""
    jerks: int
    """Whether rates of the accelerations are asked for too."""
    status: int
    """Why the loop ended."""
    moment: Annotated[Array, 1]
    """Time for kernels (s)."""
    parameters: Array
    moved_speeds: Integers
    mechanical_speeds: Integers
    """Numbers of these speeds among all."""
    times: Array
    wanted: Array
    """For each time positions, speeds, accelerations and jerks (4, known)."""
    Q: Array
    V: Array
    A: Array
    """Coordinates, speeds and accelerations found."""
    B: Array
    """Rates of A, with jerks."""
    S: Array
    """Speeds for each prescribed one."""
    L: Array
    """Left inverse of the constraints, with jerks."""
    margins: Array
    """Smallest pivot over the largest of the speeds' equations, with the sign of their determinant."""
    own_pivots: Array
    """1 where pivots of the speeds were chosen on the way."""
    errors: Array
    """Right sides, one for each row, and a step of the moved speeds."""
    found: Array
    """(n)"""
    correction: Array
    """(n)"""
    position: FullPivoting
    speed: FullPivoting
    speed_parity: float
    """Sign of the order of pivots in whole steps of the speeds."""
    left_rows: int
    """Rows of the speeds without a pivot in whole steps."""
    before: Array
    after: Array
    """Coordinates before and after a whole step (nq)."""
    pivots: Array
    growth: Annotated[Array, 1]
    left: Array
    """What whole steps say of their eliminations."""


def greatest(x: Array, n: int) -> float:
    """Largest size of n numbers; NaN counts as infinite."""
    result = 0.0
    for i in range(n):
        if not abs(x[i]) <= result:
            result = abs(x[i]) if isfinite(x[i]) else 1e300
    return result


def reach(q: Array, goal: Array, path: Following) -> int:
    """Newton on the positions from q, in place; the matrix is taken anew only while the steps are large."""
    rows = path.position.rows
    e = path.errors
    d = path.found
    fresh = 1
    gone = 0.0
    for _ in range(MOST_NEWTON):
        place(path.moment, q, path.parameters, goal, e, path.position.matrix)
        if fresh == 1 and full_factor(path.position) == 0.0:
            return SINGULAR_POSITION
        gap = greatest(e, rows)
        if not gap < FAR:
            return NOT_REACHED
        for i in range(rows):
            e[i] = -e[i]
        full_solve(path.position, e, d)
        shift(path.moment, q, path.parameters, d, q)
        if gap < CLOSED or (fresh == 1 and gap < ONE_STEP_LEFT):
            return FOLLOWED
        # A way that is long may end in another assembly mode.
        step = greatest(d, path.moved)
        gone += step
        if gone > LARGEST_STEP:
            return NOT_REACHED
        fresh = 1 if step > SMALL_STEP else 0
    return NOT_REACHED


def solve_speeds(path: Following, x: Array) -> None:
    """Solve the speeds' equations for the right sides in `errors`, into x (n), zero where they are not mechanical."""
    full_solve(path.speed, path.errors, path.found)
    for i in range(path.n):
        x[i] = 0.0
    for i in range(path.mechanical):
        x[path.mechanical_speeds[i]] = path.found[i]


def inverse_columns(path: Following, first: int, count: int, X: Array) -> None:
    """Columns `first` to `first + count` of the inverse of the speeds' equations, each (n)."""
    for k in range(count):
        for i in range(path.speed.rows):
            path.errors[i] = 0.0
        path.errors[first + k] = 1.0
        solve_speeds(path, X[path.n * k :])


def move(q: Array, v: Array, s: Array, path: Following) -> float:
    """Speeds v that meet the constraints and the prescribed ones s; the margin of `full_factor`, 0 if singular."""
    n = path.n
    rows = path.speed.rows
    e = path.errors
    x = path.correction
    for i in range(n):
        v[i] = 0.0
    speed(path.moment, q, v, path.parameters, s, e, path.speed.matrix)
    margin = full_factor(path.speed)
    if margin == 0.0:
        return 0.0
    # One step, where the constraints are linear in the speeds; else Newton steps with the same matrix.
    error = 1.0
    turns = 0
    while error > 1e-14 and turns < MOST_TURNS:
        for i in range(rows):
            e[i] = -e[i]
        solve_speeds(path, x)
        for i in range(n):
            v[i] += x[i]
        error = greatest(x, n) / max(1.0, greatest(v, n))
        speed(path.moment, q, v, path.parameters, s, e, path.speed.matrix)
        turns += 1
        if greatest(e, rows) <= SPEED_ROUNDING * max(1.0, greatest(v, n)):
            break
    return margin if greatest(e, rows) < SPEEDS_MET * max(1.0, greatest(v, n)) else 0.0


def extrapolate(at: int, first: int, path: Following) -> None:
    """Coordinates of sample `at` from those before, with their speeds, accelerations and, if there are two, jerks."""
    n = path.n
    nq = path.nq
    e = path.errors
    times = path.times
    q = path.Q[nq * at :]
    h = times[at] - times[at - 1]
    for i in range(nq):
        q[i] = path.Q[nq * (at - 1) + i]
    for i in range(path.moved):
        j = n * (at - 1) + path.moved_speeds[i]
        e[i] = h * (path.V[j] + h / 2 * path.A[j])
        if at > first + 1:
            e[i] += h * h * h / 6 * (path.A[j] - path.A[j - n]) / (times[at - 1] - times[at - 2])
    shift(path.moment, q, path.parameters, e, q)


def sample(at: int, path: Following) -> int:
    """Follow the motion to sample `at`, with pivots chosen on the way; why it ends there, or FOLLOWED."""
    n = path.n
    known = path.known
    constraints = path.constraints
    goal = path.wanted[4 * known * at :]
    q = path.Q[path.nq * at :]
    v = path.V[n * at :]
    a = path.A[n * at :]
    # Positions, then speeds.
    status = reach(q, goal, path)
    if status != FOLLOWED:
        return status
    path.margins[at] = move(q, v, goal[known:], path)
    if path.margins[at] == 0.0:
        return SINGULAR_SPEED
    path.own_pivots[at] = 1.0
    # Accelerations, and speeds for each prescribed one, with the matrix of the speeds.
    bend(path.moment, q, v, path.parameters, goal[2 * known :], path.errors)
    solve_speeds(path, a)
    inverse_columns(path, constraints, known, path.S[n * known * at :])
    # Rates of the accelerations follow for what the mechanical part does not determine by itself.
    if path.jerks > 0:
        jolt(path.moment, q, v, a, path.parameters, goal[3 * known :], path.errors)
        solve_speeds(path, path.B[n * at :])
        inverse_columns(path, 0, constraints, path.L[n * constraints * at :])
    return FOLLOWED


def follow(first: int, last: int, path: Following) -> int:
    """Follow the motion from sample `first` to before `last`; the sample reached, `status` says why it ended there.

    Row `first` of Q is where the search begins; a sample begins where the one before it leads.
    """
    for at in range(first, last):
        path.moment[0] = path.times[at]
        if at > first:
            extrapolate(at, first, path)
        path.status = sample(at, path)
        if path.status != FOLLOWED:
            return at
    path.status = FOLLOWED
    return last


LOOPS = (*FULL_LOOPS, greatest, reach, solve_speeds, inverse_columns, move, extrapolate, sample, follow)

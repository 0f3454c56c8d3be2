"""Following a prescribed motion point by point, in the subset of Python that is compiled with the machine.

The loop calls kernels by name (rows of constraints first, then those of the prescribed quantities; matrices by
columns):

    place(t, q, p, z, e, K)       gaps and errors of position, and their slopes in the speeds that move coordinates
    shift(t, q, p, d, q)          q moved along such speeds: q + N d, Euler parameters of length 1
    speed(t, q, v, p, s, e, K)    errors of the speeds, and their slopes
    bend(t, q, v, p, s', e)       right sides of the accelerations
    jolt(t, q, v, a, p, s'', e)   right sides of their rates

Speeds, accelerations and steps are over the scales of speeds, errors over those of rows: lengths are in machine sizes.
Linear equations are solved by elimination. Pivots are chosen among all entries, so redundant constraints are left out
where they are redundant, and loss of rank shows as a small pivot; the choice is kept from sample to sample as long as
it serves.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.arrays import Array

place: Callable[..., None]
shift: Callable[..., None]
speed: Callable[..., None]
bend: Callable[..., None]
jolt: Callable[..., None]

# Places in `size`: how many of what there are.
NQ, N, GAPS, TIES, KNOWN, MOVED, MECHANICAL, JERKS = range(8)
# What the loop tells.
FOLLOWED, NOT_REACHED, SINGULAR_POSITION, SINGULAR_SPEED = range(4)
MOST_NEWTON = 12
"""Newton steps before a point is given up; two are usual along a motion."""
LARGEST_STEP = 0.3
"""Largest correction of a coordinate (rad, or machine sizes) that is believed to stay in the same assembly mode."""
CLOSED = 1e-11
"""Gap (rad, or machine sizes) below which one more step leaves rounding only."""
SINGULAR = 1e-9
"""Smallest pivot over the largest below which equations count as singular."""


WEAK = 1e-6
"""Smallest pivot over the largest below which pivots are chosen anew."""
LARGEST_GROWTH = 10.0
"""Largest multiplier of an elimination in a kept order; with pivots chosen among all entries none is above 1."""
QUADRATIC = 1e-8
"""Gap (rad, or machine sizes) below which one step with a matrix of its own leaves rounding only."""
FAR = 1e3
"""Gap (rad, or machine sizes) at which nothing more is expected of Newton steps."""
SMALL_STEP = 1e-4
"""Step (rad, or machine sizes) after which the same matrix serves once more: the error shrinks by about this factor."""
MOST_TURNS = 30
ROUNDING = 1e-13
SPEEDS_MET = 1e-9
"""Newton steps on the speeds (one where constraints are linear in them), and relative errors they end at."""


def largest_entry(K: Array, rows: int, columns: int, k: int) -> int:
    """Place i + j rows of the largest entry of K (rows, columns) from row and column k on."""
    best = -1.0
    at = k + k * rows
    for j in range(k, columns):
        for i in range(k, rows):
            x = abs(K[i + j * rows])
            if x > best:
                best = x
                at = i + j * rows
    return at


def swap(x: Array, a: int, b: int, stride: int, count: int) -> None:
    """Exchange `count` entries from a on with those from b on, `stride` apart."""
    for i in range(count):
        kept = x[a + i * stride]
        x[a + i * stride] = x[b + i * stride]
        x[b + i * stride] = kept


def eliminate(K: Array, rows: int, columns: int, k: int) -> float:
    """Eliminate column k below its pivot; the largest multiplier."""
    pivot = K[k + k * rows]
    growth = 0.0
    for i in range(k + 1, rows):
        K[i + k * rows] = K[i + k * rows] / pivot
        growth = max(growth, abs(K[i + k * rows]))
    for j in range(k + 1, columns):
        x = K[k + j * rows]
        if x != 0.0:
            for i in range(k + 1, rows):
                K[i + j * rows] -= K[i + k * rows] * x
    return growth


def choose(K: Array, rows: int, columns: int, order: Array) -> float:
    """Eliminate K (rows, columns), rows >= columns, in place, with pivots chosen among all entries.

    The smallest pivot over the largest, with the sign of the determinant (which has no meaning where there are more
    rows than columns); 0 if it is singular. `order` receives the order of rows and of columns, and its parity.
    """
    for i in range(rows):
        order[i] = i
    for j in range(columns):
        order[rows + j] = j
    order[rows + columns] = 0.0
    largest = 0.0
    margin = 1.0
    parity = 1.0
    sign = 1.0
    for k in range(columns):
        at = largest_entry(K, rows, columns, k)
        best = abs(K[at])
        largest = max(largest, best)
        if not best > SINGULAR * largest:
            return 0.0
        margin = min(margin, best / largest)
        at_j = at // rows
        at_i = at - at_j * rows
        if at_j != k:
            parity = -parity
            swap(K, k * rows, at_j * rows, 1, rows)
            swap(order, rows + k, rows + at_j, 1, 1)
        if at_i != k:
            parity = -parity
            swap(K, k, at_i, rows, columns)
            swap(order, k, at_i, 1, 1)
        if K[k + k * rows] < 0.0:
            sign = -sign
        eliminate(K, rows, columns, k)
    order[rows + columns] = parity
    return sign * parity * margin


def factor(given: Array, K: Array, rows: int, columns: int, order: Array) -> float:
    """Eliminate a matrix into K, in the order of the last time if that still serves; the answer is that of `choose`."""
    if order[rows + columns] != 0.0:
        for j in range(columns):
            start = int(order[rows + j]) * rows
            for i in range(rows):
                K[i + j * rows] = given[start + int(order[i])]
        largest = 0.0
        margin = 1.0
        sign = float(order[rows + columns])
        for k in range(columns):
            pivot = K[k + k * rows]
            largest = max(largest, abs(pivot))
            margin = min(margin, abs(pivot) / largest)
            if pivot < 0.0:
                sign = -sign
            if not eliminate(K, rows, columns, k) <= LARGEST_GROWTH or not margin > WEAK:
                margin = 0.0
                break
        if margin > 0.0:
            return sign * margin
    for i in range(rows * columns):
        K[i] = given[i]
    return choose(K, rows, columns, order)


def solve(K: Array, rows: int, columns: int, order: Array, right: Array, x: Array, y: Array) -> None:
    """Solve with what `factor` left; x (columns), y is work (columns)."""
    for i in range(columns):
        y[i] = right[int(order[i])]
    for j in range(columns):
        value = y[j]
        if value != 0.0:
            for i in range(j + 1, columns):
                y[i] -= K[i + j * rows] * value
    for back in range(columns):
        j = columns - 1 - back
        y[j] = y[j] / K[j + j * rows]
        value = y[j]
        for i in range(j):
            y[i] -= K[i + j * rows] * value
    for j in range(columns):
        x[int(order[rows + j])] = y[j]


def greatest(x: Array, n: int) -> float:
    """Largest size of n numbers; NaN counts as infinite."""
    result = 0.0
    for i in range(n):
        if not abs(x[i]) <= result:
            result = abs(x[i]) if isfinite(x[i]) else 1e300
    return result


def reach(moment: Array, q: Array, p: Array, z: Array, size: Array, order: Array, work: Array) -> int:
    """Newton on the positions from q, in place; the matrix is taken anew only while the steps are large."""
    rows = int(size[GAPS]) + int(size[KNOWN])
    moved = int(size[MOVED])
    e = work[0:]
    d = work[rows:]
    y = work[rows + moved :]
    K = work[rows + 2 * moved :]
    given = work[rows + 2 * moved + rows * moved :]
    fresh = 1
    gone = 0.0
    for _ in range(MOST_NEWTON):
        place(moment, q, p, z, e, given)
        if fresh == 1 and factor(given, K, rows, moved, order) == 0.0:
            return SINGULAR_POSITION
        gap = greatest(e, rows)
        if not gap < FAR:
            return NOT_REACHED
        for i in range(rows):
            e[i] = -e[i]
        solve(K, rows, moved, order, e, d, y)
        shift(moment, q, p, d, q)
        if gap < CLOSED or (fresh == 1 and gap < QUADRATIC):
            return FOLLOWED
        step = greatest(d, moved)
        gone += step
        if gone > LARGEST_STEP:
            return NOT_REACHED
        fresh = 1 if step > SMALL_STEP else 0
    return NOT_REACHED


def solved(K: Array, rows: int, mechanical: int, order: Array, e: Array, n: int, numbers: Array, x: Array) -> None:
    """Solve into x (n), zero in speeds that are not mechanical; work behind the right side e (rows)."""
    found = e[rows:]
    solve(K, rows, mechanical, order, e, found, e[rows + n :])
    for i in range(n):
        x[i] = 0.0
    for i in range(mechanical):
        x[int(numbers[i])] = found[i]


def inverse_columns(
    K: Array,
    rows: int,
    mechanical: int,
    order: Array,
    e: Array,
    n: int,
    numbers: Array,
    first: int,
    count: int,
    X: Array,
) -> None:
    """Columns `first` to `first + count` of the inverse of what `factor` left, each (n)."""
    for k in range(count):
        for i in range(rows):
            e[i] = 0.0
        e[first + k] = 1.0
        solved(K, rows, mechanical, order, e, n, numbers, X[n * k :])


def move(
    moment: Array, q: Array, v: Array, p: Array, s: Array, size: Array, numbers: Array, order: Array, work: Array
) -> float:
    """Speeds v that meet the constraints and the prescribed ones s; the margin of `factor`, 0 if singular."""
    n = int(size[N])
    rows = int(size[TIES]) + int(size[KNOWN])
    mechanical = int(size[MECHANICAL])
    e = work[0:]
    x = work[rows + 2 * n :]
    K = work[rows + 3 * n :]
    given = work[rows + 3 * n + rows * n :]
    for i in range(n):
        v[i] = 0.0
    speed(moment, q, v, p, s, e, given)
    margin = factor(given, K, rows, mechanical, order)
    if margin == 0.0:
        return 0.0
    error = 1.0
    turns = 0
    while error > 1e-14 and turns < MOST_TURNS:
        for i in range(rows):
            e[i] = -e[i]
        solved(K, rows, mechanical, order, e, n, numbers, x)
        for i in range(n):
            v[i] += x[i]
        error = greatest(x, n) / max(1.0, greatest(v, n))
        speed(moment, q, v, p, s, e, given)
        turns += 1
        if greatest(e, rows) <= ROUNDING * max(1.0, greatest(v, n)):
            break
    return margin if greatest(e, rows) < SPEEDS_MET * max(1.0, greatest(v, n)) else 0.0


def follow(
    first: int,
    last: int,
    times: Array,
    wanted: Array,
    p: Array,
    size: Array,
    columns: Array,
    Q: Array,
    V: Array,
    A: Array,
    B: Array,
    S: Array,
    L: Array,
    margins: Array,
    work: Array,
    told: Array,
) -> int:
    """Follow the motion from sample `first` to before `last`; the sample reached, `told[0]` says why it ended there.

    `wanted` holds for each time the positions, speeds, accelerations and jerks (4, k); `columns` the numbers of the
    speeds that move coordinates, then of the mechanical ones. Row `first` of Q is where the search begins; a sample
    begins where the one before it leads with its speeds and accelerations. Results: Q, V, accelerations A; S (n, k):
    speeds for each prescribed one; with jerks asked rates B of A and the left inverse L of the constraints (n, m).
    `told[1]` is work; `work` begins with the orders of both eliminations.
    """
    nq = int(size[NQ])
    n = int(size[N])
    ties = int(size[TIES])
    known = int(size[KNOWN])
    moved = int(size[MOVED])
    mechanical = int(size[MECHANICAL])
    rows = ties + known
    numbers = columns[moved:]
    orders = int(size[GAPS]) + known + moved + 1
    order = work[orders:]
    e = work[orders + rows + mechanical + 1 :]
    K = e[rows + 3 * n :]
    moment = told[1:]
    for at in range(first, last):
        moment[0] = times[at]
        goal = wanted[4 * known * at :]
        q = Q[nq * at :]
        v = V[n * at :]
        a = A[n * at :]
        if at > first:
            h = times[at] - times[at - 1]
            for i in range(nq):
                q[i] = Q[nq * (at - 1) + i]
            for i in range(moved):
                j = n * (at - 1) + int(columns[i])
                e[i] = h * (V[j] + h / 2 * A[j])
                if at > first + 1:
                    e[i] += h * h * h / 6 * (A[j] - A[j - n]) / (times[at - 1] - times[at - 2])
            shift(moment, q, p, e, q)
        told[0] = reach(moment, q, p, goal, size, work, e)
        if told[0] != FOLLOWED:
            return at
        margins[at] = move(moment, q, v, p, goal[known:], size, numbers, order, e)
        if margins[at] == 0.0:
            told[0] = SINGULAR_SPEED
            return at
        bend(moment, q, v, p, goal[2 * known :], e)
        solved(K, rows, mechanical, order, e, n, numbers, a)
        inverse_columns(K, rows, mechanical, order, e, n, numbers, ties, known, S[n * known * at :])
        if size[JERKS] > 0.0:
            jolt(moment, q, v, a, p, goal[3 * known :], e)
            solved(K, rows, mechanical, order, e, n, numbers, B[n * at :])
            inverse_columns(K, rows, mechanical, order, e, n, numbers, 0, ties, L[n * ties * at :])
    told[0] = FOLLOWED
    return last


LOOPS = (largest_entry, swap, eliminate, choose, factor, solve, greatest, reach, solved, inverse_columns, move, follow)

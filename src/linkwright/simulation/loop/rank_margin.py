"""Rank margin of the constraints over some states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.joins.numeric import margins
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system.system import called, constraint_matrix
from linkwright.simulation.loop.run import Run

Instant: TypeAlias = tuple[float, Array]
"""A time (s) and the state y there."""
LOST = 0.1
"""Share of the rank margin on either side below which the margin is taken to vanish where a pivot does."""
SECANTS = 2
"""Steps of false position to where a pivot vanishes inside a step; one leaves a percent of the step or so."""


def rank_margin(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> float:
    """Smallest rank margin over some states (rows of Q, V): 0 where rank is lost, 1 where there are no constraints."""
    return float(np.min(rank_margins(dynamics, time, Q, V)))


def margin_at(run: Run, t: float, y: Array) -> float:
    """Rank margin at a state of a run."""
    return rank_margin(run.dynamics, [t], y[None, : run.nq], y[None, run.nq : run.nq + run.nv])


def rank_margins(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> Array:
    """Rank margin at each of some states."""
    dynamics = dynamics.in_full_matrices("the rank margin")
    if not dynamics.system.m:
        return np.ones(len(time))
    found, margin = margins(dynamics.system.modules, constraint_matrices(dynamics, time, Q, V))
    return np.where(found >= dynamics.generic_rank, margin, 0.0)


def constraint_matrices(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> Array:
    """A (k, m, n) at k states, without dimension: lengths over the machine's size."""
    system, k = dynamics.system, len(time)
    mapped = system.cached(("A", k), lambda: constraint_matrix(system).map(k))
    A = called(mapped, time, Q.T, V.T, np.repeat(dynamics.p[:, None], k, axis=1))[0]
    scales = Scales.of(system, dynamics.p)
    return scales.slopes(A.reshape(system.m, k, system.n).transpose(1, 0, 2), scales.rows)


def between(run: Run, there: Instant, end: Instant) -> Callable[[float], Instant]:
    """The cubic between two states with their slopes: time and state at a share of the way."""
    (t0, y0), (t1, y1) = there, end
    h, change = t1 - t0, y1 - y0
    d0, d1 = run.slope(t0, y0), run.slope(t1, y1)

    def inside(theta: float) -> Instant:
        other = 1 - theta
        y = y0 + theta * (change + other * (other * (h * d0 - change) + theta * (change - h * d1)))
        return t0 + theta * h, y

    return inside


def lost_rank_between(run: Run, there: Instant, end: Instant) -> bool:
    """Whether the constraints lose rank on the cubic between an earlier state of a run and another.

    They do so only where a signed pivot vanishes; where it alone is small, the margin is not.
    """
    (t0, y0), (t1, y1), pivoting = there, end, run.pivoting
    assert pivoting is not None
    signed = pivoting.unsigned
    first, last = run.ratios(t0, y0)[signed:], run.ratios(t1, y1)[signed:]
    changed = np.flatnonzero(np.sign(first) != np.sign(last))
    if not changed.size or run.dynamics.generic_rank == 0:
        return bool(changed.size)  # without constraints only coordinates can have become singular: no less an end
    inside = between(run, there, end)
    while changed.size:
        # False position to where this pivot vanishes.
        k = changed[0]
        low, high, now = (0.0, first[k]), (1.0, last[k]), first
        for _ in range(SECANTS):
            theta = low[0] + (high[0] - low[0]) * low[1] / (low[1] - high[1])
            now = run.ratios(*inside(theta))[signed:]
            low, high = ((theta, now[k]), high) if now[k] * low[1] > 0 else (low, (theta, now[k]))
        # Whether the constraints lose rank there, or the pivoting alone is bad.
        size, before, after = sizes(run, [inside(theta), there, end])
        if size < LOST * max(before, after):
            return True
        changed = changed[np.abs(now[changed]) > 1e-2 * np.abs(last - first)[changed]]  # others may vanish elsewhere
        changed = changed[changed != k]
    return False


def sizes(run: Run, places: Sequence[Instant]) -> list[float]:
    """Smallest singular value of the constraints that counts, over the largest, at some places.

    Beside the constraints redundant rows are independent, a little: only as many count as there are independent rows.
    """
    Y = np.array([y for _, y in places])[:, : run.nq + run.nv]
    A = constraint_matrices(run.dynamics, [t for t, _ in places], Y[:, : run.nq], Y[:, run.nq :])
    squares = np.linalg.eigvalsh(A @ A.transpose(0, 2, 1))  # half of the digits do
    least = np.maximum(squares[:, -run.dynamics.generic_rank], 0.0)
    return [float(size) for size in np.sqrt(least / squares[:, -1])]

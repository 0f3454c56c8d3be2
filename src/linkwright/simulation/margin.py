"""Rank margin of the constraints over some states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwright.dynamics import Dynamics
from linkwright.dynamics.choice import constraint_matrix
from linkwright.dynamics.rank import Array
from linkwright.dynamics.reference import margins
from linkwright.dynamics.system import called

if TYPE_CHECKING:
    from linkwright.simulation.run import Run

LOST = 0.1
"""Share of the rank margin on either side below which the margin is taken to vanish where a pivot does."""
SECANTS = 2
"""Steps of false position to where a pivot vanishes inside a step; one leaves a percent of the step or so."""


def rank_margin(dynamics: Dynamics, time: Array | Sequence[float], Q: Array, V: Array) -> float:
    """Smallest rank margin over some states (rows of Q, V): 0 where rank is lost, 1 where there are no constraints."""
    system = dynamics.system
    if not system.m:
        return 1.0
    k = len(time)
    mapped = system.cached(("A", k), lambda: constraint_matrix(system).map(k))
    A = called(mapped, time, Q.T, V.T, np.repeat(dynamics.p[:, None], k, axis=1))[0]
    A = A.reshape(system.m, k, system.n).transpose(1, 0, 2)
    found, margin = margins(system.modules, A)
    return float(np.min(np.where(found >= dynamics.choices.generic_rank, margin, 0.0)))


def lost_rank_between(run: Run, there: tuple[float, Array]) -> bool:
    """Whether the constraints lose rank on the cubic between an earlier state and the state of a run.

    They do so only where a signed pivot vanishes; where it is small because of its choice alone, the margin is not.
    """
    (t0, y0), (t1, y1), choice = there, (run.now, run.state.y), run.choice
    assert choice is not None
    first, last = choice.ratios(run.arguments(t0, y0)), choice.ratios(run.arguments(t1, y1))
    changed = np.flatnonzero(np.sign(first) != np.sign(last))
    if not changed.size or run.dynamics.choices.generic_rank == 0:
        return bool(changed.size)  # without constraints only coordinates can have become singular: no less an end
    h, change = t1 - t0, y1 - y0
    d0, d1 = run.slope(t0, y0), run.slope(t1, y1)

    def inside(theta: float) -> tuple[float, Array]:
        other = 1 - theta
        y = y0 + theta * (change + other * (other * (h * d0 - change) + theta * (change - h * d1)))
        return t0 + theta * h, y

    while changed.size:
        k = changed[0]
        low, high, now = (0.0, first[k]), (1.0, last[k]), first
        for _ in range(SECANTS):
            theta = low[0] + (high[0] - low[0]) * low[1] / (low[1] - high[1])
            now = choice.ratios(run.arguments(*inside(theta)))
            low, high = ((theta, now[k]), high) if now[k] * low[1] > 0 else (low, (theta, now[k]))
        size = _size(run, *inside(theta))
        if size < LOST * _size(run, t0, y0) or size < LOST * _size(run, t1, y1):
            return True
        changed = changed[np.abs(now[changed]) > 1e-2 * np.abs(last - first)[changed]]  # others may vanish elsewhere
        changed = changed[changed != k]
    return False


def _size(run: Run, t: float, y: Array) -> float:
    """Smallest singular value of the constraints that counts, over the largest.

    Beside the constraints redundant rows are independent, a little: only as many count as there are independent rows.
    """
    dynamics = run.dynamics
    A = called(constraint_matrix(dynamics.system), t, y[: run.nq], y[run.nq : run.nq + run.nv], dynamics.p)[0]
    values = np.linalg.svd(A, compute_uv=False)
    return float(values[dynamics.choices.generic_rank - 1] / values[0])

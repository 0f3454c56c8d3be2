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

POINTS = 24
"""States looked at inside a step for a loss of rank: one of them is within 1/48 of the step from where it is lost."""


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
    """Whether the rank margin goes through zero on the cubic between an earlier state and the state of a run."""
    (t0, y0), (t1, y1) = there, (run.now, run.state.y)
    h = t1 - t0
    d0, d1 = run.slope(t0, y0), run.slope(t1, y1)
    theta = np.linspace(0.0, 1.0, POINTS + 1)[:, None]
    other, change = 1 - theta, y1 - y0
    Y = y0 + theta * (change + other * (other * (h * d0 - change) + theta * (change - h * d1)))
    # Beside the constraints redundant rows are independent, a little: only as many singular values count as there are
    # independent rows on them.
    dynamics, rank = run.dynamics, run.dynamics.choices.generic_rank
    if rank == 0:
        return True  # without constraints only coordinates can have become singular, which is no less an end
    matrix, sizes = constraint_matrix(dynamics.system), []
    for x, y in zip(theta.ravel(), Y, strict=True):
        A = called(matrix, t0 + float(x) * h, y[: run.nq], y[run.nq : run.nq + run.nv], dynamics.p)[0]
        values = np.linalg.svd(A, compute_uv=False)
        sizes.append(values[rank - 1] / values[0])
    return bool(min(sizes) < 3 / POINTS * max(sizes))

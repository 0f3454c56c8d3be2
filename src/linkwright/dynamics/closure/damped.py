"""Position problems from starts far away, many at once: damped Newton steps.

Levenberg-Marquardt steps d of (J^T J + mu 1) d = -J^T e with mu proportional to |e|^2: quadratic convergence near a
solution (also where constraints are redundant), steady progress far from one.
"""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.closure.problem import DenseProblem, Mask, damped_steps

SOLVED = 1e-12
"""Largest residual (machine sizes or rad) of a solution: a thousand times the rounding of sines and lengths."""
ITERATIONS = 80
"""Steps after which a start is given up; those that reach a solution take 5 to 40."""
CHUNK = 256
"""Starts carried together."""


def solve(problem: DenseProblem, Q: Array, wanted: Array) -> tuple[Array, Mask]:
    """Solutions from starts Q (k, nq) for values (targets,) or (k, targets), and which starts led to one."""
    wanted = np.broadcast_to(wanted, (len(Q), len(problem.which)))
    result, good = np.array(Q, dtype=float), np.zeros(len(Q), dtype=bool)
    for first in range(0, len(Q), CHUNK):
        part = slice(first, first + CHUNK)
        result[part], good[part] = _solve(problem, result[part], wanted[part])
    return result, good


def _solve(problem: DenseProblem, Q: Array, wanted: Array) -> tuple[Array, Mask]:
    q = problem.normalise(Q)
    result, done = q.copy(), np.zeros(len(q), dtype=bool)
    damping, active = np.full(len(q), 1e-2), np.arange(len(q))
    e, J, N = problem.at(q, wanted)
    for _ in range(ITERATIONS):
        size = np.sum(e * e, axis=1)
        d = damped_steps(e, J, damping[active] * size)
        trial = problem.normalise(q + (N @ d[:, :, None])[:, :, 0])
        ahead = problem.at(trial, wanted[active])
        new = np.sum(ahead.e * ahead.e, axis=1)
        small = np.max(np.abs(e), axis=1, initial=0.0) < SOLVED
        take = np.isfinite(new) & ((new <= size) | small)
        damping[active] *= np.where(take, np.where(new < 0.25 * size, 0.2, 1.0), 8.0)
        q[take], e[take], J[take], N[take] = trial[take], ahead.e[take], ahead.J[take], ahead.N[take]
        done[active[small]] = True
        # No progress although steps are tiny: a place where the joints come nearest to closing, but do not.
        stuck = ~np.isfinite(size) | (damping[active] * size > 1e6)
        stuck |= (size > 1e-12) & (np.linalg.norm(d, axis=1) < 1e-9)
        result[active] = q
        go = ~(small | stuck)
        active, q, e, J, N = active[go], q[go], e[go], J[go], N[go]
        if not active.size:
            break
    return result, done

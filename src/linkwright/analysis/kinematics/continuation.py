"""Continuation of configurations along segments of given values, many at once, guarded so that the mode is kept.

Guarded continuation stays in one assembly mode: it never passes a place where the constraints lose rank or the
determinant of constraints and given set changes its sign. A sign at the end of a step is not enough. Where a branch
crosses another one (a Delta robot whose parallelograms fall into a plane), the other branch carries the same sign, and
Newton steps may land on either. So the smallest singular value of the constraints may fall by a share only within a
step: towards such a place steps become ever shorter, and the continuation ends before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from linkwright.analysis.kinematics.margins import Measure
from linkwright.analysis.kinematics.positions import Positions
from linkwright.arrays import Array
from linkwright.dynamics.closure import Mask, PositionProblem, Trial, advance
from linkwright.dynamics.system import System

SMALLEST_SHARE = 2.0**-24
"""Share of a segment below which a step is not halved again: the mode ends there. Near a fold margins fall like the
root of the distance, so they are about 2^-12 then."""
LONGEST_GUARDED = 0.3
"""Longest guarded step (rad, machine sizes): the scale on which other branches turn away from the one followed."""
FALL = 0.25
"""Least share of the smallest singular value of the constraints that a guarded step may leave. A prediction is off by
the square of the step h, so Newton steps find the branch on the far side of a zero that is nearer than h^2; there no
more than the share h is left."""
RANK_VANISHED = 1e-5
"""Smallest singular value of the constraints at which a guarded way ends: below 1e-6, the root of the floor in
`damped_steps`, the motion that is nearly free would be left to rounding, which then chooses the branch."""


def follow_segments(
    positions: Positions,
    which: Sequence[int],
    Q: Array,
    segments: tuple[Array, Array],
    *,
    t: float = 0.0,
    guard: Measure | None = None,
    smallest: float = SMALLEST_SHARE,
) -> tuple[Array, Array]:
    """Configurations reached from Q (k, nq) along segments (start, stop), each (k, targets), and shares covered (k,).

    With a guard the continuation stays in one assembly mode; without one it may pass singularities.
    """
    start, stop = segments
    problem = positions.problem(which, t)
    check = None if guard is None else _OneMode(problem, guard, which, Q, t)
    return advance(problem, Q, start, stop - start, smallest=smallest, check=check)


class _OneMode:
    """Accepts steps that stay in the assembly mode of where they began, and ends ways where constraints lose rank."""

    def __init__(self, problem: PositionProblem, measure: Measure, which: Sequence[int], Q: Array, t: float) -> None:
        self.problem, self.measure, self.which, self.t = problem, measure, which, t
        self.rank, self.side = measure.closure(Q, which, t)
        self.bends = _bends(measure.rates.dynamics.system)

    def __call__(self, trial: Trial, converged: Mask) -> tuple[Mask, Mask]:
        before, side = self.rank[trial.numbers], self.side[trial.numbers]
        rank, new_side = self.measure.closure(trial.corrected, self.which, self.t)
        good = converged & (self.problem.change((trial.predicted - trial.before) * self.bends) <= LONGEST_GUARDED)
        good &= (rank >= FALL * before) & (new_side * side >= 0)
        ended = good & (rank < RANK_VANISHED) & (rank < before)
        good &= ~ended
        self.rank[trial.numbers[good]] = rank[good]
        return good, ended


def _bends(system: System) -> Array:
    """0 for angles (nq,) that enter the gaps linearly, 1 for other coordinates.

    Angles of rotors only follow others by a ratio, through hundreds of radians: no branch turns away because of them.
    """

    def make() -> Array:
        curved = ca.which_depends(system.g, system.q, 2, False) if system.g.numel() else [True] * system.q.numel()
        angles = (unit == "rad" for unit in system.equations.coordinate_units)
        return np.array([float(bent or not angle) for bent, angle in zip(curved, angles, strict=True)])

    found: Array = system.cached("coordinates that bend gaps", make)
    return found

"""What is known of the pivots of a machine with one set of parameter values, the same for every question and run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import AssemblyError, Refused
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate
from linkwright.dynamics.plants.unrolled.pivoting import Pivoting, matrices
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.recent import Recent
from linkwright.dynamics.system.system import called

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

MOST_PLACES = 32
"""States whose pivotings are kept, for the same run made again."""


@dataclass(frozen=True)
class First:
    """Rank of the constraints in general position, and the pivoting that questions and runs begin with.

    It is taken at the reference configuration, or at a state beside it (`state` is the one) where that is singular, or
    where it is refused there (`refusal`); there is none where both refuse it, or on LAPACK.
    """

    generic_rank: int
    state: State
    pivoting: Pivoting | None = None
    refusal: Refused | None = None


@dataclass(eq=False)
class Pivotings:
    """What follows from the system, its parameter values and its reference configuration, kept once it was found.

    Nothing else enters, neither questions nor runs before; it is shared only by dynamics for which all these are the
    same. `taken` are pivotings by the bytes of (t, q, v, u, p).
    """

    _first: First | None = None
    taken: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)

    def first(self, dynamics: Dynamics) -> First:
        """Generic rank and first pivoting; found when they are first needed."""
        if self._first is None:
            self._first = first(dynamics)
        return self._first


def first(dynamics: Dynamics) -> First:
    """Generic rank and first pivoting.

    Inertia may be missing at the reference configuration alone; where it is missing beside it too, it is nowhere.
    """
    reference = dynamics.reference
    here, beside = rank_at(dynamics, reference), state_beside(dynamics, reference)
    there = rank_at(dynamics, beside) if beside is not None else -1
    start, rank = reference if here >= there or beside is None else beside, max(here, there)
    refusal, u = None, np.zeros(len(dynamics.inputs))
    try:
        dynamics.avoid_hazards(start, u)
    except Refused as error:
        return First(rank, start, None, error)
    if not dynamics.join.compiled:
        return First(rank, start)
    for state in [start] if beside is None or start is beside else [start, beside]:
        try:
            found = Pivoting.make(dynamics.system, dynamics.join, (state.t, state.q, state.v, u, dynamics.p))
        except Refused as error:
            refusal = refusal or error
        else:
            return First(rank, state, found, refusal)
    return First(rank, start, None, refusal)


def rank_at(dynamics: Dynamics, state: State) -> int:
    """Rank of the constraints at a state."""
    zero = np.zeros(len(dynamics.inputs))
    _, _, A, b = called(matrices(dynamics.system), state.t, state.q, state.v, zero, dynamics.p)
    scaled = Scales.of(dynamics.system, dynamics.p).constraints(A, b)
    _, _, levels = eliminate(dynamics.system.modules, *scaled, SVD())
    return sum(level.found.rank for level in levels)


def state_beside(dynamics: Dynamics, state: State) -> State | None:
    """A state a little beside another one, on the constraints: where the rank is that of a general position."""
    random = np.random.default_rng(0)
    system, scales = dynamics.system, Scales.of(dynamics.system, dynamics.p)
    for size in (1e-2, 1e-3, 1e-4):
        step: Array = size * scales.coordinates * random.uniform(-1.0, 1.0, system.q.numel())
        try:
            q = dynamics.assembler.close(state.t, state.q + step, dynamics.p)
        except AssemblyError:
            continue
        return State(state.t, q, np.zeros(system.n))
    return None

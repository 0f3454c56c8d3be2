"""What is known of the pivots of a machine with one set of parameter values, the same for every question and run."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.plants.unrolled.pivoting import Pivoting
from linkwright.dynamics.state import State
from linkwright.dynamics.system.recent import Recent

MOST_PLACES = 32
"""States whose pivotings, and changes of pivotings, that are kept for the same run made again."""


@dataclass(frozen=True)
class First:
    """Rank of the constraints in general position, and the pivoting that questions and runs begin with.

    It is taken at the reference configuration, or at a state beside it (`state` is the one) where that is singular, or
    where it is refused there (`refusal`); there is none where both refuse it.
    """

    generic_rank: int
    state: State
    pivoting: Pivoting | None = None
    refusal: Refused | None = None


@dataclass(eq=False)
class Pivotings:
    """What follows from the system, its parameter values and its reference configuration, kept once it was found.

    Nothing else enters, neither questions nor runs before; it is shared only by plants for which all these are the
    same, but for parameters of loads. `taken` are pivotings by the bytes of (t, q, v, u, p); `changes` those that runs
    went on with, by all that they decided it from.
    """

    _first: First | None = None
    taken: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)
    changes: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)

    def first(self, plant: FullMatrices) -> First:
        """Generic rank and first pivoting; found when they are first needed."""
        if self._first is None:
            self._first = first(plant)
        return self._first


def first(plant: FullMatrices) -> First:
    """Generic rank and first pivoting.

    Inertia may be missing at the reference configuration alone; where it is missing beside it too, it is nowhere.
    """
    reference, u = plant.reference, plant.zero_inputs
    # The rank in general position: a reference configuration may be singular, a state beside it hardly is.
    here, beside = plant.rank_at(reference), plant.beside(reference)
    there = plant.rank_at(beside) if beside is not None else -1
    start, rank = reference if here >= there or beside is None else beside, max(here, there)
    try:
        plant.avoid_hazards(start, u)
    except Refused as error:
        return First(rank, start, None, error)
    # Taken at the first of the two states that allows it; what the reference configuration refused is kept to be said.
    refusal = None
    for state in [start] if beside is None or start is beside else [start, beside]:
        try:
            found = Pivoting.make(plant.system, plant.join, (state.t, state.q, state.v, u, plant.p))
        except Refused as error:
            refusal = refusal or error
        else:
            return First(rank, state, found, refusal)
    return First(rank, start, None, refusal)

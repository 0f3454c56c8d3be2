"""Machines whose accelerations are found on LAPACK at each state, with singular values or generalised inverses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.terms import check_chosen
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.full_matrices import WITH_MATRICES, FullMatrices, prepare_plant
from linkwright.dynamics.plants.lapack.functions import LapackFunctions
from linkwright.dynamics.plants.unrolled.plant import Pivotings, UnrolledPlant
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import requirement_faults
from linkwright.dynamics.system.system import System
from linkwright.equations import Equations

WHY = {
    Question.PIVOTING: "it eliminates anew at every state and has no code",
    Question.JACOBIANS: (
        "LAPACK gives no derivatives of what it solves; use an explicit integrator, such as DormandPrince8()"
    ),
    Question.KEEP_ENERGY: "the projection onto the energy is part of compiled code",
    Question.CONTACTS: "what sticks or touches is found by compiled code",
}


@final
@dataclass(frozen=True, eq=False)
class LapackPlant(FullMatrices):
    """A machine whose levels of constraints are eliminated in numbers; `known_rank` is None until it is needed."""

    known_rank: int | None = None

    @staticmethod
    def compile(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> LapackPlant:
        """The plant of equations; it is tried at `near` (default: the reference configuration)."""
        system, assembler, p, reference = prepare_plant(equations, near, given)
        return _try_reference(
            LapackPlant(equations, join, given, p, reference, system, assembler), anywhere=near is None
        )

    @property
    def offers(self) -> frozenset[Question]:
        """All that needs no compiled elimination."""
        return WITH_MATRICES

    def because(self, question: Question) -> str:
        """Why there is no compiled elimination for this question."""
        return WHY.get(question, "it is evaluated state by state")

    @property
    def kind(self) -> str:
        """Its kind."""
        return "on LAPACK"

    @property
    def instead(self) -> str:
        """Other joins."""
        return "Compile with lw.joins.Complement() or lw.joins.Multipliers()"

    def with_parameters(self, given: Mapping[str, float], p: Array) -> LapackPlant:
        """The same plant for other parameter values."""
        requirement_faults(self.equations, p)
        reference = reference_state(self.system, self.assembler, p)
        return replace(self, given=given, p=p, reference=reference, known_rank=None)

    def at_values(self, p: Array) -> LapackPlant:
        """The same plant with parameter values as an array."""
        return replace(self, p=p, known_rank=self.generic_rank)

    def with_system(self, system: System, p: Array) -> LapackPlant:
        """The same plant with loads added to its matrices."""
        return replace(self, system=system, p=p, known_rank=self.generic_rank)

    @cached_property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""
        return self.found_rank() if self.known_rank is None else self.known_rank

    @property
    def usual_rows(self) -> frozenset[int]:
        """None: rows are not chosen."""
        return frozenset()

    @property
    def pivoting_place(self) -> tuple[float, Array]:
        """The reference configuration: rows are not chosen."""
        return self.reference.t, self.reference.q

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array; the rank is watched."""
        return self.apply_join(state, u).vdot

    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' at many states, one by one."""
        values = np.broadcast_to(p, (len(time), p.shape[-1]))
        found = [
            self.at_values(values[k]).accelerations(State(float(time[k]), Q[k], V[k]), U[k]) for k in range(len(time))
        ]
        return np.array(found).reshape(V.shape)

    def complement(self, state: State, previous: Array | None = None) -> Array:
        """Complement by the join's own kernel, SVD where it has none."""
        return self.complement_by(self.join.kernel if isinstance(self.join, Complement) else SVD(), state, previous)

    @cached_property
    def functions(self) -> LapackFunctions:
        """Arrays in, arrays out, also in batches."""
        return LapackFunctions(self)

    def c_source(self) -> str:
        """C source of the forward dynamics by the compiled complement, which gives the same accelerations."""
        own = (self.equations, Complement(), self.given, self.p, self.reference, self.system, self.assembler)
        return UnrolledPlant(*own, Pivotings()).c_source()


def _try_reference(plant: LapackPlant, *, anywhere: bool) -> LapackPlant:
    """The plant with its generic rank, tried at its reference configuration.

    Where that is singular, or has no inertia, the state is taken beside it; of inertia only if `anywhere` is allowed.
    """
    reference = plant.reference
    # The rank in general position: a reference configuration may be singular, a state beside it hardly is.
    here, beside = plant.rank_at(reference), plant.beside(reference)
    there = plant.rank_at(beside) if beside is not None else -1
    plant = replace(plant, known_rank=max(here, there))
    start = reference if here >= there or beside is None else beside
    plant.avoid_coordinate_singularities(start, plant.zero_inputs)
    if plant.equations.chosen:
        check_chosen(plant, start)
    try:
        plant.apply_join(start, plant.zero_inputs)
    except Refused as refusal:
        # Inertia may be missing at the reference configuration alone; where it is missing beside it too, it is nowhere.
        if beside is None or start is beside or not anywhere:
            raise
        try:
            plant.apply_join(beside, plant.zero_inputs)
        except Refused:
            raise refusal from None
    return plant

"""Machines written out as straight-line code, with rows and pivots taken at a state and watched elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.answers.location import singular
from linkwright.dynamics.answers.terms import check_chosen
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.elimination import check_determined
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.machine import requirement_faults
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.full_matrices import WITH_MATRICES, FullMatrices, prepared
from linkwright.dynamics.plants.unrolled.functions import UnrolledFunctions
from linkwright.dynamics.plants.unrolled.pivoting import (
    COMFORTABLE,
    WEAK_PIVOT,
    First,
    Pivoting,
    Pivotings,
    bytes_of,
    good,
)
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.evaluation import Recent
from linkwright.dynamics.system.system import System, numeric
from linkwright.equations import Equations

MOST_VALUES = 8
"""Sets of values of loads for which it is kept what is known of the pivots."""
OFFERS = WITH_MATRICES | {Question.PIVOTING, Question.JACOBIANS, Question.KEEP_ENERGY, Question.CONTACTS}


@final
@dataclass(frozen=True, eq=False)
class UnrolledPlant(FullMatrices):
    """A machine as straight-line code; `pivotings` is what is known of rows and pivots for these parameter values."""

    pivotings: Pivotings

    @staticmethod
    def compiled(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> UnrolledPlant:
        """The plant of equations; rows and pivots are taken at `near` (default: the reference configuration)."""
        system, assembler, p, reference = prepared(equations, near, given)
        plant = UnrolledPlant(equations, join, given, p, reference, system, assembler, Pivotings())
        # Refused where neither the reference configuration nor a state beside it allows pivots; a state that is given
        # has to allow them itself.
        first = plant.first
        plant.avoid_hazards(first.state, plant.zero_inputs)
        check_chosen(plant, first.state)
        if first.refusal is not None and (first.pivoting is None or near is not None):
            raise first.refusal
        return plant

    @property
    def offers(self) -> frozenset[Question]:
        """Everything."""
        return OFFERS

    def because(self, question: Question) -> str:
        """It offers every question; of a new one there is nothing else to say."""
        return f"straight-line code does not have {question.value}"

    @property
    def kind(self) -> str:
        """Its kind."""
        return "as straight-line code"

    @property
    def instead(self) -> str:
        """There is no kind that offers more."""
        return "No other join offers it"

    def with_parameters(self, given: Mapping[str, float], p: Array) -> UnrolledPlant:
        """The same code for other parameter values; rank and first pivoting are found when they are needed."""
        requirement_faults(self.equations, p)
        reference = reference_state(self.system, self.assembler, p)
        return replace(self, given=given, p=p, reference=reference, pivotings=Pivotings())

    def at_values(self, p: Array) -> UnrolledPlant:
        """The same plant with parameter values of loads as an array: rank and first pivoting stay."""
        assert self.first is not None  # found by these values, not by whichever are given first
        return replace(self, p=p)

    def with_system(self, system: System, p: Array) -> UnrolledPlant:
        """The same plant with loads added to its matrices; what is known of its pivots is kept by the values."""
        known: Recent = system.cached("pivotings", lambda: Recent(MOST_VALUES))
        state = self.first.state
        at = (state.t, state.q, state.v, self.zero_inputs, p)
        found: Pivotings | None = known.get(bytes_of(at))
        if found is None:
            try:
                first = First(self.generic_rank, state, Pivoting.make(system, self.join, at))
            except Refused as refusal:
                first = First(self.generic_rank, state, None, refusal)
            found = known[bytes_of(at)] = Pivotings(first)
        return replace(self, system=system, p=p, pivotings=found)

    @property
    def first(self) -> First:
        """Generic rank and first pivoting."""
        return self.pivotings.first(self)

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""
        return self.first.generic_rank

    @property
    def usual_rows(self) -> frozenset[int]:
        """Rows kept by the first pivoting."""
        first = self.first.pivoting
        return frozenset() if first is None else frozenset(first.code.kept_rows)

    @property
    def pivoting_place(self) -> tuple[float, Array]:
        """Time and coordinates where the first rows and pivots are taken."""
        state = self.first.state
        return state.t, state.q

    # -- rows and pivots -----------------------------------------------------------------------------------------

    @property
    def first_pivoting(self) -> Pivoting:
        """Rows and pivots that questions and runs begin with: taken at the reference configuration, or beside it."""
        found = self.first.pivoting
        return self.new_pivoting(self.reference, self.zero_inputs) if found is None else found

    def pivoting_at(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots for a state: the first ones where they are good enough, else those taken there."""
        found = self.first.pivoting
        if found is not None and found.is_good((state.t, state.q, state.v, u, self.p), WEAK_PIVOT):
            return found
        return self.new_pivoting(state, u)

    def new_pivoting(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots taken at this state; refused where the constraints lose rank."""
        at = (state.t, state.q, state.v, u, self.p)
        # The same run made again comes through the same states.
        place = bytes_of(at)
        found: Pivoting | None = self.pivotings.taken.get(place)
        if found is not None:
            return found
        # Motions without inertia are refused before pivots are looked for: the inertia must be there in general.
        M, f, A, b = self.numbers(state, u, loads=False)
        scales = Scales.of(self.system, self.p)
        usual = self._usual_inertia * scales.speeds**2
        check_determined(self.system, scales.inertia(M, f)[0], *scales.constraints(A, b), usual)
        found = Pivoting.make(self.system, self.join, at)
        if len(found.code.kept_rows) < self.generic_rank:
            raise singular(self, state)
        if not found.is_good(at, WEAK_PIVOT):
            self.joined(state, u)  # says so if loads are not finite or constraints contradict each other here
            raise singular(self, state)
        self.pivotings.taken[place] = found
        return found

    @cached_property
    def _usual_inertia(self) -> Array:
        """Diagonal of M at the reference configuration."""
        return np.diag(self.numbers(self.reference, self.zero_inputs, loads=False)[0]).copy()

    # -- answers -------------------------------------------------------------------------------------------------

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array; the rank is watched."""
        at, first = (state.t, state.q, state.v, u, self.p), self.first.pivoting
        if first is not None:
            vdot, quality = first.accelerations(at)
            if good(vdot, quality, COMFORTABLE):
                return vdot
        return self.new_pivoting(state, u).accelerations(at)[0]

    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' at many states, in batches; a state where there are none is refused."""
        # Rows that stay NaN are singular; the question for one state says what is wrong there.
        result = self.functions.rows((np.ascontiguousarray(time[:, None]), Q, V, U, np.ascontiguousarray(p)))
        values = np.broadcast_to(p, (len(time), p.shape[-1]))
        for k in np.flatnonzero(~np.isfinite(result).all(axis=1)).tolist():
            result[k] = self.at_values(values[k]).accelerations(State(float(time[k]), Q[k], V[k]), U[k])
        return result

    def complement(self, state: State, previous: Array | None = None) -> Array:
        """S as the code of a partition has it; an orthonormal one for other joins."""
        if not isinstance(self.join, Complement):
            return self.complement_by(SVD(), state, previous)
        code = self.pivoting_at(state, self.zero_inputs).code
        assert code.S is not None  # a partition has one
        function = ca.Function("S", self.system.arguments, [ca.densify(code.S)])
        return numeric(function(state.t, state.q, state.v, self.zero_inputs, self.p))

    @cached_property
    def functions(self) -> UnrolledFunctions:
        """Arrays in, arrays out, also in batches."""
        return UnrolledFunctions(self, self)

    def c_source(self) -> str:
        """C source of the forward dynamics (t, q, v, u, p) -> v', pivots, residual of dropped rows."""
        return codegen.c_source({"forward": self.first_pivoting.forward})

"""Machines written out as straight-line code, with rows and pivots chosen at a state and watched elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import final

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.answers.location import singular
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.symbolic import check_determined
from linkwright.dynamics.parameters import requirement_faults
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.full_matrices import WITH_MATRICES, FullMatrices, begun, chosen_at, prepared
from linkwright.dynamics.plants.unrolled.functions import UnrolledFunctions
from linkwright.dynamics.plants.unrolled.pivoting import DROPPED, WEAK_PIVOT, Choice
from linkwright.dynamics.plants.unrolled.pivotings import Choices
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System, numeric
from linkwright.equations import Equations

COMFORTABLE = 5 * WEAK_PIVOT
"""An earlier choice is taken up again only if its pivots are well above what would ask for another one."""
OFFERS = WITH_MATRICES | {Question.PIVOTING, Question.JACOBIANS, Question.KEEP_ENERGY, Question.CONTACTS}


@final
@dataclass(frozen=True, eq=False)
class UnrolledPlant(FullMatrices):
    """A machine as straight-line code; `choices` are those of rows and pivots for these parameter values."""

    choices: Choices

    @staticmethod
    def compiled(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> UnrolledPlant:
        """The plant of equations; rows and pivots are chosen at `near` (default: the reference configuration)."""
        system, assembler, p, reference = prepared(equations, near, given)
        plant = UnrolledPlant(equations, join, given, p, reference, system, assembler, Choices([], 0))
        return begun(plant, anywhere=near is None)

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
        """The same code for other parameter values; rank and first choice are found when they are needed."""
        requirement_faults(self.equations, p)
        reference = reference_state(self.system, self.assembler, p)
        choices = Choices([], near=self.choices.near, engines=self.choices.engines)
        changed = replace(self, given=given, p=p, reference=reference, choices=choices)
        choices.find, choices.begin = changed.found_rank, partial(_choose_first, changed)
        return changed

    def at_values(self, p: Array) -> UnrolledPlant:
        """The same plant with parameter values as an array."""
        return replace(self, p=p)

    def with_system(self, system: System, p: Array) -> UnrolledPlant:
        """The same plant with loads added to its matrices; these have a list of choices of their own."""
        choices = system.cached("choices with loads", lambda: replace(self.choices, _made=[], begin=None))
        return replace(self, system=system, p=p, choices=choices)

    def with_rank(self, rank: int) -> UnrolledPlant:
        """The same plant with no choice made yet."""
        return replace(self, choices=Choices([], rank))

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""
        return self.choices.generic_rank

    @property
    def usual_rows(self) -> frozenset[int]:
        """Rows kept by the first choice."""
        made = self.choices.made
        return frozenset(made[0].code.kept_rows) if made else frozenset()

    @property
    def pivoting_place(self) -> tuple[float, Array]:
        """Time and coordinates where rows and pivots were chosen last; the reference configuration if never."""
        made = self.choices.made
        return made[-1].made_at if made else (self.reference.t, self.reference.q)

    # -- rows and pivots -----------------------------------------------------------------------------------------

    def choose(self, state: State) -> None:
        """Choose rows and pivots at a state."""
        at = (state.t, state.q, state.v, self.zero_inputs, self.p)
        self.choices.made.append(Choice.make(self.system, self.join, at))

    @property
    def current_choice(self) -> Choice:
        """The choice of rows and pivots used last; one for the reference configuration if there is none yet."""
        made = self.choices.made
        return made[-1] if made else self.choice_at(self.reference, self.zero_inputs)

    def choice_at(self, state: State, u: Array) -> Choice:
        """A choice of rows and pivots that fits at this state: the one in use, an earlier one, or a new one."""
        at = (state.t, state.q, state.v, u, self.p)
        made = self.choices.made
        for old in reversed(made):
            if old.fits(at, WEAK_PIVOT if old is made[-1] else COMFORTABLE):
                made.remove(old)
                made.append(old)
                return old
        return self.new_choice(state, u)

    def new_choice(self, state: State, u: Array) -> Choice:
        """A choice of rows and pivots made at this state; refused where the constraints lose rank."""
        at, made = (state.t, state.q, state.v, u, self.p), self.choices.made
        M, f, A, b = self.numbers(state, u, loads=False)
        scales = Scales.of(self.system, self.p)
        usual = self._usual_inertia * scales.speeds**2
        check_determined(self.system, scales.inertia(M, f)[0], *scales.constraints(A, b), usual)
        choice = Choice.make(self.system, self.join, at)
        if len(choice.code.kept_rows) < self.choices.generic_rank:
            raise singular(self, state)
        if not choice.fits(at, WEAK_PIVOT):
            self.joined(state, u)  # says so if loads are not finite or constraints contradict each other here
            raise singular(self, state)
        made.append(choice)
        return choice

    @cached_property
    def _usual_inertia(self) -> Array:
        """Diagonal of M at the reference configuration."""
        return np.diag(self.numbers(self.reference, self.zero_inputs, loads=False)[0]).copy()

    # -- answers -------------------------------------------------------------------------------------------------

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array; the rank is watched."""
        at = (state.t, state.q, state.v, u, self.p)
        if self.choices.made:
            vdot, fit = self.choices.made[-1].at(*at)
            if np.isfinite(vdot).all() and fit[0] > WEAK_PIVOT and fit[1] <= DROPPED:
                return vdot
        return self.choice_at(state, u).at(*at)[0]

    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' at many states, in a batch by the choice for the first; those that it does not fit one by one."""
        count, constant = len(time), p.ndim == 1
        result, fit = np.full(V.shape, np.nan), np.empty((count, 2))
        values = np.broadcast_to(p, (count, p.shape[-1]))
        choice = self.at_values(values[0]).choice_at(State(float(time[0]), Q[0], V[0]), U[0])
        batch = choice.engines.get(("inverse", constant))
        if batch is None:
            shared = (4, 5) if constant else (5,)
            batch = choice.engines["inverse", constant] = choice.library.batch("forward", shared=shared)
        # All at once by the code for the first state; where its pivots are weak, one by one with others.
        batch(count, np.ascontiguousarray(time[:, None]), Q, V, U, p, choice.own_pivots, result, fit)
        good = (fit[:, 0] > WEAK_PIVOT) & (fit[:, 1] <= DROPPED) & np.isfinite(result).all(axis=1)
        for k in np.flatnonzero(~good).tolist():
            result[k] = self.at_values(values[k]).accelerations(State(float(time[k]), Q[k], V[k]), U[k])
        return result

    def complement(self, state: State, previous: Array | None = None) -> Array:
        """S as the code of a partition has it; an orthonormal one for other joins."""
        if not isinstance(self.join, Complement):
            return self.complement_by(SVD(), state, previous)
        choice = self.choice_at(state, self.zero_inputs)
        assert choice.code.S is not None  # a partition has one
        function = ca.Function("S", self.system.arguments, [ca.densify(choice.code.S)])
        return numeric(function(state.t, state.q, state.v, self.zero_inputs, self.p))

    @cached_property
    def functions(self) -> UnrolledFunctions:
        """Arrays in, arrays out, also in batches."""
        return UnrolledFunctions(self, self)

    def c_source(self) -> str:
        """C source of the forward dynamics (t, q, v, u, p) -> v', pivots, residual of dropped rows."""
        return codegen.c_source({"forward": self.current_choice.forward})


def _choose_first(plant: UnrolledPlant) -> None:
    """Choose rows and pivots at the reference configuration, or beside it; nowhere, if neither place has any."""
    if not chosen_at(plant, plant.reference):
        beside = plant.beside(plant.reference)
        if beside is not None:
            chosen_at(plant, beside)

"""Machines with many parts: the same questions, answered by loops over the uses of types.

What needs a full matrix of the whole machine (terms, complements) goes to the machine in full matrices up to some size,
and is refused in words above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, final
from weakref import WeakKeyDictionary

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.description import Description
from linkwright.dynamics.answers.energy import Energy
from linkwright.dynamics.answers.reactions import Reactions
from linkwright.dynamics.closure.configuration import UnclosedError
from linkwright.dynamics.closure.reference_configuration import (
    configuration_of,
    in_tree,
    own_coordinates,
    reference_values,
    wrong_way,
)
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.plant import ALWAYS, Plant, Question, refusal
from linkwright.dynamics.plants.lapack.plant import LapackPlant
from linkwright.dynamics.plants.rolled.accelerations import Accelerations, quantity_rates
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.plants.rolled.checks import watch
from linkwright.dynamics.plants.rolled.closure import RolledAssembler
from linkwright.dynamics.plants.rolled.energy import describe, energy
from linkwright.dynamics.plants.rolled.functions import RolledFunctions
from linkwright.dynamics.plants.rolled.inverse import inverse_at
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.reactions import cut_multipliers, reactions
from linkwright.dynamics.plants.rolled.samples import RolledReadings, running
from linkwright.dynamics.plants.rolled.written_out import MOST_CODE, too_large, written_out
from linkwright.dynamics.state import State, StateLayout, layout_of
from linkwright.dynamics.system.readings import requirement_faults
from linkwright.equations import Equations

AT_ANY_SIZE = (
    "assemble", "state", "forward", "inverse (at a state)", "energy", "cut_multipliers", "describe", "with_parameters",
    "functions", "simulate", "verify",
)  # fmt: skip
"""Methods that answer at any size."""
NO_CODE = "its code runs as loops over types and is never written out"
WHY = {
    Question.JACOBIANS: "loops over types have no Jacobians; use an explicit integrator, such as DormandPrince8()",
    Question.KEEP_ENERGY: "loops over types have no projection onto the energy; leave it out",
    Question.CONTACTS: (
        "what sticks or touches is another set of constraints from then on, and loops over types are made for one; "
        "events with impact(...) let speeds jump at stops"
    ),
    Question.SAMPLED: "loops over types do not end steps at instants; leave it out",
}


@final
@dataclass(frozen=True, eq=False)
class RolledPlant(Plant):
    """A machine as loops over the uses of its types."""

    loops: BoundLoops

    @staticmethod
    def compile(equations: Equations, join: Join, near: State | None) -> RolledPlant:
        """The plant of equations, with `near` (default: the reference values) as its reference configuration."""
        p = equations.parameters.values({})
        return RolledPlant._of(BoundLoops.of(Rolled(equations), p), join, {}, near)

    @staticmethod
    def _of(loops: BoundLoops, join: Join, given: Mapping[str, float], near: State | None) -> RolledPlant:
        requirement_faults(loops.rolled.record, loops.p)
        reference = near or _reference_state(RolledAssembler(loops))
        watch(loops, reference)
        return RolledPlant(loops.equations, join, given, loops.p, reference, loops)

    def with_parameters(self, given: Mapping[str, float], p: Array) -> RolledPlant:
        """The same loops for other parameter values."""
        return RolledPlant._of(self.loops.with_values(p), self.join, given, None)

    # -- what it offers -------------------------------------------------------------------------------------------

    @property
    def offers(self) -> frozenset[Question]:
        """What needs no matrix of the whole machine; reactions where bodies are blocks of their own."""
        own = ALWAYS | {Question.STREAM, Question.EVENTS}
        return own if self.loops.rolled.tree is not None else own | {Question.REACTIONS}

    @cached_property
    def layout(self) -> StateLayout:
        """Layout of the state of a run; no turns of angles are counted."""
        return layout_of(self.equations)

    @property
    def constraint_count(self) -> int:
        """Number of constraint rows."""
        return self.loops.m

    @property
    def generic_rank(self) -> int:
        """All rows: dependent ones are refused."""
        return self.loops.m

    def because(self, question: Question) -> str:
        """Why a question is not for loops over types."""
        return WHY.get(question, NO_CODE)

    @property
    def kind(self) -> str:
        """Its size."""
        return f"at this size ({self.loops.n} speeds, {self.constraint_count} constraints)"

    @property
    def instead(self) -> str:
        """What answers at any size, and which join answers the rest."""
        other = " by formalisms.modular" if self.equations.links is not None else ""
        return (
            f"At any size there are {', '.join(AT_ANY_SIZE)}; for the rest take fewer parts, or (up to "
            f"{Complement().largest} speeds) joins.Complement(){other}"
        )

    def in_full_matrices(self, question: str, *, code: bool = False) -> LapackPlant:
        """The machine on LAPACK, with the same parameter values and reference; refused where it is too large."""
        if code and self.loops.n > MOST_CODE:
            reason = f"straight-line code of the whole machine takes minutes to compile above {MOST_CODE} speeds"
            raise refusal(self, question, reason)
        # Made once for all parameter values, and only if the symbols stay within reason.
        kept = self.loops.rolled.engines
        base: LapackPlant | None = kept.get("full matrices")
        if base is None:
            reason = too_large(self.equations)
            if reason:
                raise refusal(self, question, reason)
            record, join = written_out(self.equations), Complement(SVD())
            base = kept["full matrices"] = LapackPlant.compile(record, join, self.reference, self.given)
        if base.given == self.given and base.reference is self.reference:
            return base
        # Symbols and functions are those of the first; the values are those of this plant.
        return replace(base, given=self.given, p=self.p, reference=self.reference, known_rank=None)

    # -- states ---------------------------------------------------------------------------------------------------

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return self.loops.quantities

    @cached_property
    def assembler(self) -> RolledAssembler:
        """What finds configurations that close the joints."""
        return RolledAssembler(self.loops)

    def assemble(self, q: Array, positions: Mapping[str, float], speeds: Mapping[str, float], t: float) -> State:
        """A state that meets positions, speeds and all constraints, near coordinates q.

        In machines with loops positions that are not given move as little as they can, measured by the inertia; they do
        not stay one by one as in full matrices, and `chosen` is empty: give as many as there are degrees of freedom.
        """
        return self.assembler.assemble(np.array(q), positions, speeds, t)

    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""
        self.check(State(t, q, v))
        return self.loops.state(q, v, t)

    def refuse_off_constraints(self, state: State) -> None:
        """Refuse a state that is off its constraints, with the joints that are off most."""
        self.assembler.refuse_off(state)

    # -- answers --------------------------------------------------------------------------------------------------

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array."""
        return np.asarray(self.functions.forward(state.q, state.v, u, t=state.t))

    def forward(self, state: State, u: Array) -> dict[str, float]:
        """Accelerations of all quantities; where links are kept, other than own speeds from full matrices on demand."""
        vdot = self.accelerations(state, u)
        if self.loops.rolled.links is None:
            return quantity_rates(self.loops, vdot)
        own = {name.removesuffix("'"): float(x) for name, x in zip(self.speeds, vdot, strict=True)}
        return Accelerations(own, self.loops, lambda question: self.in_full_matrices(question).forward(state, u))

    def inverse(
        self, state: State, accelerations: Mapping[str, float], inputs: Mapping[str, Any] | None
    ) -> dict[str, float]:
        """Inputs for accelerations of all speeds, or of as many quantities as there are degrees of freedom."""
        return inverse_at(self.assembler, state, accelerations, inputs)

    def energy(self, state: State, u: Array | None) -> Energy:
        """Energies, and powers if inputs are given."""
        return energy(self.loops, state, u)

    def reactions(self, state: State, u: Array) -> Reactions:
        """Joint reactions by name, from the free-body balance."""
        return reactions(self.loops, state, u)

    def cut_multipliers(self, state: State, u: Array) -> dict[str, dict[str, float]]:
        """Multipliers at each joint where a loop was cut, by component."""
        return cut_multipliers(self.loops, state, u)

    def describe(self) -> Description:
        """Names, units and meanings of everything: a line for each."""
        return replace(describe(self.loops), notes=self.reference_notes)

    def read(self, time: Array, Q: Array, V: Array, U: Array, counted: Array | None = None) -> RolledReadings:
        """Readings at samples; runs count no turns, they follow from the samples when an angle is looked up."""
        del counted
        return RolledReadings(self, self.loops, time, Q, V, U)

    @property
    def shelf(self) -> WeakKeyDictionary[Any, Any]:
        """What trajectories keep here as long as the machine lives."""
        return self.loops.rolled.kept

    @property
    def moving_constraints(self) -> bool:
        """Whether constraints move by themselves, and do work."""
        return self.loops.rolled.constraints is not None and bool(running(self.loops).moving)

    @cached_property
    def functions(self) -> RolledFunctions:
        """Arrays in, arrays out."""
        return RolledFunctions(self.loops)


def _reference_state(assembler: RolledAssembler) -> State:
    """The reference configuration at rest: as near to its values as closed joints allow."""
    loops = assembler.loops
    equations = loops.equations
    q = np.zeros(equations.sizes["q"])
    for group in assembler.units:
        q[group[0]] = 1.0
    start = reference_values(equations.start, equations.parameters, loops.p)
    # A formula may have no value for these lengths; assembly then says which joint does not close.
    values = {name: value for name, value in start.items() if np.isfinite(value)}
    places = {name: k for k, name in enumerate(equations.coordinate_names)}
    given = {places.get(equations.show(name), -1): value for name, value in values.items()}
    for k, value in given.items():
        if k >= 0:
            q[k] = value
    loop_free = loops.rolled.constraints is None
    if -1 in given or not in_tree(equations, given, 0 if loop_free else len(q)) or not assembler.is_closed(q):
        try:
            q = own_coordinates(equations, q, values, configuration_of(equations, values, loops.p))[0]
        except UnclosedError as fault:
            if fault.opposite:
                raise wrong_way(fault.opposite) from None
            # no configuration is found: the steps from the values given say which joint stays open
    return assembler.assemble(q, {}, {}, 0.0)

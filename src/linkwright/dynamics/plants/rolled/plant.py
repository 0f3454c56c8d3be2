"""Compiled dynamics of machines with many parts: the same questions, answered by loops over the uses of types.

What needs a full matrix of the whole machine (terms, complements) goes to the machine in full matrices (`straight`) up
to some size, and is refused in words above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.description import Description
from linkwright.dynamics.answers.energy import Energy
from linkwright.dynamics.answers.reactions import Reactions
from linkwright.dynamics.answers.terms import Terms
from linkwright.dynamics.closure.reference_configuration import reference_values
from linkwright.dynamics.dynamics import Dynamics
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.plants.rolled.accelerations import Accelerations, quantity_rates
from linkwright.dynamics.plants.rolled.checks import bound, watch
from linkwright.dynamics.plants.rolled.closure import LargeAssembler
from linkwright.dynamics.plants.rolled.coordinate_singularities import LargeHazards
from linkwright.dynamics.plants.rolled.energy import large_description, large_energy
from linkwright.dynamics.plants.rolled.full_matrices import refusal, straight
from linkwright.dynamics.plants.rolled.functions import LargeFunctions
from linkwright.dynamics.plants.rolled.inverse import inverse_at
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.reactions import large_cut_multipliers, large_reactions
from linkwright.dynamics.plants.rolled.readings import Named, named
from linkwright.dynamics.plants.rolled.reference_configuration import settled_at
from linkwright.dynamics.plants.unrolled.pivotings import First, Pivotings
from linkwright.dynamics.state import State
from linkwright.dynamics.system.parameters import checked_inputs, checked_parameters, requirement_faults
from linkwright.equations import Equations

NO_CODE = "its code runs as loops over types and is never written out"


@dataclass(frozen=True, eq=False)
class LargeSystem:
    """What the names of a machine need of its system."""

    equations: Equations
    quantities: tuple[Any, ...] = ()
    hazards: tuple[Any, ...] = ()

    @property
    def n(self) -> int:
        """Number of speeds."""
        return int(self.equations.sizes["v"])

    @property
    def m(self) -> int:
        """Number of constraints."""
        record = getattr(self.equations.links, "twists", None) or self.equations
        return sum(len(uses) * len(uses.type.rows) for uses in record.ties)

    @property
    def q(self) -> ca.SX:
        """Coordinates (their number is what counts)."""
        return ca.SX(self.equations.sizes["q"], 1)


@dataclass(frozen=True, eq=False, repr=False)
class LargeDynamics(Dynamics):
    """Equations of motion of a machine with many parts; see `Dynamics` for the questions."""

    rolled: Rolled = field(kw_only=True)
    work: Array = field(kw_only=True)

    # -- values ---------------------------------------------------------------------------------------------------

    @staticmethod
    def compiled(equations: Equations, join: Join, near: State | None) -> LargeDynamics:
        """Compile a record."""
        system: Any = LargeSystem(equations)
        p = equations.parameters.values({})
        rolled = Rolled(equations)
        twists: Any = LargeSystem(rolled.record)
        requirement_faults(twists, p)
        nothing: Any = None
        start = State(0.0, np.zeros(equations.sizes["q"]), np.zeros(equations.sizes["v"]))
        made = LargeDynamics(
            system, join, {}, p, start, nothing, Pivotings(First(system.m, start)), rolled=rolled, work=bound(rolled, p)
        )
        made = replace(made, reference=near or made.settled())
        watch(made)
        return made

    def with_parameters(self, values: Mapping[str, float] | None = None, /, **named: float) -> Dynamics:
        """The same dynamics with other parameter values; nothing is compiled."""
        given = {**self.given, **checked_parameters(self.system, {**(values or {}), **named})}
        p = self.system.equations.parameters.values(given)
        twists: Any = LargeSystem(self.rolled.record)
        requirement_faults(twists, p)
        made = replace(self, given=given, p=p, work=bound(self.rolled, p))
        made = replace(made, reference=made.settled())
        watch(made)
        return made

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return tuple(name for group in self.readings for name in group.names)

    @cached_property
    def readings(self) -> list[Named]:
        """Quantities by type."""
        return named(self.rolled.record, self.rolled.starts)

    @cached_property
    def assembler_of_many(self) -> LargeAssembler:
        """What finds states."""
        return LargeAssembler(self)

    # -- states ---------------------------------------------------------------------------------------------------

    def settled(self) -> State:
        """The reference configuration at rest: as near to its values as closed joints allow."""
        equations, assembler = self.system.equations, self.assembler_of_many
        q = np.zeros(equations.sizes["q"])
        for group in assembler.units:
            q[group[0]] = 1.0
        own = {name: k for k, name in enumerate(equations.coordinate_names)}
        targets: dict[tuple[int, int], float] = {}
        for name, value in reference_values(equations.start, equations.parameters, self.p).items():
            index, place = own.get(equations.show(name), own.get(name)), assembler.places.get(name)
            if not np.isfinite(value):
                continue  # a formula that has no value for these lengths; assembly then says which joint gapes
            if index is not None:
                q[index] = value
            if place is not None:
                targets[place] = value
        return assembler.assembled(settled_at(assembler, q, targets, 0.0), {}, {}, 0.0)

    def assemble(
        self,
        positions: Mapping[str, float] | None = None,
        speeds: Mapping[str, float] | None = None,
        *,
        near: State | None = None,
        t: float = 0.0,
    ) -> State:
        """A state that meets the positions and speeds given and all constraints, near the reference configuration.

        In machines with loops positions that are not given move as little as they can, measured by the inertia; they do
        not stay one by one as in `Dynamics.assemble`, and `chosen` is empty: give as many as there are freedoms.
        """
        start = (self.reference if near is None else self.check(near)).q
        return self.assembler_of_many.assembled(np.array(start), positions or {}, speeds or {}, t)

    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""
        self.check(State(t, q, v))
        work = self.work
        self.rolled.library.loop("readings")(
            self.rolled.I, work, np.array([t]), np.array(q, dtype=float), np.array(v, dtype=float), self.zero_inputs
        )
        Z = work[self.rolled.places["Z"]]
        positions: dict[str, float] = {}
        rates: dict[str, float] = {}
        for group in self.readings:
            z, s = group.read(Z)
            if group.uses.type.z is not None:
                positions |= dict(zip(group.names, z.tolist(), strict=True))
            rates |= dict(zip(group.names, s.tolist(), strict=True))
        return State(t, q, v, positions, rates)

    def on_constraints(self, state: State) -> State:
        """The state itself; one that is off its constraints is refused in words that name the joint and its gap."""
        self.assembler_of_many.refuse_off(self.check(state))
        return state

    @property
    def zero_inputs(self) -> Array:
        """All inputs zero."""
        return np.zeros(self.system.equations.sizes["u"])

    # -- forward and inverse --------------------------------------------------------------------------------------

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array, for inputs as an array."""
        return np.asarray(self.functions.forward(state.q, state.v, u, t=state.t))

    def forward(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, float]:
        """Accelerations: the derivative of every quantity's speed, under the quantity's name.

        Where links are kept those of their own speeds; others are found in full matrices when they are asked for.
        """
        vdot = self.accelerations(self.on_constraints(state), checked_inputs(self.system, inputs))
        if self.rolled.links is None:
            return quantity_rates(self, vdot)
        own = {name.removesuffix("'"): float(x) for name, x in zip(self.speeds, vdot, strict=True)}
        return Accelerations(own, self, state, inputs)

    def inverse(
        self,
        what: Any,
        accelerations: Mapping[str, float] | None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        payload: Any = None,
        actuation: Any = None,
        near: State | None = None,
    ) -> Any:
        """Inputs for accelerations at a state: those of all speeds, or of as many quantities as there are freedoms.

        A motion, wrenches, a payload and an actuation go to the machine in full matrices; see `Dynamics.inverse`.
        """
        others = {"wrenches": wrenches, "payload": payload, "actuation": actuation, "near": near}
        more = {name: given for name, given in others.items() if given is not None}
        if isinstance(what, State) and accelerations is not None and not more:
            return inverse_at(self, self.on_constraints(what), accelerations, inputs)
        question = f"inverse dynamics with {', '.join(more)}" if more else "inverse dynamics along a motion"
        full = straight(self, question, code=not isinstance(what, State))
        return full.inverse(what, accelerations, inputs=inputs, **more)

    @property
    def hazards(self) -> LargeHazards:
        """Places where coordinates or constraints have no meaning."""
        found = self.rolled.engines.get("hazards")
        if found is None:
            found = self.rolled.engines["hazards"] = LargeHazards.of(self.rolled)
        assert isinstance(found, LargeHazards)
        return found

    @cached_property
    def functions(self) -> Any:
        """Arrays in, arrays out: forward and inverse dynamics without names."""
        return LargeFunctions(self.rolled, self.work, self)

    def reactions(self, state: State, inputs: Mapping[str, float] | None = None) -> Reactions:
        """Joint reactions by name, from the free-body balance; by `joins.Recursion` from full matrices."""
        if self.rolled.tree is not None:
            return self.straight("reactions").reactions(state, inputs)
        return large_reactions(self, self.on_constraints(state), checked_inputs(self.system, inputs))

    def cut_multipliers(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, dict[str, float]]:
        """Multipliers at each joint where a loop was cut, in the axes of its frame on its first part (N, N m)."""
        return large_cut_multipliers(self, self.on_constraints(state), checked_inputs(self.system, inputs))

    def energy(self, state: State, inputs: Mapping[str, float] | None = None) -> Energy:
        """Kinetic and potential energy (J), and the powers of sources and losses (W) if inputs are given."""
        u = None if inputs is None else checked_inputs(self.system, inputs)
        return large_energy(self, self.on_constraints(state), u)

    def describe(self) -> Description:
        """Names, units and meanings of everything, as a record that prints as a table: a line for each."""
        return large_description(self)

    # -- in full matrices, or not offered -------------------------------------------------------------------------

    def straight(self, question: str) -> Dynamics:
        """The machine in full matrices, where the question needs them and the size allows; else it is refused."""
        return straight(self, question)

    def terms(self, state: State, coordinates: Sequence[str] | None = None) -> Terms:
        """Inertia and the terms of each body, from full matrices."""
        return self.straight("the matrix of inertia and the terms of each body").terms(state, coordinates)

    def complement(self, state: State, previous: Array | None = None) -> Array:
        """A complement of the whole machine, which is a full matrix."""
        return self.straight("the complement").complement(state, previous)

    @property
    def first_pivoting(self) -> NoReturn:
        """Refuse: there is no straight-line code."""
        raise refusal(self, "straight-line code", NO_CODE)

    def pivoting_at(self, state: State, u: Array) -> NoReturn:
        """Refuse, likewise."""
        del state, u
        raise refusal(self, "straight-line code", NO_CODE)

    def c_source(self) -> str:
        """Refuse, likewise."""
        raise refusal(self, "C source", NO_CODE)

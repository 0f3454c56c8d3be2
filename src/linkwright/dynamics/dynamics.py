"""Compiled dynamics of a machine: the questions its designer asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, overload

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.answers import energy as energy_module
from linkwright.dynamics.answers import reactions as reactions_module
from linkwright.dynamics.answers import terms as terms_module
from linkwright.dynamics.answers.description import Description, describe
from linkwright.dynamics.answers.functions import Functions
from linkwright.dynamics.answers.undecided import refuse_undecided
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.closure.consistency import refuse_off_constraints
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.closure.whole_turns import refuse_wound
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse import request as inverse_module
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.kernels import SVD, Partition
from linkwright.dynamics.joins.numeric import Joined, check_levels, eliminate
from linkwright.dynamics.joins.symbolic import check_determined
from linkwright.dynamics.plants.unrolled.pivoting import DROPPED, WEAK_PIVOT, Choice, matrices
from linkwright.dynamics.plants.unrolled.pivotings import Choices
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system import coordinate_singularities as hazards
from linkwright.dynamics.system.location import singular
from linkwright.dynamics.system.names import targets_of
from linkwright.dynamics.system.parameters import checked_inputs, checked_parameters, requirement_faults
from linkwright.dynamics.system.readings import read_state
from linkwright.dynamics.system.system import System, called, numeric

if TYPE_CHECKING:
    from linkwright.dynamics.inverse.actuation import Actuation
    from linkwright.dynamics.inverse.at_state import InputsFound
    from linkwright.dynamics.inverse.loads import Payload
    from linkwright.laws import Motion
    from linkwright.trajectory import Trajectory


COMFORTABLE = 5 * WEAK_PIVOT
"""An earlier choice is taken up again only if its pivots are well above what would ask for another one."""


@dataclass(frozen=True, eq=False, repr=False)
class Dynamics:
    """Equations of motion joined and compiled, for one set of parameter values.

    Questions: `assemble`, `forward`, `inverse`, `terms`, `reactions`, `cut_multipliers`, `energy`, `complement`;
    arrays: `functions`; other values: `with_parameters` (compiles nothing); contents: `describe`.
    """

    system: System
    join: Join
    given: Mapping[str, float]
    p: Array
    reference: State
    assembler: Assembler
    choices: Choices

    def __repr__(self) -> str:
        return f"<Dynamics of {self.name}: {self.system.n} speeds, {self.system.m} constraints, {self.join!r}>"

    # -- values and names ----------------------------------------------------------------------------------------

    @property
    def equations(self) -> Any:
        """The equations that were compiled."""
        return self.system.equations

    @property
    def name(self) -> str:
        """Name of the machine."""
        return str(self.system.equations.name)

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in order."""
        return tuple(label.name for label in self.system.equations.inputs)

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return tuple(quantity.name for quantity in self.system.quantities)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q, in order."""
        return tuple(self.system.equations.coordinate_names)

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds v, in order; a prime marks the rate of a coordinate."""
        return tuple(self.system.equations.speed_names)

    @property
    def parameters(self) -> dict[str, float]:
        """Values of all parameters by name."""
        labels = self.system.equations.parameters.labels
        return {label.name: float(value) for label, value in zip(labels, self.p, strict=True)}

    def with_parameters(self, values: Mapping[str, float] | None = None, /, **named: float) -> Dynamics:
        """The same dynamics with other parameter values; formulas follow, nothing is compiled.

        Values by name, as a mapping or as keywords (`lambda_` for lambda): the one place where any keyword is taken,
        because the names are the machine's own.
        """
        given = {**self.given, **checked_parameters(self.system, {**(values or {}), **named})}
        p = self.system.equations.parameters.values(given)
        requirement_faults(self.system, p)
        reference = reference_state(self.system, self.assembler, p)
        choices = Choices([], near=self.choices.near, engines=self.choices.engines)
        changed = replace(self, given=given, p=p, reference=reference, choices=choices)
        choices.find, choices.begin = partial(_generic_rank, changed), partial(_choose_first, changed)
        return changed

    def describe(self) -> Description:
        """Names, units and meanings of everything, as a record that prints as a table."""
        return describe(self)

    # -- states --------------------------------------------------------------------------------------------------

    def assemble(
        self,
        positions: Mapping[str, float] | None = None,
        speeds: Mapping[str, float] | None = None,
        *,
        near: State | None = None,
        t: float = 0.0,
    ) -> State:
        """A state that meets the positions and speeds given and all constraints.

        Positions given are met exactly; `near` (default: the reference configuration) picks the assembly mode. What is
        not given stays where it is there, one quantity after another as long as those before leave it free: first the
        other quantities of parts that a given one belongs to, then those of joints, then those of bodies, by name. In
        `speeds` a quantity with a position means its rate, one without its value; of speeds as many independent ones
        are given as there are freedoms, or none for the least kinetic energy: rest, unless constraints move. `chosen`
        of the state names the quantities that were chosen by this rule; all is the same in every formalism.
        """
        start = (self.reference if near is None else self.check(near)).q
        wanted = targets_of(self.system, positions or {}, positions=True)
        refuse_wound(self.system, wanted)
        moving = targets_of(self.system, speeds or {}, positions=False)
        kept = self.assembler.completion(t, start, self.p, wanted)
        q = self.assembler.place_completed(t, start, self.p, wanted, kept)
        v = self.assembler.move(t, q, self.p, moving)
        named = self.system.quantities
        chosen = [named[k].name for k in kept] + ([] if moving else [f"{named[k].name}'" for k in (*wanted, *kept)])
        return replace(self.state(q, v, t), chosen=tuple(chosen))

    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""
        self.check(State(t, q, v))
        z, s, *_ = read_state(self.system, t, q, v, self.p)
        named = self.system.quantities
        return State(
            t,
            q,
            v,
            {quantity.name: float(z[k]) for k, quantity in enumerate(named) if quantity.z is not None},
            {quantity.name: float(s[k]) for k, quantity in enumerate(named)},
        )

    def check(self, state: State) -> State:
        """The state itself; one that is not of this machine, or not finite, is refused in words."""
        if not isinstance(state, State):
            msg = f"expected a State (dynamics.assemble makes one), got {type(state).__name__}"
            raise TypeError(msg)
        faults = []
        for name, values, names in (("q", state.q, self.coordinates), ("v", state.v, self.speeds)):
            if values.shape != (len(names),):
                faults.append(f"state: {name} has shape {values.shape}, expected ({len(names)},) for {self.name}")
            elif not np.isfinite(values).all():
                bad = ", ".join(names[k] for k in np.flatnonzero(~np.isfinite(values)))
                faults.append(f"state: {name} is not finite in {bad}")
        if faults:
            raise ValueError("; ".join(faults))
        return state

    def on_constraints(self, state: State) -> State:
        """The state itself; one that is off its constraints is refused in words that name the joint and its gap."""
        refuse_off_constraints(self, self.check(state))
        return state

    # -- forward -------------------------------------------------------------------------------------------------

    def forward(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, float]:
        """Accelerations: the derivative of every quantity's speed, under the quantity's name."""
        refuse_undecided(self, self.on_constraints(state))
        vdot = self.accelerations(state, checked_inputs(self.system, inputs))
        rates = called(self._quantity_rates, state.t, state.q, state.v, self.p, vdot)[0].ravel()
        return {quantity.name: float(rates[k]) for k, quantity in enumerate(self.system.quantities)}

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array, for inputs as an array; the rank is watched."""
        if not self.join.compiled:
            return self.joined(state, u).vdot
        at = (state.t, state.q, state.v, u, self.p)
        if self.choices.made:
            vdot, fit = self.choices.made[-1].at(*at)
            if np.isfinite(vdot).all() and fit[0] > WEAK_PIVOT and fit[1] <= DROPPED:
                return vdot
        return self.choice_at(state, u).at(*at)[0]

    def joined(self, state: State, u: Array) -> Joined:
        """Accelerations on LAPACK, with complement, ranks and residuals of every level."""
        M, f, A, b = self.numbers(state, u)
        join = self.join if not self.join.compiled else Complement(SVD())
        scales = Scales.of(self.system, self.p)
        (M, f), (A, b) = scales.inertia(M, f), scales.constraints(A, b)
        result = join.evaluate(self.system, M, f, A, b)
        if sum(level.found.rank for level in result.levels) < self.choices.generic_rank:
            raise singular(self, state)
        if join.inconsistent == "raise":
            check_levels(result.levels, self.system, A, b, result.vdot)
        return Joined(result.vdot * scales.speeds, result.S * scales.speeds[:, None], result.levels)

    def avoid_hazards(self, state: State, u: Array) -> None:
        """Refuse a state near which coordinates or constraints have no meaning (Euler angles, a flat disc)."""
        near = self.hazards_near(state, u, hazards.NEAR_HAZARD)
        if near:
            raise Refused(f"{'; '.join(near)}: refused at or near this state", near)

    def hazards_near(self, state: State, u: Array, within: float) -> list[str]:
        """Words of the hazards whose expressions are not above `within` at a state."""
        return hazards.hazards_near(self, state, u, within)

    def numbers(self, state: State, u: Array, *, loads: bool = True) -> tuple[Array, Array, Array, Array]:
        """M, f, A, b at a state; what is not finite is refused, with the loads (if they matter) or constraints."""
        self.avoid_hazards(state, u)
        M, f, A, b = called(matrices(self.system), state.t, state.q, state.v, u, self.p)
        if all(np.isfinite(e).all() for e in ((M, f, A, b) if loads else (M, A, b))):
            return M, f.ravel(), A, b.ravel()
        raise hazards.not_finite(self, state, u, np.hstack([A, b]))

    @property
    def current_choice(self) -> Choice:
        """The choice of rows and pivots used last; one for the reference configuration if there is none yet."""
        made = self.choices.made
        return made[-1] if made else self.choice_at(self.reference, np.zeros(len(self.inputs)))

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
        reference = self.reference
        return np.diag(self.numbers(reference, np.zeros(len(self.inputs)), loads=False)[0]).copy()

    @cached_property
    def _quantity_rates(self) -> ca.Function:
        system = self.system
        a = ca.SX.sym("a", system.n)
        s = ca.vertcat(*[quantity.s for quantity in system.quantities])
        rate = system.rate(s, a)
        return ca.Function("rates", [system.t, system.q, system.v, system.p, a], [ca.densify(rate)])

    def complement(self, state: State, previous: Array | None = None) -> Array:
        """Complement S (n, k) with A S = 0, by the join's kernel (SVD where it has none).

        With `previous` (the S of a state nearby) an orthonormal or projected S is turned to be as near to it as it can
        (orthogonal Procrustes), so that it is smooth along a path; a partition keeps its choice of variables.
        """
        self.on_constraints(state)
        kernel = self.join.kernel if isinstance(self.join, Complement) else SVD()
        if isinstance(kernel, Partition) and self.join.compiled:
            u = np.zeros(len(self.inputs))
            choice = self.choice_at(state, u)
            assert choice.code.S is not None  # a partition has one
            function = ca.Function("S", self.system.arguments, [ca.densify(choice.code.S)])
            return numeric(function(state.t, state.q, state.v, u, self.p))
        _, _, A, b = (
            numeric(e) for e in matrices(self.system)(state.t, state.q, state.v, np.zeros(len(self.inputs)), self.p)
        )
        scales = Scales.of(self.system, self.p)
        S, _, levels = eliminate(self.system.modules, *scales.constraints(A, b), kernel)
        S = S * scales.speeds[:, None]
        if kernel.orthonormal:
            S = np.linalg.qr(S)[0]
        elif not kernel.independent:
            basis = np.linalg.svd(S)[0][:, : S.shape[0] - sum(level.found.rank for level in levels)]
            S = basis @ basis.T
        if previous is None:
            return S
        if previous.shape != S.shape:
            msg = f"previous has shape {previous.shape}, this complement {S.shape}: the number of freedoms changed"
            raise ValueError(msg)
        if not kernel.independent:
            return S
        U, _, Vt = np.linalg.svd(S.T @ previous)
        return np.asarray(S @ (U @ Vt))

    # -- other questions -----------------------------------------------------------------------------------------

    @overload
    def inverse(
        self,
        what: State,
        accelerations: Mapping[str, float],
        *,
        inputs: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        payload: Payload | None = None,
        actuation: Actuation | None = None,
    ) -> InputsFound: ...
    @overload
    def inverse(
        self,
        what: Motion,
        accelerations: None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        payload: Payload | None = None,
        actuation: Actuation | None = None,
        near: State | None = None,
    ) -> Trajectory: ...

    def inverse(
        self,
        what: State | Motion,
        accelerations: Mapping[str, float] | None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        payload: Payload | None = None,
        actuation: Actuation | None = None,
        near: State | None = None,
    ) -> Any:
        """Inputs for accelerations at a state (a mapping), or along a prescribed motion (a Trajectory).

        `inputs` are those whose values are known (a load force, a drive that is off), numbers or laws; the others are
        found. `wrenches` act on named points, `{"platform.P": (fx, fy, mz)}` in world axes (six components in space;
        numbers or laws); `payload` is carried at a point (`lw.Payload`). With more drives than freedoms `actuation`
        says how they share the load (`lw.actuation`). `near` is a state of the assembly mode that a motion starts in
        (default: the reference configuration). Every answer is put into forward dynamics; `certificate` of the result
        says how well the accelerations come back.
        """
        if isinstance(what, State):
            refuse_undecided(self, self.on_constraints(what))
        asked = inverse_module.Question(accelerations, inputs, wrenches, payload, actuation, near)
        return inverse_module.inverse(self, what, asked)

    def terms(self, state: State, coordinates: Sequence[str] | None = None) -> terms_module.Terms:
        """Inertia, velocity terms, gravity and inputs in any independent set of quantities, by body and in total."""
        refuse_undecided(self, self.on_constraints(state))
        return terms_module.terms(self, state, coordinates)

    def reactions(self, state: State, inputs: Mapping[str, float] | None = None) -> reactions_module.Reactions:
        """Joint reactions by name, from the free-body balance; those that are not unique are said to be so."""
        refuse_undecided(self, self.on_constraints(state))
        u = checked_inputs(self.system, inputs)
        return reactions_module.reactions(self, state, self.accelerations(state, u), u)

    def cut_multipliers(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, dict[str, float]]:
        """Multipliers at each joint where a loop was cut (`formalisms.denoc`), by component (N, N m).

        They act on the joint's second part, in the axes of its frame on the first part.
        """
        from linkwright.dynamics.answers.cut_multipliers import cut_multipliers

        return cut_multipliers(self, state, inputs)

    def energy(self, state: State, inputs: Mapping[str, float] | None = None) -> energy_module.Energy:
        """Kinetic and potential energy (J), and the powers of sources and losses (W) if inputs are given."""
        return energy_module.energy(
            self, self.on_constraints(state), None if inputs is None else checked_inputs(self.system, inputs)
        )

    @cached_property
    def functions(self) -> Functions:
        """Arrays in, arrays out, also in batches: forward dynamics without names."""
        return Functions(self)

    def straight(self, question: str) -> Dynamics:
        """The dynamics in full matrices, which `question` needs: this, unless the machine runs as loops over types."""
        del question
        return self

    def c_source(self) -> str:
        """C source of the forward dynamics (t, q, v, u, p) -> v', pivots, residual of dropped rows."""
        choice = self.current_choice
        return codegen.c_source({"forward": choice.forward})


def _choose_first(dynamics: Dynamics) -> None:
    from linkwright.dynamics.compiling import choose_first

    choose_first(dynamics)


def _generic_rank(dynamics: Dynamics) -> int:
    from linkwright.dynamics.compiling import generic_rank

    return generic_rank(dynamics)

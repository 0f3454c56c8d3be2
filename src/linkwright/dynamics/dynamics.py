"""Compiled dynamics of a machine: `compile`, and the questions its designer asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast, final, overload

import numpy as np

from linkwright.arrays import Array, collection_paused, real_array
from linkwright.display import Displayed
from linkwright.dynamics.answers import terms as terms_module
from linkwright.dynamics.answers.couplings import no_couplings
from linkwright.dynamics.answers.description import Description
from linkwright.dynamics.answers.energy import Energy
from linkwright.dynamics.answers.levels import Levels, check_levels_exist
from linkwright.dynamics.answers.reactions import Reactions
from linkwright.dynamics.answers.twists import Twists, check_links_exist, twists
from linkwright.dynamics.answers.undecided import refuse_undecided
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.inverse import request as inverse_module
from linkwright.dynamics.inverse.actuation import Actuation
from linkwright.dynamics.inverse.at_state import InputsFound
from linkwright.dynamics.inverse.elastic import Couplings, Elastic
from linkwright.dynamics.inverse.loads import Payload
from linkwright.dynamics.joins.contract import Complement, Join, Multipliers, Recursion
from linkwright.dynamics.joins.numeric import Joined
from linkwright.dynamics.joins.recursion import links_or_refuse
from linkwright.dynamics.plant import THROUGH_FULL_MATRICES, ArrayFunctions, Plant, Question, refusal
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.plants.lapack.plant import LapackPlant
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.rolled.written_out import too_large, written_out
from linkwright.dynamics.plants.unrolled.pivoting import Pivoting
from linkwright.dynamics.plants.unrolled.plant import UnrolledPlant
from linkwright.dynamics.state import State, contiguous
from linkwright.dynamics.stepping import Stepper, stepper_of
from linkwright.dynamics.system.readings import checked_inputs, checked_parameters
from linkwright.dynamics.system.system import Recent, System
from linkwright.equations import Equations
from linkwright.faults import finite_number
from linkwright.kinds import checked_arguments, checked_but
from linkwright.laws import Motion
from linkwright.trajectory import Trajectory


@final
@dataclass(frozen=True, eq=False, repr=False)
class Dynamics(Displayed):
    """Equations of motion joined and compiled, for one set of parameter values.

    Questions: `assemble`, `forward`, `inverse`, `terms`, `reactions`, `cut_multipliers`, `energy`, `complement`,
    `levels`, `twists`; arrays: `functions`; other values: `with_parameters` (compiles nothing); contents: `describe`.
    The machine itself is `plant`; a question that it does not offer is refused in words that say what to do.
    """

    plant: Plant

    def __repr__(self) -> str:
        count = self.plant.constraint_count
        return f"<Dynamics of {self.name}: {len(self.speeds)} speeds, {count} constraints, {self.join!r}>"

    # -- values and names ----------------------------------------------------------------------------------------

    @property
    def equations(self) -> Equations:
        """The equations that were compiled."""
        return self.plant.equations

    @property
    def join(self) -> Join:
        """How constraint forces are eliminated."""
        return self.plant.join

    @property
    def given(self) -> Mapping[str, float]:
        """Parameters that were given other values than their defaults."""
        return self.plant.given

    @property
    def p(self) -> Array:
        """Values of all parameters, in order."""
        return self.plant.p

    @property
    def reference(self) -> State:
        """The reference configuration at rest."""
        return self.plant.reference

    @property
    def reference_notes(self) -> tuple[str, ...]:
        """Values of the description that the reference configuration misses, and singular configurations next to it."""
        return self.plant.reference_notes

    @property
    def name(self) -> str:
        """Name of the machine."""
        return self.plant.name

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in order."""
        return self.plant.inputs

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return self.plant.quantities

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q, in order."""
        return self.plant.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds v, in order; a prime marks the rate of a coordinate."""
        return self.plant.speeds

    @property
    def parameters(self) -> dict[str, float]:
        """Values of all parameters by name."""
        labels = self.equations.parameters.labels
        return {label.name: float(value) for label, value in zip(labels, self.p, strict=True)}

    @checked_arguments
    def with_parameters(self, values: Mapping[str, float] | None = None, /, **named: float) -> Dynamics:
        """The same dynamics with other parameter values; formulas follow, nothing is compiled.

        The first run in which a parameter that is zero or a quarter turn in the description has another value compiles
        its code.

        Values by name, as a mapping or as keywords (`lambda_` for lambda): the one place where any keyword is taken,
        because the names are the machine's own.
        """
        given = {**self.given, **checked_parameters(self.equations, {**(values or {}), **named})}
        p = self.equations.parameters.values(given)
        return Dynamics(self.plant.with_parameters(given, p))

    def describe(self) -> Description:
        """Names, units and meanings of everything, as a record that prints as a table."""
        return self.plant.describe()

    # -- what the plant offers -----------------------------------------------------------------------------------

    def offering(self, question: Question) -> Plant:
        """The plant that answers a question: this machine's own, or the same machine in full matrices.

        Every public question comes through here; what is not offered is refused with what to do.
        """
        plant = self.plant
        if question in plant.offers:
            return plant
        if question in THROUGH_FULL_MATRICES:
            return plant.in_full_matrices(question.value, code=question is Question.INVERSE_ALONG)
        raise refusal(plant, question)

    def _with_matrices(self, question: Question = Question.MATRICES) -> FullMatrices:
        """The plant that answers a question, with its matrices in symbols."""
        return cast("FullMatrices", self.offering(question))  # what such questions are offered by

    @property
    def _unrolled_plant(self) -> UnrolledPlant:
        return cast("UnrolledPlant", self.offering(Question.PIVOTING))  # the only kind that offers it

    def in_full_matrices(self, question: str) -> Dynamics:
        """The dynamics in full matrices, which `question` needs: this, unless the machine runs as loops over types."""
        return Dynamics(self.plant.in_full_matrices(question))

    @property
    def rigid(self) -> Dynamics:
        """The same machine with its elastic shafts and belts rigid; all names, values and parameters are the same."""
        full = self.in_full_matrices("the machine with rigid couplings")
        if not full.equations.couplings:
            return full

        def make() -> Dynamics:
            return compiled_at(full.equations.with_rigid_couplings(), full.join, None, {})

        found: Dynamics = full.system.cached("rigid couplings", make)
        return found.with_parameters(full.given) if full.given else found

    # -- states --------------------------------------------------------------------------------------------------

    @checked_arguments
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
        are given as there are degrees of freedom, or none for the least kinetic energy: rest, unless constraints move.
        `chosen` of the state names the quantities that were chosen by this rule; all is the same in every formalism.

        A machine that runs as loops over types moves positions that are not given as little as it can, measured by the
        inertia, where it has loops; `chosen` is empty then: give as many as there are degrees of freedom.
        """
        start = (self.reference if near is None else self.check(near)).q
        time = finite_number("t", t, "s")
        return self.offering(Question.STATES).assemble(start, positions or {}, speeds or {}, time)

    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""
        q, v = contiguous("q", q), contiguous("v", v)  # lists of numbers are taken too
        return self.offering(Question.STATES).state(q, v, finite_number("t", t, "s"))

    @checked_arguments
    def state_at(self, trajectory: Trajectory, time: float) -> State:
        """The state of this machine in a trajectory of it, at a time (s): exact at samples, interpolated between them.

        So a run can begin where another one was.
        """
        names = (*self.coordinates, *self.speeds)
        missing = [name for name in names if name not in trajectory.channels]
        if missing:
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
            msg = f"the trajectory is not of this machine, {self.name!r}: it has no {', '.join(missing[:5])}{more}"
            raise ValueError(msg)
        found = trajectory.at(float(time), names)
        values = [float(found[name]) for name in names]
        return self.state(np.array(values[: len(self.coordinates)]), np.array(values[len(self.coordinates) :]), time)

    def check(self, state: State) -> State:
        """The state itself; one that is not of this machine, or not finite, is refused in words."""
        return self.plant.check(state)

    def on_constraints(self, state: State) -> State:
        """The state itself; one that is off its constraints is refused in words that name the joint and its gap."""
        self.plant.refuse_off_constraints(self.check(state))
        return state

    def _check_decided(self, state: State) -> State:
        """The state itself, if it is on its constraints and friction and stops are decided by it."""
        refuse_undecided(self, self.on_constraints(state))
        return state

    # -- questions -----------------------------------------------------------------------------------------------

    def forward(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, float]:
        """Accelerations: the derivative of every quantity's speed, under the quantity's name.

        Where a machine runs as loops over types and its links are kept, those of its own speeds; others are found in
        full matrices when they are looked up.
        """
        found = self.plant.forward_at_once(state, inputs)
        if found is not None:
            return found
        self._check_decided(state)
        return self.offering(Question.FORWARD).forward(state, checked_inputs(self.equations, inputs))

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
        elastic: Elastic | None = None,
    ) -> InputsFound: ...
    @overload
    def inverse(
        self,
        what: Motion | Trajectory,
        accelerations: None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        payload: Payload | None = None,
        actuation: Actuation | None = None,
        near: State | None = None,
        elastic: Elastic | None = None,
    ) -> Trajectory: ...

    @checked_arguments
    def inverse(
        self,
        what: State | Motion | Trajectory,
        accelerations: Mapping[str, float] | None = None,
        *,
        inputs: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        payload: Payload | None = None,
        actuation: Actuation | None = None,
        near: State | None = None,
        elastic: Elastic | None = None,
    ) -> Any:
        """Inputs for accelerations at a state (a mapping), or along a motion or an earlier run (a Trajectory).

        Of a trajectory of this machine an independent set of positions is followed, interpolated by quintic splines;
        samples too coarse for that are refused. Another set: `lw.Motion.from_samples(run.time, {name: run[name]})`.

        `inputs` are those whose values are known (a load force, a drive that is off), numbers or laws; the others are
        found. `wrenches` act on named points, `{"platform.P": (fx, fy, mz)}` in world axes (six components in space;
        numbers or laws); `payload` is carried at a point (`lw.Payload`). With more drives than degrees of freedom
        `actuation` says how they share the load (`lw.actuation`). `near` is a state of the assembly mode that a motion
        starts in (default: the reference configuration). Every answer is put into forward dynamics; `certificate` of
        the result says how well the accelerations come back.

        `elastic` says how elastic shafts and belts are taken where the motion leaves their twists open, as one of the
        pose does: "rigid"; "unloaded", without twist, which along a motion comes to the same; "static", twisted by the
        torque that they carry over their stiffness, with the rates of the twists neglected (along a motion only).
        """
        question = Question.INVERSE_ALONG
        if elastic is not None:
            return self._inverse_of_couplings(
                what, inverse_module.Question(accelerations, inputs, wrenches, payload, actuation, near), elastic
            )
        if isinstance(what, State):
            self._check_decided(what)
            more = any(given is not None for given in (wrenches, payload, actuation, near))
            if accelerations is not None and not more:
                return self.offering(Question.INVERSE).inverse(what, accelerations, inputs)
            question = Question.INVERSE_WITH_LOADS
        request = inverse_module.Question(accelerations, inputs, wrenches, payload, actuation, near)
        return inverse_module.inverse(self._with_matrices(question), what, request)

    def _inverse_of_couplings(
        self, what: State | Motion | Trajectory, request: inverse_module.Question, elastic: Elastic
    ) -> Any:
        """Inverse dynamics with elastic couplings taken in one of three ways."""
        full, rigid = self.in_full_matrices("inverse dynamics with elastic couplings"), self.rigid
        if not full.equations.couplings:
            raise no_couplings(full.equations, elastic)
        couplings = Couplings(elastic, full)
        if isinstance(what, Trajectory):
            raise couplings.trajectory()
        if isinstance(what, State):
            couplings.refuse_at_state()
            refuse_undecided(rigid, rigid.on_constraints(what))
        return inverse_module.inverse(rigid, what, replace(request, couplings=couplings))

    @checked_arguments
    def terms(self, state: State, coordinates: Sequence[str] | None = None) -> terms_module.Terms:
        """Inertia, velocity terms, gravity and inputs in any independent set of quantities, by body and in total."""
        self._check_decided(state)
        return terms_module.terms(self._with_matrices(Question.TERMS), state, coordinates)

    def reactions(self, state: State, inputs: Mapping[str, float] | None = None) -> Reactions:
        """Joint reactions by name, from the free-body balance; those that are not unique are NaN and listed."""
        self._check_decided(state)
        return self.offering(Question.REACTIONS).reactions(state, checked_inputs(self.equations, inputs))

    def cut_multipliers(self, state: State, inputs: Mapping[str, float] | None = None) -> dict[str, dict[str, float]]:
        """Multipliers at each joint where a loop was cut (`formalisms.denoc`), by component (N, N m).

        They act on the joint's second part, in the axes of its frame on the first part.
        """
        self._check_decided(state)
        return self.offering(Question.CUT_MULTIPLIERS).cut_multipliers(state, checked_inputs(self.equations, inputs))

    def energy(self, state: State, inputs: Mapping[str, float] | None = None) -> Energy:
        """Kinetic and potential energy (J), and the powers of sources and losses (W) if inputs are given."""
        u = None if inputs is None else checked_inputs(self.equations, inputs)
        return self.offering(Question.ENERGY).energy(self.on_constraints(state), u)

    def complement(self, state: State, previous: Array | None = None) -> Array:
        """Complement S (n, k) with A S = 0, by the join's kernel (SVD where it has none).

        With `previous` (the S of a state nearby) an orthonormal or projected S is turned to be as near to it as it can
        (orthogonal Procrustes), so that it is smooth along a path; a partition keeps its choice of variables.
        """
        return self._with_matrices(Question.COMPLEMENT).complement(self.on_constraints(state), previous)

    def levels(self, state: State, inputs: Mapping[str, float] | None = None) -> Levels:
        """Elimination of the constraints level by level, every matrix as numbers with names (Orsino 2017).

        By `joins.Complement(kernel)` A_k, b_k, C_k and S_k = S_{k-1} C_k; by `joins.UdwadiaKalaba()` H_k, K_k, P_k and
        accelerations and residuals after each level. `levels["S_2"]` is an array; `print(levels)` shows all.
        """
        self._check_decided(state)
        check_levels_exist(self.equations, self.plant.constraint_count, self.join)
        return self._with_matrices(Question.COMPLEMENT).levels(state, checked_inputs(self.equations, inputs))

    def twists(self, state: State) -> Twists:
        """Twists t = N v of the bodies with N = N_l N_d and the rates of all three, as numbers (`formalisms.denoc`).

        `twists["N_l"]` is an array, `twists.block("N_d", body, joint)` a part of it; `print(twists)` shows all.
        """
        check_links_exist(self.equations)
        return twists(self.in_full_matrices("twists by N_l and N_d"), self.on_constraints(state))

    @property
    def functions(self) -> ArrayFunctions:
        """Arrays in, arrays out, also in batches: forward dynamics without names."""
        return self.offering(Question.FUNCTIONS).functions

    def stepper(self, *, step: float = 1e-3, integrator: Any = None, duration: float = 3600.0) -> Stepper:
        """The machine one step (s) after another, with inputs that the caller decides between them.

        For controllers and learning environments in Python: `stepper.reset(state)`, then `q, v = stepper.step(u)`, each
        projected on the constraints as in a run; `stepper.outcome` says how a motion ended, None while it goes on.
        `integrator` is an object of `lw.integrators` (default: `RungeKutta4(step)`); a fixed step of its own must make
        up `step` a whole number of times. A motion ends `duration` (s) after a reset at the latest.
        """
        return stepper_of(self, step=step, integrator=integrator, duration=duration)

    def c_source(self) -> str:
        """C source of the forward dynamics (t, q, v, u, p) -> v', pivots, residual of dropped rows."""
        return self._with_matrices(Question.C_SOURCE).c_source()

    # -- for analysis and simulation, which work on the matrices of the whole machine ------------------------------

    @cached_property
    def system(self) -> System:
        """The equations as matrices of the whole machine, in symbols."""
        return self._with_matrices().system

    @property
    def assembler(self) -> Assembler:
        """What finds configurations that close the joints."""
        return self._with_matrices().assembler

    @property
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""
        return self.plant.generic_rank

    @property
    def usual_rows(self) -> frozenset[int]:
        """Constraint rows that are independent where the machine was compiled; none where they were not chosen."""
        return self._with_matrices().usual_rows

    @property
    def pivoting_place(self) -> tuple[float, Array]:
        """Time and coordinates where the first rows and pivots are taken; the reference configuration if none are."""
        return self._with_matrices().pivoting_place

    def at_values(self, p: Array) -> Dynamics:
        """The same dynamics with parameter values as an array; its reference configuration stays."""
        return Dynamics(self._with_matrices().at_values(p))

    def with_system(self, system: System, p: Array) -> Dynamics:
        """The same dynamics with loads added to its matrices, and with the values of their parameters behind p."""
        return Dynamics(self._with_matrices().with_system(system, p))

    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array, for inputs as an array; the rank is watched."""
        if type(state) is not State:
            self.check(state)
        return self.offering(Question.FORWARD).accelerations(state, self._input_values(u))

    def _input_values(self, u: Array) -> Array:
        """The inputs as they are, where they are one number each."""
        if type(u) is np.ndarray and u.ndim == 1 and u.size == len(self.inputs):
            return u
        try:
            values = real_array(u).ravel()
        except (TypeError, ValueError, RuntimeError, NotImplementedError):
            values = np.zeros(0)
        if values.size != len(self.inputs) or not isinstance(u, (np.ndarray, Sequence)):
            names = ", ".join(self.inputs) or "none"
            msg = f"u is {u!r:.80}; expected an array of {len(self.inputs)} numbers, one for each input: {names}"
            raise ValueError(msg)
        return values

    @checked_arguments
    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' (T, n) at many states; p for all of them (np,), or a row for each (T, np)."""
        if np.ndim(time) != 1:
            msg = f"time has the shape {np.shape(time)}; expected (T,), one for each state"
            raise ValueError(msg)
        for name, given in (("Q", Q), ("V", V), ("U", U)):
            if np.ndim(given) != 2 or len(given) != len(time):
                msg = f"{name} has the shape {np.shape(given)}; expected ({len(time)}, n), a row for each time"
                raise ValueError(msg)
        return self._with_matrices().accelerations_along(time, Q, V, U, p)

    @checked_arguments
    def apply_join(self, state: State, u: Array) -> Joined:
        """Accelerations on LAPACK, with complement, ranks and residuals of every level."""
        return self._with_matrices().apply_join(state, self._input_values(u))

    def avoid_coordinate_singularities(self, state: State, u: Array) -> None:
        """Refuse a state near which coordinates or constraints have no meaning (Euler angles, a flat disc)."""
        self._with_matrices().avoid_coordinate_singularities(state, u)

    def coordinate_singularities_near(self, state: State, u: Array, within: float) -> list[str]:
        """Words of the coordinate singularities whose expressions are not above `within` at a state."""
        return self._with_matrices().coordinate_singularities_near(state, u, within)

    @checked_arguments
    def numbers(self, state: State, u: Array, *, loads: bool = True) -> tuple[Array, Array, Array, Array]:
        """M, f, A, b at a state; what is not finite is refused, with the loads (if they matter) or constraints."""
        return self._with_matrices().numbers(state, self._input_values(u), loads=loads)

    @property
    def first_pivoting(self) -> Pivoting:
        """Rows and pivots that questions and runs begin with: taken at the reference configuration, or beside it."""
        return self._unrolled_plant.first_pivoting

    @property
    def usual_pivoting(self) -> Pivoting | None:
        """The same; None where it is refused at the reference configuration and beside it."""
        return self._unrolled_plant.first.pivoting

    @property
    def changes(self) -> Recent:
        """Changes of pivots in runs, kept for the same run made again."""
        return self._unrolled_plant.pivotings.changes

    @checked_arguments
    def pivoting_at(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots for a state: the first ones where they are good enough, else those taken there."""
        return self._unrolled_plant.pivoting_at(state, self._input_values(u))

    def listed_pivotings(self) -> Iterator[Pivoting]:
        """Pivotings for configurations where the first is weak, in a fixed order."""
        return self._unrolled_plant.listed_pivotings()

    @checked_arguments
    def new_pivoting(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots taken at this state; refused where the constraints lose rank."""
        return self._unrolled_plant.new_pivoting(state, self._input_values(u))


@checked_but("equations", "join", "near")
def compile(equations: Equations, *, join: Join | None = None, near: State | None = None) -> Dynamics:
    """Join and compile equations: `join` says how constraint forces are eliminated.

    By default it fits the size of the machine: `joins.Recursion()` where the equations keep their links and are not
    multiplied out (`formalisms.denoc` above 24 bodies), else `joins.Complement()` up to 150 speeds, and above
    `joins.Multipliers()`, as loops over types; where these do not take the machine (dry friction, redundant
    constraints), `joins.Complement()` up to 600 speeds.

    Rows and pivots are chosen at `near` (default: the reference configuration at rest); where that is a singular
    configuration, at a state beside it.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> dynamics.inputs
    ('A.v', 'B.v', 'C.v')
    """
    if not isinstance(equations, Equations):
        msg = f"compile takes a Mechanism, or Equations that a formalism makes of one, got {type(equations).__name__}"
        raise TypeError(msg)
    if join is not None and not isinstance(join, Join):
        known = "joins.Complement(), joins.UdwadiaKalaba(), joins.Multipliers(), joins.Recursion()"
        msg = f"join={join!r}: expected one of {known}"
        raise TypeError(msg)
    if not isinstance(near, State | None):
        msg = f"near={near!r}: expected a State, as `assemble` of other Dynamics of the machine gives it, or None"
        raise TypeError(msg)
    linked, count = _has_links(equations), equations.sizes["v"]
    if join is not None:
        return _compile_by_join(equations, join, near)
    if linked or count <= Multipliers().largest:
        return _compile_by_join(equations, Recursion() if linked else Complement(), near)
    try:
        return _compile_by_join(equations, Multipliers(), near)
    except Refused:
        if count > Complement().largest:
            raise
        return _compile_by_join(equations, Complement(), near)


def _compile_by_join(equations: Equations, join: Join, near: State | None) -> Dynamics:
    """Dynamics by a join: as loops above the size that it is written out for, if the machine can be taken so."""
    count = equations.sizes["v"]
    linked = _has_links(equations)
    if linked and not isinstance(join, Recursion) and not too_large(equations):
        return compiled_at(written_out(equations), join, near, {})
    if not linked and count <= join.largest:
        return compiled_at(equations, join, near, {})
    try:
        return _compile_rolled(equations, join, near)
    except Refused:
        if linked or count > join.longest:
            raise
        return compiled_at(equations, join, near, {})


def _has_links(equations: Equations) -> bool:
    """Whether links are kept and not multiplied out."""
    return equations.links is not None and equations.links.twists is not None


def compiled_at(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> Dynamics:
    """Dynamics of a machine in full matrices, with the parameter values given."""
    kind = UnrolledPlant if join.compiled else LapackPlant
    return Dynamics(kind.compile(equations, join, near, given))


@collection_paused()
def _compile_rolled(equations: Equations, join: Join, near: State | None) -> Dynamics:
    """Dynamics of many parts by loops over types; joins that need full matrices are refused with their limit."""
    linked = _has_links(equations)
    if isinstance(join, Recursion):
        links_or_refuse(equations.name, equations.links)
    twists = getattr(equations.links, "twists", None)
    if equations.switched or getattr(twists, "switched", ()):
        reason = f"{equations.name} has dry friction or stops, which machines of this size do not take yet"
        raise Refused(reason, [])
    if isinstance(join, Recursion if linked else Multipliers):
        return Dynamics(RolledPlant.compile(equations, join, near))
    count = equations.sizes["v"]
    if linked:
        reason = (
            f"the links of {equations.name} ({count} speeds) are kept and not multiplied out, which only "
            f"joins.Recursion() takes, because {too_large(equations)}; take that, or derive by formalisms.modular for "
            "joins.Multipliers()"
        )
    else:
        reason = (
            f"{type(join).__name__} works on full matrices and should not be used above {join.largest} speeds; "
            f"{equations.name} has {count}. Take joins.Multipliers() (sparse), or formalisms.denoc with "
            "joins.Recursion(), both linear in the number of parts"
        )
    raise Refused(reason, [])

"""Plants: a machine as compiled code, whatever its size. The contract, the questions, and the one refusal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Protocol, Self
from weakref import WeakKeyDictionary

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.description import Description
from linkwright.dynamics.answers.energy import Energy
from linkwright.dynamics.answers.reactions import Reactions
from linkwright.dynamics.answers.record import SampleReadings
from linkwright.dynamics.closure.reference_notes import missed_values
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.state import State, StateLayout
from linkwright.dynamics.system.system import all_finite
from linkwright.equations import Equations


class Question(Enum):
    """Questions that a plant may or may not offer; the value is how a refusal names them."""

    __hash__ = object.__hash__  # each is one object; hashing its name would be a call of Python for every question

    STATES = "states that meet positions, speeds and constraints"
    FORWARD = "forward dynamics"
    INVERSE = "inverse dynamics at a state"
    INVERSE_WITH_LOADS = "inverse dynamics with wrenches, payload or actuation"
    INVERSE_ALONG = "inverse dynamics along a motion"
    ENERGY = "energy"
    DESCRIPTION = "the description"
    FUNCTIONS = "functions of arrays"
    REACTIONS = "reactions"
    CUT_MULTIPLIERS = "cut multipliers"
    TERMS = "the matrix of inertia and the terms of each body"
    COMPLEMENT = "the complement"
    MATRICES = "matrices of the whole machine"
    PIVOTING = "straight-line code"
    C_SOURCE = "C source"
    RUN = "simulation"
    JACOBIANS = "an integrator with exact Jacobians"
    KEEP_ENERGY = "keep_energy"
    EVENTS = "events"
    CONTACTS = "dry friction and stops in a run"
    STREAM = "streaming to disk"
    SAMPLED = "sampled control"


ALWAYS = frozenset(
    {
        Question.STATES, Question.FORWARD, Question.INVERSE, Question.ENERGY, Question.DESCRIPTION, Question.FUNCTIONS,
        Question.CUT_MULTIPLIERS, Question.RUN,
    }
)  # fmt: skip
"""What every plant must offer."""
THROUGH_FULL_MATRICES = frozenset(
    {
        Question.INVERSE_WITH_LOADS, Question.INVERSE_ALONG, Question.REACTIONS, Question.TERMS, Question.COMPLEMENT,
    }
)  # fmt: skip
"""What a plant that does not offer it may have answered by the same machine in full matrices."""


class ArrayFunctions(Protocol):
    """Arrays in, arrays out: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu)."""

    @property
    def backend(self) -> str:
        """What evaluates: llvm, vm or lapack."""

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv); NaN where the constraints are singular."""

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f that must be added to those at zero inputs to give v'."""

    def bound_forward(self, t: Array, q: Array, v: Array, u: Array, vdot: Array, fit: Array) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`."""


@dataclass(frozen=True, eq=False)
class Plant(ABC):
    """A machine as compiled code, for one set of parameter values; final kinds: unrolled, rolled, on LAPACK.

    To add a kind:

    1. Write `plants/<kind>/plant.py` with a final frozen dataclass that derives from `Plant` (or from `FullMatrices`,
       if it has the matrices of the whole machine in symbols, which gives all answers but accelerations).
    2. Say in `offers` which questions it answers: `ALWAYS`, and what else it can. All others are refused by `refusal`,
       which takes `because` (why the kind does not have it) and `instead` (what to do) from the kind.
    3. Implement the abstract methods. States that reach them were checked, inputs are arrays in order.
    4. If it cannot answer a question itself, but the same machine compiled otherwise can, return that plant from
       `in_full_matrices`.
    5. Let `compiling.compile` choose it for a join or a size, and register a `RankWatch` for it
       (`simulation.loop.watches`), which says how a run notices singular configurations.
    """

    equations: Equations
    join: Join
    given: Mapping[str, float]
    p: Array
    reference: State

    # -- what it offers ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def offers(self) -> frozenset[Question]:
        """Questions that it answers itself."""

    @property
    @abstractmethod
    def layout(self) -> StateLayout:
        """Where q, v, x, works and counted angles stand in the state y of a run, with their names."""

    @property
    @abstractmethod
    def constraint_count(self) -> int:
        """Number of constraint rows."""

    @property
    @abstractmethod
    def generic_rank(self) -> int:
        """Rank of the constraints in general position."""

    @property
    def degrees_of_freedom(self) -> int:
        """Speeds that the constraints leave open; further states (of filters, of bristles) are none."""
        return len(self.speeds) - len(self.equations.states) - self.generic_rank

    @abstractmethod
    def because(self, question: Question) -> str:
        """Why it does not offer a question, as the end of a sentence."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """The kind and its size, in words."""

    @property
    @abstractmethod
    def instead(self) -> str:
        """What to do where a question is not offered, as a sentence."""

    @abstractmethod
    def in_full_matrices(self, question: str, *, code: bool = False) -> Plant:
        """The machine with its matrices in symbols, which `question` needs; refused where it is too large.

        `code` says that the question compiles straight-line code of the whole machine.
        """

    # -- values and names ----------------------------------------------------------------------------------------

    @cached_property
    def missed_values(self) -> tuple[str, ...]:
        """Values of the description that the reference configuration does not have, in words."""
        return tuple(missed_values(self.equations, self.p, self.reference))

    @cached_property
    def reference_notes(self) -> tuple[str, ...]:
        """What is to be said of the reference configuration."""
        return self.missed_values

    @abstractmethod
    def with_parameters(self, given: Mapping[str, float], p: Array) -> Self:
        """The same code for other parameter values, with the reference configuration of these; nothing is compiled."""

    @property
    @abstractmethod
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""

    @property
    def name(self) -> str:
        """Name of the machine."""
        return str(self.equations.name)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in order."""
        return tuple(label.name for label in self.equations.inputs)

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q, in order."""
        return tuple(self.equations.coordinate_names)

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds v, in order; a prime marks the rate of a coordinate."""
        return tuple(self.equations.speed_names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the coordinates and of the speeds, in order."""
        return (*self.coordinates, *self.speeds)

    @property
    def zero_inputs(self) -> Array:
        """All inputs zero."""
        return np.zeros(len(self.equations.inputs))

    # -- states --------------------------------------------------------------------------------------------------

    @abstractmethod
    def assemble(self, q: Array, positions: Mapping[str, float], speeds: Mapping[str, float], t: float) -> State:
        """A state that meets positions, speeds and all constraints, near coordinates q."""

    @abstractmethod
    def state(self, q: Array, v: Array, t: float = 0.0) -> State:
        """A state from arrays, with all quantities read."""

    @abstractmethod
    def refuse_off_constraints(self, state: State) -> None:
        """Refuse a state that is off its constraints, in words that name the joint and its gap."""

    def check(self, state: State) -> State:
        """The state itself; one that is not of this machine, or not finite, is refused in words."""
        if not isinstance(state, State):
            msg = f"state: got {type(state).__name__}, expected a State (dynamics.assemble makes one)"
            raise TypeError(msg)
        faults = self.faults_of(state)
        if faults:
            raise ValueError("; ".join(faults))
        return state

    def faults_of(self, state: State) -> list[str]:
        """Return what is wrong with a state for this machine, in words."""
        faults = []
        for name, values, names in (("q", state.q, self.coordinates), ("v", state.v, self.speeds)):
            if values.shape != (len(names),):
                shapes = f"shape {values.shape}, expected ({len(names)},) for {self.name}"
                faults.append(f"state: {name} has {shapes}; it is of another machine")
            elif not all_finite(values):
                bad = ", ".join(names[k] for k in np.flatnonzero(~np.isfinite(values)))
                faults.append(f"state: {name} is not finite in {bad}")
        if not faults and state.names and state.names != self.names:
            faults.append(
                f"state: it is of another machine, or in other coordinates ({', '.join(state.names):.200}); "
                f"{self.name} has {', '.join(self.names):.200}: take a state that this Dynamics makes (assemble, state)"
            )
        return faults

    # -- answers -------------------------------------------------------------------------------------------------

    @abstractmethod
    def accelerations(self, state: State, u: Array) -> Array:
        """v' as an array."""

    @abstractmethod
    def forward(self, state: State, u: Array) -> dict[str, float]:
        """The derivative of every quantity's speed, under the quantity's name."""

    def forward_at_once(self, state: State, inputs: Mapping[str, Any] | None) -> dict[str, float] | None:
        """`forward` with all checks of state and inputs, where nothing is unusual and it takes less time so; else None.

        What is unusual is put in words by those checks.
        """
        del state, inputs
        return None

    @abstractmethod
    def inverse(
        self, state: State, accelerations: Mapping[str, float], inputs: Mapping[str, Any] | None
    ) -> dict[str, float]:
        """Inputs for accelerations; `inputs` are known ones."""

    @abstractmethod
    def energy(self, state: State, u: Array | None) -> Energy:
        """Energies, and powers if inputs are given."""

    @abstractmethod
    def reactions(self, state: State, u: Array) -> Reactions:
        """Joint reactions by name, from the free-body balance."""

    @abstractmethod
    def cut_multipliers(self, state: State, u: Array) -> dict[str, dict[str, float]]:
        """Multipliers at each joint where a loop was cut, by component."""

    @abstractmethod
    def describe(self) -> Description:
        """Names, units and meanings of everything."""

    @abstractmethod
    def read(self, time: Array, Q: Array, V: Array, U: Array, counted: Array | None = None) -> SampleReadings:
        """Readings at samples; `counted` are the turns of angles that a run counted, where it did."""

    @property
    @abstractmethod
    def moving_constraints(self) -> bool:
        """Whether constraints move by themselves, and do work."""

    @property
    @abstractmethod
    def shelf(self) -> WeakKeyDictionary[Any, Any]:
        """What trajectories keep here as long as the machine lives, one for all parameter values."""

    @property
    @abstractmethod
    def functions(self) -> ArrayFunctions:
        """Arrays in, arrays out."""


def refusal(plant: Plant, question: Question | str, reason: str = "") -> Refused:
    """What is said where a plant does not offer a question: the question, the machine, why, and what to do.

    `question` may be words for a use of something more general; then `reason` is given.
    """
    words = question if isinstance(question, str) else question.value
    why = reason or (plant.because(question) if isinstance(question, Question) else "")
    return Refused(
        f"{words} of {plant.name}: not offered by {plant.join!r} {plant.kind}, because {why}. {plant.instead}"
    )

"""Machines written out as straight-line code, with rows and pivots taken at a state and watched elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, final

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.answers.location import singular
from linkwright.dynamics.answers.terms import check_chosen
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.full_matrices import WITH_MATRICES, FullMatrices, prepare_plant
from linkwright.dynamics.plants.unrolled.by_names import OneQuestion
from linkwright.dynamics.plants.unrolled.functions import UnrolledFunctions
from linkwright.dynamics.plants.unrolled.pivoting import COMFORTABLE, WEAK_PIVOT, First, Pivoting, bytes_of, good
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import requirement_faults
from linkwright.dynamics.system.stored import stored_numbers
from linkwright.dynamics.system.system import Recent, System, call_function, constraint_matrix, matrices, numeric
from linkwright.equations import Equations

MOST_PLACES = 32
"""States whose pivotings, and changes of pivotings, that are kept for the same run made again."""


MOST_PROBES, LONGEST_LIST = 32, 8
"""Configurations that are looked at for the list of pivotings of a machine, and how long that may become. The planar
3RRR has four that serve nearly everywhere; each costs a tenth of a second to compile, a configuration a millisecond."""

PROBES_AT_ONCE = 8
"""Configurations whose joints are closed together."""

SPREADS = (1.0, 2.0, 3.0)
"""How far (rad, or machine sizes) coordinates are moved for that from the reference configuration, in turns: three
times all around leave no configuration out; nearer ones are those that runs come to first."""


@dataclass(eq=False)
class Pivotings:
    """What follows from the system, its parameter values and its reference configuration, kept once it was found.

    Nothing else enters, neither questions nor runs before; it is shared only by plants for which all these are the
    same, but for parameters of loads. `taken` are pivotings by the bytes of (t, q, v, u, p); `changes` those that runs
    went on with, by all that they decided it from. `in_order` gives those of the machine.
    """

    _first: First | None = None
    taken: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)
    changes: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)
    _listed: list[Pivoting] = field(default_factory=list, repr=False)
    _places: list[Array | None] = field(default_factory=list, repr=False)
    _probed: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def first(self, plant: FullMatrices) -> First:
        """Generic rank and first pivoting; found when they are first needed."""
        if self._first is None:
            usual = described(plant)
            if usual is None or usual.pivotings is self:
                self._first = first(plant)
            elif same_values(usual, plant):
                self._first = usual.first
            else:
                self._first = first(plant, usual.first.pivoting)
        return self._first

    def in_order(self, plant: FullMatrices) -> Iterator[Pivoting]:
        """Pivotings for configurations where the first is weak, in a fixed order; found as far as they are asked for.

        Whoever needs other pivots takes the first of the list that is good at its state. So runs from many states share
        a few structures, although none knows of the others. The list is that of the machine as it is described, so that
        runs with other parameter values share them too.
        """
        usual = described(plant)
        if usual is not None and usual.pivotings is not self:
            yield from usual.listed_pivotings()
            return
        number = 0
        while True:
            with self._lock:
                while number == len(self._listed) and self._probed < MOST_PROBES and number < LONGEST_LIST:
                    if self._probed == len(self._places):
                        some = range(self._probed, min(self._probed + PROBES_AT_ONCE, MOST_PROBES))
                        self._places += places(plant, self.first(plant), some)
                    found = stored_probe(plant, self.first(plant), self._listed, self._places, self._probed)
                    self._probed += 1
                    self._listed += [] if found is None else [found]
                if number == len(self._listed):
                    return
                found = self._listed[number]
            yield found
            number += 1


def places(plant: FullMatrices, first: First, numbers: Sequence[int]) -> list[Array | None]:
    """Configurations beside the reference configuration, by number; None where joints do not close from there."""
    if first.pivoting is None:
        return [None for _ in numbers]
    p, n = first.pivoting.at[-1], plant.system.q.numel()  # parameters of loads may differ by now; they decide nothing
    directions = np.array([np.random.default_rng(k).uniform(-1, 1, n) for k in numbers])
    spreads = np.array([SPREADS[k % len(SPREADS)] for k in numbers])[:, None] * Scales.of(plant.system, p).coordinates
    t, starts = plant.reference.t, plant.reference.q + spreads * directions

    def find() -> Array:
        Q, closed = plant.assembler.close_many(t, starts, p)
        return np.where(np.asarray(closed)[:, None], Q, np.nan).ravel()

    given = np.array([t]).tobytes() + starts.tobytes()
    # Where bodies turn freely in space the search takes long; elsewhere it is as soon made as looked up.
    known = plant.system.units and plant.system.g.numel()
    Q = stored_numbers(plant.system, "places of pivotings", p, given, find) if known else find()
    Q = Q.reshape(starts.shape)
    return [None if np.isnan(q).any() else q for q in Q]


def stored_probe(
    plant: FullMatrices, first: First, listed: Sequence[Pivoting], places: Sequence[Array | None], number: int
) -> Pivoting | None:
    """The same as `probe` at a place; whether it gives one is kept on disk, so that no code is written to see that."""
    q = places[number]
    if first.pivoting is None or q is None:
        return None
    fresh: list[Pivoting | None] = []

    def find() -> Array:
        fresh.append(probe(plant, first, listed, q))
        return np.array([float(fresh[0] is not None)])

    # All that decides: the places so far, the join and where the first pivoting was taken.
    given = (
        repr(plant.join).encode()
        + first.pivoting.place
        + b"".join(b"open" if place is None else place.tobytes() for place in places[: number + 1])
    )
    (taken,) = stored_numbers(plant.system, f"pivoting {number} of the list", first.pivoting.at[-1], given, find)
    if fresh:
        return fresh[0]
    at = (plant.reference.t, q, np.zeros(plant.system.n), plant.zero_inputs, first.pivoting.at[-1])
    return Pivoting.make(plant.system, plant.join, at) if taken else None


def probe(plant: FullMatrices, first: First, listed: Sequence[Pivoting], q: Array | None) -> Pivoting | None:
    """The pivoting at a configuration that neither the first nor a listed one is good for, if it is so."""
    if first.pivoting is None or q is None:
        return None
    system, t, p = plant.system, plant.reference.t, first.pivoting.at[-1]
    at = (t, q, np.zeros(system.n), plant.zero_inputs, p)
    # What numbers of the constraints show to be weak needs no code.
    A = call_function(constraint_matrix(system), t, q, at[2], p)[0][None]
    good = (known for known in (first.pivoting, *listed) if not known.is_weak(A, COMFORTABLE))
    if any(known.is_good(at, COMFORTABLE) for known in good):
        return None
    try:
        found = Pivoting.make(system, plant.join, at)
    except Refused:
        return None
    if len(found.kept_rows) != first.generic_rank:
        return None
    # Here its pivots are their reference values; only rows that were dropped can be amiss, or numbers not finite.
    finite = all(np.isfinite(part).all() for part in call_function(matrices(system), *at))
    return found if finite and (not found.dropped_rows or found.is_good(at, WEAK_PIVOT)) else None


def described(plant: FullMatrices) -> UnrolledPlant | None:
    """The same machine with the parameter values of its description; None where it cannot be assembled with them.

    Its structures are tried first for other values: which values a plant had before decides nothing.
    """
    if not isinstance(plant, UnrolledPlant):
        return None

    def make() -> UnrolledPlant | None:
        try:
            p = plant.equations.parameters.values({})
            if p.size != plant.p.size:
                return None  # loads were added, whose parameters are not described
            found = plant.with_parameters({}, p)
        except (Refused, ValueError):
            return None
        known = first(found)
        return None if known.pivoting is None else replace(found, pivotings=Pivotings(known))

    found: UnrolledPlant | None = plant.system.cached(("as described", plant.join), make)
    return found


def same_values(plant: FullMatrices, other: FullMatrices) -> bool:
    """Whether two plants of a machine have the same parameter values and reference configuration, to the last bit."""
    return bytes_of((plant.p, plant.reference.q)) == bytes_of((other.p, other.reference.q))


def first(plant: FullMatrices, usual: Pivoting | None = None) -> First:
    """Generic rank and first pivoting, with the structure of a usual one where that is good.

    Inertia may be missing at the reference configuration alone; where it is missing beside it too, it is nowhere.
    """
    reference, u = plant.reference, plant.zero_inputs
    # The rank in general position: a reference configuration may be singular, a state beside it hardly is.
    here, beside = plant.rank_at(reference), plant.beside(reference)
    there = plant.rank_at(beside) if beside is not None else -1
    start, rank = reference if here >= there or beside is None else beside, max(here, there)
    try:
        plant.avoid_coordinate_singularities(start, u)
    except Refused as error:
        return First(rank, start, None, error)
    usual = usual if usual is not None and len(usual.kept_rows) == rank else None
    # Taken at the first of the two states that allows it; what the reference configuration refused is kept to be said.
    refusal = None
    for state in [start] if beside is None or start is beside else [start, beside]:
        try:
            at = (state.t, state.q, state.v, u, plant.p)
            found = Pivoting.make(plant.system, plant.join, at, usual=usual)
        except Refused as error:
            refusal = refusal or error
        else:
            return First(rank, state, found, refusal)
    return First(rank, start, None, refusal)


def with_pivots(plant: UnrolledPlant, *, given_state: bool) -> UnrolledPlant:
    """The plant itself, refused where neither the reference configuration nor a state beside it allows pivots.

    A state that was given for the reference configuration has to allow them itself.
    """
    first = plant.first
    plant.avoid_coordinate_singularities(first.state, plant.zero_inputs)
    if plant.equations.chosen:
        check_chosen(plant, first.state)
    if first.refusal is not None and (first.pivoting is None or given_state):
        raise first.refusal
    return plant


MOST_VALUES = 8
"""Sets of values of loads for which it is kept what is known of the pivots."""
OFFERS = WITH_MATRICES | {Question.PIVOTING, Question.JACOBIANS, Question.KEEP_ENERGY, Question.CONTACTS}


@final
@dataclass(frozen=True, eq=False)
class UnrolledPlant(FullMatrices):
    """A machine as straight-line code; `pivotings` is what is known of rows and pivots for these parameter values."""

    pivotings: Pivotings

    @staticmethod
    def compile(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> UnrolledPlant:
        """The plant of equations; rows and pivots are taken at `near` (default: the reference configuration)."""
        system, assembler, p, reference = prepare_plant(equations, near, given)
        plant = UnrolledPlant(equations, join, given, p, reference, system, assembler, Pivotings())
        return with_pivots(plant, given_state=near is not None)

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

    def with_join(self, join: Join) -> UnrolledPlant:
        """The same machine by another join, as if compiled by it: matrices and reference configuration are shared."""
        return with_pivots(replace(self, join=join, pivotings=Pivotings()), given_state=False)

    def at_values(self, p: Array) -> UnrolledPlant:
        """The same plant with parameter values of loads as an array: rank and first pivoting stay."""
        assert self.first is not None  # found by these values, not by whichever are given first
        return replace(self, p=p)

    def with_system(self, system: System, p: Array) -> UnrolledPlant:
        """The same plant with loads added to its matrices; what is known of its pivots is kept by the values."""
        known: Recent = system.cached("pivotings", lambda: Recent(MOST_VALUES))
        state, join = self.first.state, self.join.with_loads
        at = (state.t, state.q, state.v, self.zero_inputs, p)
        found: Pivotings | None = known.get(bytes_of(at))
        if found is None:
            try:
                first = First(self.generic_rank, state, Pivoting.make(system, join, at))
            except Refused as refusal:
                first = First(self.generic_rank, state, None, refusal)
            found = known[bytes_of(at)] = Pivotings(first)
        return replace(self, join=join, system=system, p=p, pivotings=found)

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
        return frozenset() if first is None else frozenset(first.kept_rows)

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
        """Rows and pivots for a state: the first ones or listed ones that are good enough, else those taken there."""
        found, at = self.first.pivoting, (state.t, state.q, state.v, u, self.p)
        if found is not None and found.is_good(at, WEAK_PIVOT):
            return found
        listed = next((other for other in self.listed_pivotings() if other.is_good(at, COMFORTABLE)), None)
        return self.new_pivoting(state, u) if listed is None else listed

    def listed_pivotings(self) -> Iterator[Pivoting]:
        """Pivotings for configurations where the first is weak, in a fixed order."""
        return self.pivotings.in_order(self)

    def new_pivoting(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots taken at this state; refused where the constraints lose rank."""
        at = (state.t, state.q, state.v, u, self.p)
        # The same run made again comes through the same states.
        place = bytes_of(at)
        found: Pivoting | None = self.pivotings.taken.get(place)
        if found is not None:
            return found
        self.numbers(state, u, loads=False)  # refused where they are not finite
        found = Pivoting.make(self.system, self.join, at, self._usual_inertia)
        if len(found.kept_rows) < self.generic_rank:
            raise singular(self, state)
        if not found.is_good(at, WEAK_PIVOT):
            self.apply_join(state, u)  # says so if loads are not finite or constraints contradict each other here
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

    def forward_at_once(self, state: State, inputs: Mapping[str, Any] | None) -> dict[str, float] | None:
        """From the second question of a thread on, for machines without contacts, which a state may leave undecided."""
        own = self._own
        try:
            one: OneQuestion | None = own.one
        except AttributeError:
            own.one = None  # a single question is answered sooner without
            return None
        if one is None:
            first = self.first.pivoting
            if first is None or self.equations.switched:
                return None
            one = own.one = OneQuestion(self, first)
        return one(state, inputs)

    @cached_property
    def _own(self) -> threading.local:
        """What each thread has of its own."""
        return threading.local()

    def accelerations_along(self, time: Array, Q: Array, V: Array, U: Array, p: Array) -> Array:
        """v' at many states, in batches; a state where there are none is refused."""
        # Rows that stay NaN are singular; the question for one state says what is wrong there.
        result = self.functions.rows((np.ascontiguousarray(time[:, None]), Q, V, U, np.ascontiguousarray(p)))
        finite = np.isfinite(result)
        if finite.all():  # nearly always
            return result
        values = np.broadcast_to(p, (len(time), p.shape[-1]))
        for k in np.flatnonzero(~finite.all(axis=1)).tolist():
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

    def pivots_at(self, state: State) -> Mapping[int, int]:
        """Columns that the compiled elimination solves for, by row."""
        return dict(self.pivoting_at(state, self.zero_inputs).structure.ranking.pivots.pivots)

    @cached_property
    def functions(self) -> UnrolledFunctions:
        """Arrays in, arrays out, also in batches."""
        return UnrolledFunctions(self, self)

    def c_source(self) -> str:
        """C source of the forward dynamics (t, q, v, u, p) -> v', pivots, residual of dropped rows."""
        return codegen.c_source({"forward": self.first_pivoting.forward})

"""Machines written out as straight-line code, with rows and pivots taken at a state and watched elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol, Self, TypeAlias, final

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.answers.location import singular
from linkwright.dynamics.answers.terms import check_chosen
from linkwright.dynamics.closure.consistency import OFF, largest_residual
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement, Join
from linkwright.dynamics.joins.elimination import Straight, check_determined, solve_ldl
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.plant import Question
from linkwright.dynamics.plants.full_matrices import WITH_MATRICES, FullMatrices, prepare_plant
from linkwright.dynamics.plants.functions import batch_of, forces
from linkwright.dynamics.plants.unrolled.one_state import OneState, usable_forward
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import rates_function, requirement_faults
from linkwright.dynamics.system.system import Recent, System, all_finite, call_function, matrices, numeric
from linkwright.equations import Equations
from linkwright.symbolic import select_rows

WEAK_PIVOT = 0.02
"""A pivot that has shrunk to this share of its reference value asks for another pivoting: at 1/50 about two digits of
the sixteen are at risk, and another pivoting costs a millisecond."""

COMFORTABLE = 5 * WEAK_PIVOT
"""A pivoting of earlier is taken up again only if its pivots are well above what would ask for another one."""

DROPPED = 1e-6
"""Residual of a row dropped as redundant, over the size of its terms, above which it is no longer redundant; rounding
and projection leave less than 1e-9."""

MOST_STRUCTURES = 128
"""Structures of one machine that are kept, with what is compiled of them."""
MOST_KERNELS = 16
"""Kernels and loops, each for other integrators, inputs and events, that are kept of one structure."""

Arguments: TypeAlias = tuple[float, Array, Array, Array, Array]
"""(t, q, v, u, p), as functions of a machine take them."""


@dataclass(frozen=True, eq=False)
class Structure:
    """Straight-line code of a join with one set of rows and pivots; `compiled` keeps what was compiled of it lately."""

    system: System
    join: Join
    code: Straight
    compiled: Recent = field(default_factory=lambda: Recent(MOST_KERNELS))

    @cached_property
    def unsigned(self) -> int:
        """Number of pivots whose sign says nothing; they come before the others."""
        return int(self.code.pivots.numel())

    @cached_property
    def pivots(self) -> ca.SX:
        """All pivots: those of the code, then those that change sign at a singular configuration."""
        signed = [expression for expression, _ in self.system.coordinate_singularities]
        return ca.densify(ca.veccat(self.code.pivots, self.code.signed, *signed))

    @cached_property
    def size(self) -> int:
        """Number of all pivots."""
        return int(self.pivots.numel())

    @cached_property
    def _repeats(self) -> list[bool]:
        """Whether each of all pivots is one of those without sign, once more."""
        found = [entry.element_hash() for entry in ca.vertsplit(self.pivots)] if self.size else []
        first = set(found[: self.unsigned])
        return [k >= self.unsigned and entry in first for k, entry in enumerate(found)]

    @cached_property
    def _twice(self) -> list[int]:
        """Which of the pivots without sign are among those with one too."""
        found = [entry.element_hash() for entry in ca.vertsplit(self.pivots)] if self.size else []
        with_sign = set(found[self.unsigned :])
        return [k for k, entry in enumerate(found[: self.unsigned]) if entry in with_sign]

    @cached_property
    def dropped_residual(self) -> ca.SX:
        """Largest residual of a dropped row over the size of its terms."""
        return ca.mmax(self.code.dropped) if self.code.dropped.numel() else ca.SX(0)

    @cached_property
    def pivot_values(self) -> ca.Function:
        """(t, q, v, u, p) -> all pivots."""
        return self.system.function("pivots", [self.pivots])

    def quality(self, scales: ca.SX, *, signed: bool = True) -> ca.SX:
        """Smallest pivot over its reference value, and the largest residual of a dropped row.

        The `scales` are 1 over the reference values. A run must see that it has stepped over a singular configuration:
        if they have the signs of the side where the run was, the first is negative then. Without `signed` it is not:
        the code is as good on the other side.
        """
        count = self.unsigned
        # Pivots of a partition stand in both lists: one of them is enough, with its sign where that counts.
        twice = set(self._twice) if signed else set()
        first = [k for k in range(count) if k not in twice]
        ratios = [ca.fabs(select_rows(self.pivots, first) * select_rows(scales, first))] if first else []
        rest = [k for k in range(count, self.size) if signed or not self._repeats[k]]
        if rest:
            with_sign = select_rows(self.pivots, rest) * select_rows(scales, rest)
            ratios.append(with_sign if signed else ca.fabs(with_sign))
        return ca.vertcat(ca.mmin(ca.vertcat(*ratios)) if ratios else ca.SX(1), self.dropped_residual)

    @cached_property
    def watched_forward(self) -> ca.Function:
        """(t, q, v, u, p, 1 over reference pivots) -> v', pivot quality without regard to signs."""
        scales = ca.SX.sym("scales", max(1, self.size))
        return self.system.function("watched", [self.code.vdot, self.quality(scales, signed=False)], [scales])

    @cached_property
    def forward_by_names(self) -> ca.Function:
        """(t, q, v, u, p, scales of gaps, rows, speeds, pivots) -> largest residual, v', pivot quality, named rates.

        Its parts are the functions that are evaluated one by one elsewhere: the numbers are the same.
        """
        system = self.system
        gaps, rows, speeds = (ca.SX.sym("s", x.numel()) for x in (system.g, system.phi, system.v))
        pivots = ca.SX.sym("scales", max(1, self.size))
        residual = largest_residual(system)(system.t, system.q, system.v, system.p, gaps, rows, speeds)
        vdot, quality = self.watched_forward(*system.arguments, pivots)
        rates = rates_function(system)(system.t, system.q, system.v, system.p, vdot)
        return system.function("forward", [residual, vdot, quality, rates], [gaps, rows, speeds, pivots])

    @property
    def library(self) -> codegen.Library:
        """`watched_forward` as machine code, under the name `forward`, and `usable_forward`."""
        found = self.compiled.get("forward")
        if found is None:
            found = self.compiled["forward"] = codegen.build({"forward": self.watched_forward}, [usable_forward])
        assert isinstance(found, codegen.Library)
        return found

    def pivots_of(self, y: ca.SX) -> ca.Function:
        """(t, y, u, p) -> all pivots, for a state y = (q, v, integrals)."""
        system = self.system
        state = ca.vertcat(system.q, system.v, select_rows(y, range(system.q.numel() + system.n, y.numel())))
        found = self.pivots if self.size else ca.SX(1)
        return ca.Function("pivots", [system.t, state, system.u, system.p], [found])

    def project_positions(self) -> ca.Function:
        """(t, q, p, m) -> corrected q, largest gap before: q + N d, d of least weighted size with A d = -g.

        d = -W^-1 A^T (A W^-1 A^T)^-1 g over the kept rows that have a position level; W^-1 = diag(m), mobilities.
        """
        system = self.system
        mobilities = ca.SX.sym("m", system.n)
        # Rows that are constraints of speeds alone have no gap to close.
        holonomic = set(system.g_rows)
        rows = [row for row in self.code.kept_rows if row in holonomic]
        place = {row: k for k, row in enumerate(system.g_rows)}
        if not rows:
            arguments = [system.t, system.q, system.p, mobilities]
            return ca.Function("project_q", arguments, [system.normalise_symbols(system.q), ca.SX(0)])
        A, g = system.A[rows, :], select_rows(system.g, [place[row] for row in rows])
        step = _least(A, mobilities, -g)
        largest = ca.mmax(ca.fabs(g))
        arguments = [system.t, system.q, system.p, mobilities]
        once = ca.Function(
            "project_q", arguments, [system.normalise_symbols(ca.densify(system.q + system.N @ step)), largest]
        )
        if len(rows) == len(system.g_rows):
            return once
        # What one step leaves, a square of the gap, comes out larger in dropped rows, by the condition of those kept.
        # There it would look like rank: redundancy holds only as far as the constraints do. A second step removes it.
        closer, _ = once(*arguments)
        return ca.Function("project_q", arguments, [once(system.t, closer, system.p, mobilities)[0], largest])

    def project_speeds(self) -> ca.Function:
        """(t, q, v, p, m) -> corrected v, largest residual before; one Newton step on phi over the kept rows."""
        system = self.system
        mobilities = ca.SX.sym("m", system.n)
        rows = list(self.code.kept_rows)
        arguments = [system.t, system.q, system.v, system.p, mobilities]
        if not rows:
            return ca.Function("project_v", arguments, [system.v, ca.SX(0)])
        phi = select_rows(system.phi, rows)
        step = _least(system.A[rows, :], mobilities, -phi)
        return ca.Function("project_v", arguments, [ca.densify(system.v + step), ca.mmax(ca.fabs(phi))])


@dataclass(frozen=True, eq=False)
class Pivoting:
    """A structure with the values of its pivots (`reference`), the inertias and the rank margin at a state, `at`."""

    structure: Structure
    reference: Array
    weights: Array
    margin: float
    at: Arguments

    @staticmethod
    def make(
        system: System, join: Join, at: Arguments, inertia: Array | None = None, usual: Pivoting | None = None
    ) -> Pivoting:
        """Choose rows and pivots from the numbers at (t, q, v, u, p).

        `inertia` (n) are the inertias of the speeds elsewhere, by which one is seen to be missing here. The structure
        of a `usual` pivoting is taken where that is good, so that no code is needed for another one.
        """
        p = at[-1]
        # Pivots are chosen on numbers without dimension, so that the unit of length decides nothing.
        M, f, A, b = call_function(matrices(system), *at)
        scales = Scales.of(system, p)
        scaled, mass = scales.constraints(A, b), scales.inertia(M, f)[0]
        # Motions without inertia are refused before pivots are looked for: the inertia must be there in general.
        check_determined(system, mass, *scaled, None if inertia is None else inertia * scales.speeds**2)
        ranking = join.ranking(system, p, mass, *scaled)
        known: Recent = system.cached("structures", lambda: Recent(MOST_STRUCTURES))
        structure = known.get((join, ranking))
        if usual is not None and usual.is_good(at, COMFORTABLE):
            structure = usual.structure
        if structure is None:
            structure = known[join, ranking] = Structure(system, join, join.code(system, ranking, *scaled))
        reference = call_function(structure.pivot_values, *at)[0].ravel() if structure.size else np.zeros(0)
        # Weights of the projections: inertias; what has none takes part least.
        weights = np.diag(M).copy()
        weights[weights <= 0] = np.max(weights, initial=1.0)
        kept = tuple(np.array(part) for part in at[1:])  # the arrays of a run go on
        return Pivoting(structure, reference, weights, ranking.margin, (at[0], *kept))  # type: ignore[arg-type]

    @property
    def system(self) -> System:
        """The system whose code this is."""
        return self.structure.system

    @property
    def code(self) -> Straight:
        """The straight-line code."""
        return self.structure.code

    @property
    def unsigned(self) -> int:
        """Number of pivots whose sign says nothing; they come before the others."""
        return self.structure.unsigned

    @cached_property
    def place(self) -> bytes:
        """Where it was taken, to the last bit: pivotings of one machine taken at one place are the same."""
        return bytes_of(self.at)

    @cached_property
    def scales(self) -> Array:
        """1 over the reference values, as functions take them: one at least."""
        return 1 / self.reference if self.reference.size else np.ones(1)

    def accelerations(self, at: Sequence[Any]) -> tuple[Array, Array]:
        """v' and pivot quality at (t, q, v, u, p)."""
        vdot, quality = call_function(self.structure.watched_forward, *at, self.scales)
        return vdot.ravel(), quality.ravel()

    def is_good(self, at: Sequence[Any], limit: float) -> bool:
        """Whether no pivot is below the limit at (t, q, v, u, p), dropped rows are satisfied and all is finite."""
        return good(*self.accelerations(at), limit)

    def ratios(self, at: Sequence[Any]) -> Array:
        """All pivots at (t, q, v, u, p) over their reference values; those that change sign last."""
        if not self.reference.size:
            return np.zeros(0)
        return np.asarray(call_function(self.structure.pivot_values, *at)[0].ravel() / self.reference)

    @cached_property
    def mobilities(self) -> Array:
        """1 over the weights of the projections."""
        return 1 / self.weights

    @cached_property
    def forward(self) -> ca.Function:
        """(t, q, v, u, p) -> v', pivot quality: smallest pivot over its reference value, residual of dropped rows."""
        pivots = self.code.pivots
        ratios = pivots / ca.DM(self.reference[: self.unsigned]) if pivots.numel() else ca.SX(1)
        quality = ca.vertcat(ca.mmin(ratios), self.structure.dropped_residual)
        return self.system.function("forward", [self.code.vdot, quality])


def good(vdot: Array, quality: Array, limit: float = WEAK_PIVOT) -> bool:
    """Whether accelerations can be taken: finite, of pivots above the limit, with dropped rows satisfied."""
    return bool(quality[0] > limit and quality[1] <= DROPPED and all_finite(vdot))


def bytes_of(at: Sequence[Any]) -> bytes:
    """Arguments as bytes, to find again what was computed for them."""
    return b"".join(np.asarray(part, dtype=float).tobytes() for part in at)


def _least(A: ca.SX, mobilities: ca.SX, right: ca.SX) -> ca.SX:
    spread = ca.sparsify(ca.diag(mobilities) @ A.T)
    l, _ = solve_ldl(ca.sparsify(A @ spread), ca.densify(right))
    return ca.densify(spread @ l)


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
                    found = probe(plant, self.first(plant), self._listed, self._places[self._probed])
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
    Q, closed = plant.assembler.close_many(plant.reference.t, plant.reference.q + spreads * directions, p)
    return [q if found else None for q, found in zip(Q, closed, strict=True)]


def probe(plant: FullMatrices, first: First, listed: Sequence[Pivoting], q: Array | None) -> Pivoting | None:
    """The pivoting at a configuration that neither the first nor a listed one is good for, if it is so."""
    if first.pivoting is None or q is None:
        return None
    system, t, p = plant.system, plant.reference.t, first.pivoting.at[-1]
    at = (t, q, np.zeros(system.n), plant.zero_inputs, p)
    if any(known.is_good(at, COMFORTABLE) for known in (first.pivoting, *listed)):
        return None
    try:
        found = Pivoting.make(system, plant.join, at)
    except Refused:
        return None
    return found if len(found.code.kept_rows) == first.generic_rank and found.is_good(at, WEAK_PIVOT) else None


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
    usual = usual if usual is not None and len(usual.code.kept_rows) == rank else None
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


class WithPivots(Protocol):
    """A plant with rows and pivots, of which the first belong to its parameter values."""

    @property
    def first(self) -> First:
        """Generic rank and first pivoting."""

    @property
    def first_pivoting(self) -> Pivoting:
        """The first pivoting; refused where there is none."""

    def at_values(self, p: Array) -> Self:
        """The same plant with parameter values of loads as an array."""

    def new_pivoting(self, state: State, u: Array) -> Pivoting:
        """Rows and pivots taken at a state."""


class UnrolledFunctions:
    """Array interface of compiled dynamics: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu).

    The order of entries is that of `dynamics.coordinates`, `dynamics.speeds` and `dynamics.inputs`. That states lie on
    the constraints is up to the caller: it is not checked here, as it is by `dynamics.forward` of a `State`.
    """

    def __init__(self, plant: FullMatrices, pivots: WithPivots) -> None:
        self._plant, self._pivots = plant, pivots
        self._own = threading.local()  # the call for one state, with its arrays, of each thread

    @property
    def backend(self) -> str:
        """What evaluates: llvm or vm."""
        return self._pivots.first_pivoting.structure.library.backend

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv).

        Every row is watched as a run is. All begin with the first rows and pivots of the machine; where these are weak,
        others are taken at the first such row and serve all that they are good for, and so on. A row is NaN where the
        constraints are singular.
        """
        # One state in arrays of the right shapes: nothing else can be wrong but numbers, which the call looks at.
        try:
            one: _OneState = self._own.one
        except AttributeError:
            if np.ndim(q) == 1 and self._pivots.first.pivoting is not None:
                self._own.one = _OneState(self._pivots.first_pivoting, self._plant)
        else:
            if type(q) is type(v) is type(u) is np.ndarray and (q.shape, v.shape, u.shape) == one.shapes:
                one.t[0], one.q[:], one.v[:], one.u[:] = t, q, v, u
                if one.find():
                    return one.vdot.copy()
        single, (q, v, u) = np.ndim(q) == 1, batch_of(self._plant, q, v, u)
        result = self.rows((np.array([t]), q, v, u, self._plant.p), threads=threads)
        return result[0] if single else result

    def rows(self, columns: tuple[Array, Array, Array, Array, Array], *, threads: int = 1) -> Array:
        """v' (n, nv) at n rows of t, q, v, u, p; NaN where the constraints are singular.

        A column with one dimension is the same for all rows. The result follows from these alone.
        """
        shared = tuple(k for k, column in enumerate(columns) if column.ndim == 1)
        count = len(columns[1])
        result, left = np.zeros((0, 0)), np.arange(count)
        # All rows at once by the first pivoting; those where it is weak by one taken at the first of these, until none
        # are left.
        pivoting, made_here = self._pivots.first.pivoting, False
        while left.size:
            if pivoting is None:  # those before were weak here
                made_here = True
                t, q, v, u, p = (column if column.ndim == 1 else column[left[0]] for column in columns)
                try:
                    pivoting = self._pivots.at_values(p).new_pivoting(State(float(t[0]), q, v), u)
                except Refused:
                    left = left[1:]
                    continue
            some = columns if left.size == count else tuple(_rows(column, left) for column in columns)
            found, good = _evaluate(pivoting, some, shared, threads)
            if made_here:
                good[0] = True  # good enough when it was taken there; rounding of a batch must not ask for another
            if good.all() and left.size == count:
                return found
            # What is good stays; the others go into the next round.
            result = result if result.size else np.full(columns[2].shape, np.nan)
            result[left[good]] = found[good]
            left, pivoting = left[~good], None
        return result if result.size else np.full(columns[2].shape, np.nan)

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        return forces(self._plant, q, v, vdot, t)

    def bound_forward(
        self, t: Array, q: Array, v: Array, u: Array, vdot: Array, quality: Array
    ) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`: the fastest single call.

        `quality` (2,) receives the smallest pivot over its reference value and the relative residual of dropped rows;
        watching them is the caller's part here.
        """
        first = self._pivots.first_pivoting
        library, p = first.structure.library, self._plant.p
        return library.bound("forward", t, q, v, u, p, first.scales, vdot, quality)


class _OneState:
    """Accelerations at one state by the first pivoting, from and into arrays of its own: for one thread.

    `find` says whether v' can be taken: not where pivots are weak or a number, given or found, is not finite.
    """

    def __init__(self, pivoting: Pivoting, plant: FullMatrices) -> None:
        sizes = [1, len(plant.coordinates), len(plant.speeds), len(plant.inputs), len(plant.speeds), 2]
        numbers = np.zeros(sum(sizes))
        parts = np.split(numbers, np.cumsum(sizes)[:-1])
        self.t, self.q, self.v, self.u, self.vdot, quality = parts
        self.shapes = (self.q.shape, self.v.shape, self.u.shape)
        record = OneState(
            count=numbers.size, weakest=WEAK_PIVOT, dropped=DROPPED, every=numbers, t=self.t, q=self.q, v=self.v,
            u=self.u, vdot=self.vdot, quality=quality, parameters=plant.p, scales=pivoting.scales,
        )  # fmt: skip
        self.find = pivoting.structure.library.bound("usable_forward", record)


class _OneQuestion:
    """Accelerations of all quantities by name, by the first pivoting and with all checks of the state: for one thread.

    All is one function, from and into arrays of its own, but for the parameters, which are those of the plant.
    """

    def __init__(self, plant: FullMatrices, pivoting: Pivoting) -> None:
        system, scales = plant.system, Scales.of(plant.system, plant.p)
        sizes = [1, system.q.numel(), system.n, system.m_u, 1, system.n, 2]
        self.numbers = np.zeros(sum(sizes))
        parts = np.split(self.numbers, np.cumsum(sizes)[:-1])
        self.t, self.q, self.v, self.u, self.residual, _, self.quality = parts
        constants = [plant.p, scales.gaps, scales.rows, scales.speeds, pivoting.scales]
        self.evaluate = codegen.Evaluation(
            pivoting.structure.forward_by_names, dict(enumerate([*parts[:4], *constants, *parts[4:]]))
        )
        self.rates = self.evaluate.outputs[-1].reshape(-1, order="F")
        self.shapes = (self.q.shape, self.v.shape)
        self.inputs, self.quantities = plant.inputs, plant.quantities

    def __call__(self, state: State, inputs: Mapping[str, Any] | None) -> dict[str, float] | None:
        """Rates of the speeds by name; None where something must be looked at closer, or be put in words."""
        if type(state) is not State or (state.q.shape, state.v.shape) != self.shapes:
            return None
        if type(inputs) is dict and len(inputs) == len(self.inputs):
            values = [inputs.get(name) for name in self.inputs]
            for value in values:
                if not isinstance(value, float):
                    return None
            self.u[:] = values
        elif inputs is not None or self.inputs:
            return None
        self.t[0] = state.t
        self.q[:], self.v[:] = state.q, state.v
        self.evaluate()
        weakest, dropped = self.quality.tolist()
        # NaN is in no order.
        usual = self.residual[0] <= OFF and weakest > COMFORTABLE and dropped <= DROPPED
        if usual and all_finite(self.numbers):
            return dict(zip(self.quantities, self.rates.tolist(), strict=False))  # quicker; there is a rate for each
        return None


def _rows(column: Array, which: NDArray[np.int64]) -> Array:
    return column if column.ndim == 1 else np.ascontiguousarray(column[which])


def _evaluate(
    pivoting: Pivoting, columns: tuple[Array, ...], shared: tuple[int, ...], threads: int
) -> tuple[Array, NDArray[np.bool_]]:
    """v' of rows, and which of them can be taken."""
    count = len(columns[1])
    found, quality = np.empty((count, columns[2].shape[1])), np.empty((count, 2))
    batch = _batch(pivoting.structure, (*shared, len(columns)), threads)
    batch(count, *columns, pivoting.scales, found, quality)
    good = (quality[:, 0] > WEAK_PIVOT) & (quality[:, 1] <= DROPPED)
    finite = np.isfinite(found)
    if not finite.all():  # nearly always they all are, which is seen in a tenth of the time
        good &= finite.all(axis=1)
    return found, good


def _batch(structure: Structure, shared: tuple[int, ...], threads: int) -> Callable[..., None]:
    """The compiled loop over rows."""
    found: Callable[..., None] | None = structure.compiled.get(("rows", shared, threads))
    if found is None:
        found = structure.library.batch("forward", shared=shared, threads=threads)
        structure.compiled["rows", shared, threads] = found
    return found


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
        # Refused where neither the reference configuration nor a state beside it allows pivots; a state that is given
        # has to allow them itself.
        first = plant.first
        plant.avoid_coordinate_singularities(first.state, plant.zero_inputs)
        if equations.chosen:
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
        if len(found.code.kept_rows) < self.generic_rank:
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
            one: _OneQuestion | None = own.one
        except AttributeError:
            own.one = None  # a single question is answered sooner without
            return None
        if one is None:
            first = self.first.pivoting
            if first is None or self.equations.switched:
                return None
            one = own.one = _OneQuestion(self, first)
        return one(state, inputs)

    @cached_property
    def _own(self) -> threading.local:
        """What each thread has of its own."""
        return threading.local()

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

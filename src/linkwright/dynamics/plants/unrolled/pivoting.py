"""Rows and pivots of straight-line code: its structure, compiled once, and the pivots' values where it was taken.

A `Structure` says which rows are kept and which pivots are taken; it is found in the system by its ranking, shared by
all runs, threads and parameter values, and holds nothing of where it was first met. A `Pivoting` is a structure with
the values of its pivots at a state, by which one sees elsewhere that they have become weak; it belongs to one question
or one run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.joins.elimination import Straight, solve_ldl
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.evaluation import Recent
from linkwright.dynamics.system.system import System, called, matrices
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

    @property
    def unsigned(self) -> int:
        """Number of pivots whose sign says nothing; they come before the others."""
        return int(self.code.pivots.numel())

    @cached_property
    def pivots(self) -> ca.SX:
        """All pivots: those of the code, then those that change sign at a singular place."""
        signed = [expression for expression, _ in self.system.hazards]
        return ca.densify(ca.veccat(self.code.pivots, self.code.signed, *signed))

    @property
    def size(self) -> int:
        """Number of all pivots."""
        return int(self.pivots.numel())

    @cached_property
    def dropped(self) -> ca.SX:
        """Largest residual of a dropped row over the size of its terms."""
        return ca.mmax(self.code.dropped) if self.code.dropped.numel() else ca.SX(0)

    @cached_property
    def pivot_values(self) -> ca.Function:
        """(t, q, v, u, p) -> all pivots."""
        return self.system.function("pivots", [self.pivots])

    def quality(self, reference: ca.SX, *, signed: bool = True) -> ca.SX:
        """Smallest pivot over its reference value, and the largest residual of a dropped row.

        A run must see that it has stepped over a singular place: if the reference has the signs of the side where the
        run was, the first is negative then. Without `signed` it is not: the code is as good on the other side.
        """
        count = self.unsigned
        ratios = [ca.fabs(self.code.pivots / select_rows(reference, range(count)))] if count else []
        if self.size > count:
            others = select_rows(self.pivots, range(count, self.size))
            with_sign = others / select_rows(reference, range(count, self.size))
            ratios.append(with_sign if signed else ca.fabs(with_sign))
        return ca.vertcat(ca.mmin(ca.vertcat(*ratios)) if ratios else ca.SX(1), self.dropped)

    @cached_property
    def watched(self) -> ca.Function:
        """(t, q, v, u, p, reference pivots) -> v', pivot quality without regard to signs."""
        reference = ca.SX.sym("ref", max(1, self.size))
        return self.system.function("watched", [self.code.vdot, self.quality(reference, signed=False)], [reference])

    @property
    def library(self) -> codegen.Library:
        """The same as machine code, under the name `forward`."""
        found = self.compiled.get("forward")
        if found is None:
            found = self.compiled["forward"] = codegen.build({"forward": self.watched})
        assert isinstance(found, codegen.Library)
        return found

    def pivots_of(self, y: ca.SX) -> ca.Function:
        """(t, y, u, p) -> all pivots, for a state y = (q, v, integrals)."""
        system = self.system
        state = ca.vertcat(system.q, system.v, select_rows(y, range(system.q.numel() + system.n, y.numel())))
        found = self.pivots if self.size else ca.SX(1)
        return ca.Function("pivots", [system.t, state, system.u, system.p], [found])

    def project_positions(self) -> ca.Function:
        """(t, q, p, w) -> corrected q, largest gap before: q + N d, d of least weighted size with A d = -g.

        d = -W^-1 A^T (A W^-1 A^T)^-1 g over the kept rows that have a position level; W = diag(w).
        """
        system = self.system
        w = ca.SX.sym("w", system.n)
        # Rows that are constraints of speeds alone have no gap to close.
        holonomic = set(system.g_rows)
        rows = [row for row in self.code.kept_rows if row in holonomic]
        place = {row: k for k, row in enumerate(system.g_rows)}
        if not rows:
            return ca.Function("project_q", [system.t, system.q, system.p, w], [system.normalised(system.q), ca.SX(0)])
        A, g = system.A[rows, :], select_rows(system.g, [place[row] for row in rows])
        step = _least(A, w, -g)
        largest = ca.mmax(ca.fabs(g))
        arguments = [system.t, system.q, system.p, w]
        once = ca.Function("project_q", arguments, [system.normalised(ca.densify(system.q + system.N @ step)), largest])
        if len(rows) == len(system.g_rows):
            return once
        # What one step leaves, a square of the gap, comes out larger in dropped rows, by the condition of those kept.
        # There it would look like rank: redundancy holds only as far as the constraints do. A second step removes it.
        closer, _ = once(*arguments)
        return ca.Function("project_q", arguments, [once(system.t, closer, system.p, w)[0], largest])

    def project_speeds(self) -> ca.Function:
        """(t, q, v, p, w) -> corrected v, largest residual before; one Newton step on phi over the kept rows."""
        system = self.system
        w = ca.SX.sym("w", system.n)
        rows = list(self.code.kept_rows)
        arguments = [system.t, system.q, system.v, system.p, w]
        if not rows:
            return ca.Function("project_v", arguments, [system.v, ca.SX(0)])
        phi = select_rows(system.phi, rows)
        step = _least(system.A[rows, :], w, -phi)
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
    def make(system: System, join: Join, at: Arguments) -> Pivoting:
        """Choose rows and pivots from the numbers at (t, q, v, u, p)."""
        p = at[-1]
        # Pivots are chosen on numbers without dimension, so that the unit of length decides nothing.
        M, f, A, b = called(matrices(system), *at)
        scales = Scales.of(system, p)
        scaled = scales.constraints(A, b)
        ranking = join.ranking(system, p, scales.inertia(M, f)[0], *scaled)
        known: Recent = system.cached("structures", lambda: Recent(MOST_STRUCTURES))
        structure = known.get((join, ranking))
        if structure is None:
            structure = known[join, ranking] = Structure(system, join, join.code(system, ranking, *scaled))
        reference = called(structure.pivot_values, *at)[0].ravel() if structure.size else np.zeros(0)
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
    def reference_argument(self) -> Array:
        """Reference values as functions take them: one at least."""
        return self.reference if self.reference.size else np.ones(1)

    def accelerations(self, at: Sequence[Any]) -> tuple[Array, Array]:
        """v' and pivot quality at (t, q, v, u, p)."""
        vdot, quality = called(self.structure.watched, *at, self.reference_argument)
        return vdot.ravel(), quality.ravel()

    def is_good(self, at: Sequence[Any], limit: float) -> bool:
        """Whether no pivot is below the limit at (t, q, v, u, p), dropped rows are satisfied and all is finite."""
        return good(*self.accelerations(at), limit)

    def ratios(self, at: Sequence[Any]) -> Array:
        """All pivots at (t, q, v, u, p) over their reference values; those that change sign last."""
        if not self.reference.size:
            return np.zeros(0)
        return np.asarray(called(self.structure.pivot_values, *at)[0].ravel() / self.reference)

    @cached_property
    def forward(self) -> ca.Function:
        """(t, q, v, u, p) -> v', pivot quality: smallest pivot over its reference value, residual of dropped rows."""
        pivots = self.code.pivots
        ratios = pivots / ca.DM(self.reference[: self.unsigned]) if pivots.numel() else ca.SX(1)
        quality = ca.vertcat(ca.mmin(ratios), self.structure.dropped)
        return self.system.function("forward", [self.code.vdot, quality])


def good(vdot: Array, quality: Array, limit: float = WEAK_PIVOT) -> bool:
    """Whether accelerations can be taken: finite, of pivots above the limit, with dropped rows satisfied."""
    return bool(np.isfinite(vdot).all() and quality[0] > limit and quality[1] <= DROPPED)


def bytes_of(at: Sequence[Any]) -> bytes:
    """Arguments as bytes, to find again what was computed for them."""
    return b"".join(np.asarray(part, dtype=float).tobytes() for part in at)


def _least(A: ca.SX, w: ca.SX, right: ca.SX) -> ca.SX:
    spread = ca.sparsify(ca.diag(1 / w) @ A.T)
    l, _ = solve_ldl(ca.sparsify(A @ spread), ca.densify(right))
    return ca.densify(spread @ l)


MOST_PLACES = 32
"""States whose pivotings, and changes of pivotings, that are kept for the same run made again."""


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
    went on with, by all that they decided it from.
    """

    _first: First | None = None
    taken: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)
    changes: Recent = field(default_factory=lambda: Recent(MOST_PLACES), repr=False)

    def first(self, plant: FullMatrices) -> First:
        """Generic rank and first pivoting; found when they are first needed."""
        if self._first is None:
            self._first = first(plant)
        return self._first


def first(plant: FullMatrices) -> First:
    """Generic rank and first pivoting.

    Inertia may be missing at the reference configuration alone; where it is missing beside it too, it is nowhere.
    """
    reference, u = plant.reference, plant.zero_inputs
    # The rank in general position: a reference configuration may be singular, a state beside it hardly is.
    here, beside = plant.rank_at(reference), plant.beside(reference)
    there = plant.rank_at(beside) if beside is not None else -1
    start, rank = reference if here >= there or beside is None else beside, max(here, there)
    try:
        plant.avoid_hazards(start, u)
    except Refused as error:
        return First(rank, start, None, error)
    # Taken at the first of the two states that allows it; what the reference configuration refused is kept to be said.
    refusal = None
    for state in [start] if beside is None or start is beside else [start, beside]:
        try:
            found = Pivoting.make(plant.system, plant.join, (state.t, state.q, state.v, u, plant.p))
        except Refused as error:
            refusal = refusal or error
        else:
            return First(rank, state, found, refusal)
    return First(rank, start, None, refusal)

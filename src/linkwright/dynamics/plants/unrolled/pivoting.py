"""Rows and pivots taken at a state, the straight-line code that belongs to them, and how good they are elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.closure.consistency import largest_residual
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Join, Recursion
from linkwright.dynamics.joins.elimination import Ranking, Straight, check_determined, constraint_pivots, solve_ldl
from linkwright.dynamics.plants.unrolled.one_state import usable_forward
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import rates_function
from linkwright.dynamics.system.stored import system_text
from linkwright.dynamics.system.system import Recent, System, all_finite, call_function, constraint_matrix, matrices
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


@dataclass(frozen=True)
class Outline:
    """How many pivots straight-line code has: `unsigned` ones, whose signs say nothing, before the others of `size`."""

    unsigned: int
    size: int

    @staticmethod
    def read(data: bytes) -> Outline:
        """From the disk."""
        return Outline(*json.loads(data))

    def write(self) -> bytes:
        """For the disk."""
        return json.dumps([self.unsigned, self.size]).encode()


@dataclass(frozen=True, eq=False)
class Structure:
    """Straight-line code of a join with one set of rows and pivots; `compiled` keeps what was compiled of it lately.

    The code is written when its expressions are needed; what it looks like outside is kept on disk.
    """

    system: System
    join: Join
    ranking: Ranking
    compiled: Recent = field(default_factory=lambda: Recent(MOST_KERNELS))

    @cached_property
    def code(self) -> Straight:
        """The expressions."""
        return self.join.code(self.system, self.ranking)

    @cached_property
    def text(self) -> str | None:
        """Text that says all that the code follows from; None where that is more than the system."""
        if isinstance(self.join, Recursion):
            return None  # links stand beside the system
        return f"{system_text(self.system)} {self.join!r} {self.ranking.text}"

    @cached_property
    def outline(self) -> Outline:
        """How many pivots it has."""
        if self.text is None:
            return self._outline()
        return Outline.read(codegen.stored(f"outline {self.text}", lambda: self._outline().write()))

    def _outline(self) -> Outline:
        return Outline(int(self.code.pivots.numel()), int(self.pivots.numel()))

    @property
    def kept_rows(self) -> tuple[int, ...]:
        """Rows of the constraints that are satisfied."""
        return self.ranking.kept

    @property
    def dropped_rows(self) -> tuple[int, ...]:
        """Rows that are redundant."""
        return self.ranking.dropped

    @property
    def unsigned(self) -> int:
        """Number of pivots whose sign says nothing; they come before the others."""
        return self.outline.unsigned

    @cached_property
    def pivots(self) -> ca.SX:
        """All pivots: those of the code, then those that change sign at a singular configuration."""
        signed = [expression for expression, _ in self.system.coordinate_singularities]
        return ca.densify(ca.veccat(self.code.pivots, self.code.signed, *signed))

    @property
    def size(self) -> int:
        """Number of all pivots."""
        return self.outline.size

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
        # In the order of all rows: other pivots of the same rows have the same projection.
        rows = [row for row in sorted(self.kept_rows) if row in holonomic]
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
        rows = sorted(self.kept_rows)
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
            structure = known[join, ranking] = Structure(system, join, ranking)
        # Weights of the projections: inertias; what has none takes part least.
        weights = np.diag(M).copy()
        weights[weights <= 0] = np.max(weights, initial=1.0)
        kept = tuple(np.array(part) for part in at[1:])  # the arrays of a run go on
        return Pivoting(structure, weights, ranking.margin, (at[0], *kept))  # type: ignore[arg-type]

    @cached_property
    def reference(self) -> Array:
        """Values of the pivots."""
        if not self.structure.size:
            return np.zeros(0)
        return np.asarray(call_function(self.structure.pivot_values, *self.at)[0].ravel())

    @cached_property
    def _constraint_reference(self) -> Array:
        t, q, v, _, p = self.at
        A = call_function(constraint_matrix(self.system), t, q, v, p)[0]
        return constraint_pivots(self.structure.ranking.pivots, A[None])

    def constraint_ratios(self, A: Array) -> Array:
        """Pivots (k, pivots) of the constraints A (k, m, n) over their reference values, from numbers alone.

        They are among all pivots, but for rounding. No code is needed, nor written, to see that one of them is weak.
        """
        with np.errstate(all="ignore"):
            return constraint_pivots(self.structure.ranking.pivots, A) / self._constraint_reference

    def is_weak(self, A: Array, limit: float) -> bool:
        """Whether a pivot of the constraints A (k, m, n) is below the limit somewhere."""
        return not bool((np.abs(self.constraint_ratios(A)) > limit).all())

    @property
    def system(self) -> System:
        """The system whose code this is."""
        return self.structure.system

    @property
    def code(self) -> Straight:
        """The straight-line code."""
        return self.structure.code

    @property
    def kept_rows(self) -> tuple[int, ...]:
        """Rows of the constraints that are satisfied."""
        return self.structure.kept_rows

    @property
    def dropped_rows(self) -> tuple[int, ...]:
        """Rows that are redundant."""
        return self.structure.dropped_rows

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

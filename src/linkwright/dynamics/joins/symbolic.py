"""Joins written as straight-line code: partition with a reduced LDL, and multipliers with a sparse LDL.

Each gives v' with what must be watched while it runs: the pivots (loss of rank shows there) and the residual of the
rows that were dropped as redundant (a gain of rank shows there).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.joins.elimination import PivotSequence, eliminate_symbolically, pivot_sequence
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate, undetermined
from linkwright.dynamics.scales import scaled_symbols
from linkwright.dynamics.system.system import System
from linkwright.symbolic import select_rows

TERMS_ROUNDING = 1e-4
"""Share of the largest accelerations below which the terms of a dropped row are rounding themselves: with 1e-6, which
a row may leave, 1e-10 of them. Multipliers solve with A M^-1 A^T, whose condition of 1e4 and more leaves 1e-12."""

CANCELLED = 1e-7
"""Share of accelerations and squares of speeds below which a dropped row has cancelled as a whole: with 1e-6, which a
row may leave, 1e-13 of them, what `rank.NOTHING` is for entries."""


@dataclass(frozen=True)
class Ranking:
    """Rows and pivots chosen from numbers at a state: all that straight-line code of a join depends on besides symbols.

    `pivots` is the sequence of the elimination, `kept` and `dropped` are rows, `regularised` rows added to a singular
    mass matrix with their weight, `plain` bodies without a gravity of their own. Two rankings that are equal have the
    same code; the rank margin at the state is not part of that.
    """

    pivots: PivotSequence
    kept: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    regularised: tuple[tuple[int, ...], float] = ((), 0.0)
    plain: frozenset[str] = frozenset()
    margin: float = field(default=np.inf, compare=False)


@dataclass(frozen=True, eq=False)
class Straight:
    """v' (n), pivots, residual of dropped rows, and the rows kept and dropped; S where the join has one.

    `signed` are pivots that change sign where a run steps over a singular configuration (those of an LDL do not).
    """

    vdot: ca.SX
    pivots: ca.SX
    signed: ca.SX
    dropped: ca.SX
    kept_rows: tuple[int, ...]
    dropped_rows: tuple[int, ...]
    S: ca.SX | None = None


def ranked_partition(system: System, M: Array, A: Array, b: Array) -> Ranking:
    """Rows and pivots of `partition`."""
    check_determined(system, M, A, b)
    sequence = pivot_sequence(system, A, b)
    return Ranking(sequence, margin=sequence.margin)


def partition(system: System, A: Array, b: Array) -> Straight:
    """S^T M S a = S^T (f - M s), v' = S a + s, with S and s by elimination (Orsino 2017, eq. (25) reduced)."""
    found = eliminate_symbolically(system, A, b)
    S, s = found.matrix(system.n)
    if found.free:
        MS = system.M @ S
        a, D = solve_ldl(S.T @ MS, ca.densify(S.T @ (system.f - system.M @ s)))
    else:
        a, D = ca.SX(0, 1), ca.SX(0, 1)
    vdot = ca.densify(S @ a + s)
    return Straight(
        vdot,
        ca.veccat(*found.pivots, D),
        ca.veccat(*found.pivots),
        dropped_residual(system, found.dropped, vdot),
        tuple(found.kept),
        tuple(found.dropped),
        S,
    )


def ranked_rows(system: System, A: Array, b: Array) -> Ranking:
    """Rows by the singular values of each level, and the pivots that show singular configurations."""
    _, _, levels = eliminate(system.modules, A, b, SVD())
    kept = tuple(level.module.rows[k] for level in levels for k in level.found.rows)
    dropped = tuple(level.module.rows[k] for level in levels for k in level.found.dependent)
    margin = min((level.found.margin for level in levels), default=np.inf)
    return Ranking(pivot_sequence(system, A, b), kept, dropped, margin=margin)


def ranked_multipliers(system: System, M: Array, A: Array, b: Array) -> Ranking:
    """Rows of `multipliers`, and those that make a singular mass matrix regular."""
    check_determined(system, M, A, b)
    found = ranked_rows(system, A, b)
    extra = _regularising_rows(M, A, found.kept)
    if not extra:
        return found
    weight = float(np.max(np.abs(np.diag(M)))) / float(np.max(np.abs(A[extra]))) ** 2
    return replace(found, regularised=(tuple(extra), weight))


def multipliers(system: System, ranking: Ranking, A: Array, b: Array) -> Straight:
    """M v' = f + A^T l, A v' = b, by the sparse LDL of A M^-1 A^T over independent rows.

    Where M is singular it is first made regular without changing the answer: M + w A^T A on the left and f + w A^T b on
    the right (A v' = b holds anyway), for rows that touch speeds without inertia.
    """
    kept, dropped = list(ranking.kept), list(ranking.dropped)
    rows, right = system.A[kept, :], select_rows(system.b, kept)
    mass, force = system.M, system.f
    extra, weight = list(ranking.regularised[0]), ranking.regularised[1]
    if extra:
        scales = select_rows(scaled_symbols(system)[0], extra)
        part, part_b = system.A[extra, :] / ca.repmat(scales, 1, system.n), select_rows(system.b, extra) / scales
        mass = ca.sparsify(mass + weight * (part.T @ part))
        force = force + weight * (part.T @ part_b)
    both, D_mass = solve_ldl(mass, ca.horzcat(force, rows.T))
    free, spread = both[:, 0], both[:, 1:]
    if kept:
        D, LT, order = ca.ldl(ca.sparsify(rows @ ca.sparsify(spread)), True)
        vdot = free
        for _ in range(2 if dropped else 1):  # rows kept of a redundant set may be nearly dependent: once more
            vdot = vdot + spread @ ca.ldl_solve(ca.densify(right - rows @ vdot), D, LT, order)
        D = ca.densify(D)
    else:
        vdot, D = free, ca.SX(0, 1)
    vdot = ca.densify(vdot)
    signed = ca.veccat(*eliminate_symbolically(system, A, b).pivots)
    residual = dropped_residual(system, dropped, vdot)
    return Straight(vdot, ca.veccat(D_mass, D), signed, residual, ranking.kept, ranking.dropped)


def solve_ldl(matrix: ca.SX, right: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Solve a symmetric system by the sparse LDL of CasADi, ordered for little fill; the solution and the pivots D."""
    if matrix.numel() == 0:
        return ca.SX.zeros(*right.shape), ca.SX(0, 1)
    if not matrix.sparsity().is_symmetric():  # of two entries that cancel, one was seen to vanish
        matrix = (matrix + matrix.T) / 2
    D, LT, order = ca.ldl(matrix, True)
    return ca.ldl_solve(ca.densify(right), D, LT, order), ca.densify(D)


def dropped_residual(system: System, rows: list[int], vdot: ca.SX) -> ca.SX:
    """Residual of each dropped row over the size of its terms; a row that is still redundant leaves rounding.

    Rounding follows the largest accelerations in the machine, also those that its loads would give to free parts; where
    all of a row cancels, its right-hand side too, it is measured by these and by the squares of speeds (lengths over
    the machine's size).
    """
    if not rows:
        return ca.SX(0, 1)
    A, b = system.A[rows, :], select_rows(system.b, rows)
    terms = ca.fabs(A) @ ca.fabs(vdot) + ca.fabs(b)
    row_scales, speed_scales = scaled_symbols(system)
    free = [ca.fabs(system.f[k] / system.M[k, k]) / speed_scales[k] for k in range(system.n) if system.M[k, k].nnz()]
    finite = [ca.if_else(x < ca.inf, x, 0) for x in free]  # a mass that is zero gives none
    largest = ca.mmax(ca.vertcat(ca.fabs(vdot) / speed_scales, *finite))
    slopes = ca.vertcat(*[ca.mmax(ca.fabs(ca.densify(A[k, :].T)) * speed_scales) for k in range(len(rows))])
    v = system.v / speed_scales
    least = CANCELLED * select_rows(row_scales, rows) * (largest + ca.dot(v, v))
    return ca.densify(ca.fabs(A @ vdot - b) / (terms + TERMS_ROUNDING * slopes * largest + least + 1e-300))


def _regularising_rows(M: Array, A: Array, kept: Sequence[int]) -> list[int]:
    """Kept rows that touch speeds without inertia (none if M is regular)."""
    d = np.sqrt(np.diag(M))
    empty = d == 0
    scaled = M / np.outer(np.where(empty, 1.0, d), np.where(empty, 1.0, d))
    values, vectors = np.linalg.eigh(scaled)
    null = values < 1e-13
    if not np.any(null):
        return []
    touched = np.max(np.abs(vectors[:, null]), axis=1) > 1e-8
    return [row for row in kept if np.any(A[row, touched] != 0)]


def check_determined(system: System, M: Array, A: Array, b: Array, usual: Array | None = None) -> None:
    """Refuse a machine in which some acceleration has neither inertia nor constraint: rank [M; A] < n.

    `usual` are the inertias of the speeds (diagonal of M) elsewhere: one that has become 1e-14 of them here is none.
    """
    S, _, _ = eliminate(system.modules, A, b, SVD())
    reduced = S.T @ M @ S
    if reduced.size == 0:
        return
    largest = np.diag(M) if usual is None else np.maximum(np.diag(M), usual)
    d = np.sqrt(np.maximum(np.diag(reduced), np.diag(S.T * largest @ S) if usual is not None else 0.0))
    # S mixes directions by rounding, 1e-16: an inertia of 1e-32 of the largest is none and may not be scaled to 1
    safe = np.where(d > 1e-13 * np.max(d), d, 1.0)
    values, vectors = np.linalg.eigh(reduced / np.outer(safe, safe))
    undetermined(system, S / safe @ vectors, values < 1e-14)  # on a unit diagonal: below is rounding

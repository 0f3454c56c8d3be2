"""Symbolic elimination of constraints by coordinate partition, module by module, as straight-line code.

Pivots are chosen once, from numbers at a given state, for size and sparsity; the same sequence is then written in
symbols. The pivots are outputs of the code, so that a run can see when they have become weak.

The sequence is chosen from numbers alone (`pivot_sequence`) and written only when somebody needs its code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.arrays import Array, Integers
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate, refuse_undetermined
from linkwright.dynamics.rank import level_scale, rank, scaled_symbols
from linkwright.dynamics.system.system import ModuleRows, Recent, System
from linkwright.kinds import checked_arguments
from linkwright.symbolic import plus, select_rows, times

PIVOT_ENOUGH = 0.2
"""A pivot may be this much smaller than the largest entry of its row if that keeps the code sparser."""
MOST_WRITTEN = 8
"""Eliminations in symbols that are kept for whoever writes code of them next."""

Decision: TypeAlias = tuple[int, ...]
"""A step of an elimination: a module's rows that depend on others, or row and column of a pivot."""


@dataclass(frozen=True)
class PivotSequence:
    """Decisions of an elimination in order, from which its code follows: the rank margin is no part of that.

    `pivots` are those of them that are row and column of a pivot, `dropped` the rows that depend on others.
    """

    decisions: tuple[Decision, ...]
    pivots: tuple[tuple[int, int], ...]
    dropped: tuple[int, ...]
    margin: float = field(compare=False)

    @property
    def kept(self) -> tuple[int, ...]:
        """Rows of the pivots."""
        return tuple(row for row, _ in self.pivots)


@dataclass
class Affine:
    """An acceleration as an affine expression of free ones: sum of terms times free accelerations, plus rest."""

    terms: dict[int, ca.SX]
    rest: ca.SX

    def add(self, factor: ca.SX, other: Affine) -> None:
        """Self += factor * other."""
        for column, term in other.terms.items():
            product = times(factor, term)
            old = self.terms.get(column)
            self.terms[column] = product if old is None else plus(old, product)
        self.rest = plus(self.rest, times(factor, other.rest))

    def substitute(self, solved: dict[int, Affine]) -> Affine:
        """The same with solved accelerations put in."""
        hit = [column for column in self.terms if column in solved]
        if not hit:
            return self
        result = Affine({c: x for c, x in self.terms.items() if c not in solved}, self.rest)
        for column in hit:
            result.add(self.terms[column], solved[column])
        return result


@dataclass
class Elimination:
    """Every acceleration as an affine expression of the free ones, and pivots, as far as decisions were followed."""

    accelerations: list[Affine]
    following: Iterator[Decision]
    pivots: list[ca.SX] = field(default_factory=list)

    @staticmethod
    def begin(system: System, sequence: PivotSequence) -> Elimination:
        """All accelerations free."""
        free = [Affine({i: ca.SX(1)}, ca.SX(0)) for i in range(system.n)]
        return Elimination(free, iter(sequence.decisions))

    @property
    def free(self) -> list[int]:
        """Numbers of the accelerations that are free."""
        return sorted({column for affine in self.accelerations for column in affine.terms})

    def matrix(self, n: int) -> tuple[ca.SX, ca.SX]:
        """S (n, k) and s (n) as expressions: v' = S a + s."""
        free = self.free
        place = {column: k for k, column in enumerate(free)}
        rows, columns, values = [], [], []
        for i, affine in enumerate(self.accelerations):
            for column, term in affine.terms.items():
                rows.append(i)
                columns.append(place[column])
                values.append(term)
        order = sorted(range(len(rows)), key=lambda k: (columns[k], rows[k]))
        sparsity = ca.Sparsity.triplet(n, len(free), [rows[k] for k in order], [columns[k] for k in order])
        S = ca.SX(sparsity, ca.vertcat(*[values[k] for k in order])) if order else ca.SX(n, len(free))
        return S, ca.vertcat(*[affine.rest for affine in self.accelerations])

    def module(self, module: ModuleRows, speeds: Sequence[int], rows: Sequence[dict[int, ca.SX]], right: ca.SX) -> None:
        """Eliminate the rows of a module, whose speeds and those below are given, by the decisions that follow."""
        level: dict[int, Affine] = {}
        dependent = next(self.following)
        for row in module.rows:
            if row in dependent:
                continue
            equation = Affine({}, -right[row])
            for i, coefficient in rows[row].items():
                equation.add(coefficient, self.accelerations[i])
            level[row] = equation
        chosen: list[tuple[int, Affine]] = []
        while level:
            row, column = next(self.following)
            equation = level.pop(row)
            pivot = equation.terms.pop(column)
            self.pivots.append(pivot)
            solution = Affine({}, ca.SX(0))
            solution.add(-1 / pivot, equation)
            chosen.append((column, solution))
            for other in list(level):
                level[other] = level[other].substitute({column: solution})
        solved: dict[int, Affine] = {}
        for column, solution in reversed(chosen):
            solved[column] = solution.substitute(solved)
        for i in speeds:
            self.accelerations[i] = self.accelerations[i].substitute(solved)


def eliminate_symbolically(system: System, sequence: PivotSequence) -> Elimination:
    """Eliminate constraints module by module, leaves first: S_k = S_{k-1} C_k, C_k = [-B_D^-1 B_I; 1] (Orsino 2017)."""
    written: Recent = system.cached("eliminations", lambda: Recent(MOST_WRITTEN))
    found: Elimination | None = written.get(sequence.decisions)
    if found is None:
        found = written[sequence.decisions] = Elimination.begin(system, sequence)
        rows = rows_of(system)
        for module, speeds in modules_with_speeds(system):
            found.module(module, speeds, rows, system.b)
    return found


def modules_with_speeds(system: System) -> Iterator[tuple[ModuleRows, list[int]]]:
    """Modules with constraints, leaves first, each with its speeds and those of all below."""
    below: dict[int, list[int]] = {}
    for module in system.modules:
        speeds = [*module.own_speeds, *[i for child in module.children for i in below.pop(child)]]
        below[module.index] = speeds
        if module.rows:
            yield module, speeds


def rows_of(system: System) -> list[dict[int, ca.SX]]:
    """Entries of each row of A by speed."""
    rows: list[dict[int, ca.SX]] = [{} for _ in range(system.m)]
    r, c = system.A.sparsity().get_triplet()
    values: list[Any] = system.A.nonzeros()
    for i, j, value in zip(r, c, values, strict=True):
        rows[i][j] = value
    return rows


# -- choice of pivots, from numbers alone -----------------------------------------------------------------------------


@dataclass
class Rows:
    """Rows over the accelerations as numbers: entries, which of them are there, and which are constants.

    A constant is an entry that no variable or parameter changes: it makes a cheaper pivot.
    """

    entries: Array
    there: NDArray[np.bool_]
    constant: NDArray[np.bool_]

    def add(self, rows: Any, factor: Array, fixed: NDArray[np.bool_], other: Rows, row: int) -> None:
        """Add factors (rows, 1), of which some are `fixed`, times a row of others to some rows."""
        there, x, same = other.there[row], other.entries[row], other.constant[row]
        product = factor * x
        constant = (fixed & same) | (fixed & (factor == 0.0)) | (same & (x == 0.0))
        old = self.there[rows]
        self.entries[rows] = np.where(there, np.where(old, self.entries[rows] + product, product), self.entries[rows])
        self.constant[rows] = np.where(there, constant & (self.constant[rows] | ~old), self.constant[rows])
        self.there[rows] = old | there

    def row(self, number: int) -> Rows:
        """One of them."""
        return Rows(self.entries[number, None], self.there[number, None], self.constant[number, None])

    def solve(self, row: int, column: int) -> Rows:
        """The acceleration of a column by a row, as one row over the others."""
        pivot, fixed = self.entries[row, column], bool(self.constant[row, column])
        rest = self.row(row)
        rest.there = rest.there.copy()
        rest.there[0, column] = False
        found = empty_rows(1, rest.entries.shape[1])
        found.add(slice(0, 1), np.array([[-1.0 / pivot]]), np.array([[fixed]]), rest, 0)
        return found

    def substitute(self, rows: Integers, column: int, solution: Rows) -> None:
        """Put the solution for a column into those of some rows that have it."""
        hit = rows[self.there[rows, column]]
        if hit.size:
            factor, fixed = self.entries[hit, column, None], self.constant[hit, column, None]
            self.there[hit, column] = False
            self.entries[hit, column] = 0.0
            self.add(hit, factor, fixed, solution, 0)


def empty_rows(count: int, size: int) -> Rows:
    """So many rows without entries."""
    return Rows(np.zeros((count, size)), np.zeros((count, size), dtype=bool), np.ones((count, size), dtype=bool))


def pivot_sequence(system: System, A: Array) -> PivotSequence:
    """The pivots of an elimination, chosen for size and sparsity from the numbers of the constraint matrix."""
    n, spare = system.n, np.zeros(system.n, dtype=bool)
    spare[list(chosen_speeds(system))] = True
    there, constant = _pattern(system)
    matrix = Rows(A, there, constant)
    accelerations = Rows(np.eye(n), np.eye(n, dtype=bool), np.ones((n, n), dtype=bool))
    solved_before = np.zeros(n, dtype=bool)
    decisions, pivots, dropped, margin = list[Decision](), list[tuple[int, int]](), list[int](), np.inf
    every = list(modules_with_speeds(system))
    for number, (module, speeds) in enumerate(every):
        level = _level(matrix, module, accelerations, solved_before)
        columns = np.flatnonzero(level.there.any(axis=0))
        found = rank(level.entries[:, columns], level_scale(A[list(module.rows)]))
        margin = min(margin, found.margin)
        # Of rows that depend on each other those far from doing so are kept: a cheap one may be about to vanish.
        dependent = tuple(module.rows[k] for k in found.dependent)
        decisions.append(dependent)
        dropped += dependent
        left = np.array([k for k in range(len(module.rows)) if k not in found.dependent], dtype=np.int64)
        left = left[np.argsort(np.array(module.rows, dtype=np.int64)[left])]
        solutions: list[tuple[int, Rows]] = []
        while left.size:
            row, column = _pivot(level, left, spare)
            pivots.append((module.rows[row], column))
            decisions.append(pivots[-1])
            solutions.append((column, level.solve(row, column)))
            left = left[left != row]
            level.substitute(left, column, solutions[-1][1])
        if number + 1 < len(every):
            # In reverse order, so that what is put in holds free accelerations alone.
            some = np.array(speeds, dtype=np.int64)
            for k in reversed(range(len(solutions))):
                column, solution = solutions[k]
                for later, known in solutions[k + 1 :]:
                    solution.substitute(np.zeros(1, dtype=np.int64), later, known)
            for column, solution in solutions:
                accelerations.substitute(some, column, solution)
            solved_before[[column for column, _ in solutions]] = True
    return PivotSequence(tuple(decisions), tuple(pivots), tuple(dropped), margin)


def _pattern(system: System) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which entries of A are there, and which are constants."""

    def make() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        there = np.zeros((system.m, system.n), dtype=bool)
        constant = np.ones((system.m, system.n), dtype=bool)
        for row, entries in enumerate(rows_of(system)):
            for column, entry in entries.items():
                there[row, column], constant[row, column] = True, entry.is_constant()
        return there, constant

    found: tuple[NDArray[np.bool_], NDArray[np.bool_]] = system.cached("pattern of constraints", make)
    return found


def _level(matrix: Rows, module: ModuleRows, accelerations: Rows, solved: NDArray[np.bool_]) -> Rows:
    """Rows of a module with the accelerations that were solved for put in."""
    some = list(module.rows)
    level = Rows(matrix.entries[some], matrix.there[some], matrix.constant[some])
    level.entries = np.where(level.there, level.entries, 0.0)
    # Solutions hold free accelerations alone: one after another they may be put in.
    for column in np.flatnonzero(solved & level.there.any(axis=0)).tolist():
        level.substitute(np.arange(len(some)), column, accelerations.row(column))
    return level


def constraint_pivots(sequence: PivotSequence, A: Array) -> Array:
    """Pivots (k, pivots) of an elimination in their order, from the numbers of the constraint matrix (k, m, n) alone.

    They are not finite where one vanishes.
    """
    left, found = np.array(A), np.empty((len(A), len(sequence.pivots)))
    with np.errstate(all="ignore"):
        for k, (row, column) in enumerate(sequence.pivots):
            found[:, k] = left[:, row, column]
            share = left[:, :, column] / found[:, k, None]
            left -= share[:, :, None] * left[:, row, None, :]
    return found


def chosen_speeds(system: System) -> frozenset[int]:
    """Speeds that were chosen as inputs: they stay independent as long as there are others to eliminate."""
    chosen = set(system.equations.chosen)
    return (
        frozenset(x.v_index for x in system.quantities if x.full in chosen and x.v_index >= 0)
        if chosen
        else frozenset()
    )


def _pivot(level: Rows, left: Integers, spare: NDArray[np.bool_]) -> tuple[int, int]:
    """Row and column of the next pivot: large enough in its row, in a row that is not small, and cheap to eliminate.

    It is in one of the rows that are `left`. Columns in `spare` are taken only where no others are left.
    """
    there, constant = level.there[left], level.constant[left]
    size = np.where(there, np.abs(level.entries[left]), 0.0)
    if spare.any():
        others = np.where(spare, 0.0, size)
        if others.any():
            size, there = others, there & ~spare
    largest = size.max(axis=1)
    enough = there & (size >= PIVOT_ENOUGH * largest[:, None]) & (largest >= 1e-3 * largest.max())[:, None]
    cost = (there.sum(axis=1) - 1)[:, None] * there.sum(axis=0) - 0.5 * constant
    rows, columns = np.nonzero(enough & (cost == cost[enough].min()))
    # Of those that cost the same the largest in its row; rows are in the order of all rows.
    best = int(np.argmax(size[rows, columns] / largest[rows]))
    return int(left[rows[best]]), int(columns[best])


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

    @property
    def text(self) -> str:
        """All but the margin, as text."""
        return repr((self.pivots.decisions, self.kept, self.dropped, self.regularised, sorted(self.plain)))


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


def ranked_partition(system: System, A: Array) -> Ranking:
    """Rows and pivots of `partition`."""
    sequence = pivot_sequence(system, A)
    return Ranking(sequence, sequence.kept, sequence.dropped, margin=sequence.margin)


def partition(system: System, ranking: Ranking) -> Straight:
    """S^T M S a = S^T (f - M s), v' = S a + s, with S and s by elimination (Orsino 2017, eq. (25) reduced)."""
    found = eliminate_symbolically(system, ranking.pivots)
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
        dropped_residual(system, list(ranking.dropped), vdot),
        ranking.kept,
        ranking.dropped,
        S,
    )


def ranked_rows(system: System, A: Array, b: Array) -> Ranking:
    """Rows by the singular values of each level, and the pivots that show singular configurations."""
    _, _, levels = eliminate(system.modules, A, b, SVD())
    kept = tuple(level.module.rows[k] for level in levels for k in level.found.rows)
    dropped = tuple(level.module.rows[k] for level in levels for k in level.found.dependent)
    margin = min((level.found.margin for level in levels), default=np.inf)
    return Ranking(pivot_sequence(system, A), kept, dropped, margin=margin)


def ranked_multipliers(system: System, M: Array, A: Array, b: Array) -> Ranking:
    """Rows of `multipliers`, and those that make a singular mass matrix regular."""
    found = ranked_rows(system, A, b)
    extra = _regularising_rows(M, A, found.kept)
    if not extra:
        return found
    weight = float(np.max(np.abs(np.diag(M)))) / float(np.max(np.abs(A[extra]))) ** 2
    return replace(found, regularised=(tuple(extra), weight))


def multipliers(system: System, ranking: Ranking) -> Straight:
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
    signed = ca.veccat(*eliminate_symbolically(system, ranking.pivots).pivots)
    residual = dropped_residual(system, dropped, vdot)
    return Straight(vdot, ca.veccat(D_mass, D), signed, residual, ranking.kept, ranking.dropped)


@checked_arguments
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
    values, vectors = linear_algebra.eigh(scaled)
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
    values, vectors = linear_algebra.eigh(reduced / np.outer(safe, safe))
    refuse_undetermined(system, S / safe @ vectors, values < 1e-14)  # on a unit diagonal: below is rounding

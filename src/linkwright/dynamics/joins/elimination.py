"""Symbolic elimination of constraints by coordinate partition, module by module, as straight-line code.

Pivots are chosen once, from numbers at a given state, for size and sparsity; the same sequence is then written in
symbols. The pivots are outputs of the code, so that a run can see when they have become weak.

Sequences that were written before are recognised from numbers alone (`pivot_sequence`): what a machine has gone through
decides how long that takes, never what is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate, refuse_undetermined
from linkwright.dynamics.rank import Rank, level_scale, rank, scaled_symbols
from linkwright.dynamics.system.system import ModuleRows, Recent, System
from linkwright.symbolic import plus, select_rows, times

PIVOT_ENOUGH = 0.2
"""A pivot may be this much smaller than the largest entry of its row if that keeps the code sparser."""
MOST_WRITTEN = 8
"""Eliminations in symbols that are kept for whoever writes code of them next."""

Decision: TypeAlias = tuple[int, ...]
"""A step of an elimination: a module's rows that depend on others, or row and column of a pivot."""


@dataclass(eq=False)
class Node:
    """A place in the tree of all sequences of pivots that were written for a system, and where they went from here.

    `constants` are the entries (row, column) that are constants here, which makes them cheaper pivots; None where no
    pivot was chosen yet. It follows from the way here alone.
    """

    constants: frozenset[tuple[int, int]] | None = None
    following: dict[Decision, Node] = field(default_factory=dict)

    def after(self, decision: Decision) -> Node:
        """The place after a decision."""
        return self.following.setdefault(decision, Node())


@dataclass(frozen=True)
class PivotSequence:
    """Decisions of an elimination in order, from which its code follows; the rank margin is no part of that."""

    decisions: tuple[Decision, ...]
    margin: float = field(compare=False)


@dataclass
class Affine:
    """An acceleration as an affine expression of free ones: sum of terms times free accelerations, plus rest.

    Each coefficient is carried as a symbol and as its number at the state where pivots are chosen.
    """

    terms: dict[int, tuple[ca.SX, float]]
    rest: tuple[ca.SX, float]

    def add(self, factor: tuple[ca.SX, float], other: Affine) -> None:
        """Self += factor * other."""
        for column, term in other.terms.items():
            product = (times(factor[0], term[0]), factor[1] * term[1])
            old = self.terms.get(column)
            self.terms[column] = product if old is None else (plus(old[0], product[0]), old[1] + product[1])
        rest = plus(self.rest[0], times(factor[0], other.rest[0]))
        self.rest = (rest, self.rest[1] + factor[1] * other.rest[1])

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
    """Result: every acceleration as an affine expression of the free ones, pivots, rows kept and dropped, margin."""

    accelerations: list[Affine]
    free: list[int]
    pivots: list[ca.SX] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    margin: float = np.inf
    spare: frozenset[int] = frozenset()
    node: Node = field(default_factory=Node)
    decisions: list[Decision] = field(default_factory=list)

    def decide(self, decision: Decision) -> None:
        """Go on in the tree of sequences."""
        self.decisions.append(decision)
        self.node = self.node.after(decision)

    def matrix(self, n: int) -> tuple[ca.SX, ca.SX]:
        """S (n, k) and s (n) as expressions: v' = S a + s."""
        place = {column: k for k, column in enumerate(self.free)}
        rows, columns, values = [], [], []
        for i, affine in enumerate(self.accelerations):
            for column, (term, _) in affine.terms.items():
                rows.append(i)
                columns.append(place[column])
                values.append(term)
        order = sorted(range(len(rows)), key=lambda k: (columns[k], rows[k]))
        sparsity = ca.Sparsity.triplet(n, len(self.free), [rows[k] for k in order], [columns[k] for k in order])
        S = ca.SX(sparsity, ca.vertcat(*[values[k] for k in order])) if order else ca.SX(n, len(self.free))
        return S, ca.vertcat(*[affine.rest[0] for affine in self.accelerations])


def eliminate_symbolically(system: System, sequence: PivotSequence, A: Array, b: Array) -> Elimination:
    """Eliminate constraints module by module, leaves first: S_k = S_{k-1} C_k, C_k = [-B_D^-1 B_I; 1] (Orsino 2017).

    A, b are the numbers of the constraint matrix and right-hand side at the state where the sequence was chosen.
    """
    found: Elimination | None = _recent_eliminations(system).get(sequence.decisions)
    return _write(system, A, b) if found is None else found


def pivot_sequence(system: System, A: Array, b: Array) -> PivotSequence:
    """The sequence of pivots that `eliminate_symbolically` takes; from numbers alone if it was written before."""
    known = _recognise(system, A)
    if known is not None:
        return known
    written = _write(system, A, b)
    return PivotSequence(tuple(written.decisions), written.margin)


def _recent_eliminations(system: System) -> Recent:
    found: Recent = system.cached("eliminations", lambda: Recent(MOST_WRITTEN))
    return found


def _tree(system: System) -> Node:
    found: Node = system.cached("pivot sequences", Node)
    return found


def _write(system: System, A: Array, b: Array) -> Elimination:
    """Choose pivots and write the elimination in symbols on the way."""
    n = system.n
    unit = (ca.SX(1), 1.0)
    zero = (ca.SX(0), 0.0)
    result = Elimination(
        [Affine({i: unit}, zero) for i in range(n)], list(range(n)), spare=chosen_speeds(system), node=_tree(system)
    )
    rows_of = _rows(system, A)
    below: dict[int, list[int]] = {}
    for module in system.modules:
        speeds = [*module.own_speeds, *[i for child in module.children for i in below.pop(child)]]
        below[module.index] = speeds
        if module.rows:
            _module(result, module, speeds, rows_of, (A, b), system.b)
    result.free = sorted({column for affine in result.accelerations for column in affine.terms})
    _recent_eliminations(system)[tuple(result.decisions)] = result
    return result


def _recognise(system: System, A: Array) -> PivotSequence | None:
    """The same sequence from numbers alone, in the same order of operations; None if it leaves the tree.

    What symbols decide besides numbers is which entries are constants; that stands in the tree.
    """
    spare, node, margin = chosen_speeds(system), _tree(system), np.inf
    accelerations: list[dict[int, float]] = [{i: 1.0} for i in range(system.n)]
    places, decisions, below = _places(system), list[Decision](), dict[int, list[int]]()
    for module in system.modules:
        speeds = [*module.own_speeds, *[i for child in module.children for i in below.pop(child)]]
        below[module.index] = speeds
        if not module.rows:
            continue
        level: dict[int, dict[int, float]] = {}
        for row in module.rows:
            level[row] = {}
            for i in places[row]:
                _add(level[row], float(A[row, i]), accelerations[i])
        found = _rank_of(level, module, A)
        margin = min(margin, found.margin)
        dependent = tuple(module.rows[k] for k in found.dependent)
        for row in dependent:
            del level[row]
        decisions.append(dependent)
        node = node.after(dependent)
        chosen: list[tuple[int, dict[int, float]]] = []
        for _ in range(found.rank):
            if node.constants is None:
                return None
            row, column = _pivot(level, node.constants, spare)
            decisions.append((row, column))
            node = node.after((row, column))
            equation = level.pop(row)
            inverse = -1 / equation.pop(column)
            solution: dict[int, float] = {}
            _add(solution, inverse, equation)
            chosen.append((column, solution))
            for other in list(level):
                level[other] = _substitute(level[other], {column: solution})
        solved: dict[int, dict[int, float]] = {}
        for column, solution in reversed(chosen):
            solved[column] = _substitute(solution, solved)
        for i in speeds:
            accelerations[i] = _substitute(accelerations[i], solved)
    return PivotSequence(tuple(decisions), margin)


def _add(terms: dict[int, float], factor: float, others: dict[int, float]) -> None:
    """Terms += factor * others, as `Affine.add` does."""
    for column, term in others.items():
        old = terms.get(column)
        terms[column] = factor * term if old is None else old + factor * term


def _substitute(terms: dict[int, float], solved: dict[int, dict[int, float]]) -> dict[int, float]:
    """The same with solved accelerations put in, as `Affine.substitute` does."""
    hit = [column for column in terms if column in solved]
    if not hit:
        return terms
    result = {column: x for column, x in terms.items() if column not in solved}
    for column in hit:
        _add(result, terms[column], solved[column])
    return result


def _rank_of(level: dict[int, dict[int, float]], module: ModuleRows, A: Array) -> Rank:
    """Rank of a module's level from its numbers."""
    columns = sorted({column for terms in level.values() for column in terms})
    B = np.array([[level[row].get(c, 0.0) for c in columns] for row in module.rows])
    return rank(B.reshape(len(module.rows), len(columns)), level_scale(A[list(module.rows)]))


def _module(
    result: Elimination,
    module: ModuleRows,
    speeds: list[int],
    rows_of: list[dict[int, tuple[ca.SX, float]]],
    numbers: tuple[Array, Array],
    right: ca.SX,
) -> None:
    A, b = numbers
    level: dict[int, Affine] = {}
    for row in module.rows:
        equation = Affine({}, (-right[row], -float(b[row])))
        for i, coefficient in rows_of[row].items():
            equation.add(coefficient, result.accelerations[i])
        level[row] = equation
    found = _rank_of(_numbers(level), module, A)
    result.margin = min(result.margin, found.margin)
    # Of rows that depend on each other those far from doing so are kept: a cheap one may be about to vanish.
    dependent = [module.rows[k] for k in found.dependent]
    for row in dependent:
        del level[row]
    result.decide(tuple(dependent))
    chosen: list[tuple[int, Affine]] = []
    for _ in range(found.rank):
        constants = frozenset(
            (row, column)
            for row, equation in level.items()
            for column, (symbol, _) in equation.terms.items()
            if symbol.is_constant()
        )
        result.node.constants = constants
        row, column = _pivot(_numbers(level), constants, result.spare)
        result.decide((row, column))
        equation = level.pop(row)
        pivot = equation.terms.pop(column)
        result.pivots.append(pivot[0])
        result.kept.append(row)
        inverse = (-1 / pivot[0], -1 / pivot[1])
        solution = Affine({}, (ca.SX(0), 0.0))
        solution.add(inverse, equation)
        chosen.append((column, solution))
        for other in list(level):
            level[other] = level[other].substitute({column: solution})
    assert not level  # every row is kept or dependent
    result.dropped += dependent
    solved: dict[int, Affine] = {}
    for column, solution in reversed(chosen):
        solved[column] = solution.substitute(solved)
    for i in speeds:
        result.accelerations[i] = result.accelerations[i].substitute(solved)


def chosen_speeds(system: System) -> frozenset[int]:
    """Speeds that were chosen as inputs: they stay independent as long as there are others to eliminate."""
    chosen = set(system.equations.chosen)
    return (
        frozenset(x.v_index for x in system.quantities if x.full in chosen and x.v_index >= 0)
        if chosen
        else frozenset()
    )


def _pivot(
    level: dict[int, dict[int, float]], constants: frozenset[tuple[int, int]], spare: frozenset[int] = frozenset()
) -> tuple[int, int]:
    """Row and column of the next pivot: large enough in its row, in a row that is not small, and cheap to eliminate.

    Columns in `spare` are taken only where no others are left.
    """
    if spare:
        others = {row: {c: x for c, x in terms.items() if c not in spare} for row, terms in level.items()}
        if max((abs(x) for terms in others.values() for x in terms.values()), default=0.0) > 0.0:
            return _pivot(others, constants)
    largest = {row: max((abs(x) for x in terms.values()), default=0.0) for row, terms in level.items()}
    counts: dict[int, int] = {}
    for terms in level.values():
        for column in terms:
            counts[column] = counts.get(column, 0) + 1
    overall = max(largest.values())
    best: tuple[float, float, int, int] | None = None
    for row, terms in level.items():
        if largest[row] < 1e-3 * overall:
            continue
        for column, number in terms.items():
            if abs(number) < PIVOT_ENOUGH * largest[row]:
                continue
            cost = (len(terms) - 1) * counts[column] - (0.5 if (row, column) in constants else 0.0)
            candidate = (cost, -abs(number) / largest[row], row, column)
            if best is None or candidate < best:
                best = candidate
    assert best is not None
    return best[2], best[3]


def _numbers(level: dict[int, Affine]) -> dict[int, dict[int, float]]:
    """A level without its symbols."""
    return {row: {column: x for column, (_, x) in equation.terms.items()} for row, equation in level.items()}


def _places(system: System) -> list[list[int]]:
    """Speeds that each row of A has an entry for, in the order of `_rows`."""

    def make() -> list[list[int]]:
        places: list[list[int]] = [[] for _ in range(system.m)]
        for i, j in zip(*system.A.sparsity().get_triplet(), strict=True):
            places[i].append(j)
        return places

    found: list[list[int]] = system.cached("places of constraints", make)
    return found


def _rows(system: System, A: Array) -> list[dict[int, tuple[ca.SX, float]]]:
    rows: list[dict[int, tuple[ca.SX, float]]] = [{} for _ in range(system.m)]
    r, c = system.A.sparsity().get_triplet()
    values: list[Any] = system.A.nonzeros()
    for i, j, value in zip(r, c, values, strict=True):
        rows[i][j] = (value, float(A[i, j]))
    return rows


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


def ranked_partition(system: System, A: Array, b: Array) -> Ranking:
    """Rows and pivots of `partition`."""
    sequence = pivot_sequence(system, A, b)
    return Ranking(sequence, margin=sequence.margin)


def partition(system: System, ranking: Ranking, A: Array, b: Array) -> Straight:
    """S^T M S a = S^T (f - M s), v' = S a + s, with S and s by elimination (Orsino 2017, eq. (25) reduced)."""
    found = eliminate_symbolically(system, ranking.pivots, A, b)
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
    signed = ca.veccat(*eliminate_symbolically(system, ranking.pivots, A, b).pivots)
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
    refuse_undetermined(system, S / safe @ vectors, values < 1e-14)  # on a unit diagonal: below is rounding

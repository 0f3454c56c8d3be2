"""Symbolic elimination of constraints by coordinate partition, module by module, as straight-line code.

Pivots are chosen once, from numbers at a given state, for size and sparsity; the same sequence is then written in
symbols. The pivots are outputs of the code, so that a run can see when they have become weak.

Sequences that were written before are recognised from numbers alone (`pivot_sequence`): what a machine has gone through
decides how long that takes, never what is found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.rank import Rank, level_scale, rank
from linkwright.dynamics.system.recent import Recent
from linkwright.dynamics.system.system import ModuleRows, System
from linkwright.symbolic import plus, times

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


def eliminate_symbolically(system: System, A: Array, b: Array) -> Elimination:
    """Eliminate the ties of every module, leaves first: S_k = S_{k-1} C_k with C_k = [-B_D^-1 B_I; 1] (Orsino 2017).

    A, b are the numbers of the constraint matrix and right-hand side at the state where pivots are chosen.
    """
    found: Elimination | None = _written(system).get(pivot_sequence(system, A, b).decisions)
    return _write(system, A, b) if found is None else found


def pivot_sequence(system: System, A: Array, b: Array) -> PivotSequence:
    """The sequence of pivots that `eliminate_symbolically` takes; from numbers alone if it was written before."""
    known = _recognised(system, A)
    if known is not None:
        return known
    written = _write(system, A, b)
    return PivotSequence(tuple(written.decisions), written.margin)


def _written(system: System) -> Recent:
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
        [Affine({i: unit}, zero) for i in range(n)], list(range(n)), spare=spared(system), node=_tree(system)
    )
    rows_of = _rows(system, A)
    below: dict[int, list[int]] = {}
    for module in system.modules:
        speeds = [*module.own_speeds, *[i for child in module.children for i in below.pop(child)]]
        below[module.index] = speeds
        if module.rows:
            _module(result, module, speeds, rows_of, (A, b), system.b)
    result.free = sorted({column for affine in result.accelerations for column in affine.terms})
    _written(system)[tuple(result.decisions)] = result
    return result


def _recognised(system: System, A: Array) -> PivotSequence | None:
    """The same sequence from numbers alone, in the same order of operations; None if it leaves the tree.

    What symbols decide besides numbers is which entries are constants; that stands in the tree.
    """
    spare, node, margin = spared(system), _tree(system), np.inf
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
                level[other] = _substituted(level[other], {column: solution})
        solved: dict[int, dict[int, float]] = {}
        for column, solution in reversed(chosen):
            solved[column] = _substituted(solution, solved)
        for i in speeds:
            accelerations[i] = _substituted(accelerations[i], solved)
    return PivotSequence(tuple(decisions), margin)


def _add(terms: dict[int, float], factor: float, others: dict[int, float]) -> None:
    """Terms += factor * others, as `Affine.add` does."""
    for column, term in others.items():
        old = terms.get(column)
        terms[column] = factor * term if old is None else old + factor * term


def _substituted(terms: dict[int, float], solved: dict[int, dict[int, float]]) -> dict[int, float]:
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


def spared(system: System) -> frozenset[int]:
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

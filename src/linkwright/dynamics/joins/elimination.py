"""Symbolic elimination of constraints by coordinate partition, module by module, as straight-line code.

Pivots are chosen once, from numbers at a given state, for size and sparsity; the same sequence is then written in
symbols. The pivots are outputs of the code, so that a run can see when the choice has become bad.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.rank import level_scale, rank
from linkwright.dynamics.system.system import ModuleRows, System
from linkwright.symbolic import plus, times

PIVOT_ENOUGH = 0.2
"""A pivot may be this much smaller than the largest entry of its row if that keeps the code sparser."""


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
    n = system.n
    unit = (ca.SX(1), 1.0)
    zero = (ca.SX(0), 0.0)
    result = Elimination([Affine({i: unit}, zero) for i in range(n)], list(range(n)), spare=spared(system))
    rows_of = _rows(system, A)
    below: dict[int, list[int]] = {}
    for module in system.modules:
        speeds = [*module.own_speeds, *[i for child in module.children for i in below.pop(child)]]
        below[module.index] = speeds
        if module.rows:
            _module(result, module, speeds, rows_of, (A, b), system.b)
    result.free = sorted({column for affine in result.accelerations for column in affine.terms})
    return result


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
    columns = sorted({column for equation in level.values() for column in equation.terms})
    B = np.array([[level[row].terms.get(c, (None, 0.0))[1] for c in columns] for row in module.rows])
    scale = level_scale(A[list(module.rows)])
    found = rank(B.reshape(len(module.rows), len(columns)), scale)
    result.margin = min(result.margin, found.margin)
    # Of rows that depend on each other those far from doing so are kept: a cheap one may be about to vanish.
    dependent = [module.rows[k] for k in found.dependent]
    for row in dependent:
        del level[row]
    chosen: list[tuple[int, Affine]] = []
    for _ in range(found.rank):
        row, column = _pivot(level, result.spare)
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


def _pivot(level: dict[int, Affine], spare: frozenset[int] = frozenset()) -> tuple[int, int]:
    """Row and column of the next pivot: large enough in its row, in a row that is not small, and cheap to eliminate.

    Columns in `spare` are taken only where no others are left.
    """
    if spare:
        others = {row: Affine(_without(e, spare), e.rest) for row, e in level.items()}
        if max((abs(x) for e in others.values() for _, x in e.terms.values()), default=0.0) > 0.0:
            return _pivot(others)
    largest = {row: max((abs(x) for _, x in e.terms.values()), default=0.0) for row, e in level.items()}
    counts: dict[int, int] = {}
    for equation in level.values():
        for column in equation.terms:
            counts[column] = counts.get(column, 0) + 1
    overall = max(largest.values())
    best: tuple[float, float, int, int] | None = None
    for row, equation in level.items():
        if largest[row] < 1e-3 * overall:
            continue
        for column, (symbol, number) in equation.terms.items():
            if abs(number) < PIVOT_ENOUGH * largest[row]:
                continue
            cost = (len(equation.terms) - 1) * counts[column] - (0.5 if symbol.is_constant() else 0.0)
            candidate = (cost, -abs(number) / largest[row], row, column)
            if best is None or candidate < best:
                best = candidate
    assert best is not None
    return best[2], best[3]


def _without(equation: Affine, columns: frozenset[int]) -> dict[int, tuple[ca.SX, float]]:
    return {column: term for column, term in equation.terms.items() if column not in columns}


def _rows(system: System, A: Array) -> list[dict[int, tuple[ca.SX, float]]]:
    rows: list[dict[int, tuple[ca.SX, float]]] = [{} for _ in range(system.m)]
    r, c = system.A.sparsity().get_triplet()
    values: list[Any] = system.A.nonzeros()
    for i, j, value in zip(r, c, values, strict=True):
        rows[i][j] = (value, float(A[i, j]))
    return rows

"""The matrices of implicit steps of a machine: sparse, with multipliers in the place of their solution, or full.

The formulas stand in `integrators/matrices/sparse.py`. Accelerations of a machine with closed loops depend on all
coordinates, so that the Jacobian of its slope is full; equations with multipliers connect neighbours only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import casadi as ca
import numpy as np

from linkwright.codegen.sparse_lu import ColumnOrder
from linkwright.dynamics.joins import solve_ldl
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.system import System
from linkwright.simulation.loop.slope_expressions import integrands, state_symbol
from linkwright.simulation.workspace import StepMatrix
from linkwright.symbolic import select_rows

Matrix = TypeVar("Matrix", ca.SX, ca.DM)


@dataclass(frozen=True, eq=False)
class MatrixChoice:
    """How matrices of implicit steps are kept: sparse in a pattern with an order of `columns`, else full.

    `words` say which and why, for the provenance of a run.
    """

    words: str
    columns: ColumnOrder | None = None

    def room(self) -> StepMatrix:
        """Room for a sparse matrix and its factors, for one run."""
        assert self.columns is not None
        entries, rows = self.columns.entries, self.columns.size + self.columns.further
        return StepMatrix(
            constant=np.zeros(entries), factor=np.zeros(entries), right=np.zeros(rows), right_imaginary=np.zeros(rows),
            lu=self.columns.system(imaginary=True),
        )  # fmt: skip


def choose_matrices(structures: Sequence[Structure], *, differentiated: bool) -> MatrixChoice:
    """Sparse matrices where their factorisation has fewer operations and no rows of constraints are dropped.

    Steps that are `differentiated` take the full one.
    """
    if differentiated:
        return MatrixChoice("full Jacobian: the run has sensitivities")
    if any(structure.dropped_rows for structure in structures):
        return MatrixChoice("full Jacobian: constraints are redundant")
    system = structures[0].system
    found: MatrixChoice = system.cached("matrices of steps", lambda: _choose(system))
    return found


def _choose(system: System) -> MatrixChoice:
    """By the operations of one factorisation and one solution."""
    nq, n = system.q.numel(), system.n
    # Rows q' of the full matrix have few entries and cost little; what is left is a matrix of the speeds.
    full = n**3 // 3 + (nq + n) ** 2
    pattern = step_pattern(system)
    longest = max(np.bincount(pattern.row())[: pattern.size2()], default=0)
    # Where rows are as long as that of the full matrix, an order need not be looked for.
    if longest**3 // 3 >= full:
        return MatrixChoice(f"full Jacobian: a row of the equations with multipliers has {longest} entries")
    columns = ColumnOrder.of(pattern)
    products, entries = columns.usual
    sparse = products + 2 * entries  # to find an entry takes about as long as a product
    if sparse >= full:
        return MatrixChoice(f"full Jacobian: about {full} operations, with multipliers {sparse}")
    words = f"sparse equations with multipliers: about {sparse} operations, with a full Jacobian {full}"
    return MatrixChoice(words, columns)


def step_pattern(system: System) -> ca.Sparsity:
    """Entries of C and B: rows of q', of M a - f - A^T l, of A a - b and of integrals; columns q, v, l."""
    a, l = ca.SX.sym("a", system.n), ca.SX.sym("l", system.m)
    found = [ca.DM.ones(ca.jacobian_sparsity(rows, x)) for rows, x in _derivatives(system, a, l)]
    C, B = _blocks(found, ca.DM.ones(system.M.sparsity()), ca.DM.ones(system.A.sparsity()))
    return C.sparsity() + B.sparsity()


def step_entries(structure: Structure) -> ca.Function:
    """(t, y, y', u, p, m) -> entries of C and of B in their common pattern.

    With y' the accelerations are known, and multipliers follow from A W A^T l = A W (M a - f), W = diag(m): mobilities,
    as in the projections, where all rows are independent.
    """
    system = structure.system
    slope, mobilities = ca.SX.sym("slope", state_symbol(system).numel()), ca.SX.sym("m", system.n)
    a, l = ca.SX.sym("a", system.n), ca.SX.sym("l", system.m)
    C, B = _blocks([ca.jacobian(rows, x) for rows, x in _derivatives(system, a, l)], system.M, system.A)
    pattern = step_pattern(system)
    entries = ca.Function("entries", [*system.arguments, a, l], [ca.project(each, pattern).nz[:] for each in (C, B)])
    accelerations = select_rows(slope, range(system.q.numel(), system.q.numel() + system.n))
    spread = ca.sparsify(system.A @ ca.diag(mobilities))
    forces = ca.densify(system.M @ accelerations - system.f)
    multipliers, _ = solve_ldl(ca.sparsify(spread @ system.A.T), ca.densify(spread @ forces))
    arguments = [system.t, state_symbol(system), slope, system.u, system.p, mobilities]
    return ca.Function("step_entries", arguments, entries.call([*system.arguments, accelerations, multipliers]))


def _derivatives(system: System, a: ca.SX, l: ca.SX) -> list[tuple[ca.SX, ca.SX]]:
    """Rates q', residuals and rates of integrals, each with what it is differentiated by; the last also by a."""
    x, rates = ca.vertcat(system.q, system.v), integrands(system, a)
    residual = ca.vertcat(system.M @ a - system.f - system.A.T @ l, system.A @ a - system.b)
    return [(system.qdot, x), (residual, x), (rates, x), (rates, a)]


def _blocks(derivatives: Sequence[Matrix], M: Matrix, A: Matrix) -> tuple[Matrix, Matrix]:
    """C and B from the derivatives of `_derivatives`."""
    rates, residual, of_integrals, by_a = derivatives
    m, n, nq = *A.shape, rates.size1()
    zeros = type(M)
    forces = ca.vertcat(zeros(nq, m), -A.T, zeros(m + of_integrals.size1(), m))
    C = ca.horzcat(ca.vertcat(-rates, residual, -of_integrals), forces)
    B = ca.horzcat(ca.diagcat(zeros.eye(nq), ca.vertcat(M, A, -by_a)), zeros(C.size1(), m))
    assert B.shape == C.shape == (nq + n + m + by_a.size1(), nq + n + m)
    return C, B

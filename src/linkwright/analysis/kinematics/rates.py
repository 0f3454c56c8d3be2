"""Rates of a machine at many configurations: constraints A, slopes J of all quantities' speeds, free directions S."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.evaluated import Evaluated
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, row_rank
from linkwright.dynamics.system import call_function, constraint_matrix
from linkwright.symbolic import jacobian


@dataclass(frozen=True, eq=False)
class Rates:
    """Compiled slopes of constraints and of the speeds of quantities `which`, by v at rest.

    Rows of constraints and speeds v are over their `scales`, so that ranks do not depend on the unit of length; the
    speeds of quantities are in their own units.
    `rows` are constraints that are independent in general. Where others are `redundant`, those rows may depend on each
    other at some places although all together lose no rank there.
    `still` are speeds without a coordinate that the constraints leave open (currents): they move nothing and are held.
    """

    dynamics: Dynamics
    which: tuple[int, ...]
    matrix: Evaluated
    rows: tuple[int, ...]
    still: tuple[int, ...]
    scales: Scales
    redundant: bool = False

    @staticmethod
    def of(dynamics: Dynamics, general: State, which: Sequence[int] | None = None) -> Rates:
        """Compile for the quantities numbered (all at once for none); rows are chosen at a general state."""
        system = dynamics.system
        A = call_function(constraint_matrix(system), general.t, general.q, np.zeros(system.n), dynamics.p)[0]
        scales = Scales.of(system, dynamics.p)
        A = scales.slopes(A, scales.rows)
        rows = independent_rows(A)
        still = open_still(A[rows], [k for k in range(system.n) if not system.moves(k)])
        chosen = tuple(range(len(system.quantities))) if which is None else tuple(dict.fromkeys(which))
        s = ca.vertcat(*[system.quantities[k].s for k in chosen])
        redundant = len(rows) < len(A)
        matrix = Evaluated.of(dynamics, "rates", [system.A if redundant else system.A[rows, :], jacobian(s, system.v)])
        return Rates(dynamics, chosen, matrix, tuple(rows), tuple(still), scales, redundant)

    @property
    def degrees_of_freedom(self) -> int:
        """Freedoms of the machine's motion at a general state, currents not counted."""
        return self.dynamics.system.n - len(self.rows) - len(self.still)

    def slopes(self, Q: Array, t: float = 0.0) -> tuple[Array, Array]:
        """Constraints A (k, m, n), all where some are redundant, and slopes J (k, quantities, n), at Q (k, nq)."""
        A, J = self.matrix(Q, t, self.dynamics.p)
        rows = self.scales.rows if self.redundant else self.scales.rows[list(self.rows)]
        return self.scales.slopes(A, rows), np.asarray(J * self.scales.speeds)

    def matrices(self, Q: Array, t: float = 0.0) -> tuple[Array, Array]:
        """Rows that hold all but the free motions (k, m, n), and slopes J (k, quantities, n), at Q (k, nq).

        The rows are those of A that were kept, and ones for speeds that are held still. Where constraints are
        redundant, they are the right singular vectors of all of A times its singular values, as many as its rank in
        general: the same directions, with signs of no meaning.
        """
        A, J = self.slopes(Q, t)
        return self.with_still(self.independent_rows(A)), J

    def independent_rows(self, A: Array) -> Array:
        """As many rows (k, rank in general, n) as are independent, with the kernel of all of them."""
        if not self.redundant:
            return A
        _, sizes, vectors = linear_algebra.svd(A, full_matrices=False)
        return np.asarray(sizes[:, : len(self.rows), None] * vectors[:, : len(self.rows)])

    def with_still(self, A: Array) -> Array:
        """Rows below A that hold the speeds without a coordinate still."""
        held = np.zeros((len(A), len(self.still), A.shape[2]))
        held[:, np.arange(len(self.still)), list(self.still)] = 1.0
        return np.concatenate([A, held], axis=1)

    def place(self, which: Sequence[int]) -> list[int]:
        """Rows of J that belong to quantities given by number."""
        return [self.which.index(k) for k in which]


def kernels(rows: Array) -> Array:
    """Orthonormal bases (k, n, n - m) of what m independent rows leave open, by QR of the transposes."""
    k, m, n = rows.shape
    if m == 0:
        return np.broadcast_to(np.eye(n), (k, n, n))
    Q, _ = np.linalg.qr(rows.swapaxes(1, 2), mode="complete")
    return np.asarray(Q[:, :, m:])


def independent_rows(A: Array) -> list[int]:
    """Rows of one matrix that are independent, in ascending order."""
    from scipy.linalg import qr

    if not A.size:
        return []
    _, R, order = qr(A.T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    count = int(np.sum(sizes > RANK_TOLERANCE * max(float(sizes[0]), 1e-300)))
    return sorted(int(k) for k in order[:count])


def open_still(A: Array, still: Sequence[int]) -> list[int]:
    """Speeds among `still` that the constraints leave open, one for each degree of freedom that moves nothing."""
    kept: list[int] = []
    rank = row_rank(A)
    rows = A
    for k in still:
        unit = np.zeros((1, A.shape[1]))
        unit[0, k] = 1.0
        trial = np.vstack([rows, unit])
        # Only a degree of freedom in which nothing else takes part is held: one that also moves bodies is a real one.
        if row_rank(trial) > rank and not _moves(A, k, still):
            rows, rank = trial, rank + 1
            kept.append(k)
    return kept


def _moves(A: Array, k: int, still: Sequence[int]) -> bool:
    """Whether a speed is geared to one that moves bodies: with those at rest it cannot run."""
    others = [j for j in range(A.shape[1]) if j not in set(still)]
    held = np.zeros((len(others) + 1, A.shape[1]))
    held[np.arange(len(others)), others] = 1.0
    before = np.vstack([A, held[:-1]])
    held[-1, k] = 1.0
    return row_rank(np.vstack([A, held])) == row_rank(before)


def second_order(dynamics: Dynamics, state: State) -> tuple[Array, Array, Array, Array]:
    """A, b (A v' = b) and slopes J with drifts c (s' = J v' + c) of all quantities at a state that moves."""
    system = dynamics.system

    def make() -> ca.Function:
        s = ca.vertcat(*[quantity.s for quantity in system.quantities])
        drift = system.rate(s, ca.SX.zeros(system.n))
        outputs = [ca.densify(e) for e in (system.A, system.b, jacobian(s, system.v), drift)]
        return ca.Function("second_order", [system.t, system.q, system.v, system.p], outputs)

    function = system.cached("second_order", make)
    A, b, J, c = call_function(function, state.t, state.q, state.v, dynamics.p)
    return A, b.ravel(), J, c.ravel()

"""Kernels: ways to span the directions that a constraint level leaves free (Orsino 2017, Proposition 3.1).

Given B (m, n) of known rank r, C spans its kernel: B C = 0. The paper speaks of four strategies without naming them in
its appendix; these four are taken from the literature.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, Integers
from linkwright.dynamics.rank import Rank

__all__ = ["QR", "SVD", "Kernel", "Partition", "Projector"]


@dataclass(frozen=True)
class Kernel:
    """Contract: a name, and `basis(B, found)` with as many columns as free directions (the projector: n columns)."""

    @property
    def independent(self) -> bool:
        """Whether the columns are independent."""
        return True

    @property
    def orthonormal(self) -> bool:
        """Whether the columns are of length 1 and at right angles."""
        return False

    def basis(self, B: Array, found: Rank) -> Array:
        """Matrix C (n, n - r) with B C = 0."""
        raise NotImplementedError


@dataclass(frozen=True)
class Partition(Kernel):
    """Coordinate partition: dependent columns D are solved for the others, C = [-B_D^-1 B_I; 1].

    Columns are physical variables; the choice is kept along a path and changed only when B_D is badly conditioned.
    """

    def basis(self, B: Array, found: Rank) -> Array:
        """Dependent columns by pivoted QR."""
        return self.solved(B, found, self.dependent(B, found))

    def dependent(self, B: Array, found: Rank) -> Integers:
        """Columns D that are solved for, by pivoted QR."""
        from scipy.linalg import qr

        if not found.rank:
            return np.zeros(0, dtype=np.int64)
        _, _, order = qr(B[list(found.rows)], mode="economic", pivoting=True)
        return np.sort(order[: found.rank])

    def solved(self, B: Array, found: Rank, dependent: Integers) -> Array:
        """C with the columns D of B solved for."""
        n, rows = B.shape[1], B[list(found.rows)]
        free = np.setdiff1d(np.arange(n), dependent)
        C = np.zeros((n, len(free)))
        C[free, np.arange(len(free))] = 1.0
        if found.rank:
            C[dependent] = -linear_algebra.solve(rows[:, dependent], rows[:, free])
        return C


@dataclass(frozen=True)
class QR(Kernel):
    """Orthonormal kernel from the pivoted QR factorisation of B^T: the last n - r columns of Q."""

    @property
    def orthonormal(self) -> bool:
        """They are."""
        return True

    def basis(self, B: Array, found: Rank) -> Array:
        """Last columns of Q."""
        rows = B[list(found.rows)]
        Q, _ = np.linalg.qr(rows.T, mode="complete") if found.rank else (np.eye(B.shape[1]), None)
        return Q[:, found.rank :]


@dataclass(frozen=True)
class SVD(Kernel):
    """Orthonormal kernel from the singular value decomposition: the last n - r right singular vectors."""

    @property
    def orthonormal(self) -> bool:
        """They are."""
        return True

    def basis(self, B: Array, found: Rank) -> Array:
        """Last right singular vectors."""
        if B.shape[0] == 0:
            return np.eye(B.shape[1])
        _, _, Vt = linear_algebra.svd(B, full_matrices=True)
        return Vt[found.rank :].T


@dataclass(frozen=True)
class Projector(Kernel):
    """Orthogonal projector on the kernel, C = 1 - B^+ B: n columns of rank n - r, smooth along a path."""

    @property
    def independent(self) -> bool:
        """Its n columns have rank n - r only."""
        return False

    def basis(self, B: Array, found: Rank) -> Array:
        """1 - V_r V_r^T."""
        n = B.shape[1]
        if found.rank == 0:
            return np.eye(n)
        _, _, Vt = linear_algebra.svd(B, full_matrices=False)
        V = Vt[: found.rank]
        return np.asarray(np.eye(n) - V.T @ V)

"""Rank of constraint levels: one function for every path, on the scale of the level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array

RANK_TOLERANCE = 1e-10
"""A singular value below this share of the level's scale counts as zero. Rounding leaves about 1e-15 times the
condition of the levels below; a machine within 1e-10 of a singular configuration cannot be told from one in it. So
constraints that are redundant but for the digits of lengths and angles count as redundant if these are right to
1e-10."""

TYPED = 10 * RANK_TOLERANCE
"""Gap (rad, or of the machine's size) and residual of speeds (of the largest) that redundant rows may keep where no
step can remove it: digits typed to `RANK_TOLERANCE`, times what the joints magnify."""

NOTHING = 1e-13
"""A singular value below this counts as zero whatever the scale. Entries of constraints, over `Scales`, are directions
or arms of order 1: where all rows of a level cancel (those of a second hinge on the axis of the first, in the angle of
that) rounding leaves 1e-16 of these, and no scale beside it that would say so."""


@dataclass(frozen=True)
class Rank:
    """Rank of a level: how many rows are independent and which, and the smallest kept singular value over the scale."""

    rank: int
    rows: tuple[int, ...]
    dependent: tuple[int, ...]
    margin: float


def level_scale(A: Array) -> float:
    """Scale of a level: the 2-norm of its constraint matrix A_k, before anything is eliminated."""
    return float(np.linalg.norm(A, 2)) if A.size else 0.0


def least(scale: float, unit: float = 1.0) -> float:
    """The least singular value that is not zero, on the scale of a level; `unit` is what its entries were times."""
    return max(RANK_TOLERANCE * scale, NOTHING * unit)


def relative(A: Array) -> float:
    """Share of a matrix's size below which its singular values are zero, as `lstsq` takes it; 1 and more: all are."""
    return max(RANK_TOLERANCE, NOTHING / max(float(np.linalg.norm(A)), 1e-300))


def rank(B: Array, scale: float, unit: float = 1.0) -> Rank:
    """Rank of B = A_k S_{k-1}, with the scale of A_k; `unit` is the size of what A_k was multiplied by before.

    Never on the scale of B itself (a wholly redundant level makes B pure rounding noise), never on a Gram matrix (which
    squares singular values). Independent rows are those a pivoted QR of B^T takes first.
    """
    from scipy.linalg import qr

    if B.size == 0 or scale == 0.0:
        return Rank(0, (), tuple(range(B.shape[0])), np.inf)
    values = np.linalg.svd(B, compute_uv=False)
    count = int(np.sum(values > least(scale, unit)))
    margin = float(values[count - 1] / scale) if count else np.inf
    if count == B.shape[0]:
        return Rank(count, tuple(range(count)), (), margin)
    _, _, order = qr(B.T, mode="economic", pivoting=True)
    chosen = sorted(int(k) for k in order[:count])
    dependent = [k for k in range(B.shape[0]) if k not in set(chosen)]
    return Rank(count, tuple(chosen), tuple(dependent), margin)

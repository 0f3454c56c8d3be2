"""Rank of constraint levels: one function for every path, on the scale of the level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

Array: TypeAlias = NDArray[np.float64]

RANK_TOLERANCE = 1e-10
"""A singular value below this share of the level's scale counts as zero. Rounding leaves about 1e-15 times the
condition of the levels below; a machine within 1e-10 of a singular configuration cannot be told from one in it."""


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


def rank(B: Array, scale: float) -> Rank:
    """Rank of B = A_k S_{k-1}, with the scale of A_k.

    Never on the scale of B itself (a wholly redundant level makes B pure rounding noise), never on a Gram matrix (which
    squares singular values). Independent rows are those a pivoted QR of B^T takes first.
    """
    if B.size == 0 or scale == 0.0:
        return Rank(0, (), tuple(range(B.shape[0])), np.inf)
    values = np.linalg.svd(B, compute_uv=False)
    count = int(np.sum(values > RANK_TOLERANCE * scale))
    margin = float(values[count - 1] / scale) if count else np.inf
    if count == B.shape[0]:
        return Rank(count, tuple(range(count)), (), margin)
    _, _, order = qr(B.T, mode="economic", pivoting=True)
    chosen = sorted(int(k) for k in order[:count])
    dependent = [k for k in range(B.shape[0]) if k not in set(chosen)]
    return Rank(count, tuple(chosen), tuple(dependent), margin)

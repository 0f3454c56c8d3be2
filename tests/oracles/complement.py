"""The orthogonal-complement form of constrained dynamics, dense and in one piece: [S^T M; A] a = [S^T f; b].

M may be singular: a is unique if and only if rank [M; A] = n. Redundant rows of A change nothing if b agrees with them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

Array = NDArray[Any]

RANK = 1e-11  # of the largest singular value of A: below it a row combination is rounding


def accelerations(M: Array, f: Array, A: Array, b: Array) -> Array:
    """Split a = A^+ b + S z with S an orthonormal basis of the kernel of A; S^T M S z = S^T (f - M A^+ b)."""
    S = null_space(A, rcond=RANK)
    particular = np.linalg.pinv(A, rcond=RANK) @ b
    return np.asarray(particular + S @ np.linalg.solve(S.T @ M @ S, S.T @ (f - M @ particular)))


def freedom(A: Array) -> int:
    """Number of columns of S: n - rank A."""
    return int(null_space(A, rcond=RANK).shape[1])

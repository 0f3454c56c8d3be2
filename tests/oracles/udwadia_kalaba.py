"""The Udwadia-Kalaba equation, dense and in one piece, for constraints A a = b on M a = f.

Source: F. E. Udwadia and R. E. Kalaba, Analytical Dynamics: A New Approach, Cambridge University Press, 1996.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def accelerations(M: Array, f: Array, A: Array, b: Array) -> Array:
    """The accelerations a = M^-1 f + M^(-1/2) (A M^(-1/2))^+ (b - A M^-1 f), M symmetric and positive definite.

    An inconsistent b is met in the sense of least squares, all rows alike.
    """
    values, vectors = np.linalg.eigh(M)
    root = vectors / np.sqrt(values) @ vectors.T
    H = A @ root
    free = np.linalg.solve(M, f)
    # singular values below 1e-11 of the largest are rounding of redundant rows
    return np.asarray(free + root @ np.linalg.pinv(H, rcond=1e-11) @ (b - A @ free))

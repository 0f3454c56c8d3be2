"""Linear algebra of NumPy that either answers or says in words why there is no answer; names and arguments are NumPy's.

Singular values are found by divide and conquer (LAPACK's gesdd, gelsd, syevd), which does not converge on some finite
matrices; QR iterations (gesvd, syev), in twice the time, do and are the second way. What is not finite or singular
raises `MatrixError`: no error of a library leaves this package.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from linkwright.arrays import Array

if TYPE_CHECKING:
    from scipy.sparse import spmatrix
    from scipy.sparse.linalg import SuperLU

Function = TypeVar("Function", bound=Callable[..., object])


class MatrixError(ValueError):
    """A matrix that has no such answer, since entries are not finite or it is singular."""


def _answering(function: Function, second: Callable[..., object] | None, without_answer: str) -> Function:
    """The function of NumPy, with a second way where it fails on finite matrices, or words where there is none."""

    @wraps(function)
    def answer(*arrays: Array, **options: object) -> object:
        try:
            return function(*arrays, **options)
        except np.linalg.LinAlgError:
            if not all(np.isfinite(array).all() for array in arrays):
                raise MatrixError(
                    "entries of a matrix are not finite: values there overflow or have no limit"
                ) from None
        if second is None:
            raise MatrixError(without_answer)
        try:
            return second(*arrays, **options)
        except np.linalg.LinAlgError:
            raise MatrixError(without_answer) from None

    return cast("Function", answer)


def _svd_by_iterations(A: Array, *, full_matrices: bool = True, compute_uv: bool = True) -> object:
    """U, s, V^T, or s alone, of a matrix or of a stack of them."""
    from scipy.linalg import svd  # takes a tenth of a second to load, and hardly ever is the second way needed

    def decompose(matrix: Array) -> tuple[Array, ...]:
        found = svd(matrix, full_matrices=full_matrices, compute_uv=compute_uv, lapack_driver="gesvd")
        return tuple(found) if compute_uv else (found,)

    stack = np.asarray(A)
    found = [decompose(matrix) for matrix in stack.reshape(-1, *stack.shape[-2:])]
    parts = [np.array(part).reshape(*stack.shape[:-2], *part[0].shape) for part in zip(*found, strict=True)]
    return tuple(parts) if compute_uv else parts[0]


def _lstsq_by_iterations(A: Array, b: Array, rcond: float | None = None) -> object:
    """x of least size with least |A x - b|, no residuals, rank, singular values."""
    U, s, Vt = cast("tuple[Array, Array, Array]", _svd_by_iterations(A, full_matrices=False))
    share = np.finfo(float).eps * max(A.shape) if rcond is None else rcond
    rank = int(np.sum(s > share * s.max(initial=0.0)))
    x = Vt[:rank].T @ ((U[:, :rank].T @ b).T / s[:rank]).T
    return x, np.zeros(0), rank, s


def _eigh_by_iterations(A: Array) -> object:
    from scipy.linalg import eigh

    stack = np.asarray(A)
    found = [eigh(matrix, driver="ev") for matrix in stack.reshape(-1, *stack.shape[-2:])]
    values, vectors = (np.array(part) for part in zip(*found, strict=True))
    return values.reshape(stack.shape[:-1]), vectors.reshape(stack.shape)


def _eigvalsh_by_iterations(A: Array) -> object:
    return cast("tuple[Array, Array]", _eigh_by_iterations(A))[0]


NO_VALUES = "singular values or eigenvalues of a matrix are not found, its entries differ too much in size"
SINGULAR = "a matrix is singular: its equations have no solution, or many"

svd = _answering(np.linalg.svd, _svd_by_iterations, NO_VALUES)
_lstsq = _answering(np.linalg.lstsq, _lstsq_by_iterations, NO_VALUES)
eigh = _answering(np.linalg.eigh, _eigh_by_iterations, NO_VALUES)
eigvalsh = _answering(np.linalg.eigvalsh, _eigvalsh_by_iterations, NO_VALUES)
eig = _answering(np.linalg.eig, None, NO_VALUES)
eigvals = _answering(np.linalg.eigvals, None, NO_VALUES)
solve = _answering(np.linalg.solve, None, SINGULAR)
inv = _answering(np.linalg.inv, None, SINGULAR)
cholesky = _answering(np.linalg.cholesky, None, "a matrix is not positive definite")


def lstsq(A: Array, b: Array, rcond: float | None = None) -> tuple[Array, Array, int, Array]:
    """x of least size with least |A x - b|, residuals, rank, singular values; those below that share count as zero.

    With a share of 1 or more all of them are zero; LAPACK would take it for rounding.
    """
    if rcond is not None and rcond >= 1.0:
        return np.zeros((A.shape[1], *b.shape[1:])), np.zeros(0), 0, np.asarray(svd(A, compute_uv=False), dtype=float)
    x, residuals, rank, values = _lstsq(A, b, rcond=rcond)
    return np.asarray(x), np.asarray(residuals), int(rank), np.asarray(values)


def pinv(A: Array, rcond: float = 1e-15) -> Array:
    """The pseudoinverse A^+ of a matrix or of a stack, with singular values below that share of the largest as zero."""
    U, s, Vt = svd(A, full_matrices=False)
    kept = s > rcond * s.max(axis=-1, keepdims=True, initial=0.0)
    inverse = np.divide(1.0, s, where=kept, out=np.zeros_like(s))
    return np.asarray(Vt.swapaxes(-1, -2) @ (inverse[..., None] * U.swapaxes(-1, -2)))


def null_space(A: Array, rcond: float | None = None) -> Array:
    """Orthonormal directions (n, n - r) with A x = 0, singular values below that share, or rounding, as zero."""
    _, s, Vt = svd(A)
    share = np.finfo(float).eps * max(A.shape) if rcond is None else rcond
    rank = int(np.sum(s > share * s.max(initial=0.0)))
    return Vt[rank:].T


def splu(matrix: spmatrix) -> SuperLU:
    """The sparse factorization with row exchanges."""
    from scipy.sparse.linalg import splu as factor

    try:
        return factor(matrix)
    except RuntimeError:  # the words of SuperLU for a pivot that is zero
        raise MatrixError(SINGULAR) from None


def matrix_rank(A: Array, tol: float) -> int:
    """Number of singular values above a limit."""
    return int(np.sum(svd(A, compute_uv=False) > tol)) if A.size else 0


def cond(A: Array) -> float:
    """Largest over smallest singular value."""
    s = svd(A, compute_uv=False)
    return float(s[0] / s[-1]) if s[-1] > 0 else np.inf

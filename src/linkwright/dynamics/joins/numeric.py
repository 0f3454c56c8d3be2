"""Joins on LAPACK: complement by any kernel and Udwadia-Kalaba, module by module from the leaves up.

These are the reference paths: every rank is decided anew at every state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.errors import InconsistentConstraintsError, Refused
from linkwright.dynamics.joins.kernels import Kernel
from linkwright.dynamics.rank import NOTHING, RANK_TOLERANCE, Rank, level_scale, rank
from linkwright.dynamics.system.system import ModuleRows, System
from linkwright.kinds import checked_arguments

Inconsistent = Literal["raise", "least squares"]

CONSISTENCY = 1e-8
"""Residual of a level, over the size of its right-hand side and scale, above which it is called inconsistent. States
are assembled to about 1e-12, and b is quadratic in speeds; 1e-8 is far above what that leaves."""

NO_INERTIA = 1e-14
"""Eigenvalue of the reduced mass matrix, scaled to a unit diagonal, below which there is no inertia: rounding."""


@dataclass(frozen=True, eq=False)
class Level:
    """What was found while a module's constraints were eliminated."""

    module: ModuleRows
    found: Rank
    residual: float


@dataclass(frozen=True, eq=False)
class Joined:
    """Accelerations with what led to them: S (n, k), the levels in order, and their residuals."""

    vdot: Array
    S: Array
    levels: tuple[Level, ...]

    @property
    def margin(self) -> float:
        """Smallest rank margin of all levels."""
        return min((level.found.margin for level in self.levels), default=np.inf)


def eliminate(
    modules: Sequence[ModuleRows], A: Array, b: Array, kernel: Kernel
) -> tuple[Array, Array, tuple[Level, ...]]:
    """Complement S and a solution s of A s = b, module by module: S_k = S_{k-1} C_k (Orsino 2017, Theorem 3.1).

    At an inconsistent level s is the least-squares solution within what earlier levels allow, so these stay exact.
    """
    n = A.shape[1]
    s = np.zeros(n)
    spans: dict[int, Array] = {}
    levels = []
    S = np.zeros((n, 0))
    for module in modules:
        own = np.zeros((n, len(module.own_speeds)))
        own[list(module.own_speeds), np.arange(len(module.own_speeds))] = 1.0
        S = np.hstack([*[spans.pop(child) for child in module.children], own])
        if module.rows:
            level = A[list(module.rows)]
            B, c = level @ S, b[list(module.rows)] - level @ s
            found = rank(B, level_scale(level))
            U, values, Vt = linear_algebra.svd(B, full_matrices=False)
            x = Vt[: found.rank].T @ ((U[:, : found.rank].T @ c) / values[: found.rank])
            s = s + S @ x
            levels.append(Level(module, found, float(np.max(np.abs(c - B @ x), initial=0.0))))
            S = S @ kernel.basis(B, found)
        spans[module.index] = S
    return S, s, tuple(levels)


@checked_arguments
def margins(modules: Sequence[ModuleRows], A: Array) -> tuple[NDArray[np.int64], Array]:
    """Rank of all levels together and the smallest rank margin (k), for constraint matrices A (k, m, n).

    One decomposition of each module's level for all matrices at once, as long as they agree in its rank.
    """
    if np.ndim(A) != 3:
        msg = f"A has the shape {np.shape(A)}; expected (k, m, n), a constraint matrix for each state"
        raise ValueError(msg)
    k, _, n = A.shape
    identity = np.eye(n)
    spans: dict[int, Array] = {}
    total, smallest = np.zeros(k, dtype=np.int64), np.full(k, np.inf)
    for module in modules:
        own = np.broadcast_to(identity[:, list(module.own_speeds)], (k, n, len(module.own_speeds)))
        S = np.concatenate([*[spans.pop(child) for child in module.children], own], axis=2)
        if module.rows and S.shape[2]:
            level = A[:, list(module.rows)]
            # A leaf has only its own columns. Of others the largest singular value, and only that, may be taken
            # from a Gram matrix: it keeps all its digits there.
            reduced = level @ S if module.children else level[:, :, list(module.own_speeds)]
            Vt = np.zeros((k, 0, S.shape[2]))
            if module is modules[-1]:
                values = linear_algebra.svd(reduced, compute_uv=False)
            else:
                _, values, Vt = linear_algebra.svd(reduced)
            scale = values[:, 0]
            if module.children:
                scale = np.sqrt(linear_algebra.eigvalsh(level @ level.transpose(0, 2, 1))[:, -1])
            counts = np.sum(values > np.maximum(RANK_TOLERANCE * scale, NOTHING)[:, None], axis=1)
            count = int(counts[0])
            if np.any(counts != count):
                alone = [margins(modules, one[None]) for one in A]
                return np.concatenate([a for a, _ in alone]), np.concatenate([b for _, b in alone])
            if count:
                smallest = np.minimum(smallest, values[:, count - 1] / scale)
            total += count
            S = S @ Vt[:, count:].transpose(0, 2, 1)
        spans[module.index] = S
    return total, smallest


def check_levels(levels: Sequence[Level], system: System, A: Array, b: Array, vdot: Array) -> None:
    """Raise if a level is inconsistent."""
    bad = {
        level.module.path: level.residual
        for level in levels
        if level.residual
        > CONSISTENCY
        * max(
            1.0,
            level_scale(A[list(level.module.rows)]) * float(np.max(np.abs(vdot), initial=0.0)),
            float(np.max(np.abs(b), initial=0.0)),
        )
    }
    if bad:
        parts = [system.row_name(row) for level in levels if level.module.path in bad for row in level.module.rows]
        words = ", ".join(f"{path} (residual {value:.3g})" for path, value in bad.items())
        reason = (
            f"constraints contradict each other in module {words}: {', '.join(parts)}; correct one of them, or ask for "
            'inconsistent="least squares"'
        )
        raise InconsistentConstraintsError(reason, parts, bad)


def by_complement(system: System, kernel: Kernel, M: Array, f: Array, A: Array, b: Array) -> Joined:
    """Accelerations from S^T M v' = S^T f, A v' = b (Orsino 2017, eq. (25)).

    With independent columns v' = s + S a and S^T M S a = S^T (f - M s), scaled to a unit diagonal; with the projector
    the stacked system (25) itself, its rows scaled, by least squares.
    """
    from scipy.linalg import cho_factor, cho_solve

    S, s, levels = eliminate(system.modules, A, b, kernel)
    if kernel.independent:
        reduced = S.T @ M @ S
        d = np.sqrt(np.maximum(np.diag(reduced), 0.0))
        refuse_undetermined(
            system, S, d <= RANK_TOLERANCE * np.sqrt(np.max(np.abs(M), initial=0.0)) * np.linalg.norm(S, axis=0)
        )
        scaled = reduced / np.outer(d, d)
        values, vectors = linear_algebra.eigh(scaled)
        if values.size and values[0] < NO_INERTIA:
            refuse_undetermined(system, S / d @ vectors, values < NO_INERTIA)
        a = cho_solve(cho_factor(scaled), (S.T @ (f - M @ s)) / d) / d if values.size else np.zeros(0)
        return Joined(s + S @ a, S, levels)
    # The n columns of S have rank n - r: rows of S^T M that are small are mostly rounding, and scaled to length 1 they
    # would count like the others. An orthonormal basis of the same span has none.
    Z = linear_algebra.svd(S)[0][:, : S.shape[0] - sum(level.found.rank for level in levels)]
    top = Z.T @ M
    sizes = np.linalg.norm(top, axis=1)
    keep = sizes > RANK_TOLERANCE * np.max(sizes, initial=0.0)
    top, right = top[keep] / sizes[keep, None], (Z.T @ (f - M @ s))[keep] / sizes[keep]
    constraints = A[np.linalg.norm(A, axis=1) > NOTHING]
    stacked = np.vstack([top, constraints / (level_scale(constraints) or 1.0)])
    vdot, _, found, _ = linear_algebra.lstsq(stacked, np.concatenate([right, np.zeros(len(constraints))]), rcond=1e-13)
    if found < A.shape[1]:
        _, _, Vt = linear_algebra.svd(stacked)
        refuse_undetermined(system, Vt.T[:, found:], np.ones(A.shape[1] - found, dtype=bool))
    return Joined(s + vdot, S, levels)


def refuse_undetermined(system: System, directions: Array, which: NDArray[np.bool_]) -> None:
    """Refuse if some direction has neither inertia nor constraint: rank [M; A] < n."""
    if not np.any(which):
        return
    names = system.equations.speed_names
    weights = np.max(np.abs(directions[:, which]), axis=1)
    parts = [names[k] for k in np.flatnonzero(weights > 1e-6 * np.max(weights))]
    loose = [int(k) for k in np.flatnonzero(weights > 1e-6 * np.max(weights))]
    blocks = sorted({name for name, M, _, _ in system.inertias if any(M[k, :].nnz() for k in loose)})
    blocks = blocks or sorted({system.block_of_speed[k] for k in loose})
    reason = (
        f"the accelerations of {', '.join(parts)} are not determined: nothing there has inertia and no constraint "
        f"fixes them (rank [M; A] < n); give {', '.join(blocks)} a mass or inertia (a winding an inductance), "
        "or a constraint"
    )
    raise Refused(reason, blocks)


def by_udwadia_kalaba(system: System, M: Array, f: Array, A: Array, b: Array) -> Joined:
    """Recursive Udwadia-Kalaba (Orsino 2017, eqs. (26)-(28)), any number of levels.

    H_k = A_k M^(-1/2), K_k = (H_k P_{k-1})^+, a_k = a_{k-1} + K_k (b_k - H_k a_{k-1}), P_k = P_{k-1} - K_k H_k P_{k-1}
    """
    half = inverse_root(system, M)
    a = half @ f
    Z = np.eye(len(f))  # orthonormal, P = Z Z^T: rounding then cannot make P anything but a projector
    levels = []
    for module in system.modules:
        if not module.rows:
            continue
        H = A[list(module.rows)] @ half
        found = rank(H @ Z, level_scale(H), level_scale(half))
        K, Z = project(H, Z, found.rank)
        a = a + K @ (b[list(module.rows)] - H @ a)
        levels.append(Level(module, found, float(np.max(np.abs(b[list(module.rows)] - H @ a), initial=0.0))))
    return Joined(half @ a, half @ Z, tuple(levels))


def project(H: Array, Z: Array, rank: int) -> tuple[Array, Array]:
    """K = (H P)^+ for the projector P = Z Z^T and a rank of H P, and Z of the projector P - K H P."""
    U, values, Vt = linear_algebra.svd(H @ Z, full_matrices=True)
    return Z @ (Vt[:rank].T / values[:rank]) @ U[:, :rank].T, Z @ Vt[rank:].T


def inverse_root(system: System, M: Array) -> Array:
    """M^(-1/2); a singular M is refused with the parts that have no inertia."""
    d = np.sqrt(np.diag(M))
    massless = d == 0
    if not np.any(massless):
        values, vectors = linear_algebra.eigh(M / np.outer(d, d))
        if values[0] > 1e-13:
            full, basis = linear_algebra.eigh(M)
            root: Array = (basis / np.sqrt(full)) @ basis.T
            return root
        massless = np.max(np.abs(vectors[:, values <= 1e-13]), axis=1) > 1e-6
    names = [system.equations.speed_names[k] for k in np.flatnonzero(massless)]
    blocks = sorted({system.block_of_speed[k] for k in np.flatnonzero(massless)})
    alone = np.all(d[massless] == 0)
    together = "can move together without inertia (each of them alone has some)"
    what = "carry no inertia of their own" if alone else together
    reason = (
        f"UdwadiaKalaba needs a regular mass matrix, but {', '.join(names)} {what} "
        f"({', '.join(blocks)}); use Complement() or Multipliers()"
    )
    raise Refused(reason, blocks)

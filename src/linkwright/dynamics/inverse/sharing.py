"""The quadratic program of redundant drives, solved exactly by the active limits.

    minimise  |W^1/2 (u - u_0)|^2   subject to  G u = r,  lower <= u <= upper

With x = W^1/2 (u - u_0) = x_0 + Z y (x_0 the shortest solution of the balance, Z its kernel) this is a least distance
problem, min |y| with C y >= d. C. L. Lawson and R. J. Hanson, Solving Least Squares Problems, chapter 23, solve it by
one nonnegative least squares problem, min |E m - e|, m >= 0, with E = [C^T; d^T], e = (0, ..., 0, 1): a residual
that vanishes means no y exists, and then the m > 0 are limits that contradict each other. The limits that are active
are known after that, and u follows from linear equations, to rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.rank import RANK_TOLERANCE

INFEASIBLE = 1e-9
"""Residual of the nonnegative problem (between 0 and 1) below which the limits contradict each other: its square root
of rounding, 1e-8, is the distance in y that limits scaled to 1 can still tell."""
TOUCHING = 1e-9
"""Share of the size of the inputs within which a limit counts as kept."""


@dataclass(frozen=True, eq=False)
class Shared:
    """Inputs u, and where there are none the numbers of the limits in conflict: +k + 1 upper, -k - 1 lower.

    `fixed` says that the conflict is with the motion alone, which needs u; else the limits contradict each other.
    """

    u: Array
    conflict: tuple[int, ...] = ()
    fixed: bool = False


def without_limits(G: Array, r: Array, shares: Shares) -> Array:
    """Nearest inputs to the preload that meet G u = r (least squares where none do); G (..., k, n), r (..., k)."""
    root = np.sqrt(shares.weights)
    scaled = G / root
    missing = r - G @ shares.preload
    x = linear_algebra.pinv(scaled, rcond=RANK_TOLERANCE) @ missing[..., None]
    return np.asarray(x[..., 0] / root + shares.preload)


def within_limits(G: Array, r: Array, shares: Shares) -> Shared:
    """Nearest inputs to the preload that meet G u = r within the limits; G (k, n), r (k)."""
    from scipy.optimize import nnls

    root = np.sqrt(shares.weights)
    x_0 = (without_limits(G, r, shares) - shares.preload) * root
    scaled = G / root
    _, values, Vt = linear_algebra.svd(scaled)
    count = int(np.sum(values > RANK_TOLERANCE * max(values[0], 1e-300))) if values.size else 0
    Z = Vt[count:].T
    n = len(root)
    sides = np.concatenate([np.eye(n), -np.eye(n)])
    bounds = np.concatenate([shares.lower, -shares.upper])  # sides @ u >= bounds
    kept = np.isfinite(bounds)
    numbers = np.concatenate([-np.arange(n) - 1, np.arange(n) + 1])[kept]
    rows = sides[kept] / root
    d = bounds[kept] - sides[kept] @ shares.preload - rows @ x_0
    C = rows @ Z
    size = _size(shares, x_0 / root + shares.preload)
    lengths = np.linalg.norm(rows, axis=1)
    if np.all(d <= TOUCHING * size):
        return Shared(np.clip(x_0 / root + shares.preload, shares.lower, shares.upper))
    stiff = np.linalg.norm(C, axis=1) <= RANK_TOLERANCE * lengths
    if np.any(stiff & (d > TOUCHING * size)):  # the motion alone fixes this input, beyond its limit
        needed = x_0 / root + shares.preload
        return Shared(needed, tuple(int(k) for k in numbers[stiff & (d > TOUCHING * size)]), fixed=True)
    C, d, numbers = C[~stiff], d[~stiff], numbers[~stiff]
    norms = np.linalg.norm(C, axis=1)
    C, d = C / norms[:, None], d / norms
    scale = float(np.max(d))  # at least one is violated: the distance to it makes y of size 1
    E = np.vstack([C.T, d / scale])
    e = np.zeros(len(E))
    e[-1] = 1.0
    m, distance = nnls(E, e, maxiter=30 * E.shape[1])
    if distance < INFEASIBLE:
        return Shared(np.full(n, np.nan), tuple(int(k) for k in numbers[m > RANK_TOLERANCE * np.max(m)]))
    active = m > 0
    y = linear_algebra.lstsq(C[active], d[active], rcond=RANK_TOLERANCE)[0]
    u = (x_0 + Z @ y) / root + shares.preload
    beyond = np.maximum(shares.lower - u, u - shares.upper)
    if np.max(beyond) > TOUCHING * size:  # within rounding of a contradiction
        return Shared(np.full(n, np.nan), tuple(int(k) for k in numbers[active]))
    for k in numbers[active].tolist():  # where a limit is active the input has its very value
        u[abs(k) - 1] = (shares.upper if k > 0 else shares.lower)[abs(k) - 1]
    return Shared(np.clip(u, shares.lower, shares.upper))


def _size(shares: Shares, u: Array) -> float:
    """Size of the inputs, for what counts as rounding."""
    finite = np.abs(np.concatenate([shares.lower, shares.upper]))
    return float(max(np.max(np.abs(u), initial=0.0), np.max(finite[np.isfinite(finite)], initial=0.0), 1e-300))

"""Dry friction at more places than degrees of freedom: what it holds together, and what slides where it is not enough.

Of the frictions that stick r are kept as constraints, with multipliers l; the others move with them, phi_k = C_k . phi.
Forces |x_i| <= F_i hold the machine if l = sum x_i g_i, with g_i the rows of G = [1; C]: l lies in a zonotope, whose
facets are at right angles to normals n that are so to r - 1 of the g_i. So |n . l| <= sum F_i |n . g_i| for all n; with
r = 1 this is |l| <= sum |g_i| F_i.

Outside, friction takes as much as it can (it dissipates most): x minimises (l - G^T x)^T W (l - G^T x) in the box, with
the mobility W of the kept speeds, whose accelerations are then -W (l - G^T x).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array

MOST_FACETS = 300
"""Facets that are looked at; each costs a few operations in every look at the events."""
FLAT = 1e-6
"""Size of a normal, over that of what it is made of, below which it says nothing."""
MOVES = 1e-7
"""Share of the largest acceleration from which friction counts as moved."""


def facets(count: int, r: int) -> int:
    """How many normals there are for `count` frictions of which r are kept."""
    return comb(count, r - 1) if r else 0


def slack(l: ca.SX, G: ca.SX, F: ca.SX) -> ca.SX:
    """Least of (sum F_i |n . g_i| - |n . l|) / |n| over all facets: positive while all of it holds."""
    count, r = G.shape
    rows = [[G[i, j] for j in range(r)] for i in range(count)]
    least = ca.SX(ca.inf)
    for some in combinations(range(count), r - 1):
        n = ca.vertcat(*_normal([rows[i] for i in some], r))
        size = ca.norm_2(n)
        room = F.T @ ca.fabs(G @ n) - ca.fabs(ca.dot(n, l))
        good = size > FLAT
        least = ca.fmin(least, ca.if_else(good, room / ca.if_else(good, size, 1), ca.inf))
    return least


def _normal(rows: Sequence[Sequence[Any]], r: int) -> list[Any]:
    """The vector at right angles to r - 1 rows: their cofactors."""
    return [(-1) ** j * _determinant([[row[i] for i in range(r) if i != j] for row in rows]) for j in range(r)]


def _determinant(rows: list[list[Any]]) -> Any:
    if not rows:
        return ca.SX(1)
    return sum(
        (-1) ** j * rows[0][j] * _determinant([[x for i, x in enumerate(row) if i != j] for row in rows[1:]])
        for j in range(len(rows))
    )


def accelerations(l: Array, G: Array, F: Array, W: Array, *, rounding: float) -> Array:
    """Accelerations (r,) of the kept speeds against all friction; zeros if it holds but for a share `rounding`."""
    from scipy.optimize import lsq_linear

    root = linear_algebra.cholesky(W).T
    weight = np.maximum(F, 1e-12 * max(float(np.max(F)), float(np.max(np.abs(l))), 1e-300))
    found = lsq_linear((root @ G.T) * weight, root @ l, bounds=(-1.0, 1.0), method="bvls", tol=1e-14)
    rest = l - G.T @ (weight * found.x)
    if np.all(np.abs(rest) <= rounding * (np.abs(G).T @ weight)):
        return np.zeros(len(l))
    return np.asarray(-W @ rest)


def directions(G: Array, a: Array) -> Array:
    """In which direction each friction is moved (1, -1), or that it is not (0)."""
    speeds = G @ a
    return np.where(np.abs(speeds) > MOVES * np.max(np.abs(speeds), initial=0.0), np.sign(speeds), 0.0)

"""Rank of constraint levels: one function for every path, on the scale of the level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.arrays import Array, read_only
from linkwright.dynamics.system.system import Recent, System
from linkwright.symbolic import select_rows

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
    return float(linear_algebra.svd(A, compute_uv=False).max()) if A.size else 0.0


def least(scale: float, unit: float = 1.0) -> float:
    """The least singular value that is not zero, on the scale of a level; `unit` is what its entries were times."""
    return max(RANK_TOLERANCE * scale, NOTHING * unit)


def row_rank(A: Array) -> int:
    """Number of independent rows of a matrix that is a level by itself."""
    values = linear_algebra.svd(A, compute_uv=False)
    return int(np.sum(values > least(values[0]))) if A.size else 0


def null_space(A: Array) -> Array:
    """Orthonormal directions C (n, n - r) that a matrix (m, n) which is a level by itself leaves free: A C = 0."""
    if A.shape[0] == 0:
        return np.eye(A.shape[1])
    _, values, Vt = linear_algebra.svd(A)
    count = int(np.sum(values > least(values[0])))
    return Vt[count:].T


def relative(A: Array) -> float:
    """Share of a matrix's size below which its singular values are zero, as `lstsq` takes it; 1 and more: all are."""
    return max(RANK_TOLERANCE, NOTHING / max(float(np.linalg.norm(A)), 1e-300))


WELL_CONDITIONED = 1e8
"""Condition below which a matrix is regular without a look at its singular values, far from `RANK_TOLERANCE`."""


def regular_inverse(A: Array, condition: float = WELL_CONDITIONED) -> Array | None:
    """The inverse of a square matrix without units, of order 1, if its condition is certainly below a limit; else None.

    By the Frobenius norm, in a fifth of the time of singular values s: s_max <= |A|, s_min >= 1 / |A^-1|.
    """
    if A.shape[0] != A.shape[1] or not A.size:
        return None
    try:
        inverse: Array = linear_algebra.inv(A).astype(float, copy=False)
    except linear_algebra.MatrixError:
        return None
    # NaN is in no order.
    return inverse if float(np.vdot(inverse, inverse)) * max(1.0, float(np.vdot(A, A))) < condition**2 else None


def rank(B: Array, scale: float, unit: float = 1.0) -> Rank:
    """Rank of B = A_k S_{k-1}, with the scale of A_k; `unit` is the size of what A_k was multiplied by before.

    Never on the scale of B itself (a wholly redundant level makes B pure rounding noise), never on a Gram matrix (which
    squares singular values). Independent rows are those a pivoted QR of B^T takes first.
    """
    if B.size == 0 or scale == 0.0:
        return Rank(0, (), tuple(range(B.shape[0])), np.inf)
    values = linear_algebra.svd(B, compute_uv=False)
    count = int(np.sum(values > least(scale, unit)))
    margin = float(values[count - 1] / scale) if count else np.inf
    if count == B.shape[0]:
        return Rank(count, tuple(range(count)), (), margin)
    from scipy.linalg import qr  # takes a fifth of a second to load, and only redundant rows need it

    _, _, order = qr(B.T, mode="economic", pivoting=True)
    chosen = sorted(int(k) for k in order[:count])
    dependent = sorted(int(k) for k in order[count:])
    return Rank(count, tuple(chosen), tuple(dependent), margin)


LENGTHS = frozenset({"m", "m/s"})
"""Units of rows, coordinates and speeds that are measured by the machine's size."""


MOST_SCALES = 8
"""Sets of parameter values whose scales are kept."""


@dataclass(frozen=True, eq=False)
class Scales:
    """The machine's size (m) where a row, a coordinate or a speed is a length (or a length per second), 1 elsewhere.

    The size is a power of two, so that dividing by it rounds nothing.
    """

    size: float
    rows: Array
    gaps: Array
    coordinates: Array
    speeds: Array
    positions: Array
    rates: Array

    @staticmethod
    def of(system: System, p: Array) -> Scales:
        """Scales of a system with parameter values p."""
        known: Recent = system.cached("scales", lambda: Recent(MOST_SCALES))  # asked for at every Newton step
        values = p.tobytes()
        found: Scales | None = known.get(values)
        if found is None:
            size = machine_size(lambda unit: _parameters(system, unit), p)
            found = known[values] = system.cached(  # of powers of two there are few
                ("scales", size),
                lambda: Scales(size, *(read_only(np.where(which, size, 1.0)) for which in _lengths(system))),
            )
        return found

    def constraints(self, A: Array, b: Array) -> tuple[Array, Array]:
        """A (m, n) and b (m) of the constraints without dimension (but for time): A s / r, b / r."""
        return A * self.speeds / self.rows[:, None], b.ravel() / self.rows

    def inertia(self, M: Array, f: Array) -> tuple[Array, Array]:
        """M (n, n) and f (n) of the speeds over their scales s: M s s^T, f s."""
        return M * np.outer(self.speeds, self.speeds), f.ravel() * self.speeds

    def slopes(self, slope: Array, rows: Array) -> Array:
        """A Jacobian in the speeds, its rows over their scales: J s / r."""
        return np.asarray(slope * self.speeds / rows[:, None])


def machine_size(in_unit: Callable[[str], NDArray[np.bool_]], p: Array) -> float:
    """The largest length among the parameters (m), to the next power of two; `in_unit` says which have a unit.

    Without a length it is the radius of gyration of the largest moment of inertia and mass, without those 1 m.
    """

    def largest(unit: str) -> float:
        which = in_unit(unit)
        return float(np.max(np.abs(p[: which.size][which]), initial=0.0))

    length, mass = largest("m"), largest("kg")
    if length == 0.0 and mass > 0.0:
        length = float(np.sqrt(largest("kg m^2") / mass))
    return float(2.0 ** np.round(np.log2(length))) if np.isfinite(length) and length > 0.0 else 1.0


def _parameters(system: System, unit: str) -> NDArray[np.bool_]:
    """Which parameters have a unit."""
    found: NDArray[np.bool_] = system.cached(("parameters in", unit), lambda: system.equations.parameters.in_unit(unit))
    return found


def _lengths(system: System) -> tuple[NDArray[np.bool_], ...]:
    """Which rows, gaps, coordinates, speeds, positions and rates of quantities are lengths."""

    def make() -> tuple[NDArray[np.bool_], ...]:
        record = system.equations
        units = {
            row: label.unit
            for constraint in system.constraints
            for row, label in zip(constraint.rows, constraint.labels, strict=False)
        }
        every = (
            [units.get(row, "") for row in range(system.m)],
            [units.get(row, "") for row in system.g_rows],
            record.coordinate_units,
            record.speed_units,
            [quantity.unit for quantity in system.quantities],
            [quantity.rate_unit for quantity in system.quantities],
        )
        return tuple(np.array([unit in LENGTHS for unit in found], dtype=bool) for found in every)

    found: tuple[NDArray[np.bool_], ...] = system.cached("lengths", make)
    return found


def size_expression(system: System) -> ca.SX:
    """The machine's size (m) as an expression of its parameters, for tolerances inside compiled code."""

    def largest(unit: str) -> ca.SX:
        which = np.flatnonzero(_parameters(system, unit)).tolist()
        return ca.mmax(ca.fabs(select_rows(system.p, which))) if which else ca.SX(0)

    length, mass = largest("m"), largest("kg")
    gyration = ca.sqrt(largest("kg m^2") / mass) if not mass.is_zero() else ca.SX(0)
    size = ca.if_else(length > 0, length, gyration)
    return ca.SX(1) if size.is_zero() else ca.if_else(ca.logic_and(size > 0, size < ca.inf), size, 1)


def scaled_symbols(system: System) -> tuple[ca.SX, ca.SX]:
    """Scales of rows (m) and of speeds (n) as expressions of the parameters."""
    size = size_expression(system)
    rows, _, _, speeds, _, _ = _lengths(system)
    return tuple(ca.vertcat(*[size if one else ca.SX(1) for one in which.tolist()]) for which in (rows, speeds))  # type: ignore[return-value]  # two of them

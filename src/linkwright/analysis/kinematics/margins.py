"""How far a machine is from singularities of either kind, at many configurations at once.

With free directions S, inputs a' = J_a S y and platform x' = J_x S y, all in m/s (angles times the characteristic
length L). An orthonormal basis of the pairs (a', x') has an upper part C and a lower part D:

    parallel = smallest singular value of C: 0 where the platform can move while the inputs stand (second kind)
    serial   = smallest singular value of D: 0 where the inputs can move while the platform stands (first kind)

Both lie between 0 and 1. With s the singular values of J in x' = J a' they are 1 / sqrt(1 + s_max^2) and
s_min / sqrt(1 + s_min^2), but stay defined at singularities. The condition number is s_max / s_min.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.rates import Rates, kernels
from linkwright.arrays import Array

Kind = Literal["serial", "parallel", "constraint"]

SINGULAR_MARGIN = 1e-8
"""Margin below which a configuration counts as singular: rounding leaves 1e-16 times the condition of the joints."""


@dataclass(frozen=True, eq=False)
class Margins:
    """At k configurations: distances `parallel`, `serial`, `constraint` (0 to 1) and condition numbers, each (k,).

    `constraint` is the smallest singular value of the joints' own constraints, each row of length 1: 0 where the
    machine gains degrees of freedom by itself, whatever is driven. `parallel_side`, `serial_side` are signs that change
    where a singularity of that kind is crossed (0 where the numbers of quantities and degrees of freedom differ, and
    there is no determinant).
    """

    parallel: Array
    serial: Array
    constraint: Array
    condition: Array
    parallel_side: Array
    serial_side: Array

    @property
    def dexterity(self) -> Array:
        """1 / condition number: 1 where the machine moves equally well in all directions, 0 at singularities."""
        return np.asarray(np.where(np.isfinite(self.condition), 1.0 / self.condition, 0.0))

    def __getitem__(self, rows: slice) -> Margins:
        return Margins(
            self.parallel[rows],
            self.serial[rows],
            self.constraint[rows],
            self.condition[rows],
            self.parallel_side[rows],
            self.serial_side[rows],
        )


@dataclass(frozen=True, eq=False)
class Measure:
    """What is measured: numbers of inputs and of the platform's speeds and positions, and the characteristic length."""

    rates: Rates
    inputs: tuple[int, ...]
    twist: tuple[int, ...]
    pose: tuple[int, ...]
    length: float

    def scales(self, which: Sequence[int]) -> Array:
        """Factors that turn speeds of these quantities into m/s."""
        return scales(self.rates, which, self.length)

    def speeds(self, J: Array, S: Array) -> tuple[Array, Array]:
        """Slopes of inputs and platform by free motions, in m/s."""
        a = (J[:, self.rates.place(self.inputs)] * self.scales(self.inputs)[:, None]) @ S
        x = (J[:, self.rates.place(self.twist)] * self.scales(self.twist)[:, None]) @ S
        return a, x

    def margins(self, Q: Array, t: float = 0.0) -> Margins:
        """Margins at configurations Q (k, nq) that close all joints."""
        parts = [self._margins(Q[first : first + 256], t) for first in range(0, len(Q), 256)]
        if not parts:
            return Margins(*[np.zeros(0)] * 6)
        return Margins(
            *[
                np.concatenate([getattr(part, name) for part in parts])
                for name in ("parallel", "serial", "constraint", "condition", "parallel_side", "serial_side")
            ]
        )

    def _margins(self, Q: Array, t: float) -> Margins:
        rates = self.rates
        A, J = rates.slopes(Q, t)
        closed = rates.with_still(rates.independent_rows(A))
        signed = rates.with_still(A[:, list(rates.rows)]) if rates.redundant else closed
        S = kernels(closed)
        a, x = self.speeds(J, S)
        dof = S.shape[2]
        basis, _ = np.linalg.qr(np.concatenate([a, x], axis=1))
        cosines = linear_algebra.svd(basis[:, : len(self.inputs)], compute_uv=False)
        sines = linear_algebra.svd(basis[:, len(self.inputs) :], compute_uv=False)
        return Margins(
            _least(cosines, dof),
            _least(sines, dof),
            self._rank_margin(A),
            _condition(a, x, dof),
            self._side(signed, J, self.inputs),
            self._side(signed, J, self.pose),
        )

    def closure(self, Q: Array, which: Sequence[int], t: float = 0.0) -> tuple[Array, Array]:
        """Margins `constraint` and signs of the determinant of constraints and the set `which`, each (k,).

        Redundant constraints have no determinant whose sign means something everywhere: there the signs are 0.
        """
        A, J = self.rates.slopes(Q, t)
        side = np.zeros(len(Q)) if self.rates.redundant else self._side(self.rates.with_still(A), J, which)
        return self._rank_margin(A), side

    def _rank_margin(self, A: Array) -> Array:
        """Smallest singular value (k,) of the constraints that is not zero everywhere.

        Speeds are in m/s as above, each row of length 1.
        """
        count = len(self.rates.rows)
        if not count:
            return np.ones(len(A))
        quantities = self.rates.dynamics.system.quantities
        lengths = [q.v_index for q in quantities if q.v_index >= 0 and q.rate_unit == "m/s"]
        scaled = A / self.rates.scales.speeds
        scaled[:, :, lengths] *= self.length
        scaled /= np.maximum(np.linalg.norm(scaled, axis=2, keepdims=True), 1e-300)
        return np.asarray(linear_algebra.svd(scaled, compute_uv=False)[:, count - 1])

    def _side(self, closed: Array, J: Array, which: Sequence[int]) -> Array:
        if len(which) + closed.shape[1] != closed.shape[2]:
            return np.zeros(len(J))
        return np.asarray(np.linalg.slogdet(np.concatenate([closed, J[:, self.rates.place(which)]], axis=1))[0])


def scales(rates: Rates, which: Sequence[int], length: float) -> Array:
    """Factors that turn speeds into m/s: 1 for lengths, the length for angles (and for what has no unit)."""
    quantities = rates.dynamics.system.quantities
    return np.array([1.0 if quantities[k].rate_unit == "m/s" else length for k in which])


def _least(values: Array, count: int) -> Array:
    """Smallest of `count` singular values; 0 where there are fewer quantities than degrees of freedom."""
    return np.asarray(values[:, count - 1]) if values.shape[1] >= count else np.zeros(len(values))


def _condition(a: Array, x: Array, dof: int) -> Array:
    """Condition number of J in x' = J a' by generalised singular values of the pair (x, a)."""
    if a.shape[1] < dof or x.shape[1] < dof:
        return np.full(len(a), np.inf)
    Ra = np.asarray(np.linalg.qr(a, mode="r"))
    size = linear_algebra.svd(Ra, compute_uv=False)
    fine = size[:, -1] > 1e-14 * np.maximum(size[:, 0], 1e-300)
    result = np.full(len(a), np.inf)
    if fine.any():
        J = linear_algebra.solve(Ra[fine].swapaxes(1, 2), x[fine].swapaxes(1, 2))
        s = linear_algebra.svd(J, compute_uv=False)
        least = s[:, dof - 1]
        result[fine] = np.where(least > 0, s[:, 0] / np.where(least > 0, least, 1.0), np.inf)
    return result


def natural_length(rates: Rates, q: Array, inputs: Sequence[int], twist: Sequence[int], t: float = 0.0) -> float:
    """Length (m) at which a turn of the platform moves the inputs as much as a displacement, in the mean.

    L = sqrt(mean |column of K that turns|^2 / mean |column that displaces|^2), K = da/dx. A platform that only shifts,
    driven by angles: the length at which inputs and platform move alike, 1 / sqrt(mean square of K's columns). 1 m
    where neither is defined.
    """
    quantities = rates.dynamics.system.quantities
    closed, J = rates.matrices(q[None], t)
    S = kernels(closed)[0]
    a, x = J[0][rates.place(inputs)] @ S, J[0][rates.place(twist)] @ S
    units = rates.scales.rates[list(twist)]
    K = a @ linear_algebra.pinv(x / units[:, None], rcond=1e-8) / units
    moving = np.array([quantities[k].rate_unit == "m/s" for k in twist])
    shifts, turns = K[:, moving], K[:, ~moving]
    if not shifts.size or not turns.size:
        return 1.0
    turning, shifting = (float(np.sum(part**2)) / part.shape[1] for part in (turns, shifts))
    angles = [quantities[k].rate_unit != "m/s" for k in inputs]
    if turning < 1e-18 * shifting * rates.scales.size**2 and all(angles):
        moved = int(np.sum(np.linalg.norm(shifts, axis=0) > 1e-9 * np.linalg.norm(shifts)))
        turning, shifting = 1.0, float(np.sum(shifts**2)) / moved
    found = float(np.sqrt(turning / shifting)) if shifting > 0 else np.inf
    return found if np.isfinite(found) and found > 1e-9 * rates.scales.size else 1.0

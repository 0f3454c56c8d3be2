"""The machine of a closed loop as a linear system: independent states, inputs, efforts, and all that can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.analysis.linear.friction import CountedFriction
from linkwright.analysis.linear.point import (
    check_steady,
    known_names,
    name_of,
    point_at,
    row_scales,
    rows,
    unit_of,
)
from linkwright.analysis.linear.states import chart_at, closing
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State

EFFORTS = ("force on ", "torque on ")
"""How efforts on a quantity are named as inputs: the force (N) or torque (N m) whose power is effort times rate."""


@dataclass(frozen=True, eq=False)
class LinearPlant:
    """x' = A x + B u + E e, y = C x + D u + F e for deviations of states x, inputs u, efforts e on all quantities.

    Rows of `C` (count, 3, n), `D` (count, 3, inputs) and `F` (count, 3, count) are position, rate and acceleration of
    each quantity; what has no position has NaN there.
    """

    states: tuple[str, ...]
    units: tuple[str, ...]
    inputs: tuple[str, ...]
    A: Array
    B: Array
    E: Array
    C: Array
    D: Array
    F: Array
    names: Mapping[str, tuple[int, int]]
    labels: Mapping[str, str]

    @cached_property
    def _balance(self) -> Array:
        """Sizes of states with which all entries of A are of one order."""
        from scipy.linalg import matrix_balance

        return np.asarray(np.diag(matrix_balance(self.A, permute=False)[1])) if len(self.A) else np.zeros(0)

    def hold(self, span: float) -> tuple[Array, Array]:
        """Exact states after a time (s) of inputs that are held: x + = first x + second u."""
        n, m = self.B.shape
        whole = np.zeros((n + m, n + m))
        sizes = self._balance
        whole[:n, :n] = self.A * sizes / sizes[:, None]
        whole[:n, n:] = self.B / sizes[:, None]
        found = _exponential(whole * span)
        return sizes[:, None] * found[:n, :n] / sizes, sizes[:, None] * found[:n, n:]

    def swing(self, column: Array, span: float, omega: Array) -> Array:
        """The integral of exp(A (span - s)) column exp(i omega s) over 0 to span: (n, frequencies), complex."""
        n = len(self.A)
        sizes = self._balance
        whole = np.zeros((len(omega), n + 1, n + 1), dtype=complex)
        whole[:, :n, :n] = self.A * sizes / sizes[:, None]
        whole[:, :n, n] = column / sizes
        whole[:, n, n] = 1j * omega
        return np.asarray(sizes[:, None] * _exponential(whole * span)[:, :n, n].T)


def _exponential(matrix: Array) -> Array:
    from scipy.linalg import expm

    return np.asarray(expm(matrix)) if matrix.size else matrix


def linear_plant(
    dynamics: Dynamics, state: State, u: Array, friction: CountedFriction, tolerance: float
) -> LinearPlant:
    """The machine about a state of rest that inputs u hold; a state that is not steady is refused."""
    point = point_at(dynamics, dynamics.on_constraints(state), u, friction)
    chart = chart_at(dynamics, point)
    which = chart.which
    check_steady(dynamics, point, which, tolerance)
    words = [f"the rate of {name_of(dynamics, *entry)}" for entry in which]
    slopes = rows(point, which, rates=True), row_scales(point, which, rates=True)
    A = closing(dynamics, point, which, slopes, words)
    speeds = np.array([order == 1 for _, order in which], dtype=bool)
    numbers = [number for number, _ in which]
    B, E = (np.where(speeds[:, None], table[numbers], 0.0) for table in (point.a_inputs, point.a_efforts))
    count = len(dynamics.system.quantities)
    C = np.full((count, 3, len(which)), np.nan)
    for order in range(3):
        known = [k for k in range(count) if order or np.isfinite(point.z[k])]
        entries = [(k, order) for k in known]
        wanted = rows(point, entries), np.ones(len(known))
        C[known, order] = closing(dynamics, point, which, wanted, [name_of(dynamics, *entry) for entry in entries])
    D, F = np.zeros((count, 3, len(u))), np.zeros((count, 3, count))
    D[:, 2], F[:, 2] = point.a_inputs, point.a_efforts
    names = known_names(dynamics)
    aliases = {short: names[full] for short, full in dynamics.equations.aliases.items() if full in names}
    whole = {**aliases, **names}
    return LinearPlant(
        tuple(name_of(dynamics, *entry) for entry in which),
        tuple(unit_of(dynamics, *entry) for entry in which),
        dynamics.inputs, A, B, E, C, D, F, whole,
        {name: unit_of(dynamics, *entry) for name, entry in whole.items()},
    )  # fmt: skip

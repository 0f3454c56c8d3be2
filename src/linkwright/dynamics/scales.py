"""What a machine is measured by: its size, so that ranks and tolerances do not depend on the unit of length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array, read_only
from linkwright.dynamics.system.system import System
from linkwright.symbolic import select_rows

LENGTHS = frozenset({"m", "m/s"})
"""Units of rows, coordinates and speeds that are measured by the machine's size."""


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
        size = machine_size(lambda unit: _parameters(system, unit), p)
        found: Scales = system.cached(  # of powers of two there are few
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
        units = {row: label.unit for tie in system.ties for row, label in zip(tie.rows, tie.labels, strict=False)}
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

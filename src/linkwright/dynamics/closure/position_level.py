"""The position level of a record, type by type: gaps of joints, directions of axes, positions of quantities.

Each type gives one function; its values at all uses are gathered and scattered through index arrays. So nothing is
composed for the whole machine, and the cost of making this grows with the types.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.rank import LENGTHS
from linkwright.dynamics.system.gathering import Gathered, gather_kernel
from linkwright.dynamics.system.system import call_function
from linkwright.equations import Equations, Uses
from linkwright.symbolic import jacobian

MOST_DENSE = 400
"""Speeds up to which matrices are full: sparse ones take longer below."""


MOST_ALONE = 3
"""Frames of a body (origin, mass centre, points) below which its origin counts as a point of it."""


class Rows:
    """Expressions of uses that stand on the same variables, for all of these uses: values and slopes by coordinates."""

    def __init__(self, uses: Uses[Any], expressions: Sequence[ca.SX], starts: Mapping[str, int], first: int) -> None:
        self.uses, self.column, self.starts = uses, ca.vertcat(*expressions), starts
        self.count = int(self.column.numel())
        self.numbers = first + np.arange(len(uses) * self.count).reshape(len(uses), self.count)

    @cached_property
    def _values(self) -> _Mapped:
        return _Mapped(gather_kernel("values", self.uses, [self.column], self.starts), len(self.uses))

    @cached_property
    def _slopes(self) -> tuple[_Mapped, Integers, Integers]:
        slopes = ca.sparsify(jacobian(self.column, self.uses.type.local.q))
        rows, columns = (np.array(x, dtype=np.int64) for x in slopes.sparsity().get_triplet())
        entries = ca.SX(slopes.nz[:]) if slopes.nnz() else ca.SX(0, 1)
        made = gather_kernel("slopes", self.uses, [entries], self.starts)
        return _Mapped(made, len(self.uses)), self.numbers[:, rows], self.uses.q[:, columns]

    def values(self, Z: Array) -> Array:
        """The expressions, use after use."""
        return self._values(Z).ravel()

    def slopes(self, Z: Array) -> tuple[Array, Integers, Integers]:
        """Entries of the slopes by the coordinates, their rows and their columns."""
        mapped, rows, columns = self._slopes
        return mapped(Z).ravel(), rows.ravel(), columns.ravel()


class _Mapped:
    """A kernel evaluated for all uses of a type: (uses, outputs)."""

    def __init__(self, made: Gathered, uses: int) -> None:
        self.index = made.index
        self.function = made.kernel.map(uses) if uses > 1 else made.kernel

    def __call__(self, Z: Array) -> Array:
        return np.asarray(call_function(self.function, Z[self.index].T)[0].T)


@dataclass(frozen=True)
class Place:
    """A quantity by its full name: row among all positions (-1: none), unit, and its own coordinate (-1: none).

    `periodic`: an angle of which a whole turn is the same pose.
    """

    row: int
    unit: str
    coordinate: int
    periodic: bool


class PositionLevel:
    """Gaps, directions and positions of a record as arrays of all values Z = (t, q, v, u, p)."""

    def __init__(self, record: Equations) -> None:
        self.n, self.nq = record.sizes["v"], record.sizes["q"]
        sizes = [("t", 1), *[(symbol, record.sizes[symbol]) for symbol in "qvu"], ("p", len(record.parameters.labels))]
        self.starts: dict[str, int] = {}
        self.size = 0
        for symbol, count in sizes:
            self.starts[symbol] = self.size
            self.size += count
        self.gaps: list[Rows] = []
        self.facing: list[Rows] = []
        units: list[str] = []
        gaps = products = 0
        for uses in record.constraints:
            kind = uses.type
            if kind.g.numel():
                self.gaps.append(Rows(uses, [kind.g], self.starts, gaps))
                units += [label.unit for label in kind.rows[: kind.g.numel()]] * len(uses)
                gaps += kind.g.numel() * len(uses)
            turning = [product for product in kind.facing if not product.is_constant()]
            if turning:
                self.facing.append(Rows(uses, [product - 1 for product in turning], self.starts, products))
                products += len(turning) * len(uses)
        self.gap_lengths = np.isin(np.array(units, dtype=str), list(LENGTHS))
        self.products = products
        self._quantities(record)
        self._blocks(record)

    @staticmethod
    def of(record: Equations) -> PositionLevel:
        """That of a record, made once."""
        found = _MADE.get(record)
        if found is None:
            found = _MADE.setdefault(record, PositionLevel(record))
        return found

    def _quantities(self, record: Equations) -> None:
        together: dict[Hashable, list[Uses[Any]]] = {}
        for uses in record.quantities:
            places = tuple(part.tobytes() for part in (uses.q, uses.v, uses.u, uses.p))
            together.setdefault((id(uses.type.local), len(uses), *places), []).append(uses)
        self.positions: list[Rows] = []
        self.places: dict[str, Place] = {}
        self.order: dict[str, int] = {}
        first = 0
        for alike in together.values():
            placed = [uses for uses in alike if uses.type.z is not None]
            for uses in alike:
                kind = uses.type
                column = placed.index(uses) if kind.z is not None else -1
                own, unit = kind.place[0] if kind.place is not None else -1, kind.label.unit
                for k, (module, name) in enumerate(zip(uses.module.tolist(), uses.names, strict=True)):
                    full = record.full_name(module, name)
                    row = first + k * len(placed) + column if column >= 0 else -1
                    coordinate, periodic = int(uses.q[k, own]) if own >= 0 else -1, unit == "rad" and not kind.advances
                    self.places[full] = Place(row, unit, coordinate, periodic)
                    self.order[full] = int(uses.order[k])
            if placed:
                self.positions.append(Rows(placed[0], [uses.type.z for uses in placed], self.starts, first))
                first += len(placed) * len(placed[0])
        self.position_count = first

    def _blocks(self, record: Equations) -> None:
        self.units: list[Integers] = []
        self.rates: list[tuple[_Mapped, Integers, Integers]] = []
        self.points: list[tuple[_Mapped, int]] = []
        coordinates, speeds = np.zeros(self.nq, dtype=bool), np.zeros(self.n, dtype=bool)
        for uses in record.blocks:
            kind = uses.type
            if len(kind.coordinates) == uses.q.shape[1]:
                coordinates[uses.q] = np.array([label.unit in LENGTHS for label in kind.coordinates], dtype=bool)
            if len(kind.speeds) == uses.v.shape[1]:
                speeds[uses.v] = np.array([label.unit in LENGTHS for label in kind.speeds], dtype=bool)
            self.units += [uses.q[:, list(group)] for group in kind.units]
            N = ca.sparsify(ca.SX(kind.N))
            if N.nnz():
                rows, columns = (np.array(x, dtype=np.int64) for x in N.sparsity().get_triplet())
                made = gather_kernel("rates", uses, [ca.SX(N.nz[:])], self.starts)
                self.rates.append((_Mapped(made, len(uses)), uses.q[:, rows].ravel(), uses.v[:, columns].ravel()))
            points = [frame.p for name, frame in kind.frames.items() if name or len(kind.frames) < MOST_ALONE]
            if len(points) > 1:
                made = gather_kernel("points", uses, points, self.starts)
                self.points.append((_Mapped(made, len(uses)), len(points)))
        self.coordinate_lengths, self.speed_lengths = coordinates, speeds

    # -- at values -------------------------------------------------------------------------------------------------

    def extent(self, p: Array) -> float:
        """The largest distance (m) between two points of a body, of which the mass centre is one, to a power of two.

        It does not depend on where the frames of bodies sit: the origin of one counts only where a body has no points.
        Zero for bodies of a single point.
        """
        Z, found = self.values(0.0, self.normalise(np.zeros(self.nq)), p), 0.0
        for mapped, count in self.points:
            at = mapped(Z).reshape(-1, count, 3)
            apart = np.linalg.norm(at[:, :, None] - at[:, None], axis=-1)
            found = max(found, float(np.max(apart, initial=0.0)))
        return float(2.0 ** np.round(np.log2(found))) if np.isfinite(found) and found > 0.0 else 0.0

    def values(self, t: float, q: Array, p: Array) -> Array:
        """All values Z at rest."""
        Z = np.zeros(self.size)
        Z[0], Z[self.starts["q"] : self.starts["q"] + self.nq], Z[self.starts["p"] :] = t, q, p
        return Z

    def normalise(self, q: Array) -> Array:
        """Euler parameters of length 1."""
        result = np.array(q, dtype=float)
        for groups in self.units:
            e = result[groups]
            length = np.linalg.norm(e, axis=1, keepdims=True)
            result[groups] = np.where(length > 0, e / np.where(length > 0, length, 1.0), [1.0, 0.0, 0.0, 0.0])
        return result

    def rate_matrix(self, Z: Array, speeds: Array) -> Any:
        """N (nq, n) of q' = N v, its columns times the scales of speeds; sparse for many."""
        parts = [(mapped(Z).ravel(), rows, columns) for mapped, rows, columns in self.rates]
        entries, rows, columns = _joined(parts)
        return self.matrix(entries * speeds[columns], rows, columns, (self.nq, self.n))

    def slope_matrix(self, rows: Sequence[Rows], Z: Array, count: int) -> Any:
        """Slopes (count, nq) of rows by the coordinates."""
        return self.matrix(*_joined([each.slopes(Z) for each in rows]), (count, self.nq))

    def matrix(self, entries: Array, rows: Integers, columns: Integers, shape: tuple[int, int]) -> Any:
        """A matrix of entries, which add up where they meet; sparse for machines with many speeds."""
        if self.n > MOST_DENSE:
            from scipy import sparse

            return sparse.csr_matrix((entries, (rows, columns)), shape=shape)
        found = np.zeros(shape)
        np.add.at(found, (rows, columns), entries)
        return found

    def stack(self, parts: Sequence[Any]) -> Any:
        """Matrices one below the other."""
        if self.n > MOST_DENSE:
            from scipy import sparse

            return sparse.vstack(parts, format="csr")
        return np.vstack(parts)


_MADE: WeakKeyDictionary[Equations, PositionLevel] = WeakKeyDictionary()


def joined_values(rows: Sequence[Rows], Z: Array) -> Array:
    """Values of all rows, one after another."""
    return np.concatenate([each.values(Z) for each in rows]) if rows else np.zeros(0)


def _joined(parts: Sequence[tuple[Array, Integers, Integers]]) -> tuple[Array, Integers, Integers]:
    if not parts:
        none = np.zeros(0, dtype=np.int64)
        return np.zeros(0), none, none
    entries, rows, columns = (np.concatenate([part[k] for part in parts]) for k in range(3))
    return entries, rows, columns

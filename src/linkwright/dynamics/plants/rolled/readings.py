"""Quantities of a machine with many parts: read at a state, and as constraints that hold them at wanted values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.system.gathering import Gathered, gather_kernel
from linkwright.equations import ConstraintType, Equations, QuantityType, Uses
from linkwright.symbolic import directional, jacobian, select_rows, t
from linkwright.trajectory.samples import Deferred


@dataclass(frozen=True, eq=False)
class Named:
    """Quantities of one type: their names as users see them, and the function (z, s) of all values Z."""

    uses: Uses[QuantityType]
    names: tuple[str, ...]
    function: Gathered

    def read(self, Z: Array) -> tuple[Array, Array]:
        """Positions and speeds of all uses."""
        count = len(self.uses)
        if not self.function.count:
            values = np.repeat(np.asarray(self.function.kernel(np.zeros(0))), count, axis=1)
        else:
            values = np.asarray(self.function.kernel.map(count)(Z[self.function.index].T))
        return values[0], values[1]


class Quantities(Sequence[Named]):
    """All quantities of a record by type, found by name; the same for all parameter values."""

    def __init__(self, record: Equations, starts: dict[str, int]) -> None:
        self.record, self.groups = record, name_quantities(record, starts)
        self._starts = np.cumsum([0, *[len(group.names) for group in self.groups]]).tolist()

    def __getitem__(self, kind: Any) -> Any:
        """Return the quantities of one type."""
        return self.groups[kind]

    def __len__(self) -> int:
        """Return the number of types."""
        return len(self.groups)

    def __iter__(self) -> Iterator[Named]:
        """Iterate over the types."""
        return iter(self.groups)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names as users see them, type by type."""
        return tuple(name for group in self.groups for name in group.names)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return dict(zip(self.names, range(len(self.names)), strict=True))

    def place(self, name: str) -> tuple[int, int] | None:
        """Type and row of the quantity that users see by this name."""
        number = self._numbers.get(name)
        if number is None:
            return None
        kind = bisect_right(self._starts, number) - 1
        return kind, number - self._starts[kind]

    def values(self, Z: Array) -> Deferred[tuple[dict[str, float], dict[str, float]]]:
        """Positions and speeds by name, from all values Z, which must not change."""
        return Deferred(lambda: self._read(Z))

    def _read(self, Z: Array) -> tuple[dict[str, float], dict[str, float]]:
        positions: dict[str, float] = {}
        rates: dict[str, float] = {}
        for group in self.groups:
            z, s = group.read(Z)
            if group.uses.type.z is not None:
                positions |= dict(zip(group.names, z.tolist(), strict=True))
            rates |= dict(zip(group.names, s.tolist(), strict=True))
        return positions, rates

    def find(self, name: str) -> tuple[int, int] | None:
        """Type and row of a quantity, by its short or by its full name."""
        return self.place(name) or self.place(self.record.show(name))


class Read(Mapping[str, float]):
    """Positions, or speeds, by name; they are read when one is first looked up."""

    def __init__(self, values: Deferred[tuple[dict[str, float], dict[str, float]]], *, rates: bool) -> None:
        self._values, self._rates = values, rates

    def __getitem__(self, name: str) -> float:
        """Return one value."""
        return self._values.value[self._rates][name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._values.value[self._rates])

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._values.value[self._rates])

    def __repr__(self) -> str:
        """Show them as a dictionary does."""
        return repr(self._values.value[self._rates])


def name_quantities(record: Equations, starts: dict[str, int]) -> list[Named]:
    """All quantities of a record."""
    found = []
    for uses in record.quantities:
        kind = uses.type
        z = ca.SX(0) if kind.z is None else kind.z
        names = [record.show(record.full_name(m, x)) for m, x in zip(uses.module.tolist(), uses.names, strict=True)]
        found.append(Named(uses, tuple(names), gather_kernel("quantity", uses, [z, kind.s], starts)))
    return found


def rates_of(record: Equations, starts: dict[str, int]) -> list[Gathered]:
    """q' of every type of block, for all its uses."""
    return [
        gather_kernel("qdot", uses, [uses.type.qdot], starts) for uses in record.blocks if uses.type.local.q.numel()
    ]


def select_uses(uses: Uses[Any], rows: Integers) -> Uses[Any]:
    """Some of the uses of a type."""
    parts = {kind: getattr(uses, kind)[rows] for kind in ("q", "v", "u", "p", "d", "blocks", "module", "order")}
    return replace(uses, names=[uses.names[k] for k in rows.tolist()], **parts)


def holding_constraints(
    every: Sequence[Named], wanted: Sequence[tuple[int, int]], record: Equations
) -> tuple[Uses[ConstraintType], ...]:
    """Constraints that hold quantities, (type, row) each: g = z, phi = s, A = ds/dv, b = -(s' at v' = 0).

    The wanted values are taken off where the constraints are used.
    """
    groups: dict[int, list[int]] = {}
    for kind, row in wanted:
        groups.setdefault(kind, []).append(row)
    made = []
    types = {id(uses.type): uses.type for uses in record.blocks}
    of_block = {int(b): id(uses.type) for uses in record.blocks for b in uses.blocks[:, 0].tolist()}
    for kind, rows in groups.items():
        uses = select_uses(every[kind].uses, np.array(rows, dtype=np.int64))
        quantity: QuantityType = uses.type
        local = quantity.local
        s = ca.densify(local.at_rest(quantity.s))
        parts, q_at, v_at, p_at = [], 0, 0, 0
        for block in uses.blocks[0].tolist():
            inside = types[of_block[block]]
            counts = [getattr(inside.local, x).numel() for x in "qvp"]
            new = [
                select_rows(local.q, range(q_at, q_at + counts[0])),
                select_rows(local.v, range(v_at, v_at + counts[1])),
                select_rows(local.p, range(p_at, p_at + counts[2])),
            ]
            old = [inside.local.q, inside.local.v, inside.local.p]
            if counts[0]:
                parts.append(ca.substitute([inside.qdot], old, new)[0])
            q_at, v_at, p_at = q_at + counts[0], v_at + counts[1], p_at + counts[2]
        qdot = ca.vertcat(*parts) if parts else ca.SX(0, 1)
        drift = directional(s, local.q, qdot) + ca.jtimes(s, t, ca.SX(1))
        g = ca.SX(0, 1) if quantity.z is None else ca.densify(quantity.z)
        constraint = ConstraintType(
            "Held",
            local,
            g,
            s,
            ca.sparsify(jacobian(s, local.v)),
            -ca.densify(drift),
            partial(ca.SX, 1, 0),
            (quantity.label,),
        )
        made.append(replace(uses, type=constraint))
    return tuple(made)

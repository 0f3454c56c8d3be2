"""Further continuous states x of a machine: x' = h(t, q, v, x, u, p), of filters, bristles, analogue circuits.

A state is written as a speed that has no coordinate, no body and no energy: its block has the inertia 1, and its rate h
is a load of the category `signal` on it, so that M v' = f reads x' = h. It then needs no variable of its own kind:
joins, integrators and derivatives take it as they take a motor's current. What it is not is a degree of freedom. No
force and no constraint may act on it, its rate has no power, and `Equations.states` says which speeds are states, so
that counts of degrees of freedom leave them out.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from linkwright.equations.types import BlockType, Inertia, LoadType, Local, QuantityType, no_balance
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Label, scalars

EMPTY = ca.SX(0, 1)


@checked_arguments
def state_block(labels: Sequence[Label]) -> BlockType:
    """Block of some states: 1 x' = load, without energy, coordinates and virtual speeds."""
    count = len(labels)
    x = ca.SX.sym("x", count)
    return BlockType(
        name="states",
        local=Local(EMPTY, x, EMPTY, EMPTY, EMPTY),
        coordinates=(),
        speeds=tuple(labels),
        N=ca.SX(0, count),
        n=EMPTY,
        inertias=(Inertia("", ca.SX.eye(count), ca.SX.zeros(count), ca.SX(0)),),
        frames={},
        centres={},
        a=ca.SX.sym("a", count),
        balance=no_balance,
        directions=(),
        signal=True,
    )


def state_quantities(block: BlockType) -> tuple[QuantityType, ...]:
    """The states of a block by name: quantities that have a value and no position."""
    return tuple(
        QuantityType(label, block.local, None, x, wraps=False, rate_unit=label.unit, place=(-1, k))
        for k, (label, x) in enumerate(zip(block.speeds, scalars(block.local.v), strict=True))
    )


def state_rates(name: str, local: Local, x: ca.SX, rates: ca.SX, labels: Sequence[Label]) -> LoadType:
    """The rates of the states x as a load on them."""
    units = ", ".join(dict.fromkeys(_rate_unit(label.unit) for label in labels))
    return LoadType(name, local, x, rates, "signal", ca.SX(0), units)


def _rate_unit(unit: str) -> str:
    """Unit of the rate of something: m to m/s, m/s to m/s^2, nothing to 1/s."""
    if not unit:
        return "1/s"
    if unit.endswith("/s"):
        return f"{unit}^2"
    return f"({unit})/s" if "/" in unit else f"{unit}/s"

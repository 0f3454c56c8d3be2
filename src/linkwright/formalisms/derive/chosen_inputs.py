"""Chosen inputs: quantities of a machine that become variables of their own, without inertia, tied to what they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca

from linkwright.equations import BlockRef, BlockType, ConstraintType, Local, QuantityType, no_balance
from linkwright.formalisms.connect.constraints import make_constraint, rates_of
from linkwright.symbolic import Label, jacobian

EMPTY = ca.SX(0, 1)


def input_block(label: Label, rate_unit: str) -> BlockType:
    """A variable without inertia and without a body: x with x' = w."""
    x, w = ca.SX.sym("q"), ca.SX.sym("v")
    return BlockType(
        name="input",
        local=Local(x, w, EMPTY, EMPTY, EMPTY),
        coordinates=(label,),
        speeds=(Label(label.name, rate_unit, f"rate of {label.name}"),),
        N=ca.SX.eye(1),
        n=ca.SX.zeros(1),
        inertias=(),
        frames={},
        centres={},
        a=ca.SX.sym("a"),
        balance=no_balance,
        directions=(),
    )


def as_input(
    name: str, quantity: QuantityType, block: BlockType, blocks: Sequence[BlockRef]
) -> tuple[QuantityType, ConstraintType]:
    """A quantity as the value of the variable of an input block, and the constraint z(q) - x = 0 between them.

    Both stand on that block first, then on the blocks of the quantity.
    """
    assert quantity.z is not None
    old = quantity.local
    x, w = ca.SX.sym("x"), ca.SX.sym("w")
    local = Local(ca.vertcat(x, old.q), ca.vertcat(w, old.v), old.u, old.p, old.d)
    gap = quantity.z - x
    gap = ca.atan2(ca.sin(gap), ca.cos(gap)) if quantity.wraps else gap
    slip = old.at_rest(quantity.s) - w
    qdot = ca.vertcat(w, rates_of(old, blocks))
    row = Label("input", quantity.label.unit, f"{name} as the parts give it, less the input of that name")
    constraint = make_constraint("Input", name, local, qdot, ca.densify(gap), ca.densify(slip), [row])
    virtual = jacobian(quantity.s, old.d) @ old.d  # speeds are linear in the virtual ones
    assert block.counts == (1, 1, 0)
    return replace(quantity, local=local, z=x, s=w + virtual, wraps=False, place=(0, 0)), constraint

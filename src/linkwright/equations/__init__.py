"""The record of equations of motion, its types and uses, and their composition."""

from linkwright.equations.record import BlockRef, Child, Composer, Equations, FrameRef, QuantityRef, UnknownNameError
from linkwright.equations.states import state_block, state_quantities, state_rates
from linkwright.equations.types import (
    STICKS,
    BlockType,
    ConstraintType,
    FlatParameters,
    HoldType,
    Inertia,
    LoadType,
    Local,
    QuantityType,
    Requirement,
    Role,
    Scope,
    Switch,
    TieType,
    Uses,
    no_balance,
)
from linkwright.faults import close_matches

__all__ = [
    "STICKS",
    "BlockRef",
    "BlockType",
    "Child",
    "Composer",
    "ConstraintType",
    "Equations",
    "FlatParameters",
    "FrameRef",
    "HoldType",
    "Inertia",
    "LoadType",
    "Local",
    "QuantityRef",
    "QuantityType",
    "Requirement",
    "Role",
    "Scope",
    "Switch",
    "TieType",
    "UnknownNameError",
    "Uses",
    "close_matches",
    "no_balance",
    "state_block",
    "state_quantities",
    "state_rates",
]

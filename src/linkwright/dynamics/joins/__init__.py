"""Joins: how constraint forces are eliminated, in symbols and in numbers."""

from linkwright.dynamics.joins.contract import (
    NAMED,
    Complement,
    Join,
    Multipliers,
    Recursion,
    UdwadiaKalaba,
    from_text,
    name_of,
)
from linkwright.dynamics.joins.elimination import solve_ldl
from linkwright.dynamics.joins.numeric import margins

__all__ = [
    "NAMED",
    "Complement",
    "Join",
    "Multipliers",
    "Recursion",
    "UdwadiaKalaba",
    "from_text",
    "margins",
    "name_of",
    "solve_ldl",
]

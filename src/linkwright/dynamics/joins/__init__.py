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

__all__ = ["NAMED", "Complement", "Join", "Multipliers", "Recursion", "UdwadiaKalaba", "from_text", "name_of"]

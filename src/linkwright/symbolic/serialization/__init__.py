"""Expressions as plain data, and the pickling of objects that hold them."""

from linkwright.symbolic.serialization.expressions import (
    OPERATIONS,
    Instructions,
    Pattern,
    UnsupportedExpressionError,
    read,
    shared_symbol,
    write,
)
from linkwright.symbolic.serialization.pickling import (
    Apart,
    Look,
    Node,
    Picklable,
    blank,
    look,
    make_named_tuple,
    put_together,
    taken_apart,
)

__all__ = [
    "OPERATIONS",
    "Apart",
    "Instructions",
    "Look",
    "Node",
    "Pattern",
    "Picklable",
    "UnsupportedExpressionError",
    "blank",
    "look",
    "make_named_tuple",
    "put_together",
    "read",
    "shared_symbol",
    "taken_apart",
    "write",
]

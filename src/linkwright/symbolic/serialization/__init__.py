"""Expressions as plain data, and the pickling of objects that hold them."""

from linkwright.symbolic.serialization.expressions import Instructions, read, shared_symbol, write
from linkwright.symbolic.serialization.pickling import Picklable

__all__ = ["Instructions", "Picklable", "read", "shared_symbol", "write"]

"""Parts that a user writes: by energies, or from SymPy."""

from linkwright.components.own_parts.written import effort_unit

__all__ = ["effort_unit"]

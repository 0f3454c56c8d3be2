"""A saved run computed again and compared."""

from linkwright.simulation.verification.verify import asked_of

__all__ = [
    "asked_of",
]

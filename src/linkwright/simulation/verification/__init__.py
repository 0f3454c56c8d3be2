"""A saved run computed again and compared."""

from linkwright.simulation.verification.verify import settings_of

__all__ = [
    "settings_of",
]

"""Machines with many parts: loops over the uses of each type."""

from linkwright.dynamics.plants.rolled.bound import WEAK_MULTIPLIER, BoundLoops
from linkwright.dynamics.plants.rolled.loops.layout import loop_of
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.rolled.samples import running

__all__ = [
    "WEAK_MULTIPLIER",
    "BoundLoops",
    "RolledPlant",
    "loop_of",
    "running",
]

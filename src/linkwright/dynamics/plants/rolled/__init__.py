"""Machines with many parts: loops over the uses of each type."""

from linkwright.dynamics.plants.rolled.bound import WEAK_MULTIPLIER, BoundLoops
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.rolled.samples import run_library, running

__all__ = [
    "WEAK_MULTIPLIER",
    "BoundLoops",
    "RolledPlant",
    "run_library",
    "running",
]

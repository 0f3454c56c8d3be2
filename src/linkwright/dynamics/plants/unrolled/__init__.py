"""Straight-line code of a join with its rows and pivots."""

from linkwright.dynamics.plants.unrolled.pivoting import (
    COMFORTABLE,
    DROPPED,
    WEAK_PIVOT,
    Pivoting,
    Structure,
    bytes_of,
    good,
)
from linkwright.dynamics.plants.unrolled.plant import Pivotings, UnrolledPlant

__all__ = [
    "COMFORTABLE",
    "DROPPED",
    "WEAK_PIVOT",
    "Pivoting",
    "Pivotings",
    "Structure",
    "UnrolledPlant",
    "bytes_of",
    "good",
]

"""Straight-line code of a join with its rows and pivots."""

from linkwright.dynamics.plants.unrolled.plant import (
    COMFORTABLE,
    DROPPED,
    WEAK_PIVOT,
    Pivoting,
    Pivotings,
    Structure,
    UnrolledPlant,
    bytes_of,
    good,
)

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

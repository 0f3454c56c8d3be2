"""Machines whose constraint forces are eliminated on LAPACK, state by state."""

from linkwright.dynamics.plants.lapack.plant import LapackPlant

__all__ = [
    "LapackPlant",
]

"""Integrators: one contract, one file each."""

from linkwright.simulation.integrators.dormand_prince import DormandPrince

__all__ = ["DormandPrince"]

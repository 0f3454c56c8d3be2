"""Formalisms: from a Mechanism to Equations, one file each, one signature."""

from linkwright.formalisms.modular import modular

__all__ = ["modular"]

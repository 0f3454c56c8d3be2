"""Equilibria, linearization and modes."""

from linkwright.analysis.linear.modes import UNDAMPED

__all__ = ["UNDAMPED"]

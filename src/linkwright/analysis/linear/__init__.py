"""Equilibria, linearization and modes."""

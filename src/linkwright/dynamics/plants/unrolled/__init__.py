"""Straight-line code of a join with its rows and pivots."""

"""Straight-line code of a join with its choice of rows and pivots."""

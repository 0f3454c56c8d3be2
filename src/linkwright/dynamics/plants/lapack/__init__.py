"""Machines whose constraint forces are eliminated on LAPACK, state by state."""

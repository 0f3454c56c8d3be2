"""Machines as compiled code: straight-line code for one pivoting, or loops over the uses of each type."""

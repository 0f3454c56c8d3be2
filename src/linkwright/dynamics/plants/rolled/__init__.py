"""Machines with many parts: loops over the uses of each type."""

"""Loops in a subset of Python to LLVM."""

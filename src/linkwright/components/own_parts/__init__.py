"""Parts that a user writes: by energies, or from SymPy."""

"""How runs of each kind of plant watch the rank of their constraints."""

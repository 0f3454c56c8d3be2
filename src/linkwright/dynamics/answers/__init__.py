"""Reactions, energy, terms, contacts and drives of a machine at a state."""

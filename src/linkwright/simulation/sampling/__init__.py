"""Sampled control in a run: what is computed at instants, and the commands that are held between them."""

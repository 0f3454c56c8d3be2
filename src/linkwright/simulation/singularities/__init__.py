"""Singular configurations: detected, crossed, or the end of a run."""

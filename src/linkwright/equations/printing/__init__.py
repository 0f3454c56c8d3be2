"""Equations printed stage by stage, as text and as LaTeX."""

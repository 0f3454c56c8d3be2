"""Joints between two frames."""

"""Dry friction and end stops."""

"""Constraints between quantities."""

"""Workspaces: slices of poses that a platform reaches."""

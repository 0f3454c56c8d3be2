"""Runs on disk: streaming, checkpoints, resuming."""

"""Connections: joints become constraints, efforts loads, measurements quantities."""

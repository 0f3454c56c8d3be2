"""Dry friction, end stops and impacts."""

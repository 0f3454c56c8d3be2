"""Inverse dynamics at a state and along a motion; load sharing among redundant drives."""

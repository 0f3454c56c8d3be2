"""Loads: drives on joints, forces and wrenches on points, springs and dampers."""

"""Motors and gears."""

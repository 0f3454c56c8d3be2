"""A saved run computed again and compared."""

"""Trees of modules and of equations as pictures."""

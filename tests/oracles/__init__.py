"""Independent answers to compare the package with: closed forms and hand-made equations, sharing no code with it."""

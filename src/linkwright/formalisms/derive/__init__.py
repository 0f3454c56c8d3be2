"""Charts of bodies, and derivations of inertia and weight in them."""

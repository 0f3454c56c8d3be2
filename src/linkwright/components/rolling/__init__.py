"""Rolling without slip, and the knife edge."""

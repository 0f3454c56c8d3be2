"""Spanning trees: one list of all bodies and joints, links, and the records of equations made from them."""

"""Source of the loops over the uses of each type: recursion over links, multipliers of constraints."""

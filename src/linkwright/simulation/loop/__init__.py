"""The time loop: its arrays, steps, projections, changes of pivots, and the run around it."""

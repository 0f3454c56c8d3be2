"""What stands in the time loop for events, instants and changes of pivots where there are none."""

"""Values between the samples of a trajectory."""

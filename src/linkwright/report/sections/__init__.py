"""Parts of a report that some runs have: controllers, what a motion costs, linear models, reactions, equations."""

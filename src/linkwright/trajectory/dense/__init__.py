"""Values between the samples of a trajectory."""

from linkwright.trajectory.dense.dense import shares

__all__ = ["shares"]

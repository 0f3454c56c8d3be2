"""A machine that follows a prescribed motion: positions, speeds and accelerations at every sample."""

from linkwright.dynamics.inverse.following.follower import Follower, Path, moving_speeds

__all__ = ["Follower", "Path", "moving_speeds"]

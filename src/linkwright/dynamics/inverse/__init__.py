"""Inverse dynamics at a state and along a motion; load sharing among redundant drives."""

from linkwright.dynamics.inverse.actuation import Limited
from linkwright.dynamics.inverse.elastic import Elastic
from linkwright.dynamics.inverse.following import Follower, moving_speeds
from linkwright.dynamics.inverse.loads import frame_at

__all__ = [
    "Elastic",
    "Follower",
    "Limited",
    "frame_at",
    "moving_speeds",
]

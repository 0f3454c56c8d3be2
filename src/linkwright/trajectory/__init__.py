"""Computed motions as records: named channels over time, with outcome, certificate and files."""

from linkwright.trajectory.certificate import Certificate
from linkwright.trajectory.channel import Channel, UnknownChannelError
from linkwright.trajectory.files.sheet import DamagedFileError
from linkwright.trajectory.outcome import Outcome
from linkwright.trajectory.trajectory import Trajectory

__all__ = ["Certificate", "Channel", "DamagedFileError", "Outcome", "Trajectory", "UnknownChannelError"]

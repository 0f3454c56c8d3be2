"""Computed motions as records: named channels over time, with outcome, certificate and files."""

from linkwright.trajectory.certificate import Certificate, Outcome
from linkwright.trajectory.files.sheet import DamagedFileError
from linkwright.trajectory.samples import Channel, UnknownChannelError
from linkwright.trajectory.trajectory import Sample, Trajectory

__all__ = ["Certificate", "Channel", "DamagedFileError", "Outcome", "Sample", "Trajectory", "UnknownChannelError"]

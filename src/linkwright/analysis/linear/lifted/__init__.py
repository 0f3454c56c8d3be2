"""Linear models of closed loops: machine and sampled blocks, exact over one hyperperiod."""

from linkwright.analysis.linear.lifted.linearize import linearize_loop
from linkwright.analysis.linear.lifted.margins import Margins
from linkwright.analysis.linear.lifted.poses import BandwidthMap, bandwidth_map
from linkwright.analysis.linear.lifted.record import Lifted, LoopTransfer
from linkwright.analysis.linear.lifted.response import LinearResponse, bandwidth_of

__all__ = [
    "BandwidthMap",
    "Lifted",
    "LinearResponse",
    "LoopTransfer",
    "Margins",
    "bandwidth_map",
    "bandwidth_of",
    "linearize_loop",
]

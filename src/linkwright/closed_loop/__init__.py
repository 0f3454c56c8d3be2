"""Machines under sampled control: a Dynamics and a diagram of blocks, wired by names."""

from linkwright.closed_loop.closed_loop import ClosedLoop

__all__ = ["ClosedLoop"]

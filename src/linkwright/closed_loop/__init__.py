"""Machines under sampled control: a Dynamics and a diagram of blocks, wired by names."""

from linkwright.closed_loop.closed_loop import ClosedLoop
from linkwright.closed_loop.program import Group, Program, StepError

__all__ = ["ClosedLoop", "Group", "Program", "StepError"]

"""Machines under sampled control: a Dynamics and a diagram of blocks, wired by names."""

from linkwright.closed_loop.closed_loop import ClosedLoop
from linkwright.closed_loop.kinematics import Kinematics
from linkwright.closed_loop.laws import ComputedTorque, InverseDynamics, JointPD, feedback
from linkwright.closed_loop.mechanism_load import MechanismLoad, decouple
from linkwright.closed_loop.program import Group, Program, StepError
from linkwright.closed_loop.references import MotionReference
from linkwright.closed_loop.steady_state import LoopState

__all__ = [
    "ClosedLoop",
    "ComputedTorque",
    "Group",
    "InverseDynamics",
    "JointPD",
    "Kinematics",
    "LoopState",
    "MechanismLoad",
    "MotionReference",
    "Program",
    "StepError",
    "decouple",
    "feedback",
]

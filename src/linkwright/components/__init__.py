"""Components: joints, rolling, loads, constraints and motors, one family a file."""

from linkwright.components.constraints import Holonomic, Nonholonomic, Prescribed, Reducer
from linkwright.components.joints import PinInSlot, Prismatic, Revolute
from linkwright.components.loads import (
    Damper,
    Force,
    JointDamper,
    JointSpring,
    PointForce,
    Spring,
    Torque,
    Wrench,
)
from linkwright.components.motors import DCMotor
from linkwright.components.rolling import RollingOnLine

__all__ = [
    "DCMotor",
    "Damper",
    "Force",
    "Holonomic",
    "JointDamper",
    "JointSpring",
    "Nonholonomic",
    "PinInSlot",
    "PointForce",
    "Prescribed",
    "Prismatic",
    "Reducer",
    "Revolute",
    "RollingOnLine",
    "Spring",
    "Torque",
    "Wrench",
]

"""Components: joints, rolling, loads, constraints and motors, one family a file."""

from linkwright.components.constraints import ConstantSpeed, Holonomic, Nonholonomic, Prescribed, Reducer
from linkwright.components.energy import EnergyPart
from linkwright.components.friction import CoulombFriction
from linkwright.components.joints import Cylindrical, Fixed, PinInSlot, Prismatic, Revolute, Screw
from linkwright.components.knife_edge import KnifeEdge
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
from linkwright.components.rolling_in_space import RollingBall, RollingDisc, RollingTorus
from linkwright.components.spatial_joints import FreeJoint, PlanarJoint, Spherical, Universal
from linkwright.components.stops import EndStop
from linkwright.components.sympy_part import from_kane, from_lagrange

__all__ = [
    "ConstantSpeed",
    "CoulombFriction",
    "Cylindrical",
    "DCMotor",
    "Damper",
    "EndStop",
    "EnergyPart",
    "Fixed",
    "Force",
    "FreeJoint",
    "Holonomic",
    "JointDamper",
    "JointSpring",
    "KnifeEdge",
    "Nonholonomic",
    "PinInSlot",
    "PlanarJoint",
    "PointForce",
    "Prescribed",
    "Prismatic",
    "Reducer",
    "Revolute",
    "RollingBall",
    "RollingDisc",
    "RollingOnLine",
    "RollingTorus",
    "Screw",
    "Spherical",
    "Spring",
    "Torque",
    "Universal",
    "Wrench",
    "from_kane",
    "from_lagrange",
]

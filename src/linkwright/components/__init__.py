"""Components: joints, rolling, loads, constraints and motors, one family a file."""

from linkwright.components.constraints.constraints import ConstantSpeed, Gear, Holonomic, Nonholonomic, Prescribed
from linkwright.components.contacts.bristles import LuGre
from linkwright.components.contacts.friction import CoulombFriction, SmoothFriction, Stribeck
from linkwright.components.contacts.stops import EndStop
from linkwright.components.drives.filters import LowPass
from linkwright.components.drives.motors import DCMotor, Rotor
from linkwright.components.drives.transmissions import Backlash, Belt, Relative, Shaft
from linkwright.components.joints.one_axis import Cylindrical, Fixed, PinInSlot, Prismatic, Revolute, Screw
from linkwright.components.joints.several_axes import FreeJoint, PlanarJoint, Spherical, Universal
from linkwright.components.loads.force_law import ForceLaw
from linkwright.components.loads.loads import (
    Damper,
    Force,
    JointDamper,
    JointSpring,
    PointForce,
    Spring,
    Torque,
    Wrench,
)
from linkwright.components.own_parts.energy import EnergyPart
from linkwright.components.own_parts.sympy_part import from_kane, from_lagrange
from linkwright.components.rolling.in_space import RollingBall, RollingDisc, RollingTorus
from linkwright.components.rolling.knife_edge import KnifeEdge
from linkwright.components.rolling.on_line import RollingOnLine

__all__ = [
    "Backlash",
    "Belt",
    "ConstantSpeed",
    "CoulombFriction",
    "Cylindrical",
    "DCMotor",
    "Damper",
    "EndStop",
    "EnergyPart",
    "Fixed",
    "Force",
    "ForceLaw",
    "FreeJoint",
    "Gear",
    "Holonomic",
    "JointDamper",
    "JointSpring",
    "KnifeEdge",
    "LowPass",
    "LuGre",
    "Nonholonomic",
    "PinInSlot",
    "PlanarJoint",
    "PointForce",
    "Prescribed",
    "Prismatic",
    "Relative",
    "Revolute",
    "RollingBall",
    "RollingDisc",
    "RollingOnLine",
    "RollingTorus",
    "Rotor",
    "Screw",
    "Shaft",
    "SmoothFriction",
    "Spherical",
    "Spring",
    "Stribeck",
    "Torque",
    "Universal",
    "Wrench",
    "from_kane",
    "from_lagrange",
]

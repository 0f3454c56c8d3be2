"""What a machine is: bodies, the contract of joints and loads, mechanisms and their validation."""

from linkwright.equations.types import Role
from linkwright.model import shapes
from linkwright.model.arguments import Argument, Arguments, Values, collect
from linkwright.model.body import Body, Free, Ground, Home, Planar, PlanarPoint, PointMass, SpatialPoint
from linkwright.model.connection import Connection, Joint, Load, Measure, Port, Ports, Row, StateRate, Switched
from linkwright.model.euler_angles import FreeEulerAngles
from linkwright.model.faults import ModelError
from linkwright.model.mechanism import Mechanism, Module, Part, Use, refuse_recursion, template_of
from linkwright.model.redundant import Located, RedundantSet

__all__ = [
    "Argument",
    "Arguments",
    "Body",
    "Connection",
    "Free",
    "FreeEulerAngles",
    "Ground",
    "Home",
    "Joint",
    "Load",
    "Located",
    "Measure",
    "Mechanism",
    "ModelError",
    "Module",
    "Part",
    "Planar",
    "PlanarPoint",
    "PointMass",
    "Port",
    "Ports",
    "RedundantSet",
    "Role",
    "Row",
    "SpatialPoint",
    "StateRate",
    "Switched",
    "Use",
    "Values",
    "collect",
    "refuse_recursion",
    "shapes",
    "template_of",
]

"""Linkwright: from the description of a machine to its equations of motion, fast code, simulations and answers."""

from __future__ import annotations

import importlib
from typing import Any

import linkwright.interruption  # noqa: F401  before all that takes long to load
from linkwright import (
    components,
    dynamics,
    equations,
    formalisms,
    laws,
    mechanisms,
    model,
    simulation,
    symbolic,
    trajectory,
)
from linkwright.components import (
    ConstantSpeed,
    CoulombFriction,
    Cylindrical,
    Damper,
    DCMotor,
    EndStop,
    EnergyPart,
    Fixed,
    Force,
    FreeJoint,
    Gear,
    Holonomic,
    JointDamper,
    JointSpring,
    KnifeEdge,
    LowPass,
    LuGre,
    Nonholonomic,
    PinInSlot,
    PlanarJoint,
    PointForce,
    Prescribed,
    Prismatic,
    Revolute,
    RollingBall,
    RollingDisc,
    RollingOnLine,
    RollingTorus,
    Screw,
    Spherical,
    Spring,
    Torque,
    Universal,
    Wrench,
)
from linkwright.dynamics import Dynamics, Payload, State, compile, joins
from linkwright.dynamics.inverse import actuation
from linkwright.dynamics.joins import kernels
from linkwright.equations import Equations
from linkwright.laws import Motion
from linkwright.model import (
    Body,
    Free,
    FreeEulerAngles,
    Ground,
    Located,
    Mechanism,
    Planar,
    PlanarPoint,
    PointMass,
    RedundantSet,
    SpatialPoint,
)
from linkwright.simulation import Accuracy, accuracy, events, integrators, simulate
from linkwright.symbolic import Parameter, Pose, t
from linkwright.trajectory import Trajectory
from linkwright.version import __version__

_LAZY = ("analysis", "cli", "drawing", "report")


def __getattr__(name: str) -> Any:
    """Load pictures, reports and the command line only when they are asked for."""
    if name in _LAZY:
        return importlib.import_module(f"linkwright.{name}")
    msg = f"module 'linkwright' has no attribute {name!r}"
    raise AttributeError(msg)


__all__ = [
    "Accuracy",
    "Body",
    "ConstantSpeed",
    "CoulombFriction",
    "Cylindrical",
    "DCMotor",
    "Damper",
    "Dynamics",
    "EndStop",
    "EnergyPart",
    "Equations",
    "Fixed",
    "Force",
    "Free",
    "FreeEulerAngles",
    "FreeJoint",
    "Gear",
    "Ground",
    "Holonomic",
    "JointDamper",
    "JointSpring",
    "KnifeEdge",
    "Located",
    "LowPass",
    "LuGre",
    "Mechanism",
    "Motion",
    "Nonholonomic",
    "Parameter",
    "Payload",
    "PinInSlot",
    "Planar",
    "PlanarJoint",
    "PlanarPoint",
    "PointForce",
    "PointMass",
    "Pose",
    "Prescribed",
    "Prismatic",
    "RedundantSet",
    "Revolute",
    "RollingBall",
    "RollingDisc",
    "RollingOnLine",
    "RollingTorus",
    "Screw",
    "SpatialPoint",
    "Spherical",
    "Spring",
    "State",
    "Torque",
    "Trajectory",
    "Universal",
    "Wrench",
    "__version__",
    "accuracy",
    "actuation",
    "compile",
    "components",
    "dynamics",
    "equations",
    "events",
    "formalisms",
    "integrators",
    "joins",
    "kernels",
    "laws",
    "mechanisms",
    "model",
    "simulate",
    "simulation",
    "symbolic",
    "t",
    "trajectory",
]

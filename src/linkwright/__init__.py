"""Linkwright: from the description of a machine to its equations of motion, fast code, simulations and answers."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import linkwright.command  # noqa: F401  before all that takes long to load, NumPy among it
from linkwright import display, equations, laws, model, symbolic
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
    shapes,
)
from linkwright.symbolic import Parameter, Pose, t
from linkwright.version import __version__

if TYPE_CHECKING:  # the same names for those who read types; __getattr__ gives them at run time
    from collections.abc import Mapping

    from linkwright import closed_loop, components, control, dynamics, formalisms, mechanisms, simulation, trajectory
    from linkwright.analysis import Measurements
    from linkwright.choice import compile
    from linkwright.closed_loop import ClosedLoop
    from linkwright.components import (
        Backlash,
        Belt,
        ConstantSpeed,
        CoulombFriction,
        Cylindrical,
        Damper,
        DCMotor,
        EndStop,
        EnergyPart,
        Fixed,
        Force,
        ForceLaw,
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
        Relative,
        Revolute,
        RollingBall,
        RollingDisc,
        RollingOnLine,
        RollingTorus,
        Rotor,
        Screw,
        Shaft,
        SmoothFriction,
        Spherical,
        Spring,
        Stribeck,
        Torque,
        Universal,
        Wrench,
    )
    from linkwright.dynamics import Dynamics, Payload, State, joins
    from linkwright.dynamics.inverse import actuation
    from linkwright.dynamics.joins import kernels
    from linkwright.report import show
    from linkwright.simulation import Accuracy, accuracy, events, integrators
    from linkwright.simulation.ensembles.rollout import rollout
    from linkwright.simulation.simulate import simulate
    from linkwright.trajectory import Trajectory
    from linkwright.viewer import view

_MODULES = {
    **{
        name: name
        for name in (
            "analysis",
            "cli",
            "closed_loop",
            "components",
            "control",
            "drawing",
            "dynamics",
            "formalisms",
            "mechanisms",
            "report",
            "simulation",
            "trajectory",
            "viewer",
        )
    },
    "accuracy": "simulation.accuracy",
    "actuation": "dynamics.inverse.actuation",
    "events": "simulation.events",
    "integrators": "simulation.integrators",
    "joins": "dynamics.joins",
    "kernels": "dynamics.joins.kernels",
    "motions": "laws",
}
_OBJECTS = {
    "Accuracy": "simulation",
    "ClosedLoop": "closed_loop",
    "Dynamics": "dynamics",
    "Measurements": "analysis",
    "Payload": "dynamics",
    "State": "dynamics",
    "Trajectory": "trajectory",
    "compile": "choice",
    "rollout": "simulation",
    "show": "report",
    "simulate": "simulation",
    "view": "viewer",
}
"""What computes, draws and reports: loaded when it is first used, because a description needs none of it.

Likewise all public names that are neither here nor above: they are components.
"""


def __getattr__(name: str) -> Any:
    """Load a folder, or what comes from one, when it is first used."""
    if name in _MODULES:
        value = importlib.import_module(f"linkwright.{_MODULES[name]}")
    elif name in __all__:
        value = getattr(importlib.import_module(f"linkwright.{_OBJECTS.get(name, 'components')}"), name)
    else:
        message = f"linkwright has no {name!r}"
        near = [] if name.startswith("_") else importlib.import_module("difflib").get_close_matches(name, __all__)
        if near:
            message += f" (there are {', '.join(near)})"
        raise AttributeError(message)
    globals()[name] = value
    return value


def _html_of(record: object) -> str:
    """What notebooks show of a record; the drawing is loaded when the first one is displayed."""
    html: str = importlib.import_module("linkwright.report.notebook").html_of(record)
    return html


def _picture_text(mechanism: object, values: Mapping[str, float], poses: Mapping[str, object]) -> str:
    """What a machine looks like, as a file keeps it; the drawing is loaded when the first one is saved."""
    text: str = importlib.import_module("linkwright.drawing.playback").picture_text(mechanism, values, poses)
    return text


display.show_by(_html_of)
display.draw_by(_picture_text)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *__all__})


__all__ = [
    "Accuracy",
    "Backlash",
    "Belt",
    "Body",
    "ClosedLoop",
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
    "ForceLaw",
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
    "Measurements",
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
    "SpatialPoint",
    "Spherical",
    "Spring",
    "State",
    "Stribeck",
    "Torque",
    "Trajectory",
    "Universal",
    "Wrench",
    "__version__",
    "accuracy",
    "actuation",
    "closed_loop",
    "compile",
    "components",
    "control",
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
    "rollout",
    "shapes",
    "show",
    "simulate",
    "simulation",
    "symbolic",
    "t",
    "trajectory",
    "view",
]

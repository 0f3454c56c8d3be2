"""The Whipple bicycle: rear and front frame, two wheels that roll on sharp rims, a rigid rider who does nothing.

J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Linearized dynamics equations for the balance and steer of a
bicycle: a benchmark and review, Proceedings of the Royal Society A 463, 2007; all numbers are those of its benchmark
bicycle. The paper's axes are x forward, y right, z down; here y is left and z up, so products of inertia change sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import TypeAlias

import casadi as ca

from linkwright.components import Revolute, RollingDisc, Torque
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism, shapes
from linkwright.model.arguments import checked_keywords
from linkwright.model.shapes import Shape
from linkwright.symbolic import Parameter, Pose, Scalar

Tube: TypeAlias = tuple[Sequence[Scalar], Sequence[Scalar]]
"""Both ends of one."""

LABELS: dict[str, tuple[str, str]] = {
    "w": ("m", "wheel base"),
    "c": ("m", "trail"),
    "lambda_": ("rad", "tilt of the steering axis from the vertical, backwards"),
    "r_R": ("m", "radius of the rear wheel"),
    "m_R": ("kg", "mass of the rear wheel"),
    "I_Rxx": ("kg m^2", "inertia of the rear wheel about a diameter"),
    "I_Ryy": ("kg m^2", "inertia of the rear wheel about its axis"),
    "x_B": ("m", "mass centre of rear frame and rider, ahead of the rear contact"),
    "h_B": ("m", "mass centre of rear frame and rider, above the ground"),
    "m_B": ("kg", "mass of rear frame and rider"),
    "I_Bxx": ("kg m^2", "inertia of rear frame and rider about x"),
    "I_Byy": ("kg m^2", "inertia of rear frame and rider about y"),
    "I_Bzz": ("kg m^2", "inertia of rear frame and rider about z"),
    "I_Bxz": ("kg m^2", "inertia of rear frame and rider, product xz (z up)"),
    "x_H": ("m", "mass centre of handlebar and fork, ahead of the rear contact"),
    "h_H": ("m", "mass centre of handlebar and fork, above the ground"),
    "m_H": ("kg", "mass of handlebar and fork"),
    "I_Hxx": ("kg m^2", "inertia of handlebar and fork about x"),
    "I_Hyy": ("kg m^2", "inertia of handlebar and fork about y"),
    "I_Hzz": ("kg m^2", "inertia of handlebar and fork about z"),
    "I_Hxz": ("kg m^2", "inertia of handlebar and fork, product xz (z up)"),
    "r_F": ("m", "radius of the front wheel"),
    "m_F": ("kg", "mass of the front wheel"),
    "I_Fxx": ("kg m^2", "inertia of the front wheel about a diameter"),
    "I_Fyy": ("kg m^2", "inertia of the front wheel about its axis"),
    "g": ("m/s^2", "acceleration of gravity, along -z"),
}
"""Unit and meaning of every parameter; heights instead of the z down of the paper."""


@checked_keywords
def whipple_bicycle(
    *,
    w: Scalar = 1.02,
    c: Scalar = 0.08,
    lambda_: Scalar = pi / 10,
    r_R: Scalar = 0.3,
    m_R: Scalar = 2.0,
    I_Rxx: Scalar = 0.0603,
    I_Ryy: Scalar = 0.12,
    x_B: Scalar = 0.3,
    h_B: Scalar = 0.9,
    m_B: Scalar = 85.0,
    I_Bxx: Scalar = 9.2,
    I_Byy: Scalar = 11.0,
    I_Bzz: Scalar = 2.8,
    I_Bxz: Scalar = -2.4,
    x_H: Scalar = 0.9,
    h_H: Scalar = 0.7,
    m_H: Scalar = 4.0,
    I_Hxx: Scalar = 0.05892,
    I_Hyy: Scalar = 0.06,
    I_Hzz: Scalar = 0.00708,
    I_Hxz: Scalar = 0.00756,
    r_F: Scalar = 0.35,
    m_F: Scalar = 3.0,
    I_Fxx: Scalar = 0.1405,
    I_Fyy: Scalar = 0.28,
    g: Scalar = 9.81,
) -> Mechanism:
    """Four bodies, three hinges, two wheels rolling without slip on the plane z = 0: three degrees of freedom.

    Reference: upright, straight ahead along x, the rear contact at the origin. R is the rear wheel, B the rear frame
    with the rider, H handlebar and fork, F the front wheel; each number is described in LABELS. SI units.

    Quantities `x`, `y`, `heading` (rear contact and its direction of travel), `lean` (of the rear wheel, positive to
    the right), `steer` (of the fork against the frame, positive to the right), `rear_angle`, `front_angle` (wheels
    against their frames). Inputs `T_lean` (torque of the surroundings on the lean), `T_steer` (of the rider on the
    fork). Speeds that say a motion: those of `x` (or `rear.spin`), `lean` and `steer`.

    >>> sorted(whipple_bicycle().exports)
    ['T_lean', 'T_steer', 'front_angle', 'heading', 'lean', 'rear_angle', 'steer', 'x', 'y']
    """
    given = dict(locals())  # the keywords above, by name
    made = {name: Parameter(name, value, *LABELS[name]) for name, value in given.items()}
    p = {name: parameter.sx for name, parameter in made.items()}
    return Mechanism(
        "whipple_bicycle",
        parts=_bodies(p),
        connections={
            "rear_hub": Revolute("frame.rear_axle", "rear_wheel", axis="y"),
            # The frame is the second one: turning about the upward axis of the head is then positive to the right.
            "head": Revolute("fork.head", "frame.head"),
            "front_hub": Revolute("fork.front_axle", "front_wheel", axis="y"),
            "rear": RollingDisc("ground", "rear_wheel", radius=p["r_R"]),
            "front": RollingDisc("ground", "front_wheel", radius=p["r_F"]),
            "push": Torque("rear.lean", input="tau"),
            "hands": Torque("head.angle", input="tau"),
        },
        parameters=list(made.values()),
        exports={name: f"rear.{name}" for name in ("x", "y", "heading", "lean")}
        | {"steer": "head.angle", "rear_angle": "rear_hub.angle", "front_angle": "front_hub.angle"}
        | {"T_lean": "push.tau", "T_steer": "hands.tau"},
        reference={
            "frame.e0": 1.0,
            "rear_wheel.e0": 1.0,
            "fork.e0": 1.0,
            "front_wheel.e0": 1.0,
            "rear_wheel.z": p["r_R"],
            "fork.x": p["w"] + p["c"],
            "front_wheel.x": p["w"],
            "front_wheel.z": p["r_F"],
        },
        gravity=(0.0, 0.0, -made["g"]),
        title="Whipple bicycle",
        description="A bicycle with a rigid rider: two frames hinged at the head, two wheels that roll without slip.",
        sources=(
            "J. P. Meijaard et al. 2007, Proceedings of the Royal Society A 463: all numbers (benchmark bicycle)",
        ),
    )


def _bodies(p: Mapping[str, ca.SX]) -> dict[str, Body]:
    """Rear frame with its origin at the rear contact, fork where the steering axis meets the ground, wheels centred."""
    frame = Body(
        p["m_B"],
        (p["I_Bxx"], p["I_Byy"], p["I_Bzz"], 0.0, p["I_Bxz"], 0.0),
        (p["x_B"], 0.0, p["h_B"]),
        points={
            "rear_axle": (0.0, 0.0, p["r_R"]),
            "head": Pose((p["w"] + p["c"], 0.0, 0.0), -p["lambda_"], "y"),
        },
        meaning="rear frame with rider",
        shapes=_frame_shapes(p),
    )
    fork = Body(
        p["m_H"],
        (p["I_Hxx"], p["I_Hyy"], p["I_Hzz"], 0.0, p["I_Hxz"], 0.0),
        (p["x_H"] - p["w"] - p["c"], 0.0, p["h_H"]),
        points={"front_axle": (-p["c"], 0.0, p["r_F"]), "head": Pose((0.0, 0.0, 0.0), -p["lambda_"], "y")},
        meaning="handlebar and fork",
        shapes=_fork_shapes(p),
    )
    wheels = {
        name: Body(
            p[f"m_{end}"],
            (p[f"I_{end}xx"], p[f"I_{end}yy"], p[f"I_{end}xx"]),
            (0.0, 0.0, 0.0),
            meaning=name.replace("_", " "),
            shapes=_wheel_shapes(p[f"r_{end}"]),
        )
        for name, end in (("rear_wheel", "R"), ("front_wheel", "F"))
    }
    return {"frame": frame, "rear_wheel": wheels["rear_wheel"], "fork": fork, "front_wheel": wheels["front_wheel"]}


def _frame_shapes(p: Mapping[str, ca.SX]) -> tuple[Shape, ...]:
    """Tubes from axle to head, and a rider; nothing of it counts but the picture."""
    w, r, tube = p["w"], p["r_R"], p["r_R"] / 18
    head = w + p["c"]
    axle, pedals, saddle = (0.0, 0.0, r), (0.42 * w, 0.0, 0.9 * r), (0.26 * w, 0.0, 2.9 * r)
    low, high = ((head - h * ca.tan(p["lambda_"]), 0.0, h) for h in (2.15 * p["r_F"], 2.45 * p["r_F"]))
    hips, shoulders = (0.24 * w, 0.0, 3.1 * r), (0.42 * w, 0.0, 4.9 * r)
    pairs: list[Tube] = [(axle, pedals), (pedals, saddle), (axle, saddle), (pedals, low), (saddle, high), (low, high)]
    return (
        *(shapes.Bar(start, end, tube) for start, end in pairs),
        shapes.Bar(hips, shoulders, 0.3 * r, "#7f8b96"),
        shapes.Sphere(0.35 * r, (0.47 * w, 0.0, 5.7 * r), "#7f8b96"),
    )


def _fork_shapes(p: Mapping[str, ca.SX]) -> tuple[Shape, ...]:
    """Steering tube along its axis, two blades to the axle, a handlebar."""
    r, tube = p["r_F"], p["r_F"] / 22
    crown, top = ((-h * ca.tan(p["lambda_"]), 0.0, h) for h in (2.08 * r, 2.75 * r))
    blades: list[Tube] = [((-p["c"], side * r / 6, r), (crown[0], side * r / 6, crown[2])) for side in (-1, 1)]
    across: list[Tube] = [
        ((x, -y, z), (x, y, z)) for x, y, z in ((crown[0], r / 6, crown[2]), (top[0], 0.8 * r, top[2]))
    ]
    across.append(((-p["c"], -r / 6, r), (-p["c"], r / 6, r)))
    pairs: list[Tube] = [(crown, top), *blades, *across]
    return tuple(shapes.Bar(start, end, tube) for start, end in pairs)


def _wheel_shapes(r: ca.SX) -> tuple[Shape, ...]:
    """A rim with spokes about y; the hub reaches the axle."""
    across = Pose((0.0, 0.0, 0.0), pi / 2, "x")
    turns = [(cos(k * pi / 3), sin(k * pi / 3)) for k in range(3)]
    spokes = [
        shapes.Bar((-0.93 * r * c, 0.0, -0.93 * r * s), (0.93 * r * c, 0.0, 0.93 * r * s), r / 60) for c, s in turns
    ]
    return (shapes.Cylinder(r, r / 10, across, 0.9 * r), shapes.Cylinder(r / 14, r / 5, across), *spokes)


__all__ = ["whipple_bicycle"]


WHIPPLE_BICYCLE = Ready(
    whipple_bicycle,
    (
        # Within its stable speeds (4.29 to 6.02 m/s): a lean dies out while the bicycle weaves.
        Demonstration({"T_lean": "0", "T_steer": "0"}, speeds={"x": "4.6", "lean": "0.5", "steer": "0"}, duration=5.0),
    ),
)

"""The 3-RPS parallel manipulator: three legs of variable length between a base and a platform.

A. Rahmani Hanzaki, E. Yoosefi, An improved dynamic modeling of a 3-RPS parallel manipulator using the concept of DeNOC
matrices, NaCoMM 2011: masses, moments of inertia and motion. It prints no geometry; docs/errata.md says what was
inferred from its masses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from typing import Any

import casadi as ca

from linkwright.components import Force, Prismatic, Revolute, Spherical
from linkwright.mechanisms.four_bar import within_one
from linkwright.mechanisms.platforms import Walk, about_centre, moments, ring, standing_leg
from linkwright.mechanisms.ready import Demonstration, Ready, Slice
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Pose, Scalar

LEGS = ("1", "2", "3")
AZIMUTHS = (0.0, 2 * pi / 3, -2 * pi / 3)
"""Of the legs, rad; within half a turn, so that Euler parameters have e0 >= 0 at home."""


@checked_keywords
def three_rps(
    *,
    a: Scalar = 0.150,
    b: Scalar = 0.100,
    l: Scalar = 0.160,
    d: Scalar = 0.120,
    m2: Scalar = 0.123,
    m3: Scalar = 0.392,
    m8: Scalar = 1.013,
    c2: Scalar = 0.100,
    c3: Scalar = 0.080,
    c8: Scalar = 0.100,
    I2: Sequence[Any] = (1.53e-6, 1.63e-3, 1.63e-3),
    I3: Sequence[Any] = (3.36e-3, 3.36e-3, 1.961e-5),
    I8: Sequence[Any] = (1.28e-3, 1.141e-2, 1.267e-2),
    gravity: Scalar = 0.0,
) -> Mechanism:
    """Legs at 0, 120 and 240 degrees: revolute joint on the base, driven prismatic joint, spherical joint; z up; SI.

    Revolute joints are at the radius a, their axes tangential; spherical joints B1, B2, B3 at the radius b of the
    platform. A leg is link 2 (on the base, mass m2), along which link 3 (m3) slides: O3 is at the distance d from O2,
    B at the distance l from O3. The platform is link 8 (m8). Each moment of inertia is about the link's own origin O_i
    (O8 is B1), along the link's axes: 2 along the leg, in its plane, tangential; 3 in the plane of the leg, tangential,
    along it; 8 from B1 to the centre, across, normal. Mass centres are at c2, c3 along the leg, at c8 from B1.

    Quantities `d1`, `d2`, `d3` (d at home), `theta1`, `theta2`, `theta3` (angle of the leg, from the inward radius up),
    those of the part `platform` (its origin is the middle of B1, B2, B3). Inputs `f1`, `f2`, `f3`: forces that lengthen
    the legs. `gravity` acts along -z; the paper has none.

    >>> sorted(three_rps().exports)
    ['d1', 'd2', 'd3', 'f1', 'f2', 'f3', 'theta1', 'theta2', 'theta3']
    """
    base = Parameter("a", a, "m", "radius of the revolute joints on the base")
    plate = Parameter("b", b, "m", "radius of the spherical joints on the platform")
    rod = Parameter("l", l, "m", "distance of the spherical joint B from the origin O3 of link 3")
    home = Parameter("d", d, "m", "distance of O3 from O2 at home")
    mass2 = Parameter("m2", m2, "kg", "mass of link 2, on the base")
    mass3 = Parameter("m3", m3, "kg", "mass of link 3, which slides along link 2")
    mass8 = Parameter("m8", m8, "kg", "mass of the platform, link 8")
    centre2 = Parameter("c2", c2, "m", "distance of the mass centre of link 2 from O2")
    centre3 = Parameter("c3", c3, "m", "distance of the mass centre of link 3 from O3")
    centre8 = Parameter("c8", c8, "m", "distance of the mass centre of the platform from B1, to the middle")
    inertia2 = moments("I2", "link 2 about O2", I2, ("x2 (along the leg)", "y2 (in its plane)", "z2 (tangential)"))
    inertia3 = moments("I3", "link 3 about O3", I3, ("x3 (in its plane)", "y3 (tangential)", "z3 (along the leg)"))
    inertia8 = moments("I8", "the platform about B1", I8, ("x8 (to the middle)", "y8 (across)", "z8 (normal)"))
    weight = Parameter("gravity", gravity, "m/s^2", "acceleration of gravity, along -z")
    along2, plane2, across2 = inertia2
    leg = _leg(
        base,
        rod,
        _link(mass2, (plane2, across2, along2), centre2),
        _link(mass3, (inertia3[0], inertia3[1], inertia3[2]), centre3),
    )
    legs = {f"leg{k}": leg.use({"psi": psi}) for k, psi in zip(LEGS, AZIMUTHS, strict=True)}
    shift = (-centre8, 0.0, 0.0)  # from the mass centre to O8, in axes of the platform that are parallel to x8, y8, z8
    platform = Body(
        mass8,
        about_centre(inertia8, mass8, shift),
        (plate - centre8, 0.0, 0.0),
        points={f"B{k}": place for k, place in zip(LEGS, ring(plate, 3), strict=True)},
        meaning="platform",
    )
    theta = ca.acos(within_one((base - plate) / (rod + home)))
    reference: dict[str, Any] = {"platform.e0": 1.0, "platform.z": (rod + home) * ca.sin(theta)}
    for k, psi in zip(LEGS, AZIMUTHS, strict=True):
        reference |= {f"d{k}": home, f"theta{k}": theta}
        for body, distance in (("cylinder", 0.0), ("rod", home)):
            pose = Walk().turn("z", psi).shift(x=base).turn("y", theta - pi / 2).shift(z=distance)
            reference |= pose.reference(f"leg{k}.{body}")
    return Mechanism(
        "three_rps",
        parts={**legs, "platform": platform},
        connections={f"B{k}": Spherical(f"leg{k}.rod.B", f"platform.B{k}") for k in LEGS},
        parameters=[
            *(base, plate, rod, home, mass2, mass3, mass8, centre2, centre3, centre8),
            *(*inertia2, *inertia3, *inertia8, weight),
        ],
        exports={f"{short}{k}": f"leg{k}.{short}" for short in ("d", "theta", "f") for k in LEGS},
        reference=reference,
        gravity=(0.0, 0.0, -weight),
        title="3-RPS parallel manipulator",
        description="Platform on three legs of variable length: it rises, and tilts about two axes.",
        sources=(
            "A. Rahmani Hanzaki, E. Yoosefi 2011, An improved dynamic modeling of a 3-RPS parallel manipulator, NaCoMM",
            "radii, lengths and mass centres are ours: the printed masses and moments are those of steel solids",
        ),
    )


def _link(mass: Parameter, moments_at_origin: Sequence[Any], centre: Parameter) -> dict[str, Any]:
    """Mass, central moments and mass centre of a link whose frame has x in the leg's plane, y tangential, z along."""
    return {
        "mass": mass,
        "inertia": about_centre(moments_at_origin, mass, (0.0, 0.0, centre)),
        "centre": (0.0, 0.0, centre),
    }


def _leg(base: Parameter, rod: Parameter, lower: dict[str, Any], upper: dict[str, Any]) -> Mechanism:
    """Leg at the azimuth psi: quantities `theta`, `d`, input `f`; its links' z axes lie along it, y tangential."""
    psi = Parameter("psi", 0.0, "rad", "azimuth of the leg")
    cylinder = Body(
        **lower,
        # the frame of the revolute joint: x outward and y tangential where theta = 0
        points={
            "pin": Pose((0.0, 0.0, 0.0), angle=pi / 2, axis="y"),
            "guide": (0.0, 0.0, 0.0),
            "end": (0.0, 0.0, 2 * lower["centre"][2]),
        },
        home="base",
        meaning="link 2, which swings on the base",
    )
    piston = Body(**upper, points={"B": (0.0, 0.0, rod)}, meaning="link 3, which slides along link 2")
    return standing_leg(
        "RPS leg",
        psi,
        base,
        bodies={"cylinder": cylinder, "rod": piston},
        connections={
            "base": Revolute("frame.foot", "cylinder.pin", axis="y"),
            "slide": Prismatic("cylinder.guide", "rod", axis="z"),
            "drive": Force("slide.slide", input="f"),
        },
        exports={"theta": "base.angle", "d": "slide.slide", "f": "drive.f"},
    )


def _tilts(p: Mapping[str, float]) -> Slice:
    """The platform tilts about two axes; link 3 slides out of link 2 by at most its own length."""
    return Slice(
        across={"platform.e1": (-0.5, 0.5), "platform.e2": (-0.5, 0.5)},
        limits={f"d{k}": (0.2 * p["d"], p["d"] + 0.5 * p["l"]) for k in LEGS},
    )


THREE_RPS = Ready(
    three_rps,
    (
        # Forces that change as a cosine: the platform swings about two axes and comes back.
        Demonstration(
            {"f1": "sine:0.2,0.5,1.5707963268", "f2": "sine:-0.15,0.5,1.5707963268", "f3": "sine:-0.1,1,1.5707963268"},
            duration=4.0,
            motions={"d1": "cycloid:0.12,0.13,2", "d2": "cycloid:0.12,0.11,2", "d3": "cycloid:0.12,0.11,2"},
        ),
    ),
    slice=_tilts,
)

"""The 3PRS motion table: a platform on three bars whose feet ride on vertical guides.

Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST) with the 3PRS mechanism, by energy
equivalence and Boltzmann-Hamel equations: geometry, masses. Here is the mechanism alone; `mast_3prs` has it with the
drives of the paper. docs/errata.md says what its print has wrong.
"""

from __future__ import annotations

from math import pi

import casadi as ca

from linkwright.components import Force, Prismatic, Revolute, Spherical
from linkwright.mechanisms.four_bar import within_one
from linkwright.mechanisms.platforms import Walk, at_angle, standing_leg
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, FreeEulerAngles, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Pose, Scalar

LEGS = ("1", "2", "3")
AZIMUTHS = (0.0, pi / 2, pi)
"""Of the legs, rad: a T."""


@checked_keywords
def three_prs(
    *,
    r: Scalar = 0.35,
    L: Scalar = 0.26,
    H: Scalar = 0.40,
    m_p: Scalar = 2.06,
    m_b: Scalar = 0.07,
    m_c: Scalar = 0.0,
    I_px: Scalar | None = None,
    I_py: Scalar | None = None,
    I_pz: Scalar | None = None,
    gravity: Scalar = 9.81,
    forces: bool = True,
) -> Mechanism:
    """Guides at the radius H, in the directions +x, +y and -x; on each a carriage, a bar of the length L, the platform.

    A bar turns about the tangential axis of its carriage and holds the platform by a spherical joint at the radius r.
    Masses m_p (platform), m_b (each bar, uniform and thin), m_c (each carriage); the paper counts the carriages among
    the drives. Moments of the platform about its middle are those of a thin disc unless given: m_p r^2 (1/4, 1/4, 1/2).
    SI units; gravity along -z.

    Quantities `rho1`, `rho2`, `rho3` (heights of the carriages), `gamma1`, `gamma2`, `gamma3` (angles of the bars, from
    the inward radius up), of the platform `z`, `psi`, `theta`: R = Ry(theta) Rx(psi). Inputs `F1`, `F2`, `F3`: forces
    on the carriages, upward (with `forces=False` there are none, for drives that move the carriages). Home: rho = 0,
    the platform level above the carriages.

    The platform also shifts: x = -r sin(theta) sin(psi), y = 0; it cannot turn about the vertical (`platform.phi`).

    >>> sorted(three_prs().exports)
    ['F1', 'F2', 'F3', 'gamma1', 'gamma2', 'gamma3', 'psi', 'rho1', 'rho2', 'rho3', 'theta', 'z']
    """
    plate = Parameter("r", r, "m", "radius of the spherical joints on the platform")
    bar = Parameter("L", L, "m", "length of the bars")
    guide = Parameter("H", H, "m", "distance of the guides from the middle")
    mass_p = Parameter("m_p", m_p, "kg", "mass of the platform")
    mass_b = Parameter("m_b", m_b, "kg", "mass of each bar")
    mass_c = Parameter("m_c", m_c, "kg", "mass of each carriage")
    shares = {"x": (I_px, 1 / 4), "y": (I_py, 1 / 4), "z": (I_pz, 1 / 2)}
    inertia = [
        Parameter(
            f"I_p{axis}",
            mass_p * plate**2 * share if given is None else given,
            "kg m^2",
            f"moment of inertia of the platform about its middle, {axis}",
        )
        for axis, (given, share) in shares.items()
    ]
    weight = Parameter("gravity", gravity, "m/s^2", "acceleration of gravity, along -z")
    leg = _leg(guide, bar, mass_b, mass_c, forces=forces)
    short = ("rho", "gamma", "F") if forces else ("rho", "gamma")
    platform = Body(
        mass_p,
        tuple(inertia),
        (0.0, 0.0, 0.0),
        points={f"B{k}": at_angle(plate, angle) for k, angle in zip(LEGS, AZIMUTHS, strict=True)},
        home=FreeEulerAngles("zyx"),
        meaning="platform",
    )
    gamma = ca.acos(within_one((guide - plate) / bar))
    reference: dict[str, Scalar] = {"z": bar * ca.sin(gamma), "psi": 0.0, "theta": 0.0}
    for k, angle in zip(LEGS, AZIMUTHS, strict=True):
        reference |= {f"rho{k}": 0.0, f"gamma{k}": gamma}
        carriage = Walk().turn("z", angle).shift(x=guide)
        reference |= carriage.reference(f"leg{k}.carriage")
        reference |= carriage.turn("y", gamma - pi / 2).reference(f"leg{k}.bar")
    return Mechanism(
        "three_prs",
        parts={
            **{f"leg{k}": leg.use({"azimuth": angle}) for k, angle in zip(LEGS, AZIMUTHS, strict=True)},
            "platform": platform,
        },
        connections={f"B{k}": Spherical(f"leg{k}.bar.B", f"platform.B{k}") for k in LEGS},
        parameters=[plate, bar, guide, mass_p, mass_b, mass_c, *inertia, weight],
        exports={f"{name}{k}": f"leg{k}.{name}" for name in short for k in LEGS}
        | {name: f"platform.{name}" for name in ("z", "psi", "theta")},
        reference=reference,
        gravity=(0.0, 0.0, -weight),
        title="3PRS motion table",
        description="Platform on three bars whose feet ride on vertical guides: it rises, and tilts about two axes.",
        sources=(
            "Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): r, L, m_b, m_p",
            "H = 0.4 m is the radius of its guides; it gives no inertia of the platform, here a thin disc",
        ),
    )


def _leg(guide: Parameter, length: Parameter, mass_b: Parameter, mass_c: Parameter, *, forces: bool) -> Mechanism:
    """Leg at an azimuth: quantities `rho`, `gamma`, input `F`; the bar's z axis lies along it, y tangential."""
    drive = {"drive": Force("guide.slide", input="F")} if forces else {}
    azimuth = Parameter("azimuth", 0.0, "rad", "direction of the leg")
    # The guide keeps the carriage from turning, so its inertia never counts.
    zero = (0.0, 0.0, 0.0)
    carriage = Body(mass_c, zero, zero, points={"pin": zero}, home="guide", meaning="carriage")
    across = mass_b * length**2 / 12
    bar = Body(
        mass_b,
        (across, across, across),  # it turns about its y axis only: the other two never count
        (0.0, 0.0, length / 2),
        # the frame of the revolute joint: x outward and y tangential where gamma = 0
        points={"pin": Pose(zero, angle=pi / 2, axis="y"), "B": (0.0, 0.0, length)},
        meaning="bar",
    )
    return standing_leg(
        "PRS leg",
        azimuth,
        guide,
        bodies={"carriage": carriage, "bar": bar},
        connections={
            "guide": Prismatic("frame.foot", "carriage.pin", axis="z"),
            "hinge": Revolute("carriage.pin", "bar.pin", axis="y"),
            **drive,
        },
        exports={"rho": "guide.slide", "gamma": "hinge.angle", **({"F": "drive.F"} if forces else {})},
    )


THREE_PRS = Ready(
    three_prs,
    (
        # Forces that hold the platform level, with slight variations.
        Demonstration(
            {"F1": "sine:0.1,1,1.5707963268,10.791", "F2": "0.6867", "F3": "sine:-0.1,1,1.5707963268,10.791"},
            duration=1.0,
            motions={
                "z": "cycloid:0.2551470164434615,0.28,2",
                "psi": "cycloid:0,0.1,2",
                "theta": "cycloid:0,-0.1,2",
            },
        ),
        Demonstration(duration=0.1),  # without forces it falls
    ),
)

"""The Delta robot: three cranks, three parallelograms, a platform that only shifts.

R. Clavel, Device for the movement and positioning of an element in space, US patent 4,976,582, 1990. Dimensions of an
industrial one after R. L. Williams II, The Delta parallel robot, Ohio University, 2015, quoted from memory.
"""

from __future__ import annotations

from math import cos, pi, sin

import casadi as ca

from linkwright.components import Revolute, Spherical, Torque, Universal
from linkwright.mechanisms.four_bar import within_one
from linkwright.mechanisms.platforms import Walk, rod_moments
from linkwright.mechanisms.ready import Demonstration, Ready, Slice
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Pose, Scalar

LEGS = ("1", "2", "3")
AZIMUTHS = (-pi / 2, pi / 6, 5 * pi / 6)
"""Of the cranks, rad, as in the source."""
SIDES = {"left": 1, "right": -1}


@checked_keywords
def delta(
    *,
    w_B: Scalar = 0.164,
    u_P: Scalar = 0.044,
    L: Scalar = 0.524,
    l: Scalar = 1.244,
    h: Scalar = 0.131,
    m_1: Scalar = 0.9,
    m_2: Scalar = 0.12,
    m_p: Scalar = 0.6,
    s: Scalar = 0.006,
    J_1: Scalar | None = None,
    gravity: Scalar = 9.81,
) -> Mechanism:
    """Cranks of the length L at the radius w_B of the base, forearms of the length l, platform below, z up; SI.

    A forearm is two rods side by side, the width h apart, from the tip of the crank to the platform (joints at the
    radius u_P): with the edges on crank and platform they make a parallelogram, and three of these keep the platform
    from turning. Each rod has a universal joint at the crank and a spherical joint at the platform, so nothing is
    constrained twice and no rod spins idly. Masses m_1 (crank), m_2 (each rod, round, of the radius s), m_p (platform,
    a disc of twice the radius u_P); J_1: moment of a crank about its axis with what the drive adds, m_1 L^2 / 3 unless
    given.

    Quantities `theta1`, `theta2`, `theta3` (cranks, from the horizontal down) and those of the part `platform`
    (`platform.x`, ...). Inputs `T1`, `T2`, `T3`: torques on the cranks. Home: theta = 0. Gravity along -z.

    >>> sorted(delta().exports)
    ['T1', 'T2', 'T3', 'theta1', 'theta2', 'theta3']
    """
    base = Parameter("w_B", w_B, "m", "distance of the crank axes from the middle of the base")
    plate = Parameter("u_P", u_P, "m", "distance of the forearms from the middle of the platform")
    arm = Parameter("L", L, "m", "length of the cranks")
    rod = Parameter("l", l, "m", "length of the forearms")
    width = Parameter("h", h, "m", "distance between the two rods of a forearm")
    mass1 = Parameter("m_1", m_1, "kg", "mass of a crank")
    mass2 = Parameter("m_2", m_2, "kg", "mass of a rod")
    mass_p = Parameter("m_p", m_p, "kg", "mass of the platform")
    thick = Parameter("s", s, "m", "radius of the rods")
    turn = Parameter("J_1", mass1 * arm**2 / 3 if J_1 is None else J_1, "kg m^2", "moment of a crank about its axis")
    weight = Parameter("gravity", gravity, "m/s^2", "acceleration of gravity, along -z")
    limb = _limb((base, arm, rod, width, thick), (mass1, mass2, turn))
    limbs = {f"limb{k}": limb.use({"azimuth": angle}) for k, angle in zip(LEGS, AZIMUTHS, strict=True)}
    points, joints = {}, {}
    reference: dict[str, Scalar] = {}
    inward = base + arm - plate
    depth = ca.sqrt(
        ca.fmax(rod**2 - inward**2, 1e-12)
    )  # where nothing reaches, assembly says which joint does not close
    swing = ca.asin(within_one(inward / rod))
    for k, angle in zip(LEGS, AZIMUTHS, strict=True):
        reference[f"theta{k}"] = 0.0
        crank = Walk().turn("z", angle).shift(x=base)
        reference |= crank.reference(f"limb{k}.crank")
        for side, sign in SIDES.items():
            aside = sign * width / 2
            points[f"{side}{k}"] = (
                plate * cos(angle) - aside * sin(angle),
                plate * sin(angle) + aside * cos(angle),
                0.0,
            )
            joints[f"{side}{k}"] = Spherical(f"limb{k}.{side}.foot", f"platform.{side}{k}")
            knee = crank.shift(x=arm, y=aside).turn("z", pi / 2).turn("x", swing)
            reference |= {f"limb{k}.knee_{side}.angle1": swing, f"limb{k}.knee_{side}.angle2": 0.0}
            reference |= knee.reference(f"limb{k}.{side}")
    disc = mass_p * plate**2
    platform = Body(mass_p, (disc, disc, 2 * disc), (0.0, 0.0, 0.0), points=points, meaning="platform")
    return Mechanism(
        "delta",
        parts={**limbs, "platform": platform},
        connections=joints,
        parameters=[base, plate, arm, rod, width, mass1, mass2, mass_p, thick, turn, weight],
        exports={f"{short}{k}": f"limb{k}.{short}" for short in ("theta", "T") for k in LEGS},
        reference=reference | Walk().shift(z=-depth).reference("platform"),
        gravity=(0.0, 0.0, -weight),
        title="Delta robot",
        description="Three cranks shift a platform in space; parallelograms keep it from turning.",
        sources=(
            "R. Clavel 1990, Device for the movement and positioning of an element in space, US patent 4,976,582",
            "dimensions after R. L. Williams II 2015, The Delta parallel robot, Ohio University; quoted from memory",
            "masses and moments are ours: of the size of light carbon arms",
        ),
    )


def _limb(
    sizes: tuple[Parameter, Parameter, Parameter, Parameter, Parameter], inertia: tuple[Parameter, Parameter, Parameter]
) -> Mechanism:
    """Crank on the base with the two rods of a forearm: quantity `theta`, input `T`.

    The crank lies along its x axis. A rod hangs along its -z axis; its universal joint turns first about the
    tangential axis of the crank (in the plane of the limb), then aside.
    """
    base, arm, rod, width, thick = sizes
    mass1, mass2, turn = inertia
    azimuth = Parameter("azimuth", 0.0, "rad", "direction of the crank")
    tips = {f"tip_{side}": Pose((arm, sign * width / 2, 0.0), angle=pi / 2, axis="z") for side, sign in SIDES.items()}
    central = turn - mass1 * arm**2 / 4
    crank = Body(
        mass1,
        (central, central, central),  # it turns about its y axis only: the other two never count
        (arm / 2, 0.0, 0.0),
        points={"axis": (0.0, 0.0, 0.0), **tips},
        home="base",
        meaning="crank",
    )
    rods = {
        side: Body(
            mass2,
            rod_moments(mass2, rod, thick),
            (0.0, 0.0, -rod / 2),
            points={"knee": (0.0, 0.0, 0.0), "foot": (0.0, 0.0, -rod)},
            meaning=f"{side} rod of the forearm",
        )
        for side in SIDES
    }
    foot = Pose((base * ca.cos(azimuth.sx), base * ca.sin(azimuth.sx), 0.0), angle=azimuth)
    return Mechanism(
        "limb",
        parts={"frame": Ground(points={"axis": foot}), "crank": crank, **rods},
        connections={
            "base": Revolute("frame.axis", "crank.axis", axis="y"),
            **{f"knee_{side}": Universal(f"crank.tip_{side}", f"{side}.knee") for side in SIDES},
            "drive": Torque("base.angle", input="T"),
        },
        parameters=[azimuth],
        exports={"theta": "base.angle", "T": "drive.T"},
        title="crank with its forearm",
    )


DELTA = Ready(
    delta,
    (
        # Torques about those that hold the robot at home.
        Demonstration(
            {"T1": "sine:2,1,1.5707963268,-4.5749916", "T2": "sine:-1,1,1.5707963268,-4.5749916", "T3": "-4.5749916"},
            motions={
                "platform.x": "cycloid:0,0.2,2",
                "platform.y": "cycloid:0,-0.1,2",
                "platform.z": "cycloid:-1.0643307756520055,-1.2,2",
            },
        ),
    ),
    slice=lambda _: Slice(across=("platform.x", "platform.z")),
)

"""The Stewart-Gough platform, 6-UPS: six legs of variable length, six degrees of freedom.

Geometry and solids of N. Smith, J. Wendlandt, Creating a Stewart platform model using SimMechanics, MATLAB Digest,
2002: an upper plate of 1 m radius, 2 m above a base of 3 m radius, of steel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sqrt

import casadi as ca

from linkwright.components import Force, Prismatic, Spherical, Universal
from linkwright.kinds import checked_arguments
from linkwright.mechanisms.platforms import Walk, rod_moments
from linkwright.mechanisms.ready import Demonstration, Ready, Slice
from linkwright.model import Body, Ground, Mechanism, ModelError
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Pose, Scalar

LEGS = tuple(str(k) for k in range(1, 7))
DEGREE = pi / 180
STEEL = 76e3 / 9.81
"""Density of the source, kg/m^3."""
OUTER, INNER, THICKNESS = 0.05, 0.03, 0.05
"""Radii of the tube (lower leg) and of the bar inside it (upper leg), thickness of the plate, m."""
TUBE = 0.75 * sqrt(3.0**2 + 1.0**2 - 2 * 3.0 * cos(47.5 * DEGREE) + 2.0**2)
"""Length of tube and bar, m: three quarters of the legs at home, by the cosine law between the joints of a leg."""


@checked_keywords
@checked_arguments
def stewart(
    *,
    a: Scalar = 3.0,
    b: Scalar = 1.0,
    alpha: Scalar = 2.5 * DEGREE,
    beta: Scalar = 10.0 * DEGREE,
    h: Scalar = 2.0,
    m_1: Scalar = STEEL * pi * (OUTER**2 - INNER**2) * TUBE,
    m_2: Scalar = STEEL * pi * INNER**2 * TUBE,
    m_p: Scalar = STEEL * pi * THICKNESS,
    s: Scalar = TUBE,
    base: Sequence[Sequence[Scalar]] | None = None,
    platform: Sequence[Sequence[Scalar]] | None = None,
    gravity: Scalar = 9.81,
) -> Mechanism:
    """Joints in pairs: on the base (radius a) at 0, 120, 240 degrees -+ alpha, on the platform (b) at 60, ... -+ beta.

    Leg k joins them by a universal joint on the base, a driven prismatic joint and a spherical joint on the platform,
    which is at the height h at home. Masses m_1 (lower part of a leg, a tube), m_2 (upper part, a bar), both uniform
    and of the length s; m_p (platform, a round plate of the radius b). SI units; gravity along -z.

    Another geometry: `base` and `platform` are six points (x, y, z) each, in the world and in the platform's frame;
    a, alpha and beta then count for nothing, b for the moments of the platform only.

    Quantities `d1` .. `d6` (lengths of the legs) and those of the part `platform` (`platform.x`, ..., its frame is the
    world's at home, raised by h). Inputs `f1` .. `f6`: forces that lengthen the legs.

    >>> stewart().exports["d1"], stewart(h=2.2).name
    ('leg1.d', 'stewart')
    """
    radius_a = Parameter("a", a, "m", "radius of the joints on the base")
    radius_b = Parameter("b", b, "m", "radius of the joints on the platform")
    half_a = Parameter("alpha", alpha, "rad", "half the angle between the joints of a pair on the base")
    half_b = Parameter("beta", beta, "rad", "half the angle between the joints of a pair on the platform")
    height = Parameter("h", h, "m", "height of the platform at home")
    mass1 = Parameter("m_1", m_1, "kg", "mass of the lower part of a leg")
    mass2 = Parameter("m_2", m_2, "kg", "mass of the upper part of a leg")
    mass_p = Parameter("m_p", m_p, "kg", "mass of the platform")
    part = Parameter("s", s, "m", "length of the lower part and of the upper part of a leg")
    weight = Parameter("gravity", gravity, "m/s^2", "acceleration of gravity, along -z")
    feet = _check_points("base", base) or [
        _on_circle(radius_a, 120 * DEGREE * (k // 2), half_a, -1 if k % 2 == 0 else 1) for k in range(6)
    ]
    heads = _check_points("platform", platform) or [
        _on_circle(radius_b, 120 * DEGREE * ((k - 1) // 2) + 60 * DEGREE, half_b, 1 if k % 2 == 0 else -1)
        for k in range(6)
    ]
    leg = _leg(mass1, mass2, part)
    legs, reference = {}, Walk().shift(z=height).reference("platform")
    for k, foot, head in zip(LEGS, feet, heads, strict=True):
        azimuth = ca.atan2(ca.SX(foot[1]), ca.SX(foot[0]))
        legs[f"leg{k}"] = leg.use({"azimuth": azimuth} | {f"{axis}_foot": foot[n] for n, axis in enumerate("xyz")})
        reference |= _home(k, foot, (head[0], head[1], head[2] + height), azimuth)
    # of a round plate; across a diameter 3 b^2 + thickness^2 over 12
    across = mass_p * (3 * radius_b**2 + THICKNESS**2) / 12
    plate = Body(
        mass_p,
        (across, across, mass_p * radius_b**2 / 2),
        (0.0, 0.0, 0.0),
        points={f"B{k}": tuple(head) for k, head in zip(LEGS, heads, strict=True)},
        meaning="platform",
    )
    return Mechanism(
        "stewart",
        parts={**legs, "platform": plate},
        connections={f"B{k}": Spherical(f"leg{k}.upper", f"platform.B{k}") for k in LEGS},
        parameters=[radius_a, radius_b, half_a, half_b, height, mass1, mass2, mass_p, part, weight],
        exports={f"{short}{k}": f"leg{k}.{short}" for short in ("d", "f") for k in LEGS},
        reference=reference,
        gravity=(0.0, 0.0, -weight),
        title="Stewart-Gough platform",
        description="Platform on six legs of variable length: six degrees of freedom.",
        sources=(
            "D. Stewart 1965, A platform with six degrees of freedom, Proc. Institution of Mechanical Engineers 180",
            "N. Smith, J. Wendlandt 2002, Creating a Stewart platform model using SimMechanics: geometry and solids",
        ),
    )


def _on_circle(radius: Parameter, middle: float, half: Parameter, sign: int) -> tuple[ca.SX, ca.SX, float]:
    angle = middle + sign * half
    return radius * ca.cos(angle), radius * ca.sin(angle), 0.0


def _check_points(name: str, points: Sequence[Sequence[Scalar]] | None) -> list[tuple[Scalar, Scalar, Scalar]]:
    """Six points in space, or none."""
    if points is None:
        return []
    rows = [tuple(point) for point in points]
    if len(rows) != 6 or any(len(row) != 3 for row in rows):
        shape = f"{len(rows)} points of {sorted({len(row) for row in rows})} coordinates"
        raise ModelError("stewart", [f"{name} has {shape}; expected 6 points of 3 coordinates (x, y, z) in m"])
    return [(row[0], row[1], row[2]) for row in rows]


def _home(k: str, foot: Sequence[Scalar], head: Sequence[Scalar], azimuth: ca.SX) -> dict[str, ca.SX]:
    """Length, angles and poses of a leg: Rz(azimuth) Rx(angle1) Ry(angle2) turns z to the leg's direction."""
    arm = ca.vertcat(*[ca.SX(there) - ca.SX(here) for here, there in zip(foot, head, strict=True)])
    length = ca.sqrt(ca.dot(arm, arm))
    c, s = ca.cos(azimuth), ca.sin(azimuth)
    out, side = c * arm[0] + s * arm[1], c * arm[1] - s * arm[0]
    first, second = ca.atan2(-side, arm[2]), ca.asin(out / length)
    lower = Walk().shift(*foot).turn("z", azimuth).turn("x", first).turn("y", second)
    return {
        f"d{k}": length,
        f"leg{k}.foot.angle1": first,
        f"leg{k}.foot.angle2": second,
        **lower.reference(f"leg{k}.lower"),
        **lower.shift(z=length).reference(f"leg{k}.upper"),
    }


def _leg(mass1: Parameter, mass2: Parameter, part: Parameter) -> Mechanism:
    """Leg from a foot on the base: quantity `d` (from the foot to the upper part's end), input `f`; z along the leg."""
    azimuth = Parameter("azimuth", 0.0, "rad", "direction of the first axis of the universal joint, from x")
    foot = [Parameter(f"{axis}_foot", 0.0, "m", f"foot of the leg, {axis}") for axis in "xyz"]
    lower = Body(
        mass1,
        rod_moments(mass1, part, (OUTER**2 + INNER**2) ** 0.5),  # a tube: the squares of its radii add up
        (0.0, 0.0, part / 2),
        points={"foot": (0.0, 0.0, 0.0), "guide": (0.0, 0.0, 0.0), "top": (0.0, 0.0, part)},
        home="foot",
        meaning="lower part of the leg",
    )
    upper = Body(
        mass2,
        rod_moments(mass2, part, INNER),
        (0.0, 0.0, -part / 2),
        points={"head": (0.0, 0.0, 0.0), "bottom": (0.0, 0.0, -part)},
        meaning="upper part of the leg, which slides in the lower",
    )
    place = Pose((foot[0], foot[1], foot[2]), angle=azimuth)
    return Mechanism(
        "leg",
        parts={"frame": Ground(points={"foot": place}), "lower": lower, "upper": upper},
        connections={
            "foot": Universal("frame.foot", "lower.foot"),
            "slide": Prismatic("lower.guide", "upper.head", axis="z"),
            "drive": Force("slide.slide", input="f"),
        },
        parameters=[azimuth, *foot],
        exports={"d": "slide.slide", "f": "drive.f"},
        title="UPS leg",
    )


def _legs(p: Mapping[str, float]) -> Slice:
    """A leg made of two parts of the length s is between s and 2 s long."""
    return Slice(limits={f"d{k}": (p["s"], 2 * p["s"]) for k in LEGS})


STEWART = Ready(
    stewart,
    (
        # Forces about those that carry the platform at home.
        Demonstration(
            {
                f"f{k}": f"sine:{change},0.5,1.5707963268,4078.783656699347"
                for k, change in zip(LEGS, (300, -200, 100, 0, -300, 200), strict=True)
            },
            motions={
                f"d{k}": f"cycloid:3.153800683985283,{end},2"
                for k, end in zip(LEGS, (3.25, 3.3, 3.1, 3.2, 3.3, 3.2), strict=True)
            },
        ),
    ),
    slice=_legs,
)

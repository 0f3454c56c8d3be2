"""Bennett's linkage: four revolute joints in space that move although a count says they cannot.

G. T. Bennett, A new mechanism, Engineering 76, 1903; its angles: K. J. Waldron, A family of overconstrained linkages,
Journal of Mechanisms 2, 1967. The numbers are chosen by us.
"""

from __future__ import annotations

from math import isclose, pi, sin
from typing import Any

import casadi as ca

from linkwright.components import Revolute, Torque
from linkwright.mechanisms.platforms import Walk
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism, ModelError
from linkwright.model.arguments import checked_keywords, is_number
from linkwright.symbolic import Parameter, Pose, Scalar

START = pi / 3
"""Angle of the crank in the reference configuration, rad."""


@checked_keywords
def bennett(
    *,
    a: Scalar = 0.20,
    b: Scalar | None = None,
    alpha: Any = pi / 6,
    beta: Any = pi / 2,
    m_1: Scalar = 0.5,
    m_2: Scalar = 1.0,
    m_3: Scalar = 0.5,
    s: Scalar = 0.01,
    g: Scalar = 9.81,
) -> Mechanism:
    """Crank (length a, twist alpha), coupler (b, beta), rocker (a, alpha) and ground (b, beta); g along -y; SI.

    The twist of a link is the angle between the axes of its two joints, its length the distance between them, along the
    link's x axis. The linkage moves where a / sin(alpha) = b / sin(beta), with all four joints' offsets zero; b follows
    from that unless given, and then is checked. Links are round bars of the radius s and the masses m_1, m_2, m_3.

    Gruebler's count is 6 * 3 - 5 * 4 = -2; the linkage has one degree of freedom, so three of its 20 constraints
    depend on the others, and some reactions are not unique.

    Quantities `phi` (crank) and `theta` (coupler against crank) with the closed form

        tan(phi / 2) tan(theta / 2) = sin((beta + alpha) / 2) / sin((beta - alpha) / 2)

    and `psi` (rocker against coupler, -phi), `chi` (rocker against ground, theta up to whole turns). Input `tau`:
    torque of the ground on the crank.

    >>> sorted(bennett().exports)
    ['chi', 'phi', 'psi', 'tau', 'theta']
    """
    _check(a, b, alpha, beta)
    long = Parameter("a", a, "m", "length of crank and rocker")
    twist_a = Parameter("alpha", alpha, "rad", "twist of crank and rocker")
    twist_b = Parameter("beta", beta, "rad", "twist of coupler and ground")
    follows = long * ca.sin(twist_b.sx) / ca.sin(twist_a.sx)
    other = Parameter("b", follows if b is None else b, "m", "length of coupler and ground")
    radius = Parameter("s", s, "m", "radius of the bars")
    masses = [
        Parameter(f"m_{k}", mass, "kg", f"mass of the {name}")
        for k, mass, name in ((1, m_1, "crank"), (2, m_2, "coupler"), (3, m_3, "rocker"))
    ]
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    theta = 2 * ca.atan(ca.sin((twist_b + twist_a) / 2) / ca.sin((twist_b - twist_a) / 2) / ca.tan(START / 2))
    crank = Walk().turn("z", START)
    coupler = crank.shift(x=long).turn("x", twist_a).turn("z", theta)
    rocker = coupler.shift(x=other).turn("x", twist_b).turn("z", -START)
    parts = {
        "crank": _link(masses[0], long, twist_a, radius, home="A", meaning="crank"),
        "coupler": _link(masses[1], other, twist_b, radius, meaning="coupler"),
        "rocker": _link(masses[2], long, twist_a, radius, meaning="rocker"),
    }
    ground = Ground(points={"A": (0.0, 0.0, 0.0), "D": Pose((-other, 0.0, 0.0), angle=-twist_b, axis="x")})
    return Mechanism(
        "bennett",
        parts={"frame": ground, **parts},
        connections={
            "A": Revolute("frame.A", "crank.root"),
            "B": Revolute("crank.tip", "coupler.root"),
            "C": Revolute("coupler.tip", "rocker.root"),
            "D": Revolute("frame.D", "rocker.tip"),
            "drive": Torque("A.angle", input="tau"),
        },
        parameters=[long, other, twist_a, twist_b, *masses, radius, weight],
        exports={"phi": "A.angle", "theta": "B.angle", "psi": "C.angle", "chi": "D.angle", "tau": "drive.tau"},
        reference={
            "phi": START,
            "theta": theta,
            "psi": -START,
            "chi": theta,
            **crank.reference("crank"),
            **coupler.reference("coupler"),
            **rocker.reference("rocker"),
        },
        gravity=(0.0, -weight),
        title="Bennett's linkage",
        description="Four bars and four revolute joints in space, overconstrained and yet mobile.",
        sources=(
            "G. T. Bennett 1903, A new mechanism, Engineering 76; K. J. Waldron 1967, Journal of Mechanisms 2",
            "numbers chosen by us: b = 2 a, bars of 2.5 kg/m",
        ),
    )


def _link(mass: Parameter, length: Parameter, twist: Parameter, radius: Parameter, **options: Any) -> Body:
    """A round bar along x with the axis of its second joint turned by the twist."""
    across = mass * (length**2 + 3 * radius**2) / 12
    return Body(
        mass,
        (mass * radius**2 / 2, across, across),
        (length / 2, 0.0, 0.0),
        points={"root": (0.0, 0.0, 0.0), "tip": Pose((length, 0.0, 0.0), angle=twist, axis="x")},
        **options,
    )


def _check(a: Any, b: Any, alpha: Any, beta: Any) -> None:
    """Bennett's condition, in words where it does not hold."""
    numbers = [is_number(value) for value in (a, alpha, beta)]
    if not all(numbers):
        return
    faults = []
    for name, twist in (("alpha", alpha), ("beta", beta)):
        if isclose(sin(twist), 0.0, abs_tol=1e-9):
            faults.append(f"{name} = {twist:g} rad: axes are parallel; take a planar linkage, or another twist")
    if isclose(sin((beta - alpha) / 2), 0.0, abs_tol=1e-9):
        faults.append(f"alpha = beta = {alpha:g} rad: the linkage folds into one line; take two different twists")
    wanted = 0.0 if faults else a * sin(beta) / sin(alpha)
    if not faults and wanted <= 0:
        faults.append(f"b = a sin(beta) / sin(alpha) = {wanted:g} m is not positive; take twists between 0 and pi")
    if not faults and b is not None and is_number(b) and not isclose(b, wanted, rel_tol=1e-12):
        faults.append(
            f"it cannot move: a / sin(alpha) = {a / sin(alpha):g} m, but b / sin(beta) = {b / sin(beta):g} m, and "
            f"Bennett's condition wants both equal; take b = {wanted:.15g} m, or leave b out"
        )
    if faults:
        raise ModelError("bennett", faults)


# It swings under its weight.
BENNETT = Ready(bennett, (Demonstration({"tau": "0"}, duration=3.0, motions={"phi": "cycloid:1.0471975512,4,2"}),))

"""A disc that rolls on its sharp rim on a horizontal plane, without slip: the rolling coin.

O. M. O'Reilly, The dynamics of rolling disks and sliding disks, Nonlinear Dynamics 10, 1996, and the sources there
(Appell 1900, Korteweg 1900). The numbers are chosen by us.
"""

from __future__ import annotations

from linkwright.components import RollingDisc
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def rolling_disc(
    *, m: Scalar = 1.2, r: Scalar = 0.3, A: Scalar | None = None, C: Scalar | None = None, g: Scalar = 9.81
) -> Mechanism:
    """A disc of mass m and radius r, inertia C about its axis (body y) and A about a diameter; gravity g along -z; SI.

    A uniform thin disc unless given: C = m r^2 / 2, A = C / 2. Upright rolling is stable above the critical spin w with
    C (C + m r^2) w^2 = A m g r (for the uniform thin disc w^2 = g / (3 r)).

    Quantities `x`, `y` (contact point), `lean` (0: upright), `heading`, and the speed `spin` about the disc's axis.
    Reference: upright, heading along x. A disc that lies flat has no contact point.

    >>> sorted(rolling_disc().exports)
    ['heading', 'lean', 'spin', 'x', 'y']
    """
    mass = Parameter("m", m, "kg", "mass of the disc")
    radius = Parameter("r", r, "m", "radius of the disc")
    axial = Parameter(
        "C", mass * radius**2 / 2 if C is None else C, "kg m^2", "inertia of the disc about its axis (body y)"
    )
    across = Parameter("A", axial / 2 if A is None else A, "kg m^2", "inertia of the disc about a diameter")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -z")
    return Mechanism(
        "rolling_disc",
        parts={"disc": Body(mass, (across, axial, across), meaning="disc")},
        connections={"contact": RollingDisc("ground", "disc", radius=radius)},
        parameters=[mass, radius, axial, across, weight],
        exports={name: f"contact.{name}" for name in ("x", "y", "lean", "heading", "spin")},
        reference={"disc.z": radius, "disc.e0": 1.0},
        gravity=(0.0, 0.0, -weight),
        title="Rolling disc",
        description="A disc that rolls without slip on its sharp rim on a horizontal plane.",
        sources=(
            "O. M. O'Reilly 1996, The dynamics of rolling disks and sliding disks, Nonlinear Dynamics 10",
            "numbers chosen by us: a uniform thin disc",
        ),
    )


ROLLING_DISC = Ready(
    rolling_disc,
    (Demonstration(positions={"lean": "0.2"}, speeds={"spin": "8", "lean": "0", "heading": "0.5"}, duration=3.0),),
)

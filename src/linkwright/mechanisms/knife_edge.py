"""A knife edge on an inclined plane: a skate that turns steadily drifts across the slope on a cycloid.

J. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, American Mathematical Society, 1972. The numbers are
chosen by us.
"""

from __future__ import annotations

import casadi as ca

from linkwright.components import KnifeEdge
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def knife_edge(*, m: Scalar = 1.5, J: Scalar = 0.08, alpha: Scalar = 0.3, g: Scalar = 9.81) -> Mechanism:
    """A blade of mass m and inertia J on a plane inclined by alpha, its mass centre at the contact; SI units.

    The x axis points down the slope, z is normal to the plane. Quantities `x`, `y`, `phi` (heading from the x axis) and
    the speed `speed` along the blade.

    >>> sorted(knife_edge().exports)
    ['phi', 'speed', 'x', 'y']
    """
    mass = Parameter("m", m, "kg", "mass of the blade")
    inertia = Parameter("J", J, "kg m^2", "inertia of the blade about the normal through its mass centre")
    slope = Parameter("alpha", alpha, "rad", "inclination of the plane")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity")
    return Mechanism(
        "knife_edge",
        parts={"blade": Body(mass, inertia, meaning="blade")},
        connections={"edge": KnifeEdge("ground", "blade")},
        parameters=[mass, inertia, slope, weight],
        exports={"x": "blade.x", "y": "blade.y", "phi": "blade.theta", "speed": "edge.speed"},
        reference={"x": 0.0, "y": 0.0, "phi": 0.0},
        gravity=(weight * ca.sin(slope.sx), 0.0, -weight * ca.cos(slope.sx)),
        title="Knife edge on an incline",
        description="A blade that cannot move sideways, on an inclined plane.",
        sources=(
            "J. I. Neimark, N. A. Fufaev 1972, Dynamics of Nonholonomic Systems, AMS Translations 33",
            "numbers chosen by us: a blade of the size of an ice skate",
        ),
    )


KNIFE_EDGE = Ready(knife_edge, (Demonstration(speeds={"phi": "2", "speed": "0"}, duration=5.0),))

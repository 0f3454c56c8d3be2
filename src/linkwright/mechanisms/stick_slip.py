"""A mass on a running belt, held by a spring: the stick-slip oscillator.

The numbers are chosen by us. Closed form (w = sqrt(k / m), a = (F_s - F_k) / k): it sticks until x = F_s / k, slides
for 2 (pi - atan(a w / v)) / w, sticks again at x = (2 F_k - F_s) / k, for 2 a / v; extremes F_k / k +- sqrt(a^2 +
(v / w)^2).
"""

from __future__ import annotations

from linkwright.components import CoulombFriction, JointSpring, Prismatic
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def stick_slip(
    *, m: Scalar = 1.0, k: Scalar = 20.0, v: Scalar = 0.2, F_s: Scalar = 2.0, F_k: Scalar = 1.2
) -> Mechanism:
    """Mass m (kg) on a belt that runs along x with the speed v (m/s), held by a spring of stiffness k (N/m).

    Dry friction: up to F_s (N) while the mass sticks to the belt, F_k (N) while it slides. Quantity `x`, the way of the
    mass from where the spring has no load. Reference: x = 0.

    >>> sorted(stick_slip().exports)
    ['x']
    """
    mass = Parameter("m", m, "kg", "mass")
    stiffness = Parameter("k", k, "N/m", "stiffness of the spring")
    speed = Parameter("v", v, "m/s", "speed of the belt")
    static = Parameter("F_s", F_s, "N", "greatest friction while sticking")
    kinetic = Parameter("F_k", F_k, "N", "friction while sliding")
    return Mechanism(
        "stick_slip",
        parts={"frame": Ground(), "block": Body(mass, 0.0, home="guide", meaning="block on the belt")},
        connections={
            "guide": Prismatic("frame", "block"),
            "spring": JointSpring("guide.slide", stiffness),
            "belt": CoulombFriction("guide.slide", kinetic, static, speed),
        },
        parameters=[mass, stiffness, speed, static, kinetic],
        exports={"x": "guide.slide"},
        reference={"x": 0.0},
        title="Stick-slip oscillator",
        description="A block on a running belt, held by a spring: it sticks, is carried along, slips back, and sticks.",
        sources=("numbers chosen by us: a block of 1 kg that slips about once a second",),
    )


STICK_SLIP = Ready(stick_slip, (Demonstration(speeds={"x": "0.2"}, duration=10.0),))

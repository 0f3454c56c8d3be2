"""Chaplygin's sleigh: a body on a plane with one knife edge, its mass centre ahead of it.

S. A. Chaplygin, On the theory of motion of nonholonomic systems, Matematicheskii Sbornik 28, 1911. The numbers are
chosen by us.
"""

from __future__ import annotations

from linkwright.components import KnifeEdge
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def chaplygin_sleigh(*, m: Scalar = 2.0, J: Scalar = 0.3, a: Scalar = 0.25) -> Mechanism:
    """A sleigh of mass m, inertia J about its mass centre, which is a ahead of the knife edge; horizontal plane, SI.

    With u the speed of the edge and w = theta': u' = a w^2, (J + m a^2) w' = -m a u w, so that any motion tends to a
    straight one with the mass centre ahead of the edge.

    Quantities `x`, `y` (the edge), `theta` (its heading), and the speed `u` along the edge.

    >>> sorted(chaplygin_sleigh().exports)
    ['theta', 'u', 'x', 'y']
    """
    mass = Parameter("m", m, "kg", "mass of the sleigh")
    inertia = Parameter("J", J, "kg m^2", "inertia of the sleigh about its mass centre")
    ahead = Parameter("a", a, "m", "distance of the mass centre ahead of the edge")
    return Mechanism(
        "chaplygin_sleigh",
        parts={"sleigh": Body(mass, inertia, (ahead, 0.0), meaning="sleigh")},
        connections={"edge": KnifeEdge("ground", "sleigh")},
        parameters=[mass, inertia, ahead],
        exports={"x": "sleigh.x", "y": "sleigh.y", "theta": "sleigh.theta", "u": "edge.speed"},
        reference={"x": 0.0, "y": 0.0, "theta": 0.0},
        title="Chaplygin's sleigh",
        description="A body that glides on a horizontal plane on one knife edge and two smooth feet.",
        sources=(
            "S. A. Chaplygin 1911, On the theory of motion of nonholonomic systems, Matematicheskii Sbornik 28",
            "J. I. Neimark, N. A. Fufaev 1972, Dynamics of Nonholonomic Systems, AMS Translations 33",
            "numbers chosen by us",
        ),
    )


CHAPLYGIN_SLEIGH = Ready(chaplygin_sleigh, (Demonstration(speeds={"u": "-1", "theta": "0.2"}, duration=10.0),))

"""A ball that rolls on a turntable: it goes round on circles, slower than the table.

J. A. Burns, Ball rolling on a turntable: Analog for charged particle dynamics, American Journal of Physics 49, 1981.
The numbers are chosen by us.
"""

from __future__ import annotations

from linkwright.components import ConstantSpeed, Revolute, RollingBall
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def ball_on_turntable(
    *,
    m: Scalar = 0.5,
    r: Scalar = 0.04,
    J: Scalar | None = None,
    J_t: Scalar = 0.2,
    Omega: Scalar = 3.0,
    g: Scalar = 9.81,
) -> Mechanism:
    """A ball of mass m, radius r and inertia J on a horizontal table that turns at the constant rate Omega about z; SI.

    A uniform ball unless given: J = 2 m r^2 / 5. The centre's velocity turns at the rate Omega J / (J + m r^2), that is
    2/7 of the table's for a uniform ball, so the centre goes round on circles in the room, anywhere on the table. J_t
    is the table's inertia, which only the torque of its drive knows.

    Quantities `x`, `y` (the ball's centre in the room), `turn` (the table's angle).

    >>> sorted(ball_on_turntable().exports)
    ['turn', 'x', 'y']
    """
    mass = Parameter("m", m, "kg", "mass of the ball")
    radius = Parameter("r", r, "m", "radius of the ball")
    inertia = Parameter(
        "J", 2 * mass * radius**2 / 5 if J is None else J, "kg m^2", "inertia of the ball about any axis through it"
    )
    table = Parameter("J_t", J_t, "kg m^2", "inertia of the table about its axle")
    rate = Parameter("Omega", Omega, "rad/s", "rate of the table")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -z")
    return Mechanism(
        "ball_on_turntable",
        parts={
            "table": Body(1.0, table, home="axle", meaning="turntable"),
            "ball": Body(mass, (inertia, inertia, inertia), meaning="ball"),
        },
        connections={
            "axle": Revolute("ground", "table"),
            "drive": ConstantSpeed("axle.angle", rate),
            "contact": RollingBall("table", "ball", radius=radius),
        },
        parameters=[mass, radius, inertia, table, rate, weight],
        exports={"x": "ball.x", "y": "ball.y", "turn": "axle.angle"},
        reference={"ball.x": 0.0, "ball.y": 0.0, "ball.z": radius, "ball.e0": 1.0, "turn": 0.0},
        gravity=(0.0, 0.0, -weight),
        title="Ball on a turntable",
        description="A ball that rolls without slip on a table turning at a constant rate.",
        sources=(
            "J. A. Burns 1981, Ball rolling on a turntable: Analog for charged particle dynamics, Am. J. Phys. 49",
            "numbers chosen by us: a uniform ball; the mass of the table, 1 kg, has no effect",
        ),
    )


BALL_ON_TURNTABLE = Ready(
    ball_on_turntable,
    (Demonstration(positions={"x": "0.2", "y": "0"}, speeds={"x": "0", "y": "0.1", "ball.wz": "0"}, duration=7.0),),
)

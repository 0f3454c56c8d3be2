"""The heavy top with a fixed point, a benchmark of integrators on rotations.

O. Bruls, A. Cardona, On the use of Lie group time integrators in multibody dynamics, Journal of Computational and
Nonlinear Dynamics 5, 2010; O. Bruls, A. Cardona, M. Arnold, Lie group generalized-alpha time integration of constrained
flexible multibody systems, Mechanism and Machine Theory 48, 2012.
"""

from __future__ import annotations

from linkwright.components import Spherical
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def heavy_top(
    *, m: Scalar = 15.0, l: Scalar = 1.0, J_1: Scalar = 0.234375, J_3: Scalar = 0.46875, g: Scalar = 9.81
) -> Mechanism:
    """A symmetric top of mass m on a fixed point O, its mass centre at the distance l along its axis (body y); SI.

    J_3 is the inertia about the axis, J_1 about any other one through the mass centre; gravity g along -z.

    Quantities `wx`, `wy`, `wz` (angular velocity in the top's frame) and those of the part `top`. Reference: the frame
    of the top is that of the ground.

    >>> sorted(heavy_top().exports)
    ['wx', 'wy', 'wz']
    """
    mass = Parameter("m", m, "kg", "mass of the top")
    length = Parameter("l", l, "m", "distance of the mass centre from the fixed point")
    across = Parameter("J_1", J_1, "kg m^2", "inertia about an axis across, through the mass centre")
    axial = Parameter("J_3", J_3, "kg m^2", "inertia about the top's axis (body y)")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -z")
    return Mechanism(
        "heavy_top",
        parts={"top": Body(mass, (across, axial, across), (0.0, length, 0.0), meaning="top")},
        connections={"O": Spherical("ground", "top")},
        parameters=[mass, length, across, axial, weight],
        exports={f"w{axis}": f"top.w{axis}" for axis in "xyz"},
        reference={"top.e0": 1.0},
        gravity=(0.0, 0.0, -weight),
        title="Heavy top",
        description="A symmetric top that turns about a fixed point under gravity.",
        sources=(
            "O. Bruls, A. Cardona 2010, On the use of Lie group time integrators in multibody dynamics, JCND 5",
            "O. Bruls, A. Cardona, M. Arnold 2012, Mechanism and Machine Theory 48: m, l, inertias, gravity",
        ),
    )


HEAVY_TOP = Ready(heavy_top, (Demonstration(speeds={"wx": "0", "wy": "50", "wz": "0"}),))

"""The free rigid body: Euler's equations, without weight or torque.

L. D. Landau, E. M. Lifshitz, Mechanics, sections 33 to 37. The numbers are chosen by us.
"""

from __future__ import annotations

from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def free_body(*, m: Scalar = 1.0, J_x: Scalar = 0.02, J_y: Scalar = 0.035, J_z: Scalar = 0.05) -> Mechanism:
    """A body of mass m with the principal inertias J_x, J_y, J_z, on which nothing acts; SI units.

    Quantities `wx`, `wy`, `wz` (angular velocity in the body's frame) and those of the part `body`.

    >>> sorted(free_body().exports)
    ['wx', 'wy', 'wz']
    """
    mass = Parameter("m", m, "kg", "mass of the body")
    moments = [
        Parameter(f"J_{axis}", value, "kg m^2", f"principal moment of inertia about {axis}")
        for axis, value in (("x", J_x), ("y", J_y), ("z", J_z))
    ]
    return Mechanism(
        "free_body",
        parts={"body": Body(mass, tuple(moments), meaning="body")},
        parameters=[mass, *moments],
        exports={f"w{axis}": f"body.w{axis}" for axis in "xyz"},
        reference={"body.e0": 1.0},
        title="Free rigid body",
        description="A rigid body in space on which nothing acts.",
        sources=("L. D. Landau, E. M. Lifshitz 1976, Mechanics, sections 33-37", "numbers chosen by us"),
    )


FREE_BODY = Ready(
    free_body,
    (
        # About its middle axis the rotation is unstable: the body tumbles.
        Demonstration(
            speeds={"body.x": "0.1", "body.y": "0", "body.z": "0", "wx": "0.05", "wy": "6", "wz": "0.05"}, duration=5.0
        ),
    ),
)

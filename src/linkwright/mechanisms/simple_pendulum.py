"""The simple pendulum: problem A01 of the IFToMM library of computational benchmarks for multibody dynamics.

M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, A benchmarking system for MBS simulation software: problem
standardization and performance measurement, Multibody System Dynamics 16, 2006.
"""

from __future__ import annotations

from math import pi

from linkwright.components import Revolute
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def simple_pendulum(*, m: Scalar = 1.0, l: Scalar = 1.0, g: Scalar = 9.81) -> Mechanism:
    """A point mass m at the end of a massless rod of the length l on a pin at the origin; gravity g along -y; SI units.

    Quantities `x`, `y`: position of the mass; `phi`: angle of the rod from the x axis. Reference, where the problem
    starts at rest: the rod along -x.

    >>> sorted(simple_pendulum().exports)
    ['phi', 'x', 'y']
    """
    mass = Parameter("m", m, "kg", "mass at the end of the rod")
    length = Parameter("l", l, "m", "length of the rod")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    rod = Body(mass, 0.0, points={"pin": (-length, 0.0)}, meaning="rod with the mass at its end")
    return Mechanism(
        "simple_pendulum",
        parts={"rod": rod},
        connections={"pin": Revolute("ground", "rod.pin")},
        parameters=[mass, length, weight],
        exports={"phi": "pin.angle", "x": "rod.x", "y": "rod.y"},
        reference={"phi": pi, "rod.theta": pi, "x": -length, "y": 0.0},
        gravity=(0.0, -weight),
        title="Simple pendulum",
        description="A point mass on a massless rod, released where the rod is horizontal.",
        sources=(
            "IFToMM library of computational benchmark problems for multibody dynamics, problem A01",
            "M. Gonzalez et al. 2006, A benchmarking system for MBS simulation software, Multibody System Dynamics 16",
        ),
    )


SIMPLE_PENDULUM = Ready(simple_pendulum, (Demonstration(speeds={"phi": "0"}, duration=10.0),))

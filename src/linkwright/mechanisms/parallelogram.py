"""A parallelogram with a third crank: the wheels of a steam engine and their coupling rod, overconstrained.

J. Garcia de Jalon, E. Bayo, Kinematic and Dynamic Simulation of Multibody Systems, Springer, 1994, treats such
redundant constraints; the linkage itself is as old as coupled wheels. The numbers are chosen by us.
"""

from __future__ import annotations

from math import pi

from linkwright.components import Revolute
from linkwright.mechanisms.four_bar import pivoted_bar
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar

CRANKS = ("1", "2", "3")


@checked_keywords
def parallelogram(
    *,
    l: Scalar = 0.20,
    c: Scalar = 0.60,
    c_3: Scalar | None = None,
    m: Scalar = 0.5,
    m_c: Scalar = 1.5,
    g: Scalar = 9.81,
) -> Mechanism:
    """Three cranks of the length l on ground pins at x = 0, c_3 and c carry one coupler of the length c; SI units.

    Uniform bars: each crank has the mass m, the coupler m_c. The third crank stands in the middle unless c_3 is given.
    Gravity g along -y, vertical plane.

    Gruebler's count is 3 * 4 - 2 * 6 = 0; the linkage has one degree of freedom, so one of its constraints depends on
    the others: the forces along the coupler are not unique. Where the cranks lie along the x axis it is singular: they
    could then fold one by one.

    Quantities `phi` (first crank, from the x axis), `x`, `y` (first pin of the coupler). Input `tau`: torque of the
    ground on the first crank. Reference: the cranks hang, phi = -pi/3.

    >>> sorted(parallelogram().exports)
    ['phi', 'tau', 'x', 'y']
    """
    length = Parameter("l", l, "m", "length of the cranks")
    span = Parameter("c", c, "m", "length of the coupler, and distance of the outer ground pins")
    third = Parameter("c_3", span / 2 if c_3 is None else c_3, "m", "place of the third crank along the coupler")
    mass = Parameter("m", m, "kg", "mass of each crank")
    mass_c = Parameter("m_c", m_c, "kg", "mass of the coupler")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    places = {"1": 0.0, "2": span, "3": third}
    driven, idle = pivoted_bar("crank", driven=True), pivoted_bar("crank", driven=False)
    cranks = {
        f"crank{k}": (driven if k == "1" else idle).use({"pivot_x": place, "length": length, "mass": mass})
        for k, place in places.items()
    }
    coupler = Body(
        mass_c,
        mass_c * span**2 / 12,
        (span / 2, 0.0),
        points={f"B{k}": (place, 0.0) for k, place in places.items()},
        meaning="coupler",
    )
    start = -pi / 3
    x, y = length * 0.5, -length * 3**0.5 / 2
    return Mechanism(
        "parallelogram",
        parts={**cranks, "coupler": coupler},
        connections={f"B{k}": Revolute(f"crank{k}.bar.tip", f"coupler.B{k}") for k in CRANKS},
        parameters=[length, span, third, mass, mass_c, weight],
        exports={"phi": "crank1.phi", "tau": "crank1.tau", "x": "coupler.x", "y": "coupler.y"},
        reference={
            **{f"crank{k}.phi": start for k in CRANKS},
            **{f"crank{k}.bar.x": place for k, place in places.items()},
            "x": x,
            "y": y,
            "coupler.theta": 0.0,
        },
        gravity=(0.0, -weight),
        title="Parallelogram with a third crank",
        description="Three equal cranks on one coupler: one more than its motion needs.",
        sources=(
            "J. Garcia de Jalon, E. Bayo 1994, Kinematic and Dynamic Simulation of Multibody Systems, Springer",
            "numbers chosen by us: bars of 2.5 kg/m",
        ),
    )


# It swings under its weight.
PARALLELOGRAM = Ready(
    parallelogram,
    (Demonstration({"tau": "0"}, positions={"phi": "-0.6"}, motions={"phi": "cycloid:-1.0471975512,-2,2"}),),
)

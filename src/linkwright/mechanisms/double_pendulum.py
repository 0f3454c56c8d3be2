"""The double pendulum of two bars, with a torque at each joint.

The numbers are chosen by us.
"""

from __future__ import annotations

from linkwright.components import Revolute, Torque
from linkwright.mechanisms.four_bar import link_parameters
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def double_pendulum(
    *,
    l_1: Scalar = 0.50,
    l_2: Scalar = 0.40,
    m_1: Scalar = 1.0,
    m_2: Scalar = 0.80,
    J_1: Scalar | None = None,
    J_2: Scalar | None = None,
    c_1: Scalar | None = None,
    c_2: Scalar | None = None,
    g: Scalar = 9.81,
) -> Mechanism:
    """Two bars hanging from the ground pin O = (0, 0), the second from the first's tip A, in a vertical plane.

    Lengths l_k, masses m_k, inertias J_k about the mass centres, distances c_k of these from the upper pins; uniform
    bars unless given: c_k = l_k / 2, J_k = m_k l_k^2 / 12. Gravity g along -y; SI units.

    Quantities `theta1`, `theta2`: angles of the bars from the downward vertical, both absolute, counterclockwise.
    Inputs `tau1` (of the ground on the first bar, at O) and `tau2` (of the first bar on the second, at A). Reference:
    both bars hang.

    >>> sorted(double_pendulum().exports)
    ['tau1', 'tau2', 'theta1', 'theta2']
    """
    p_1, q_1, i_1, d_1 = link_parameters("1", "first bar", l_1, m_1, inertia=J_1, centre=c_1)
    p_2, q_2, i_2, d_2 = link_parameters("2", "second bar", l_2, m_2, inertia=J_2, centre=c_2)
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    # A bar lies along -y of its own frame: its angle in the world is that from the downward vertical.
    first = Body(
        q_1, i_1, (0.0, -d_1), points={"O": (0.0, 0.0), "A": (0.0, -p_1)}, home="shoulder", meaning="first bar"
    )
    second = Body(q_2, i_2, (0.0, -d_2), points={"A": (0.0, 0.0), "tip": (0.0, -p_2)}, meaning="second bar")
    return Mechanism(
        "double_pendulum",
        parts={"frame": Ground(points={"O": (0.0, 0.0)}), "first": first, "second": second},
        connections={
            "shoulder": Revolute("frame.O", "first.O"),
            "elbow": Revolute("first.A", "second.A"),
            "drive1": Torque("shoulder.angle", input="tau"),
            "drive2": Torque("elbow.angle", input="tau"),
        },
        parameters=[p_1, p_2, q_1, q_2, i_1, i_2, d_1, d_2, weight],
        exports={
            "theta1": "shoulder.angle",
            "theta2": "second.theta",
            "tau1": "drive1.tau",
            "tau2": "drive2.tau",
        },
        reference={"theta1": 0.0, "theta2": 0.0, "second.x": 0.0, "second.y": -p_1},
        gravity=(0.0, -weight),
        title="Double pendulum",
        description="Two bars in a vertical plane, hanging one from the other, with a torque at each joint.",
        sources=("numbers chosen by us: two uniform bars of 2 kg/m, of an arm's size",),
    )


DOUBLE_PENDULUM = Ready(
    double_pendulum,
    (
        Demonstration(
            {"tau1": "0", "tau2": "0"},
            positions={"theta1": "1.2", "theta2": "-0.6"},
            duration=5.0,
            motions={"theta1": "cycloid:0,1,2", "theta2": "cycloid:0,-0.5,2"},
        ),
    ),
)

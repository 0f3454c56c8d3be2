"""The planar slider-crank with an offset guide, a torque at the crank and a force on the slider.

The numbers are chosen by us: a small piston machine.
"""

from __future__ import annotations

from math import pi

import casadi as ca

from linkwright.components import Force, Prismatic, Revolute
from linkwright.mechanisms.four_bar import link_parameters, pivoted_bar, within_one
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def slider_crank(
    *,
    l_1: Scalar = 0.05,
    l_2: Scalar = 0.16,
    e: Scalar = 0.0,
    m_1: Scalar = 0.40,
    m_2: Scalar = 0.50,
    m_3: Scalar = 0.60,
    J_1: Scalar | None = None,
    J_2: Scalar | None = None,
    c_1: Scalar | None = None,
    c_2: Scalar | None = None,
    g: Scalar = 9.81,
) -> Mechanism:
    """Crank O-A, rod A-B and slider at B in a vertical plane; ground pin O = (0, 0), guide along x at y = e.

    Lengths l_1 (crank), l_2 (rod) and e (offset of the guide); masses m_1 (crank), m_2 (rod), m_3 (slider with piston);
    of crank and rod the inertia J_k about the mass centre and its distance c_k from the first pin (O, A), uniform bars
    unless given: c_k = l_k / 2, J_k = m_k l_k^2 / 12. Gravity g along -y; SI units. The crank turns fully where
    l_1 + |e| < l_2.

    Quantities `phi` (crank) and `theta` (rod), angles from the x axis, and `x` (slider). Inputs `tau` (`crank.tau`),
    the torque of the ground on the crank, and `force`, on the slider along x. Reference: slider on the right of the
    crank pin, phi = pi/3.

    >>> sorted(slider_crank(e=0.01).exports)
    ['force', 'phi', 'tau', 'theta', 'x']
    """
    p_1, q_1, i_1, d_1 = link_parameters("1", "crank", l_1, m_1, inertia=J_1, centre=c_1)
    p_2, q_2, i_2, d_2 = link_parameters("2", "rod", l_2, m_2, inertia=J_2, centre=c_2)
    offset = Parameter("e", e, "m", "offset of the guide above the ground pin")
    q_3 = Parameter("m_3", m_3, "kg", "mass of the slider")
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    crank = pivoted_bar("crank", driven=True).use({"length": p_1, "mass": q_1, "inertia": i_1, "centre": d_1})
    rod = Body(q_2, i_2, (d_2, 0.0), points={"A": (0.0, 0.0), "B": (p_2, 0.0)}, meaning="connecting rod")
    # The guide keeps the slider from turning, so its inertia never counts.
    slider = Body(q_3, 0.0, points={"pin": (0.0, 0.0)}, home="guide", meaning="slider with piston")
    phi = pi / 3
    theta = ca.asin(within_one((offset - p_1 * ca.sin(phi)) / p_2))
    reference = {
        "phi": phi,
        "theta": theta,
        "x": p_1 * ca.cos(phi) + p_2 * ca.cos(theta),
        "rod.x": p_1 * ca.cos(phi),
        "rod.y": p_1 * ca.sin(phi),
    }
    return Mechanism(
        "slider_crank",
        parts={"frame": Ground(points={"guide": (0.0, offset)}), "crank": crank, "rod": rod, "slider": slider},
        connections={
            "guide": Prismatic("frame.guide", "slider.pin"),
            "A": Revolute("crank.bar.tip", "rod.A"),
            "B": Revolute("rod.B", "slider.pin"),
            "load": Force("guide.slide", input="force"),
        },
        parameters=[p_1, p_2, offset, q_1, q_2, q_3, i_1, i_2, d_1, d_2, weight],
        exports={
            "phi": "crank.phi",
            "theta": "rod.theta",
            "x": "guide.slide",
            "tau": "crank.tau",
            "force": "load.force",
        },
        reference=reference,
        gravity=(0.0, -weight),
        title="Slider-crank",
        description="Crank, rod and slider in a vertical plane, with a torque at the crank and a force on the slider.",
        sources=("numbers chosen by us: a small piston machine with a rod of 3.2 times the crank's length",),
    )


SLIDER_CRANK = Ready(slider_crank, (Demonstration({"tau": "0", "force": "0"}, speeds={"phi": "30.0"}),))

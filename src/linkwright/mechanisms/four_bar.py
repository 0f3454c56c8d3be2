"""The planar four-bar linkage, a crank-rocker with a torque at the crank.

The closure of its loop is Freudenstein's equation: F. Freudenstein, An analytical approach to the design of four-link
mechanisms, Transactions of the ASME 76, 1954. The numbers are chosen by us.
"""

from __future__ import annotations

from math import pi
from typing import Any

import casadi as ca

from linkwright.components import Revolute, Torque
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def four_bar(
    *,
    l_0: Scalar = 0.40,
    l_1: Scalar = 0.10,
    l_2: Scalar = 0.35,
    l_3: Scalar = 0.30,
    m_1: Scalar = 0.20,
    m_2: Scalar = 0.70,
    m_3: Scalar = 0.60,
    J_1: Scalar | None = None,
    J_2: Scalar | None = None,
    J_3: Scalar | None = None,
    c_1: Scalar | None = None,
    c_2: Scalar | None = None,
    c_3: Scalar | None = None,
    g: Scalar = 9.81,
) -> Mechanism:
    """Crank O-A, coupler A-B and rocker C-B in a vertical plane, ground pins O = (0, 0) and C = (l_0, 0).

    Lengths l_0 (ground), l_1 (crank), l_2 (coupler), l_3 (rocker); of link k the mass m_k, the inertia J_k about the
    mass centre and the distance c_k of the mass centre from the link's first pin (O, A, C) towards its second. Uniform
    bars unless given: c_k = l_k / 2, J_k = m_k l_k^2 / 12. Gravity g along -y; SI units.

    Quantities `phi` (crank), `theta` (coupler), `psi` (rocker): angles of the links from the x axis. Input `tau`
    (`crank.tau`): torque of the ground on the crank. Reference: the open assembly (B on the left of the line from A to
    C) at phi = pi/3.

    >>> machine = four_bar(l_2=0.36)
    >>> sorted(machine.exports)
    ['phi', 'psi', 'tau', 'theta']
    """
    p_0 = Parameter("l_0", l_0, "m", "distance of the ground pins O and C")
    p_1, q_1, i_1, d_1 = link_parameters("1", "crank", l_1, m_1, inertia=J_1, centre=c_1)
    p_2, q_2, i_2, d_2 = link_parameters("2", "coupler", l_2, m_2, inertia=J_2, centre=c_2)
    p_3, q_3, i_3, d_3 = link_parameters("3", "rocker", l_3, m_3, inertia=J_3, centre=c_3)
    weight = Parameter("g", g, "m/s^2", "acceleration of gravity, along -y")
    crank = pivoted_bar("crank", driven=True).use({"length": p_1, "mass": q_1, "inertia": i_1, "centre": d_1})
    rocker = pivoted_bar("rocker", driven=False).use(
        {"pivot_x": p_0, "length": p_3, "mass": q_3, "inertia": i_3, "centre": d_3}
    )
    points = {"A": (0.0, 0.0), "B": (p_2, 0.0), "P": (p_2 / 2, 0.0)}  # P traces a coupler curve
    coupler = Body(q_2, i_2, (d_2, 0.0), points=points, meaning="coupler")
    return Mechanism(
        "four_bar",
        parts={"crank": crank, "coupler": coupler, "rocker": rocker},
        connections={"A": Revolute("crank.bar.tip", "coupler.A"), "B": Revolute("coupler.B", "rocker.bar.tip")},
        parameters=[p_0, p_1, p_2, p_3, q_1, q_2, q_3, i_1, i_2, i_3, d_1, d_2, d_3, weight],
        exports={"phi": "crank.phi", "theta": "coupler.theta", "psi": "rocker.phi", "tau": "crank.tau"},
        reference=_open_assembly(pi / 3, p_0, p_1, p_2, p_3),
        gravity=(0.0, -weight),
        title="Four-bar linkage",
        description="Crank-rocker in a vertical plane, driven by a torque at the crank.",
        sources=(
            "F. Freudenstein 1954, An analytical approach to the design of four-link mechanisms, Trans. ASME 76",
            "numbers chosen by us: a crank-rocker (l_0 + l_1 < l_2 + l_3, Grashof) of steel bars of 2 kg/m",
        ),
    )


def _open_assembly(phi: float, p_0: Parameter, p_1: Parameter, p_2: Parameter, p_3: Parameter) -> dict[str, Any]:
    """Angles at a crank angle, by the cosine law in the triangle A, B, C: psi = angle of C-A - angle at C."""
    x, y = p_1 * ca.cos(phi), p_1 * ca.sin(phi)
    s = ca.sqrt((x - p_0) ** 2 + y**2)
    psi = ca.atan2(y, x - p_0) - ca.acos(within_one((p_3**2 + s**2 - p_2**2) / (2 * p_3 * s)))
    theta = ca.atan2(p_3 * ca.sin(psi) - y, p_0 + p_3 * ca.cos(psi) - x)
    return {"phi": phi, "psi": psi, "theta": theta, "coupler.x": x, "coupler.y": y}


def within_one(ratio: ca.SX) -> ca.SX:
    """A cosine or sine cut to [-1, 1]: with lengths that do not meet, assembly then says which joint does not close."""
    return ca.fmax(-1, ca.fmin(1, ratio))


def link_parameters(
    number: str, name: str, length: Scalar, mass: Scalar, *, inertia: Scalar | None = None, centre: Scalar | None = None
) -> tuple[Parameter, Parameter, Parameter, Parameter]:
    """Length l, mass m, inertia J about the mass centre, its distance c from the first pin (uniform bar by default)."""
    l = Parameter(f"l_{number}", length, "m", f"length of the {name}")
    m = Parameter(f"m_{number}", mass, "kg", f"mass of the {name}")
    J = Parameter(
        f"J_{number}",
        m * l**2 / 12 if inertia is None else inertia,
        "kg m^2",
        f"inertia of the {name} about its mass centre",
    )
    c = Parameter(
        f"c_{number}",
        l / 2 if centre is None else centre,
        "m",
        f"distance of the mass centre of the {name} from its first pin",
    )
    return l, m, J, c


def pivoted_bar(name: str, *, driven: bool) -> Mechanism:
    """A bar on a ground pin: quantity `phi` (angle from the x axis), input `tau` at the pin if driven."""
    x = Parameter("pivot_x", 0.0, "m", "ground pin, x")
    length = Parameter("length", 1.0, "m", "length of the bar")
    mass = Parameter("mass", 1.0, "kg", "mass of the bar")
    inertia = Parameter("inertia", mass * length**2 / 12, "kg m^2", "inertia of the bar about its mass centre")
    centre = Parameter("centre", length / 2, "m", "distance of the mass centre from the pin")
    bar = Body(
        mass,
        inertia,
        (centre, 0.0),
        points={"root": (0.0, 0.0), "tip": (length, 0.0)},
        home="pivot",
        meaning=name,
    )
    joints: dict[str, Any] = {"pivot": Revolute("frame.pivot", "bar.root")}
    exports = {"phi": "pivot.angle"}
    if driven:
        joints["drive"] = Torque("pivot.angle", input="tau")
        exports["tau"] = "drive.tau"
    return Mechanism(
        name,
        parts={"frame": Ground(points={"pivot": (x, 0.0)}), "bar": bar},
        connections=joints,
        parameters=[x, length, mass, inertia, centre],
        exports=exports,
        title=name,
    )


FOUR_BAR = Ready(
    four_bar,
    (Demonstration({"tau": "0"}, speeds={"phi": "12.0"}, motions={"phi": "cycloid:1.0471975512,7.3303828584,2"}),),
)

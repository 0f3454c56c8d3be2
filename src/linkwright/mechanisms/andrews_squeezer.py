"""Andrews' squeezing mechanism: seven planar bodies, three loops, one degree of freedom, driven by a constant torque.

W. Schiehlen (ed.), Multibody Systems Handbook, Springer, 1990; E. Hairer, G. Wanner, Solving Ordinary Differential
Equations II, 2nd edition, Springer, 1996, section VII.7; F. Mazzia, C. Magherini, Test Set for Initial Value Problem
Solvers, problem "Andrews' squeezing mechanism", 2008. All numbers are those of the test set.
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from linkwright.components import Revolute, Spring, Torque
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar

LABELS: dict[str, tuple[str, str]] = {
    **{f"m_{k}": ("kg", f"mass of body {k}") for k in range(1, 8)},
    **{f"I_{k}": ("kg m^2", f"inertia of body {k} about its mass centre") for k in range(1, 8)},
    "x_A": ("m", "ground pin A, x"),
    "y_A": ("m", "ground pin A, y"),
    "x_B": ("m", "ground pin B, x"),
    "y_B": ("m", "ground pin B, y"),
    "x_C": ("m", "anchor C of the spring, x"),
    "y_C": ("m", "anchor C of the spring, y"),
    "rr": ("m", "crank O-F"),
    "ra": ("m", "mass centre of body 1 from O"),
    "d": ("m", "length F-E of body 2"),
    "da": ("m", "mass centre of body 2 from F"),
    "ss": ("m", "length B-E of body 3"),
    "sa": ("m", "mass centre of body 3 from B, along B-E"),
    "sb": ("m", "mass centre of body 3, across B-E"),
    "sc": ("m", "point D of body 3 from B, along B-E"),
    "sd": ("m", "point D of body 3, across B-E"),
    "e": ("m", "length G-E of body 4"),
    "ea": ("m", "mass centre of body 4 from E"),
    "zt": ("m", "length A-G of body 5"),
    "ta": ("m", "mass centre of body 5 from A, along A-G"),
    "tb": ("m", "mass centre of body 5, across A-G"),
    "zf": ("m", "length H-E of body 6"),
    "fa": ("m", "mass centre of body 6 from E"),
    "u": ("m", "length A-H of body 7"),
    "ua": ("m", "mass centre of body 7 from A, along A-H"),
    "ub": ("m", "mass centre of body 7, across A-H"),
    "c_0": ("N/m", "stiffness of the spring C-D"),
    "l_0": ("m", "length of the spring without load"),
    "mom": ("N m", "torque on body 1"),
}
"""Unit and meaning of every parameter."""

START = {
    "beta": -0.06171389001427645,
    "Theta": 0.0,
    "gamma": 0.45527981916307037,
    "Phi": 0.22266839016588588,
    "delta": 0.4873649795438426,
    "Omega": -0.22266839016588544,
    "epsilon": 1.230547444549821,
}
"""Consistent initial angles (rad; the test set's, computed to more digits)."""


@checked_keywords
def andrews_squeezer(
    *,
    m_1: Scalar = 0.04325,
    m_2: Scalar = 0.00365,
    m_3: Scalar = 0.02373,
    m_4: Scalar = 0.00706,
    m_5: Scalar = 0.0705,
    m_6: Scalar = 0.00706,
    m_7: Scalar = 0.05498,
    I_1: Scalar = 2.194e-06,
    I_2: Scalar = 4.41e-07,
    I_3: Scalar = 5.255e-06,
    I_4: Scalar = 5.667e-07,
    I_5: Scalar = 1.169e-05,
    I_6: Scalar = 5.667e-07,
    I_7: Scalar = 1.912e-05,
    x_A: Scalar = -0.06934,
    y_A: Scalar = -0.00227,
    x_B: Scalar = -0.03635,
    y_B: Scalar = 0.03273,
    x_C: Scalar = 0.014,
    y_C: Scalar = 0.072,
    rr: Scalar = 0.007,
    ra: Scalar = 0.00092,
    d: Scalar = 0.028,
    da: Scalar = 0.0115,
    ss: Scalar = 0.035,
    sa: Scalar = 0.01874,
    sb: Scalar = 0.01043,
    sc: Scalar = 0.018,
    sd: Scalar = 0.02,
    e: Scalar = 0.02,
    ea: Scalar = 0.01421,
    zt: Scalar = 0.04,
    ta: Scalar = 0.02308,
    tb: Scalar = 0.00916,
    zf: Scalar = 0.02,
    fa: Scalar = 0.01421,
    u: Scalar = 0.04,
    ua: Scalar = 0.01228,
    ub: Scalar = 0.00449,
    c_0: Scalar = 4530.0,
    l_0: Scalar = 0.07785,
    mom: Scalar = 0.033,
) -> Mechanism:
    """Crank O-F, coupler F-E, and the arms B-E, A-G-E, A-H-E, all meeting at E; spring C-D; no gravity; SI units.

    Quantities `beta`, `Theta`, `gamma`, `Phi`, `delta`, `Omega`, `epsilon`: the seven relative angles of the joints, as
    in the test set. Each number is described in LABELS. Reference, where the problem starts at rest: the angles START.

    >>> len(andrews_squeezer().exports)
    7
    """
    given = dict(locals())  # the keywords above, by name
    made = {name: Parameter(name, value, *LABELS[name]) for name, value in given.items()}
    p = {name: parameter.sx for name, parameter in made.items()}
    return Mechanism(
        "andrews_squeezer",
        parts=_parts(p),
        connections={
            "O": Revolute("frame.O", "body1"),
            "F": Revolute("body1.F", "body2"),
            "B": Revolute("frame.B", "body3"),
            "A5": Revolute("frame.A", "body5"),
            "G": Revolute("body5.G", "body4"),
            "A7": Revolute("frame.A", "body7"),
            "H": Revolute("body7.H", "body6"),
            "E3": Revolute("body2.E", "body3.E"),
            "E4": Revolute("body2.E", "body4.E"),
            "E6": Revolute("body2.E", "body6.E"),
            "spring": Spring("frame.C", "body3.D", stiffness=p["c_0"], length=p["l_0"]),
            "motor": Torque("O.angle", value=p["mom"]),
        },
        parameters=list(made.values()),
        exports={
            "beta": "O.angle",
            "Theta": "F.angle",
            "gamma": "B.angle",
            "Phi": "G.angle",
            "delta": "A5.angle",
            "Omega": "H.angle",
            "epsilon": "A7.angle",
        },
        reference=_reference(p),
        title="Andrews' squeezing mechanism",
        description="Seven bodies in three loops that meet at one point, driven by a constant torque.",
        sources=(
            "W. Schiehlen (ed.) 1990, Multibody Systems Handbook, Springer",
            "F. Mazzia, C. Magherini 2008, Test Set for Initial Value Problem Solvers: all numbers",
        ),
    )


def _parts(p: dict[str, Any]) -> dict[str, Any]:
    """Each body's frame is at the joint nearer to the ground, turned as its angle of the test set."""
    shapes: dict[str, tuple[tuple[Any, Any], dict[str, Any]]] = {
        "1": ((p["ra"], 0.0), {"F": (p["rr"], 0.0)}),
        "2": ((-p["da"], 0.0), {"E": (-p["d"], 0.0)}),
        "3": ((p["sb"], -p["sa"]), {"E": (0.0, -p["ss"]), "D": (p["sd"], -p["sc"])}),
        "4": ((0.0, p["ea"] - p["e"]), {"E": (0.0, -p["e"])}),
        "5": ((p["ta"], p["tb"]), {"G": (p["zt"], 0.0)}),
        "6": ((p["zf"] - p["fa"], 0.0), {"E": (p["zf"], 0.0)}),
        "7": ((-p["ub"], -p["ua"]), {"H": (0.0, -p["u"])}),
    }
    ground = Ground(
        points={
            "O": (0.0, 0.0),
            "A": (p["x_A"], p["y_A"]),
            "B": (p["x_B"], p["y_B"]),
            "C": (p["x_C"], p["y_C"]),
        }
    )
    bodies = {
        f"body{k}": Body(p[f"m_{k}"], p[f"I_{k}"], centre, points=points, meaning=f"body {k}")
        for k, (centre, points) in shapes.items()
    }
    return {"frame": ground, **bodies}


def _reference(p: dict[str, Any]) -> dict[str, Any]:
    """Initial angles, and the place of every body that goes with them."""
    angle = dict(START)
    turned = {
        "1": angle["beta"],
        "2": angle["beta"] + angle["Theta"],
        "3": angle["gamma"],
        "4": angle["Phi"] + angle["delta"],
        "5": angle["delta"],
        "6": angle["Omega"] + angle["epsilon"],
        "7": angle["epsilon"],
    }
    places = {
        "1": (0.0, 0.0),
        "2": (p["rr"] * ca.cos(turned["1"]), p["rr"] * ca.sin(turned["1"])),
        "3": (p["x_B"], p["y_B"]),
        "4": (p["x_A"] + p["zt"] * ca.cos(turned["5"]), p["y_A"] + p["zt"] * ca.sin(turned["5"])),
        "5": (p["x_A"], p["y_A"]),
        "6": (p["x_A"] + p["u"] * ca.sin(turned["7"]), p["y_A"] - p["u"] * ca.cos(turned["7"])),
        "7": (p["x_A"], p["y_A"]),
    }
    reference: dict[str, Any] = dict(angle)
    for k, (x, y) in places.items():
        reference |= {f"body{k}.x": x, f"body{k}.y": y, f"body{k}.theta": turned[k]}
    return reference


ANDREWS_SQUEEZER = Ready(andrews_squeezer, (Demonstration(speeds={"beta": "0"}, duration=0.03),))

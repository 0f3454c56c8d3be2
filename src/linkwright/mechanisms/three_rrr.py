"""The planar 3RRR parallel mechanism with its drives (Orsino 2017).

R. M. M. Orsino, Recursive modular modelling methodology for lumped-parameter dynamic systems, Proceedings of the Royal
Society A, 2017, supplementary appendix. The appendix gives symbols but no numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import casadi as ca

from linkwright.components import DCMotor, Gear, Revolute, Torque
from linkwright.mechanisms.platforms import PLANAR_STROKE
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Ground, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@dataclass(frozen=True)
class _Set:
    """A set of numbers (SI) with its source; corners: directions of the platform's joints (the paper's alpha bar)."""

    l_U: float
    l_B: float
    l_L: float
    bases: tuple[tuple[float, float], ...]
    corners: tuple[tuple[float, float], ...]
    m_B: float
    m_L: float
    elbow: int
    source: str


_DRIVEN = _Set(
    l_U=0.18,
    l_B=0.20,
    l_L=0.10,
    bases=tuple((0.32 * x, 0.32 * y) for x, y in ((0.0, 1.0), (-sqrt(3) / 2, -0.5), (sqrt(3) / 2, -0.5))),
    corners=((0.0, 1.0), (-sqrt(3) / 2, -0.5), (sqrt(3) / 2, -0.5)),
    m_B=0.25,
    m_L=0.8,
    elbow=+1,
    source="numbers chosen by us for a machine of desk size; the paper gives none",
)
_BARE = _Set(
    l_U=2.0,
    l_B=2.0,
    l_L=1.0,
    bases=((3.0, 0.0), (-1.5, 1.5 * sqrt(3)), (-1.5, -1.5 * sqrt(3))),
    corners=((1.0, 0.0), (-0.5, sqrt(3) / 2), (-0.5, -sqrt(3) / 2)),
    m_B=0.5,
    m_L=1.0,
    elbow=-1,
    source="geometry published by the methodology's author for his planar package",
)


@checked_keywords
def three_rrr(
    *,
    motors: bool = True,
    l_U: Scalar | None = None,
    l_B: Scalar | None = None,
    l_L: Scalar | None = None,
    m_B: Scalar | None = None,
    m_L: Scalar | None = None,
    I_B: Scalar | None = None,
    I_L: Scalar | None = None,
    J_U: Scalar | None = None,
    J_A: Scalar = 1.4e-5,
    lambda_: Scalar = 2e-3,
    rho: Scalar = 1.5,
    kappa_m: Scalar = 0.0385,
    kappa_e: Scalar = 0.0385,
    beta: Scalar = 1e-5,
    eta: Scalar = 20.0,
) -> Mechanism:
    """Three legs A, B, C (active bar U, passive bar B) and a platform, in a horizontal plane.

    With motors (the default): each leg has a DC motor and a gear; speeds `A.omega`, `A.i`, inputs `A.v`. Without: a
    second, larger geometry with torques `A.tau` at the base joints. Arguments are the paper's symbols (SI); J_U, I_B
    and I_L follow from lengths and masses unless given.

    >>> three_rrr(l_U=0.2, eta=30).name
    'three_rrr'
    """
    numbers = _DRIVEN if motors else _BARE
    p_U = Parameter("l_U", _or(l_U, numbers.l_U), "m", "length of the active bars U")
    p_B = Parameter("l_B", _or(l_B, numbers.l_B), "m", "length of the passive bars B")
    p_L = Parameter("l_L", _or(l_L, numbers.l_L), "m", "distance from the platform's centre to its joints")
    q_B = Parameter("m_B", _or(m_B, numbers.m_B), "kg", "mass of the passive bars B")
    q_L = Parameter("m_L", _or(m_L, numbers.m_L), "kg", "mass of the platform")
    if motors:
        bar, plate, crank = q_B * p_B**2 / 12, q_L * p_L**2 / 4, 0.3 * p_U**2 / 3
    else:
        bar, plate, crank = q_B * p_B**2 / 12, q_L * p_L**2 / 4, 0.5 * p_U**2 / 3
    i_B = Parameter("I_B", _or(I_B, bar), "kg m^2", "inertia of the passive bars about their centres")
    i_L = Parameter("I_L", _or(I_L, plate), "kg m^2", "inertia of the platform about its centre")
    j_U = Parameter("J_U", _or(J_U, crank), "kg m^2", "inertia of the active bars about their base joints")
    shared = [p_U, p_B, p_L, q_B, q_L, i_B, i_L, j_U]
    drive: dict[str, Parameter] = {}
    if motors:
        for name, value, unit, meaning in (
            ("J_A", J_A, "kg m^2", "inertia of the rotors"),
            ("lambda_", lambda_, "H", "inductance of the windings"),
            ("rho", rho, "ohm", "resistance of the windings"),
            ("kappa_m", kappa_m, "N m/A", "torque constant"),
            ("kappa_e", kappa_e, "V s/rad", "back-emf constant"),
            ("beta", beta, "N m s/rad", "viscous damping of the rotors"),
            ("eta", eta, "", "speed ratio of the gears"),
        ):
            drive[name] = Parameter(name, value, unit, meaning)
    leg = _leg(p_U, p_B, q_B, i_B, j_U, drive)
    names = ("A", "B", "C")
    legs = {}
    reference: dict[str, Any] = {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0}
    points = {}
    for name, (x, y), corner in zip(names, numbers.bases, numbers.corners, strict=True):
        legs[name] = leg.use({"x_bar": x, "y_bar": y})
        points[name] = tuple(p_L * share if share else 0.0 for share in corner)
        phi, psi = _directions((x, y), corner, (p_U, p_B, p_L), numbers.elbow)
        reference |= {
            f"{name}.phi": phi,
            f"{name}.psi": psi,
            f"{name}.x": x + p_U * ca.cos(phi) + p_B / 2 * ca.cos(psi),
            f"{name}.y": y + p_U * ca.sin(phi) + p_B / 2 * ca.sin(psi),
        }
    return Mechanism(
        "three_rrr",
        parts={**legs, "platform": Body(q_L, i_L, points=points, meaning="triangular platform")},
        connections={f"vertex_{name}": Revolute(f"{name}.lower.tip", f"platform.{name}") for name in names},
        parameters=[*shared, *drive.values()],
        reference=reference,
        title="3RRR planar parallel mechanism" + (" with DC motors" if motors else ""),
        description="Platform held by three legs of two bars each, driven at the base joints; horizontal plane.",
        sources=(
            "R. M. M. Orsino 2017, Recursive modular modelling methodology, Proc. R. Soc. A, supplementary appendix",
            numbers.source,
        ),
    )


def _leg(
    p_U: Parameter, p_B: Parameter, q_B: Parameter, i_B: Parameter, j_U: Parameter, drive: dict[str, Parameter]
) -> Mechanism:
    """Active RR chain (Orsino 2017, Fig. 2): bar U on the base joint, bar B, a motor with its gear or a torque."""
    x_bar = Parameter("x_bar", 0.0, "m", "base joint, x")
    y_bar = Parameter("y_bar", 0.0, "m", "base joint, y")
    # A uniform bar with the inertia J_U about its end has the mass 3 J_U / l_U^2 and J_U / 4 about its centre.
    upper = Body(
        3 * j_U / p_U**2,
        j_U / 4,
        points={"base": (-p_U / 2, 0.0), "tip": (p_U / 2, 0.0)},
        home="base",
        meaning="active bar",
    )
    lower = Body(q_B, i_B, points={"root": (-p_B / 2, 0.0), "tip": (p_B / 2, 0.0)}, meaning="passive bar")
    parts: dict[str, Any] = {"frame": Ground(points={"base": (x_bar, y_bar)})}
    joints: dict[str, Any] = {"base": Revolute("frame.base", "upper.base")}
    exports = {"phi": "base.angle", "x": "lower.x", "y": "lower.y", "psi": "lower.theta"}
    if drive:
        d = drive
        # The paper's motors have speeds only: the gear ties them to the base joint, whose angle says where they are.
        constants = {"J": "J_A", "L": "lambda_", "R": "rho", "Kt": "kappa_m", "Ke": "kappa_e", "b": "beta"}
        parts["motor"] = DCMotor(**{name: d[symbol] for name, symbol in constants.items()}, angle=False)
        joints["gear"] = Gear("motor.omega", "base.angle", ratio=d["eta"])
        exports |= {"omega": "motor.omega", "i": "motor.i", "v": "motor.v"}
    else:
        joints["drive"] = Torque("base.angle", input="tau")
        exports |= {"tau": "drive.tau"}
    return Mechanism(
        "leg",
        parts={**parts, "upper": upper, "lower": lower},
        connections={**joints, "elbow": Revolute("upper.tip", "lower.root")},
        parameters=[x_bar, y_bar],
        exports=exports,
        title="active RR chain",
    )


def _directions(
    base: tuple[float, float], corner: tuple[float, float], lengths: tuple[Parameter, ...], elbow: int
) -> tuple[ca.SX, ca.SX]:
    """Directions of bars U and B in the reference pose: phi = atan2(d) + acos((d^2 + l_U^2 - l_B^2) / (2 d l_U))."""
    p_U, p_B, p_L = lengths
    dx, dy = (p_L * share - start for share, start in zip(corner, base, strict=True))
    distance = ca.sqrt(dx**2 + dy**2)
    phi = ca.atan2(dy, dx) + elbow * ca.acos((distance**2 + p_U**2 - p_B**2) / (2 * distance * p_U))
    psi = ca.atan2(dy - p_U * ca.sin(phi), dx - p_U * ca.cos(phi))
    return phi, psi


def _or(given: Any, default: Any) -> Any:
    return default if given is None else given


THREE_RRR = Ready(
    three_rrr,
    (
        Demonstration({"A.v": "0.4", "B.v": "-0.3", "C.v": "0.2"}, motions=PLANAR_STROKE),
        # Without motors: free motion; turning alone would run into a singular configuration.
        Demonstration(
            {"A.tau": "0", "B.tau": "0", "C.tau": "0"},
            speeds={"platform.x": "0.3", "platform.y": "0.2", "platform.theta": "1.0"},
            motions=PLANAR_STROKE,
        ),
    ),
)

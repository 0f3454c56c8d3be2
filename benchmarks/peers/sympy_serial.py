"""The serial manipulator with five axes by SymPy's KanesMethod.

Coordinates are gamma1, alpha2, alpha3, beta4, gamma4, each frame turned from the one before it, as the tool's own
examples build chains: R3 = Rz Rx Rx, R4 = R3 Ry Rz, limbs along local y, z up. Parameters stay symbols
(`numbers=False`, as they stay parameters in Linkwright) or are exact numbers from the beginning.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sm
from sympy.physics import mechanics as me

VERSION = f"sympy {sm.__version__}"
PARAMETERS = {
    "l2": 1.0, "l3": 0.8, "m2": 3.0, "m3": 2.5, "m4": 1.2, "Jz1": 3.0, "Jx2": 0.36, "Jy2": 0.07, "Jz2": 0.35,
    "Jx3": 0.3, "Jy3": 0.06, "Jz3": 0.29, "Jx4": 0.02, "Jy4": 0.015, "Jz4": 0.012, "cx4": 0.03, "cy4": 0.1, "cz4": 0.05,
    "g": 9.81,
}  # fmt: skip


def arguments():
    """The same parameters as arguments of Linkwright's `serial_manipulator`."""
    end = {f"{kind}{axis}4" for kind in "Jc" for axis in "xyz"}
    rest = {name: value for name, value in PARAMETERS.items() if name not in end}
    return rest | {f"{kind}4": tuple(PARAMETERS[f"{kind}{axis}4"] for axis in "xyz") for kind in "Jc"}


@dataclass(frozen=True)
class Derived:
    """Equations of motion: matrix (5, 5) and forcing (5) in the coordinates q, speeds u, torques and parameters."""

    matrix: sm.Matrix
    forcing: sm.Matrix
    q: list[Any]
    u: list[Any]
    torques: tuple[sm.Symbol, ...]
    parameters: dict[str, Any]


def derive(*, numbers=False):
    """Derivation alone: kinematics, kanes_equations, mass matrix and forcing."""
    values = {
        name: sm.nsimplify(value, rational=True) if numbers else sm.Symbol(name) for name, value in PARAMETERS.items()
    }
    q, u, torques = me.dynamicsymbols("q:5"), me.dynamicsymbols("u:5"), sm.symbols("T:5")
    ground, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(ground, 0)
    frames = [ground]
    for k, axis in enumerate("zxxyz"):
        before = frames[-1]
        about = getattr(before, axis)
        frame = before.orientnew(f"F{k + 1}", "Axis", (q[k], about))
        frame.set_ang_vel(before, u[k] * about)
        frames.append(frame)
    _, first, limb2, limb3, _, end = frames
    elbow = origin.locatenew("elbow", values["l2"] * limb2.y)
    wrist = elbow.locatenew("wrist", values["l3"] * limb3.y)
    centre2 = origin.locatenew("C2", values["l2"] / 2 * limb2.y)
    centre3 = elbow.locatenew("C3", values["l3"] / 2 * limb3.y)
    centre4 = wrist.locatenew("C4", values["cx4"] * end.x + values["cy4"] * end.y + values["cz4"] * end.z)
    for point, base, frame in (
        (elbow, origin, limb2), (centre2, origin, limb2), (wrist, elbow, limb3), (centre3, elbow, limb3),
        (centre4, wrist, end),
    ):  # fmt: skip
        point.v2pt_theory(base, ground, frame)
    bodies = [me.RigidBody("body1", origin, first, 0, (me.inertia(first, 0, 0, values["Jz1"]), origin))]
    for number, frame, centre in ((2, limb2, centre2), (3, limb3, centre3), (4, end, centre4)):
        moments = me.inertia(frame, *[values[f"J{axis}{number}"] for axis in "xyz"])
        bodies.append(me.RigidBody(f"body{number}", centre, frame, values[f"m{number}"], (moments, centre)))
    loads = [(body.masscenter, -body.mass * values["g"] * ground.z) for body in bodies[1:]]
    for k, axis in enumerate("zxxyz"):
        torque = torques[k] * getattr(frames[k], axis)
        loads.append((frames[k + 1], torque))
        if k:
            loads.append((frames[k], -torque))
    kane = me.KanesMethod(ground, q, u, kd_eqs=[a.diff() - b for a, b in zip(q, u, strict=True)])
    kane.kanes_equations(bodies, loads)
    return Derived(kane.mass_matrix, kane.forcing, q, u, torques, {} if numbers else values)


def compiled(derived: Derived) -> Callable[..., Any]:
    """The numeric function (q, u, torques) -> (matrix, forcing)."""
    names = sm.symbols("a:5"), sm.symbols("b:5")
    plain = dict(zip([*derived.q, *derived.u], [*names[0], *names[1]], strict=True))
    plain |= {symbol: PARAMETERS[name] for name, symbol in derived.parameters.items()}
    outputs = [derived.matrix.xreplace(plain), derived.forcing.xreplace(plain)]
    return sm.lambdify([*names, derived.torques], outputs, "numpy", cse=True)


def forward(function, q, u, torques):
    """Second rates (5,) of the angles for angles, rates and torques (5,)."""
    matrix, forcing = function(q, u, torques)
    return np.linalg.solve(np.asarray(matrix, dtype=float), np.asarray(forcing, dtype=float)[:, 0])

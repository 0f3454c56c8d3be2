"""The 3RRR by SymPy's KanesMethod, with lambdify(cse=True) for numbers.

Coordinates are `angles="joints"`, each frame turned from the one before it, as the tool's own examples build chains and
as the other tools here have them; or `angles="absolute"`, each frame turned from the ground, which makes shorter
expressions.

Two ways to treat the closures, both by the tool's own means:

- `loops="dependent"`: four dependent speeds and velocity constraints, which KanesMethod eliminates; 7 x 7 system.
- `loops="multipliers"`: the tree alone by KanesMethod, closures appended with multipliers; 11 x 11 system.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sm
from sympy.physics import mechanics as me

from . import geometry as g

VERSION = f"sympy {sm.__version__}"


@dataclass(frozen=True)
class Peer:
    """The numeric function (q, v, torques) -> (matrix, right-hand side), and which angles q are."""

    system: Callable[..., Any]
    angles: str


def _exact(number):
    return sm.nsimplify(number, [sm.sqrt(3)], tolerance=1e-12)


def _tree(angles):
    """Coordinates, speeds, torques, bodies, loads, and the closures' gaps (positions of tips against vertices)."""
    q, u, torques = me.dynamicsymbols("q:7"), me.dynamicsymbols("u:7"), sm.symbols("T:3")
    fixed, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(fixed, 0)
    bodies, loads, tips = [], [], []

    def turned(name, index, parent):
        before = parent if angles == "joints" else fixed
        frame = before.orientnew(name, "Axis", (q[index], fixed.z))
        frame.set_ang_vel(before, u[index] * fixed.z)
        return frame

    def rigid(name, frame, centre, inertia):
        mass, about_z = (_exact(number) for number in inertia)
        bodies.append(me.RigidBody(name, centre, frame, mass, (me.inertia(frame, 0, 0, about_z), centre)))

    bar, half = _exact(g.BAR), _exact(g.BAR / 2)
    for leg, (name, first) in enumerate(zip("ABC", g.DRIVEN, strict=True)):
        point = origin.locatenew(f"P_{name}", _exact(g.BASE[leg, 0]) * fixed.x + _exact(g.BASE[leg, 1]) * fixed.y)
        point.set_vel(fixed, 0)
        frame = fixed
        for part, index in (("U", first), ("B", first + 1)):
            frame = turned(f"{part}_{name}", index, frame)
            centre = point.locatenew(f"C_{part}{name}", half * frame.x)
            centre.v2pt_theory(point, fixed, frame)
            rigid(f"{part}{name}", frame, centre, (g.BAR_MASS, g.BAR_INERTIA))
            if part == "U":
                loads.append((frame, torques[leg] * fixed.z))
            tip = point.locatenew(f"E_{part}{name}", bar * frame.x)
            tip.v2pt_theory(point, fixed, frame)
            point = tip
        tips.append(point)
        if name == "A":
            platform = turned("L", 2, frame)
    centre = tips[0].locatenew("C_L", -_exact(g.RADIUS) * platform.x)
    centre.v2pt_theory(tips[0], fixed, platform)
    rigid("L", platform, centre, (g.PLATFORM_MASS, g.PLATFORM_INERTIA))
    gaps = []
    for leg in (1, 2):
        x, y = (_exact(value) for value in g.RADIUS * g.direction(g.ALPHA[leg]))
        vertex = centre.locatenew(f"V_{leg}", x * platform.x + y * platform.y)
        gaps += [tips[leg].pos_from(vertex).dot(axis) for axis in (fixed.x, fixed.y)]
    return q, u, torques, fixed, bodies, loads, gaps


def build(loops="multipliers", angles="absolute"):
    """Derive the equations and compile them: see the module's first lines."""
    if loops not in {"dependent", "multipliers"} or angles not in {"joints", "absolute"}:
        raise ValueError(f"got {loops=}, {angles=}: expected dependent or multipliers, joints or absolute")
    q, u, torques, fixed, bodies, loads, gaps = _tree(angles)
    rates = [a.diff() - b for a, b in zip(q, u, strict=True)]
    swap = {a.diff(): b for a, b in zip(q, u, strict=True)}
    speeds = [gap.diff(me.dynamicsymbols._t).xreplace(swap) for gap in gaps]  # noqa: SLF001 (the tool's only name of time)
    if loops == "dependent":
        kane = me.KanesMethod(fixed, q, u_ind=u[:3], kd_eqs=rates, u_dependent=u[3:], velocity_constraints=speeds)
        kane.kanes_equations(bodies, loads)
        matrix, right = kane.mass_matrix, kane.forcing
    else:
        kane = me.KanesMethod(fixed, q, u, kd_eqs=rates)
        kane.kanes_equations(bodies, loads)
        jacobian = sm.Matrix(speeds).jacobian(u)
        drift = (jacobian.diff(me.dynamicsymbols._t) * sm.Matrix(u)).xreplace(swap)  # noqa: SLF001
        matrix = sm.BlockMatrix([[kane.mass_matrix, jacobian.T], [jacobian, sm.zeros(4)]]).as_explicit()
        right = sm.Matrix.vstack(kane.forcing, -drift)
    names = sm.symbols("a:7"), sm.symbols("b:7")
    plain = dict(zip([*q, *u], [*names[0], *names[1]], strict=True))
    arguments = [*names, torques]
    system = sm.lambdify(arguments, [matrix.xreplace(plain), right.xreplace(plain)], "numpy", cse=True)
    return Peer(system, angles)


def state(peer, pose, velocity):
    """Angles and rates (7,) in the coordinates of this peer."""
    return (g.joint_state if peer.angles == "joints" else g.absolute_state)(pose, velocity)


def forward(peer, q, v, torques):
    """Second rates (7,) of the angles for angles, rates (7,) and torques (3,) on the bars U."""
    matrix, right = peer.system(q, v, torques)
    return np.linalg.solve(matrix, right[:, 0])[:7]


def platform_acceleration(peer, q, v, a):
    """Platform acceleration (3,) of angles and their rates."""
    turn = g.ABSOLUTE if peer.angles == "joints" else np.eye(7)
    return g.acceleration_of(turn @ q, turn @ v, turn @ a)

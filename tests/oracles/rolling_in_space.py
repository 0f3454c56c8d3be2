"""Rolling without slip in space: the disc's three equations, and Newton's and Euler's for any wheel on a turntable.

The disc in the axes t (heading), a (spin axis), e (from the contact to the centre), with lean l, heading p, angular
velocity (l', s, z) and z = p' cos(l):

    (A + m r^2) l'' = (C + m r^2) z s - A z^2 tan(l) + m g r sin(l)
    (C + m r^2) s' = -m r^2 z l'
    A z' = A z l' tan(l) - C s l'

The same three equations as Appell's and Korteweg's, derived here by Euler's equations about the mass centre.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Disc:
    """Mass, radius, inertia about a diameter A and about the axis C, gravity."""

    m: float
    r: float
    A: float
    C: float
    g: float = 9.81


def disc_rates(d: Disc, lean: float, lean_rate: float, spin: float, z: float) -> tuple[float, float, float]:
    """Rates (lean'', spin', z')."""
    rolling = d.m * d.r**2
    tilt = np.tan(lean)
    return (
        ((d.C + rolling) * z * spin - d.A * z**2 * tilt + d.m * d.g * d.r * np.sin(lean)) / (d.A + rolling),
        -rolling * z * lean_rate / (d.C + rolling),
        z * lean_rate * tilt - d.C / d.A * spin * lean_rate,
    )


def disc_force(d: Disc, lean: float, lean_rate: float, spin: float, z: float) -> tuple[float, float, float]:
    """Contact force on the disc: forward, sideways (along the horizontal n x t) and normal, N."""
    lean_rate_2, spin_rate, _ = disc_rates(d, lean, lean_rate, spin, z)
    forward = d.m * d.r * (spin_rate + z * lean_rate)
    axial = d.m * d.r * (z * spin - lean_rate_2) + d.m * d.g * np.sin(lean)
    radial = -d.m * d.r * (lean_rate**2 + z * spin * np.tan(lean)) + d.m * d.g * np.cos(lean)
    side = axial * np.cos(lean) - radial * np.sin(lean)
    return float(forward), float(side), float(axial * np.sin(lean) + radial * np.cos(lean))


def steady_spin(d: Disc, lean: float, heading_rate: float) -> float:
    """Spin of a steady circular motion: (C + m r^2) z s = A z^2 tan(l) - m g r sin(l)."""
    z = heading_rate * np.cos(lean)
    return float((d.A * z**2 * np.tan(lean) - d.m * d.g * d.r * np.sin(lean)) / ((d.C + d.m * d.r**2) * z))


def critical_spin(d: Disc) -> float:
    """Spin above which upright rolling is stable: C (C + m r^2) s^2 = A m g r."""
    return float(np.sqrt(d.A * d.m * d.g * d.r / (d.C * (d.C + d.m * d.r**2))))


def upright_frequency(d: Disc, spin: float) -> float:
    """Square of the angular frequency of small oscillations about upright straight rolling, (rad/s)^2."""
    rolling = d.m * d.r**2
    return float(((d.C + rolling) * d.C / d.A * spin**2 - d.m * d.g * d.r) / (d.A + rolling))


@dataclass(frozen=True)
class Wheel:
    """Mass, inertia matrix in the body's axes, radius across the spin axis (body y) and along the normal, gravity.

    A thin disc has no radius along the normal, a ball none across the axis, a toroidal wheel both.
    """

    m: float
    inertia: Array
    across: float
    along: float
    g: float = 9.81


def wheel_on_turntable(wheel: Wheel, table: float, p: Array, R: Array, w: Array) -> tuple[Array, Array, Array, Array]:
    """Velocity, acceleration, angular acceleration and contact force of a wheel on a table turning about z; world axes.

    With arm = across e + along n from the contact to the centre: v = table x (p - arm) + w x arm, differentiated for
    v'; m v' = F - m g n; I w' + w x I w = -arm x F.
    """
    n, a, W = np.array([0.0, 0.0, 1.0]), R[:, 1], np.array([0.0, 0.0, table])
    uphill = n - (n @ a) * a
    s = np.linalg.norm(uphill)
    turned = np.cross(w, a)
    uphill_rate = -(n @ turned) * a - (n @ a) * turned
    e = uphill / s
    e_rate = (uphill_rate - (e @ uphill_rate) * e) / s
    arm, arm_rate = wheel.across * e + wheel.along * n, wheel.across * e_rate
    v = np.cross(W, p - arm) + np.cross(w, arm)
    known = np.cross(W, v - arm_rate) + np.cross(w, arm_rate)  # v' = w' x arm + known
    I = R @ wheel.inertia @ R.T
    X = np.array([[0.0, -arm[2], arm[1]], [arm[2], 0.0, -arm[0]], [-arm[1], arm[0], 0.0]])
    left = I - wheel.m * X @ X  # arm x (w' x arm) = -X X w'
    right = -np.cross(w, I @ w) - wheel.m * np.cross(arm, known + wheel.g * n)
    w_rate = np.linalg.solve(left, right)
    v_rate = np.cross(w_rate, arm) + known
    return v, v_rate, w_rate, wheel.m * (v_rate + wheel.g * n)


def ball_on_turntable(time: Array, share: float, table: float, p: Array, v: Array) -> Array:
    """Path (n, 2) of the ball's centre: v' = k z x v with k = share * table, share = J / (J + m r^2) (Burns 1981)."""
    k = share * table
    z, rate = complex(*p), complex(*v)
    path = z + rate * (np.exp(1j * k * np.asarray(time)) - 1) / (1j * k)
    return np.stack([path.real, path.imag], axis=-1)

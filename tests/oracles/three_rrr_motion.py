"""The planar 3RRR followed in time: bar angles and platform pose as nine coordinates, six closure equations, DOP853.

With q = (phi_A, phi_B, phi_C, psi_A, psi_B, psi_C, x, y, theta), the bars' energies give each leg the terms of a double
pendulum,

    (J_U + m_B l_U^2) phi'' + h cos(psi - phi) psi'' = h sin(psi - phi) psi'^2 + T
    h cos(psi - phi) phi'' + (I_B + m_B l_B^2 / 4) psi'' = -h sin(psi - phi) phi'^2,      h = m_B l_U l_B / 2

and base + l_U e(phi) + l_B e(psi) - (x, y) - l_L e(theta + alpha) = 0 closes it. These coordinates stay regular where a
leg is stretched (psi = phi) and the elbow changes sides, which the platform's pose alone does not: the free motion
below passes there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from .arithmetic import Vector
from .three_rrr import LEGS, Parameters, leg_state

Array = NDArray[Any]

# The geometry without motors after 10 s of free motion from pose (0, 0, 0) with velocity FREE_VELOCITY: m, rad.
FREE_VELOCITY = (0.3, 0.2, 1.0)
FREE_POSE_10_S = (0.82034355660, 0.20366932462, -1.39574120259)


@dataclass(frozen=True)
class Motion:
    """Samples of a motion, one row a time: angles in rad, pose in m and rad, rates per second, currents in A."""

    times: Array  # (n,)
    phi: Array  # (n, 3)
    psi: Array  # (n, 3)
    pose: Array  # (n, 3)
    phi_rate: Array  # (n, 3)
    psi_rate: Array  # (n, 3)
    velocity: Array  # (n, 3)
    currents: Array  # (n, 3)


def closure(parameters: Parameters, q: Array) -> Array:
    """Gaps of the vertices, base + l_U e(phi) + l_B e(psi) - platform's vertex, (6,) in m: x of the legs, then y."""
    p, phi, psi, angle = parameters, q[:3], q[3:6], q[8] + np.array(parameters.alpha, dtype=float)
    base = np.array(p.base, dtype=float)
    x = base[:, 0] + p.l_U * np.cos(phi) + p.l_B * np.cos(psi) - q[6] - p.l_L * np.cos(angle)
    y = base[:, 1] + p.l_U * np.sin(phi) + p.l_B * np.sin(psi) - q[7] - p.l_L * np.sin(angle)
    return np.concatenate([x, y])


def accelerations(parameters: Parameters, q: Array, v: Array, torques: Array) -> Array:
    """Second rates (9,) of the coordinates for torques (N m) on the bars U, by multipliers; rotors are included."""
    p, phi, psi, angle = parameters, q[:3], q[3:6], q[8] + np.array(parameters.alpha, dtype=float)
    reflected = p.J_U if p.motor is None else p.J_U + p.motor.eta**2 * p.motor.J_A
    h = p.m_B * p.l_U * p.l_B / 2
    cosine, sine = h * np.cos(psi - phi), h * np.sin(psi - phi)
    matrix, right = np.zeros((15, 15)), np.zeros(15)
    u, b, x, y = (slice(start, start + 3) for start in (0, 3, 9, 12))
    matrix[u, u] = np.eye(3) * (reflected + p.m_B * p.l_U**2)
    matrix[b, b] = np.eye(3) * (p.I_B + p.m_B * p.l_B**2 / 4)
    matrix[u, b] = matrix[b, u] = np.diag(cosine)
    matrix[6:9, 6:9] = np.diag([p.m_L, p.m_L, p.I_L])
    right[u] = torques + sine * v[3:6] ** 2
    right[b] = -sine * v[:3] ** 2
    matrix[x, u], matrix[y, u] = np.diag(-p.l_U * np.sin(phi)), np.diag(p.l_U * np.cos(phi))
    matrix[x, b], matrix[y, b] = np.diag(-p.l_B * np.sin(psi)), np.diag(p.l_B * np.cos(psi))
    matrix[x, 6] = matrix[y, 7] = -1.0
    matrix[x, 8], matrix[y, 8] = p.l_L * np.sin(angle), -p.l_L * np.cos(angle)
    matrix[:9, 9:] = matrix[9:, :9].T
    right[x] = p.l_U * np.cos(phi) * v[:3] ** 2 + p.l_B * np.cos(psi) * v[3:6] ** 2 - p.l_L * np.cos(angle) * v[8] ** 2
    right[y] = p.l_U * np.sin(phi) * v[:3] ** 2 + p.l_B * np.sin(psi) * v[3:6] ** 2 - p.l_L * np.sin(angle) * v[8] ** 2
    return np.linalg.solve(matrix, right)[:9]


def motion(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    times: Vector,
    *,
    inputs: Callable[[float], Vector] = lambda _t: (0.0, 0.0, 0.0),
    currents: Vector = (0.0, 0.0, 0.0),
    rtol: float = 1e-13,
) -> Motion:
    """The motion sampled at `times`, the first of which is the start.

    `inputs(t)`, smooth, are voltages with motors and torques without.
    """
    m = parameters.motor

    def rate(t: float, state: Array) -> Array:
        q, v, i = state[:9], state[9:18], state[18:]
        given = np.asarray(inputs(t), dtype=float)
        if m is None:
            return np.concatenate([v, accelerations(parameters, q, v, given), np.zeros(3)])
        w = m.eta * v[:3]
        torques = m.eta * (m.kappa_m * i - m.beta * w)
        return np.concatenate(
            [v, accelerations(parameters, q, v, torques), (given - m.rho * i - m.kappa_e * w) / m.lambda_]
        )

    legs = [leg_state(parameters, k, pose, velocity) for k in LEGS]
    angles = [leg.phi for leg in legs] + [leg.psi for leg in legs]
    rates = [leg.phi_rate for leg in legs] + [leg.psi_rate for leg in legs]
    start = np.array([*angles, *pose, *rates, *velocity, *currents], dtype=float)
    solved = solve_ivp(rate, (times[0], times[-1]), start, method="DOP853", t_eval=times, rtol=rtol, atol=1e-2 * rtol)
    if not solved.success:
        raise RuntimeError(f"the reference integration stopped: {solved.message}")
    return Motion(np.array(times, dtype=float), *(np.ascontiguousarray(solved.y[k : k + 3].T) for k in range(0, 21, 3)))

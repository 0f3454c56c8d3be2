"""The planar 3RRR in minimal coordinates: the platform's pose (and the currents), legs by closed form.

With z = (x, y, theta) every body's speeds are J(z) z', so that

    (sum J^T M J) z'' = sum J_phi^T T - sum J^T M (J' z')

where J' z' is the acceleration the body has when z'' = 0. Motors add eta^2 J_A to each bar's J_U and T = eta (kappa_m i
- beta w). The pose is a valid choice of coordinates only while no leg is stretched or folded, sin(psi - phi) != 0.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arithmetic import Vector
from .three_rrr import LEGS, Leg, Parameters, leg_accelerations, leg_state

Array = NDArray[Any]


def _leg_map(p: Parameters, leg: Leg) -> Array:
    """Map (4, 3) from z' to (phi', centre of B x', y', psi')."""
    (cu, su), (cb, sb) = leg.along_U, leg.along_B
    sine = cu * sb - su * cb
    tip = np.array([[1.0, 0.0, -leg.arm[1]], [0.0, 1.0, leg.arm[0]]])
    phi = np.array([cb, sb]) @ tip / (p.l_U * sine)
    psi = -np.array([cu, su]) @ tip / (p.l_B * sine)
    centre = p.l_U * np.outer([-su, cu], phi) + p.l_B / 2 * np.outer([-sb, cb], psi)
    return np.vstack([phi, centre, psi])


def equations(parameters: Parameters, pose: Vector, velocity: Vector, torques: Vector) -> tuple[Array, Array]:
    """Inertia matrix (3, 3), rotors included, and right-hand side (3,) for torques (N m) on the bars U."""
    p = parameters
    reflected = p.J_U if p.motor is None else p.J_U + p.motor.eta**2 * p.motor.J_A
    masses = np.array([reflected, p.m_B, p.m_B, p.I_B])
    inertia = np.diag([p.m_L, p.m_L, p.I_L]).astype(float)
    right = np.zeros(3)
    for k in LEGS:
        leg = leg_state(p, k, pose, velocity)
        (cu, su), (cb, sb) = leg.along_U, leg.along_B
        phi, psi = leg_accelerations(p, leg, velocity, (0.0, 0.0, 0.0))
        wu, wb, h = leg.phi_rate**2, leg.psi_rate**2, p.l_B / 2
        drift = np.array(
            [
                phi,
                p.l_U * (-su * phi - cu * wu) + h * (-sb * psi - cb * wb),
                p.l_U * (cu * phi - su * wu) + h * (cb * psi - sb * wb),
                psi,
            ]
        )
        jacobian = _leg_map(p, leg)
        inertia += jacobian.T @ (masses[:, None] * jacobian)
        right += jacobian[0] * torques[k] - jacobian.T @ (masses * drift)
    return inertia, right


def accelerations(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    inputs: Vector,
    currents: Vector = (0.0, 0.0, 0.0),
) -> tuple[Array, Array]:
    """Platform acceleration (3,) and rates of the currents (3,) (zero without motors) for voltages or torques."""
    m = parameters.motor
    if m is None:
        return np.linalg.solve(*equations(parameters, pose, velocity, inputs)), np.zeros(3)
    w = m.eta * np.array([leg_state(parameters, k, pose, velocity).phi_rate for k in LEGS])
    i = np.asarray(currents, dtype=float)
    torques = m.eta * (m.kappa_m * i - m.beta * w)
    rates = (np.asarray(inputs, dtype=float) - m.rho * i - m.kappa_e * w) / m.lambda_
    return np.linalg.solve(*equations(parameters, pose, velocity, torques.tolist())), rates


def prescribed(t: float) -> tuple[Array, Array, Array]:
    """Pose, velocity and acceleration of the second geometry's published motion, 16 s long.

    x = -sin(pi t / 2), y = sin(pi t / 4), theta = (pi / 6) sin(pi t / 4)^4, in m and rad.
    """
    a, b = np.pi / 2, np.pi / 4
    s, c = np.sin(b * t), np.cos(b * t)
    k = np.pi / 6
    pose = np.array([-np.sin(a * t), s, k * s**4])
    velocity = np.array([-a * np.cos(a * t), b * c, 4 * k * b * s**3 * c])
    acceleration = np.array([a**2 * np.sin(a * t), -(b**2) * s, 4 * k * b**2 * (3 * s**2 * c**2 - s**4)])
    return pose, velocity, acceleration

"""The planar 3RRR: joint reactions by free-body balance, torques by virtual power, energy. Symbols as in three_rrr."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arithmetic import Point, Vector, cross
from .three_rrr import LEGS, Leg, Parameters, leg_accelerations, leg_state

Array = NDArray[Any]


@dataclass(frozen=True)
class Reactions:
    """Joint forces (N, rows are legs) and shaft torques (N m); `residual` is what is left of the platform's balance."""

    base: Array  # (3, 2) of the ground on bar U
    elbow: Array  # (3, 2) of bar U on bar B
    vertex: Array  # (3, 2) of bar B on the platform
    shaft: Array  # (3,) of the shaft on bar U
    residual: Array  # (3,) force x, y and moment about the platform centre


def _centre_accelerations(p: Parameters, leg: Leg, rates: Point) -> tuple[Array, Array]:
    """Accelerations of the centres of bars U and B, m/s^2, for second rates (phi'', psi'')."""
    e_U, e_B = np.array(leg.along_U), np.array(leg.along_B)
    n_U, n_B = np.array([-e_U[1], e_U[0]]), np.array([-e_B[1], e_B[0]])
    elbow = p.l_U * (rates[0] * n_U - leg.phi_rate**2 * e_U)
    return elbow / 2, elbow + p.l_B / 2 * (rates[1] * n_B - leg.psi_rate**2 * e_B)


def reactions(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    acceleration: Vector,
    torques: Vector,
) -> Reactions:
    """Joint forces for a known acceleration and known torques T on the bars U, leg by leg.

    Moments of U about its base joint and of B about its vertex give two equations for the elbow force,

        l_U e(phi) x E = T - J_U phi'',     -l_B e(psi) x E = I_B psi'' - (l_B / 2) e(psi) x m_B a_B,

    then V = E - m_B a_B and R = E + m_U a_U. The platform's own balance is not used: its residual is returned.
    With motors T = eta (kappa_m i - beta w - J_A w'), see `shaft_torques`.
    """
    p = parameters
    base, elbow, vertex = np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((3, 2))
    left = -np.array([p.m_L, p.m_L, p.I_L]) * np.asarray(acceleration, dtype=float)
    for k in LEGS:
        leg = leg_state(p, k, pose, velocity)
        rates = leg_accelerations(p, leg, velocity, acceleration)
        a_U, a_B = _centre_accelerations(p, leg, rates)
        (cu, su), (cb, sb) = leg.along_U, leg.along_B
        matrix = np.array([[-p.l_U * su, p.l_U * cu], [p.l_B * sb, -p.l_B * cb]])
        moment_B = p.I_B * rates[1] - p.l_B / 2 * p.m_B * cross(leg.along_B, (a_B[0], a_B[1]))
        elbow[k] = np.linalg.solve(matrix, [torques[k] - p.J_U * rates[0], moment_B])
        vertex[k] = elbow[k] - p.m_B * a_B
        base[k] = elbow[k] + p.m_U * a_U
        left += [vertex[k, 0], vertex[k, 1], cross(leg.arm, (vertex[k, 0], vertex[k, 1]))]
    return Reactions(base, elbow, vertex, np.asarray(torques, dtype=float), left)


def shaft_torques(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    acceleration: Vector,
    currents: Vector,
) -> Array:
    """Torques of the shafts on the bars U, T = eta (kappa_m i - beta w - J_A w') with w = eta phi', in N m, (3,)."""
    m = parameters.motor
    if m is None:
        raise ValueError("these parameters have no motors: give the torques on the bars themselves")
    torque = np.zeros(3)
    for k in LEGS:
        leg = leg_state(parameters, k, pose, velocity)
        second = leg_accelerations(parameters, leg, velocity, acceleration)[0]
        torque[k] = m.eta * (m.kappa_m * currents[k] - m.eta * (m.beta * leg.phi_rate + m.J_A * second))
    return torque


def inverse(parameters: Parameters, pose: Vector, velocity: Vector, acceleration: Vector) -> Array:
    """Torques on the bars U for a platform acceleration, N m, (3,): the power of all inertia forces equals T . phi'.

    For each of three independent virtual platform velocities z, sum over bodies of (m a . v(z) + I alpha omega(z)) =
    sum over legs of T phi'(z): three equations for three torques. Motors are left out.
    """
    p = parameters
    speeds, powers = np.zeros((3, 3)), np.zeros(3)
    for row, virtual in enumerate(np.eye(3)):
        powers[row] = virtual @ (np.array([p.m_L, p.m_L, p.I_L]) * np.asarray(acceleration, dtype=float))
        for k in LEGS:
            leg, moved = leg_state(p, k, pose, velocity), leg_state(p, k, pose, virtual)
            rates = leg_accelerations(p, leg, velocity, acceleration)
            a_B = _centre_accelerations(p, leg, rates)[1]
            (cu, su), (cb, sb) = leg.along_U, leg.along_B
            v_B = p.l_U * moved.phi_rate * np.array([-su, cu]) + p.l_B / 2 * moved.psi_rate * np.array([-sb, cb])
            powers[row] += p.J_U * rates[0] * moved.phi_rate + p.m_B * a_B @ v_B + p.I_B * rates[1] * moved.psi_rate
            speeds[row, k] = moved.phi_rate
    return np.linalg.solve(speeds, powers)


def energy(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    currents: Vector = (0.0, 0.0, 0.0),
) -> float:
    """Kinetic energy of all bodies and rotors plus the windings' lambda i^2 / 2, in J."""
    p = parameters
    total = p.m_L * (velocity[0] ** 2 + velocity[1] ** 2) + p.I_L * velocity[2] ** 2
    for k in LEGS:
        leg = leg_state(p, k, pose, velocity)
        (cu, su), (cb, sb) = leg.along_U, leg.along_B
        v_B = p.l_U * leg.phi_rate * np.array([-su, cu]) + p.l_B / 2 * leg.psi_rate * np.array([-sb, cb])
        total += p.J_U * leg.phi_rate**2 + p.m_B * v_B @ v_B + p.I_B * leg.psi_rate**2
        if p.motor is not None:
            total += p.motor.J_A * (p.motor.eta * leg.phi_rate) ** 2 + p.motor.lambda_ * currents[k] ** 2
    return float(total) / 2


def powers(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    inputs: Vector,
    currents: Vector = (0.0, 0.0, 0.0),
) -> tuple[float, float]:
    """Power supplied (v i, or T phi') and power lost (rho i^2 + beta w^2), in W; their difference is the energy's rate.

    With motors this holds for kappa_m = kappa_e; otherwise (kappa_m - kappa_e) i w comes in addition, counted as
    supplied.
    """
    p = parameters
    supplied = lost = 0.0
    for k in LEGS:
        rate = leg_state(p, k, pose, velocity).phi_rate
        if p.motor is None:
            supplied += inputs[k] * rate
            continue
        w = p.motor.eta * rate
        supplied += inputs[k] * currents[k] + (p.motor.kappa_m - p.motor.kappa_e) * currents[k] * w
        lost += p.motor.rho * currents[k] ** 2 + p.motor.beta * w**2
    return supplied, lost

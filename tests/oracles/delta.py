"""The Delta robot in closed form: inverse kinematics, and dynamics reduced to the platform's position.

T = J^-T (M x'' + h + g), theta' = J x'. Forearms are thin rods: the kinetic energy of one with ends that move with v_1
and v_2 is m / 6 (v_1^2 + v_1 v_2 + v_2^2). Derivatives are those of the formulas (jets).
"""

from dataclasses import dataclass

import numpy as np

from oracles.jets import Jet, acos, atan2, cos, sin, sqrt

AZIMUTHS = (-np.pi / 2, np.pi / 6, 5 * np.pi / 6)


@dataclass(frozen=True)
class Robot:
    """Dimensions (m), masses (kg), moment of a crank about its axis (kg m^2)."""

    w_B: float = 0.164
    u_P: float = 0.044
    L: float = 0.524
    l: float = 1.244
    m_1: float = 0.9
    m_2: float = 0.12
    m_p: float = 0.6
    J_1: float = 0.9 * 0.524**2 / 3
    g: float = 9.81


def crank_angle(robot, k, x):
    """Angle of crank k for the platform at x (jets), knee outward: A cos + B sin = C."""
    c, s = np.cos(AZIMUTHS[k]), np.sin(AZIMUTHS[k])
    out, side = c * x[0] + s * x[1] + (robot.u_P - robot.w_B), c * x[1] - s * x[0]
    A, B = 2 * robot.L * out, -2 * robot.L * x[2]
    C = out * out + side * side + x[2] * x[2] + (robot.L**2 - robot.l**2)
    size = sqrt(A * A + B * B)
    inverse = size.of(1 / size.a, -1 / size.a**2, 2 / size.a**3)
    return atan2(B, A) - acos(C * inverse)


def knee(robot, k, theta):
    c, s = np.cos(AZIMUTHS[k]), np.sin(AZIMUTHS[k])
    out = robot.w_B + robot.L * cos(theta)
    return c * out, s * out, -robot.L * sin(theta)


def along(x, dx):
    return tuple(Jet(a, b) for a, b in zip(x, dx, strict=True))


def jacobian(formula, x):
    return np.array([[one.b for one in formula(along(x, unit))] for unit in np.eye(3)]).T


def angles(robot, x):
    """Inverse kinematics."""
    return np.array([crank_angle(robot, k, along(x, (0, 0, 0))).a for k in range(3)])


def torques(robot, x, dx, ddx):
    """Torques on the cranks."""
    M, h, g = robot.m_p * np.eye(3), np.zeros(3), np.array([0, 0, robot.m_p * robot.g])
    rows = []
    for k in range(3):

        def turned(p, k=k):
            return (crank_angle(robot, k, p),)

        def tip(p, k=k):
            return knee(robot, k, crank_angle(robot, k, p))

        J, bend = jacobian(turned, x)[0], turned(along(x, dx))[0].c
        K, drift = jacobian(tip, x), np.array([one.c for one in tip(along(x, dx))])
        rows.append(J)
        M = M + robot.J_1 * np.outer(J, J)
        h = h + robot.J_1 * J * bend
        for _ in range(2):  # rods; the other end moves with the platform
            M = M + robot.m_2 / 6 * (2 * K.T @ K + K + K.T + 2 * np.eye(3))
            h = h + robot.m_2 / 6 * (2 * K.T @ drift + drift)
            g = g + robot.m_2 * robot.g * (K[2] + [0, 0, 1]) / 2
        g = g + robot.m_1 * robot.g * K[2] / 2
    return np.linalg.solve(np.array(rows).T, M @ np.asarray(ddx) + h + g)

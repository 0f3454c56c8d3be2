"""The 3PRS motion table reduced to (z, psi, theta): t = B^-T (M x'' + h + g), rho' = B x', with bars in their planes.

Every point of the machine is written in closed form of (z, psi, theta); derivatives are those of the formulas (jets).
"""

import math
from dataclasses import dataclass

import numpy as np

from oracles.jets import Jet, acos, cos, sin


@dataclass(frozen=True)
class Table:
    """Dimensions (m) and masses (kg); the platform is a thin disc."""

    r: float = 0.35
    L: float = 0.26
    H: float = 0.40
    m_b: float = 0.07
    m_p: float = 2.06
    g: float = 9.81

    @property
    def inertia(self):
        return self.m_p * self.r**2 * np.diag([0.25, 0.25, 0.5])


def readings(table, x):
    """Heights and angles of the legs, x of the platform: rho (3), gamma (3), x_p, u (3), v (3), of jets x."""
    z, psi, th = x
    r = table.r
    xp = -r * sin(th) * sin(psi)
    u = (xp + r * cos(th), r * cos(psi), -xp + r * cos(th))
    v = (z - r * sin(th), z + r * cos(th) * sin(psi), z + r * sin(th))
    gamma = tuple(acos((1 / table.L) * (table.H - one)) for one in u)
    rho = tuple(one - table.L * sin(angle) for one, angle in zip(v, gamma, strict=True))
    return rho, gamma, xp, u, v


def along(x, dx, ddx=(0.0, 0.0, 0.0)):
    return tuple(Jet(a, b, c) for a, b, c in zip(x, dx, ddx, strict=True))


def jacobian(formula, x):
    """Rows of derivatives with respect to z, psi, theta of a formula that gives several jets."""
    return np.array([[one.b for one in formula(along(x, unit))] for unit in np.eye(3)]).T


def inverse_kinematics(table, x):
    """rho and gamma at a pose."""
    rho, gamma, *_ = readings(table, along(x, (0, 0, 0)))
    return np.array([one.a for one in rho]), np.array([one.a for one in gamma])


def bar_centre(table, leg):
    """Formula of a bar: outward distance and height of its centre, its angle."""

    def formula(x):
        rho, gamma, _, u, v = readings(table, x)
        return 0.5 * (u[leg] + table.H), 0.5 * (v[leg] + rho[leg]), gamma[leg]

    return formula


def spin(x, dx):
    """W with w = W x' in the platform's axes, (A.30), and its rate times x'."""
    _, psi, _ = x
    _, dpsi, dth = dx
    W = np.array([[0, 1, 0], [0, 0, math.cos(psi)], [0, 0, -math.sin(psi)]])
    return W, np.array([0.0, -dth * dpsi * math.sin(psi), -dth * dpsi * math.cos(psi)])


def reduced(table, x, dx):
    """M (3, 3), h (3), weight (3) and B with rho' = B x'."""
    M, h, g = np.zeros((3, 3)), np.zeros(3), np.zeros(3)
    for leg in range(3):
        formula = bar_centre(table, leg)
        J = jacobian(formula, x)
        drift = np.array([one.c for one in formula(along(x, dx))])
        masses = np.diag([table.m_b, table.m_b, table.m_b * table.L**2 / 12])
        M += J.T @ masses @ J
        h += J.T @ masses @ drift
        g += table.m_b * table.g * J[1]

    def middle(position):
        return readings(table, position)[2], position[0]

    J = jacobian(middle, x)
    drift = np.array([one.c for one in middle(along(x, dx))])
    M += table.m_p * J.T @ J
    h += table.m_p * J.T @ drift
    g += table.m_p * table.g * J[1]
    W, dW = spin(x, dx)
    w = W @ dx
    M += W.T @ table.inertia @ W
    h += W.T @ (table.inertia @ dW + np.cross(w, table.inertia @ w))
    return M, h, g, jacobian(lambda position: readings(table, position)[0], x)


def forces(table, x, dx, ddx):
    """Forces on the carriages."""
    M, h, g, B = reduced(table, np.asarray(x), np.asarray(dx))
    return np.linalg.solve(B.T, M @ np.asarray(ddx) + h + g)

"""The four-bar linkage: cosine-law kinematics, one equation of motion, pin forces.

Ground pins O = (0, 0) and C = (ground, 0); crank O-A at angle theta, coupler A-B at angle beta, rocker C-B at angle
gamma, all from the x axis. With s = |A C| the cosine law gives the rocker, and Freudenstein's equation is its
consequence.

Equation of motion in theta, by Lagrange: I(theta) theta'' + I'(theta) theta'^2 / 2 = torque + Q_gravity, where
I = sum m |dc/dtheta|^2 + J (dangle/dtheta)^2 over the three links.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .links import STANDARD_GRAVITY, Link, moment, normal, turned

Array = NDArray[Any]


@dataclass(frozen=True)
class FourBar:
    """Links and ground distance (m); `branch` +1 or -1 is the sign of the angle from C-A to C-B, the assembly mode."""

    ground: float
    crank: Link
    coupler: Link
    rocker: Link
    branch: int = -1
    gravity: tuple[float, float] = STANDARD_GRAVITY

    @property
    def links(self) -> tuple[Link, Link, Link]:
        """Crank, coupler, rocker."""
        return self.crank, self.coupler, self.rocker


def angles(m: FourBar, theta: float) -> Array:
    """Angles (theta, beta, gamma), rad: gamma = angle of C-A + branch acos((c^2 + s^2 - b^2) / (2 c s))."""
    a, b, c = m.crank.length, m.coupler.length, m.rocker.length
    tip = turned(theta, a)
    toward = tip - np.array([m.ground, 0.0])
    s = float(np.hypot(*toward))
    gamma = np.arctan2(toward[1], toward[0]) + m.branch * np.arccos((c**2 + s**2 - b**2) / (2 * c * s))
    rest = np.array([m.ground, 0.0]) + turned(gamma, c) - tip
    return np.array([theta, np.arctan2(rest[1], rest[0]), gamma])


def ratios(m: FourBar, theta: float) -> tuple[Array, Array]:
    """First and second derivatives of the three angles by theta.

    d beta = a sin(gamma - theta) / (b sin(beta - gamma)), d gamma = a sin(beta - theta) / (c sin(beta - gamma)).
    """
    a, b, c = m.crank.length, m.coupler.length, m.rocker.length
    t, be, g = angles(m, theta)
    first = np.array([1.0, a * np.sin(g - t) / (b * np.sin(be - g)), a * np.sin(be - t) / (c * np.sin(be - g))])
    # a e(t) + b e(beta) - c e(gamma) = ground, twice differentiated: b n(beta) beta'' - c n(gamma) gamma'' = right
    right = a * turned(t, 1.0) + b * first[1] ** 2 * turned(be, 1.0) - c * first[2] ** 2 * turned(g, 1.0)
    matrix = np.column_stack([b * normal(turned(be, 1.0)), -c * normal(turned(g, 1.0))])
    return first, np.concatenate([[0.0], np.linalg.solve(matrix, right)])


def centres(m: FourBar, theta: float) -> tuple[Array, Array, Array]:
    """Centres of mass (3, 2) and their first and second derivatives by theta, m."""
    angle = angles(m, theta)
    first, second = ratios(m, theta)
    arms = [turned(angle[k], link.along, link.across) for k, link in enumerate(m.links)]
    tip = turned(theta, m.crank.length)
    origins = [
        (np.zeros(2), np.zeros(2), np.zeros(2)),
        (tip, normal(tip), -tip),
        (np.array([m.ground, 0.0]), np.zeros(2), np.zeros(2)),
    ]
    c = np.array([o[0] + arm for o, arm in zip(origins, arms, strict=True)])
    d = np.array([o[1] + first[k] * normal(arms[k]) for k, o in enumerate(origins)])
    dd = np.array([o[2] + second[k] * normal(arms[k]) - first[k] ** 2 * arms[k] for k, o in enumerate(origins)])
    return c, d, dd


def effective_inertia(m: FourBar, theta: float) -> tuple[float, float]:
    """I(theta) in kg m^2 and its derivative by theta."""
    _, d, dd = centres(m, theta)
    first, second = ratios(m, theta)
    inertia = sum(link.mass * d[k] @ d[k] + link.inertia * first[k] ** 2 for k, link in enumerate(m.links))
    slope = sum(2 * (link.mass * d[k] @ dd[k] + link.inertia * first[k] * second[k]) for k, link in enumerate(m.links))
    return float(inertia), float(slope)


def acceleration(m: FourBar, theta: float, rate: float, torque: float = 0.0) -> float:
    """Theta'' in rad/s^2 for a torque (N m) on the crank."""
    inertia, slope = effective_inertia(m, theta)
    d = centres(m, theta)[1]
    weight = sum(link.mass * d[k] @ np.array(m.gravity) for k, link in enumerate(m.links))
    return float((torque + weight - slope * rate**2 / 2) / inertia)


def energy(m: FourBar, theta: float, rate: float) -> float:
    """Kinetic plus potential energy, J (potential zero at O)."""
    c = centres(m, theta)[0]
    height = sum(link.mass * c[k] @ np.array(m.gravity) for k, link in enumerate(m.links))
    return float(effective_inertia(m, theta)[0] * rate**2 / 2 - height)


@dataclass(frozen=True)
class Reactions:
    """Pin forces (N) and the crank torque (N m) that the balance asks for.

    O of the ground on the crank, A of the crank on the coupler, B of the coupler on the rocker, C of the ground on the
    rocker.
    """

    O: Array
    A: Array
    B: Array
    C: Array
    torque: float


def reactions(m: FourBar, theta: float, rate: float, second: float) -> Reactions:
    """Nine balances for eight pin forces and the torque, from the links' accelerations.

    The torque that made the acceleration must come out again.
    """
    angle = angles(m, theta)
    first, curve = ratios(m, theta)
    c, d, dd = centres(m, theta)
    linear = d * second + dd * rate**2 - np.array(m.gravity)
    angular = first * second + curve * rate**2
    pin_A = turned(theta, m.crank.length)
    pin_C = np.array([m.ground, 0.0])
    pin_B = pin_C + turned(angle[2], m.rocker.length)
    # columns: O, A, B, C (x, y each), torque; sign of a force on each link
    acting = [[(0, 1, np.zeros(2)), (1, -1, pin_A)], [(1, 1, pin_A), (2, -1, pin_B)], [(2, 1, pin_B), (3, 1, pin_C)]]
    matrix, right = np.zeros((9, 9)), np.zeros(9)
    for k, (link, forces) in enumerate(zip(m.links, acting, strict=True)):
        right[3 * k : 3 * k + 3] = [*(link.mass * linear[k]), link.inertia * angular[k]]
        for column, sign, point in forces:
            for axis, unit in enumerate(np.eye(2)):
                matrix[3 * k + axis, 2 * column + axis] = sign
                matrix[3 * k + 2, 2 * column + axis] = sign * moment(point - c[k], unit)
    matrix[2, 8] = 1.0
    found = np.linalg.solve(matrix, right)
    return Reactions(found[0:2], found[2:4], found[4:6], found[6:8], float(found[8]))

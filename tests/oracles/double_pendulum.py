"""The compound double pendulum: two equations of motion, pin forces, energy.

Pin O = (0, 0); first link O-A at angle q1, second link from A at angle q2, both absolute, from the x axis. With c_k the
centre of link k from its own pin, the only coupling is between A's position r = l_1 e(q1) and c_2:

    (J_1 + m_1 c_1^2 + m_2 l_1^2) q1'' + m_2 (n(r) . n(c_2)) q2'' - m_2 (n(r) . c_2) q2'^2 = Q_1
    m_2 (n(r) . n(c_2)) q1'' + (J_2 + m_2 c_2^2) q2'' - m_2 (r . n(c_2)) q1'^2 = Q_2
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .links import STANDARD_GRAVITY, Link, moment, normal, turned

Array = NDArray[Any]


@dataclass(frozen=True)
class DoublePendulum:
    """Two links and gravity (m/s^2)."""

    first: Link
    second: Link
    gravity: tuple[float, float] = STANDARD_GRAVITY


def _arms(m: DoublePendulum, q: Array) -> tuple[Array, Array, Array]:
    """Centre of link 1 from O, pin A from O, centre of link 2 from A, m."""
    first = turned(q[0], m.first.along, m.first.across)
    return first, turned(q[0], m.first.length), turned(q[1], m.second.along, m.second.across)


def mass_matrix(m: DoublePendulum, q: Array) -> Array:
    """Inertia matrix (2, 2) in the absolute angles, kg m^2."""
    c1, r, c2 = _arms(m, q)
    coupling = m.second.mass * r @ c2
    one = m.first.inertia + m.first.mass * c1 @ c1 + m.second.mass * r @ r
    return np.array([[one, coupling], [coupling, m.second.inertia + m.second.mass * c2 @ c2]])


def accelerations(m: DoublePendulum, q: Array, v: Array, torques: tuple[float, float] = (0.0, 0.0)) -> Array:
    """Angular accelerations (2,), rad/s^2; torques (N m): ground on link 1 at O, link 1 on link 2 at A."""
    c1, r, c2 = _arms(m, q)
    g = np.array(m.gravity)
    one = torques[0] - torques[1] + moment(c1, m.first.mass * g) + moment(r, m.second.mass * g)
    two = torques[1] + moment(c2, m.second.mass * g)
    one += m.second.mass * normal(r) @ c2 * v[1] ** 2
    two += m.second.mass * r @ normal(c2) * v[0] ** 2
    return np.linalg.solve(mass_matrix(m, q), np.array([one, two]))


def energy(m: DoublePendulum, q: Array, v: Array) -> float:
    """Kinetic plus potential energy, J (potential zero at O)."""
    c1, r, c2 = _arms(m, q)
    height = (m.first.mass * c1 + m.second.mass * (r + c2)) @ np.array(m.gravity)
    return float(v @ mass_matrix(m, q) @ v / 2 - height)


def reactions(m: DoublePendulum, q: Array, v: Array, a: Array) -> tuple[Array, Array]:
    """Pin forces (N): O of the ground on link 1, A of link 1 on link 2, from the centres' accelerations."""
    c1, r, c2 = _arms(m, q)
    a1 = a[0] * normal(c1) - v[0] ** 2 * c1
    a2 = a[0] * normal(r) - v[0] ** 2 * r + a[1] * normal(c2) - v[1] ** 2 * c2
    pin_A = m.second.mass * (a2 - m.gravity)
    return m.first.mass * (a1 - m.gravity) + pin_A, pin_A

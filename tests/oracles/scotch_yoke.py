"""The scotch yoke: a crank pin in a straight slot across a slider; the slider's motion is r cos(theta) exactly.

The crank turns about O; its pin at r (cos theta, sin theta) slides without friction in a slot along y of a yoke that
moves along x. The slot presses on the pin along x only. In a horizontal plane (no gravity)

    (J + m r^2 sin^2 theta) theta'' + m r^2 sin(theta) cos(theta) theta'^2 = torque - r sin(theta) force
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ScotchYoke:
    """Crank radius (m), crank inertia about its pivot (kg m^2, centre of mass on the pivot), yoke mass (kg)."""

    radius: float
    inertia: float
    mass: float


@dataclass(frozen=True)
class Answer:
    """Accelerations theta'' (rad/s^2) and x'' (m/s^2), and forces along x (N).

    `pin` is the force of the crank's pin on the yoke, `base` of the base on the crank.
    """

    angular: float
    linear: float
    pin: float
    base: float


def kinematics(m: ScotchYoke, theta: float, rate: float) -> tuple[float, float, float]:
    """Yoke position x = r cos(theta), its speed, and the pin's position in the slot y = r sin(theta); m, m/s, m."""
    return float(m.radius * np.cos(theta)), float(-m.radius * np.sin(theta) * rate), float(m.radius * np.sin(theta))


def forward(m: ScotchYoke, theta: float, rate: float, torque: float = 0.0, force: float = 0.0) -> Answer:
    """Accelerations and forces for a torque on the crank (N m) and a force on the yoke along x (N)."""
    s, c = m.radius * np.sin(theta), m.radius * np.cos(theta)
    angular = (torque - s * force - m.mass * s * c * rate**2) / (m.inertia + m.mass * s**2)
    linear = -s * angular - c * rate**2
    pin = m.mass * linear - force
    # the crank's centre is on its pivot and does not move, so the base holds the pin's force
    return Answer(float(angular), float(linear), float(pin), float(pin))


def energy(m: ScotchYoke, theta: float, rate: float) -> float:
    """Kinetic energy, J."""
    return float((m.inertia + m.mass * (m.radius * np.sin(theta)) ** 2) * rate**2 / 2)

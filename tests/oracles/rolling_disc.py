"""A disc that rolls without slipping down an inclined line: constant acceleration and contact forces."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Rolling:
    """Acceleration down the incline (m/s^2), angular acceleration (rad/s^2), friction and normal force (N)."""

    acceleration: float
    angular: float
    friction: float  # up the incline
    normal: float


def rolling(mass: float, inertia: float, radius: float, slope: float, gravity: float = 9.80665) -> Rolling:
    """Acceleration g sin(slope) / (1 + I / (m r^2)); friction I a / r^2 holds the contact; N = m g cos(slope)."""
    a = gravity * np.sin(slope) / (1 + inertia / (mass * radius**2))
    return Rolling(float(a), float(a / radius), float(inertia * a / radius**2), float(mass * gravity * np.cos(slope)))


def position(time: float, acceleration: float, *, start: float = 0.0, speed: float = 0.0) -> float:
    """Distance down the incline, m: start + speed t + a t^2 / 2."""
    return start + speed * time + acceleration * time**2 / 2

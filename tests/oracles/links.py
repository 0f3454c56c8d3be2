"""A rigid link in the plane, and the balance of several links joined by pins: shared by the linkage oracles."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

STANDARD_GRAVITY = (0.0, -9.80665)  # m/s^2, ISO 80000-3


@dataclass(frozen=True)
class Link:
    """A rigid link; its centre of mass lies `along` the link from its first pin and `across` to the left of it."""

    length: float  # m, between the pins
    mass: float  # kg
    inertia: float  # kg m^2, about the centre of mass
    along: float  # m
    across: float = 0.0  # m


def uniform(length: float, mass: float) -> Link:
    """A uniform slender bar: centre at half its length, inertia m l^2 / 12."""
    return Link(length, mass, mass * length**2 / 12, length / 2)


def turned(angle: float, along: float, across: float = 0.0) -> Array:
    """The point (along, across) of a link turned by `angle`, relative to its first pin, m, (2,)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * along - s * across, s * along + c * across])


def normal(vector: Array) -> Array:
    """The vector turned by 90 degrees counterclockwise: its rate for a unit angular velocity."""
    return np.array([-vector[1], vector[0]])


def moment(arm: Array, force: Array) -> float:
    """Moment of a planar force, arm_x F_y - arm_y F_x, N m."""
    return float(arm[0] * force[1] - arm[1] * force[0])

"""The slider-crank, with offset: closed-form kinematics, one equation of motion, pin and guide forces.

Crank pin O = (0, 0); crank O-A at angle theta, rod A-B at angle beta, both from the x axis; the slider's pin B moves on
y = offset, to the right of A: l sin(beta) = offset - r sin(theta), x = r cos(theta) + l cos(beta). The slider's centre
is its pin, so it needs no guide moment.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .links import STANDARD_GRAVITY, Link, moment, normal, turned

Array = NDArray[Any]


@dataclass(frozen=True)
class SliderCrank:
    """Crank, rod, slider mass (kg) and the guide's offset (m)."""

    crank: Link
    rod: Link
    slider: float
    offset: float = 0.0
    gravity: tuple[float, float] = STANDARD_GRAVITY


@dataclass(frozen=True)
class _Geometry:
    """Position, first and second derivative by theta of one quantity."""

    value: Array
    first: Array
    second: Array


def rod_angle(m: SliderCrank, theta: float) -> tuple[float, float, float]:
    """Beta (rad) and its two derivatives by theta: l cos(beta) beta' = -r cos(theta), and that once more."""
    r, length = m.crank.length, m.rod.length
    beta = np.arcsin((m.offset - r * np.sin(theta)) / length)
    first = -r * np.cos(theta) / (length * np.cos(beta))
    second = (r * np.sin(theta) + length * np.sin(beta) * first**2) / (length * np.cos(beta))
    return float(beta), float(first), float(second)


def slider_position(m: SliderCrank, theta: float) -> tuple[float, float, float]:
    """X of the slider (m) and its two derivatives by theta."""
    r, length = m.crank.length, m.rod.length
    beta, first, second = rod_angle(m, theta)
    x = r * np.cos(theta) + length * np.cos(beta)
    dx = -r * np.sin(theta) - length * np.sin(beta) * first
    ddx = -r * np.cos(theta) - length * (np.cos(beta) * first**2 + np.sin(beta) * second)
    return float(x), float(dx), float(ddx)


def _bodies(m: SliderCrank, theta: float) -> tuple[list[_Geometry], Array, Array]:
    """Centres of crank, rod and slider; masses and inertias (3,)."""
    beta, b1, b2 = rod_angle(m, theta)
    arm_crank, tip = turned(theta, m.crank.along, m.crank.across), turned(theta, m.crank.length)
    arm_rod = turned(beta, m.rod.along, m.rod.across)
    x, dx, ddx = slider_position(m, theta)
    centres = [
        _Geometry(arm_crank, normal(arm_crank), -arm_crank),
        _Geometry(tip + arm_rod, normal(tip) + b1 * normal(arm_rod), -tip + b2 * normal(arm_rod) - b1**2 * arm_rod),
        _Geometry(np.array([x, m.offset]), np.array([dx, 0.0]), np.array([ddx, 0.0])),
    ]
    return centres, np.array([m.crank.mass, m.rod.mass, m.slider]), np.array([m.crank.inertia, m.rod.inertia, 0.0])


def effective_inertia(m: SliderCrank, theta: float) -> tuple[float, float]:
    """I(theta) in kg m^2 and its derivative by theta."""
    _, b1, b2 = rod_angle(m, theta)
    centres, masses, inertias = _bodies(m, theta)
    total = sum(mass * c.first @ c.first for mass, c in zip(masses, centres, strict=True))
    slope = sum(2 * mass * c.first @ c.second for mass, c in zip(masses, centres, strict=True))
    return float(total + inertias[0] + inertias[1] * b1**2), float(slope + 2 * inertias[1] * b1 * b2)


def acceleration(m: SliderCrank, theta: float, rate: float, torque: float = 0.0, force: float = 0.0) -> float:
    """Theta'' in rad/s^2 for a torque on the crank (N m) and a force on the slider along x (N)."""
    inertia, slope = effective_inertia(m, theta)
    centres, masses, _ = _bodies(m, theta)
    weight = sum(mass * c.first @ np.array(m.gravity) for mass, c in zip(masses, centres, strict=True))
    effort = torque + force * slider_position(m, theta)[1] + weight
    return float((effort - slope * rate**2 / 2) / inertia)


def energy(m: SliderCrank, theta: float, rate: float) -> float:
    """Kinetic plus potential energy, J (potential zero at O)."""
    centres, masses, _ = _bodies(m, theta)
    height = sum(mass * c.value @ np.array(m.gravity) for mass, c in zip(masses, centres, strict=True))
    return float(effective_inertia(m, theta)[0] * rate**2 / 2 - height)


@dataclass(frozen=True)
class Reactions:
    """Forces (N) and the crank torque (N m) that the balance asks for.

    O of the ground on the crank, A of the crank on the rod, B of the rod on the slider, guide on the slider along y.
    """

    O: Array
    A: Array
    B: Array
    guide: float
    torque: float


def reactions(m: SliderCrank, theta: float, rate: float, second: float, force: float = 0.0) -> Reactions:
    """Forces from the slider backwards: B_x from it, B_y from the rod's moment about A, then A, O and the torque."""
    beta, b1, b2 = rod_angle(m, theta)
    centres, masses, inertias = _bodies(m, theta)
    pull = [mass * (c.first * second + c.second * rate**2 - m.gravity) for mass, c in zip(masses, centres, strict=True)]
    along, tip = turned(beta, m.rod.length), turned(theta, m.crank.length)
    b_x = pull[2][0] - force
    # moment of the rod about A: J beta'' + (c - A) x pull = (B - A) x (-B force)
    turning = inertias[1] * (b1 * second + b2 * rate**2) + moment(centres[1].value - tip, pull[1])
    b_y = (along[1] * b_x - turning) / along[0]
    pin_B = np.array([b_x, b_y])
    pin_A = pull[1] + pin_B
    pin_O = pull[0] + pin_A
    torque = inertias[0] * second + moment(centres[0].value, pull[0]) + moment(tip, pin_A)
    return Reactions(pin_O, pin_A, pin_B, float(pull[2][1] - b_y), float(torque))

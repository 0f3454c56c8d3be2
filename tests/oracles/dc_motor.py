"""A DC motor with an inertia: the closed form of its step response.

J w' = kappa_m i - beta w - load,     lambda i' = v - rho i - kappa_e w
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class DCMotor:
    """Constants in SI units; the numbers are the set chosen for the 3RRR mechanism in three_rrr.py."""

    inertia: float = 1.4e-5  # kg m^2
    inductance: float = 2e-3  # H
    resistance: float = 1.5  # ohm
    kappa_m: float = 0.0385  # N m / A
    kappa_e: float = 0.0385  # V s
    friction: float = 1e-5  # N m s


def eigenvalues(m: DCMotor, *, printed_sign: bool = False) -> tuple[complex, complex]:
    """Roots of s^2 + (beta/J + rho/lambda) s + (beta rho + kappa_m kappa_e) / (J lambda), 1/s, slow one first.

    `printed_sign` turns the sign of kappa_m, as the source of three_rrr.py prints it: the motor is then unstable.
    """
    kappa = -m.kappa_m if printed_sign else m.kappa_m
    half = (m.friction / m.inertia + m.resistance / m.inductance) / 2
    product = (m.friction * m.resistance + kappa * m.kappa_e) / (m.inertia * m.inductance)
    root = np.sqrt(complex(half**2 - product))
    return complex(-half + root), complex(-half - root)


def steady(m: DCMotor, voltage: float, load: float = 0.0) -> tuple[float, float]:
    """Final speed (rad/s) and current (A) under a constant voltage (V) and load torque (N m)."""
    speed = (m.kappa_m * voltage - m.resistance * load) / (m.friction * m.resistance + m.kappa_m * m.kappa_e)
    return speed, (m.friction * speed + load) / m.kappa_m


def step(m: DCMotor, times: NDArray[Any], voltage: float, load: float = 0.0) -> tuple[NDArray[Any], NDArray[Any]]:
    """Speed (rad/s) and current (A) at `times` after a step from rest; needs two distinct eigenvalues.

    w = w_end + a exp(s_1 t) + b exp(s_2 t) with w(0) = 0 and w'(0) = -load / J; i = (J w' + beta w + load) / kappa_m.
    """
    s1, s2 = eigenvalues(m)
    end, _ = steady(m, voltage, load)
    start_rate = -load / m.inertia
    a, b = (start_rate + s2 * end) / (s1 - s2), (start_rate + s1 * end) / (s2 - s1)
    e1, e2 = a * np.exp(s1 * times), b * np.exp(s2 * times)
    speed = np.real(end + e1 + e2)
    rate = np.real(s1 * e1 + s2 * e2)
    return speed, (m.inertia * rate + m.friction * speed + load) / m.kappa_m

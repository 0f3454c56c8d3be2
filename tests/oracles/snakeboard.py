"""The snakeboard reduced by hand to one speed along the admissible direction, and its momentum equation.

In the board's axes the velocity is k d, d = (2 l cos f cos b, l sin(f + b), sin(f - b)) for the wheel angles f and b,
which meets both knife edges. Euler-Poincare equations of the plane's motions along d, with the torques' reactions on
the board, and M the whole mass, J_b the inertia about the middle without rotor and wheel sets' own:

    (M (d1^2 + d2^2) + J_b d3^2) k' = -k (M (d1 d1' + d2 d2') + J_b d3 d3') - d3 (tau_r + tau_f + tau_b)

and J_r (theta'' + psi'') = tau_r, J_w (theta'' + f'') = tau_f, J_w (theta'' + b'') = tau_b. The momentum p along d
(Bloch, Krishnaprasad, Marsden, Murray 1996) obeys p' = (dL/dxi) . d' for xi = k d.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

Array = NDArray[Any]


@dataclass(frozen=True)
class Snakeboard:
    """Half length, mass and inertia of the board, the rotor and a wheel set."""

    l: float = 0.2
    m: float = 2.0
    J: float = 0.03
    m_r: float = 3.0
    J_r: float = 0.07
    m_w: float = 0.5
    J_w: float = 0.002

    @property
    def mass(self) -> float:
        """Whole mass."""
        return self.m + self.m_r + 2 * self.m_w

    @property
    def bare(self) -> float:
        """Inertia about the middle without what turns on its own pivots."""
        return self.J + 2 * self.m_w * self.l**2


def direction(s: Snakeboard, f: float, b: float) -> Array:
    """Admissible direction d (forward, left, turning)."""
    return np.array([2 * s.l * np.cos(f) * np.cos(b), s.l * np.sin(f + b), np.sin(f - b)])


def direction_rate(s: Snakeboard, f: float, b: float, f_rate: float, b_rate: float) -> Array:
    """Its time derivative."""
    both = -2 * s.l * (np.sin(f) * np.cos(b) * f_rate + np.cos(f) * np.sin(b) * b_rate)
    return np.array([both, s.l * np.cos(f + b) * (f_rate + b_rate), np.cos(f - b) * (f_rate - b_rate)])


def rates(s: Snakeboard, y: Array, torques: Array) -> Array:
    """Rate of y = (x, y, theta, psi, f, b, k, psi', f', b') under torques on rotor, front and back."""
    theta, f, b, k = y[2], y[4], y[5], y[6]
    d, d_rate = direction(s, f, b), direction_rate(s, f, b, y[8], y[9])
    weights = np.array([s.mass, s.mass, s.bare])
    k_rate = (-k * (weights * d) @ d_rate - d[2] * torques.sum()) / ((weights * d) @ d)
    turn_rate = k_rate * d[2] + k * d_rate[2]
    c, n = np.cos(theta), np.sin(theta)
    moving = [k * (c * d[0] - n * d[1]), k * (n * d[0] + c * d[1]), k * d[2]]
    own = torques / np.array([s.J_r, s.J_w, s.J_w]) - turn_rate
    return np.array([*moving, *y[7:], k_rate, *own])


def motion(s: Snakeboard, start: Array, times: Array, torques: Callable[[float], Array]) -> Array:
    """y (n, 10) at times, by an eighth-order method at 1e-13."""
    solved = solve_ivp(
        lambda t, y: rates(s, y, torques(t)),
        (times[0], times[-1]),
        start,
        method="DOP853",
        t_eval=times,
        rtol=1e-13,
        atol=1e-14,
    )
    return solved.y.T


def momentum(s: Snakeboard, velocity: Array, own: Array, f: float, b: float) -> float:
    """p = (dL/dxi) . d, for the velocity (forward, left, turning) and the own rates of rotor and wheel sets."""
    return float(_slope(s, velocity, own) @ direction(s, f, b))


def momentum_rate(s: Snakeboard, velocity: Array, own: Array, f: float, b: float) -> float:
    """p' = (dL/dxi) . d'."""
    return float(_slope(s, velocity, own) @ direction_rate(s, f, b, own[1], own[2]))


def _slope(s: Snakeboard, velocity: Array, own: Array) -> Array:
    spinning = s.J_r * (velocity[2] + own[0]) + s.J_w * (2 * velocity[2] + own[1] + own[2])
    return np.array([s.mass * velocity[0], s.mass * velocity[1], s.bare * velocity[2] + spinning])

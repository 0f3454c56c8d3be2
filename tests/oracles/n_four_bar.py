"""The N-four-bar mechanism on its parallelogram branch: one degree of freedom, all cranks turning together.

Problem A02 of the IFToMM library of computational benchmark problems for multibody dynamics (M. Gonzalez, D. Dopico, U.
Lugris, J. Cuadrado, Multibody System Dynamics 16, 2006): n + 1 cranks and n couplers, uniform rods of 1 m and 1 kg,
gravity 9.81 m/s^2 along -y, started upright with 1 m/s at the first tip.

With psi the angle clockwise from upright, the cranks turn (n + 1) / 3 kg m^2 about their pins and the couplers move in
circles, n kg m^2; weights act at (n + 1) / 2 + n kg m: psi'' = g w / I sin psi.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

GRAVITY = 9.81

REFERENCE = {
    1: {
        0.0: (0.0, 1.0, 1.0, 0.0),
        0.5: (0.7015126789104769, 0.7126569731138861, 1.98589819011429, -1.9548433705817587),
        2.0: (0.07708547179286708, 0.9970244881839518, 1.031356872689423, -0.079739898127168),
        5.0: (-0.9449081860429539, -0.3273354853189835, -1.8589308912627245, 5.366112429670042),
        10.0: (0.47838505776097057, 0.8781501787912093, 1.7272640755471536, -0.9409521793715157),
    },
    2: {
        0.0: (0.0, 1.0, 1.0, 0.0),
        0.5: (0.6952866331644005, 0.7187325634357417, 1.9602054253718333, -1.8962611405865766),
        2.0: (0.05781579576801143, 0.9983272678634555, 1.0172601366204366, -0.05891224871344565),
        5.0: (-0.8113104610051074, -0.5846155453489755, -3.5691173971932093, 4.953105171313327),
        10.0: (0.3284581115408154, 0.944518538178601, 1.4230514702069441, -0.49486884548704296),
    },
    10: {
        0.0: (0.0, 1.0, 1.0, 0.0),
        0.5: (0.6892024936420623, 0.7245687840071245, 1.9345962085704316, -1.8401683326232148),
        2.0: (0.0385676665971513, 0.9992559907717596, 1.0074937052845774, -0.03888561257874856),
        5.0: (-0.595545255478629, -0.8033217591207737, -5.15175623063915, 3.8192716003331153),
        10.0: (0.20435356098977098, 0.978897145828304, 1.186680023754623, -0.2477301008008225),
    },
}
"""Position (m) and velocity (m/s) of the first tip, x, y, x', y', by number of loops and time (s)."""


@dataclass(frozen=True)
class Tip:
    """Position and velocity of the first tip at one time, and the largest speed of the motion."""

    values: tuple[float, float, float, float]
    largest_speed: float

    def error(self, x: float, y: float, vx: float, vy: float) -> float:
        """Largest error of four numbers, speeds over the largest speed."""
        scale = np.array([1.0, 1.0, self.largest_speed, self.largest_speed])
        return float(np.max(np.abs(np.array([x, y, vx, vy]) - self.values) / scale))


def constant(n: int) -> float:
    """g w / I (1/s^2)."""
    return GRAVITY * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)


def tip(n: int, speed: float, t: float) -> Tip:
    """The first tip at time t, by an integration of the one degree of freedom."""
    k = constant(n)
    found = solve_ivp(
        lambda _t, y: [y[1], k * np.sin(y[0])], (0.0, t), [0.0, speed], method="DOP853", rtol=1e-13, atol=1e-14
    )
    psi, rate = found.y[:, -1]
    values = (np.sin(psi), np.cos(psi), rate * np.cos(psi), -rate * np.sin(psi))
    return Tip(tuple(float(x) for x in values), float(np.sqrt(speed**2 + 4 * k)))  # type: ignore[arg-type]


def published(n: int, t: float) -> Tip:
    """The first tip of the problem itself."""
    return Tip(REFERENCE[n][t], float(np.sqrt(1 + 4 * constant(n))))

"""The classical Runge-Kutta method with a fixed step, for sampled and real-time use.

W. Kutta, Beitrag zur naeherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46 (1901) 435-453;
dense output by cubic Hermite pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from linkwright.arrays import Array
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.loop.workspace import EVALUATIONS

stage: Callable[..., None]


def step(
    t: float, h: float, n: int, nq: int, nu: int, control: Array, last: float, table: Array, y: Array, p: Array,
    ref: Array, trial: Array, new: Array, own: Array, desk: Array, k: Array, clock: Array,
) -> float:  # fmt: skip
    """One step of length h; every finite result counts as good enough."""
    k2 = k[n:]
    k3 = k[2 * n :]
    k4 = k[3 * n :]
    for i in range(n):
        trial[i] = y[i] + 0.5 * h * k[i]
    stage(t + 0.5 * h, last, table, trial, p, ref, desk, k2)
    for i in range(n):
        trial[i] = y[i] + 0.5 * h * k2[i]
    stage(t + 0.5 * h, last, table, trial, p, ref, desk, k3)
    for i in range(n):
        trial[i] = y[i] + h * k3[i]
    stage(t + h, last, table, trial, p, ref, desk, k4)
    total = 0.0
    for i in range(n):
        new[i] = y[i] + h / 6.0 * (k[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
        total += new[i]
    clock[EVALUATIONS] += 3.0
    if not isfinite(total):
        return 1e4
    return 0.0


def prepare(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, spare: Array,
    desk: Array, k: Array, clock: Array,
) -> None:  # fmt: skip
    """The slope at the end of the step."""
    stage(t + h, last, table, new, p, ref, desk, k[4 * n :])
    clock[EVALUATIONS] += 1.0


def inside(theta: float, h: float, n: int, y: Array, new: Array, k: Array, out: Array) -> None:
    """State at the share theta of the step: the cubic with the states and slopes of both ends."""
    other = 1.0 - theta
    for i in range(n):
        difference = new[i] - y[i]
        first = h * k[i] - difference
        second = difference - h * k[4 * n + i]
        out[i] = y[i] + theta * (difference + other * (other * first + theta * second))


@dataclass(frozen=True)
class RungeKutta4(Integrator):
    """Explicit method of order 4 with a fixed step (s); steps are shortened only to hit breaks and the end.

    No step is estimated; the certificate measures the error, by the same run with half of the step.
    """

    title = "Runge-Kutta 4, fixed step"
    order = 4
    dense_order = 3
    source = "W. Kutta 1901"
    loops = (step, prepare, inside)
    slopes = 5
    error_order = 4

    step: float

    def __post_init__(self) -> None:
        if not isinstance(self.step, (int, float)) or not 0 < self.step < float("inf"):
            msg = f"RungeKutta4: step = {self.step!r}, expected a positive number of seconds"
            raise ValueError(msg)

    @property
    def name(self) -> str:
        """Name for people, with the step."""
        return f"{self.title} {self.step:g} s"

    @property
    def fixed_step(self) -> float:
        """The step (s)."""
        return float(self.step)

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "sampled and real-time use, where every step must cost the same"

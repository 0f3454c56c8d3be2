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
from linkwright.simulation.workspace import Workspace

slope_at: Callable[..., None]


def step(t: float, h: float, run: Workspace) -> float:
    """One step of length h; every finite result counts as good enough."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    trial = run.scratch.trial
    new = run.scratch.new
    k2 = k[n:]
    k3 = k[2 * n :]
    k4 = k[3 * n :]
    for i in range(n):
        trial[i] = y[i] + 0.5 * h * k[i]
    slope_at(t + 0.5 * h, trial, run, k2)
    for i in range(n):
        trial[i] = y[i] + 0.5 * h * k2[i]
    slope_at(t + 0.5 * h, trial, run, k3)
    for i in range(n):
        trial[i] = y[i] + h * k3[i]
    slope_at(t + h, trial, run, k4)
    total = 0.0
    for i in range(n):
        new[i] = y[i] + h / 6.0 * (k[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
        total += new[i]
    run.progress.evaluations += 3
    if not isfinite(total):
        return 1e4
    return 0.0


def prepare_interpolation(t: float, h: float, run: Workspace) -> None:
    """The slope at the end of the step."""
    n = run.machine.n
    k = run.states.slopes
    new = run.scratch.new
    slope_at(t + h, new, run, k[4 * n :])
    run.progress.evaluations += 1


def interpolate(theta: float, h: float, run: Workspace, out: Array) -> None:
    """State at the share theta of the step: the cubic with the states and slopes of both ends."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    new = run.scratch.new
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
    loops = (step, prepare_interpolation, interpolate)
    slopes = 5
    error_order = 4

    step: float

    def __post_init__(self) -> None:
        if self.longest_step is not None:
            raise ValueError("RungeKutta4: longest_step goes with steps that are chosen; this method has a fixed step")
        if not isinstance(self.step, (int, float)) or not 0 < self.step < float("inf"):
            msg = f"RungeKutta4: step = {self.step!r}, expected a positive number of seconds"
            raise ValueError(msg)

    @property
    def name(self) -> str:
        """Name for people, with the step."""
        return f"{self.title} {self.step:g} s"

    @property
    def fixed_step(self) -> float:  # type: ignore[override]  # that of each object
        """The step (s)."""
        return float(self.step)

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "sampled and real-time use, where every step must cost the same"

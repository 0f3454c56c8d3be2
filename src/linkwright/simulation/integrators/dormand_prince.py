"""Dormand-Prince 5(4): explicit, adaptive, of order 5.

J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26; dense
output of order 4 after E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.6.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.arrays import Array
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.workspace import Workspace

slope_at: Callable[..., None]
error_norm: Callable[..., float]


def step(t: float, h: float, run: Workspace) -> float:
    """One step of length h from (t, y): `new`, slopes 2 to 7 in `k`, and the error norm."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    trial = run.scratch.trial
    new = run.scratch.new
    k1 = k[0:]
    k2 = k[n:]
    k3 = k[2 * n :]
    k4 = k[3 * n :]
    k5 = k[4 * n :]
    k6 = k[5 * n :]
    k7 = k[6 * n :]
    for i in range(n):
        trial[i] = y[i] + h * (1.0 / 5.0) * k1[i]
    slope_at(t + 0.2 * h, trial, run, k2)
    for i in range(n):
        trial[i] = y[i] + h * (3.0 / 40.0 * k1[i] + 9.0 / 40.0 * k2[i])
    slope_at(t + 0.3 * h, trial, run, k3)
    for i in range(n):
        trial[i] = y[i] + h * (44.0 / 45.0 * k1[i] - 56.0 / 15.0 * k2[i] + 32.0 / 9.0 * k3[i])
    slope_at(t + 0.8 * h, trial, run, k4)
    for i in range(n):
        trial[i] = y[i] + h * (
            19372.0 / 6561.0 * k1[i] - 25360.0 / 2187.0 * k2[i] + 64448.0 / 6561.0 * k3[i] - 212.0 / 729.0 * k4[i]
        )
    slope_at(t + h * 8.0 / 9.0, trial, run, k5)
    for i in range(n):
        trial[i] = y[i] + h * (
            9017.0 / 3168.0 * k1[i]
            - 355.0 / 33.0 * k2[i]
            + 46732.0 / 5247.0 * k3[i]
            + 49.0 / 176.0 * k4[i]
            - 5103.0 / 18656.0 * k5[i]
        )
    slope_at(t + h, trial, run, k6)
    for i in range(n):
        new[i] = y[i] + h * (
            35.0 / 384.0 * k1[i]
            + 500.0 / 1113.0 * k3[i]
            + 125.0 / 192.0 * k4[i]
            - 2187.0 / 6784.0 * k5[i]
            + 11.0 / 84.0 * k6[i]
        )
    slope_at(t + h, new, run, k7)
    run.progress.evaluations += 6
    for i in range(n):
        trial[i] = h * (
            71.0 / 57600.0 * k1[i]
            - 71.0 / 16695.0 * k3[i]
            + 71.0 / 1920.0 * k4[i]
            - 17253.0 / 339200.0 * k5[i]
            + 22.0 / 525.0 * k6[i]
            - 1.0 / 40.0 * k7[i]
        )
    return error_norm(trial, y, new, n, run.settings)


def prepare_interpolation(t: float, h: float, run: Workspace) -> None:
    """Nothing: the slopes of the step are enough."""


def interpolate(theta: float, h: float, run: Workspace, out: Array) -> None:
    """State at the share theta of a step just made, by the dense output of order 4."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    new = run.scratch.new
    other = 1.0 - theta
    for i in range(n):
        difference = new[i] - y[i]
        first = h * k[i] - difference
        second = difference - h * k[6 * n + i] - first
        third = h * (
            -12715105075.0 / 11282082432.0 * k[i]
            + 87487479700.0 / 32700410799.0 * k[2 * n + i]
            - 10690763975.0 / 1880347072.0 * k[3 * n + i]
            + 701980252875.0 / 199316789632.0 * k[4 * n + i]
            - 1453857185.0 / 822651844.0 * k[5 * n + i]
            + 69997945.0 / 29380423.0 * k[6 * n + i]
        )
        out[i] = y[i] + theta * (difference + other * (first + theta * (second + other * third)))


@dataclass(frozen=True)
class DormandPrince(Integrator):
    """Adaptive explicit method of order 5, for motions that are not stiff; the default for inputs with many breaks."""

    title = "Dormand-Prince 5(4)"
    order = 5
    dense_order = 4
    source = "J. R. Dormand, P. J. Prince 1980"
    loops = (step, prepare_interpolation, interpolate)
    slopes = 7
    error_order = 5
    memory = 0.04

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "motions that are not stiff, at draft and engineering accuracy"

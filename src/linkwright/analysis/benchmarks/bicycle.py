"""The Whipple bicycle linearized at 0 and 5 m/s: canonical matrices and eigenvalues from the nonlinear model."""

from __future__ import annotations

import time

import numpy as np

from linkwright import linear_algebra, mechanisms
from linkwright.analysis.benchmarks import references as reference
from linkwright.analysis.benchmarks.record import Row, compile_mechanism
from linkwright.analysis.linear.linearization import linearize
from linkwright.analysis.linear.record import Linear
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.kinds import checked_arguments

STATES = ("lean", "steer")
SPEED = 5.0


def whipple_bicycle_linear(formalism: str) -> list[Row]:
    """Two rows: matrices (relative to the largest entry of each), eigenvalues (absolute)."""
    begin = time.perf_counter()
    dynamics = compile_mechanism(mechanisms.whipple_bicycle(), formalism)
    still, rolling = straight(dynamics, 0.0), straight(dynamics, SPEED)
    matrices = canonical(still, rolling, SPEED, dynamics.parameters["g"])
    wanted = {name: np.array(values) for name, values in reference.BICYCLE_MATRICES.items()}
    error = max(float(np.max(np.abs(matrices[k] - x)) / np.max(np.abs(x))) for k, x in wanted.items())
    apart = max(_distance(linear, speed) for linear, speed in ((still, 0.0), (rolling, SPEED)))
    seconds = time.perf_counter() - begin
    work = f"{len(dynamics.speeds)} speeds, {dynamics.system.m} constraints"
    name = "whipple_bicycle_linear"
    return [
        Row(f"{name}:matrices", formalism, error, 1e-11, "finished", seconds, work),
        Row(f"{name}:eigenvalues", formalism, apart, 1e-10, "finished", seconds, work),
    ]


def straight(dynamics: Dynamics, speed: float) -> Linear:
    """The bicycle linearized about upright running straight ahead (m/s)."""
    state = dynamics.assemble(speeds={"x": speed, "lean": 0.0, "steer": 0.0})
    return linearize(dynamics, state, {"T_lean": 0.0, "T_steer": 0.0})


@checked_arguments
def canonical(still: Linear, rolling: Linear, speed: float, g: float) -> dict[str, Array]:
    """M, C1, K0, K2 of M q'' + v C1 q' + (g K0 + v^2 K2) q = f from linearizations at rest and at a speed v.

    q'' = M^-1 f - M^-1 v C1 q' - M^-1 (g K0 + v^2 K2) q: M^-1 is what the torques on lean and steer do.
    """

    def block(linear: Linear, names: tuple[str, ...]) -> Array:
        return np.array([[linear.entry(f"{row}'", column) for column in names] for row in STATES])

    rates = tuple(f"{name}'" for name in STATES)
    M: Array = np.asarray(linear_algebra.inv(block(still, ("T_lean", "T_steer"))), dtype=float)
    K0 = -M @ block(still, STATES) / g
    return {
        "M": M,
        "C1": -M @ block(rolling, rates) / speed,
        "K0": K0,
        "K2": (-M @ block(rolling, STATES) - g * K0) / speed**2,
    }


def _distance(linear: Linear, speed: float) -> float:
    """Largest distance of a wanted eigenvalue from the nearest one found that is not taken yet; the rest are zero."""
    left = list(linear.eigenvalues)
    worst = 0.0
    for wanted in reference.BICYCLE_EIGENVALUES[speed]:
        nearest = min(left, key=lambda value: abs(value - wanted))
        left.remove(nearest)
        worst = max(worst, abs(nearest - wanted))
    return float(max([worst, *[abs(value) for value in left]]))

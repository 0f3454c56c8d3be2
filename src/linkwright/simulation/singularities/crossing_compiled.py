"""Collocation over a singular place in compiled code, with the kernels of the pivoting in use.

Slopes and projections of a pivoting lose digits near a singular place, by about the square of the distance in pivots;
where a leap begins at a tenth of the usual size two or three of sixteen are lost, and the same leap is a thousand times
cheaper than over LAPACK. Whoever asks for more digits than are left gets none (`ROUNDING`), and goes the careful way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.simulation.loop import workspace as at
from linkwright.simulation.loop.advance import close, copy, project, stage
from linkwright.simulation.loop.engine import slope
from linkwright.simulation.singularities.collocation import MOST_SWEEPS, Path, Polynomial, integrals, nodes

if TYPE_CHECKING:
    from linkwright.simulation.loop.run import Run

ROUNDING = 1e-12
"""What rounding may leave, over 1 + |state|, in a leap by compiled kernels."""
FINE = 6
"""Runge-Kutta steps of order 4 between two points of the motion followed backwards."""
POINTS = 4
"""Points of that motion, with states and slopes: a polynomial of degree 7."""


def sweeps(
    t0: float, h: float, count: int, n: int, nq: int, places: Array, weights: Array, limits: Array, y0: Array,
    stages: Array, closed: Array, slopes: Array, off: Array, last: float, table: Array, p: Array, w: Array, ref: Array,
    control: Array, desk: Array, clock: Array,
) -> int:  # fmt: skip
    """Sweeps of `collocation.collocate` from the stages given; the number of sweeps, or 0 where they do not converge.

    `limits` holds atol, rtol, the share of 1 + |state| and the number below which nothing is asked.
    """
    previous = 1e300
    for turn in range(MOST_SWEEPS):
        for k in range(count):
            t = t0 + places[k] * h
            copy(stages[k * n :], closed[k * n :], n)
            lost = project(t, closed[k * n :], nq, p, w, control, desk, clock)
            if lost != 0:
                return 0
            stage(t, last, table, closed[k * n :], p, ref, desk, slopes[k * n :])
        change = 0.0
        for k in range(count):
            for i in range(n):
                total = 0.0
                for j in range(count):
                    total += weights[k * count + j] * slopes[j * n + i]
                new = y0[i] + h * total
                size = abs(new)
                allowed = max(limits[0] + limits[1] * size, limits[2] * (1.0 + size), limits[3])
                moved = abs(new - stages[k * n + i]) / allowed
                if not moved < 1e300:
                    return 0
                change = max(change, moved)
                stages[k * n + i] = new
        if change <= 0.05 or (turn > 3 and change >= 0.5 * previous and change <= 10.0):
            for i in range(n):
                off[i] = 0.0
                for k in range(count):
                    off[i] = max(off[i], abs(closed[k * n + i] - stages[k * n + i]))
            return turn + 1
        if turn > 5 and change > 10.0 * previous:
            return 0
        previous = change
    return 0


def followed(
    t0: float, h: float, points: int, fine: int, n: int, y: Array, states: Array, slopes: Array, room: Array,
    last: float, table: Array, p: Array, ref: Array, desk: Array,
) -> None:  # fmt: skip
    """States and slopes at `points` times from t0, `fine` steps of h (which may be negative) apart."""
    trial = room[0:]
    k2 = room[n:]
    k3 = room[2 * n :]
    k4 = room[3 * n :]
    now = room[4 * n :]
    k1 = room[5 * n :]
    copy(y, now, n)
    for point in range(points):
        t = t0 + float(point * fine) * h
        copy(now, states[point * n :], n)
        stage(t, last, table, now, p, ref, desk, slopes[point * n :])
        if point < points - 1:
            for step in range(fine):
                t = t0 + float(point * fine + step) * h
                stage(t, last, table, now, p, ref, desk, k1)
                for i in range(n):
                    trial[i] = now[i] + 0.5 * h * k1[i]
                stage(t + 0.5 * h, last, table, trial, p, ref, desk, k2)
                for i in range(n):
                    trial[i] = now[i] + 0.5 * h * k2[i]
                stage(t + 0.5 * h, last, table, trial, p, ref, desk, k3)
                for i in range(n):
                    trial[i] = now[i] + h * k3[i]
                stage(t + h, last, table, trial, p, ref, desk, k4)
                for i in range(n):
                    now[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])


@cache
def _hermite() -> Array:
    """Coefficients (2 POINTS, 2 POINTS) of the polynomial with given values and slopes at 0, -1, -2, ..."""
    powers = np.arange(2 * POINTS)
    places = -np.arange(POINTS, dtype=float)[:, None]
    values = places**powers
    rates = powers * places ** np.maximum(powers - 1, 0)
    return np.asarray(np.linalg.inv(np.vstack([values, rates])))


@cache
def _weights(count: int) -> tuple[Array, Array]:
    """Nodes and the matrix of collocation, flat."""
    return np.array(nodes(count)), integrals(count, np.array(nodes(count))).ravel()


class Compiled:
    """The calculus of a leap with the pivoting of a run: what `careful.Careful` does, in compiled code."""

    rounding = ROUNDING

    def __init__(self, run: Run) -> None:
        pivoting, inputs = run.pivoting, run.inputs
        assert pivoting is not None
        structure = pivoting.structure
        self.run, self.evaluations, self.p, self.w = run, 0, np.array(run.dynamics.p), pivoting.weights
        key = ("leap", inputs.key)
        found = structure.compiled.get(key)
        if found is None:
            kernels = {
                "slope": slope(structure), "project_q": structure.project_positions(),
                "project_v": structure.project_speeds(), "inputs": inputs.kernel(),
            }  # fmt: skip
            library = codegen.build(kernels, (copy, stage, close, project, sweeps, followed))
            names = ("sweeps", "followed", "project")
            found = structure.compiled[key] = {name: library.loop(name, check=False) for name in names}
        self.loops: dict[str, Callable[..., object]] = found
        self.clock, self.n = np.zeros(at.CLOCK_SIZE), run.size
        segment = min(int(run.state.clock[at.SEGMENT]), len(inputs.ends) - 1)
        self.table, self.last = np.ascontiguousarray(inputs.tables[segment]), float(inputs.lasts[segment])

    def drawn_out(self, t0: float, y0: Array, length: float) -> Path:
        """The motion up to t0, followed backwards, as a polynomial that is drawn out beyond t0."""
        run, n, pace = self.run, self.n, length / (POINTS - 1)
        rows = np.zeros((2 * POINTS, n))
        self.loops["followed"](
            t0, -pace / FINE, POINTS, FINE, n, y0, rows[:POINTS].reshape(-1), rows[POINTS:].reshape(-1),
            np.zeros(6 * n), self.last, self.table, self.p, run.ref, run.desk,
        )  # fmt: skip
        rows[POINTS:] *= pace
        self.evaluations += POINTS + 4 * FINE * (POINTS - 1)
        polynomial, powers = _hermite() @ rows, np.arange(2 * POINTS)
        return lambda t: np.asarray(((np.asarray(t) - t0) / pace)[..., None] ** powers @ polynomial)

    def collocate(
        self, start: tuple[float, Array], end: float, count: int, guess: Path, least: float = 0.0
    ) -> Polynomial | None:
        """Polynomial of one step from a guess; None where there is none."""
        run, n, (t0, y0) = self.run, self.n, start
        h = end - t0
        places, weights = _weights(count)
        stages = np.array(guess(t0 + places * h))
        slopes, off = np.zeros((count, n)), np.zeros(n)
        limits = np.array([run.asked.atol, run.asked.rtol, self.rounding, least])
        turns = self.loops["sweeps"](
            t0, h, count, n, run.nq, places, weights, limits, np.ascontiguousarray(y0), stages.reshape(-1),
            np.zeros(count * n), slopes.reshape(-1), off, self.last, self.table, self.p, self.w, run.ref,
            run.control, run.desk, self.clock,
        )  # fmt: skip
        self.evaluations += count * int(turns)  # type: ignore[call-overload]
        return Polynomial(t0, h, np.array(y0), slopes, off) if turns else None

    def project(self, t: float, y: Array) -> Array | None:
        """The state brought onto the constraints; None where this does not converge."""
        run, closed = self.run, np.array(y)
        lost = self.loops["project"](
            t, closed, run.nq, self.p, self.w, run.control, run.desk, self.clock
        )  # fmt: skip
        return closed if not lost and np.isfinite(closed).all() else None

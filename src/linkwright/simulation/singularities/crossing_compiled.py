"""Collocation over a singular configuration in compiled code, with the kernels of the pivoting in use.

Slopes and projections of a pivoting lose digits near a singular configuration, by about the square of the distance in
pivots; where a long step begins at a tenth of the usual size two or three of sixteen are lost, and the same long step
is a thousand times cheaper than over LAPACK. Whoever asks for more digits than are left gets none (`KERNEL_ROUNDING`),
and steps over LAPACK.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from linkwright import codegen, linear_algebra
from linkwright.arrays import Array
from linkwright.codegen import Record
from linkwright.simulation.loop.advance import close_positions, copy, inputs_at, meet_speeds, project, slope_at
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.slope_expressions import slope
from linkwright.simulation.singularities.collocation import MOST_SWEEPS, Path, Polynomial, integrals, nodes
from linkwright.simulation.workspace import PIVOTING, Progress, Workspace

KERNEL_ROUNDING = 1e-12
"""What rounding may leave, over 1 + |state|, in a long step by compiled kernels."""
STEPS_BETWEEN = 6
"""Runge-Kutta steps of order 4 between two points of the motion followed backwards."""
POINTS = 4
"""Points of that motion, with states and slopes: a polynomial of degree 7."""


class Collocation(Record):
    """One collocation step: nodes and weights, what is allowed, states and slopes at the nodes."""

    t0: float
    h: float
    count: int
    """Nodes."""
    atol: float
    rtol: float
    rounding: float
    least: float
    """Changes allowed: atol + rtol |state|, but no less than a share of 1 + |state|, nor than a number."""
    places: Array
    weights: Array
    start: Array
    stages: Array
    """States at the nodes."""
    closed: Array
    """The same, on the constraints."""
    slopes: Array
    off: Array
    """Largest differences of these two."""


class Backwards(Record):
    """A motion followed backwards: states, then slopes, at points that are `fine` Runge-Kutta steps apart."""

    t0: float
    h: float
    """Length of a step (s), negative."""
    points: int
    fine: int
    start: Array
    rows: Array
    room: Array


def sweeps(step: Collocation, run: Workspace) -> int:
    """Sweeps of `collocation.collocate` from the stages given; how many, or 0 where they do not converge."""
    n = run.machine.n
    count = step.count
    h = step.h
    stages = step.stages
    closed = step.closed
    slopes = step.slopes
    off = step.off
    previous = 1e300
    for turn in range(MOST_SWEEPS):
        # Slopes where the stages are on the constraints.
        for k in range(count):
            t = step.t0 + step.places[k] * h
            copy(stages[k * n :], closed[k * n :], n)
            if project(t, closed[k * n :], run) != 0:
                return 0
            slope_at(t, closed[k * n :], run, slopes[k * n :])
        # Stages that these slopes lead to, and how far they are from those before.
        change = 0.0
        for k in range(count):
            for i in range(n):
                total = 0.0
                for j in range(count):
                    total += step.weights[k * count + j] * slopes[j * n + i]
                new = step.start[i] + h * total
                size = abs(new)
                allowed = max(step.atol + step.rtol * size, step.rounding * (1.0 + size), step.least)
                moved = abs(new - stages[k * n + i]) / allowed
                if not moved < 1e300:
                    return 0
                change = max(change, moved)
                stages[k * n + i] = new
        # The end: far below what is allowed, or as near as rounding lets it come.
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


def follow_back(path: Backwards, run: Workspace) -> None:
    """States and slopes at the points, by the classical Runge-Kutta method."""
    n = run.machine.n
    h = path.h
    fine = path.fine
    states = path.rows[0:]
    slopes = path.rows[path.points * n :]
    trial = path.room[0:]
    k2 = path.room[n:]
    k3 = path.room[2 * n :]
    k4 = path.room[3 * n :]
    now = path.room[4 * n :]
    k1 = path.room[5 * n :]
    copy(path.start, now, n)
    for point in range(path.points):
        t = path.t0 + float(point * fine) * h
        copy(now, states[point * n :], n)
        slope_at(t, now, run, slopes[point * n :])
        if point < path.points - 1:
            for step in range(fine):
                t = path.t0 + float(point * fine + step) * h
                slope_at(t, now, run, k1)
                for i in range(n):
                    trial[i] = now[i] + 0.5 * h * k1[i]
                slope_at(t + 0.5 * h, trial, run, k2)
                for i in range(n):
                    trial[i] = now[i] + 0.5 * h * k2[i]
                slope_at(t + 0.5 * h, trial, run, k3)
                for i in range(n):
                    trial[i] = now[i] + h * k3[i]
                slope_at(t + h, trial, run, k4)
                for i in range(n):
                    now[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])


@cache
def _hermite() -> Array:
    """Coefficients (2 POINTS, 2 POINTS) of the polynomial with given values and slopes at 0, -1, -2, ..."""
    powers = np.arange(2 * POINTS)
    places = -np.arange(POINTS, dtype=float)[:, None]
    values = places**powers
    rates = powers * places ** np.maximum(powers - 1, 0)
    return np.asarray(linear_algebra.inv(np.vstack([values, rates])))


@cache
def _weights(count: int) -> tuple[Array, Array]:
    """Nodes and the matrix of collocation, flat."""
    return np.array(nodes(count)), integrals(count, np.array(nodes(count))).ravel()


class Compiled:
    """The calculus of a long step with the pivoting of a run: what `LapackSteps` does, in compiled code."""

    rounding = KERNEL_ROUNDING

    def __init__(self, run: Run) -> None:
        pivoting, inputs = run.pivoting, run.inputs
        assert pivoting is not None
        structure = pivoting.structure
        self.run, self.evaluations, self.n = run, 0, run.size
        key = ("long step", inputs.key)
        found = structure.compiled.get(key)
        if found is None:
            kernels = {
                "slope": slope(structure), "project_q": structure.project_positions(),
                "project_v": structure.project_speeds(), "inputs": inputs.kernel(),
            }  # fmt: skip
            loops = (copy, inputs_at, slope_at, close_positions, meet_speeds, project, sweeps, follow_back)
            bound = codegen.alternatives([codegen.build(kernels)], loops, place=PIVOTING)
            found = structure.compiled[key] = {name: bound(name) for name in ("sweeps", "follow_back", "project")}
        self.loops: dict[str, Callable[..., object]] = found
        # A workspace of its own: what the crossing counts and the pivoting it uses are not those of the run.
        machine = run.workspace.machine.replace(parameters=run.dynamics.p, row=0, mobilities=pivoting.mobilities)
        segment = min(run.progress.segment, len(inputs.ends) - 1)
        self.workspace = run.workspace.replace(progress=Progress(segment=segment), machine=machine)

    def drawn_out(self, t0: float, y0: Array, length: float) -> Path:
        """The motion up to t0, followed backwards, as a polynomial that is drawn out beyond t0."""
        n, spacing = self.n, length / (POINTS - 1)
        path = Backwards(
            t0=t0, h=-spacing / STEPS_BETWEEN, points=POINTS, fine=STEPS_BETWEEN, start=y0,
            rows=2 * POINTS * n, room=6 * n,
        )  # fmt: skip
        self.loops["follow_back"](path, self.workspace)
        rows = path.rows.reshape(2 * POINTS, n)
        rows[POINTS:] *= spacing
        self.evaluations += POINTS + 4 * STEPS_BETWEEN * (POINTS - 1)
        polynomial, powers = _hermite() @ rows, np.arange(2 * POINTS)
        return lambda t: np.asarray(((np.asarray(t) - t0) / spacing)[..., None] ** powers @ polynomial)

    def collocate(
        self, start: tuple[float, Array], end: float, count: int, guess: Path, least: float = 0.0
    ) -> Polynomial | None:
        """Polynomial of one step from a guess; None where there is none."""
        run, n, (t0, y0) = self.run, self.n, start
        h = end - t0
        places, weights = _weights(count)
        step = Collocation(
            t0=t0, h=h, count=count, atol=run.tolerances.atol, rtol=run.tolerances.rtol, rounding=self.rounding,
            least=least, places=places, weights=weights, start=y0, stages=guess(t0 + places * h), closed=count * n,
            slopes=count * n, off=n,
        )  # fmt: skip
        turns = self.loops["sweeps"](step, self.workspace)
        self.evaluations += count * int(turns)  # type: ignore[call-overload]
        return Polynomial(t0, h, y0, step.slopes.reshape(count, n), step.off) if turns else None

    def project(self, t: float, y: Array) -> Array | None:
        """The state brought onto the constraints; None where this does not converge."""
        closed = np.array(y)
        lost = self.loops["project"](t, closed, self.workspace)
        return closed if not lost and np.isfinite(closed).all() else None

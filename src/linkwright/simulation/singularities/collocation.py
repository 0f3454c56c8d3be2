"""Gauss collocation on one long step whose stages are projected onto the constraints.

    y(t_0 + theta h) = y_0 + h sum_j L_j(theta) f(t_j, P(y_j)), L_j integrals of the Lagrange polynomials of the nodes

An even number of nodes has none in the middle: slopes are taken on both sides of it and never at it.
E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, section II.1.3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.system import System, call_function, matrices
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.slope_expressions import integrands

Path = Callable[[float | Array], Array]
"""A state over time: at a time, or one row for each of some times."""
MOST_SWEEPS = 60
"""Sweeps of the fixed-point iteration; each gains a factor of about h times the rate of change of slopes."""


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A state over time on one step: where it starts, how long it is, slopes at the nodes, and how far it is off there.

    `off` (as a state) is the largest distance of the polynomial from its projections at the nodes: a motion that is as
    smooth as it is drawn meets the constraints by itself.
    """

    t0: float
    h: float
    y0: Array
    slopes: Array
    off: Array

    def __call__(self, t: float | Array) -> Array:
        """State at a time, or states at times."""
        theta = (t - self.t0) / self.h
        return np.asarray(self.y0 + self.h * integrals(len(self.slopes), theta) @ self.slopes)

    @property
    def end(self) -> Array:
        """State at the end of the step."""
        return np.asarray(self.y0 + self.h * _whole(len(self.slopes)) @ self.slopes)


@cache
def nodes(count: int) -> tuple[float, ...]:
    """Gauss nodes on [0, 1]."""
    return tuple(float(x) for x in (np.polynomial.legendre.leggauss(count)[0] + 1) / 2)


@cache
def _lagrange(count: int) -> Array:
    """Coefficients (count, count + 1), ascending, of the integrals from 0 of the Lagrange polynomials of the nodes."""
    places, rows = nodes(count), []
    for j, place in enumerate(places):
        others = [other for k, other in enumerate(places) if k != j]
        polynomial = np.polynomial.polynomial.polyfromroots(others)
        rows.append(np.polynomial.polynomial.polyint(polynomial / np.prod([place - other for other in others])))
    return np.array(rows)


@cache
def _whole(count: int) -> Array:
    """L_j(1) for all nodes."""
    return integrals(count, 1.0)


def integrals(count: int, theta: float | Array) -> Array:
    """L_j(theta) for all nodes j, which are the last axis."""
    return np.asarray(np.asarray(theta)[..., None] ** np.arange(count + 1) @ _lagrange(count).T)


def collocate(
    start: tuple[float, Array],
    h: float,
    count: int,
    *,
    guess: Path,
    slope: Callable[[float, Array], Array],
    project: Callable[[float, Array], Array | None],
    scale: Callable[[Array], Array],
) -> Polynomial | None:
    """Polynomial of one step by sweeps from a guess; None where a stage finds no way onto the constraints, or no end.

    `scale` gives the error allowed in each entry of a state; the sweeps end when stages change by a twentieth of it, or
    cannot change less because of rounding.
    """
    t0, y0 = start
    places = nodes(count)
    weights = integrals(count, np.array(places))
    stages = np.array(guess(t0 + np.array(places) * h))
    last, slopes, closings = np.inf, np.zeros_like(stages), np.zeros_like(stages)
    for sweep in range(MOST_SWEEPS):
        for k, place in enumerate(places):
            closed = project(t0 + place * h, stages[k])
            if closed is None:
                return None
            slopes[k], closings[k] = slope(t0 + place * h, closed), closed
        new = y0 + h * weights @ slopes
        if not np.isfinite(new).all():
            return None
        change = float(np.max(np.abs(new - stages) / scale(new)))
        stages = new
        if change <= 0.05 or (sweep > 3 and change >= 0.5 * last and change <= 10.0):
            return Polynomial(t0, h, y0, slopes, np.max(np.abs(closings - stages), axis=0))
        if sweep > 5 and change > 10 * last:
            return None
        last = change
    return None


LAPACK_ROUNDING = 1e-10
"""What rounding may leave in slopes taken near a singular configuration; a long step is never asked for less."""


def closing(system: System) -> ca.Function:
    """(t, q, v, u, p) -> A, g, phi, N."""
    found: ca.Function = system.cached(
        "closing", lambda: system.function("closing", [system.A, system.g, system.phi, system.N])
    )
    return found


def _rates(system: System) -> ca.Function:
    """(t, q, v, u, p, v') -> y'."""
    a = ca.SX.sym("a", system.n)
    return system.function("rates", [ca.vertcat(system.qdot, a, integrands(system, a))], [a])


class LapackSteps:
    """Slopes, projections and collocations of a run that do not depend on its pivots."""

    rounding = LAPACK_ROUNDING

    def __init__(self, run: Run) -> None:
        assert run.engine is not None
        assert run.pivoting is not None
        self.run, self.evaluations = run, 0
        self.weights = np.sqrt(run.pivoting.weights)
        system = run.dynamics.system
        self.closing = closing(system)
        self.rates: ca.Function = system.cached("rates", lambda: _rates(system))
        self.kept = list(run.pivoting.kept_rows)

    def scale(self, y: Array) -> Array:
        """Error allowed in each entry, not below what rounding leaves."""
        tolerances = self.run.tolerances
        return np.maximum(tolerances.atol + tolerances.rtol * np.abs(y), self.rounding * (1 + np.abs(y)))

    def slope(self, t: float, y: Array) -> Array:
        """y' from [M A^T; A 0], whose condition is that of the constraints, where others' may be its square."""
        self.evaluations += 1
        run, n = self.run, self.run.nv
        where = run.arguments(t, y)
        M, f, A, b = call_function(matrices(run.dynamics.system), *where)
        kept = A[self.kept]
        m = len(self.kept)
        K = np.zeros((n + m, n + m))
        K[:n, :n], K[:n, n:], K[n:, :n] = M, kept.T, kept
        vdot = linear_algebra.solve(K, np.concatenate([f.ravel(), b.ravel()[self.kept]]))[:n]
        return call_function(self.rates, *where, vdot)[0].ravel()

    def drawn_out(self, t0: float, y0: Array, length: float) -> Path:
        """The motion up to t0, followed backwards, as a polynomial of degree 7 that is drawn out beyond t0."""
        from scipy.interpolate import KroghInterpolator

        count, fine = 4, 16
        times, states = [t0], [y0]
        y, h = y0, -length / (3 * fine)
        for k in range(3 * fine):
            t = t0 + k * h
            k1 = self.slope(t, y)
            k2 = self.slope(t + h / 2, y + h / 2 * k1)
            k3 = self.slope(t + h / 2, y + h / 2 * k2)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + self.slope(t + h, y + h * k3))
            if (k + 1) % fine == 0:
                times.append(t0 + (k + 1) * h)
                states.append(y)
        assert len(times) == count
        values = [row for t, state in zip(times, states, strict=True) for row in (state, self.slope(t, state))]
        return KroghInterpolator(np.repeat(times, 2), np.array(values))  # type: ignore[no-any-return]

    def collocate(
        self, start: tuple[float, Array], end: float, count: int, guess: Path, least: float = 0.0
    ) -> Polynomial | None:
        """Polynomial of one step from a guess; None where there is none."""

        def scale(y: Array) -> Array:
            return np.maximum(self.scale(y), least)

        return collocate(start, end - start[0], count, guess=guess, slope=self.slope, project=self.project, scale=scale)

    def project(self, t: float, y: Array, cut: float = 1e-7) -> Array | None:
        """The state brought onto all constraints by Newton steps of least size; None if they do not converge.

        Singular values below `cut` of the largest count as none (redundant rows; near the singular configuration also
        those that vanish there).
        """
        run, y = self.run, np.array(y)
        nq, n = run.nq, run.nv
        holonomic = run.dynamics.system.g_rows
        for _ in range(10 if holonomic else 0):
            A, g, _, N = call_function(self.closing, *run.arguments(t, y))
            step, *_ = linear_algebra.lstsq(A[holonomic] / self.weights, -g.ravel(), rcond=cut)
            y[:nq] = run.dynamics.system.normalise(y[:nq] + N @ (step / self.weights))
            size = float(np.max(np.abs(step)))
            if not np.isfinite(size):
                return None
            if size < 1e-9 * (1 + float(np.max(np.abs(self.weights)))):
                break
        else:
            if holonomic:
                return None
        for _ in range(2):
            A, _, phi, _ = call_function(self.closing, *run.arguments(t, y))
            step, *_ = linear_algebra.lstsq(A / self.weights, -phi.ravel(), rcond=cut)
            y[nq : nq + n] += step / self.weights
        return y

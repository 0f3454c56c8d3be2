"""The calculus of a leap over LAPACK: as many digits as there are, rank decided at each state."""

from __future__ import annotations

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.system.system import System, called, matrices
from linkwright.simulation.loop.engine import integrands
from linkwright.simulation.loop.run import Run
from linkwright.simulation.singularities.collocation import Path, Polynomial, collocate

LAPACK_ROUNDING = 1e-10
"""What rounding may leave in slopes taken near a singular place; a leap is never asked for less."""


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


class Careful:
    """Slopes, projections and collocations of a run that do not depend on its pivots."""

    rounding = LAPACK_ROUNDING

    def __init__(self, run: Run) -> None:
        assert run.motor is not None
        assert run.pivoting is not None
        self.run, self.evaluations = run, 0
        self.weights = np.sqrt(run.pivoting.weights)
        system = run.dynamics.system
        self.closing = closing(system)
        self.rates: ca.Function = system.cached("rates", lambda: _rates(system))
        self.kept = list(run.pivoting.code.kept_rows)

    def scale(self, y: Array) -> Array:
        """Error allowed in each entry, not below what rounding leaves."""
        asked = self.run.asked
        return np.maximum(asked.atol + asked.rtol * np.abs(y), self.rounding * (1 + np.abs(y)))

    def slope(self, t: float, y: Array) -> Array:
        """y' from [M A^T; A 0], whose condition is that of the constraints, where others' may be its square."""
        self.evaluations += 1
        run, n = self.run, self.run.nv
        where = run.arguments(t, y)
        M, f, A, b = called(matrices(run.dynamics.system), *where)
        kept = A[self.kept]
        m = len(self.kept)
        K = np.zeros((n + m, n + m))
        K[:n, :n], K[:n, n:], K[n:, :n] = M, kept.T, kept
        vdot = np.linalg.solve(K, np.concatenate([f.ravel(), b.ravel()[self.kept]]))[:n]
        return called(self.rates, *where, vdot)[0].ravel()

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

        Singular values below `cut` of the largest count as none (redundant rows; near the singular place also those
        that vanish there).
        """
        run, y = self.run, np.array(y)
        nq, n = run.nq, run.nv
        holonomic = run.dynamics.system.g_rows
        for _ in range(10 if holonomic else 0):
            A, g, _, N = called(self.closing, *run.arguments(t, y))
            step, *_ = np.linalg.lstsq(A[holonomic] / self.weights, -g.ravel(), rcond=cut)
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
            A, _, phi, _ = called(self.closing, *run.arguments(t, y))
            step, *_ = np.linalg.lstsq(A / self.weights, -phi.ravel(), rcond=cut)
            y[nq : nq + n] += step / self.weights
        return y

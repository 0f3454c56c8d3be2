"""Derivatives of the steps of implicit integrators, in the subset of Python that is compiled.

Rodas: W U = r with W = 1 / (gamma h) - J gives W dU = dr + dJ U, by the factorisation that is there. Radau: the stages
Z_s = h sum a_sr f(t_r, y + Z_r), as the iteration has found them, give dZ_s - h sum a_sr J_r dZ_r = h sum a_sr df_r,
where df_r is the derivative of the slope at Z_r kept as it is (implicit function theorem).
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.codegen.linear_algebra import lu_factor, lu_solve
from linkwright.simulation.integrators import Integrator, Radau, Rosenbrock
from linkwright.simulation.integrators.radau import NODES, ROOT
from linkwright.simulation.integrators.rosenbrock import GAMMA
from linkwright.simulation.loop.advance import copy, inputs_at, slope_at
from linkwright.simulation.workspace import Workspace

solve_real: Callable[..., None]
slope_slopes: Callable[..., None]
slope_curvature: Callable[..., None]
slope_rate_changes: Callable[..., None]

RADAU = (
    (88.0 - 7.0 * ROOT) / 360.0, (296.0 - 169.0 * ROOT) / 1800.0, (-2.0 + 3.0 * ROOT) / 225.0,
    (296.0 + 169.0 * ROOT) / 1800.0, (88.0 + 7.0 * ROOT) / 360.0, (-2.0 - 3.0 * ROOT) / 225.0,
    (16.0 - ROOT) / 36.0, (16.0 + ROOT) / 36.0, 1.0 / 9.0,
)  # fmt: skip
"""Coefficients a_sr of Radau IIA of order 5 (E. Hairer, G. Wanner, Solving ODEs II, table IV.5.6)."""


def rate_changes(t: float, rate: Array, run: Workspace) -> None:
    """Derivatives of the rate of y' at constant y behind the rate itself; commands are held, so theirs is zero."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    du = run.scratch.own[n:]
    slope_rate_changes(run.scratch.moment, run.states.y, run.scratch.inputs, du, run.machine.parameters, rate[base:])


def rodas_changes(t: float, h: float, u: Array, run: Workspace) -> None:
    """Derivatives of a stage behind the stage U, where their right-hand sides are: W dU = dr + dJ U."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    m = run.machine.nq + run.machine.nv
    change = run.scratch.matrices[base * m :]  # the Jacobian leaves room for it
    inputs_at(t, run, run.scratch.inputs)
    slope_curvature(run.scratch.moment, run.states.y, run.scratch.inputs, run.machine.parameters, u, change)
    for d in range(run.settings.directions):
        du = u[(1 + d) * base :]
        for i in range(base):
            du[i] += change[d * base + i]
        solve_real(1.0 / (GAMMA * h), run, du)


def radau_changes(t: float, h: float, z: Array, run: Workspace) -> int:  # noqa: C901, PLR0912  sums over three stages
    """Derivatives of the three stages behind the stages z, from the equations that these meet; 1 if there are none."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    m = run.machine.nq + run.machine.nv
    y = run.states.y
    trial = run.scratch.trial
    room = run.scratch.own[9 * n :]
    jacobians = room[0:]
    slopes = room[3 * base * m :]
    matrix = room[3 * base * m + 3 * n :]
    order = room[3 * base * m + 3 * n + 9 * m * m :]
    right = room[3 * base * m + 3 * n + 9 * m * m + 3 * m :]
    # Slopes at the stages with their derivatives at constant Z, and Jacobians.
    for s in range(3):
        copy(y, trial, n)
        for i in range(base):
            trial[i] += z[s * n + i]
        slope_at(t + NODES[s] * h, trial, run, slopes[s * n :])
        slope_slopes(run.scratch.moment, trial, run.scratch.inputs, run.machine.parameters, jacobians[s * base * m :])
    for s in range(3):
        for r in range(3):
            share = h * RADAU[3 * s + r]
            for i in range(m):
                for j in range(m):
                    one = 1.0 if s == r and i == j else 0.0
                    matrix[(s * m + i) * 3 * m + r * m + j] = one - share * jacobians[r * base * m + j * base + i]
    if lu_factor(matrix, 3 * m, order) != 0:
        return 1
    for d in range(run.settings.directions):
        first = (1 + d) * base
        for s in range(3):
            for i in range(m):
                total = 0.0
                for r in range(3):
                    total += RADAU[3 * s + r] * slopes[r * n + first + i]
                right[s * m + i] = h * total
        lu_solve(matrix, 3 * m, order, right)
        # Integrals follow from coordinates and speeds.
        for s in range(3):
            for i in range(m):
                z[s * n + first + i] = right[s * m + i]
            for i in range(m, base):
                total = 0.0
                for r in range(3):
                    change = slopes[r * n + first + i]
                    for j in range(m):
                        change += jacobians[r * base * m + j * base + i] * right[r * m + j]
                    total += RADAU[3 * s + r] * change
                z[s * n + first + i] = h * total
    return 0


LOOPS: dict[type[Integrator], tuple[Callable[..., object], ...]] = {
    Rosenbrock: (rate_changes, rodas_changes), Radau: (radau_changes,),
}  # fmt: skip
"""Loops that take the place of those of an integrator that do nothing."""

"""Radau IIA of order 5: three stages, fully implicit, for stiff systems with constraints, with exact Jacobians.

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8 (simplified Newton iteration on one real
and one complex system; error estimate of order 3 filtered by the real one; dense output by the collocation polynomial,
which also begins the iteration of the next step). The constrained equations are taken in index-reduced form, y' = f(t,
y) with accelerations from the join, and positions and speeds are projected after every step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt

from linkwright.arrays import Array
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.integrators.matrices import full, sparse
from linkwright.simulation.workspace import Workspace

copy: Callable[..., None]
slope_at: Callable[..., None]
error_norm: Callable[..., float]
linearize: Callable[..., None]
factor_pair: Callable[..., int]
solve_real: Callable[..., None]
solve_complex: Callable[..., None]

ROOT = 6.0**0.5
NODES = ((4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0)
ERROR = ((-13.0 - 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0)
REAL = 3.0 + 3.0 ** (2.0 / 3.0) - 3.0 ** (1.0 / 3.0)
COMPLEX_REAL = 3.0 + 0.5 * (3.0 ** (1.0 / 3.0) - 3.0 ** (2.0 / 3.0))
COMPLEX_IMAGINARY = -0.5 * (3.0 ** (5.0 / 6.0) + 3.0 ** (7.0 / 6.0))
T = (
    0.09443876248897524, -0.14125529502095421, 0.03002919410514742,
    0.25021312296533332, 0.20412935229379994, -0.38294211275726192,
    1.0, 1.0, 0.0,
)  # fmt: skip
T_INVERSE = (
    4.17871859155190428, 0.32768282076106237, 0.52337644549944951,
    -4.17871859155190428, -0.32768282076106237, 0.47662355450055044,
    0.50287263494578682, -2.57192694985560522, 0.59603920482822492,
)  # fmt: skip
DENSE = (
    13.0 / 3.0 + 7.0 * ROOT / 3.0, -23.0 / 3.0 - 22.0 * ROOT / 3.0, 10.0 / 3.0 + 5.0 * ROOT,
    13.0 / 3.0 - 7.0 * ROOT / 3.0, -23.0 / 3.0 + 22.0 * ROOT / 3.0, 10.0 / 3.0 - 5.0 * ROOT,
    1.0 / 3.0, -8.0 / 3.0, 10.0 / 3.0,
)  # fmt: skip
MOST_ITERATIONS = 10
"""Newton iterations of a step before it is tried again with half the length."""
NOT_SOLVED = 16.0
"""Norm that makes the controller halve a step whose Newton iteration did not converge: 0.9 / 16^(1/4)."""


def radau_changes(t: float, h: float, z: Array, run: Workspace) -> int:
    """Nothing: a run with sensitivities has another function of this name."""
    return 0


def step(t: float, h: float, run: Workspace) -> float:  # noqa: C901, PLR0912, PLR0915  one step, whose parts share the same arrays
    """One step of length h from (t, y): `new`, the polynomial of dense output in k[n:4n], and the error norm.

    Derivatives of a run with sensitivities come behind the `base` numbers of a state; the iteration is of these alone.
    """
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    y = run.states.y
    k = run.states.slopes
    trial = run.scratch.trial
    new = run.scratch.new
    own = run.scratch.own
    z = own[0:]
    w = own[3 * n :]
    f = own[6 * n :]
    # The real and the complex matrix of the transformed Newton iteration, with the Jacobian at the start of the step.
    linearize(t, run)
    if factor_pair(REAL / h, COMPLEX_REAL / h, COMPLEX_IMAGINARY / h, run) != 0:
        return NOT_SOLVED
    for s in range(3):
        theta = 0.0
        if run.progress.continues > 0:
            theta = NODES[s] * h / run.progress.last_step
        # The polynomial of the step before, drawn out; k[n:4n] are its coefficients, its end is where this one begins.
        for i in range(base):
            z[s * n + i] = (
                theta * (k[n + i] + k[2 * n + i] * (2.0 + theta) + k[3 * n + i] * (3.0 + theta * (3.0 + theta)))
                if theta > 0.0
                else 0.0
            )
    for s in range(3):
        for i in range(base):
            w[s * n + i] = (
                T_INVERSE[3 * s] * z[i] + T_INVERSE[3 * s + 1] * z[n + i] + T_INVERSE[3 * s + 2] * z[2 * n + i]
            )
    # Newton iterations until the error left is a small share of that of the step, as their contraction tells it.
    allowed = max(2e-15 / run.settings.rtol, min(0.03, sqrt(run.settings.rtol)))
    solved = 0
    last_size = 0.0
    for count in range(MOST_ITERATIONS):
        for s in range(3):
            copy(y, trial, n)
            for i in range(base):
                trial[i] += z[s * n + i]
            slope_at(t + NODES[s] * h, trial, run, f[s * n :])
        run.progress.evaluations += 3
        for i in range(base):
            f1 = f[i]
            f2 = f[n + i]
            f3 = f[2 * n + i]
            f[i] = T_INVERSE[0] * f1 + T_INVERSE[1] * f2 + T_INVERSE[2] * f3 - REAL / h * w[i]
            f[n + i] = (
                T_INVERSE[3] * f1
                + T_INVERSE[4] * f2
                + T_INVERSE[5] * f3
                - (COMPLEX_REAL * w[n + i] - COMPLEX_IMAGINARY * w[2 * n + i]) / h
            )
            f[2 * n + i] = (
                T_INVERSE[6] * f1
                + T_INVERSE[7] * f2
                + T_INVERSE[8] * f3
                - (COMPLEX_REAL * w[2 * n + i] + COMPLEX_IMAGINARY * w[n + i]) / h
            )
        solve_real(REAL / h, run, f)
        solve_complex(COMPLEX_REAL / h, COMPLEX_IMAGINARY / h, run, f[n:], f[2 * n :])
        # How much this iteration has changed the stages, and the stages themselves.
        change = 0.0
        for s in range(3):
            change += error_norm(f[s * n :], y, y, n, run.settings) ** 2
        change = sqrt(change / 3.0)
        for s in range(3):
            for i in range(base):
                w[s * n + i] += f[s * n + i]
        for s in range(3):
            for i in range(base):
                z[s * n + i] = T[3 * s] * w[i] + T[3 * s + 1] * w[n + i] + T[3 * s + 2] * w[2 * n + i]
        # Where it does not converge, or leads out of what is defined, the step is made again, shorter.
        finite = 1
        for s in range(3):
            for i in range(base):
                if not isfinite(f[s * n + i]):
                    finite = 0
        if finite == 0:
            break
        contraction = 0.5
        if count > 0:
            contraction = change / max(last_size, 1e-300)
            if contraction >= 1.0:
                solved = 1 if change <= allowed else 0
                break
        if change == 0.0 or contraction / (1.0 - contraction) * change < allowed:
            solved = 1
            break
        last_size = change
    if solved == 0 or radau_changes(t, h, z, run) != 0:
        return NOT_SOLVED
    for i in range(n):
        new[i] = y[i] + z[2 * n + i]
        f[i] = (ERROR[0] * z[i] + ERROR[1] * z[n + i] + ERROR[2] * z[2 * n + i]) / h
        trial[i] = k[i] + f[i]
    norm = filtered_norm(h, run)
    # A stiff component may make the estimate too large: once more with the slope where the estimate leads.
    if norm > 1.0:
        for i in range(n):
            trial[i] += y[i]
        slope_at(t, trial, run, f[n:])
        run.progress.evaluations += 1
        for i in range(n):
            trial[i] = f[n + i] + f[i]
        norm = filtered_norm(h, run)
    # Coefficients of the collocation polynomial, for dense output and for the start of the next step.
    if norm <= 1.0:
        slope_at(t + h, new, run, f)  # the pivot quality at the end of the step
        run.progress.evaluations += 1
        for s in range(3):
            for i in range(n):
                k[(s + 1) * n + i] = DENSE[s] * z[i] + DENSE[3 + s] * z[n + i] + DENSE[6 + s] * z[2 * n + i]
    return norm


def filtered_norm(h: float, run: Workspace) -> float:
    """Norm of the error estimate (REAL / h - J)^-1 error, from the error in `trial`, in place."""
    error = run.scratch.trial
    solve_real(REAL / h, run, error)
    return error_norm(error, run.states.y, run.scratch.new, run.machine.n, run.settings)


def prepare_interpolation(t: float, h: float, run: Workspace) -> None:
    """Nothing: the collocation polynomial is there."""


def interpolate(theta: float, h: float, run: Workspace, out: Array) -> None:
    """State at the share theta of the step: the collocation polynomial, of order 3."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    for i in range(n):
        out[i] = y[i] + theta * (k[n + i] + theta * (k[2 * n + i] + theta * k[3 * n + i]))


@dataclass(frozen=True)
class Radau(Integrator):
    """Adaptive fully implicit method of order 5 for stiff motions with constraints, also at tight tolerances."""

    title = "Radau IIA 5"
    order = 5
    dense_order = 3
    source = "E. Hairer, G. Wanner, Solving ODEs II, section IV.8"
    loops = (filtered_norm, radau_changes, step, prepare_interpolation, interpolate)
    full_matrix = (*full.REAL, *full.COMPLEX)
    sparse_matrix = (*sparse.REAL, *sparse.COMPLEX)
    slopes = 4
    error_order = 4
    exact_slopes = True
    limits = (0.2, 8.0)

    def room(self, n: int) -> int:
        """Stages, their transforms and slopes."""
        return 9 * n

    def room_of_changes(self, n: int, m: int) -> int:
        """Jacobians and slopes at the stages, the matrix of all of them, order of its rows, right-hand side."""
        return 3 * n * m + 3 * n + 9 * m * m + 6 * m

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "very stiff motions with constraints, and stiff ones at reference accuracy"

"""Rodas: a Rosenbrock-Wanner method of order 4 for stiff systems, linearly implicit, with exact Jacobians.

E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.7 and VI.4 (Rodas, six stages, stiffly
accurate, L-stable, embedded order 3, dense output of order 3). One factorisation and no iteration a step:

    (1 / (gamma h) - J) U_i = f(t + alpha_i h, y + sum a_ij U_j) + sum c_ij U_j / h + gamma_i h df/dt
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.arrays import Array
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.integrators.matrices import full, sparse
from linkwright.simulation.workspace import Workspace

slope_at: Callable[..., None]
error_norm: Callable[..., float]
input_rates: Callable[..., None]
slope_rate: Callable[..., None]
linearize: Callable[..., None]
factor_real: Callable[..., int]
solve_real: Callable[..., None]

GAMMA = 0.25
ALPHA = (0.0, 0.386, 0.21, 0.63, 1.0, 1.0)
GAMMAS = (0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0)
A = (
    0.0, 0.0, 0.0, 0.0, 0.0,
    1.544, 0.0, 0.0, 0.0, 0.0,
    0.9466785280815826, 0.2557011698983284, 0.0, 0.0, 0.0,
    3.314825187068521, 2.896124015972201, 0.9986419139977817, 0.0, 0.0,
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 0.0,
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1.0,
)  # fmt: skip
C = (
    0.0, 0.0, 0.0, 0.0, 0.0,
    -5.6688, 0.0, 0.0, 0.0, 0.0,
    -2.430093356833875, -0.2063599157091915, 0.0, 0.0, 0.0,
    -0.1073529058151375, -9.594562251023355, -20.47028614809616, 0.0, 0.0,
    7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160, 0.0,
    8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054,
)  # fmt: skip
D = (
    10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662,
    -0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872,
)  # fmt: skip


def rate_changes(t: float, rate: Array, run: Workspace) -> None:
    """Nothing: a run with sensitivities has another function of this name."""


def rodas_changes(t: float, h: float, u: Array, run: Workspace) -> None:
    """Nothing: a run with sensitivities has another function of this name."""


def step(t: float, h: float, run: Workspace) -> float:
    """One step of length h from (t, y): `new`, the stages U_1 to U_6 in k[n:], and the error norm.

    Derivatives of a run with sensitivities come behind the numbers of a state.
    """
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    trial = run.scratch.trial
    new = run.scratch.new
    own = run.scratch.own
    rate = own[0:]
    du = own[n:]
    # Jacobian and rate at the start of the step, and the one matrix of all its stages.
    linearize(t, run)
    input_rates(run.scratch.moment, run.schedule.tables[run.progress.segment * run.schedule.table_size :], du)
    slope_rate(run.scratch.moment, y, run.scratch.inputs, du, run.machine.parameters, rate)
    rate_changes(t, rate, run)
    if factor_real(1.0 / (GAMMA * h), run) != 0:
        return 1e4
    for s in range(6):
        # Each stage: a slope where those before it lead, then one solution.
        u = k[(s + 1) * n :]
        if s == 0:
            for i in range(n):
                u[i] = k[i]
        else:
            for i in range(n):
                total = 0.0
                for j in range(s):
                    total += A[5 * s + j] * k[(j + 1) * n + i]
                trial[i] = y[i] + total
            slope_at(t + ALPHA[s] * h, trial, run, u)
            run.progress.evaluations += 1
        for i in range(n):
            total = GAMMAS[s] * h * rate[i]
            for j in range(s):
                total += C[5 * s + j] / h * k[(j + 1) * n + i]
            u[i] += total
        solve_real(1.0 / (GAMMA * h), run, u)
        rodas_changes(t, h, u, run)
    u = k[6 * n :]
    for i in range(n):
        new[i] = trial[i] + u[i]
        trial[i] = u[i]
    return error_norm(trial, y, new, n, run.settings)


def prepare_interpolation(t: float, h: float, run: Workspace) -> None:
    """Nothing: the stages are enough."""


def interpolate(theta: float, h: float, run: Workspace, out: Array) -> None:
    """State at the share theta of the step, by the dense output of order 3."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    new = run.scratch.new
    other = 1.0 - theta
    for i in range(n):
        first = 0.0
        second = 0.0
        for j in range(5):
            first += D[j] * k[(j + 1) * n + i]
            second += D[5 + j] * k[(j + 1) * n + i]
        out[i] = y[i] * other + theta * (new[i] + other * (first + theta * second))


@dataclass(frozen=True)
class Rosenbrock(Integrator):
    """Adaptive linearly implicit method of order 4 (Rodas) for stiff motions: stiff shafts, contacts, fast windings."""

    title = "Rosenbrock-Wanner (Rodas) 4(3)"
    order = 4
    dense_order = 3
    source = "E. Hairer, G. Wanner, Solving ODEs II, section VI.4"
    loops = (rate_changes, rodas_changes, step, prepare_interpolation, interpolate)
    full_matrix = full.REAL
    sparse_matrix = sparse.REAL
    slopes = 7
    error_order = 4
    exact_slopes = True
    rate_of_slopes = True
    limits = (0.2, 6.0)

    def room(self, n: int) -> int:
        """Rate of the slope; those of the inputs come behind."""
        return n

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "stiff motions at draft and engineering accuracy, and sampled inputs: it forgets nothing at a break"

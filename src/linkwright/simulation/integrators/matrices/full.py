"""The full Jacobian of coordinates and speeds, and dense factors: for machines with few parts.

Room, `scratch.matrices`: the Jacobian by columns (n m numbers for n states, of which m are coordinates and speeds), the
real matrix and the order of its rows, real and imaginary part of the complex one and the order of its rows.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.codegen.linear_algebra import lu_factor, lu_factor_complex, lu_solve, lu_solve_complex
from linkwright.simulation.workspace import Workspace

inputs_at: Callable[..., None]
slope_slopes: Callable[..., None]


def room(n: int, m: int) -> int:
    """Numbers of `scratch.matrices`."""
    return n * m + 3 * m * m + 2 * m


def linearize(t: float, run: Workspace) -> None:
    """Jacobian at the start of the step."""
    inputs_at(t, run, run.scratch.inputs)
    slope_slopes(run.scratch.moment, run.states.y, run.scratch.inputs, run.machine.parameters, run.scratch.matrices)
    run.progress.evaluations += 1


def factor_real(mu: float, run: Workspace) -> int:
    """Factor mu - J, of coordinates and speeds alone: integrals follow from these."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    m = run.machine.nq + run.machine.nv
    jacobian = run.scratch.matrices
    matrix = jacobian[n * m :]
    for i in range(m):
        for j in range(m):
            matrix[i * m + j] = -jacobian[j * base + i]
        matrix[i * m + i] += mu
    return lu_factor(matrix, m, matrix[m * m :])


def factor_pair(mu: float, real: float, imaginary: float, run: Workspace) -> int:
    """Factor mu - J and real + i imaginary - J."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    m = run.machine.nq + run.machine.nv
    jacobian = run.scratch.matrices
    part = jacobian[n * m + m * m + m :]
    other = part[m * m :]
    for i in range(m):
        for j in range(m):
            part[i * m + j] = -jacobian[j * base + i]
            other[i * m + j] = 0.0
        part[i * m + i] += real
        other[i * m + i] = imaginary
    if factor_real(mu, run) != 0:
        return 1
    return lu_factor_complex(part, other, m, other[m * m :])


def solve_real(mu: float, run: Workspace, r: Array) -> None:
    """Solve (mu - J) x = r."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    m = run.machine.nq + run.machine.nv
    jacobian = run.scratch.matrices
    matrix = jacobian[n * m :]
    lu_solve(matrix, m, matrix[m * m :], r)
    for i in range(m, base):
        total = r[i]
        for j in range(m):
            total += jacobian[j * base + i] * r[j]
        r[i] = total / mu


def solve_complex(real: float, imaginary: float, run: Workspace, r: Array, s: Array) -> None:
    """Solve (real + i imaginary - J) (x + i z) = r + i s."""
    n = run.machine.n
    base = n // (1 + run.settings.directions)
    m = run.machine.nq + run.machine.nv
    jacobian = run.scratch.matrices
    part = jacobian[n * m + m * m + m :]
    other = part[m * m :]
    lu_solve_complex(part, other, m, other[m * m :], r, s)
    squared = real**2 + imaginary**2
    for i in range(m, base):
        a = r[i]
        b = s[i]
        for j in range(m):
            a += jacobian[j * base + i] * r[j]
            b += jacobian[j * base + i] * s[j]
        r[i] = (a * real + b * imaginary) / squared
        s[i] = (b * real - a * imaginary) / squared


REAL = (lu_factor, lu_solve, linearize, factor_real, solve_real)
COMPLEX = (lu_factor_complex, lu_solve_complex, factor_pair, solve_complex)

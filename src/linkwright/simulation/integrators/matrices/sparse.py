"""The equations with their multipliers in the place of their solution, and sparse factors: for many parts.

Accelerations a and multipliers l meet R = (M a - f - A^T l, A a - b) = 0. The derivative of the solution would be full;
the changes dq, dv, da = mu dv - r_v and dl of a step meet the sparse system

    mu dq - q'_q dq - q'_v dv = r_q
    R_q dq + R_v dv + (M, A) (mu dv - r_v) - (A^T, 0) dl = 0

that is W (dq, dv, dl) = B (r_q, r_v, 0) with W = C + mu B: B has the unit matrix for coordinates, M and A for speeds.
Further rows of C and B give the changes of the integrals, mu di = r_i + B_i (r_q, r_v) - W_i (dq, dv).
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array
from linkwright.codegen.sparse_lu import (
    COMPLEX_LOOPS,
    LOOPS,
    sparse_factor,
    sparse_factor_complex,
    sparse_solve,
    sparse_solve_complex,
)
from linkwright.simulation.workspace import StepMatrix, Workspace

inputs_at: Callable[..., None]
step_entries: Callable[..., None]


def linearize(t: float, run: Workspace) -> None:
    """Entries of C and B at the start of the step, whose slope has the accelerations."""
    matrix = run.step_matrix
    pivoting = run.progress.pivoting
    parameters = run.machine.parameters[pivoting * run.machine.row :]
    mobilities = run.machine.mobilities[pivoting * run.machine.nv :]
    inputs_at(t, run, run.scratch.inputs)
    step_entries(run.scratch.moment, run.states.y, run.states.slopes, run.scratch.inputs, parameters, mobilities,
                 matrix.constant, matrix.factor)  # fmt: skip
    run.progress.evaluations += 1


def factor_real(mu: float, run: Workspace) -> int:
    """Factor W = C + mu B."""
    matrix = run.step_matrix
    lu = matrix.lu
    for at in range(lu.starts[lu.size]):
        lu.values[at] = matrix.constant[at] + mu * matrix.factor[at]
    return sparse_factor(lu)


def factor_pair(mu: float, real: float, imaginary: float, run: Workspace) -> int:
    """Factor W of mu, then that of real + i imaginary with the same pivots."""
    if factor_real(mu, run) != 0:
        return 1
    matrix = run.step_matrix
    lu = matrix.lu
    for at in range(lu.starts[lu.size]):
        lu.values[at] = matrix.constant[at] + real * matrix.factor[at]
        lu.imaginary[at] = imaginary * matrix.factor[at]
    return sparse_factor_complex(lu)


def multiply_right(matrix: StepMatrix, m: int, base: int, r: Array, right: Array) -> None:
    """B (r_q, r_v) with the rows of integrals below, r of `base` numbers, of which m are coordinates and speeds."""
    lu = matrix.lu
    for i in range(lu.size + base - m):
        right[i] = 0.0
    for j in range(m):
        for at in range(lu.starts[j], lu.starts[j + 1]):
            right[lu.rows[at]] += matrix.factor[at] * r[j]
    for i in range(m, base):
        right[lu.size + i - m] += r[i]


def solve_real(mu: float, run: Workspace, r: Array) -> None:
    """Solve W (dq, dv, dl) = B (r_q, r_v, 0); integrals follow."""
    base = run.machine.n
    m = run.machine.nq + run.machine.nv
    matrix = run.step_matrix
    lu = matrix.lu
    right = matrix.right
    multiply_right(matrix, m, base, r, right)
    sparse_solve(lu, right)
    for j in range(m):
        r[j] = right[j]
        for at in range(lu.ends[j], lu.starts[j + 1]):
            right[lu.rows[at]] -= (matrix.constant[at] + mu * matrix.factor[at]) * right[j]
    for i in range(m, base):
        r[i] = right[lu.size + i - m] / mu


def solve_complex(real: float, imaginary: float, run: Workspace, r: Array, s: Array) -> None:
    """Solve the same for real + i imaginary and r + i s."""
    base = run.machine.n
    m = run.machine.nq + run.machine.nv
    matrix = run.step_matrix
    lu = matrix.lu
    right = matrix.right
    other = matrix.right_imaginary
    multiply_right(matrix, m, base, r, right)
    multiply_right(matrix, m, base, s, other)
    sparse_solve_complex(lu, right, other)
    for j in range(m):
        x = right[j]
        z = other[j]
        r[j] = x
        s[j] = z
        for at in range(lu.ends[j], lu.starts[j + 1]):
            a = matrix.constant[at] + real * matrix.factor[at]
            b = imaginary * matrix.factor[at]
            right[lu.rows[at]] -= a * x - b * z
            other[lu.rows[at]] -= a * z + b * x
    squared = real**2 + imaginary**2
    for i in range(m, base):
        a = right[lu.size + i - m]
        b = other[lu.size + i - m]
        r[i] = (a * real + b * imaginary) / squared
        s[i] = (b * real - a * imaginary) / squared


REAL = (*LOOPS, linearize, factor_real, multiply_right, solve_real)
COMPLEX = (*COMPLEX_LOOPS, factor_pair, solve_complex)

"""Projection on the balance of energy together with the velocity constraints (`keep_energy`).

T + V = E_0 + W with the works W of inputs, losses and moving constraints integrated along: after every step the speeds
are corrected, least in the weighted norm, so that the constraints and this balance hold. An error of energy then has no
way to pile up. Near rest (T small) speeds cannot change the energy, and only the constraints are met there; the next
steps make it good.

E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, section IV.4.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import casadi as ca

from linkwright.arrays import Array
from linkwright.dynamics.joins import solve_ldl
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.state import WORKS, system_layout
from linkwright.simulation.loop.advance import MOST_CORRECTIONS, QUADRATIC
from linkwright.simulation.workspace import Workspace
from linkwright.symbolic import select_rows

balance: Callable[..., None]

SMALL = 0.003
"""Share of the largest kinetic energy so far below which energy is not corrected: from there a correction of the speeds
for an error rtol of the energy grows beyond 10 rtol of the largest speed."""
BALANCED = 1e-9
"""Energy gap over the kinetic energy below which one Newton step leaves rounding only (it converges quadratically)."""


def meet_speeds(t: float, y: Array, run: Workspace) -> int:
    """Bring the speeds of y back onto velocity constraints and the balance of energy; 1 if they do not converge."""
    progress = run.progress
    gaps = run.scratch.gaps
    mobilities = run.machine.mobilities[progress.pivoting * run.machine.nv :]
    parameters = run.machine.parameters[progress.pivoting * run.machine.row :]
    speeds = y[run.machine.nq :]
    run.scratch.moment[0] = t
    count = 0
    while True:
        balance(run.scratch.moment, y, parameters, mobilities, progress.energy, speeds, gaps)
        if count == 0:
            # The kinetic energy below which nothing is corrected follows the largest one met.
            progress.energy[1] = max(progress.energy[1], SMALL * gaps[2])
            progress.speed_gap = max(progress.speed_gap, gaps[0])
        count += 1
        if gaps[0] <= QUADRATIC and gaps[1] <= BALANCED:
            break
        if count > MOST_CORRECTIONS or not isfinite(gaps[0] + gaps[1]):
            return 1
    return 0


def balance_kernel(structure: Structure, y: ca.SX) -> ca.Function:
    """(t, y, p, m, target) -> corrected v, (largest residual, energy gap over 2 T, kinetic energy T) before.

    One Newton step of least weighted size: d = W^-1 B^T (B W^-1 B^T)^-1 r, W^-1 = diag(m), with B = [A; (M v)^T] over
    the kept rows, r = -(phi, T + V - works - E_0); target = (E_0, kinetic energy below which energy is left alone).
    """
    system = structure.system
    mobilities, target = ca.SX.sym("m", system.n), ca.SX.sym("target", 2)
    layout = system_layout(system)
    behind = select_rows(y, range(layout.works.start, layout.size))
    works = select_rows(behind, range(len(WORKS)))
    rows = list(structure.kept_rows)
    A, phi = system.A[rows, :], select_rows(system.phi, rows)
    off = system.kinetic + system.potential - ca.sum1(works) - target[0]
    on = ca.if_else(system.kinetic > target[1], 1.0, 0.0)
    # In units of speed: the row and the gap of energy divided by sqrt(2 T) keep the size of the others.
    unit = ca.sqrt(2 * ca.fmax(system.kinetic, target[1]) + 1e-300)
    moving = [k for k in range(system.n) if k not in system.states]  # states have inertia 1 but no energy
    momentum = ca.SX.zeros(system.n)
    momentum[moving] = ca.densify(system.M[moving, :] @ system.v) / unit
    B = ca.vertcat(A, on * momentum.T)
    right = ca.vertcat(-phi, -on * off / unit)
    spread = ca.sparsify(ca.diag(mobilities) @ B.T)
    gram = B @ spread
    gram[len(rows), len(rows)] += 1 - on
    l, _ = solve_ldl(ca.sparsify(gram), ca.densify(right))
    largest = ca.mmax(ca.fabs(phi)) if rows else ca.SX(0)
    gap = ca.vertcat(largest, on * ca.fabs(off) / (unit * unit), system.kinetic)
    arguments = [system.t, ca.vertcat(system.q, system.v, behind), system.p, mobilities, target]
    return ca.Function("balance", arguments, [ca.densify(system.v + spread @ l), gap])

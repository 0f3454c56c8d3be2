"""Derivations: from the frames of a body to its inertia matrix M and the inertia forces h at v' = 0.

Each is a function (chart, body) -> (M, h) with M v' + h the generalised inertia force of the body; dependence that
cancels is removed afterwards, for all bodies at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import casadi as ca

from linkwright.symbolic import cross, directional, jacobian

if TYPE_CHECKING:
    from linkwright.formalisms.charts import Chart, ChartedBody


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Mass (kg) and inertia matrix about the mass centre in the body's frame (kg m^2)."""

    mass: ca.SX
    inertia: ca.SX


Derivation: TypeAlias = "Callable[[Chart, ChartedBody], tuple[ca.SX, ca.SX]]"


def newton_euler(chart: Chart, body: ChartedBody) -> tuple[ca.SX, ca.SX]:
    """Newton and Euler, projected on the speeds: M = m Jv^T Jv + Jw^T I Jw, h = m Jv^T av + Jw^T (I aw + w x I w).

    Jv, Jw are the partial velocities of the mass centre's velocity and of the angular velocity (both in world axes);
    av, aw what their time derivatives are at v' = 0.
    """
    local, centre, mass = chart.local, body.centre, body.mass
    Jv, Jw = jacobian(centre.v, local.v), jacobian(centre.w, local.v)
    av, aw = directional(centre.v, local.q, chart.qdot), directional(centre.w, local.q, chart.qdot)
    world = centre.R @ mass.inertia @ centre.R.T
    M = mass.mass * (Jv.T @ Jv) + Jw.T @ world @ Jw
    h = mass.mass * (Jv.T @ av) + Jw.T @ (world @ aw + cross(centre.w, world @ centre.w))
    return M, h


def kane(chart: Chart, body: ChartedBody) -> tuple[ca.SX, ca.SX]:
    """Generalised inertia forces: partial velocities dotted with the rates of momentum, as Newton and Euler's."""
    return newton_euler(chart, body)


def kinetic_energy(body: ChartedBody) -> ca.SX:
    """T = (m v_c . v_c + w . I w) / 2 of a body, the angular velocity taken in the body's own axes."""
    spin = body.centre.R.T @ body.centre.w if body.spin is None else body.spin
    return (body.mass.mass * ca.dot(body.centre.v, body.centre.v) + ca.dot(spin, body.mass.inertia @ spin)) / 2


def lagrange(chart: Chart, body: ChartedBody) -> tuple[ca.SX, ca.SX]:
    """Lagrange's operator on the energy, for v = q': M = d^2 T/dv^2, h = (d^2 T/dv dq) q' - dT/dq.

    Euler parameters whose rates are speeds get the square of e . e' added to T, which is zero on the constraint
    e . e = 1 and makes M regular there.
    """
    local = chart.local
    T = kinetic_energy(body)
    for group in chart.units:
        T += body.mass.mass * ca.dot(local.q[list(group)], local.v[list(group)]) ** 2 / 2
    momentum = ca.gradient(T, local.v)
    M = jacobian(momentum, local.v)
    h = directional(momentum, local.q, chart.qdot) - ca.gradient(T, local.q)
    return M, h


def boltzmann_hamel(chart: Chart, body: ChartedBody) -> tuple[ca.SX, ca.SX]:
    """Boltzmann and Hamel's operator on the energy in quasi-velocities v = W q', q' = N v.

        h_r = (d/dt dT/dv_r at v' = 0) - sum_s dT/dq_s N_sr + sum_k p_k G^k_r,
        G^k_r = sum_s gamma^k_rs v_s,  gamma^k_rs = sum_ij (dW_ki/dq_j - dW_kj/dq_i) N_ir N_js

    with p = dT/dv; the coefficients gamma are computed by differentiation, along N v and along the columns of N.
    """
    local, N, W = chart.local, chart.N, chart.W
    T = kinetic_energy(body)
    momentum = ca.gradient(T, local.v)
    M = jacobian(momentum, local.v)
    h = directional(momentum, local.q, chart.qdot) - N.T @ ca.gradient(T, local.q)
    # p . (dW/dt) N, with dW/dt along q' = N v, less the derivative of p . W q' along the columns of N at constant q'.
    frozen = ca.SX.sym("frozen", local.v.numel())
    rate = ca.SX.sym("rate", local.q.numel())
    along = directional(ca.densify(W.T @ frozen), local.q, chart.qdot)
    across = ca.gradient(ca.dot(frozen, W @ rate), local.q)
    hamel = N.T @ (along - across)
    hamel = ca.substitute([hamel], [frozen, rate], [momentum, chart.qdot])[0]
    return M, h + hamel

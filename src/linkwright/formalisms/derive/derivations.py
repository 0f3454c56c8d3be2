"""Derivations: from the frames of bodies to their inertia matrices M and the inertia forces h at v' = 0.

Each is a function chart -> [(M, h) of each body] with M v' + h the generalised inertia force of the body; dependence
that cancels is removed afterwards. All bodies are differentiated at once, which takes little longer than one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

import casadi as ca

from linkwright.equations import Local
from linkwright.formalisms.derive.bodies import ChartedBody
from linkwright.symbolic import Frame, Label, cross, dense, directional, select_rows

EMPTY = ca.SX(0, 1)


@dataclass(frozen=True, eq=False)
class Chart:
    """Coordinates of one or more bodies: symbols, rates, frames with virtual speeds."""

    local: Local
    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    N: ca.SX
    W: ca.SX
    n: ca.SX
    units: tuple[tuple[int, ...], ...]
    frames: Mapping[str, Frame]
    bodies: tuple[ChartedBody, ...]
    hazards: tuple[tuple[ca.SX, str], ...] = ()

    @cached_property
    def qdot(self) -> ca.SX:
        """q' = N v + n."""
        return dense(self.N @ self.local.v + self.n)


Shares: TypeAlias = list[tuple[ca.SX, ca.SX]]
Derivation: TypeAlias = "Callable[[Chart], Shares]"


def newton_euler(chart: Chart) -> Shares:
    """Newton and Euler, projected on the speeds: M = m Jv^T Jv + Jw^T I Jw, h = m Jv^T av + Jw^T (I aw + w x I w).

    Jv, Jw are the partial velocities of the mass centre's velocity and of the angular velocity (both in world axes);
    av, aw what their time derivatives are at v' = 0.
    """
    local = chart.local
    twists = ca.vertcat(*[column for body in chart.bodies for column in (body.centre.v, body.centre.w)])
    J, a = ca.jacobian(twists, local.v), directional(twists, local.q, chart.qdot)
    project = _projection(local.v.numel())
    shares = []
    for k, body in enumerate(chart.bodies):
        rows = slice(6 * k, 6 * k + 6)
        M, h = project.call([J[rows, :], a[rows], body.centre.R, body.centre.w, body.mass.mass, body.mass.inertia])
        shares.append((M, h))
    return shares


@cache
def _projection(count: int) -> ca.Function:
    """M and h of a body from its partial velocities J = [Jv; Jw] and a = [av; aw], for `count` speeds."""
    J, a, R = ca.SX.sym("J", 6, count), ca.SX.sym("a", 6), ca.SX.sym("R", 3, 3)
    w, mass, inertia = ca.SX.sym("w", 3), ca.SX.sym("m"), ca.SX.sym("I", 3, 3)
    Jv, Jw, av, aw = J[:3, :], J[3:, :], a[:3], a[3:]
    world = R @ inertia @ R.T
    M = mass * (Jv.T @ Jv) + Jw.T @ world @ Jw
    h = mass * (Jv.T @ av) + Jw.T @ (world @ aw + cross(w, world @ w))
    return ca.Function("projection", [J, a, R, w, mass, inertia], [M, h])


def kane(chart: Chart) -> Shares:
    """Generalised inertia forces: partial velocities dotted with the rates of momentum, as Newton and Euler's."""
    return newton_euler(chart)


def lagrange(chart: Chart) -> Shares:
    """Lagrange's operator on the energy, for v = q': M = d^2 T/dv^2, h = (d^2 T/dv dq) q' - dT/dq.

    Euler parameters whose rates are speeds get the square of e . e' added to T, times a moment of inertia, so that it
    has the size of the rest; it is zero on the constraint e . e = 1 and makes M regular there.
    """
    local = chart.local
    energies = [body.energy for body in chart.bodies]
    for group in chart.units:
        stretch = ca.dot(select_rows(local.q, group), select_rows(local.v, group)) ** 2 / 2
        energies = [T + ca.trace(body.mass.inertia) * stretch for T, body in zip(energies, chart.bodies, strict=True)]
    momenta, slopes, inertias, rates = _of_energies(chart, energies)
    del momenta
    return [(M, rate - slope) for M, rate, slope in zip(inertias, rates, slopes, strict=True)]


def boltzmann_hamel(chart: Chart) -> Shares:
    """Boltzmann and Hamel's operator on the energy in quasi-velocities v = W q', q' = N v.

        h_r = (d/dt dT/dv_r at v' = 0) - sum_s dT/dq_s N_sr + sum_k p_k G^k_r,
        G^k_r = sum_s gamma^k_rs v_s,  gamma^k_rs = sum_ij (dW_ki/dq_j - dW_kj/dq_i) N_ir N_js

    with p = dT/dv; the coefficients gamma are computed by differentiation, along N v and along the columns of N.
    """
    local, N, W = chart.local, chart.N, chart.W
    momenta, slopes, inertias, rates = _of_energies(chart, [body.energy for body in chart.bodies])
    forces = [rate - N.T @ slope for rate, slope in zip(rates, slopes, strict=True)]
    if not W.is_constant():
        # p . (dW/dt) N, with dW/dt along q' = N v, less the derivative of p . W q' along the columns of N, q' constant.
        frozen, rate = ca.SX.sym("frozen", local.v.numel()), ca.SX.sym("rate", local.q.numel())
        along = directional(dense(W.T @ frozen), local.q, chart.qdot)
        across = ca.gradient(ca.dot(frozen, W @ rate), local.q)
        hamel = ca.Function("hamel", [frozen, rate, local.q, local.v], [N.T @ (along - across)])
        turning = [hamel.call([p, chart.qdot, local.q, local.v])[0] for p in momenta]
        forces = [h + more for h, more in zip(forces, turning, strict=True)]
    return list(zip(inertias, forces, strict=True))


def _of_energies(chart: Chart, energies: list[ca.SX]) -> tuple[list[ca.SX], ...]:
    """Of each energy T: dT/dv, dT/dq, d^2 T/dv^2 and the rate of dT/dv at v' = 0."""
    local, count = chart.local, chart.local.v.numel()
    variables = ca.vertcat(local.v, local.q)
    gradients = [dense(ca.gradient(T, variables)) for T in energies]
    momenta, slopes = [slope[:count] for slope in gradients], [slope[count:] for slope in gradients]
    every = ca.vertcat(*momenta)
    inertia, rate = ca.jacobian(every, local.v), directional(every, local.q, chart.qdot)
    parts = [slice(count * k, count * (k + 1)) for k in range(len(energies))]
    return momenta, slopes, [inertia[part, :] for part in parts], [rate[part] for part in parts]

"""The decoupled natural orthogonal complement of a branch in symbols: t = N v, N = N_l N_d, link by link.

The twist of a body is t_i = (w, velocity of its origin O_i), in world axes. With the body h that holds it,

    t_i = A_ih t_h + P_i v_i,    A_ih = [[1, 0], [-(O_i - O_h)~, 1]],

so that N_d = diag(P_1, ..., P_n), N_l = (1 - A)^-1 (its blocks are products of A along the tree), and N = N_l N_d.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca

from linkwright.equations.links import TwistMatrices
from linkwright.symbolic import cross, directional, jacobian, settle_all

if TYPE_CHECKING:
    from linkwright.formalisms.charts import Chart, ChartedBody
    from linkwright.formalisms.derivations import Derivation
    from linkwright.formalisms.tree import BranchChart, JointMotion


@dataclass(frozen=True, eq=False)
class Twist:
    """One body: A_ih (6, 6), P_i (6, own speeds), rows N_i (6, n) of N, twist t_i and its rate at v' = 0."""

    holder: int
    A: ca.SX
    P: ca.SX
    N: ca.SX
    t: ca.SX
    rate: ca.SX


def own_twist(motion: JointMotion) -> ca.SX:
    """P_i v_i: what the joint adds to the twist of the body it holds, (w, velocity of the origin), in world axes."""
    if motion.base is None:
        return ca.vertcat(motion.origin.w, motion.origin.v)
    base, relative = motion.base, motion.relative
    if motion.backwards:
        R = base.R @ relative.R.T
        arm = R @ relative.p
        w = -(R @ relative.w)
        at, v = base.p - arm, -(R @ relative.v) - cross(w, arm)
    else:
        w, v = base.R @ relative.w, base.R @ relative.v
        at = base.p + base.R @ relative.p
    return ca.vertcat(w, v + cross(w, motion.origin.p - at))


def twists(made: BranchChart) -> tuple[Twist, ...]:
    """N and its rate of a branch, from the ground outwards.

    rate_i = A_ih rate_h + (0, w_h x (v_i - v_h)) + P_i' v_i.
    """
    local, qdot = made.chart.local, made.chart.qdot
    owns = [own_twist(motion) for motion in made.motions]
    slopes = [jacobian(own, local.v) for own in owns]
    slopes += [jacobian(own, motion.speeds) for own, motion in zip(owns, made.motions, strict=True)]
    settled = settle_all(slopes, local.q)
    found: list[Twist] = []
    for motion, own, whole, P in zip(made.motions, owns, settled, settled[len(owns) :], strict=False):
        rate = directional(own, local.q, qdot)
        if motion.holder < 0:
            found.append(Twist(-1, ca.SX(6, 6), P, whole, ca.densify(whole @ local.v), rate))
            continue
        before = found[motion.holder]
        arm = motion.origin.p - made.motions[motion.holder].origin.p
        A = ca.SX.eye(6)
        A[3:, :3] = -ca.skew(arm)
        A = ca.sparsify(A)
        N = ca.sparsify(A @ before.N + whole)
        t = ca.densify(A @ before.t + whole @ local.v)
        turning = ca.vertcat(ca.SX.zeros(3), cross(before.t[:3], t[3:] - before.t[3:]))
        found.append(Twist(motion.holder, A, P, N, t, ca.densify(A @ before.rate + turning + rate)))
    return tuple(found)


def derivation_along(made: BranchChart) -> Derivation:
    """Newton and Euler in twists, projected by N: M = N_i^T M_i N_i, h = N_i^T (M_i N_i' v + W_i M_i E t_i).

    M_i = [[I, m d~], [-m d~, m 1]] about the origin O_i, with d from there to the mass centre; W_i M_i E t_i =
    (w x I w, m w x (w x d)).
    """
    every = twists(made)

    def derivation(_: Chart, body: ChartedBody) -> tuple[ca.SX, ca.SX]:
        number = int(body.key)
        twist, motion = every[number], made.motions[number]
        M_i = twist_inertia(body, motion)
        w, d = twist.t[:3], body.centre.p - motion.origin.p
        bias = ca.vertcat(cross(w, M_i[:3, :3] @ w), body.mass.mass * cross(w, cross(w, d)))
        return twist.N.T @ M_i @ twist.N, ca.densify(twist.N.T @ (M_i @ twist.rate + bias))

    return derivation


def twist_matrices(made: BranchChart, block: int, bodies: tuple[str, ...]) -> TwistMatrices:
    """N_l, N_d, N and M of a branch, for people to look at."""
    every = twists(made)
    count = len(every)
    local = made.chart.local
    lower = [[ca.SX(6, 6) for _ in range(count)] for _ in range(count)]
    for i, twist in enumerate(every):
        lower[i][i] = ca.SX.eye(6)
        for j in range(i):
            if twist.holder >= 0:
                lower[i][j] = ca.sparsify(twist.A @ lower[twist.holder][j])
    N_d = ca.sparsify(ca.diagcat(*[twist.P for twist in every]))
    N_l = ca.sparsify(ca.blockcat(lower))
    pairs = zip(made.chart.bodies, made.motions, strict=True)
    M = ca.sparsify(ca.diagcat(*[twist_inertia(body, motion) for body, motion in pairs]))
    return TwistMatrices(block, bodies, local.q, local.p, N_l, N_d, ca.sparsify(N_l @ N_d), M)


def twist_inertia(body: ChartedBody, motion: JointMotion) -> ca.SX:
    """Inertia matrix of a twist (6, 6) about the body's origin, in world axes."""
    mass, R = body.mass.mass, body.centre.R
    d = ca.skew(body.centre.p - motion.origin.p)
    I = R @ body.mass.inertia @ R.T - mass * (d @ d)
    return ca.sparsify(ca.blockcat([[I, mass * d], [-mass * d, mass * ca.SX.eye(3)]]))

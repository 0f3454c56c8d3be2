"""The decoupled natural orthogonal complement of a branch in symbols: t = N v, N = N_l N_d, link by link.

The twist of a body is t_i = (w, velocity of its origin O_i), in world axes. With the body h that holds it,

    t_i = A_ih t_h + P_i v_i,    A_ih = [[1, 0], [-(O_i - O_h)~, 1]],

so that N_d = diag(P_1, ..., P_n), N_l = (1 - A)^-1 (its blocks are products of A along the tree), and N = N_l N_d.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import casadi as ca

from linkwright.equations.links import TwistMatrices
from linkwright.formalisms.derive.derivations import Chart, ChartedBody, Derivation, Shares
from linkwright.formalisms.tree.spanning_tree import Branch, BranchChart, JointMotion
from linkwright.symbolic import cross, directional, formula, jacobian, select_rows, settle_all


@dataclass(frozen=True, eq=False)
class Twist:
    """One body: its holder (-1: the ground) and the arm O_i - O_h, its own columns of P_i (6, n), rows N_i of N (6, n).

    `t` is its twist, `rate` that at v' = 0.
    """

    holder: int
    arm: ca.SX
    P: ca.SX
    N: ca.SX
    t: ca.SX
    rate: ca.SX


def own_twist(motion: JointMotion) -> ca.SX:
    """P_i v_i: what the joint adds to the twist of the body it holds, (w, velocity of the origin), in world axes."""
    relative = motion.relative
    if motion.base is None:
        return ca.vertcat(relative.w, relative.v)
    given = (relative.p, relative.w, relative.v, motion.held.R, motion.offset)
    return _joint_twist_backwards(*given) if motion.backwards else _joint_twist(motion.base.R, *given)


@formula((3, 3), (3, 1), (3, 1), (3, 1), (3, 3), (3, 1))
def _joint_twist(R: ca.SX, shift: ca.SX, spin: ca.SX, slide: ca.SX, held: ca.SX, offset: ca.SX) -> ca.SX:
    del shift
    w = R @ spin
    return ca.vertcat(w, R @ slide + cross(w, held @ offset))


@formula((3, 1), (3, 1), (3, 1), (3, 3), (3, 1))
def _joint_twist_backwards(shift: ca.SX, spin: ca.SX, slide: ca.SX, held: ca.SX, offset: ca.SX) -> ca.SX:
    w = -(held @ spin)
    return ca.vertcat(w, cross(w, held @ (offset - shift)) - held @ slide)


def twists(made: BranchChart) -> tuple[Twist, ...]:
    """N and its rate of a branch, from the ground outwards.

    rate_i = A_ih rate_h + (0, w_h x (v_i - v_h)) + P_i' v_i.
    """
    local, qdot = made.chart.local, made.chart.qdot
    owns = ca.vertcat(*[own_twist(motion) for motion in made.motions])
    slopes = ca.vertsplit(jacobian(owns, local.v), 6)
    rates = directional(owns, local.q, qdot)
    outwards = _outwards(local.v.numel())
    zero = [ca.SX(6, local.v.numel()), ca.SX.zeros(6), ca.SX.zeros(6)]
    found: list[Twist] = []
    for k, (motion, P) in enumerate(zip(made.motions, settle_all(slopes, local.q, local.p), strict=True)):
        arm, before = ca.SX.zeros(3), zero
        if motion.holder >= 0:
            holder = found[motion.holder]
            arm = made.chart.bodies[k].origin.p - made.chart.bodies[motion.holder].origin.p
            before = [holder.N, holder.t, holder.rate]
        N, t, rate = outwards.call([arm, *before, P, select_rows(rates, range(6 * k, 6 * k + 6)), local.v])
        found.append(Twist(motion.holder, arm, P, N, t, rate))
    return tuple(found)


@cache
def _outwards(count: int) -> ca.Function:
    """N_i, t_i and its rate from those of the holder, for `count` speeds."""
    arm, N, t, rate = ca.SX.sym("r", 3), ca.SX.sym("N", 6, count), ca.SX.sym("t", 6), ca.SX.sym("s", 6)
    P, own, v = ca.SX.sym("P", 6, count), ca.SX.sym("o", 6), ca.SX.sym("v", count)
    A = twist_transfer(arm)
    moved = A @ t + P @ v
    turning = ca.vertcat(ca.SX.zeros(3), cross(t[:3], moved[3:] - t[3:]))
    return ca.Function("outwards", [arm, N, t, rate, P, own, v], [A @ N + P, moved, A @ rate + turning + own])


def twist_transfer(arm: ca.SX) -> ca.SX:
    """A_ih (6, 6): the twist that a body would have if it were fixed to its holder, `arm` from there."""
    A = ca.SX.eye(6)
    A[3:, :3] = -ca.skew(arm)
    return ca.sparsify(A)


def derivation_along(made: BranchChart) -> Derivation:
    """Newton and Euler in twists, projected by N: M = N_i^T M_i N_i, h = N_i^T (M_i N_i' v + W_i M_i E t_i).

    M_i = [[I, m d~], [-m d~, m 1]] about the origin O_i, with d from there to the mass centre; W_i M_i E t_i =
    (w x I w, m w x (w x d)).
    """

    def derivation(chart: Chart) -> Shares:
        project = _projection(chart.local.v.numel())
        shares = []
        for twist, body in zip(twists(made), chart.bodies, strict=True):
            M, h = project.call([twist.N, twist.t, twist.rate, *_of_body(body)])
            shares.append((M, h))
        return shares

    return derivation


def _of_body(body: ChartedBody) -> list[ca.SX]:
    return [body.mass.mass, body.mass.inertia, body.centre.R, body.centre.p, body.origin.p]


@cache
def _projection(count: int) -> ca.Function:
    """N_i^T M_i N_i and h of a body, for `count` speeds."""
    N, t, rate = ca.SX.sym("N", 6, count), ca.SX.sym("t", 6), ca.SX.sym("s", 6)
    given = [ca.SX.sym("m"), ca.SX.sym("I", 3, 3), ca.SX.sym("R", 3, 3), ca.SX.sym("c", 3), ca.SX.sym("o", 3)]
    mass, _, _, centre, origin = given
    M_i = twist_inertia(*given)
    w, d = t[:3], centre - origin
    bias = ca.vertcat(cross(w, M_i[:3, :3] @ w), mass * cross(w, cross(w, d)))
    return ca.Function("projection", [N, t, rate, *given], [N.T @ M_i @ N, N.T @ (M_i @ rate + bias)])


def twist_matrices(made: BranchChart, block: int, branch: Branch) -> TwistMatrices:
    """N_l, N_d, N and M of a branch, for people to look at."""
    every = twists(made)
    count = len(every)
    local = made.chart.local
    lower = [[ca.SX(6, 6) for _ in range(count)] for _ in range(count)]
    for i, twist in enumerate(every):
        lower[i][i] = ca.SX.eye(6)
        for j in range(i):
            if twist.holder >= 0:
                lower[i][j] = ca.sparsify(twist_transfer(twist.arm) @ lower[twist.holder][j])
    N_d = ca.sparsify(ca.vertcat(*[twist.P for twist in every]))
    N_l = ca.sparsify(ca.blockcat(lower))
    M = ca.sparsify(ca.diagcat(*[twist_inertia(*_of_body(body)) for body in made.chart.bodies]))
    return TwistMatrices(
        block,
        tuple(step.body for step in branch.steps),
        tuple(step.joint for step in branch.steps),
        tuple(tuple(sorted(set(ca.sparsify(twist.P).sparsity().get_triplet()[1]))) for twist in every),
        local.q,
        local.v,
        local.p,
        made.chart.qdot,
        N_l,
        N_d,
        ca.sparsify(N_l @ N_d),
        M,
    )


def twist_inertia(mass: ca.SX, inertia: ca.SX, R: ca.SX, centre: ca.SX, origin: ca.SX) -> ca.SX:
    """Inertia matrix of a twist (6, 6) about the body's origin, in world axes."""
    d = ca.skew(centre - origin)
    I = R @ inertia @ R.T - mass * (d @ d)
    return ca.sparsify(ca.blockcat([[I, mass * d], [-mass * d, mass * ca.SX.eye(3)]]))

"""Forward dynamics link by link, written out as straight-line code: the factorisation N^T M N = U D U^T and its use.

Loops are open at the constraints. With W the solution of U W = A^T (a pass from the constraints to the ground) and D
block diagonal, the multipliers at the constraints follow from A (N^T M N)^-1 A^T = W^T D^-1 W, whose entries are sums
over the links that two constraints have in common on their ways to the ground. Speeds that are no link's (currents,
rotors) stand beside with their own inertia.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.elimination import (
    Ranking,
    Straight,
    dropped_residual,
    eliminate_symbolically,
    ranked_rows,
    solve_ldl,
)
from linkwright.dynamics.joins.link_kernels import LinkKernels
from linkwright.dynamics.system.system import System
from linkwright.equations.links import Links
from linkwright.symbolic import scalars, select_rows, together


def links_or_refuse(system_name: str, links: object) -> Links:
    """The links of a record, or a refusal in words."""
    if not isinstance(links, Links):
        reason = (
            f"Recursion needs the links of {system_name} kept in its equations; derive them with "
            "lw.formalisms.denoc(machine), or take joins.Multipliers() or joins.Complement()"
        )
        raise Refused(reason, [])
    return links


@dataclass(eq=False)
class _Link:
    """A link while code is written: its kernels and what they gave."""

    kernels: LinkKernels
    holder: int
    q: list[int]
    v: list[int]
    c: ca.SX
    x: ca.SX
    V: ca.SX
    g: ca.SX


class Unrolled:
    """The recursion of all links of a system, in symbols."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.links = links_or_refuse(system.equations.name, system.links)
        self.planar = all(uses.type.planar for uses in self.links.uses)
        self.made: list[_Link] = []
        self.pivots: list[ca.SX] = []
        kernels = [LinkKernels(uses.type, self.planar) for uses in self.links.uses]
        places = self.links.places
        for number in range(len(self.links)):
            kind, row = places[number]
            self._outward(kernels[kind], kind, row)
        self.speeds = [k for link in self.made for k in link.v]

    @property
    def size(self) -> int:
        """Components of a twist."""
        return 3 if self.planar else 6

    def _outward(self, kernels: LinkKernels, kind: int, row: int) -> None:
        system, uses = self.system, self.links.uses[kind]
        q, v, p = uses.q[row].tolist(), uses.v[row].tolist(), uses.p[row].tolist()
        c = kernels.algebra.constants(select_rows(system.p, p))
        holder = int(uses.holder[row])
        V_h = self.made[holder].V if holder >= 0 else ca.SX.zeros(self.size)
        x, V = kernels.outward(select_rows(system.q, q), select_rows(system.v, v), V_h, c)
        self.made.append(_Link(kernels, holder, q, v, c, x, V, ca.SX(0, 1)))

    def forces(self, alike: frozenset[str]) -> ca.SX:
        """Generalised forces of all loads; of the weights, which act as an acceleration of the ground, what differs.

        A weight is linear in its own gravity: with g_own - g in its place it gives what a body with a gravity of its
        own has more than the others. `alike` are bodies that have none of their own, and are left out.
        """
        system, links = self.system, self.links
        total = [ca.SX(0)] * system.n
        bodies = {f"{name}.weight": number for number, name in enumerate(links.names)}
        common = together(links.common_gravity(scalars(system.p), ca.SX(0)))
        weights = (uses.type.weight for uses in system.equations.loads for _ in range(len(uses)))
        for weight, (name, _, v, share) in zip(weights, system.load_shares, strict=True):
            effort = share
            if weight and name in bodies:
                number = bodies[name]
                if links.names[number] in alike:
                    continue
                own = select_rows(system.p, links.own_gravity[number].tolist())
                effort = ca.substitute(share, own, own - common)
            for k, value in enumerate(ca.vertsplit(effort)):
                total[v[k]] += value
        return ca.vertcat(*total)

    def free(self, forces: ca.SX) -> ca.SX:
        """Accelerations of the links without constraints (n, zero elsewhere); the factorisation is kept."""
        system, b = self.system, self.size
        articulated = [ca.SX.zeros(b * (b + 1) // 2 + b) for _ in self.made]
        for number in reversed(range(len(self.made))):
            link = self.made[number]
            held = articulated[link.holder] if link.holder >= 0 else ca.SX.zeros(articulated[number].numel())
            q, v = select_rows(system.q, link.q), select_rows(system.v, link.v)
            link.g, held, pivots = link.kernels.inward(
                link.x, q, v, link.V, link.c, select_rows(forces, link.v), articulated[number], held
            )
            self.pivots.append(pivots)
            if link.holder >= 0:
                articulated[link.holder] = held
        result = ca.SX.zeros(system.n)
        accelerations: list[ca.SX] = []
        for link in self.made:
            a_h = accelerations[link.holder] if link.holder >= 0 else self._ground()
            q, v = select_rows(system.q, link.q), select_rows(system.v, link.v)
            a, rate = link.kernels.forward(link.x, q, v, link.V, link.c, link.g, a_h)
            accelerations.append(a)
            if link.v:
                result[link.v] = rate
        return result

    def _ground(self) -> ca.SX:
        """Acceleration of the ground that acts like the weights: -g."""
        g = [self.system.p[int(k)] if k >= 0 else ca.SX(0) for k in self.links.gravity]
        return ca.vertcat(0, -g[0], -g[1]) if self.planar else ca.vertcat(ca.SX.zeros(3), *[-x for x in g])

    def columns(self, right: ca.SX) -> tuple[ca.SX, ca.SX]:
        """W with U W = right (n, m), column by column, and D^-1 W."""
        n, m = right.shape
        W, scaled = ca.SX(n, m), ca.SX(n, m)
        for j in range(m):
            waiting: dict[int, ca.SX] = {}
            for number in reversed(range(len(self.made))):
                link = self.made[number]
                tau = right[link.v, j]
                if number not in waiting and not tau.nnz():
                    continue
                w = waiting.pop(number, ca.SX.zeros(self.size))
                u, w_h = link.kernels.column(link.x, link.c, link.g, w, ca.densify(tau))
                if link.v:
                    W[link.v, j] = u
                    k = link.kernels.speeds
                    at = link.g.numel() - k * k - k
                    scaled[link.v, j] = ca.reshape(select_rows(link.g, range(at, at + k * k)), k, k) @ u
                if link.holder >= 0:
                    waiting[link.holder] = waiting.get(link.holder, ca.SX.zeros(self.size)) + w_h
        return ca.sparsify(W), ca.sparsify(scaled)

    def spread(self, scaled: ca.SX) -> ca.SX:
        """Accelerations of forces whose D^-1 U^-1 f is given: the solution with U^T."""
        result = ca.SX.zeros(self.system.n)
        accelerations: list[ca.SX] = []
        for link in self.made:
            a_h = accelerations[link.holder] if link.holder >= 0 else ca.SX.zeros(self.size)
            a, rate = link.kernels.spread(link.x, link.c, link.g, ca.densify(select_rows(scaled, link.v)), a_h)
            accelerations.append(a)
            if link.v:
                result[link.v] = rate
        return result


def ranked_links(system: System, p: Array, M: Array, A: Array, b: Array) -> Ranking:
    """Rows of `recursion`, and the bodies that have no gravity of their own for parameter values p."""
    links = links_or_refuse(system.equations.name, system.links)
    check_pivots(system, M)
    return replace(ranked_rows(system, A, b), plain=links.alike(p))


def recursion(system: System, ranking: Ranking) -> Straight:
    """Code of v' by the recursion over links, multipliers at the constraints by W^T D^-1 W.

    It leaves out what bodies without a gravity of their own do not need; with other parameter values, where one of them
    has, the code does not serve any more (`dropped` is 1).
    """
    links = links_or_refuse(system.equations.name, system.links)
    kept, dropped = list(ranking.kept), list(ranking.dropped)
    unrolled = Unrolled(system)
    forces = unrolled.forces(ranking.plain)
    vdot = unrolled.free(forces)
    others = sorted(set(range(system.n)) - set(unrolled.speeds))
    rows, right = system.A[kept, :], select_rows(system.b, kept)
    pivots = list(unrolled.pivots)
    spread = ca.SX(system.n, len(kept))
    if others:
        both, D = solve_ldl(system.M[others, others], ca.horzcat(select_rows(system.f, others), rows[:, others].T))
        vdot[others] = both[:, 0]
        spread[others, :] = ca.sparsify(both[:, 1:])
        pivots.append(D)
    if kept:
        W, scaled = unrolled.columns(ca.sparsify(rows.T))
        reduced = W.T @ scaled + rows[:, others] @ ca.sparsify(spread)[others, :]
        l, D = solve_ldl(ca.sparsify(reduced), ca.densify(right - rows @ vdot))
        vdot = vdot + unrolled.spread(ca.densify(scaled @ l)) + ca.densify(spread @ l)
        pivots.append(D)
    vdot = ca.densify(vdot)
    signed = ca.veccat(*eliminate_symbolically(system, ranking.pivots).pivots)
    return Straight(
        vdot,
        ca.veccat(*pivots),
        signed,
        ca.vertcat(dropped_residual(system, dropped, vdot), differing(system, links, ranking.plain)),
        ranking.kept,
        ranking.dropped,
    )


def differing(system: System, links: Links, alike: frozenset[str]) -> ca.SX:
    """1 where a body that was taken to have no gravity of its own has one."""
    common = together(links.common_gravity(scalars(system.p), ca.SX(0)))
    rows = [row.tolist() for name, row in zip(links.names, links.own_gravity, strict=True) if name in alike]
    if not rows or not links.axes:
        return ca.SX(0, 1)
    return ca.densify(ca.mmax(ca.vertcat(*[ca.SX(ca.ne(system.p[row], common)) for row in rows])))


def check_pivots(system: System, M: Array) -> None:
    """Refuse a joint that nothing with inertia hangs on: its D is singular whatever the loops hold."""
    speeds: list[int] = system.cached("speeds of links", lambda: Unrolled(system).speeds)
    part = M[np.ix_(speeds, speeds)]
    d = np.sqrt(np.maximum(np.diag(part), 0.0))
    if not d.size:
        return
    safe = np.where(d > 0, d, 1.0)
    values, vectors = linear_algebra.eigh(part / np.outer(safe, safe))
    if values[0] > 1e-13:  # on a unit diagonal: below is rounding
        return
    loose = np.flatnonzero(np.max(np.abs(vectors[:, values <= 1e-13]), axis=1) > 1e-8)
    names = [system.equations.speed_names[speeds[k]] for k in loose]
    reason = (
        f"Recursion divides by the inertia that hangs on each joint, and {', '.join(names)} has none (massless parts "
        "that only loops hold); give those parts a mass, or take joins.Complement() or joins.Multipliers()"
    )
    raise Refused(reason, names)

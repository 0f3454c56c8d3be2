"""Kernels of one type of link: SX functions that a recursion calls link after link, in symbols or as machine code.

b is the number of components of a twist (6, or 3 in the plane), k that of the joint's speeds, s = b (b + 1) / 2.

    outward   q, v, V_h, c           -> x, V                     twists, from the ground outwards
    inward    x, q, v, V, c, tau, I, I_h -> g, I_h, D            articulated inertia and bias (s + b), to the holder
    forward   x, q, v, V, c, g, a_h  -> a, v'                    accelerations
    column    x, c, g, w, tau        -> u, w_h                   a column of forces: solves with the triangular factor
    spread    x, c, g, du, a_h       -> a, dv'                   the other factor
    bias      q, v, v', V_h, a_h, c  -> x, V, a, f               inverse dynamics: twists, accelerations, wrenches
    gather    x, c, f, f_h           -> tau, f_h                 and the joint's forces
    pose      P_h, x, c, V           -> P, e, t                  poses of link and body, twist of the body (world axes)
    seat      P, c, f                -> w                        a wrench on the body (world axes) in the link's frame
    lift      P, c, V, a, a_0        -> t'                       acceleration of the body; a_0 is that of the ground
    energy    P, c, V, a_0           -> T, U                     kinetic energy, and potential energy of the weight

g = (K, D^-1, D^-1 u): what elimination of the joint leaves, the last k of it for the forces at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from linkwright.dynamics.joins.link_algebra import PLANE, SPACE, LinkAlgebra, from_lower, lower_entries
from linkwright.equations.links import LinkType
from linkwright.symbolic import cross, select_rows


@dataclass(frozen=True, eq=False)
class LinkKernels:
    """The kernels of one type of link."""

    type: LinkType
    planar: bool

    @cached_property
    def algebra(self) -> LinkAlgebra:
        """Its algebra."""
        return LinkAlgebra(self.type, PLANE if self.planar else SPACE)

    @property
    def size(self) -> int:
        """b."""
        return len(self.algebra.basis)

    @property
    def speeds(self) -> int:
        """k."""
        return self.type.v.numel()

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Lengths of c, x, g."""
        k = self.speeds
        places = self.algebra.fixed.symbols.numel(), self.algebra.moving.symbols.numel()
        return *places, self.stored_entries.numel() + k * k + k

    @cached_property
    def _elimination(self) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX, ca.SX]:
        entries = ca.SX.sym("I", self.size * (self.size + 1) // 2)
        articulated = from_lower(entries, self.size) + self.algebra.inertia
        return entries, *self.algebra.eliminate(articulated)

    @cached_property
    def stored_entries(self) -> ca.SX:
        """Entries of K that are not known beforehand."""
        K = self._elimination[1]
        return ca.vertcat(*[K[i, j] for i, j in self._places]) if self._places else ca.SX(0, 1)

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        K = self._elimination[1]
        return [(i, j) for j in range(K.shape[1]) for i in range(K.shape[0]) if not ca.SX(K[i, j]).is_constant()]

    def _unpack(self, g: ca.SX) -> tuple[ca.SX, ca.SX, ca.SX]:
        """K, D^-1, D^-1 u of g."""
        K = ca.SX(self._elimination[1])
        count, k = len(self._places), self.speeds
        for n, (i, j) in enumerate(self._places):
            K[i, j] = g[n]
        D = select_rows(g, range(count, count + k * k))
        return K, ca.reshape(D, k, k), select_rows(g, range(count + k * k, g.numel()))

    @cached_property
    def outward(self) -> ca.Function:
        """Twists."""
        a = self.algebra
        q, v, c, x, _ = a.own
        V_h = ca.SX.sym("V_h", self.size)
        V = a.outwards(V_h) + ca.densify(a.S @ v)
        values = a.moving.values
        V = ca.substitute([V], [x], [values])[0] if x.numel() else V
        return ca.Function("outward", [q, v, V_h, c], [ca.densify(values), ca.densify(V)])

    @cached_property
    def inward(self) -> ca.Function:
        """Elimination of the joint; pivots last."""
        return self._inward(first=False)

    @cached_property
    def inward_first(self) -> ca.Function:
        """The same for the first link that comes to its holder: nothing is there to be added to."""
        return self._inward(first=True)

    def _inward(self, *, first: bool) -> ca.Function:
        a = self.algebra
        q, v, c, x, _ = a.own
        b = self.size
        V, tau = ca.SX.sym("V", b), ca.SX.sym("tau", self.speeds)
        entries, K, inverse, left, pivots = self._elimination
        p_A = ca.SX.sym("p_A", b)
        s = entries.numel()
        held = ca.SX.sym("held", s + b)
        wrench = p_A + a.bias_wrench(V)
        acceleration = a.bias_acceleration(V)
        u = tau - a.project(wrench)
        moved = lower_entries(a.inertia_inwards(left))
        passed = a.inwards(ca.densify(wrench + left @ acceleration + K @ u))
        g = ca.vertcat(self.stored_entries, ca.vec(inverse), inverse @ u)
        out = ca.vertcat(moved, passed)
        given = [x, q, v, V, c, tau, ca.vertcat(entries, p_A)]
        if not first:
            out, given = held + out, [*given, held]
        return ca.Function("inward", given, [ca.densify(g), ca.densify(out), ca.densify(pivots)])

    @cached_property
    def forward(self) -> ca.Function:
        """Accelerations."""
        a = self.algebra
        q, v, c, x, _ = a.own
        b = self.size
        V, g, a_h = ca.SX.sym("V", b), ca.SX.sym("g", self.sizes[2]), ca.SX.sym("a_h", b)
        K, _, du = self._unpack(g)
        bare = a.outwards(a_h) + a.bias_acceleration(V)
        rate = du - K.T @ bare
        return ca.Function("forward", [x, q, v, V, c, g, a_h], [ca.densify(bare + a.S @ rate), ca.densify(rate)])

    @cached_property
    def column(self) -> ca.Function:
        """One column of generalised forces and wrenches towards the holder."""
        a = self.algebra
        _, _, c, x, _ = a.own
        g, w, tau = ca.SX.sym("g", self.sizes[2]), ca.SX.sym("w", self.size), ca.SX.sym("tau", self.speeds)
        K, _, _ = self._unpack(g)
        u = tau + a.project(w)
        return ca.Function("column", [x, c, g, w, tau], [ca.densify(u), a.inwards(ca.densify(w - K @ u))])

    @cached_property
    def spread(self) -> ca.Function:
        """Accelerations of forces alone."""
        a = self.algebra
        _, _, c, x, _ = a.own
        g, du, a_h = ca.SX.sym("g", self.sizes[2]), ca.SX.sym("du", self.speeds), ca.SX.sym("a_h", self.size)
        K, _, _ = self._unpack(g)
        bare = a.outwards(a_h)
        rate = du - K.T @ bare
        return ca.Function("spread", [x, c, g, du, a_h], [ca.densify(bare + a.S @ rate), ca.densify(rate)])

    @cached_property
    def bias(self) -> ca.Function:
        """Twists, accelerations and wrenches of given v'."""
        a = self.algebra
        q, v, c, x, _ = a.own
        b = self.size
        V_h, a_h, rate = ca.SX.sym("V_h", b), ca.SX.sym("a_h", b), ca.SX.sym("rate", self.speeds)
        V = a.outwards(V_h) + ca.densify(a.S @ v)
        acceleration = a.outwards(a_h) + a.bias_acceleration(V) + ca.densify(a.S @ rate)
        wrench = ca.densify(a.inertia @ acceleration) + a.bias_wrench(V)
        values = a.moving.values
        results = [V, acceleration, wrench]
        results = ca.substitute(results, [x], [values]) if x.numel() else results
        return ca.Function("bias", [q, v, rate, V_h, a_h, c], [ca.densify(e) for e in (values, *results)])

    @cached_property
    def gather(self) -> ca.Function:
        """Forces of the joint, and the wrench at the holder."""
        a = self.algebra
        _, _, c, x, _ = a.own
        f, f_h = ca.SX.sym("f", self.size), ca.SX.sym("f_h", self.size)
        return ca.Function("gather", [x, c, f, f_h], [a.project(f), ca.densify(f_h + a.inwards(f))])

    # -- between the link and its body in world axes ----------------------------------------------------------------

    def _pose_of(self, P: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Rotation and position of a pose: (cos, sin, x, y) in the plane, R by columns and p in space."""
        if self.planar:
            turn = ca.blockcat([[P[0], -P[1], 0], [P[1], P[0], 0], [0, 0, 1]])
            return ca.sparsify(turn), ca.vertcat(P[2], P[3], 0)
        return ca.reshape(P[:9], 3, 3), P[9:]

    def _flat(self, R: ca.SX, p: ca.SX) -> ca.SX:
        R, p = ca.densify(R), ca.densify(p)
        return ca.vertcat(R[0, 0], R[1, 0], p[0], p[1]) if self.planar else ca.vertcat(ca.vec(R), p)

    @property
    def pose_size(self) -> int:
        """Length of P."""
        return 4 if self.planar else 12

    @cached_property
    def pose(self) -> ca.Function:
        """Poses."""
        a = self.algebra
        _, _, c, x, _ = a.own
        P_h, V = ca.SX.sym("P_h", self.pose_size), ca.SX.sym("V", self.size)
        R_f, r_f = a.fixed.rewritten[:2]
        R_b, r_b = a.fixed.rewritten[5:7]
        R, r = a.moving.rewritten[:2]
        R_h, p_h = self._pose_of(P_h)
        turned = R_h @ R_f
        p = p_h + R_h @ r_f + turned @ r
        turned = turned @ R
        w, v = a.whole(V)
        arm = ca.densify(r_b)
        body = turned @ R_b, p + turned @ arm
        twist = a.basis_components(turned @ w, turned @ (v + cross(w, arm)))
        return ca.Function("pose", [P_h, x, c, V], [self._flat(turned, p), self._flat(*body), twist])

    @cached_property
    def energy(self) -> ca.Function:
        """Kinetic energy, and potential energy of the weight, by the acceleration of the ground that stands for it."""
        a = self.algebra
        P, V, ground = (ca.SX.sym(name, n) for name, n in (("P", self.pose_size), ("V", self.size), ("a_0", self.size)))
        R, p = self._pose_of(P)
        mass, moment = a.fixed.rewritten[2:4]
        _, upwards = a.whole(ground)
        kinetic = ca.dot(V, a.inertia @ V) / 2
        return ca.Function("energy", [P, a.fixed.symbols, V, ground], [kinetic, ca.dot(upwards, mass * p + R @ moment)])

    @cached_property
    def seat(self) -> ca.Function:
        """A wrench brought to the link."""
        a = self.algebra
        P, f = ca.SX.sym("P", self.pose_size), ca.SX.sym("f", self.size)
        R, _ = self._pose_of(P)
        m, force = a.whole(f)
        force = R.T @ force
        moment = R.T @ m + cross(a.fixed.rewritten[6], force)
        return ca.Function("seat", [P, a.fixed.symbols, f], [a.basis_components(moment, force)])

    @cached_property
    def lift(self) -> ca.Function:
        """Acceleration of the body."""
        a = self.algebra
        b = self.size
        P, V, rate, ground = (ca.SX.sym(name, n) for name, n in (("P", self.pose_size), ("V", b), ("a", b), ("a_0", b)))
        R, _ = self._pose_of(P)
        w, v = a.whole(V)
        dw, dv = a.whole(rate)
        arm = ca.densify(a.fixed.rewritten[6])
        linear = dv + cross(w, v) + cross(dw, arm) + cross(w, cross(w, arm))
        _, still = a.whole(ground)
        return ca.Function(
            "lift", [P, a.fixed.symbols, V, rate, ground], [a.basis_components(R @ dw, R @ linear - still)]
        )

"""The recursions of one type of link in symbols: what is done at a link when forces and accelerations pass through it.

Twists, wrenches and inertias are in the link's own frame: six components (w, v), or, where all links move in one plane,
three (w_z, v_x, v_y). With IA the articulated inertia and pA the bias wrench of a link,

    U = IA S,  D = S^T U,  K = U D^-1,  u = tau - S^T pA
    to the holder:  X^T (IA - K U^T) X,  X^T (pA + (IA - K U^T) c + K u)
    outwards:       a' = X a_h + c,  v' = D^-1 u - K^T a',  a = a' + S v'

which is the factorisation N^T M N = U D U^T with unit triangular U, taken link by link (S. K. Saha, A decomposition of
the manipulator inertia matrix, IEEE Transactions on Robotics and Automation 13, 1997; R. Featherstone, Rigid Body
Dynamics Algorithms, 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca

from linkwright.equations.links import LinkType
from linkwright.symbolic import cross, select_rows

SPACE, PLANE = (0, 1, 2, 3, 4, 5), (2, 3, 4)


@dataclass(frozen=True, eq=False)
class Atoms:
    """Entries of some matrices that are not constant, each once: `symbols` stand for them, `values` are they."""

    symbols: ca.SX
    values: ca.SX
    rewritten: tuple[ca.SX, ...]

    @staticmethod
    def of(matrices: Sequence[ca.SX], name: str) -> Atoms:
        """Take out what changes; an entry and its negative count as one."""
        places: dict[int, int] = {}
        values: list[ca.SX] = []
        plans: list[list[tuple[int, int]]] = []
        for matrix in matrices:
            plan = []
            entries: list[Any] = ca.sparsify(matrix).nonzeros()
            for entry in entries:
                value = ca.SX(entry)
                sign = 1
                if value.is_constant():
                    plan.append((-1, 1))
                    continue
                if value.n_dep() == 1 and value.op() == ca.OP_NEG:
                    value, sign = value.dep(0), -1
                key = int(value.element_hash())
                if key not in places:
                    places[key] = len(values)
                    values.append(value)
                plan.append((places[key], sign))
            plans.append(plan)
        symbols = ca.SX.sym(name, len(values))
        rewritten = []
        for matrix, plan in zip(matrices, plans, strict=True):
            sparse = ca.sparsify(matrix)
            known: list[Any] = sparse.nonzeros()
            new = [
                ca.SX(entry) if at < 0 else sign * symbols[at] for entry, (at, sign) in zip(known, plan, strict=True)
            ]
            rewritten.append(ca.SX(sparse.sparsity(), ca.vertcat(*new)) if new else sparse)
        return Atoms(symbols, ca.vertcat(*values) if values else ca.SX(0, 1), tuple(rewritten))


@dataclass(frozen=True, eq=False)
class LinkAlgebra:
    """Functions of one link type; `basis` are the components of twists that are kept."""

    type: LinkType
    basis: tuple[int, ...]

    # -- what does not change, and what changes with q ------------------------------------------------------------

    @cached_property
    def fixed(self) -> Atoms:
        """Constants of the link: place of the joint, mass, moment, inertia, place of the body, joint's parameters."""
        t = self.type
        lower = ca.tril(ca.densify(t.inertia))
        return Atoms.of([t.R_fixed, t.r_fixed, ca.SX(t.mass), t.moment, lower, t.R_body, t.r_body, t.p_joint], "c")

    @cached_property
    def moving(self) -> Atoms:
        """What changes with q: the joint's rotation and displacement, its axes, and their rates."""
        t = self.type
        return Atoms.of(self._by_constants([t.R, t.r, t.S]), "x")

    def _by_constants(self, expressions: list[ca.SX]) -> list[ca.SX]:
        """Expressions of the joint's motion, its parameters among the constants."""
        t = self.type
        return ca.substitute(expressions, [t.p_joint], [self.fixed.rewritten[7]]) if t.p_joint.numel() else expressions

    @property
    def constants(self) -> ca.Function:
        """p -> constants."""
        return ca.Function("constants", [self.type.p], [ca.densify(self.fixed.values)])

    @cached_property
    def own(self) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX, ca.SX]:
        """Symbols of one link: q, v, constants c, moving x, and drift's own dependence (expressed in q, v)."""
        drift = self._by_constants([self.type.drift])[0]
        return self.type.q, self.type.v, self.fixed.symbols, self.moving.symbols, drift

    @property
    def S(self) -> ca.SX:
        """Axes of the joint in the basis."""
        return ca.sparsify(self.moving.rewritten[2][list(self.basis), :])

    @property
    def unit(self) -> list[int] | None:
        """Places in the basis of the joint's axes, if each is one component of the twist."""
        S = self.S
        if not S.is_constant() or S.nnz() != S.shape[1]:
            return None
        rows, columns = S.sparsity().get_triplet()
        values: list[Any] = S.nonzeros()
        if sorted(columns) != list(range(S.shape[1])) or any(float(x) != 1 for x in values):
            return None
        return [rows[columns.index(k)] for k in range(S.shape[1])]

    # -- embedding in six components ------------------------------------------------------------------------------

    def whole(self, twist: ca.SX) -> tuple[ca.SX, ca.SX]:
        """The two vectors of a twist or wrench given in the basis."""
        six = ca.SX(6, 1)
        for k, place in enumerate(self.basis):
            six[place] = twist[k]
        return six[:3], six[3:]

    def basis_components(self, first: ca.SX, second: ca.SX) -> ca.SX:
        """Components of the basis."""
        return ca.densify(select_rows(ca.vertcat(ca.densify(first), ca.densify(second)), self.basis))

    # -- passing through the joint --------------------------------------------------------------------------------

    def outwards(self, twist: ca.SX) -> ca.SX:
        """X t: the holder's twist (or acceleration) at the link, in its axes."""
        R_f, r_f = self.fixed.rewritten[:2]
        R, r = self.moving.rewritten[:2]
        w, v = self.whole(twist)
        w, v = R_f.T @ w, R_f.T @ (v + cross(w, r_f))
        w, v = R.T @ w, R.T @ (v + cross(w, r))
        return self.basis_components(w, v)

    def inwards(self, wrench: ca.SX) -> ca.SX:
        """X^T f: a wrench of the link at its holder, in the holder's axes."""
        R_f, r_f = self.fixed.rewritten[:2]
        R, r = self.moving.rewritten[:2]
        m, f = self.whole(wrench)
        for turn, arm in ((R, r), (R_f, r_f)):
            f = turn @ f
            m = turn @ m + cross(arm, f)
        return self.basis_components(m, f)

    def inertia_inwards(self, inertia: ca.SX) -> ca.SX:
        """X^T I X of a symmetric matrix in the basis."""
        R_f, r_f = self.fixed.rewritten[:2]
        R, r = self.moving.rewritten[:2]
        six = ca.SX(6, 6)
        rows, columns = inertia.sparsity().get_triplet()
        for i, j in zip(rows, columns, strict=True):
            six[self.basis[i], self.basis[j]] = inertia[i, j]
        A, B, C = six[:3, :3], six[:3, 3:], six[3:, 3:]
        for turn, arm in ((R, r), (R_f, r_f)):
            if not _is_one(turn):
                A, B, C = turn @ A @ turn.T, turn @ B @ turn.T, turn @ C @ turn.T
            if arm.nnz():
                a = ca.sparsify(ca.skew(ca.densify(arm)))
                A = A - B @ a
                B = B + a @ C
                A = A + a @ B.T
        moved = ca.blockcat([[A, B], [B.T, C]])
        return moved[list(self.basis), list(self.basis)]

    # -- inertia and bias -----------------------------------------------------------------------------------------

    @property
    def inertia(self) -> ca.SX:
        """Inertia matrix of the link's body about its origin, [[J, h~], [-h~, m 1]]."""
        mass, moment, lower = self.fixed.rewritten[2:5]
        J = ca.tril2symm(lower)
        h = ca.skew(ca.densify(moment))
        six = ca.sparsify(ca.blockcat([[J, h], [-h, mass * ca.SX.eye(3)]]))
        return six[list(self.basis), list(self.basis)]

    def bias_wrench(self, twist: ca.SX) -> ca.SX:
        """V x* (I V): the wrench that keeps a twist constant in the link's axes."""
        w, v = self.whole(twist)
        L, P = self.whole(ca.densify(self.inertia @ twist))
        return self.basis_components(cross(w, L) + cross(v, P), cross(w, P))

    def bias_acceleration(self, twist: ca.SX) -> ca.SX:
        """[V, S v] + S' v: what the joint's motion adds to the acceleration of the holder at v' = 0."""
        w, v = self.whole(twist)
        w_own, v_own = self.whole(ca.densify(self.S @ self.type.v))
        drift = ca.densify(self.own[4])
        return self.basis_components(cross(w, w_own) + drift[:3], cross(w, v_own) + cross(v, w_own) + drift[3:])

    # -- elimination of the joint ---------------------------------------------------------------------------------

    def eliminate(self, articulated: ca.SX) -> tuple[ca.SX, ca.SX, ca.SX, ca.SX]:
        """K = U D^-1 (b, k), D^-1 (k, k), the rest of the inertia (b, b), and the pivots of D."""
        unit, size, k = self.unit, len(self.basis), self.type.v.numel()
        if k == 0:
            return ca.SX(size, 0), ca.SX(0, 0), articulated, ca.SX(0, 1)
        if unit is None:
            U = articulated @ self.S
            inverse, pivots = symmetric_inverse(self.S.T @ U)
            K = U @ inverse
            return ca.densify(K), inverse, articulated - K @ U.T, pivots
        inverse, pivots = symmetric_inverse(articulated[unit, unit])
        rest = [i for i in range(size) if i not in unit]
        K, left = ca.SX(size, k), ca.SX(size, size)
        for j, place in enumerate(unit):
            K[place, j] = 1
        if rest:
            part = articulated[rest, unit] @ inverse
            left[rest, rest] = articulated[rest, rest] - part @ articulated[unit, rest]
            K[rest, :] = part
        return K, inverse, left, pivots

    def project(self, wrench: ca.SX) -> ca.SX:
        """S^T f."""
        return ca.densify(self.S.T @ wrench)


def symmetric_inverse(matrix: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Inverse of a small symmetric matrix by elimination, and the pivots."""
    k = matrix.shape[0]
    if k == 1:
        return 1 / matrix, matrix
    L, pivots = ca.SX.eye(k), []
    rest = ca.densify(matrix)
    for i in range(k):
        pivots.append(rest[i, i])
        for j in range(i + 1, k):
            L[j, i] = rest[j, i] / rest[i, i]
        for j in range(i + 1, k):
            for m in range(i + 1, j + 1):
                rest[j, m] = rest[m, j] = rest[j, m] - L[j, i] * L[m, i] * rest[i, i]
    inverse = ca.SX.eye(k)
    for i in range(k):
        for j in range(i):
            inverse[i, :] = inverse[i, :] - L[i, j] * inverse[j, :]
    scaled = ca.diag(1 / ca.vertcat(*pivots)) @ inverse
    return ca.densify(inverse.T @ scaled), ca.vertcat(*pivots)


def lower_entries(matrix: ca.SX) -> ca.SX:
    """Entries of a symmetric matrix on and below the diagonal, column by column."""
    size = matrix.shape[0]
    dense = ca.densify(matrix)
    return ca.vertcat(*[dense[i, j] for j in range(size) for i in range(j, size)])


def from_lower(entries: ca.SX, size: int) -> ca.SX:
    """The symmetric matrix of such entries."""
    matrix, k = ca.SX.zeros(size, size), 0
    for j in range(size):
        for i in range(j, size):
            matrix[i, j] = matrix[j, i] = entries[k]
            k += 1
    return matrix


def _is_one(matrix: ca.SX) -> bool:
    return matrix.is_constant() and bool(ca.DM(matrix - ca.SX.eye(3)).is_zero())

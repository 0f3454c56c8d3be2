"""The reference configuration of a machine with many parts: a compromise between its values and closed joints.

Values of a reference may be of any quantities, not only of coordinates. The squares of all misfits, of gaps and of
values, are made least by damped steps (Levenberg, Marquardt) on sparse slopes:

    (J^T J + d) x = -J^T e,   J = (dg/dv, dz/dv) dt/dv

with the record's speeds t: the machine's own v, or, where links are kept, also the twists of bodies, t = N v.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.rolled.closure import RolledAssembler, group_by_type
from linkwright.dynamics.plants.rolled.loops.layout import gather_kernel
from linkwright.dynamics.plants.rolled.readings import holding_constraints
from linkwright.equations import ConstraintType, Uses

Target = tuple[int, int]
"""Type and row of a quantity."""
MOST_DAMPED_STEPS = 200
FITTING = 1e-9
"""Misfit (rad, or of the machine's size) left by the rounding of what a user computed: nothing is to be done."""
ROUNDING = 1e-15
"""Share of a number that its rounding is, a few times over."""
NO_BETTER = 1e-14
"""Share by which a step must lower the squares: less is rounding, and the compromise is found."""
MOST_ENTRIES = 20_000_000
"""Entries of N, six for each link and each link between it and the ground: 0.2 GB."""
FULL = 0.1
"""Share of entries above which J^T J is solved as a full matrix."""


def settled_at(assembler: RolledAssembler, q: Array, targets: Mapping[Target, float], t: float) -> Array:
    """Coordinates as near to the targets and to closed joints as the squares of all misfits allow, from q.

    Directions come before places: angles of bodies are sums of those of joints, so steps find them from anywhere,
    while places alone have many compromises along a chain. Then bodies are shifted as they are directed, by sums again:
    where angles of joints are given, that closes the joints. Both at once are sums of sums, which rounding spoils in
    chains of thousands. Where this way leads to a compromise, that without it is tried too.
    """
    every = Compromise(assembler, targets)
    if np.max(np.abs(every.misfit(q, t)), initial=0.0) < FITTING:
        return q
    found = Compromise(assembler, targets, lengths=False).solve(q, t)
    for directed in (True, False):
        found = every.solve(found, t, directed=directed)
        left = every.misfit(found, t)
        if np.max(np.abs(left), initial=0.0) < FITTING:
            return found
    other = every.solve(q, t)
    again = every.misfit(other, t)
    return other if again @ again < left @ left else found


class Compromise:
    """Misfits of gaps and targets, without lengths if these do not count, and their slopes, at coordinates."""

    def __init__(self, assembler: RolledAssembler, targets: Mapping[Target, float], *, lengths: bool = True) -> None:
        self.assembler, self.rolled = assembler, assembler.rolled
        order = group_by_type(targets)
        own: tuple[Uses[ConstraintType], ...] = (
            () if self.rolled.constraints is None else tuple(self.rolled.constraints.uses)
        )
        self.rows = [
            _Rows(uses, self.rolled.starts)
            for uses in (*own, *holding_constraints(assembler.readings, order, self.rolled.record))
        ]
        self.rows = [rows for rows in self.rows if rows.count]
        count = sum(rows.size for rows in self.rows)
        self.goal = np.zeros(count)
        self.goal[count - len(order) :] = [targets[key] for key in order]
        self.wraps = np.zeros(count, dtype=bool)
        self.wraps[count - len(order) :] = [assembler.readings[kind].uses.type.wraps for kind, _ in order]
        size = assembler.loops.size
        measured = np.concatenate([rows.lengths for rows in self.rows] or [np.zeros(0)]) > 0
        self.by = np.where(measured, size, 1.0)
        self.counted = np.flatnonzero(lengths | ~measured)
        self.lengths = np.array([unit == "m/s" for unit in self.rolled.equations.speed_units])
        self.scale = np.where(self.lengths, size, 1.0)

    def misfit(self, q: Array, t: float) -> Array:
        """Gaps, then targets, over their sizes."""
        Z = self._read(q, t)
        parts = [rows.values(Z)[0] for rows in self.rows]
        error = np.concatenate([x.ravel() for x in parts] or [np.zeros(0)]) - self.goal
        # Angles count modulo full turns.
        error[self.wraps] = np.arctan2(np.sin(error[self.wraps]), np.cos(error[self.wraps]))
        return np.asarray(error / self.by)[self.counted]

    def solve(self, q: Array, t: float, *, directed: bool = False) -> Array:
        """Coordinates near q with the least squares of all misfits; `directed` bodies are shifted, not turned."""
        from scipy import sparse

        q = self.assembler.normal(q)
        error, damping = self.misfit(q, t), 1e-3
        moved = np.flatnonzero(self.lengths) if directed else np.arange(len(self.scale))
        if not len(moved):
            return q
        for _ in range(MOST_DAMPED_STEPS):
            # Places far away are rounded to so much.
            rounding = ROUNDING * float(np.max(np.abs(q), initial=0.0)) / self.assembler.loops.size
            if np.max(np.abs(error), initial=0.0) < max(FITTING * 1e-3, rounding):
                break
            J = self._slopes(q, t)[:, moved]
            # Levenberg-Marquardt: damping grows until the step is one downhill, and shrinks after it.
            square, down = sparse.csc_matrix(J.T @ J), -(J.T @ error)
            while damping < 1e12:
                step = np.zeros(len(self.scale))
                step[moved] = _solve_damped(square, damping, down)
                trial = self.assembler.normal(q + self.assembler.rates(q, self.scale * step, t))
                after = self.misfit(trial, t)
                if after @ after < error @ error:
                    break
                damping *= 4.0
            else:
                break
            gained = 1.0 - (after @ after) / (error @ error)
            q, error, damping = trial, after, max(damping / 9.0, 1e-12)
            if gained < NO_BETTER:
                break
        return q

    def _read(self, q: Array, t: float, v: Array | None = None) -> Array:
        """All values Z at coordinates, with the poses (and twists) of bodies where links are kept."""
        rolled, work, loops = self.rolled, self.assembler.work, self.assembler.loops
        v = np.zeros(loops.n) if v is None else v
        rolled.library.loop("readings")(rolled.I, work, np.array([t]), q.copy(), v, loops.zero_inputs)
        return np.asarray(work[rolled.places["Z"]])

    def _slopes(self, q: Array, t: float) -> Any:
        from scipy import sparse

        Z = self._read(q, t)
        # Slopes of all rows, sparse, in the record's speeds, then in the machine's own.
        rows, columns, entries, first = [], [], [], 0
        for each in self.rows:
            values = each.values(Z)[1]
            rows.append(first + each.r_of[None] + each.count * np.arange(len(each.uses))[:, None])
            columns.append(each.uses.v[:, each.c_of])
            entries.append(values)
            first += each.size
        shape = (first, self.rolled.record.sizes["v"])
        flat = [np.concatenate([x.ravel() for x in parts] or [np.zeros(0)]) for parts in (entries, rows, columns)]
        J = sparse.csr_matrix((flat[0] / self.by[flat[1].astype(int)], (flat[1], flat[2])), shape=shape)
        return J[self.counted] @ (self._twists(q, t) @ sparse.diags(self.scale))

    def _twists(self, q: Array, t: float) -> Any:
        """N: the record's speeds for each of the machine's own (columns)."""
        from scipy import sparse

        rolled, n = self.rolled, self.assembler.loops.n
        if rolled.links is None:
            return sparse.identity(n, format="csr")
        depth = rolled.links.depths
        if 6 * int(depth.sum()) > MOST_ENTRIES:
            name = self.assembler.loops.equations.name
            reason = (
                f"the reference of {name} has values of quantities that are no coordinates by this formalism, and its "
                f"links are too many ({len(depth)}, up to {int(depth.max())} in a chain) to find coordinates for them; "
                "give the reference by angles and slides of joints in the tree, or take formalisms.modular"
            )
            raise Refused(reason, [])
        # The record's speeds are linear in the machine's own: one reading for each.
        columns, at = [], rolled.starts["v"]
        for k in range(n):
            unit = np.zeros(n)
            unit[k] = 1.0
            columns.append(sparse.csc_matrix(self._read(q, t, unit)[at:, None]))
        return sparse.hstack(columns, format="csr")


class _Rows:
    """Position rows of one type of constraint: values g and the nonzero entries of A = dg/dv, for all uses."""

    def __init__(self, uses: Uses[ConstraintType], starts: dict[str, int]) -> None:
        kind = uses.type
        self.uses, self.count = uses, int(kind.g.numel())
        A = ca.sparsify(kind.local.at_rest(kind.A)[: self.count, :]) if self.count else ca.SX(0, 0)
        self.r_of, self.c_of = (np.array(x, dtype=np.int64) for x in A.sparsity().get_triplet())
        nonzeros = ca.SX(A.nz[:]) if A.nnz() else ca.SX(0, 1)
        self.made = gather_kernel("rows", uses, [kind.g, nonzeros], starts)
        self.size = self.count * len(uses)
        self.lengths = np.tile([float(label.unit == "m") for label in kind.rows[: self.count]], len(uses))

    def values(self, Z: Array) -> tuple[Array, Array]:
        """(uses, rows) and (uses, entries)."""
        inside = Z[self.made.index].T if self.made.count else np.zeros((0, len(self.uses)))
        values = np.asarray(self.made.kernel.map(len(self.uses))(inside)).T
        return values[:, : self.count], values[:, self.count :]


def _solve_damped(square: Any, damping: float, right: Array) -> Array:
    from scipy import sparse
    from scipy.sparse.linalg import splu

    n = square.shape[0]
    damped = square + damping * sparse.identity(n, format="csc")
    if square.nnz > FULL * n * n:
        return np.asarray(np.linalg.solve(damped.toarray(), right))
    return np.asarray(splu(damped).solve(right))

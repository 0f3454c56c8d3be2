"""Dynamics of machines with many parts: loops over the uses of each type, in place of straight-line code.

Values lie in one array Z = (p, t, u, q, v), forces F and accelerations a in the order of the speeds. Where the record
keeps links, q and v are those of its record of twists: poses and twists of bodies beside the joints' own.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.codegen import LANES
from linkwright.dynamics.joins.link_algebra import symmetric_inverse
from linkwright.dynamics.plants.rolled.loops.constraints import Elements, RolledConstraints
from linkwright.dynamics.plants.rolled.loops.layout import Layout, loop_of
from linkwright.dynamics.plants.rolled.loops.modules import RolledModules, module_types
from linkwright.dynamics.plants.rolled.loops.tree import STRIDE, RolledTree
from linkwright.dynamics.system.gathering import gather_kernel
from linkwright.dynamics.system.system import Recent, ThreadCopies
from linkwright.equations import ConstraintType, Equations, Uses
from linkwright.symbolic import jacobian

PLAIN = "I: Integers, R: Array"
MOST_ENGINES, MOST_HOLDING = 16, 4
"""Loops around these, and loops with constraints on wanted quantities, kept for the next such question."""

INDICES: ThreadCopies[np.int64] = ThreadCopies()
"""Index arrays of all machines."""


class Rolled:
    """Kernels, index arrays and compiled loops of one record; `extra` are constraints besides its own."""

    def __init__(self, equations: Equations, extra: Sequence[Uses[ConstraintType]] = ()) -> None:
        self.equations = equations
        self.kept: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()  # what trajectories need of it
        links = equations.links if equations.links is not None and equations.links.twists is not None else None
        record: Any = equations if links is None else links.twists
        self.record: Equations = record
        self.links = links
        sizes = self.record.sizes
        self.starts = {"p": 0, "t": sizes["p"]}
        self.starts["u"] = sizes["p"] + 1
        self.starts["q"] = self.starts["u"] + sizes["u"]
        self.starts["v"] = self.starts["q"] + sizes["q"]
        self.layout = Layout()
        self.layout.real("Z", self.starts["v"] + sizes["v"])
        for name in ("F", "a", "tau"):
            self.layout.real(name, sizes["v"])
        # Modules of machines without a tree; none where quantities are held, which is asked for once.
        alone = links is None and not extra
        self.modules = RolledModules(module_types(self.record) if alone else [], self.record)
        self.functions: dict[str, ca.Function] = self.modules.functions
        self._maps()
        constraints = (*self.record.constraints, *extra)
        loads = self._loads()
        read, pushed = self._stands_on_bodies() if links is not None else (False, False)
        needs = bool(constraints) or read or pushed
        self.tree = None if links is None else RolledTree(links, self.layout, self.starts, needs, pushed)
        blocks = self._blocks()
        cuts = set() if links is None else links.cuts.keys()
        cut = [
            [self.record.full_name(module, name) in cuts for module, name in zip(uses.module, uses.names, strict=True)]
            for uses in self.record.constraints
        ]
        cut += [[False] * len(uses) for uses in extra]
        self.constraints = (
            RolledConstraints(constraints, cut, self.layout, self.starts, self.elements, self.tree, self.modules)
            if constraints
            else None
        )
        self._rooms()
        specs = [*loads, *blocks, *self._steps()]
        loops = [loop_of(self.layout, *spec) for spec in specs]
        if self.tree is not None:
            loops += self.tree.loops({} if self.constraints is None else self.constraints.at_junctions())
            self.functions |= self.tree.functions()
        if self.constraints is not None:
            loops += self.constraints.loops()
            self.functions |= self.constraints.functions
        self.loops = loops
        self.engines, self.holding = Recent(MOST_ENGINES), Recent(MOST_HOLDING)
        self.fours = self.modules.fours  # functions that loops call for four uses at once, too
        self.library = codegen.build(self.functions, loops, fours=self.fours)
        self._I, self.R, self.places = self.layout.arrays()

    @property
    def I(self) -> Integers:  # noqa: E743  the array that loops call so
        """Indices, and the room for integers that loops write into: of this thread."""
        return INDICES.of(self, self._I.copy)

    # -- parts ----------------------------------------------------------------------------------------------------

    def _maps(self) -> None:
        """Where the machine's own variables are among those of the record."""
        sizes = self.equations.sizes
        # Without links the variables of the record are the machine's own; with links joints' variables are, and poses
        # of bodies follow from them.
        if self.links is None:
            q, v = np.arange(sizes["q"]), np.arange(sizes["v"])
        else:
            q, v = np.empty(sizes["q"], dtype=np.int64), np.empty(sizes["v"], dtype=np.int64)
            for found, of in ((q, self.links.q_of), (v, self.links.v_of)):
                own = np.flatnonzero(of >= 0)
                found[of[own]] = own
        self.q_dst, self.v_dst = q, v
        self.layout.index("q_dst", self.starts["q"] + q)
        self.layout.index("v_dst", v)
        for name, count in (("nq", len(q)), ("nv", len(v)), ("nu", sizes["u"]), ("all", self.record.sizes["v"])):
            self.layout.number(name, count)
        for name in ("t", "u", "q", "v"):
            self.layout.number(f"{name}_at", self.starts[name])

    def _stands_on_bodies(self) -> tuple[bool, bool]:
        """Whether loads read poses or twists of bodies, not only joints' variables, and whether they act on bodies."""
        read_any = pushed = False
        assert self.links is not None
        # Variables that belong to bodies, not to joints.
        bodies = np.zeros(self.record.sizes["v"], dtype=bool)
        bodies[np.flatnonzero(self.links.v_of < 0)] = True
        poses = np.zeros(self.record.sizes["q"], dtype=bool)
        poses[np.flatnonzero(self.links.q_of < 0)] = True
        for k in range(len(self.record.loads)):
            read, written = self.layout.integers[f"load{k}_in"], self.layout.integers[f"load{k}_out"]
            # What a load reads is a place among all values: coordinates come before speeds.
            q = read[(read >= self.starts["q"]) & (read < self.starts["v"])] - self.starts["q"]
            v = read[read >= self.starts["v"]] - self.starts["v"]
            read_any |= bool(bodies[v].any() or poses[q].any())
            pushed |= bool(bodies[written].any())
        return read_any, pushed

    def _loads(self) -> list[tuple[str, str, str]]:
        """Loops `loads` (all of them) and `loads_bare` (those that act with all inputs at zero)."""
        bodies = {"loads": "", "loads_bare": ""}
        for k, uses in enumerate(self.record.loads):
            kind = uses.type
            # Generalised force J^T e, only the entries that are not zero.
            J = kind.local.at_rest(jacobian(kind.speed, kind.local.v))
            share = ca.sparsify(J.T @ kind.local.at_rest(kind.effort))
            rows = np.array(share.sparsity().get_triplet()[0], dtype=np.int64)
            made = gather_kernel(f"load{k}", uses, [ca.SX(share.nz[:]) if len(rows) else ca.SX(0, 1)], self.starts)
            self.functions[f"load{k}"] = made.kernel
            # Those inside modules come last: they are taken where all loads are.
            rest = self.modules.rest["loads"][k]
            order = np.concatenate([rest, np.setdiff1d(np.arange(len(uses)), rest)])
            self.layout.index(f"load{k}_in", made.index[order])
            self.layout.index(f"load{k}_out", uses.v[order][:, rows])
            self.layout.number(f"load{k}_n", len(uses))
            self.layout.number(f"load{k}_rest", len(rest))
            # A load that acts on nothing that moves.
            if not len(rows):
                continue
            # Gather what the kernel reads, call it, add what it gives to the speeds of each use.
            body = "".join(f"        box[{m}] = Z[load{k}_in[{made.count} * r + {m}]]\n" for m in range(made.count))
            body += f"        load{k}(box, out)\n"
            body += "".join(f"        F[load{k}_out[{len(rows)} * r + {m}]] += out[{m}]\n" for m in range(len(rows)))
            bodies["loads"] += f"    for r in range(load{k}_rest):\n{body}"
            # Inverse dynamics asks for the forces that inputs must give: loads that are nothing without them are left
            # out.
            still = ca.substitute(share, kind.local.u, ca.SX.zeros(kind.local.u.numel())) if len(rows) else share
            if ca.sparsify(still).nnz():
                bodies["loads_bare"] += f"    for r in range(load{k}_n):\n{body}"
        zero = "    for k in range(all):\n        F[k] = 0.0\n"
        return [(name, zero + body, PLAIN) for name, body in bodies.items()]

    def _blocks(self) -> list[tuple[str, str, str]]:
        """Blocks with their own inertia: D^-1 and accelerations without constraints; M a + h for inverse dynamics."""
        record = self.record
        count = record.sizes["blocks"]
        kind, number = np.full(count, -1, dtype=np.int64), np.zeros(count, dtype=np.int64)
        speed, size, inverse = (np.zeros(count, dtype=np.int64) for _ in range(3))
        body, demand, start, element = "", "", 0, 0
        for k, uses in enumerate(record.blocks):
            block = uses.type
            blocks = uses.blocks[:, 0]
            n = block.local.v.numel()
            if not n:
                continue
            # Blocks that are links are eliminated by the recursion over the tree, all others by their own inverse.
            speed[blocks], size[blocks] = uses.v[:, 0], n
            if self.links is not None and block.name == "twist":
                kind[blocks] = 1
                order = np.searchsorted(self.links.speed, uses.v[:, 0])
                number[blocks] = order
                continue
            # Blocks of modules are eliminated with these, and come last: inverse dynamics takes all.
            rest = self.modules.rest["blocks"][k]
            order = np.concatenate([rest, np.setdiff1d(np.arange(len(uses)), rest)])
            kind[blocks], number[blocks] = 2, element + np.arange(len(uses))
            kind[blocks[rest]] = 0
            inverse[blocks[rest]] = start + n * n * np.arange(len(rest))
            element += len(uses)
            # M^-1 and h for accelerations; M a + h for inverse dynamics.
            inverted, _ = symmetric_inverse(ca.densify(block.M))
            made = gather_kernel(f"block{k}", uses, [inverted, block.h], self.starts)
            given = ca.SX.sym("given", n)
            needed = gather_kernel(f"demand{k}", uses, [block.M @ given + block.h], self.starts, given)
            self.functions |= {f"block{k}": made.kernel, f"demand{k}": needed.kernel}
            self.layout.index(f"block{k}_in", made.index[rest])
            self.layout.index(f"demand{k}_in", needed.index[order])
            self.layout.index(f"block{k}_v", uses.v[order][:, 0])
            self.layout.number(f"block{k}_n", len(uses))
            self.layout.number(f"block{k}_rest", len(rest))
            head = f"    for r in range(block{k}_n):\n        v = block{k}_v[r]\n"
            body += head.replace("_n)", "_rest)")
            body += "".join(f"        box[{m}] = Z[block{k}_in[{made.count} * r + {m}]]\n" for m in range(made.count))
            body += f"        block{k}(box, out)\n"
            # The inverse is kept: constraints between blocks need it.
            body += "".join(f"        Di[{start} + {n * n} * r + {m}] = out[{m}]\n" for m in range(n * n))
            body += "".join(f"        F[v + {m}] -= out[{n * n + m}]\n" for m in range(n))
            # a = M^-1 (f - h), written out: blocks are small.
            for m in range(n):
                terms = " + ".join(f"out[{n * m + j}] * F[v + {j}]" for j in range(n))
                body += f"        a[v + {m}] = {terms}\n"
            demand += head
            demand += "".join(
                f"        box[{m}] = Z[demand{k}_in[{needed.count} * r + {m}]]\n" for m in range(needed.count)
            )
            demand += f"        demand{k}(box, a[v:], out)\n"
            demand += "".join(f"        tau[v + {m}] = out[{m}] - F[v + {m}]\n" for m in range(n))
            start += n * n * len(rest)
        self.layout.real("Di", start)
        self.plain = start
        self.elements = Elements(kind, number, speed, size, inverse)
        return [
            ("blocks", body or "    pass\n", PLAIN),
            ("blocks_demand", demand or "    pass\n", PLAIN),
        ]

    def _rooms(self) -> None:
        # Kernels of all types gather into one box and write into one other, up to four uses at a time.
        every = [*self.functions.values(), *(self.constraints.functions.values() if self.constraints else [])]
        most = max([64, *[max(f.numel_in(k) for k in range(f.n_in())) for f in every]])
        most = max([most, *[max(f.numel_out(k) for k in range(f.n_out())) for f in every]])
        for name in ("box", "put", "out"):
            self.layout.real(name, LANES * most)

    # -- what is asked --------------------------------------------------------------------------------------------

    def _steps(self) -> list[tuple[str, str, str]]:
        """Loops that are called from outside."""
        tree, constraints = self.tree, self.constraints
        # State and time come in among all values, each to its place; without links they are in the same order there.
        own = self.links is None
        enter = (
            "    Z[t_at] = t[0]\n"
            f"    for k in range(nq):\n        Z[{'q_at + k' if own else 'q_dst[k]'}] = q[k]\n"
            f"    for k in range(nv):\n        Z[v_at + {'k' if own else 'v_dst[k]'}] = v[k]\n"
        )
        known = "    for k in range(nu):\n        Z[u_at + k] = u[k]\n"
        bare = "    for k in range(nu):\n        Z[u_at + k] = 0.0\n"
        # Forward dynamics without constraints: velocities outward, loads, inertias inward, accelerations forward.
        out = "    tree_outward(I, R)\n" if tree else ""
        see = "    tree_read(I, R)\n" if tree else ""
        # Rows of the constraints come first: multipliers of loops inside a tree are eliminated on the way inward.
        rows = "    constraint_rows(I, R)\n" if constraints else ""
        prepare = out + rows + "    loads(I, R)\n    blocks(I, R)\n"
        prepare += "    tree_inward(I, R)\n    tree_forward(I, R)\n" if tree else ""
        factor = "    constraint_factor(I, R)\n" if constraints else ""
        solve = "    constraint_residual(I, R)\n    constraint_solve(I, R)\n" if constraints else ""
        leave = f"    for k in range(nv):\n        vdot[k] = a[{'k' if own else 'v_dst[k]'}]\n"
        # How far the pivots of the multipliers are from their values at the reference configuration.
        fit = "    fit[0] = 1.0\n    fit[1] = 0.0\n"
        if constraints:
            fit += (
                "    for k in range(m):\n        ratio = D[k] / D_at[k]\n"
                "        if ratio < fit[0] or isnan(ratio):\n            fit[0] = ratio\n"
            )
            self.layout.real("D_at", constraints.m)
        signature = "I: Integers, R: Array, t: Array, q: Array, v: Array, "
        # Inverse dynamics: accelerations in, forces that they need out, less those of loads without inputs.
        need = "    for k in range(nv):\n        a[v_dst[k]] = vdot[k]\n"
        ask = (out if tree and tree.shown else "") + "    loads_bare(I, R)\n    blocks_demand(I, R)\n"
        ask += "    tree_bias(I, R)\n" if tree else ""
        result = "    for k in range(nv):\n        force[k] = tau[v_dst[k]]\n"
        if tree:
            result = (
                f"    for k in range(n):\n        at = link[{STRIDE} * k + 7]\n        for j in range(link_k[k]):\n"
                "            tau[at + j] -= F[at + j]\n"
            ) + result
            self.layout.index("link_k", tree.speeds)
        sources = {
            "forward": (
                signature + "u: Array, vdot: Array, fit: Array",
                enter + known + prepare + factor + solve + leave + fit,
            ),
            "inverse": (signature + "vdot: Array, force: Array", enter + bare + need + ask + result),
            "read_state": (signature + "u: Array", enter + known + see),
            "readings": (
                signature + "u: Array",
                "    read_state(I, R, t, q, v, u)\n" + ("    constraint_gaps(I, R)\n" if constraints else ""),
            ),
            "factorise": (signature + "u: Array", enter + known + prepare + factor),
        }
        if constraints:
            # What right sides of the constraints, given in rhs, change in the speeds: for Newton steps.
            lifted = "    for k in range(all):\n        a[k] = 0.0\n"
            if constraints.groups:
                lifted += "    for k in range(inner):\n        known[k] = 0.0\n"
            lifted += constraints.sources["lower"] + "    constraint_solve(I, R)\n" + leave
            sources["correct"] = ("I: Integers, R: Array, vdot: Array", lifted)
        return [(name, body, given) for name, (given, body) in sources.items()]

    def bind(self, p: Array) -> Array:
        """The working array for parameter values."""
        # Everything that follows from parameters alone is computed here, once.
        R = np.zeros(len(self.R))  # the system gives pages of zeros when they are first written to: most never are
        Z = R[self.places["Z"]]
        Z[: len(p)] = p
        if self.tree is not None:
            R[self.places["c"]] = self.tree.constants(p)
            R[self.places["acc"]][: self.tree.b] = self.tree.ground(p)
            P = R[self.places["P"]]
            # The ground is not turned.
            P[[0] if self.tree.planar else [0, 4, 8]] = 1.0
        if self.constraints is not None:
            R[self.places["D_at"]] = 1.0
            self.modules.bind(p, R, self.places, self.layout.integers)
        return R

    def copy(self, bound: Array, room: int = 0) -> Array:
        """A working array of its own, with more room at its end: what `bind` sets is copied, all else is zero."""
        R, places = np.zeros(len(bound) + room), self.places
        parts = [slice(places["Z"].start, places["Z"].start + self.record.sizes["p"])]
        if self.tree is not None:
            parts += [places["c"], slice(places["acc"].start, places["acc"].start + self.tree.b)]
            parts += [slice(places["P"].start, places["P"].start + self.tree.pose)]
        if self.constraints is not None:
            parts += [places["D_at"], *[places[f"module{g}_c"] for g in range(len(self.modules.types))]]
        for part in parts:
            R[part] = bound[part]
        return R

"""Modules in straight code: constraints inside a module are eliminated by one function of its type.

A group is a set of blocks that are numbered one after another: a module, or blocks in a loop. With its inertia M, the
rows A of the constraints inside and P of those that join it to others (ports),

    A M^-1 A^T = L D L^T,   Z = L^-1 A M^-1 P^T,   y = D^-1 L^-1 (b - A M^-1 f)

are found by `factor`. The group adds P M^-1 P^T - Z^T D^-1 Z to the matrix of the constraints that are left, and
-P M^-1 f - Z^T y to their right side. When their multipliers p are known,

    lambda = L^-T (y - D^-1 Z p),   a = M^-1 (f + A^T lambda + P^T p)

by `finish`. Groups that are alike share these functions; those that occur seldom stay with the loops over single parts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.joins.link_algebra import symmetric_inverse
from linkwright.dynamics.plants.rolled.loops.layout import Layout, Use, uses_text
from linkwright.equations import ConstraintType, Equations, Uses
from linkwright.symbolic import jacobian, select_rows, t

MOST_SPEEDS = 60
"""Speeds of a group; above, its straight code takes seconds to compile."""
JOINED_SPEEDS = 24
"""The same of sets that are put together."""
LEAST_USES = 4
"""Groups that are alike below which they are not worth a function of their own."""
PARTS = ("blocks", "loads", "constraints")
Part = tuple[str, int, int]
"""Kind of part, number of its type among those of the kind, and its row among the uses of the type."""


@dataclass(frozen=True, eq=False)
class Group:
    """Blocks one after another, with loads and constraints on them alone, and constraints that join them to others."""

    speed: int
    coordinate: int
    parts: tuple[Part, ...]
    ports: tuple[Part, ...]
    signature: Hashable
    parameters: tuple[int, ...]
    others: tuple[tuple[str, int], ...]
    outer: bool


@dataclass(frozen=True, eq=False)
class Shape:
    """Entries of the types of a machine in symbols: what each part is a function of, and where it acts."""

    record: Equations

    @cached_property
    def loads(self) -> list[tuple[ca.SX, list[int]]]:
        """Generalised force of each type of load, entries that are not zero, and their places among its speeds."""
        found = []
        for uses in self.record.loads:
            kind = uses.type
            J = kind.local.at_rest(jacobian(kind.speed, kind.local.v))
            share = ca.sparsify(J.T @ kind.local.at_rest(kind.effort))
            found.append((ca.SX(share.nz[:]) if share.nnz() else ca.SX(0, 1), share.sparsity().get_triplet()[0]))
        return found

    @cached_property
    def constraints(self) -> list[ca.SX]:
        """A of each type of constraint, sparse."""
        return [ca.sparsify(uses.type.local.at_rest(uses.type.A)) for uses in self.record.constraints]

    @cached_property
    def regular(self) -> list[bool]:
        """Whether constraints may be eliminated in a module: those that do work, or have rows of zeros, may not."""
        return [
            not moves(uses.type) and len(set(A.sparsity().get_triplet()[0])) == A.shape[0]
            for uses, A in zip(self.record.constraints, self.constraints, strict=True)
        ]

    @cached_property
    def reach(self) -> dict[str, list[list[int]]]:
        """Which of its speeds each type acts on."""
        return {
            "blocks": [list(range(uses.v.shape[1])) for uses in self.record.blocks],
            "loads": [sorted(set(rows)) for _, rows in self.loads],
            "constraints": [sorted(set(A.sparsity().get_triplet()[1])) for A in self.constraints],
        }


# -- which blocks belong together --------------------------------------------------------------------------------------


def partition(record: Equations) -> list[list[int]]:
    """Blocks in sets: modules with all that is inside, the largest that are small enough, and blocks that form a loop.

    Sets and blocks that follow one another, and are joined, are put together up to some size: fewer constraints are
    left between them.
    """
    speeds, modules = _speeds(record)
    # Speeds of each module with all that is inside, by its path.
    size: dict[str, int] = {}
    for block, module in modules.items():
        for prefix in _prefixes(record.module_paths[module]):
            size[prefix] = size.get(prefix, 0) + len(speeds[block])
    sets: dict[Hashable, list[int]] = {}
    for block, module in modules.items():
        fitting = [prefix for prefix in _prefixes(record.module_paths[module]) if size[prefix] <= MOST_SPEEDS]
        sets.setdefault(fitting[0] if fitting else block, []).append(block)
    joined = _neighbours(record, set(speeds))
    # Blocks in no module that is small enough: those that lie on a common loop belong together. A block on several
    # loops goes with the first one; where it joins the others its constraints are ports.
    loose = {block for key, own in sets.items() if isinstance(key, int) for block in own}
    for ring in _rings({block: [other for other in joined[block] if other in loose] for block in sorted(loose)}):
        own = [block for block in ring if block in sets]
        if own and sum(len(speeds[block]) for block in own) <= MOST_SPEEDS:
            sets["ring", own[0]] = [block for each in own for block in sets.pop(each)]
    # No larger than leaves enough of them to be alike.
    total = sum(len(v) for v in speeds.values())
    return _runs([*sets.values()], speeds, joined, min(JOINED_SPEEDS, total // (2 * LEAST_USES)))


def _runs(
    sets: Sequence[list[int]], speeds: Mapping[int, Integers], joined: Mapping[int, Sequence[int]], most: int
) -> list[list[int]]:
    """Sets that follow one another in their speeds and have a constraint in common as one, up to `most` speeds."""
    found: list[list[int]] = []
    end = count = -1
    for own in sorted(sets, key=lambda own: min(int(speeds[block][0]) for block in own)):
        numbers = np.concatenate([speeds[block] for block in own])
        last = set(found[-1]) if found else set()
        near = any(other in last for block in own for other in joined[block])
        # Only what follows at once: a group is one part of the arrays of coordinates and speeds.
        if near and int(numbers.min()) == end + 1 and count + len(numbers) <= most:
            found[-1] += own
            count += len(numbers)
        else:
            found.append(list(own))
            count = len(numbers)
        end = int(numbers.max())
    return [own for own in found if len(own) > 1]


def _speeds(record: Equations) -> tuple[dict[int, Integers], dict[int, int]]:
    """Speeds of each block that has some, and its module."""
    speeds, modules = {}, {}
    for uses in record.blocks:
        if uses.v.shape[1]:
            for block, module, v in zip(uses.blocks[:, 0].tolist(), uses.module.tolist(), uses.v, strict=True):
                speeds[block], modules[block] = v, module
    return speeds, modules


def _prefixes(path: str) -> list[str]:
    """Paths of a module and of those around it, outermost first, without the machine itself."""
    names = path.split(".")[:-1]
    return [".".join(names[: k + 1]) for k in range(len(names))]


def _neighbours(record: Equations, blocks: set[int]) -> dict[int, list[int]]:
    """Blocks that a constraint has in common, among some."""
    found: dict[int, dict[int, None]] = {block: {} for block in blocks}
    for uses in record.constraints:
        for row in uses.blocks.tolist():
            own = [block for block in row if block in blocks]
            for block in own:
                found[block].update(dict.fromkeys(other for other in own if other != block))
    return {block: list(others) for block, others in found.items()}


def _rings(neighbours: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """Sets of blocks in which each two lie on a common loop (biconnected components of three or more).

    J. Hopcroft and R. Tarjan, Algorithm 447, Communications of the ACM 16, 1973, without recursion.
    """
    depth: dict[int, int] = {}
    low: dict[int, int] = {}
    for root in neighbours:
        if root in depth:
            continue
        # In depth: `low` is the least depth that a block reaches by an edge that is not on the way to it.
        depth[root] = low[root] = 0
        edges: list[tuple[int, int]] = []
        stack = [(root, -1, iter(neighbours[root]))]
        while stack:
            block, before, rest = stack[-1]
            other = next(rest, None)
            if other is None:
                stack.pop()
                if before < 0:
                    continue
                low[before] = min(low[before], low[block])
                if low[block] >= depth[before]:
                    # What was found since the edge to this block hangs on the block before alone.
                    at = len(edges) - 1
                    while edges[at] != (before, block):
                        at -= 1
                    ring = list(dict.fromkeys(x for edge in edges[at:] for x in edge))
                    del edges[at:]
                    if len(ring) > 2:
                        yield sorted(ring)
            elif other not in depth:
                depth[other] = low[other] = depth[block] + 1
                edges.append((block, other))
                stack.append((other, block, iter(neighbours[other])))
            elif other != before and depth[other] < depth[block]:
                low[block] = min(low[block], depth[other])
                edges.append((block, other))


# -- groups that are alike ---------------------------------------------------------------------------------------------


def module_types(record: Equations) -> list[ModuleType]:
    """Types of groups with constraints inside that occur often enough."""
    shape, owner = Shape(record), np.full(record.sizes["v"], -1, dtype=np.int64)
    spans: list[tuple[int, int, int, int]] = []
    of_block = {}
    for uses in record.blocks:
        for row, block in enumerate(uses.blocks[:, 0].tolist()):
            of_block[block] = (uses.v[row], uses.q[row])
    # Which group each speed belongs to: first speed and coordinate of a group, and their numbers.
    for own in partition(record):
        v, q = (np.sort(np.concatenate([of_block[block][k] for block in own])) for k in (0, 1))
        if np.array_equal(v, v[0] + np.arange(len(v))) and np.array_equal(q, q[0] + np.arange(len(q))):
            owner[v] = len(spans)
            spans.append((int(v[0]), len(v), int(q[0]) if len(q) else 0, len(q)))
    # A part is inside if all speeds that it acts on are; a load or constraint on several groups is a port of each.
    inside: list[list[Part]] = [[] for _ in spans]
    ports: list[list[Part]] = [[] for _ in spans]
    for kind in PARTS:
        for k, uses in enumerate(getattr(record, kind)):
            for row, found in enumerate(owner[uses.v[:, shape.reach[kind][k]]].tolist()):
                groups = set(found)
                if len(groups) == 1 and found[0] >= 0 and (kind != "constraints" or shape.regular[k]):
                    inside[found[0]].append((kind, k, row))
                elif kind != "blocks":
                    for number in groups - {-1}:
                        ports[number].append((kind, k, row))
    # Equal signatures, one function. Without constraints inside there is nothing to eliminate.
    alike: dict[Hashable, list[Group]] = {}
    for span, parts, joined in zip(spans, inside, ports, strict=True):
        if any(kind == "constraints" for kind, *_ in parts):
            found = _group(shape, span, parts, joined)
            alike.setdefault(found.signature, []).append(found)
    return [ModuleType(shape, groups) for groups in alike.values() if len(groups) >= LEAST_USES]


def _group(shape: Shape, span: tuple[int, int, int, int], parts: Sequence[Part], joined: Sequence[Part]) -> Group:
    """A group with what its function reads, and how: equal signatures have the same function."""
    first_v, count_v, first_q, count_q = span
    parameters: dict[int, int] = {}
    others: dict[tuple[str, int], int] = {}
    signature: list[Hashable] = [count_v, count_q]
    for kind, k, row in parts:
        uses = getattr(shape.record, kind)[k]
        # Coordinates and speeds of the group count from its first; what it reads of others, and parameters, are
        # numbered as they come.
        places: list[Hashable] = [kind, k]
        for what, first, count in (("q", first_q, count_q), ("v", first_v, count_v), ("u", 0, 0)):
            for index in getattr(uses, what)[row].tolist():
                own = first <= index < first + count
                places.append((what, index - first) if own else (others.setdefault((what, index), len(others)),))
        places += [parameters.setdefault(index, len(parameters)) for index in uses.p[row].tolist()]
        signature.append(tuple(places))
    # Of a port the entries of A on speeds of the group count, and their places.
    constraints = [part for part in joined if part[0] == "constraints"]
    for kind, k, row in constraints:
        v = shape.record.constraints[k].v[row] - first_v
        columns = shape.constraints[k].sparsity().get_triplet()[1]
        signature.append((kind, k, tuple(int(v[c]) if 0 <= v[c] < count_v else -1 for c in columns)))
    outer = len(constraints) < len(joined)
    signature.append(outer)
    return Group(
        first_v, first_q, tuple(parts), tuple(constraints), tuple(signature), tuple(parameters), tuple(others), outer
    )


@dataclass(frozen=True, eq=False)
class ModuleType:
    """Groups that are alike, and their functions; l is all that is kept of the factors.

    `factor`  q, v, p, e, x, f -> a, y, D, diagonal of A M^-1 A^T, l, [share, P M^-1 P^T - Z^T D^-1 Z (upper triangle)]
    `lower`   l, D, r          -> y, [share]
    `finish`  l, D, y, a, [p]  -> a, lambda

    with e = (t, further values), x the entries of P, f forces of loads that act on other groups too, a = M^-1 f, share
    = -Z^T y, and y = D^-1 L^-1 r. What is in brackets is there with ports only.
    """

    shape: Shape
    groups: Sequence[Group]

    @cached_property
    def ports(self) -> list[tuple[list[int], list[int], list[int]]]:
        """Of each port: rows, columns among the speeds of the group and places among the entries of its A."""
        group = self.groups[0]
        found = []
        for _, k, row in group.ports:
            rows, columns = self.shape.constraints[k].sparsity().get_triplet()
            v = self.shape.record.constraints[k].v[row] - group.speed
            inside = [n for n, c in enumerate(columns) if 0 <= v[c] < self.speeds]
            found.append(([rows[n] for n in inside], [int(v[columns[n]]) for n in inside], inside))
        return found

    @property
    def speeds(self) -> int:
        """Speeds of a group."""
        return int(self.groups[0].signature[0])  # type: ignore[index]

    def heights(self, parts: Sequence[Part]) -> list[int]:
        """Rows of each constraint among parts."""
        return [len(self.shape.record.constraints[k].type.rows) for kind, k, _ in parts if kind == "constraints"]

    @cached_property
    def _system(self) -> tuple[list[ca.SX], ca.SX, ca.SX, ca.SX, ca.SX, ca.SX]:
        """Inputs of `factor`; M^-1, f, A, b and P."""
        group, record = self.groups[0], self.shape.record
        first_v, n = group.speed, self.speeds
        q, v = ca.SX.sym("q", int(group.signature[1])), ca.SX.sym("v", n)  # type: ignore[index]
        p, e = ca.SX.sym("p", len(group.parameters)), ca.SX.sym("e", 1 + len(group.others))
        x, f = ca.SX.sym("x", sum(len(rows) for rows, _, _ in self.ports)), ca.SX.sym("f", n if group.outer else 0)
        # Symbols by the numbers that the first of the groups has in the machine.
        known = {("q", group.coordinate + k): q[k] for k in range(q.numel())}
        known |= {("v", first_v + k): v[k] for k in range(n)}
        known |= {other: e[1 + k] for k, other in enumerate(group.others)}
        known |= {("p", index): p[k] for k, index in enumerate(group.parameters)}
        # M^-1 is block diagonal; forces of loads and inertia forces are added up, rows of constraints collected.
        inverse, force = ca.SX(n, n), ca.densify(f) if group.outer else ca.SX.zeros(n)
        rows: list[ca.SX] = []
        right: list[ca.SX] = []
        for kind, k, row in group.parts:
            uses = getattr(record, kind)[k]
            places = [int(index) - first_v for index in uses.v[row]]

            def here(expression: ca.SX, uses: Uses[Any] = uses, row: int = row) -> ca.SX:
                """An expression of the type in the symbols of the group."""
                own = [
                    ca.vertcat(*[known[what, index] for index in getattr(uses, what)[row].tolist()])
                    for what in ("q", "v", "u", "p")
                ]
                symbols = [getattr(uses.type.local, what) for what in ("q", "v", "u", "p")]
                made = ca.Function("here", [*symbols, t], [uses.type.local.at_rest(ca.SX(expression))])
                return ca.SX(made(*own, e[0]))

            if kind == "blocks":
                own, _ = symmetric_inverse(ca.densify(uses.type.M))
                inverse[places, places] = ca.sparsify(here(own))
                force[places] -= here(uses.type.h)
            elif kind == "loads":
                share, reached = self.shape.loads[k]
                force[[places[j] for j in reached]] += here(share)
            else:
                A = ca.SX(len(uses.type.rows), n)
                A[:, places] = here(self.shape.constraints[k])
                rows.append(A)
                right.append(here(uses.type.b))
        # Entries of ports are inputs: their constraints are evaluated once, for all groups that they join.
        P, at = [], 0
        for height, (of_row, columns, _) in zip(self.heights(group.ports), self.ports, strict=True):
            port = ca.SX(height, n)
            for r, c in zip(of_row, columns, strict=True):
                port[r, c] = x[at]
                at += 1
            P.append(port)
        A, b = ca.vertcat(*rows), ca.vertcat(*right)
        return [q, v, p, e, x, f], inverse, force, A, b, ca.vertcat(*P) if P else ca.SX(0, n)

    @cached_property
    def factors(self) -> Factors:
        """The factors in the symbols of the group."""
        _, inverse, _, A, _, P = self._system
        X, V = ca.sparsify(inverse @ A.T), ca.sparsify(inverse @ P.T)
        Lambda = A @ X
        if not Lambda.sparsity().is_symmetric():  # of two entries that cancel, one was seen to vanish
            Lambda = (Lambda + Lambda.T) / 2
        D, LT, order = ca.ldl(Lambda, True)
        D, order = ca.densify(D), list(order)
        Z = _solve_lower(LT, ca.sparsify(A @ V)[order, :])
        return Factors(D, LT, Z, X, V, order, select_rows(ca.densify(ca.diag(Lambda)), order))

    @cached_property
    def factor(self) -> ca.Function:
        """The group by itself, and what ports do."""
        given, inverse, force, A, b, P = self._system
        found = self.factors
        free = ca.densify(inverse @ force)
        y, share = found.lower(b - A @ free)
        results = [free, y, found.D, found.diagonal, found.kept]
        if P.shape[0]:
            S = P @ found.V - found.Z.T @ (found.Z / ca.repmat(found.D, 1, P.shape[0]))
            count = P.shape[0]
            results += [share, ca.vertcat(*[S[i, j] for i in range(count) for j in range(i, count)])]
        return ca.Function("factor", [x for x in given if x.numel()], [ca.densify(x) for x in results])

    @cached_property
    def lower(self) -> ca.Function:
        """What right sides of the constraints inside do."""
        found, kept = self.factors.symbols()
        r = ca.SX.sym("r", found.D.numel())
        y, share = found.lower(r)
        return ca.Function("lower", [kept, found.D, r], [y, share] if share.numel() else [y])

    @cached_property
    def finish(self) -> ca.Function:
        """Accelerations and multipliers."""
        found, kept = self.factors.symbols()
        y, a, p = (ca.SX.sym(x, n) for x, n in (("y", found.D.numel()), ("a", self.speeds), ("p", found.Z.shape[1])))
        multipliers = found.upper(y - (found.Z @ p) / found.D)
        result = a + found.X @ multipliers + found.V @ p
        given = [kept, found.D, y, a, *([p] if p.numel() else [])]
        return ca.Function("finish", given, [ca.densify(result), ca.densify(multipliers)])


@dataclass(frozen=True, eq=False)
class Factors:
    """D, L^T, Z in the order of elimination, X = M^-1 A^T, V = M^-1 P^T, the order, and the diagonal of A X in it."""

    D: ca.SX
    LT: ca.SX
    Z: ca.SX
    X: ca.SX
    V: ca.SX
    order: list[int]
    diagonal: ca.SX

    @property
    def kept(self) -> ca.SX:
        """Entries of L^T, Z, X and V that are not known beforehand, one after another."""
        return ca.vertcat(*[ca.SX(x) for matrix in (self.LT, self.Z, self.X, self.V) for x in _changing(matrix)])

    def symbols(self) -> tuple[Factors, ca.SX]:
        """The same with symbols in the place of `kept`, and these; D is symbols too."""
        kept, at, found = ca.SX.sym("l", self.kept.numel()), 0, []
        for matrix in (self.LT, self.Z, self.X, self.V):
            values = []
            entries: list[Any] = ca.SX(matrix).nonzeros()
            for entry in entries:
                constant = ca.SX(entry).is_constant()
                values.append(ca.SX(entry) if constant else kept[at])
                at += not constant
            found.append(ca.SX(matrix.sparsity(), ca.vertcat(*values)) if values else ca.SX(*matrix.shape))
        LT, Z, X, V = found
        return Factors(ca.SX.sym("D", self.D.numel()), LT, Z, X, V, self.order, self.diagonal), kept

    def lower(self, right: ca.SX) -> tuple[ca.SX, ca.SX]:
        """y = D^-1 L^-1 r, and -Z^T y."""
        y = ca.densify(_solve_lower(self.LT, select_rows(ca.densify(right), self.order))) / self.D
        return ca.densify(y), -ca.densify(self.Z.T @ y)

    def upper(self, right: ca.SX) -> ca.SX:
        """L^-T r, in the order of the constraints."""
        count = right.numel()
        x = [ca.SX(0)] * count
        for i in reversed(range(count)):
            row = self.LT[i, :]
            x[i] = right[i] - sum((row[0, k] * x[k] for k in range(i + 1, count) if row[0, k].nnz()), ca.SX(0))
        result = ca.SX.zeros(count)
        result[self.order] = ca.vertcat(*x)
        return result


def _changing(matrix: ca.SX) -> list[Any]:
    """Entries that are not constants."""
    entries: list[Any] = ca.SX(matrix).nonzeros()
    return [entry for entry in entries if not ca.SX(entry).is_constant()]


def _solve_lower(LT: ca.SX, right: ca.SX) -> ca.SX:
    """L^-1 r with unit L; what is zero by its pattern stays so."""
    rows = [right[i, :] for i in range(right.shape[0])]
    for i in range(right.shape[0]):
        for k in LT[:, i].sparsity().row():
            if k < i:
                rows[i] = rows[i] - LT[k, i] * rows[k]
    return ca.sparsify(ca.vertcat(*rows)) if rows else right


# -- sources -----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class RolledModules:
    """Arrays and loops of all types of groups; `rest` are the rows of blocks, loads and constraints outside of them."""

    types: Sequence[ModuleType]
    record: Equations

    @cached_property
    def rest(self) -> dict[str, list[Integers]]:
        """Uses of each type that are in no group, by kind."""
        taken: dict[tuple[str, int], set[int]] = {}
        for module in self.types:
            for group in module.groups:
                for kind, k, row in group.parts:
                    taken.setdefault((kind, k), set()).add(row)
        return {
            kind: [
                np.array([row for row in range(len(uses)) if row not in taken.get((kind, k), ())], dtype=np.int64)
                for k, uses in enumerate(getattr(self.record, kind))
            ]
            for kind in PARTS
        }

    @property
    def rows(self) -> int:
        """Rows that are eliminated in groups."""
        return sum(len(module.groups) * sum(module.heights(module.groups[0].parts)) for module in self.types)

    @property
    def functions(self) -> dict[str, ca.Function]:
        """Functions of all types."""
        return {
            f"{name}{g}": getattr(module, name)
            for g, module in enumerate(self.types)
            for name in ("factor", "lower", "finish")
        }

    @property
    def fours(self) -> list[str]:
        """Functions that loops call for four uses at once."""
        return [f"{name}{g}" for g in range(len(self.types)) for name in ("factor", "finish")]

    def rows_of(self, starts: Sequence[int]) -> tuple[list[int], list[int]]:
        """Rows that are eliminated in groups, group after group: as they are written, and in the order of elimination.

        `starts` are the first rows of each type of constraint.
        """
        written, eliminated = [], []
        for module in self.types:
            order = module.factors.order
            for group in module.groups:
                rows = self._rows(group.parts, starts)
                written += rows
                eliminated += [rows[k] for k in order]
        return written, eliminated

    def _rows(self, parts: Sequence[Part], starts: Sequence[int]) -> list[int]:
        found: list[int] = []
        for kind, k, row in parts:
            if kind == "constraints":
                height = len(self.record.constraints[k].type.rows)
                found += range(starts[k] + height * row, starts[k] + height * (row + 1))
        return found

    def pairs(self, starts: Sequence[int]) -> Integers:
        """Pairs of rows that act on each other through groups."""
        found = [
            (one, two)
            for module in self.types
            for group in module.groups
            for rows in [self._rows(group.ports, starts)]
            for k, one in enumerate(rows)
            for two in rows[k:]
        ]
        return np.array(found, dtype=np.int64).reshape(-1, 2)

    def write(
        self,
        layout: Layout,
        values: Mapping[str, int],
        starts: Sequence[int],
        entries: Callable[[int, int], int],
        place: Callable[[Integers, Integers], Integers],
    ) -> dict[str, str]:
        """Arrays to the layout; the sources.

        `values` say where q, v, u and t are among all values, `starts` where the rows of each type of constraint begin,
        `entries` where the entries of a constraint's use begin, `place` where entries of the matrix of the rest are.
        """
        text = dict.fromkeys(("factor", "share", "lower", "finish"), "")
        first = 0
        for g, module in enumerate(self.types):
            groups, inside = module.groups, sum(module.heights(module.groups[0].parts))
            count = sum(module.heights(groups[0].ports))
            name = f"module{g}"
            layout.number(f"{name}_n", len(groups))
            layout.number(f"{name}_row", first)
            first += inside * len(groups)
            layout.index(f"{name}_at", [(values["q"] + x.coordinate, values["v"] + x.speed, x.speed) for x in groups])
            others = [[values["t"], *[values[kind] + k for kind, k in x.others]] for x in groups]
            layout.index(f"{name}_in", others)
            layout.index(f"{name}_p", [x.parameters for x in groups])
            layout.real(f"{name}_c", len(groups) * len(groups[0].parameters))
            layout.real(f"{name}_l", len(groups) * module.factors.kept.numel())
            layout.real(f"{name}_s", len(groups) * count)
            layout.index(f"{name}_inside", [self._rows(x.parts, starts) for x in groups])
            ports = np.array([self._rows(x.ports, starts) for x in groups], dtype=np.int64).reshape(len(groups), -1)
            layout.index(f"{name}_port", ports)
            layout.index(
                f"{name}_x",
                [
                    [
                        entries(k, row) + m
                        for (_, k, row), (_, _, at) in zip(x.ports, module.ports, strict=True)
                        for m in at
                    ]
                    for x in groups
                ],
            )
            # Each pair of port rows has a place in the matrix of the rest.
            one, two = np.triu_indices(count)
            layout.index(f"{name}_goal", place(ports[:, one].ravel(), ports[:, two].ravel()).reshape(len(groups), -1))
            for key, lines in self._loops(name, g, (inside, count)).items():
                text[key] += lines
        return text

    def _loops(self, name: str, g: int, sizes: tuple[int, int]) -> dict[str, str]:
        """Sources of the loops over the uses of a type."""
        inside, count = sizes
        share = f"    for k in range({count} * {name}_n):\n        rhs[{name}_port[k]] += {name}_s[k]\n"
        known = (
            f"    for k in range({inside} * {name}_n):\n        lam[{name}_inside[k]] = lam_inside[{name}_row + k]\n"
        )
        # Corrections of positions and speeds ask for `lower` alone, once in a while: one by one.
        lower = self._lower(name, g, sizes)
        one_by_one = [*lower.before, f"lower{g}({', '.join(lower.arguments)})", *lower.after]
        head = f"    for r in range({name}_n):\n"
        return {
            "factor": uses_text(f"{name}_n", f"factor{g}", lambda r, lane: self._factor(name, g, sizes, r, lane)),
            "share": share if count else "",
            "lower": head + "".join(f"        {line}\n" for line in one_by_one),
            "finish": uses_text(f"{name}_n", f"finish{g}", lambda r, lane: self._finish(name, g, sizes, r, lane))
            + known,
        }

    def _factor(self, name: str, g: int, sizes: tuple[int, int], r: str, lane: int) -> Use:
        """Statements around `factor` of one use."""
        inside, count = sizes
        module = self.types[g]
        group = module.groups[0]
        kept, entries = module.factors.kept.numel(), sum(len(rows) for rows, _, _ in module.ports)
        row, width, upper = f"{name}_row + {inside} * {r}", 1 + len(group.others), count * (count + 1) // 2
        box, put, out = width * lane, entries * lane, upper * lane
        at, v = f"at{lane}", f"v{lane}"
        before = [f"{at} = {name}_at[3 * {r} + 1]", f"{v} = {name}_at[3 * {r} + 2]"]
        before += [f"box[{box + k}] = Z[{name}_in[{width} * {r} + {k}]]" for k in range(width)]
        before += [f"put[{put + k}] = TA[{name}_x[{entries} * {r} + {k}]]" for k in range(entries)]
        # Values of the group are read where they are; only what is not its own is gathered.
        given = [f"Z[{name}_at[3 * {r}] :]"] if group.signature[1] else []  # type: ignore[index]
        given += [f"Z[{at}:]"]
        given += [f"{name}_c[{len(group.parameters)} * {r} :]"] if group.parameters else []
        given += [f"box[{box} :]", *([f"put[{put} :]"] if entries else []), *([f"F[{v}:]"] if group.outer else [])]
        given += [
            f"a[{v}:]",
            f"y_inside[{row} :]",
            f"D[rest + {row} :]",
            f"scale[{row} :]",
            f"{name}_l[{kept} * {r} :]",
        ]
        given += [f"{name}_s[{count} * {r} :]", f"out[{out} :]"] if count else []
        after = [f"Lam[{name}_goal[{upper} * {r} + {k}]] += out[{out + k}]" for k in range(upper)]
        return Use(before, given, after)

    def _lower(self, name: str, g: int, sizes: tuple[int, int]) -> Use:
        """Statements around `lower` of one use."""
        inside, count = sizes
        row, kept = f"{name}_row + {inside} * r", self.types[g].factors.kept.numel()
        before = [f"box[{k}] = rhs[{name}_inside[{inside} * r + {k}]]" for k in range(inside)]
        given = [
            f"{name}_l[{kept} * r :]",
            f"D[rest + {row} :]",
            "box",
            f"y_inside[{row} :]",
            *(["out"] if count else []),
        ]
        return Use(before, given, [f"rhs[{name}_port[{count} * r + {k}]] += out[{k}]" for k in range(count)])

    def _finish(self, name: str, g: int, sizes: tuple[int, int], r: str, lane: int) -> Use:
        """Statements around `finish` of one use."""
        inside, count = sizes
        row, kept, v = f"{name}_row + {inside} * {r}", self.types[g].factors.kept.numel(), f"v{lane}"
        box = count * lane
        before = [f"{v} = {name}_at[3 * {r} + 2]"]
        before += [f"box[{box + k}] = lam[{name}_port[{count} * {r} + {k}]]" for k in range(count)]
        given = [f"{name}_l[{kept} * {r} :]", f"D[rest + {row} :]", f"y_inside[{row} :]", f"a[{v}:]"]
        given += [*([f"box[{box} :]"] if count else []), f"a[{v}:]", f"lam_inside[{row} :]"]
        return Use(before, given)

    def bind(self, p: Array, R: Array, places: Mapping[str, slice], integers: Mapping[str, Integers]) -> None:
        """Parameters of each group, one after another."""
        for g in range(len(self.types)):
            R[places[f"module{g}_c"]] = p[integers[f"module{g}_p"]]


def moves(kind: ConstraintType) -> bool:
    """Whether a constraint depends on time, or is not linear and homogeneous in the speeds."""
    v = kind.local.v
    phi = kind.local.at_rest(kind.phi)
    at_rest = ca.simplify(ca.substitute(phi, v, ca.SX.zeros(v.numel())))
    return ca.sparsify(at_rest).nnz() > 0 or bool(v.numel() and any(ca.which_depends(phi, v, 2, True)))

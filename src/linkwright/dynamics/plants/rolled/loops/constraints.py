"""Multipliers of many constraints as loops: A M^-1 A^T = W^T D^-1 W over their common elements, then L D L^T.

An element is a block with its own inertia (D^-1 is its inverse, W the constraint's rows themselves) or a link of a tree
(D as the recursion leaves it, W from the pass towards the ground). A visit is a constraint with an element on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Integers
from linkwright.codegen.linear_algebra import LDL_LOOPS, Pattern
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.rolled.loops.layout import Layout, gather_kernel, loop_of
from linkwright.dynamics.plants.rolled.loops.tree import STRIDE, RolledTree
from linkwright.equations import ConstraintType, Uses

MOST_PAIRS = 4_000_000
"""Pairs of constraints on common elements above which loops are cut too far apart for the memory."""
Visit = tuple[int, int, int, int, int, int]
"""A constraint with an element on its way: element, speeds, where its W begins, rows, first row, where D^-1 begins."""


def pairs_of(visits: Sequence[Visit]) -> Integers:
    """Pairs of visits of the same element, each once."""
    # Visits by element.
    groups: dict[int, list[int]] = {}
    for number, visit in enumerate(visits):
        groups.setdefault(visit[0], []).append(number)
    total = sum(len(group) * (len(group) + 1) // 2 for group in groups.values())
    if total > MOST_PAIRS:
        raise too_far()
    return np.array(
        [(x, y) for group in groups.values() for k, x in enumerate(group) for y in group[: k + 1]], dtype=np.int64
    ).reshape(-1, 2)


def write_pattern(layout: Layout, m: int, every: Sequence[Visit], pairs: Integers) -> tuple[Pattern, str]:
    """Pattern of A M^-1 A^T, and the source that adds it up; where products of visits go is written to the layout."""
    visits = np.array([(rows, first) for _, _, _, rows, first, _ in every], dtype=np.int64).reshape(-1, 2)
    # Rows of both constraints of a pair, in groups of equal numbers of rows so that NumPy does the work.
    entries, kept = [], []
    if len(pairs):
        one, two = visits[pairs[:, 0]], visits[pairs[:, 1]]
        for rows_1 in np.unique(visits[:, 0]):
            for rows_2 in np.unique(visits[:, 0]):
                which = np.flatnonzero((one[:, 0] == rows_1) & (two[:, 0] == rows_2))
                if not len(which):
                    continue
                i, j = np.meshgrid(np.arange(rows_1), np.arange(rows_2), indexing="ij")
                first = one[which, 1][:, None] + i.ravel()
                second = two[which, 1][:, None] + j.ravel()
                same = (pairs[which, 0] == pairs[which, 1])[:, None]
                double = same & (i.ravel() > j.ravel())  # of a visit with itself each entry once
                entries.append((which, first, second, double))
                kept.append(np.stack([first.ravel(), second.ravel()], axis=1))
    pattern = Pattern.of(m, np.concatenate(kept) if kept else np.zeros((0, 2), dtype=np.int64))
    sizes = visits[pairs[:, 0], 0] * visits[pairs[:, 1], 0] if len(pairs) else np.zeros(0, dtype=np.int64)
    # Where the products of each pair begin in `goal`, and to which entry of the upper triangle each goes.
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    goal = np.full(int(begin[-1]), -1, dtype=np.int64)
    for which, first, second, double in entries:
        place = pattern.place(first.ravel(), second.ravel()).reshape(first.shape)
        place = np.where(double, -1, place)
        goal[begin[which][:, None] + np.arange(first.shape[1])] = place
    layout.index("goal", goal)
    starts = np.array([start for _, _, start, _, _, _ in every], dtype=np.int64)
    widths = np.array([width for _, width, _, _, _, _ in every], dtype=np.int64)
    products = ""
    if len(pairs):
        shapes = np.column_stack([widths[pairs[:, 0]], visits[pairs, 0], pairs[:, 0] == pairs[:, 1]])
        for g, (shape, which) in enumerate(_alike(shapes)):
            layout.index(f"pair{g}", np.column_stack([starts[pairs[which]], begin[:-1][which]]))
            layout.number(f"pair{g}_n", len(which))
            products += product_text(f"pair{g}", *shape)
    layout.number("m", m)
    layout.index("position", pattern.position)
    layout.index("L_table", pattern.table)
    layout.number("entries", len(pattern.rows))
    layout.real("Lam", len(pattern.rows))
    layout.real("L", int(pattern.fill[-1]) + 1)
    layout.real("D", m)
    layout.real("L_work", 2 * m)
    layout.real("lam", m)
    return pattern, products


def _alike(rows: Integers) -> list[tuple[list[int], Integers]]:
    """Rows that are the same, in the order of the rows: what they are, and which."""
    found, of_row = np.unique(rows, axis=0, return_inverse=True)
    return [(shape.tolist(), np.flatnonzero(of_row.ravel() == k)) for k, shape in enumerate(found)]


def dot_text(one: str, two: str, width: int) -> str:
    """Source of the scalar product of two parts of arrays, written out."""
    return " + ".join(f"{one} + {j}] * {two} + {j}]" for j in range(width))


def product_text(name: str, width: int, rows_1: int, rows_2: int, same: int) -> str:
    """Source of a loop over pairs of visits of one shape: W_1^T Y_2 is added to A M^-1 A^T, of a visit itself once."""
    text = f"    for k in range({name}_n):\n        w = {name}[3 * k]\n        y = {name}[3 * k + 1]\n"
    text += f"        to = {name}[3 * k + 2]\n"
    for r in range(rows_1):
        for c in range(r if same else 0, rows_2):
            total = dot_text(f"W[w + {width * r}", f"Y[y + {width * c}", width)
            text += f"        Lam[goal[to + {rows_2 * r + c}]] += {total or '0.0'}\n"
    return text


def mobility_text(name: str, width: int, rows: int) -> str:
    """Source of a loop over visits of one shape: Y = D^-1 W."""
    text = f"    for k in range({name}_n):\n        w = {name}[4 * k]\n        d = {name}[4 * k + 1]\n"
    for r in range(rows):
        for i in range(width):
            text += f"        Y[w + {width * r + i}] = {dot_text(f'Di[d + {width * i}', f'W[w + {width * r}', width)}\n"
    return text if width else ""


def force_text(name: str, width: int, rows: int, target: str) -> str:
    """Source of a loop over visits of one shape: Y lam is added to accelerations of blocks or joints."""
    text = f"    for k in range({name}_n):\n        w = {name}[4 * k]\n        l = {name}[4 * k + 2]\n"
    text += f"        to = {name}[4 * k + 3]\n"
    for i in range(width):
        total = " + ".join(f"Y[w + {width * r + i}] * lam[l + {r}]" for r in range(rows))
        text += f"        {target}[to + {i}] += {total}\n"
    return text if width else ""


def too_far() -> Refused:
    """Loops that are cut so far from each other that all multipliers act on each other."""
    reason = (
        "the loops are cut so that many of them share long ways to the ground, and their multipliers all act on each "
        "other; choose the tree (tree=[...]) so that each loop is held near its cut, or take formalisms.modular with "
        "joins.Multipliers()"
    )
    return Refused(reason, [])


EMPTY = """    for k in range(entries):
        Lam[k] = 0.0
"""
SOLVE = """    for k in range(m):
        L_work[position[k]] = rhs[k]
    ldl_solve(m, L_table, L, D, L_work)
    for k in range(m):
        lam[k] = L_work[position[k]]
        L_work[position[k]] = 0.0
    for k in range(du_n):
        du[k] = 0.0
"""


def lift_text(tree: RolledTree) -> str:
    """Accelerations of the bodies of links that constraints stand on."""
    b, pose = tree.b, tree.pose
    head = f"    for k in range(mets):\n        i = met[k]\n        at = {STRIDE} * i\n        kind = link[at]\n"
    return head + tree.each(
        f"lift{{k}}(P[{pose} * (i + 1) :], c[link[at + 4] :], V[{b} * (i + 1) :], acc[{b} * (i + 1) :], acc, "
        f"a[link[at + 7] - {b} :])"
    )


def ways_text(tree: RolledTree) -> str:
    """Columns W of every constraint, link by link towards the ground."""
    b, pose = tree.b, tree.pose
    most = max(kernels.speeds for kernels in tree.kernels)
    row = b + most
    seat = tree.each(f"seat{{k}}(P[{pose} * (i + 1) :], c[link[at + 4] :], box, ww[{b} * s :])", indent=16)
    column = tree.each(
        f"column{{k}}(x[link[at + 5] :], c[link[at + 4] :], g[link[at + 6] :], ww[{b} * s :], wt[{most} * s :], "
        "out, box)",
        indent=16,
    )
    store = ""
    for k, kernels in enumerate(tree.kernels):
        body = "".join(
            f"                    W[visit_way[3 * s + 2] + {kernels.speeds} * r + {m}] = out[{m}]\n"
            for m in range(kernels.speeds)
        )
        store += f"                if kind == {k}:\n{body or '                    pass' + chr(10)}"
    inverse = ""
    for k, kernels in enumerate(tree.kernels):
        size = kernels.speeds
        after = kernels.sizes[2] - size * size - size
        body = "".join(f"            Di[met_Di[k] + {m}] = g[link[at + 6] + {after + m}]\n" for m in range(size * size))
        inverse += f"        if kind == {k}:\n{body or '            pass' + chr(10)}"
    return (
        f"    for k in range(mets):\n        at = {STRIDE} * met[k]\n        kind = link[at]\n{inverse}"
        "    first = 0\n    sat = 0\n    read = 0\n"
        "    for j in range(ways):\n"
        "        rows = constraint_way[3 * j]\n        long = constraint_way[3 * j + 1]\n"
        "        seats = constraint_way[3 * j + 2]\n"
        "        for r in range(rows):\n"
        f"            for k in range({b} * first, {b} * (first + long)):\n                ww[k] = 0.0\n"
        f"            for k in range({most} * first, {most} * (first + long)):\n                wt[k] = 0.0\n"
        "            for e in range(seats):\n"
        "                s = seat_way[sat + e]\n"
        "                i = visit_way[3 * s]\n"
        f"                at = {STRIDE} * i\n                kind = link[at]\n"
        f"                from_ = read + {row} * (rows * e + r)\n"
        + "".join(f"                box[{k}] = TA[source_way[from_ + {k}]]\n" for k in range(b))
        + seat
        + "".join(f"                wt[{most} * s + {k}] = TA[source_way[from_ + {b + k}]]\n" for k in range(most))
        + "            for s in range(first, first + long):\n"
        "                i = visit_way[3 * s]\n"
        f"                at = {STRIDE} * i\n                kind = link[at]\n"
        + column
        + store
        + "                h = visit_way[3 * s + 1]\n"
        "                if h >= 0:\n"
        + "".join(f"                    ww[{b} * h + {k}] += box[{k}]\n" for k in range(b))
        + f"        first += long\n        sat += seats\n        read += {row} * rows * seats\n"
    )


@dataclass(eq=False)
class Elements:
    """What blocks are: `kind` of each (-1 nothing, 0 own inertia, 1 link), its element, first speed, size and D^-1."""

    kind: Integers
    number: Integers
    speed: Integers
    size: Integers
    inverse: Integers


@dataclass(eq=False)
class RolledConstraints:
    """Kernels, index arrays and loops of the constraints."""

    uses: Sequence[Uses[ConstraintType]]
    layout: Layout
    starts: dict[str, int]
    elements: Elements
    tree: RolledTree | None
    functions: dict[str, ca.Function] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.m = sum(len(uses) * len(uses.type.rows) for uses in self.uses)
        self.gaps: list[Integers] = []
        self._visits: list[Visit] = []
        self._copies: tuple[list[Integers], list[Integers]] = ([], [])
        self._paths: list[Any] = []
        self._targets: list[tuple[int, int]] = []
        self._w = 0
        self.evaluation, self.residual, self.reading = "", "", ""
        row, at = 0, 0
        for k, uses in enumerate(self.uses):
            row, at = self._type(k, uses, row, at)
        self.layout.real("TA", at + 1)  # the last one stays zero
        self.zero = at
        for name in ("Tb", "Tg", "rhs"):
            self.layout.real(name, self.m)
        self.layout.real("Tphi", self.m)
        self._finish()

    def _type(self, k: int, uses: Uses[ConstraintType], row: int, at: int) -> tuple[int, int]:
        kind, count = uses.type, len(uses)
        rows = len(kind.rows)
        # Only the entries of A that are not zero are computed and kept.
        A = ca.sparsify(kind.local.at_rest(kind.A))
        r_of, c_of = (np.array(x, dtype=np.int64) for x in A.sparsity().get_triplet())
        nonzeros = ca.SX(A.nz[:]) if A.nnz() else ca.SX(0, 1)
        made = gather_kernel(f"constraint{k}", uses, [nonzeros, kind.b], self.starts)
        gap = ca.vertcat(kind.g, ca.SX.zeros(rows - kind.g.numel()))
        read = gather_kernel(f"gap{k}", uses, [kind.phi, gap], self.starts)
        self.functions |= {f"constraint{k}": made.kernel, f"gap{k}": read.kernel}
        self.layout.index(f"constraint{k}_in", made.index)
        self.layout.index(f"gap{k}_in", read.index)
        self.layout.index(f"constraint{k}_col", uses.v[:, c_of])
        self.layout.number(f"constraint{k}_n", count)
        nz = len(r_of)
        # where the kernel writes and reads
        gather = "".join(f"        box[{m}] = Z[constraint{k}_in[{made.count} * r + {m}]]\n" for m in range(made.count))
        copy = "".join(f"        TA[{at} + {nz} * r + {m}] = out[{m}]\n" for m in range(nz))
        copy += "".join(f"        Tb[{row} + {rows} * r + {m}] = out[{nz + m}]\n" for m in range(rows))
        self.evaluation += f"    for r in range(constraint{k}_n):\n{gather}        constraint{k}(box, out)\n{copy}"
        # Right side of the multipliers: what is left of A a = b with the accelerations without constraints.
        minus = "".join(
            f"        rhs[{row} + {rows} * r + {int(r_of[m])}] -= "
            f"TA[{at} + {nz} * r + {m}] * a[constraint{k}_col[{nz} * r + {m}]]\n"
            for m in range(nz)
        )
        self.residual += f"    for r in range(constraint{k}_n):\n{minus or '        pass' + chr(10)}"
        gather = "".join(f"        box[{m}] = Z[gap{k}_in[{read.count} * r + {m}]]\n" for m in range(read.count))
        copy = "".join(f"        Tphi[{row} + {rows} * r + {m}] = out[{m}]\n" for m in range(rows))
        copy += "".join(f"        Tg[{row} + {rows} * r + {m}] = out[{rows + m}]\n" for m in range(rows))
        self.reading += f"    for r in range(gap{k}_n):\n{gather}        gap{k}(box, out)\n{copy}"
        self.layout.number(f"gap{k}_n", count)
        self._note_elements(uses, row, at, rows, (r_of, c_of), nz)
        return row + rows * count, at + nz * count

    def _note_elements(
        self, uses: Uses[ConstraintType], row: int, at: int, rows: int, places: tuple[Integers, Integers], nz: int
    ) -> None:
        """Note which elements each use stands on."""
        e, count = self.elements, len(uses)
        r_of, c_of = places
        begin = 0
        involved: list[tuple[int, Integers, Any]] = []
        for local in range(uses.blocks.shape[1]):
            numbers = uses.blocks[:, local]
            # all uses of a type stand on blocks of the same types
            size = int(e.size[numbers[0]]) if count else 0
            inside = [(int(r_of[m]), int(c_of[m]) - begin, m) for m in range(nz) if begin <= c_of[m] < begin + size]
            begin += size
            if not size or not inside:
                continue
            # A block with its own inertia: W is the constraint's rows themselves.
            if e.kind[numbers[0]] == 0:
                w = self._w + rows * size * np.arange(count)
                self._w += rows * size * count
                for r, m, n in inside:
                    self._copies[0].append(w + r * size + m)
                    self._copies[1].append(at + nz * np.arange(count) + n)
                first = row + rows * np.arange(count)
                columns = (e.number[numbers], w, first, e.inverse[numbers], e.speed[numbers])
                for element, start, top, inverse, to in zip(*(x.tolist() for x in columns), strict=True):
                    self._visits.append((element, size, start, rows, top, inverse))
                    self._targets.append((0, to))
            else:
                involved.append((size, e.number[numbers], inside))
        if involved:
            self._paths.append((count, row, at, rows, nz, involved))

    # -- links on the way to the ground ---------------------------------------------------------------------------

    def _walk(self) -> dict[str, list[int]]:
        """Visits of links: from those a constraint stands on to the ground, outer links first."""
        tree = self.tree
        table: dict[str, list[int]] = {key: [] for key in ("constraint", "visit", "seat", "source")}
        if tree is None or not self._paths:
            return table
        holders, b, info = tree.holders.tolist(), tree.b, tree.info
        speeds = tree.speeds.tolist()
        most = max([kernels.speeds for kernels in tree.kernels], default=0)
        count = 0
        for uses, row, at, rows, nz, involved in self._paths:
            for use in range(uses):
                # All links between those that the constraint stands on and the ground; ways that meet go on as one.
                way: set[int] = set()
                for _, numbers, _ in involved:
                    link = int(numbers[use])
                    while link >= 0 and link not in way:
                        way.add(link)
                        link = holders[link]
                order = sorted(way, reverse=True)
                # Outer links come first, so that what they hand on is complete when their holder is reached.
                place = {link: count + k for k, link in enumerate(order)}
                seats = 0
                for _, numbers, inside in involved:
                    link = int(numbers[use])
                    table["seat"] += [place[link]]
                    source = np.full((rows, b + most), self.zero, dtype=np.int64)
                    for r, m, n in inside:
                        source[r, m] = at + nz * use + n
                    table["source"] += source.ravel().tolist()
                    seats += 1
                for link in order:
                    k = speeds[link]
                    hold = holders[link]
                    table["visit"] += [link, place.get(hold, -1), self._w]
                    self._visits.append((-1 - link, k, self._w, rows, row + rows * use, 0))
                    self._targets.append((1, int(info[link, 8])))
                    self._w += rows * k
                    count += 1
                    if count > MOST_PAIRS:
                        raise too_far()
                table["constraint"] += [rows, len(order), seats]
        return table

    def _finish(self) -> None:
        layout = self.layout
        table = self._walk()
        tree = self.tree
        self.linked = bool(table["constraint"])
        layout.index("constraint_way", table["constraint"])
        layout.number("ways", len(table["constraint"]) // 3)
        layout.index("visit_way", table["visit"])
        layout.index("seat_way", table["seat"])
        layout.index("source_way", table["source"])
        count = len(table["visit"]) // 3
        b = tree.b if tree else 0
        most = max([kernels.speeds for kernels in tree.kernels], default=0) if tree else 0
        layout.real("ww", b * count)
        layout.real("wt", most * count)
        links = sorted({-1 - e for e, *_ in self._visits if e < 0})
        layout.index("met", links)
        layout.number("mets", len(links))
        inverse_of = {}
        start = self.layout.sizes["Di"]
        for link in links:
            inverse_of[link] = start
            assert tree is not None
            start += int(tree.speeds[link]) ** 2
        layout.sizes["Di"] = start
        layout.index("met_Di", [inverse_of[link] for link in links])
        # Two constraints on a common element act on each other.
        pairs = pairs_of(self._visits)
        visits = [
            (k, rows, linked, w, inverse if e >= 0 else inverse_of[-1 - e], first, to)
            for (e, k, w, rows, first, inverse), (linked, to) in zip(self._visits, self._targets, strict=True)
        ]
        every = np.array(visits, dtype=np.int64).reshape(-1, 7)
        self.mobilities, self.forces = "", ""
        for g, ((width, rows, on_links), which) in enumerate(_alike(every[:, :3])):
            layout.index(f"visit{g}", every[which, 3:])
            layout.number(f"visit{g}_n", len(which))
            self.mobilities += mobility_text(f"visit{g}", width, rows)
            self.forces += force_text(f"visit{g}", width, rows, "du" if on_links else "a")
        if tree is None:
            layout.real("du", 0)
        layout.number("du_n", layout.sizes["du"])
        layout.index("own_dst", np.concatenate(self._copies[0]) if self._copies[0] else [])
        layout.index("own_src", np.concatenate(self._copies[1]) if self._copies[1] else [])
        layout.number("owns", sum(map(len, self._copies[0])))
        layout.real("W", self._w)
        layout.real("Y", self._w)
        self.pattern, self.products = write_pattern(self.layout, self.m, self._visits, pairs)

    # -- loops ----------------------------------------------------------------------------------------------------

    def loops(self) -> list[Callable[..., object]]:
        """Rows and right sides; factorisation; multipliers and what they add to the accelerations."""
        tree = self.tree
        factor = "    for k in range(owns):\n        W[own_dst[k]] = TA[own_src[k]]\n"
        if self.linked and tree is not None:
            factor += ways_text(tree)
        factor += self.mobilities + EMPTY + self.products + "    ldl_factor(m, L_table, Lam, L, D, L_work)\n"
        spread = SOLVE + self.forces
        if self.linked and tree is not None:
            spread += "    tree_spread(I, R)\n"
        made = []
        for name, body in (
            ("constraint_rows", self.evaluation),
            ("constraint_gaps", self.reading),
            (
                "constraint_residual",
                "    for k in range(m):\n        rhs[k] = Tb[k]\n"
                + (lift_text(tree) if self.linked and tree is not None else "")
                + self.residual,
            ),
            ("constraint_factor", factor),
            ("constraint_solve", spread),
        ):
            made.append(loop_of(self.layout, name, body))
        return [*made, *LDL_LOOPS]

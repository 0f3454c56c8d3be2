"""Multipliers of many constraints as loops: A M^-1 A^T = W^T D^-1 W over their common elements, then L D L^T.

An element is a block with its own inertia (D^-1 is its inverse, W the constraint's rows themselves) or a link of a tree
(D as the recursion leaves it, W from the pass towards the ground). A visit is a constraint with an element on its way.
Constraints that close inside a tree are eliminated by the recursion itself (`junctions`), all others here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.codegen.linear_algebra import LDL_LOOPS, Pattern
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.rolled.loops.junctions import (
    GROUND,
    VISIT,
    WAY,
    Group,
    Stand,
    at_junctions,
    columns_text,
    gather_text,
    group,
    junction_loops,
)
from linkwright.dynamics.plants.rolled.loops.layout import Layout, loop_of
from linkwright.dynamics.plants.rolled.loops.modules import RolledModules
from linkwright.dynamics.plants.rolled.loops.tree import STRIDE, RolledTree
from linkwright.dynamics.system.gathering import gather_kernel
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


def write_pattern(
    layout: Layout, rest: Integers, every: Sequence[Visit], pairs: Integers, joined: Integers
) -> tuple[Pattern, str, Callable[[Integers, Integers], Integers]]:
    """Pattern of A M^-1 A^T of the rows `rest`, the source that adds it up, and where entries of rows and columns are.

    Where products of visits go is written to the layout. `joined` are pairs of rows that act on each other otherwise.
    """
    m = len(rest)
    number = np.zeros(int(rest.max(initial=-1)) + 1, dtype=np.int64)
    number[rest] = np.arange(m)
    visits = np.array([(rows, number[first]) for _, _, _, rows, first, _ in every], dtype=np.int64).reshape(-1, 2)
    # Rows of both constraints of a pair, in groups of equal numbers of rows so that NumPy does the work.
    entries, kept = [], [number[joined]]
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
    pattern = Pattern.of(m, np.concatenate(kept))
    sizes = visits[pairs[:, 0], 0] * visits[pairs[:, 1], 0] if len(pairs) else np.zeros(0, dtype=np.int64)
    # Where the products of each pair begin in `goal`, and to which entry of the upper triangle each goes.
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    goal = np.full(int(begin[-1]), -1, dtype=np.int64)
    for which, first, second, double in entries:
        at = pattern.place(first.ravel(), second.ravel()).reshape(first.shape)
        goal[begin[which][:, None] + np.arange(first.shape[1])] = np.where(double, -1, at)
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
    layout.number("rest", m)
    layout.index("order", rest[np.argsort(pattern.position)])
    layout.index("L_table", pattern.table)
    layout.number("entries", len(pattern.rows))
    layout.real("Lam", len(pattern.rows))
    layout.real("L", int(pattern.fill[-1]) + 1)
    layout.real("L_work", 2 * m)

    def place(rows: Integers, columns: Integers) -> Integers:
        return pattern.place(number[rows], number[columns])

    return pattern, products, place


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


def push_text(name: str, width: int, rows: int) -> str:
    """Source of a loop over visits of one shape: W^T du of forces that are known is taken from right sides."""
    text = f"    for k in range({name}_n):\n        w = {name}[3 * k]\n        l = {name}[3 * k + 1]\n"
    text += f"        to = {name}[3 * k + 2]\n"
    for r in range(rows):
        text += f"        rhs[l + {r}] -= {dot_text(f'W[w + {width * r}', 'du[to', width)}\n"
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
SOLVE = """    for k in range(rest):
        L_work[k] = rhs[order[k]]
    ldl_solve(rest, L_table, L, D, L_work)
    for k in range(rest):
        lam[order[k]] = L_work[k]
        L_work[k] = 0.0
"""


def lift_text(tree: RolledTree) -> str:
    """Accelerations of the bodies of links that constraints stand on."""
    b, pose = tree.b, tree.pose
    head = f"    for k in range(mets):\n        i = met[k]\n        at = {STRIDE} * i\n        kind = link[at]\n"
    return head + tree.each(
        f"lift{{k}}(P[{pose} * (i + 1) :], c[link[at + 4] :], V[{b} * (i + 1) :], acc[{b} * (i + 1) :], acc, "
        f"a[link[at + 7] - {b} :])"
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
    """Kernels, index arrays and loops of the constraints; `cuts` say of each use whether a loop is cut there."""

    uses: Sequence[Uses[ConstraintType]]
    cuts: Sequence[Sequence[bool]]
    layout: Layout
    starts: dict[str, int]
    elements: Elements
    tree: RolledTree | None
    modules: RolledModules
    functions: dict[str, ca.Function] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.m = sum(len(uses) * len(uses.type.rows) for uses in self.uses)
        self.gaps: list[Integers] = []
        self._visits: list[Visit] = []
        self._copies: tuple[list[Integers], list[Integers]] = ([], [])
        self._stands: list[Stand] = []
        self._targets: list[tuple[int, int]] = []
        self._w = 0
        self.evaluation, self.residual, self.reading = "", "", ""
        self.first_rows: list[int] = []
        self.first_entries: list[int] = []
        self._widths: list[int] = []
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
        self.first_rows.append(row)
        self.first_entries.append(at)
        # Only the entries of A that are not zero are computed and kept.
        A = ca.sparsify(kind.local.at_rest(kind.A))
        r_of, c_of = (np.array(x, dtype=np.int64) for x in A.sparsity().get_triplet())
        nonzeros = ca.SX(A.nz[:]) if A.nnz() else ca.SX(0, 1)
        made = gather_kernel(f"constraint{k}", uses, [nonzeros, kind.b], self.starts)
        gap = ca.vertcat(kind.g, ca.SX.zeros(rows - kind.g.numel()))
        read = gather_kernel(f"gap{k}", uses, [kind.phi, gap], self.starts)
        self.functions[f"gap{k}"] = read.kernel
        kept = self._kept(k)
        if len(kept):
            self.functions[f"constraint{k}"] = made.kernel
        self.layout.index(f"constraint{k}_in", made.index[kept])
        self.layout.index(f"gap{k}_in", read.index)
        self.layout.index(f"constraint{k}_col", uses.v[kept][:, c_of])
        self.layout.number(f"constraint{k}_n", len(kept))
        nz = len(r_of)
        self._widths.append(nz)
        # Where the rows of a use begin; those inside modules are not among the uses that are gone through.
        whole = len(kept) == count
        first = f"{row} + {rows} * r" if whole else "first"
        begin = "" if whole else f"        first = constraint{k}_row[r]\n"
        self.layout.index(f"constraint{k}_row", row + rows * kept)
        # where the kernel writes and reads
        gather = "".join(f"        box[{m}] = Z[constraint{k}_in[{made.count} * r + {m}]]\n" for m in range(made.count))
        copy = "".join(f"        TA[{at} + {nz} * r + {m}] = out[{m}]\n" for m in range(nz))
        copy += begin + "".join(f"        Tb[{first} + {m}] = out[{nz + m}]\n" for m in range(rows))
        loop = f"    for r in range(constraint{k}_n):\n"
        self.evaluation += f"{loop}{gather}        constraint{k}(box, out)\n{copy}" if len(kept) else ""
        # Right side of the multipliers: what is left of A a = b with the accelerations without constraints.
        minus = "".join(
            f"        rhs[{first} + {int(r_of[m])}] -= "
            f"TA[{at} + {nz} * r + {m}] * a[constraint{k}_col[{nz} * r + {m}]]\n"
            for m in range(nz)
        )
        self.residual += f"{loop}{begin}{minus or '        pass' + chr(10)}"
        gather = "".join(f"        box[{m}] = Z[gap{k}_in[{read.count} * r + {m}]]\n" for m in range(read.count))
        copy = "".join(f"        Tphi[{row} + {rows} * r + {m}] = out[{m}]\n" for m in range(rows))
        copy += "".join(f"        Tg[{row} + {rows} * r + {m}] = out[{rows + m}]\n" for m in range(rows))
        self.reading += f"    for r in range(gap{k}_n):\n{gather}        gap{k}(box, out)\n{copy}"
        self.layout.number(f"gap{k}_n", count)
        self._note_elements(uses, self.cuts[k], kept, (r_of, c_of))
        return row + rows * count, at + nz * len(kept)

    def _kept(self, k: int) -> Integers:
        """Uses of a type of constraint that are not inside modules."""
        rest = self.modules.rest["constraints"]
        return rest[k] if k < len(rest) else np.arange(len(self.uses[k]))

    def _entries(self, k: int, use: int) -> int:
        """Where the entries of A of a use begin."""
        at = int(np.searchsorted(self._kept(k), use))
        return self.first_entries[k] + self._widths[k] * at

    def _note_elements(
        self, uses: Uses[ConstraintType], cuts: Sequence[bool], kept: Integers, places: tuple[Integers, Integers]
    ) -> None:
        """Note which elements each use stands on."""
        e, count, rows = self.elements, len(kept), len(uses.type.rows)
        row, at = self.first_rows[-1], self.first_entries[-1]
        r_of, c_of = places
        nz = len(r_of)
        begin, alone = 0, True
        involved: list[tuple[Integers, list[tuple[int, int, int]]]] = []
        for local in range(uses.blocks.shape[1] if count else 0):
            numbers = uses.blocks[kept, local]
            # all uses of a type stand on blocks of the same types
            size = int(e.size[numbers[0]])
            inside = [(int(r_of[m]), int(c_of[m]) - begin, m) for m in range(nz) if begin <= c_of[m] < begin + size]
            begin += size
            if not size or not inside:
                continue
            if e.kind[numbers[0]] == 1:
                involved.append((e.number[numbers], inside))
                continue
            # A block with its own inertia: W is the constraint's rows themselves. Blocks of modules are left out.
            alone = False
            own = np.flatnonzero(e.kind[numbers] == 0)
            w = self._w + rows * size * np.arange(len(own))
            self._w += rows * size * len(own)
            for r, m, n in inside:
                self._copies[0].append(w + r * size + m)
                self._copies[1].append(at + nz * own + n)
            blocks = numbers[own]
            columns = (e.number[blocks], w, row + rows * kept[own], e.inverse[blocks], e.speed[blocks])
            for element, start, top, inverse, to in zip(*(x.tolist() for x in columns), strict=True):
                self._visits.append((element, size, start, rows, top, inverse))
                self._targets.append((0, to))
        if not involved:
            return
        # Joints that are coupled with each other, and a joint at which a loop is cut, leave a common trunk free.
        b = self.tree.b if self.tree is not None else 0
        twists = any(m < b for _, inside in involved for _, m, _ in inside)
        for use, cut in enumerate(cuts):
            links = [int(numbers[use]) for numbers, _ in involved]
            entries = [[(r, m, at + nz * use + n) for r, m, n in inside] for _, inside in involved]
            joints = [k for k, own in zip(links, entries, strict=True) if any(m >= b for _, m, _ in own)]
            closes = alone and (not twists or (cut and len(links) > 1))
            self._stands.append(Stand(row + rows * use, rows, links, entries, closes, joints))

    # -- links on the way to the ground ---------------------------------------------------------------------------

    def _walk(self, groups: Sequence[Group]) -> dict[str, list[int]]:
        """Ways of groups of constraints from the links that they stand on inwards, outer links first."""
        tree = self.tree
        table: dict[str, list[int]] = {key: [] for key in ("way", "visit", "seat", "source", "link")}
        if tree is None or not groups:
            return table
        holders, b, info = tree.holders.tolist(), tree.b, tree.info
        speeds = tree.speeds.tolist()
        most = max(kernels.speeds for kernels in tree.kernels)
        place_count, row, start = 0, 0, 0
        for each in groups:
            rows, inner = each.rows, each.junction != GROUND
            # Outer links come first, so that what they hand on is complete when their holder is reached; behind the
            # last one comes the junction or the ground.
            end = place_count + len(each.way)
            place = {link: place_count + k for k, link in enumerate(each.way)}
            seats: dict[int, Integers] = {}
            first = 0
            for stand in each.stands:
                for link, entries in zip(stand.links, stand.entries, strict=True):
                    source = seats.setdefault(link, np.full((len(rows), b + most), self.zero, dtype=np.int64))
                    for r, m, n in entries:
                        source[first + r, m] = n
                first += stand.rows
            table["way"] += [len(rows), len(each.way), len(seats), place_count, len(table["seat"]) // 2]
            table["way"] += [len(table["source"]), row if inner else -1, start]
            for link, source in seats.items():
                table["seat"] += [place.get(link, end), link]
                table["source"] += source.ravel().tolist()
            for link in each.way:
                k = speeds[link]
                inverse = int(info[link, 6]) + tree.kernels[info[link, 0]].sizes[2] - k * k - k
                table["visit"] += [link, place.get(holders[link], end), self._w, k, inverse]
                if not inner:
                    self._visits.append((-1 - link, k, self._w, len(rows), rows[0], 0))
                    self._targets.append((1, int(info[link, 8])))
                self._w += len(rows) * k
            table["visit"] += [0] * VISIT
            place_count = end + 1
            if place_count > MOST_PAIRS:
                raise too_far()
            row, start = row + len(rows) * inner, start + len(rows) ** 2 * inner
        return table

    def _finish(self) -> None:
        layout, tree = self.layout, self.tree
        holders = [] if tree is None else tree.holders.tolist()
        self.groups, others = group(self._stands, holders)
        inner = [row for each in self.groups for row in each.rows]
        table = self._walk([*others, *self.groups])
        self.linked = bool(self._stands)
        layout.index("way", table["way"])
        layout.number("ways", len(others))
        for name in ("visit", "seat", "source"):
            layout.index(f"{name}_way", table[name])
        places = len(table["visit"]) // VISIT
        b = tree.b if tree else 0
        most = max([kernels.speeds for kernels in tree.kernels], default=0) if tree else 0
        layout.real("ww", b * places)
        layout.real("wt", most * places)
        links = sorted({link for stand in self._stands for link in stand.links})
        layout.index("met", links)
        layout.number("mets", len(links))
        if tree is None:
            layout.real("du", 0)
        layout.number("du_n", layout.sizes["du"])
        self.pushes = self._note_junctions(inner)
        layout.real("scale", len(inner) + self.modules.rows)
        for name in ("y_inside", "lam_inside"):
            layout.real(name, self.modules.rows)
        # Two constraints on a common element act on each other.
        pairs = pairs_of(self._visits)
        visits = [
            (k, rows, linked, w, inverse, first, to)
            for (_, k, w, rows, first, inverse), (linked, to) in zip(self._visits, self._targets, strict=True)
        ]
        every = np.array(visits, dtype=np.int64).reshape(-1, 7)
        self.mobilities, self.forces = "", ""
        for g, ((width, rows, on_links), which) in enumerate(_alike(every[:, :3])):
            layout.index(f"visit{g}", every[which, 3:])
            layout.number(f"visit{g}_n", len(which))
            self.mobilities += "" if on_links else mobility_text(f"visit{g}", width, rows)
            self.forces += force_text(f"visit{g}", width, rows, "du" if on_links else "a")
        layout.index("own_dst", np.concatenate(self._copies[0]) if self._copies[0] else [])
        layout.index("own_src", np.concatenate(self._copies[1]) if self._copies[1] else [])
        layout.number("owns", sum(map(len, self._copies[0])))
        layout.real("W", self._w)
        layout.real("Y", self._w)
        # What neither junctions nor modules eliminate is left to the sparse factorization; its pivots come first.
        written, eliminated = self.modules.rows_of(self.first_rows)
        rest = np.setdiff1d(np.arange(self.m), [*inner, *written])
        joined = self.modules.pairs(self.first_rows)
        self.pattern, self.products, place = write_pattern(self.layout, rest, self._visits, pairs, joined)
        self.sources = self.modules.write(layout, self.starts, self.first_rows, self._entries, place)
        layout.number("m", self.m)
        layout.real("D", self.m)
        layout.real("lam", self.m)
        self.position = np.empty(self.m, dtype=np.int64)
        self.position[rest] = self.pattern.position
        self.position[[*inner, *eliminated]] = len(rest) + np.arange(self.m - len(rest))

    def _note_junctions(self, inner: Sequence[int]) -> str:
        """Arrays of the junctions; the source that takes their forces from the right sides of other constraints."""
        tree, layout = self.tree, self.layout
        layout.number("inner", len(inner))
        if tree is None or not inner:
            return ""
        holders = tree.holders.tolist()
        layout.number("junctions", len(self.groups))
        layout.index("junction_link", [-1, *[each.junction for each in self.groups], -1])
        layout.index("junction_row", inner)
        layout.real("Sigma", sum(len(each.rows) ** 2 for each in self.groups))
        for name in ("arrival", "pull"):
            layout.real(name, tree.b * len(inner))
        for name in ("known", "answer"):
            layout.real(name, len(inner))
        layout.real("share", max(len(each.rows) for each in self.groups))
        layout.real("push", tree.b * (len(holders) + 1))
        layout.real("zeros", max(kernels.speeds for kernels in tree.kernels))
        # Links through which wrenches of the junctions go to the ground, and other constraints that pass there.
        trunk: set[int] = set()
        for each in self.groups:
            link = each.junction
            while link != GROUND and link not in trunk:
                trunk.add(link)
                link = holders[link]
        layout.index("trunk", sorted(trunk, reverse=True))
        layout.number("trunks", len(trunk))
        common = [
            (k, rows, w, first, to)
            for (element, k, w, rows, first, _), (_, to) in zip(self._visits, self._targets, strict=True)
            if -1 - element in trunk
        ]
        every, text = np.array(common, dtype=np.int64).reshape(-1, 5), ""
        for g, ((width, rows), which) in enumerate(_alike(every[:, :2])):
            layout.index(f"push{g}", every[which, 2:])
            layout.number(f"push{g}_n", len(which))
            text += push_text(f"push{g}", width, rows)
        return text

    # -- loops ----------------------------------------------------------------------------------------------------

    def loops(self) -> list[Callable[..., object]]:
        """Rows and right sides; factorisation; multipliers and what they add to the accelerations."""
        tree = self.tree
        factor = "    for k in range(owns):\n        W[own_dst[k]] = TA[own_src[k]]\n"
        if self.linked:
            factor += f"    for k in range(ways):\n        constraint_columns(I, R, {WAY} * k)\n"
        factor += (
            self.mobilities
            + EMPTY
            + self.products
            + self.sources["factor"]
            + "    ldl_factor(rest, L_table, Lam, L, D, L_work)\n"
        )
        solve = "    for k in range(du_n):\n        du[k] = 0.0\n"
        if tree is not None and self.groups:
            solve += gather_text(tree) + self.pushes
        solve += SOLVE + self.forces + self.sources["finish"]
        if self.linked:
            solve += "    tree_spread(I, R)\n"
        residual = "    for k in range(m):\n        rhs[k] = Tb[k]\n"
        if tree is not None and self.linked:
            residual += lift_text(tree)
        made = [] if tree is None or not self.groups else junction_loops(self.layout, tree)
        if tree is not None and self.linked:
            columns = columns_text(tree, junctions=bool(self.groups))
            made.append(loop_of(self.layout, "constraint_columns", columns, "I: Integers, R: Array, to: int"))
        for name, body in (
            ("constraint_rows", self.evaluation or "    pass\n"),
            ("constraint_gaps", self.reading),
            ("constraint_residual", residual + self.residual + self.sources["share"]),
            ("constraint_factor", factor),
            ("constraint_solve", solve),
        ):
            made.append(loop_of(self.layout, name, body))
        return [*made, *LDL_LOOPS]

    def at_junctions(self) -> dict[str, tuple[str, str]]:
        """What the recursion does at junctions, by the name of its loop."""
        if not self.groups:
            return {}
        return {
            "tree_inward": at_junctions("junction_factor", inwards=True),
            "tree_forward": at_junctions("junction_free", inwards=False),
            "tree_spread": at_junctions("junction_spread", inwards=False),
        }

    def diagonal(self, work: Array, places: Mapping[str, slice]) -> Array:
        """Entries of A M^-1 A^T and of Sigma on the diagonal, in the order of the pivots, from the last evaluation."""
        starts = self.pattern.starts
        last = starts[1 : len(self.pattern.position) + 1] - 1  # of a column of the upper triangle: the diagonal
        return np.concatenate([work[places["Lam"]][last], work[places["scale"]]])

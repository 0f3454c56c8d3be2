"""Multipliers of many ties as loops: A M^-1 A^T = W^T D^-1 W over the elements that ties have in common, then L D L^T.

An element is a block with its own inertia (D^-1 is its inverse, W the tie's rows themselves) or a link of a tree (D as
the recursion leaves it, W from the pass towards the ground). A visit is a tie with an element on its way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Integers
from linkwright.codegen.linear_algebra import LDL_LOOPS
from linkwright.dynamics.plants.rolled.loops.constraints_pattern import (
    MOST_PAIRS,
    Visit,
    pairs_of,
    too_far,
    write_pattern,
)
from linkwright.dynamics.plants.rolled.loops.constraints_source import PRODUCTS, SOLVE, lift_text, ways_text
from linkwright.dynamics.plants.rolled.loops.layout import Layout, gathered, loop_of
from linkwright.dynamics.plants.rolled.loops.tree import RolledTree
from linkwright.equations import TieType, Uses


@dataclass(eq=False)
class Elements:
    """What blocks are: `kind` of each (-1 nothing, 0 own inertia, 1 link), its element, first speed, size and D^-1."""

    kind: Integers
    number: Integers
    speed: Integers
    size: Integers
    inverse: Integers


@dataclass(eq=False)
class RolledTies:
    """Kernels, index arrays and loops of the ties."""

    uses: Sequence[Uses[TieType]]
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
        self._targets: list[int] = []
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

    def _type(self, k: int, uses: Uses[TieType], row: int, at: int) -> tuple[int, int]:
        kind, count = uses.type, len(uses)
        rows = len(kind.rows)
        # Only the entries of A that are not zero are computed and kept.
        A = ca.sparsify(kind.local.at_rest(kind.A))
        r_of, c_of = (np.array(x, dtype=np.int64) for x in A.sparsity().get_triplet())
        nonzeros = ca.SX(A.nz[:]) if A.nnz() else ca.SX(0, 1)
        made = gathered(f"tie{k}", uses, [nonzeros, kind.b], self.starts)
        gap = ca.vertcat(kind.g, ca.SX.zeros(rows - kind.g.numel()))
        read = gathered(f"gap{k}", uses, [kind.phi, gap], self.starts)
        self.functions |= {f"tie{k}": made.kernel, f"gap{k}": read.kernel}
        self.layout.index(f"tie{k}_in", made.index)
        self.layout.index(f"gap{k}_in", read.index)
        self.layout.index(f"tie{k}_col", uses.v[:, c_of])
        self.layout.number(f"tie{k}_n", count)
        nz = len(r_of)
        # where the kernel writes and reads
        gather = "".join(f"        box[{m}] = Z[tie{k}_in[{made.count} * r + {m}]]\n" for m in range(made.count))
        copy = "".join(f"        TA[{at} + {nz} * r + {m}] = out[{m}]\n" for m in range(nz))
        copy += "".join(f"        Tb[{row} + {rows} * r + {m}] = out[{nz + m}]\n" for m in range(rows))
        self.evaluation += f"    for r in range(tie{k}_n):\n{gather}        tie{k}(box, out)\n{copy}"
        # Right side of the multipliers: what is left of A a = b with the accelerations without constraints.
        minus = "".join(
            f"        rhs[{row} + {rows} * r + {int(r_of[m])}] -= "
            f"TA[{at} + {nz} * r + {m}] * a[tie{k}_col[{nz} * r + {m}]]\n"
            for m in range(nz)
        )
        self.residual += f"    for r in range(tie{k}_n):\n{minus or '        pass' + chr(10)}"
        gather = "".join(f"        box[{m}] = Z[gap{k}_in[{read.count} * r + {m}]]\n" for m in range(read.count))
        copy = "".join(f"        Tphi[{row} + {rows} * r + {m}] = out[{m}]\n" for m in range(rows))
        copy += "".join(f"        Tg[{row} + {rows} * r + {m}] = out[{rows + m}]\n" for m in range(rows))
        self.reading += f"    for r in range(gap{k}_n):\n{gather}        gap{k}(box, out)\n{copy}"
        self.layout.number(f"gap{k}_n", count)
        self._visited(uses, row, at, rows, (r_of, c_of), nz)
        return row + rows * count, at + nz * count

    def _visited(
        self, uses: Uses[TieType], row: int, at: int, rows: int, places: tuple[Integers, Integers], nz: int
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
                    self._targets += [0, to]
            else:
                involved.append((size, e.number[numbers], inside))
        if involved:
            self._paths.append((count, row, at, rows, nz, involved))

    # -- links on the way to the ground ---------------------------------------------------------------------------

    def _walk(self) -> dict[str, list[int]]:
        """Visits of links: from those a tie stands on to the ground, outer links first."""
        tree = self.tree
        table: dict[str, list[int]] = {key: [] for key in ("tie", "visit", "seat", "source")}
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
                    self._targets += [1, int(info[link, 8])]
                    self._w += rows * k
                    count += 1
                    if count > MOST_PAIRS:
                        raise too_far()
                table["tie"] += [rows, len(order), seats]
        return table

    def _finish(self) -> None:
        layout = self.layout
        table = self._walk()
        tree = self.tree
        self.linked = bool(table["tie"])
        layout.index("tie_way", table["tie"])
        layout.number("ways", len(table["tie"]) // 3)
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
            (k, w, rows, first, inverse if e >= 0 else inverse_of[-1 - e])
            for e, k, w, rows, first, inverse in self._visits
        ]
        layout.index("visit", np.array(visits, dtype=np.int64).reshape(-1, 5))
        layout.number("visits", len(visits))
        layout.index("visit_to", self._targets)
        if tree is None:
            layout.real("du", 0)
        layout.number("du_n", layout.sizes["du"])
        layout.index("own_dst", np.concatenate(self._copies[0]) if self._copies[0] else [])
        layout.index("own_src", np.concatenate(self._copies[1]) if self._copies[1] else [])
        layout.number("owns", sum(map(len, self._copies[0])))
        layout.real("W", self._w)
        layout.real("Y", self._w)
        self.pattern = write_pattern(self.layout, self.m, self._visits, pairs)

    # -- loops ----------------------------------------------------------------------------------------------------

    def loops(self) -> list[Callable[..., object]]:
        """Rows and right sides; factorisation; multipliers and what they add to the accelerations."""
        tree = self.tree
        factor = "    for k in range(owns):\n        W[own_dst[k]] = TA[own_src[k]]\n"
        if self.linked and tree is not None:
            factor += ways_text(tree)
        factor += PRODUCTS
        spread = SOLVE
        if self.linked and tree is not None:
            spread += "    tree_spread(I, R)\n"
        made = []
        for name, body in (
            ("tie_rows", self.evaluation),
            ("tie_gaps", self.reading),
            (
                "tie_residual",
                "    for k in range(m):\n        rhs[k] = Tb[k]\n"
                + (lift_text(tree) if self.linked and tree is not None else "")
                + self.residual,
            ),
            ("tie_factor", factor),
            ("tie_solve", spread),
        ):
            made.append(loop_of(self.layout, name, body))
        return [*made, *LDL_LOOPS]

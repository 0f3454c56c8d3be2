"""Loops that close inside a tree: their multipliers are eliminated at the link where the ways of their ends meet.

Let i be the link (the junction) where the ways from both ends of a constraint to the ground meet, and w (rows, b) what
arrives there of a unit of each multiplier, as `column` passes it on. The joints between are eliminated by then, so

    w a_i + Sigma lambda = r,    Sigma = sum of W^T D^-1 W over the links between,

and lambda = Sigma^-1 (r - w a_i) leaves with the articulated inertia of the junction I_A + w^T Sigma^-1 w. What a loop
costs then does not depend on how many others stand on the same trunk. A constraint between two bodies does not bind
the joints of their common trunk, so Sigma loses rank exactly where A M^-1 A^T does.

Constraints whose ways to their junctions have links in common act on each other: they are eliminated together, at the
junction nearest to the ground. What comes to the ground, and groups of many rows, is left to the sparse factorization.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.loops.layout import Layout, loop_of
from linkwright.dynamics.plants.rolled.loops.tree import STRIDE, RolledTree

MOST_ROWS = 12
"""Rows that are eliminated together as a full matrix; two joints of five rows each are below."""
GROUND = -1
WAY = 8
"""Integers of a way: rows, links, seats; where its visits, seats and sources begin; its first row among those that are
eliminated at junctions (-1: none), and where its Sigma begins."""
VISIT = 5
"""Integers of a visit: link, place of its holder on the way, where its W begins, speeds, where its D^-1 begins in g."""


@dataclass(eq=False)
class Stand:
    """A constraint on links: its first row, number of rows, the links that it stands on, with where its entries are.

    `entries` are (row, speed of the link's block, place among the values of A) for each link. `closes` says that the
    constraint does not bind a common trunk of its links; `joints` are the links whose own joint it reads.
    """

    row: int
    rows: int
    links: list[int]
    entries: list[list[tuple[int, int, int]]]
    closes: bool
    joints: list[int]


@dataclass(eq=False)
class Group:
    """Constraints whose multipliers are eliminated together at a junction; `way` are the links between, outer first."""

    stands: list[Stand]
    junction: int
    way: list[int]

    @property
    def rows(self) -> list[int]:
        """Rows of the constraints."""
        return [stand.row + r for stand in self.stands for r in range(stand.rows)]


def group(stands: Sequence[Stand], holders: Sequence[int]) -> tuple[list[Group], list[Group]]:
    """Constraints in groups by junction, those nearest to the ground last; and those that reach to the ground."""
    above = list(range(len(stands)))  # groups as trees of constraints: the root says junction and rows

    def root(number: int) -> int:
        while above[number] != number:
            above[number] = above[above[number]]
            number = above[number]
        return number

    junction, rows = [_meet(stand, holders) for stand in stands], [stand.rows for stand in stands]
    coming: dict[int, set[int]] = {}
    for number, stand in enumerate(stands):
        for link in stand.links:
            coming.setdefault(link, set()).add(number)
    # From the outermost link inwards: groups that go on through one link act on each other and become one. A group
    # that ends at a junction is complete, since all its links are farther out.
    passing: dict[int, int] = {}
    for link in range(len(holders) - 1, -1, -1):
        through = [number for number in {root(x) for x in coming.pop(link, ())} if junction[number] != link]
        if not through:
            continue
        one, *others = through
        for other in others:
            above[other], rows[one] = one, rows[one] + rows[other]
            junction[one] = min(junction[one], junction[other])
        if rows[one] > MOST_ROWS:
            junction[one] = GROUND
        passing[link] = one
        coming.setdefault(holders[link], set()).add(one)
    ways: dict[int, list[int]] = {}
    for link, number in passing.items():
        ways.setdefault(root(number), []).append(link)
    members: dict[int, list[Stand]] = {}
    for number, stand in enumerate(stands):
        members.setdefault(root(number), []).append(stand)
    local = [Group(own, junction[k], ways[k]) for k, own in members.items() if junction[k] != GROUND]
    rest = [stand for k, own in members.items() if junction[k] == GROUND for stand in own]
    local.sort(key=lambda group: -group.junction)
    rest.sort(key=lambda stand: stand.row)
    return local, [Group([stand], GROUND, _to_ground(stand, holders)) for stand in rest]


def _meet(stand: Stand, holders: Sequence[int]) -> int:
    """The link where the ways of a constraint to the ground meet; the ground if it may bind what is beyond."""
    if not stand.closes:
        return GROUND
    front = set(stand.links)
    # Links are numbered so that holders come first: the outermost goes on until one is left.
    while len(front) > 1 or max(front) in stand.joints:
        link = max(front)
        front.remove(link)
        front.add(holders[link])
    return max(front)


def _to_ground(stand: Stand, holders: Sequence[int]) -> list[int]:
    """All links between those that a constraint stands on and the ground, outer links first; ways that meet are one."""
    way: set[int] = set()
    for end in stand.links:
        link = end
        while link != GROUND and link not in way:
            way.add(link)
            link = holders[link]
    return sorted(way, reverse=True)


# -- sources ---------------------------------------------------------------------------------------------------------


def columns_text(tree: RolledTree, *, junctions: bool) -> str:
    """W and Y = D^-1 W of the constraints of a way that begins at `to` in the table, link by link inwards.

    What is left of each row behind the last link is kept in `arrival` where the way ends at a junction.
    """
    b, pose = tree.b, tree.pose
    most = max(kernels.speeds for kernels in tree.kernels)
    row = b + most
    seat = tree.each(f"seat{{k}}(P[{pose} * (i + 1) :], c[link[at + 4] :], box, ww[{b} * s :])", indent=12)
    column = tree.each(
        f"column{{k}}(x[link[at + 5] :], c[link[at + 4] :], g[link[at + 6] :], ww[{b} * s :], wt[{most} * s :], "
        "out, box)",
        indent=12,
    )
    text = (
        "    rows = way[to]\n    first = way[to + 3]\n    last = first + way[to + 1]\n"
        "    for r in range(rows):\n"
        f"        for k in range({b} * first, {b} * (last + 1)):\n            ww[k] = 0.0\n"
        f"        for k in range({most} * first, {most} * (last + 1)):\n            wt[k] = 0.0\n"
        # Wrenches of the row's unit multiplier on the bodies that it stands on, and forces in their joints.
        "        for e in range(way[to + 2]):\n"
        "            s = seat_way[2 * (way[to + 4] + e)]\n            i = seat_way[2 * (way[to + 4] + e) + 1]\n"
        f"            at = {STRIDE} * i\n            kind = link[at]\n"
        f"            from_ = way[to + 5] + {row} * (rows * e + r)\n"
        + "".join(f"            box[{k}] = TA[source_way[from_ + {k}]]\n" for k in range(b))
        + seat
        + "".join(f"            wt[{most} * s + {k}] = TA[source_way[from_ + {b + k}]]\n" for k in range(most))
        # Inwards through the joints.
        + "        for s in range(first, last):\n"
        f"            i = visit_way[{VISIT} * s]\n            at = {STRIDE} * i\n            kind = link[at]\n"
        + column
        + f"            w = visit_way[{VISIT} * s + 2]\n            d = visit_way[{VISIT} * s + 4]\n"
        + _by_kind(tree, _store)
        + f"            h = visit_way[{VISIT} * s + 1]\n"
        + "".join(f"            ww[{b} * h + {k}] += box[{k}]\n" for k in range(b))
    )
    if junctions:
        text += "        if way[to + 6] >= 0:\n" + "".join(
            f"            arrival[{b} * (way[to + 6] + r) + {k}] = ww[{b} * last + {k}]\n" for k in range(b)
        )
    return text


def _by_kind(tree: RolledTree, lines: Callable[[int], list[str]]) -> str:
    """Statements for each number of speeds that kinds of links have."""
    text = ""
    for k, kernels in enumerate(tree.kernels):
        text += f"            if kind == {k}:\n"
        text += "".join(f"                {line}\n" for line in lines(kernels.speeds) or ["pass"])
    return text


def _store(speeds: int) -> list[str]:
    """W of a row at a link, and D^-1 W."""
    lines = [f"W[w + {speeds} * r + {m}] = out[{m}]" for m in range(speeds)]
    for m in range(speeds):
        total = " + ".join(f"g[d + {speeds * m + j}] * out[{j}]" for j in range(speeds))
        lines.append(f"Y[w + {speeds} * r + {m}] = {total}")
    return lines


FACTOR = """    to = WAY * (ways + j)
    constraint_columns(I, R, to)
    rows = way[to]
    S = Sigma[way[to + 7] :]
    row = way[to + 6]
    for k in range(rows * rows):
        S[k] = 0.0
    for s in range(way[to + 3], way[to + 3] + way[to + 1]):
        w = visit_way[VISIT * s + 2]
        width = visit_way[VISIT * s + 3]
        for r in range(rows):
            for k in range(r + 1):
                total = 0.0
                for e in range(width):
                    total += W[w + width * r + e] * Y[w + width * k + e]
                S[rows * r + k] += total
    for k in range(rows):
        scale[row + k] = S[rows * k + k]
    for k in range(rows):
        pivot = S[rows * k + k]
        D[rest + row + k] = pivot
        for r in range(k + 1, rows):
            ratio = S[rows * r + k] / pivot
            for e in range(k + 1, r + 1):
                S[rows * r + e] -= ratio * S[rows * e + k]
        for r in range(k + 1, rows):
            S[rows * r + k] = S[rows * r + k] / pivot
    for k in range(SIZE):
        for r in range(rows):
            share[r] = arrival[SIZE * (row + r) + k]
        junction_divide(rows, S, share)
        for r in range(rows):
            pull[SIZE * (row + r) + k] = share[r]
    held = art[link[STRIDE * junction_link[j + 1] + 10] :]
    for r in range(row, row + rows):
"""
"""Sigma of a junction, its factors, pull = Sigma^-1 w; what follows adds w^T Sigma^-1 w to the inertia."""


def junction_divide(rows: int, S: Array, x: Array) -> None:
    """Solve Sigma x' = x with the factors of Sigma, in place."""
    for r in range(rows):
        for k in range(r):
            x[r] -= S[rows * r + k] * x[k]
    for back in range(rows):
        r = rows - 1 - back
        x[r] = x[r] / S[rows * r + r]
        for k in range(r + 1, rows):
            x[r] -= S[rows * k + r] * x[k]


FREE = """    to = WAY * (ways + j)
    rows = way[to]
    row = way[to + 6]
    at = SIZE * (junction_link[j + 1] + 1)
    for r in range(rows):
        total = 0.0
        for k in range(SIZE):
            total -= pull[SIZE * (row + r) + k] * acc[at + k]
        known[row + r] = total
        share[r] = total
    for s in range(way[to + 3], way[to + 3] + way[to + 1]):
        w = visit_way[VISIT * s + 2]
        width = visit_way[VISIT * s + 3]
        d = visit_way[VISIT * s + 4] + width * width
        for e in range(width):
            for r in range(rows):
                g[d + e] += Y[w + width * r + e] * share[r]
"""
"""Multipliers with r = 0 when the acceleration of the junction is known, and their forces in the joints between."""
GATHER = """    to = WAY * (ways + j)
    rows = way[to]
    row = way[to + 6]
    at = SIZE * (junction_link[j + 1] + 1)
    for r in range(rows):
        share[r] = rhs[junction_row[row + r]]
    for s in range(way[to + 3], way[to + 3] + way[to + 1]):
        w = visit_way[VISIT * s + 2]
        width = visit_way[VISIT * s + 3]
        d = link[STRIDE * visit_way[VISIT * s] + 8]
        for r in range(rows):
            for e in range(width):
                share[r] -= W[w + width * r + e] * du[d + e]
    junction_divide(rows, Sigma[way[to + 7] :], share)
    for r in range(rows):
        answer[row + r] = share[r]
        for k in range(SIZE):
            push[at + k] += arrival[SIZE * (row + r) + k] * share[r]
"""
"""Sigma^-1 r, less what junctions farther out have done to the links between, and its wrench on the junction."""
SPREAD = """    to = WAY * (ways + j)
    rows = way[to]
    row = way[to + 6]
    at = SIZE * (junction_link[j + 1] + 1)
    for r in range(rows):
        total = answer[row + r]
        for k in range(SIZE):
            total -= pull[SIZE * (row + r) + k] * acc[at + k]
        share[r] = total
        lam[junction_row[row + r]] = known[row + r] + total
    for s in range(way[to + 3], way[to + 3] + way[to + 1]):
        w = visit_way[VISIT * s + 2]
        width = visit_way[VISIT * s + 3]
        d = link[STRIDE * visit_way[VISIT * s] + 8]
        for e in range(width):
            for r in range(rows):
                du[d + e] += Y[w + width * r + e] * share[r]
"""
"""Multipliers when the change of the junction's acceleration is known, and their forces in the joints between."""


def at_junctions(call: str, *, inwards: bool) -> tuple[str, str]:
    """Sources before a loop over links and inside of it, where junctions of a link i are taken as they come."""
    start = "    junction = 1\n" if inwards else "    junction = junctions\n"
    step = "+=" if inwards else "-="
    inside = (
        f"        while junction_link[junction] == i:\n            {call}(I, R, junction - 1)\n"
        f"            junction {step} 1\n"
    )
    return start, inside


def gather_text(tree: RolledTree) -> str:
    """Wrenches of the junctions through the trunk to the ground: du = D^-1 u of its links."""
    b = tree.b
    start, inside = at_junctions("junction_gather", inwards=True)
    column = tree.each(
        f"column{{k}}(x[link[at + 5] :], c[link[at + 4] :], g[link[at + 6] :], push[{b} * (i + 1) :], zeros, out, box)"
    )
    text = ""
    for k, kernels in enumerate(tree.kernels):
        speeds = kernels.speeds
        d = kernels.sizes[2] - speeds * speeds - speeds
        text += f"        if kind == {k}:\n"
        for m in range(speeds):
            total = " + ".join(f"g[link[at + 6] + {d + speeds * m + j}] * out[{j}]" for j in range(speeds))
            text += f"            du[link[at + 8] + {m}] = {total}\n"
        text += "" if speeds else "            pass\n"
    return (
        f"    for k in range(trunks):\n        at = {b} * (trunk[k] + 1)\n"
        + "".join(f"        push[at + {k}] = 0.0\n" for k in range(b))
        + start
        + f"    for t in range(trunks):\n        i = trunk[t]\n        at = {STRIDE} * i\n        kind = link[at]\n"
        + inside
        + column
        + text
        + f"        h = {b} * link[at + 1]\n"
        + "".join(f"        push[h + {k}] += box[{k}]\n" for k in range(b))
    )


def junction_loops(layout: Layout, tree: RolledTree) -> list[Callable[..., object]]:
    """Loops of one junction, by its number."""
    b = tree.b
    lower = [(i, j) for j in range(b) for i in range(j, b)]
    factor = FACTOR + "".join(
        f"        held[{n}] += arrival[{b} * r + {i}] * pull[{b} * r + {j}]\n" for n, (i, j) in enumerate(lower)
    )
    made: list[Callable[..., object]] = [junction_divide]
    numbers = {"WAY": WAY, "VISIT": VISIT, "STRIDE": STRIDE, "SIZE": b}
    for name, text in (
        ("junction_factor", factor),
        ("junction_free", FREE),
        ("junction_gather", GATHER),
        ("junction_spread", SPREAD),
    ):
        body = re.sub(r"\b[A-Z]{3,}\b", lambda word: str(numbers[word[0]]), text)
        made.append(loop_of(layout, name, body, "I: Integers, R: Array, j: int"))
    return made

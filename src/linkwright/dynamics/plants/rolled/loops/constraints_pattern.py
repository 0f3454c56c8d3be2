"""Which products of ties make A M^-1 A^T, and the pattern of its elimination."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Integers
from linkwright.codegen.linear_algebra import Pattern
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.rolled.loops.layout import Layout

MOST_PAIRS = 4_000_000
"""Pairs of ties on common elements above which loops are cut too far from each other: memory would not suffice."""
Visit = tuple[int, int, int, int, int, int]
"""A tie with an element on its way: element, speeds, where its W begins, rows, first row, where D^-1 begins."""


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


def write_pattern(layout: Layout, m: int, every: Sequence[Visit], pairs: Integers) -> Pattern:
    """Pattern of A M^-1 A^T; where each product of two visits goes is written to the layout."""
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
    layout.index("pair", np.column_stack([pairs, begin[:-1]]) if len(pairs) else [])
    layout.number("pairs", len(pairs))
    layout.index("goal", goal)
    layout.number("m", m)
    layout.index("position", pattern.position)
    layout.index("L_table", pattern.table)
    layout.number("entries", len(pattern.rows))
    layout.real("Lam", len(pattern.rows))
    layout.real("L", int(pattern.fill[-1]) + 1)
    layout.real("D", m)
    layout.real("L_work", m)
    layout.real("lam", m)
    return pattern


def too_far() -> Refused:
    """Loops that are cut so far from each other that all multipliers act on each other."""
    reason = (
        "the loops are cut so that many of them share long ways to the ground, and their multipliers all act on each "
        "other; choose the tree (tree=[...]) so that each loop is held near its cut, or take formalisms.modular with "
        "joins.Multipliers()"
    )
    return Refused(reason, [])

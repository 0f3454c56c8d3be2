"""What assembly is not told: positions stay where they are in the reference configuration, alike in all formalisms.

Quantities that are not given are kept one after another, as long as those before leave them free: first those of the
parts that a given one belongs to, then those with a short name (exports), then those of joints, then those of bodies,
each group in the order of names. Names and configurations are the same in every formalism, so the completed
configuration is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.system.system import System

FREE = 1e-6
"""Share of a quantity's slope that those kept before must leave free for it to be kept too: below, it would have to
move the machine very far to stay where it is."""


def kept_order(system: System, given: Collection[int]) -> list[int]:
    """Numbers of the positions that are not given, in the order in which they are kept."""
    record = system.equations
    joints = {
        record.full_name(int(module), name)
        for uses in (*record.ties, *record.supports)
        for module, name in zip(uses.module.tolist(), uses.names, strict=True)
    }
    named = {k: quantity.full.rpartition(".") for k, quantity in enumerate(system.quantities) if quantity.z is not None}
    parts = {named[k][0] for k in given}

    def key(k: int) -> tuple[bool, bool, bool, bool, list[tuple[int, str]]]:
        (part, _, own), quantity = named[k], system.quantities[k]
        exported = quantity.name != quantity.full
        # e1, e2, e3 come before e0, which hardly changes near 1; it decides at half a turn.
        return part not in parts, not exported, part not in joints, own == "e0", _natural(quantity.full)

    return sorted((k for k in named if k not in set(given)), key=key)


def independent_of(slopes: Array, free: Array, first: Sequence[int], then: Sequence[int]) -> list[int]:
    """Which of `then` are independent of `first` and of each other in what the constraints leave, `free` (n, f).

    Slopes of all quantities (k, n) are over their scales, so of order 1; one that hardly changes is not taken.
    """
    rows = slopes @ free
    basis = np.zeros((0, rows.shape[1]))
    chosen: list[int] = []
    for number, k in enumerate([*first, *then]):
        if len(basis) == rows.shape[1]:
            break
        row = rows[k] - basis.T @ (basis @ rows[k])
        row = row - basis.T @ (basis @ row)
        size = float(np.linalg.norm(row))
        if size <= FREE * max(float(np.linalg.norm(slopes[k])), 1.0):
            continue
        basis = np.vstack([basis, row / size])
        if number >= len(first):
            chosen.append(k)
    return chosen


def _natural(name: str) -> list[tuple[int, str]]:
    """Names with their numbers counted: leg2 before leg10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]

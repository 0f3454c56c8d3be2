"""Places where coordinates or constraints of a machine with many parts have no meaning.

As in `System.coordinate singularities`: expressions that vanish there, with words; here over all uses of a type at
once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.system.gathering import Gathered, gather_kernel
from linkwright.equations import Uses


@dataclass(frozen=True, eq=False)
class CoordinateSingularities:
    """All coordinate singularities of a machine: functions of Z by type, names of the uses, and the words."""

    rolled: Rolled
    parts: tuple[tuple[Gathered, tuple[str, ...], str], ...]

    @staticmethod
    def of(rolled: Rolled) -> CoordinateSingularities:
        """Those of the machine's own coordinates and of its constraints, as far as its own variables decide them."""
        record, starts = rolled.equations, dict(rolled.starts)
        if rolled.links is not None:  # values are then gathered from the machine's own q and v, not from poses
            starts["v"] = starts["q"] + record.sizes["q"]
        parts = []
        every: tuple[Uses[Any], ...] = (*record.blocks, *record.constraints)
        for uses in every:
            for expression, words in uses.type.coordinate_singularities:
                names = [record.full_name(m, x) for m, x in zip(uses.module.tolist(), uses.names, strict=True)]
                parts.append(
                    (gather_kernel("coordinate_singularity", uses, [ca.SX(expression)], starts), tuple(names), words)
                )
        return CoordinateSingularities(rolled, tuple(parts))

    def values(self, p: Array, t: float, q: Array, v: Array) -> Array:
        """All expressions at a state."""
        starts, record = self.rolled.starts, self.rolled.equations
        Z = np.concatenate([p, [t], np.zeros(record.sizes["u"]), q, v])
        assert starts["q"] == len(p) + 1 + record.sizes["u"]
        found = [
            np.asarray(function.kernel.map(len(names))(Z[function.index].T)).ravel()
            for function, names, _ in self.parts
            if names
        ]
        return np.concatenate(found) if found else np.zeros(0)

    def words(self, which: NDArray[np.bool_]) -> str:
        """What vanishes, of the expressions marked."""
        every = [f"{name}: {words}" for _, names, words in self.parts for name in names]
        return "; ".join(every[k] for k in np.flatnonzero(which)[:3].tolist())

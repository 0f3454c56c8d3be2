"""Accelerations of the quantities of a machine with many parts: s' = (ds/dv) v' + what is left at v' = 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.plants.rolled.readings import holding_constraints
from linkwright.dynamics.system.gathering import gather_kernel
from linkwright.faults import close_matches


def quantity_rates(loops: BoundLoops, vdot: Array) -> dict[str, float]:
    """Accelerations of all quantities at the state that was evaluated last, for bodies that are blocks themselves."""
    rolled = loops.rolled
    Z = loops.work[rolled.places["Z"]]
    result: dict[str, float] = {}
    for kind, group in enumerate(loops.readings):
        (uses,) = holding_constraints(loops.readings, [(kind, row) for row in range(len(group.names))], rolled.record)
        made = gather_kernel("rate", uses, [uses.type.A, uses.type.b], rolled.starts)
        inside = Z[made.index].T if made.count else np.zeros((0, len(uses)))
        values = np.asarray(made.kernel.map(len(uses))(inside)).T
        rates = np.sum(values[:, :-1] * vdot[uses.v], axis=1) - values[:, -1]
        result |= dict(zip(group.names, rates.tolist(), strict=True))
    return result


class Accelerations(dict[str, float]):
    """Accelerations of a machine's own speeds; those of its other quantities follow from full matrices on demand."""

    def __init__(self, own: Mapping[str, float], loops: BoundLoops, others: Callable[[str], dict[str, float]]) -> None:
        """Keep what the rest is found from: `others` finds it for a question in words."""
        super().__init__(own)
        self._loops, self._others = loops, others

    def __missing__(self, name: str) -> float:
        """Find all of them; an unknown name is refused with those that are close."""
        known = self._loops.quantities
        if name not in known:
            raise KeyError(f"{self._loops.name} has no quantity {name!r}; {close_matches(name, known)}")
        self.update(self._others(f"the acceleration of {name}"))
        return self[name]

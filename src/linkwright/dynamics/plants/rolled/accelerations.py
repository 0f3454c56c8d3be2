"""Accelerations of the quantities of a machine with many parts: s' = (ds/dv) v' + what is left at v' = 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.loops.layout import gathered
from linkwright.dynamics.plants.rolled.readings import held
from linkwright.dynamics.state import State
from linkwright.faults import close_matches

if TYPE_CHECKING:
    from linkwright.dynamics.plants.rolled.plant import LargeDynamics


def quantity_rates(dynamics: LargeDynamics, vdot: Array) -> dict[str, float]:
    """Accelerations of all quantities at the state that was evaluated last, for bodies that are blocks themselves."""
    rolled = dynamics.rolled
    Z = dynamics.work[rolled.places["Z"]]
    result: dict[str, float] = {}
    for kind, group in enumerate(dynamics.readings):
        (uses,) = held(dynamics.readings, [(kind, row) for row in range(len(group.names))], rolled.record)
        made = gathered("rate", uses, [uses.type.A, uses.type.b], rolled.starts)
        inside = Z[made.index].T if made.count else np.zeros((0, len(uses)))
        values = np.asarray(made.kernel.map(len(uses))(inside)).T
        rates = np.sum(values[:, :-1] * vdot[uses.v], axis=1) - values[:, -1]
        result |= dict(zip(group.names, rates.tolist(), strict=True))
    return result


class Accelerations(dict[str, float]):
    """Accelerations of a machine's own speeds; those of its other quantities follow from full matrices on demand."""

    def __init__(
        self, own: Mapping[str, float], dynamics: LargeDynamics, state: State, inputs: Mapping[str, float] | None
    ) -> None:
        """Keep what the rest is found from."""
        super().__init__(own)
        self._asked: tuple[Any, ...] = (dynamics, state, inputs)

    def __missing__(self, name: str) -> float:
        """Find all of them; an unknown name is refused with those that are close."""
        dynamics, state, inputs = self._asked
        known = dynamics.quantities
        if name not in known:
            raise KeyError(f"{dynamics.name} has no quantity {name!r}; {close_matches(name, known)}")
        self.update(dynamics.straight(f"the acceleration of {name}").forward(state, inputs))
        return self[name]

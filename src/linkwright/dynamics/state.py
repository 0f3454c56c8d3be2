"""A state of a machine: coordinates and speeds at a time, with every named quantity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.equations import UnknownNameError
from linkwright.faults import close_matches


@dataclass(frozen=True, eq=False)
class State:
    """Coordinates q and speeds v at time t (s), and all quantities by name: positions and speeds.

    In `speeds` a quantity with a position has its rate, one without (a current) its value. `state["platform.x"]` is a
    position, `state["platform.x'"]` its rate, `state["A.i"]` a speed without a position. `chosen` names what `assemble`
    was not told and chose: positions kept as they were, and speeds (`x'`) of least kinetic energy.
    """

    t: float
    q: Array
    v: Array
    positions: Mapping[str, float] = field(default_factory=dict)
    speeds: Mapping[str, float] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("q", "v"):
            values = np.array(getattr(self, name), dtype=float)
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the constructor's arguments: arrays that were pickled would no longer be read-only."""
        return State, (self.t, self.q, self.v, dict(self.positions), dict(self.speeds), self.chosen)

    def __getitem__(self, name: str) -> float:
        if name.endswith("'") and name[:-1] in self.positions:
            return self.speeds[name[:-1]]
        if name in self.positions:
            return self.positions[name]
        if name in self.speeds:
            return self.speeds[name]
        known = [
            *self.positions,
            *[f"{n}'" for n in self.positions],
            *[n for n in self.speeds if n not in self.positions],
        ]
        msg = f"no quantity {name!r}; {close_matches(name, known)}"
        raise UnknownNameError(msg)

"""A chart: the frames of bodies as expressions of the coordinates chosen for them.

A chart carries the twists with virtual speeds added (see equations.types), so that whatever is written on its frames
can be differentiated for wrenches as well as for generalised forces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from linkwright.equations import Local
from linkwright.formalisms.derive.bodies import ChartedBody
from linkwright.symbolic import Frame, Label, dense

EMPTY = ca.SX(0, 1)


@dataclass(frozen=True, eq=False)
class Chart:
    """Coordinates of one or more bodies: symbols, rates, frames with virtual speeds."""

    local: Local
    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    N: ca.SX
    W: ca.SX
    n: ca.SX
    units: tuple[tuple[int, ...], ...]
    frames: Mapping[str, Frame]
    bodies: tuple[ChartedBody, ...]
    hazards: tuple[tuple[ca.SX, str], ...] = ()

    @cached_property
    def qdot(self) -> ca.SX:
        """q' = N v + n."""
        return dense(self.N @ self.local.v + self.n)

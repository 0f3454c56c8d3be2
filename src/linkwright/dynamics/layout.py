"""How the state y of a run is laid out: the one place that says where q, v, x, works and counted angles are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.system.readings import angles_to_count
from linkwright.dynamics.system.system import System
from linkwright.equations import Equations
from linkwright.symbolic import Label

WORKS = (
    Label("energy.source", "J", "work of the inputs since the start"),
    Label("energy.loss", "J", "work of dampers, resistances and of the conversion in motors since the start"),
    Label("energy.constraints", "J", "work of moving constraints since the start"),
)
"""Works integrated along with a run."""


@dataclass(frozen=True)
class StateLayout:
    """y = (q, v, x, works, counted angles), each with its names and units.

    q are coordinates, v speeds of the mechanism and currents, x further states (see `equations.states`); works and
    angles are integrals, which follow from the others. In y the states x stand among the speeds, each with the part
    that brings it, since joins and integrators treat both alike: `speeds` is the slice of (v, x), `x` has the places of
    the states in y, and `v` those of the other speeds.
    """

    coordinate_labels: tuple[Label, ...]
    speed_labels: tuple[Label, ...]
    state_numbers: tuple[int, ...]
    angle_labels: tuple[Label, ...] = ()

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(self.coordinate_labels)

    @property
    def nv(self) -> int:
        """Number of speeds, further states among them."""
        return len(self.speed_labels)

    @property
    def size(self) -> int:
        """Numbers in y."""
        return self.nq + self.nv + self.integrals

    @property
    def integrals(self) -> int:
        """Numbers at the end of y that follow from the others: works and counted angles."""
        return len(WORKS) + len(self.angle_labels)

    @property
    def coordinates(self) -> slice:
        """Places of q."""
        return slice(0, self.nq)

    @property
    def speeds(self) -> slice:
        """Places of the speeds, further states among them."""
        return slice(self.nq, self.nq + self.nv)

    @cached_property
    def x(self) -> Integers:
        """Places of the further states."""
        return self.nq + np.array(self.state_numbers, dtype=np.int64)

    @cached_property
    def v(self) -> Integers:
        """Places of the speeds that are no further states."""
        return np.setdiff1d(np.arange(self.nq, self.nq + self.nv), self.x)

    @property
    def works(self) -> slice:
        """Places of the works."""
        return slice(self.nq + self.nv, self.nq + self.nv + len(WORKS))

    @property
    def angles(self) -> slice:
        """Places of the counted angles."""
        return slice(self.nq + self.nv + len(WORKS), self.size)

    @property
    def labels(self) -> tuple[Label, ...]:
        """Names, units and meanings of all numbers in y, in order."""
        return (*self.coordinate_labels, *self.speed_labels, *WORKS, *self.angle_labels)

    def split(self, Y: Array) -> tuple[Array, Array, Array, Array]:
        """Coordinates, speeds with further states, works and counted angles of one state or of rows of them."""
        return tuple(Y[..., part] for part in (self.coordinates, self.speeds, self.works, self.angles))  # type: ignore[return-value]  # four of them


def layout_of(equations: Equations, angles: tuple[Label, ...] = ()) -> StateLayout:
    """Layout of the state of a machine whose `angles` are counted along."""
    names = zip(equations.coordinate_names, equations.coordinate_units, strict=True)
    coordinates = tuple(Label(name, unit, "coordinate") for name, unit in names)
    states = frozenset(equations.states)
    speeds = tuple(
        Label(name, unit, "state" if k in states else "speed")
        for k, (name, unit) in enumerate(zip(equations.speed_names, equations.speed_units, strict=True))
    )
    return StateLayout(coordinates, speeds, equations.states, angles)


def system_layout(system: System) -> StateLayout:
    """Layout of the state of a machine in full matrices, which counts the turns of angles that frames give."""

    def make() -> StateLayout:
        counted = [system.quantities[k] for k in angles_to_count(system)]
        return layout_of(system.equations, tuple(Label(each.name, each.unit, each.meaning) for each in counted))

    found: StateLayout = system.cached("state layout", make)
    return found

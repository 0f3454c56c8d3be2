"""Kinks of efforts: places where a step ends, because what acts has an edge there (the flanks of a play)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as ca

from linkwright.dynamics.system.system import System
from linkwright.simulation.events.event import Event


@dataclass(frozen=True, eq=False)
class Kink(Event):
    """An effort of the machine has a kink or jumps: number in `System.kinks`. `Trajectory.events` does not have it."""

    number: int = field(default=0)

    def watched(self, system: System, names: Mapping[str, ca.SX]) -> tuple[ca.SX, ca.SX]:
        """The value whose zero is the kink; it always counts."""
        del names
        return system.kinks[self.number][0], ca.SX(1)


def kinks_of(system: System) -> list[Kink]:
    """The kinks of a machine as events."""
    return [Kink(_never, 0, "record", f"{name}: edge", k) for k, (_, name) in enumerate(system.kinks)]


def _never(names: Mapping[str, ca.SX]) -> ca.SX:
    """Not asked: what is watched comes from `Kink.watched`."""
    del names
    return ca.SX(1)

"""How runs of each kind of plant watch the rank of their constraints."""

from __future__ import annotations

from functools import singledispatch

from linkwright.dynamics.plant import Plant
from linkwright.dynamics.plants.lapack.plant import LapackPlant
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.unrolled.plant import UnrolledPlant
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.watches.lapack import LapackWatch
from linkwright.simulation.watches.rolled import SmallestPivotWatch
from linkwright.simulation.watches.unrolled import PivotingWatch


@singledispatch
def watch_of(plant: Plant) -> RankWatch:
    """A new watch for a run of a plant."""
    msg = f"there is no RankWatch for a {type(plant).__name__}; register one in linkwright.simulation.watches.watch_of"
    raise TypeError(msg)


@watch_of.register
def _(plant: UnrolledPlant) -> RankWatch:
    del plant
    return PivotingWatch()


@watch_of.register
def _(plant: LapackPlant) -> RankWatch:
    del plant
    return LapackWatch()


@watch_of.register
def _(plant: RolledPlant) -> RankWatch:
    return SmallestPivotWatch(plant.loops)


__all__ = ["watch_of"]

"""What a run is made of, so that it can be made more than once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.plant import Plant
from linkwright.dynamics.plants.lapack.plant import LapackPlant
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.unrolled.plant import UnrolledPlant
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Event
from linkwright.simulation.events.handler import happenings
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.sampling.control import RunControl
from linkwright.simulation.watches.lapack import LapackWatch
from linkwright.simulation.watches.rolled import SmallestPivotWatch
from linkwright.simulation.watches.unrolled import PivotingWatch


@dataclass(frozen=True)
class Making:
    """A machine, a state, inputs (checked, and as they were given) until a time (s), and what may happen on the way."""

    dynamics: Dynamics
    state: State
    inputs: Inputs
    given: Mapping[str, Any]
    end: float
    keep_energy: bool = False
    events: Sequence[Event] = field(default=())
    control: RunControl | None = None

    def run(
        self,
        asked: Accuracy,
        integrator: Integrator,
        samples: int = 2,
        *,
        end: float | None = None,
    ) -> Run:
        """A run that has not begun; up to another `end` if that is given."""
        found = happenings(self.dynamics, self.events, self.given)
        return Run(
            self.dynamics, self.state, self.inputs, end=self.end if end is None else end, asked=asked, samples=samples,
            integrator=integrator, keep_energy=self.keep_energy, watch=watch_of(self.dynamics.plant), happenings=found,
            control=self.control,
        )  # fmt: skip


@singledispatch
def watch_of(plant: Plant) -> RankWatch:
    """A new watch for a run of a plant."""
    msg = f"there is no RankWatch for a {type(plant).__name__}; register one in linkwright.simulation.recipe.watch_of"
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

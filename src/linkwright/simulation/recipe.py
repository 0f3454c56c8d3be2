"""What a run is made of, so that it can be made more than once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from numbers import Real
from typing import Any

from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.plant import Plant
from linkwright.dynamics.plants.lapack import LapackPlant
from linkwright.dynamics.plants.rolled import RolledPlant
from linkwright.dynamics.plants.unrolled import UnrolledPlant
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Event
from linkwright.simulation.events.handler import event_handler
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.tangent_expressions import TangentExpressions
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.sampling.control import RunControl
from linkwright.simulation.sensitivities import Directions, History
from linkwright.simulation.watches.lapack import LapackWatch
from linkwright.simulation.watches.rolled import SmallestPivotWatch
from linkwright.simulation.watches.unrolled import PivotingWatch


@dataclass(frozen=True)
class Recipe:
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
        tolerances: Accuracy,
        integrator: Integrator,
        samples: int = 2,
        *,
        end: float | None = None,
        directions: Directions | History | None = None,
    ) -> Run:
        """A run that has not begun; up to another `end` if that is given, and with derivatives in directions."""
        found = event_handler(self.dynamics, self.events, self.given) if self._has_events() else None
        tangents: TangentExpressions | None = None
        control = self.control
        if directions is not None:
            tangents, control = directions.of(self.control)
        return Run(
            self.dynamics, self.state, self.inputs, end=self.end if end is None else end, tolerances=tolerances,
            samples=samples, integrator=integrator, keep_energy=self.keep_energy,
            watch=watch_of(self.dynamics.plant), event_handler=found, control=control, tangents=tangents,
        )  # fmt: skip

    def _has_events(self) -> bool:
        """Whether there may be events: given ones, contacts, or places where an expression is not smooth."""
        plant = self.dynamics.plant
        if self.events or self.dynamics.equations.switched or not isinstance(plant, UnrolledPlant):
            return True
        return bool(plant.system.branch_cuts or plant.system.kinks)


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


def check_others(events: Any, checkpoint: Any) -> None:
    """Raise unless the other arguments are of the right kind."""
    faults = []
    if not isinstance(events, (list, tuple, Sequence)) or isinstance(events, str):
        faults.append(f"events = {events!r:.80}: expected a list of lw.events.Event, also of one")
    if not isinstance(checkpoint, (float, Real)) or not float(checkpoint) >= 0:
        faults.append(f"checkpoint = {checkpoint!r}: expected seconds between checkpoints, 0 for one after each slice")
    if faults:
        raise ValueError("; ".join(faults))

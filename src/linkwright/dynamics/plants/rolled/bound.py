"""Loops over types with parameter values: what every answer of a machine with many parts is computed from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.coordinate_singularities import CoordinateSingularities
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.readings import Quantities, Read
from linkwright.dynamics.rank import machine_size
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import ThreadCopies
from linkwright.equations import Equations

WEAK_MULTIPLIER = 1e-6
"""Share of its value at the reference configuration below which a pivot of the multipliers says: singular here."""
WORKING: ThreadCopies[np.float64] = ThreadCopies()
"""Working arrays of all machines."""


@dataclass(frozen=True, eq=False)
class BoundLoops:
    """Loops over types for one set of parameter values; `bound` is their working array before any evaluation."""

    rolled: Rolled
    p: Array
    bound: Array
    readings: Quantities

    @staticmethod
    def of(rolled: Rolled, p: Array) -> BoundLoops:
        """Bind parameter values."""
        return BoundLoops(rolled, p, working_array(rolled, p), Quantities(rolled.record, rolled.starts))

    def with_values(self, p: Array) -> BoundLoops:
        """The same loops for other parameter values."""
        return replace(self, p=p, bound=working_array(self.rolled, p))

    @property
    def work(self) -> Array:
        """The working array of this thread: every evaluation writes into it, and an answer reads in it what it left."""
        return WORKING.of(self, lambda: self.rolled.copy(self.bound))

    def keep(self, place: str, values: Array) -> None:
        """Keep values for all evaluations to come."""
        for array in (self.bound, self.work):
            array[self.rolled.places[place]] = values

    # -- names ----------------------------------------------------------------------------------------------------

    @property
    def equations(self) -> Equations:
        """The equations of the machine."""
        return self.rolled.equations

    @property
    def name(self) -> str:
        """Name of the machine."""
        return str(self.equations.name)

    @property
    def n(self) -> int:
        """Number of speeds."""
        return int(self.equations.sizes["v"])

    @property
    def m(self) -> int:
        """Number of constraints of the record that the loops run over."""
        return sum(len(uses) * len(uses.type.rows) for uses in self.rolled.record.constraints)

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in order."""
        return tuple(label.name for label in self.equations.inputs)

    @cached_property
    def size(self) -> float:
        """The machine's size (m)."""
        return machine_size(self.equations.parameters.in_unit, self.p)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q, in order."""
        return tuple(self.equations.coordinate_names)

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds v, in order."""
        return tuple(self.equations.speed_names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the coordinates and of the speeds, in order."""
        return (*self.coordinates, *self.speeds)

    @property
    def zero_inputs(self) -> Array:
        """All inputs zero."""
        return np.zeros(self.equations.sizes["u"])

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return self.readings.names

    @property
    def coordinate_singularities(self) -> CoordinateSingularities:
        """Where coordinates or constraints have no meaning."""
        found = self.rolled.engines.get("coordinate_singularities")
        if found is None:
            found = self.rolled.engines["coordinate_singularities"] = CoordinateSingularities.of(self.rolled)
        assert isinstance(found, CoordinateSingularities)
        return found

    # -- evaluations ----------------------------------------------------------------------------------------------

    def evaluate(self, q: Array, v: Array, u: Array, t: float) -> tuple[Array, Array]:
        """Accelerations at one state, and the fit: the smallest pivot over its value at the reference configuration."""
        vdot, fit = np.zeros(len(self.rolled.v_dst)), np.zeros(2)
        arrays = [np.array(x, dtype=float) for x in (q, v, u)]
        self.rolled.library.loop("forward")(self.rolled.I, self.work, np.array([t]), *arrays, vdot, fit)
        return vdot, fit

    def accelerations(self, state: State, u: Array) -> Array:
        """v' at a state; NaN where the constraints are singular."""
        vdot, fit = self.evaluate(state.q, state.v, u, state.t)
        return vdot if fit[0] > WEAK_MULTIPLIER else np.full(len(vdot), np.nan)

    def forces(self, q: Array, v: Array, vdot: Array, t: float) -> Array:
        """Generalised forces M v' - f at zero inputs."""
        force = np.zeros(len(v))
        loop = self.rolled.library.loop("inverse")
        loop(self.rolled.I, self.work, np.array([t]), q.copy(), v.copy(), vdot.copy(), force)
        return force

    def read(self, state: State, u: Array | None = None) -> Array:
        """All values Z at a state, a view that the next evaluation overwrites."""
        given = self.zero_inputs if u is None else u.copy()
        loop = self.rolled.library.loop("readings")
        loop(self.rolled.I, self.work, np.array([state.t]), state.q.copy(), state.v.copy(), given)
        return self.work[self.rolled.places["Z"]]

    def state(self, q: Array, v: Array, t: float) -> State:
        """A state from arrays, whose quantities are read when one is first looked up."""
        values = self.readings.values(self.read(State(t, q, v)).copy())
        return State(t, q, v, Read(values, rates=False), Read(values, rates=True), names=self.names)


def working_array(rolled: Rolled, p: Array) -> Array:
    """Working array for parameter values; weights that are not gravity's are refused: they act through the ground."""
    links = rolled.links
    if links is not None:
        alike = links.alike(p)
        apart = frozenset(links.names[k] for k in links.apart.tolist())  # their weights are loads of their own
        wrong = [name for name in links.names if name not in alike and name not in apart]
        if wrong:
            msg = (
                f"the weight of {wrong[0]} has a gravity of its own, but Recursion lets gravity act "
                "through the ground, on all bodies alike; change gravity itself, or take joins.Multipliers()"
            )
            raise ValueError(msg)
    return rolled.bind(p)

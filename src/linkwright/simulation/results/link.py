"""What a trajectory needs of its machine to be completed later, without keeping the machine alive.

A run and its machine hang on each other; a trajectory has only a key to what is kept there. While the machine lives,
the certificate is made from the run itself. When it is gone, the run is made again from its description: results do
not depend on what else a machine computed, so it is the same run, to the last bit.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.pickling import compiled_again
from linkwright.equations import Equations
from linkwright.trajectory import Trajectory
from linkwright.trajectory.lazy import Deferred

Value = TypeVar("Value")


class Key:
    """What a trajectory holds instead of its run; what is kept under it goes with the trajectory, or the machine."""

    __slots__ = ("__weakref__",)


Shelf = weakref.WeakKeyDictionary[Key, Any]
"""What trajectories need of a machine, kept by the machine."""


def shelf(dynamics: Dynamics) -> Shelf:
    """The shelf of a machine, one for all its parameter values."""
    return dynamics.plant.shelf


class Link(Generic[Value]):
    """A value that lives as long as the machine, and is made again, once, when that is gone."""

    def __init__(self, kept: Shelf, value: Value, again: Callable[[], Value]) -> None:
        self._key, self._kept, self._again = Key(), weakref.ref(kept), again
        kept[self._key] = value

    @property
    def value(self) -> Value:
        """The value."""
        kept = self._kept()
        found: Value | None = None if kept is None else kept.get(self._key)
        return self._made if found is None else found

    @cached_property
    def _made(self) -> Value:
        return self._again()


@dataclass(frozen=True, eq=False)
class Description:
    """A machine as it was described, with its values: all that is needed to compile it again."""

    equations: Equations
    join: Join
    given: Mapping[str, float]
    reference: State

    @staticmethod
    def of(dynamics: Dynamics) -> Description:
        """That of compiled dynamics."""
        return Description(dynamics.equations, dynamics.join, dict(dynamics.given), dynamics.reference)

    def compiled(self) -> Dynamics:
        """The machine, compiled again."""
        return compiled_again(self.equations, self.join, self.given, self.reference)


def unlinked(dynamics: Dynamics, trajectory: Trajectory, again: Callable[[Dynamics], Trajectory]) -> Trajectory:
    """The trajectory, whose certificate and provenance no longer hold the machine; `again` makes its run on another."""
    later = {name: each for name, each in trajectory.deferred.items() if name in ("certificate", "provenance")}
    if later:
        link = Link(shelf(dynamics), later, partial(_completed, Description.of(dynamics), again, tuple(later)))
        trajectory.defer({name: Deferred(partial(_value, link, name)) for name in later})
    return trajectory


def _completed(
    machine: Description, again: Callable[[Dynamics], Trajectory], names: tuple[str, ...]
) -> dict[str, Deferred[Any]]:
    """Certificate and provenance of the run made again, while its machine is there."""
    trajectory = again(machine.compiled())
    values = {name: getattr(trajectory, name) for name in names}
    return {name: Deferred(partial(_same, value)) for name, value in values.items()}


def _same(value: Value) -> Value:
    return value


def _value(link: Link[dict[str, Deferred[Any]]], name: str) -> Any:
    return link.value[name].value

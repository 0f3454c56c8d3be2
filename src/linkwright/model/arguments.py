"""Numbers of a component become parameters; components of the same shape share their symbols, hence their type."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import casadi as ca

from linkwright.equations import Scope
from linkwright.symbolic import Parameter


@dataclass(frozen=True)
class Argument:
    """One number of a component: its name, value (number or expression), unit and meaning.

    A zero is left out of the equations for good (a coordinate of a point on an axis) unless `keep` is set (a mass).
    """

    name: str
    value: Any
    unit: str
    meaning: str
    keep: bool = False


@dataclass(frozen=True, eq=False)
class Arguments:
    """A component's numbers: the shape they share with others (key, scope), and this one's values (bindings)."""

    key: Hashable
    scope: Scope
    bindings: Mapping[str, Any]

    @property
    def values(self) -> dict[str, ca.SX]:
        """Symbol of each parameter by name."""
        return {entry.name: entry.sx for entry in self.scope.entries}

    def renewed(self) -> Arguments:
        """The same with symbols of its own, for a component that stands beside others of the same shape in one type."""
        fresh = tuple(Parameter(e.name, 0.0, e.unit, e.meaning) for e in self.scope.entries)
        return Arguments(self.key, Scope(fresh), self.bindings)

    @property
    def p(self) -> ca.SX:
        """The parameters as a column."""
        return ca.vertcat(*[entry.sx for entry in self.scope.entries]) if self.scope.entries else ca.SX(0, 1)


class Values:
    """Symbols of arguments by name; one that was left out as zero reads as zero."""

    def __init__(self, arguments: Arguments) -> None:
        self._values = arguments.values

    def __getitem__(self, name: str) -> ca.SX:
        return self._values.get(name, ca.SX(0))


def collect(items: Sequence[Argument]) -> Arguments:
    """Turn arguments into parameters of a shared scope and bindings of this component."""
    if not items:
        return _NONE
    kept = [item for item in items if item.keep or not is_number(item.value) or item.value != 0]
    shape = tuple((item.name, item.unit, item.meaning) for item in kept)
    return Arguments(shape, _shared_scope(shape), {item.name: item.value for item in kept})


def faults_of(items: Sequence[Argument], owner: str) -> list[str]:
    """Faults of the values: not a number, NaN, infinite."""
    faults = []
    for item in items:
        value = item.value
        if isinstance(value, Parameter) or (isinstance(value, ca.SX) and value.is_scalar()):
            continue
        if not is_number(value):
            faults.append(
                f"{owner}: {item.name} = {value!r} is not a number or an expression of parameters ({item.meaning})"
            )
        elif not math.isfinite(value):
            faults.append(
                f"{owner}: {item.name} = {value} is not finite ({item.meaning}); give a number, {item.unit or 'SI'}"
            )
    return faults


def is_number(value: Any) -> bool:
    """Whether a value is a plain real number."""
    if isinstance(value, (bool, str, ca.SX, Parameter)) or value is None:
        return False
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


@cache
def _shared_scope(shape: tuple[tuple[str, str, str], ...]) -> Scope:
    return Scope(tuple(Parameter(name, 0.0, unit, meaning) for name, unit, meaning in shape))


_NONE = Arguments((), Scope(()), {})

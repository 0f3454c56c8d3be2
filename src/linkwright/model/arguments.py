"""Numbers of a component become parameters; components of the same shape share their symbols, hence their type."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeGuard

import casadi as ca

from linkwright.equations import Scope
from linkwright.symbolic import Parameter, scalars

ZERO = ca.SX(0)


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
    """A component's numbers: the shape they share with others (key, scope), and this one's values (bindings).

    Its symbols are those of the scope, or its own (`fresh`).
    """

    key: Hashable
    scope: Scope
    bindings: Mapping[str, Any]
    fresh: ca.SX | None = None

    @cached_property
    def p(self) -> ca.SX:
        """The parameters as a column."""
        if self.fresh is not None:
            return self.fresh
        return ca.vertcat(*[entry.sx for entry in self.scope.entries]) if self.scope.entries else ca.SX(0, 1)

    @cached_property
    def values(self) -> dict[str, ca.SX]:
        """Symbol of each parameter by name."""
        symbols = [entry.sx for entry in self.scope.entries] if self.fresh is None else scalars(self.fresh)
        return {entry.name: symbol for entry, symbol in zip(self.scope.entries, symbols, strict=True)}

    def renewed(self) -> Arguments:
        """The same with symbols of its own, for a component that stands beside others of the same shape in one type."""
        return replace(self, fresh=ca.SX.sym("p", len(self.scope.entries)))


class Values:
    """Symbols of arguments by name; one that was left out as zero reads as zero."""

    def __init__(self, arguments: Arguments) -> None:
        self._values = arguments.values

    def __getitem__(self, name: str) -> ca.SX:
        return self._values.get(name, ZERO)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def vector(self, name: str) -> ca.SX:
        """The position `name_x`, `name_y`, `name_z` (3, 1)."""
        column = ca.SX.zeros(3)
        for k, axis in enumerate("xyz"):
            if f"{name}_{axis}" in self:
                column[k] = self[f"{name}_{axis}"]
        return column


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


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is a plain real number."""
    if isinstance(value, (bool, str, ca.SX, Parameter)) or value is None:
        return False
    try:
        float(value)  # type: ignore[arg-type]  # what is no number is refused here
    except (TypeError, ValueError):
        return False
    return True


def in_order(values: Any) -> bool:
    """Whether it is several values one after another: no text, no set, no mapping, no matrix of symbols."""
    several = isinstance(values, Iterable) and getattr(values, "ndim", 1) > 0
    return several and not isinstance(values, (str, bytes, AbstractSet, Mapping, ca.SX, ca.DM))


@cache
def _shared_scope(shape: tuple[tuple[str, str, str], ...]) -> Scope:
    return Scope(tuple(Parameter(name, 0.0, unit, meaning) for name, unit, meaning in shape))


_NONE = Arguments((), Scope(()), {})

"""Gravity of modules: the one rule that says which acceleration acts on a body, for every formalism.

A module's own gravity acts on its bodies and on the modules inside that have none of their own; a module without one
takes that of the module around it. A gravity of zero is a gravity of its own (a module in orbit).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.model import Module, Use
from linkwright.model.arguments import is_number
from linkwright.symbolic import Parameter


@dataclass(frozen=True, eq=False)
class Gravity:
    """Gravity that acts on the bodies of a module: by axis the parameter it is, zero along the other `axes`.

    `axes` are those along which there is gravity anywhere in the machine: all its weights are of one type.
    """

    axes: tuple[str, ...]
    along: Mapping[str, Parameter]

    @property
    def bindings(self) -> dict[str, Parameter | float]:
        """What the parameters of a weight are bound to."""
        return {f"g_{axis}": self.along.get(axis, 0.0) for axis in self.axes}


def no_gravity(machine: Module) -> Gravity:
    """What surrounds a whole machine: nothing, with the axes along which any module of it has gravity."""
    if not isinstance(machine, Module):
        msg = f"a formalism takes a Mechanism, got {type(machine).__name__}"
        raise TypeError(msg)
    seen, waiting, found = {id(machine)}, [machine], set[str]()
    while waiting:
        module = waiting.pop()
        found |= set(_components(module))
        for part in module.parts.values():
            template = part.template if isinstance(part, Use) else part
            if isinstance(template, Module) and id(template) not in seen:
                seen.add(id(template))
                waiting.append(template)
    return Gravity(tuple(axis for axis in "xyz" if axis in found), {})


def gravity_within(module: Module, around: Gravity) -> tuple[Gravity, tuple[Parameter, ...]]:
    """Gravity that acts inside a module, by the rule above, and the parameters `gravity_x`, ... that it declares."""
    if module.gravity is None:
        return around, ()
    own = {
        axis: Parameter(f"gravity_{axis}", value, "m/s^2", f"acceleration of gravity along {axis}")
        for axis, value in _components(module).items()
    }
    return Gravity(around.axes, own), tuple(own.values())


def _components(module: Module) -> dict[str, Any]:
    """Components of a module's own gravity that are not zero for good, by axis."""
    entries = zip("xyz", module.gravity or (), strict=False)
    return {axis: value for axis, value in entries if not (is_number(value) and value == 0)}

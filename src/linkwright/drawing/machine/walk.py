"""A walk through a machine and the modules inside it: bodies, and what each connection stands on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import casadi as ca

from linkwright.model import Body, Connection, Ground, Mechanism, template_of
from linkwright.symbolic import Parameter, Scalar


@dataclass(frozen=True, eq=False)
class Foothold:
    """A point of a part (empty: its origin) that a connection stands on; `part` is the part's full name."""

    part: str
    template: Body | Ground
    point: str

    @property
    def owner(self) -> str:
        """The body; empty for the ground."""
        return "" if isinstance(self.template, Ground) else self.part


def bodies(module: Mechanism) -> Iterator[tuple[str, Body]]:
    """All bodies with their full names."""
    for name, body, _ in bodies_with_modules(module):
        yield name, body


Modules = tuple[str, Mechanism, "Modules | None"]
"""Prefix of names inside a module, the module, and the same of the one around it."""


def bodies_with_modules(module: Mechanism) -> Iterator[tuple[str, Body, Modules]]:
    """All bodies with their full names and the modules around them, the innermost first."""
    waiting: list[tuple[str, Mechanism | Body, Modules]] = [("", module, ("", module, None))]
    while waiting:  # not by recursion: modules nest to any depth
        path, item, around = waiting.pop()
        if isinstance(item, Body):
            yield path, item, around
            continue
        inside = [(path + name, template_of(part)) for name, part in item.parts.items()]
        waiting += [
            (f"{name}.", part, (f"{name}.", part, around)) if isinstance(part, Mechanism) else (name, part, around)
            for name, part in reversed(inside)
            if isinstance(part, Mechanism | Body)
        ]


def value_of(expression: Scalar, around: Modules, values: Mapping[str, float]) -> float:
    """The value of an expression of parameters of the modules around it; `values` are all by full name.

    A parameter belongs to the innermost module that declares it. One that no module declares has its own value.
    """
    sx = ca.SX(expression.sx if isinstance(expression, Parameter) else expression)
    numbers = []
    symbols = ca.symvar(sx)
    for symbol in symbols:
        at: Modules | None = around
        while at is not None:
            prefix, module, outer = at
            own = next((each for each in module.parameters if each.sx.element_hash() == symbol.element_hash()), None)
            if own is not None:
                numbers.append(values[prefix + own.name])
                break
            at = outer
        else:
            raise ValueError(f"a shape depends on {symbol}, which is no parameter of the machine; declare it there")
    return float(ca.Function("value", symbols, [sx])(*numbers)) if symbols else float(sx)


def connections(
    module: Mechanism,
) -> Iterator[tuple[str, Connection, list[Foothold | None], tuple[str, ...]]]:
    """All connections with full names, footholds, and the full names of connections whose quantities they act on.

    Those of inner modules come first. A part that was derived before has no points to read: there is no foothold on it.
    """
    waiting = [("", module, True)]
    while waiting:
        path, item, new = waiting.pop()
        inside = [(name, template_of(part)) for name, part in item.parts.items()] if new else []
        modules = [(f"{path}{name}.", part, True) for name, part in inside if isinstance(part, Mechanism)]
        if modules:
            waiting += [(path, item, False), *reversed(modules)]
            continue
        for name, connection in item.connections.items():
            acts_on = tuple(_connection_of(item, path, quantity) for quantity in connection.quantities)
            yield path + name, connection, [_foothold(item, path, frame) for frame in connection.frames], acts_on


def _connection_of(module: Mechanism, prefix: str, quantity: str) -> str:
    """Full name of the connection that offers a quantity of a module; empty if it is none's."""
    while True:
        quantity = module.exports.get(quantity, quantity)
        first, _, rest = quantity.partition(".")
        if first in module.connections:
            return prefix + first
        part = template_of(module.parts[first]) if first in module.parts else None
        if not isinstance(part, Mechanism):
            return ""
        module, prefix, quantity = part, f"{prefix}{first}.", rest


def _foothold(module: Mechanism, prefix: str, frame: str) -> Foothold | None:
    first, _, rest = frame.partition(".")
    part = template_of(module.parts[first])
    while isinstance(part, Mechanism):
        prefix = f"{prefix}{first}."
        first, _, rest = rest.partition(".")
        part = template_of(part.parts[first])
    return Foothold(prefix + first, part, rest) if isinstance(part, Body | Ground) else None


__all__ = ["Foothold", "Modules", "bodies", "bodies_with_modules", "connections", "value_of"]

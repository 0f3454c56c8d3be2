"""Modules: what parts and connections offer to what is around them, by the names of frames, quantities and inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from linkwright.equations import Equations
from linkwright.model.body import Body, Ground
from linkwright.model.connection import Connection
from linkwright.model.keywords import CheckedKeywords
from linkwright.model.redundant import RedundantSet
from linkwright.symbolic import Parameter, Picklable

Part: TypeAlias = "Body | Ground | Module | Equations | Use"


@dataclass(frozen=True, eq=False)
class Use(Picklable):
    """A module used with other values of its parameters: numbers or expressions of the surrounding parameters."""

    template: Module | Equations
    bindings: Mapping[str, Any]


class Module(Picklable, metaclass=CheckedKeywords):
    """Parts and connections by name, with all that can be named inside; a `Mechanism` is one that was checked."""

    name: str
    parts: Mapping[str, Part]
    connections: Mapping[str, Connection]
    parameters: Sequence[Parameter]
    exports: Mapping[str, str]
    reference: Mapping[str, Any]
    gravity: Sequence[Any] | None
    redundant: RedundantSet | None
    title: str

    @cached_property
    def frame_names(self) -> frozenset[str]:
        """Names of all frames inside, `part.point`."""
        names: set[str] = set()
        for name, part in self.parts.items():
            names |= {f"{name}.{inner}" if inner else name for inner in frames_inside(part)}
        return frozenset(names)

    @cached_property
    def quantity_names(self) -> frozenset[str]:
        """Names of all quantities inside, exports included."""
        names: set[str] = set()
        for name, part in self.parts.items():
            names |= {f"{name}.{inner}" for inner in quantities_inside(part)}
        for name, connection in self.connections.items():
            names |= {f"{name}.{offer}" for offer in (*connection.offers, *connection.state_names)}
        names |= {short for short, full in self.exports.items() if full in names}
        return frozenset(names)

    @cached_property
    def input_names(self) -> frozenset[str]:
        """Names of all inputs inside, exports included."""
        names: set[str] = set()
        for name, part in self.parts.items():
            names |= {f"{name}.{inner}" for inner in inputs_inside(part)}
        for name, connection in self.connections.items():
            names |= {f"{name}.{label.name}" for label in connection.input_labels}
        names |= {short for short, full in self.exports.items() if full in names}
        return frozenset(names)


def template_of(part: Part) -> Body | Ground | Module | Equations:
    """The part itself, without the bindings of its use."""
    return part.template if isinstance(part, Use) else part


def frames_inside(part: Part) -> frozenset[str]:
    """Names of the frames of a part; the empty name is its origin."""
    template = template_of(part)
    if isinstance(template, Ground):
        return frozenset({"", *template.points})
    if isinstance(template, Body):
        return frozenset({"", "centre", *template.points})
    if isinstance(template, Module):
        return template.frame_names
    return frozenset(template.frame_names())


def quantities_inside(part: Part) -> frozenset[str]:
    """Names of the quantities of a part."""
    template = template_of(part)
    if isinstance(template, Ground):
        return frozenset()
    if isinstance(template, Body):
        kind = template.kind
        return frozenset(label.name for label in (*kind.coordinates, *kind.speeds))
    if isinstance(template, Module):
        return template.quantity_names
    return frozenset({*template.own_quantities, *template.exports})


def inputs_inside(part: Part) -> frozenset[str]:
    """Names of the inputs of a part."""
    template = template_of(part)
    if isinstance(template, Module):
        return template.input_names
    if isinstance(template, Equations):
        return frozenset(label.name for label in template.inputs)
    return frozenset()

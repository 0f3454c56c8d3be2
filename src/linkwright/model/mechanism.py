"""A machine as its designer sees it: parts and connections in modules, before any coordinates are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import casadi as ca

from linkwright.equations import Equations
from linkwright.model.arguments import in_order
from linkwright.model.body import Body, Ground
from linkwright.model.connection import Connection
from linkwright.model.faults import ModelError
from linkwright.model.keywords import CheckedKeywords
from linkwright.model.redundant import RedundantSet
from linkwright.symbolic import Parameter, Picklable

Part: TypeAlias = "Body | Ground | Mechanism | Equations | Use"


@dataclass(frozen=True, eq=False)
class Use(Picklable):
    """A module used with other values of its parameters: numbers or expressions of the surrounding parameters."""

    template: Mechanism | Equations
    bindings: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Mechanism(Picklable, metaclass=CheckedKeywords):
    """Parts and connections of a machine or of a module of one.

    `parts` are bodies, grounds, modules (other mechanisms, possibly the same one several times) and ready-made parts
    such as motors; `connections` are joints, loads and constraints between them, by names `part.point` and
    `part.quantity`.
    `parameters` are declared here and may be used in formulas of everything inside. `exports` gives short names to
    quantities and inputs of parts. `reference` is the configuration that fixes the assembly mode, as values of
    quantities. `gravity` is an acceleration vector (m/s^2) for the bodies of this module and of all modules inside that
    have none of their own; without one (None) the gravity of the module around it acts. `redundant` is the machine's
    own choice of more variables than freedoms, which `maggi` takes instead of absolute coordinates.

    >>> from linkwright.components import Revolute
    >>> bar = Body(mass=1.0, inertia=1 / 12, points={"top": (0.0, 0.5)})
    >>> Mechanism("pendulum", {"bar": bar}, {"pivot": Revolute("ground", "bar.top")}, gravity=(0.0, -9.81)).name
    'pendulum'
    """

    name: str
    parts: Mapping[str, Part]
    connections: Mapping[str, Connection] = field(default_factory=dict)
    parameters: Sequence[Parameter] = ()
    exports: Mapping[str, str] = field(default_factory=dict)
    reference: Mapping[str, Any] = field(default_factory=dict)
    gravity: Sequence[Any] | None = None
    redundant: RedundantSet | None = None
    title: str = ""
    description: str = ""
    sources: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.gravity is not None and in_order(self.gravity):  # all else is refused below, in words
            object.__setattr__(self, "gravity", tuple(self.gravity))
        if "ground" not in self.parts:
            object.__setattr__(self, "parts", {"ground": Ground(), **self.parts})
        from linkwright.model.validation import faults_of_mechanism

        faults = faults_of_mechanism(self)
        if faults:
            raise ModelError(self.name if isinstance(self.name, str) else repr(self.name), faults)

    def __repr__(self) -> str:
        parts, connections = len(self.parts), len(self.connections)
        return f"<Mechanism {self.name}: {parts} parts, {connections} connections>"  # what is inside may be deep

    def use(self, bindings: Mapping[str, Any]) -> Use:
        """The same module with other values of its parameters."""
        return Use(self, bindings)

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
            names |= {f"{name}.{offer}" for offer in connection.offers}
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


def template_of(part: Part) -> Body | Ground | Mechanism | Equations:
    """The part itself, without the bindings of its use."""
    return part.template if isinstance(part, Use) else part


def frames_inside(part: Part) -> frozenset[str]:
    """Names of the frames of a part; the empty name is its origin."""
    template = template_of(part)
    if isinstance(template, Ground):
        return frozenset({"", *template.points})
    if isinstance(template, Body):
        return frozenset({"", "centre", *template.points})
    if isinstance(template, Mechanism):
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
    if isinstance(template, Mechanism):
        return template.quantity_names
    return frozenset({*template.own_quantities, *template.exports})


def inputs_inside(part: Part) -> frozenset[str]:
    """Names of the inputs of a part."""
    template = template_of(part)
    if isinstance(template, Mechanism):
        return template.input_names
    if isinstance(template, Equations):
        return frozenset(label.name for label in template.inputs)
    return frozenset()


def is_expression(value: Any) -> bool:
    """Whether a value is an expression of parameters."""
    return isinstance(value, (ca.SX, Parameter))

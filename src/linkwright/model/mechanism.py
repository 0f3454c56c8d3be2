"""A machine as its designer sees it: parts and connections in modules, before any coordinates are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.model.arguments import in_order
from linkwright.model.body import Ground
from linkwright.model.connection import Connection
from linkwright.model.faults import ModelError
from linkwright.model.module import Module, Part, Use
from linkwright.model.redundant import RedundantSet
from linkwright.model.validation import faults_of_module
from linkwright.symbolic import Parameter


@dataclass(frozen=True, eq=False)
class Mechanism(Module):
    """Parts and connections of a machine or of a module of one.

    `parts` are bodies, grounds, modules (other mechanisms, possibly the same one several times) and ready-made parts
    such as motors; `connections` are joints, loads and constraints between them, by names `part.point` and
    `part.quantity`.
    `parameters` are declared here and may be used in formulas of everything inside. `exports` gives short names to
    quantities and inputs of parts. `reference` is the configuration that fixes the assembly mode, as values of
    quantities. `gravity` is an acceleration vector (m/s^2) for the bodies of this module and of all modules inside that
    have none of their own; without one (None) the gravity of the module around it acts. `redundant` is the machine's
    own choice of more variables than degrees of freedom, which `maggi` takes instead of absolute coordinates.

    >>> import linkwright as lw
    >>> bar = lw.Body(mass=1.0, inertia=1 / 12, points={"top": (0.0, 0.5)})
    >>> lw.Mechanism("pendulum", {"bar": bar}, {"pivot": lw.Revolute("ground", "bar.top")}, gravity=(0, -9.81)).name
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
        faults = faults_of_module(self)
        if faults:
            raise ModelError(self.name if isinstance(self.name, str) else repr(self.name), faults)

    def __repr__(self) -> str:
        parts, connections = len(self.parts), len(self.connections)
        return f"<Mechanism {self.name}: {parts} parts, {connections} connections>"  # what is inside may be deep

    def use(self, bindings: Mapping[str, Any]) -> Use:
        """The same module with other values of its parameters."""
        return Use(self, bindings)

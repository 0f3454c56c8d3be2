"""A mechanism laid flat: all bodies, joints and loads of all modules in one list each, under their full names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.equations import Equations, Scope
from linkwright.formalisms.weight import weight_scope
from linkwright.model import Arguments, Body, Connection, Ground, Mechanism, RedundantSet, Use, collect
from linkwright.symbolic import Parameter


@dataclass(frozen=True, eq=False)
class FlatPart:
    """A body, ground or connection with its arguments and where its parameters are."""

    item: Any
    arguments: Arguments
    p: tuple[int, ...]
    path: str


@dataclass(eq=False)
class Flat:
    """Everything of a machine by full name, and its parameters as one scope."""

    name: str
    title: str
    bodies: dict[str, FlatPart] = field(default_factory=dict)
    grounds: dict[str, FlatPart] = field(default_factory=dict)
    connections: dict[str, FlatPart] = field(default_factory=dict)
    weights: dict[str, tuple[int, ...]] = field(default_factory=dict)
    ready: dict[str, tuple[Equations, int]] = field(default_factory=dict)
    exports: dict[str, str] = field(default_factory=dict)
    sets: dict[str, RedundantSet] = field(default_factory=dict)
    references: list[tuple[str, str, Any]] = field(default_factory=list)
    scope: Scope = field(default_factory=lambda: Scope(()))
    axes: tuple[str, ...] = ()

    def owner(self, path: str) -> tuple[str, str]:
        """Body or ground that a frame is on, and the name of the point there."""
        name = path
        while name not in self.bodies and name not in self.grounds:
            name, dot, _ = name.rpartition(".")
            assert dot, path  # names were checked when the mechanism was made
        return name, path[len(name) + 1 :]

    def known(self, path: str) -> bool:
        """Whether a frame is on a body or ground, not inside a ready-made part."""
        parts = path.split(".")
        names = [".".join(parts[: k + 1]) for k in range(len(parts))]
        return any(name in self.bodies or name in self.grounds for name in names)

    def full(self, name: str) -> str:
        """Full name of what a short (exported) name stands for, exports of exports followed."""
        while name in self.exports:
            name = self.exports[name]
        return name

    @property
    def reference(self) -> dict[str, tuple[str, Any]]:
        """Reference configuration by full name: the path of who gives it and the value; outer parts count most."""
        return {self.full(name): (path, value) for name, path, value in self.references}


class Flattener:
    """Lays a mechanism flat; parameters are numbered in the order of the scopes."""

    def __init__(self, mechanism: Mechanism, gravity: Sequence[tuple[str, Parameter]]) -> None:
        self.flat = Flat(mechanism.name, mechanism.title, axes=tuple(axis for axis, _ in gravity))
        self.gravity = gravity
        self.count = 0
        self._weight = weight_scope(self.flat.axes)
        self._collected: dict[int, Any] = {}  # by the number of the part, which the mechanism keeps alive
        self.flat.scope = self._module(mechanism, "", declares=True)

    def _arguments(self, part: Body | Ground | Connection) -> Arguments:
        """Arguments of a part; parts that are one object have the same."""
        found = self._collected.get(id(part))
        if found is None:
            found = self._collected[id(part)] = collect(part.arguments)
        assert isinstance(found, Arguments)
        return found

    def _module(self, mechanism: Mechanism, path: str, *, declares: bool) -> Scope:
        entries = (*mechanism.parameters, *([p for _, p in self.gravity] if declares else []))
        self.count += len(entries)
        children: list[tuple[str, Scope, Mapping[str, Any]]] = []

        def add(name: str, scope: Scope, bindings: Mapping[str, Any]) -> tuple[int, ...]:
            start = self.count
            children.append((name, scope, bindings))
            self.count += scope.size
            return tuple(range(start, self.count))

        flat = self.flat
        for name, part in mechanism.parts.items():
            full = path + name
            if isinstance(part, (Body, Ground)):
                arguments = self._arguments(part)
                flat_part = FlatPart(part, arguments, add(name, arguments.scope, arguments.bindings), path)
                (flat.bodies if isinstance(part, Body) else flat.grounds)[full] = flat_part
                if isinstance(part, Body) and flat.axes:
                    along = {f"g_{axis}": parameter for axis, parameter in self.gravity}
                    flat.weights[full] = add(f"{name}.weight", self._weight, along)
                continue
            template, bindings = (part.template, part.bindings) if isinstance(part, Use) else (part, {})
            if isinstance(template, Equations):
                flat.ready[full] = (template, self.count)
                add(name, template.scope, bindings)
            else:
                children.append((name, self._module(template, f"{full}.", declares=False), bindings))
        for name, connection in mechanism.connections.items():
            assert isinstance(connection, Connection)
            arguments = self._arguments(connection)
            flat.connections[path + name] = FlatPart(
                connection, arguments, add(name, arguments.scope, arguments.bindings), path
            )
        if mechanism.redundant is not None:
            flat.sets[path] = mechanism.redundant
        flat.exports |= {path + short: path + long for short, long in mechanism.exports.items()}
        flat.references += [(path + name, path, value) for name, value in mechanism.reference.items()]
        return Scope(entries, tuple(children))

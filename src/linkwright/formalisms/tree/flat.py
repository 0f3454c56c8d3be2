"""A mechanism laid flat: all bodies, joints and loads of all modules in one list each, under their full names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.equations import Equations, Scope
from linkwright.formalisms.derive.derivations import Gravity, gravity_within, no_gravity, weight_scope
from linkwright.model import (
    Arguments,
    Body,
    Connection,
    Ground,
    Module,
    Part,
    RedundantSet,
    Use,
    collect,
    refuse_recursion,
)
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
    """Everything of a machine by full name, and its parameters as one scope.

    `weights` are the parameters of each body's own weight along `axes`, `gravity` those of the gravity that acts on it,
    along x, y and z (-1: zero there).
    """

    name: str
    title: str
    bodies: dict[str, FlatPart] = field(default_factory=dict)
    grounds: dict[str, FlatPart] = field(default_factory=dict)
    connections: dict[str, FlatPart] = field(default_factory=dict)
    weights: dict[str, tuple[int, ...]] = field(default_factory=dict)
    gravity: dict[str, tuple[int, ...]] = field(default_factory=dict)
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

    def is_own_frame(self, path: str) -> bool:
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


@dataclass(eq=False)
class _Module:
    """A module while it is laid flat: what acts on its bodies, and the scopes of what was inside so far."""

    mechanism: Module
    path: str
    name: str
    bindings: Mapping[str, Any]
    gravity: Gravity
    places: tuple[int, ...]
    entries: tuple[Parameter, ...]
    parts: Iterator[tuple[str, Part]]
    scopes: list[tuple[str, Scope, Mapping[str, Any]]] = field(default_factory=list)


class Flattener:
    """Lays a mechanism flat; parameters are numbered in the order of the scopes."""

    def __init__(self, mechanism: Module) -> None:
        around = no_gravity(mechanism)
        refuse_recursion(mechanism)
        self.flat = Flat(mechanism.name, mechanism.title, axes=around.axes)
        self.count = 0
        self._weight = weight_scope(around.axes)
        self._collected: dict[int, Any] = {}  # by the number of the part, which the mechanism keeps alive
        self.flat.scope = self._flatten(mechanism, around)

    def _arguments(self, part: Body | Ground | Connection) -> Arguments:
        """Arguments of a part; parts that are one object have the same."""
        found = self._collected.get(id(part))
        if found is None:
            found = self._collected[id(part)] = collect(part.arguments)
        assert isinstance(found, Arguments)
        return found

    def _flatten(self, mechanism: Module, around: Gravity) -> Scope:
        """Scope of the whole machine; modules are entered one by one, not by recursion: they nest to any depth."""
        open_modules = [self._enter(mechanism, "", "", {}, (around, (-1, -1, -1)))]
        while True:
            module = open_modules[-1]
            inner = self._next_inside(module)
            if inner is not None:
                open_modules.append(inner)
                continue
            scope = self._finish(open_modules.pop())
            if not open_modules:
                return scope
            open_modules[-1].scopes.append((module.name, scope, module.bindings))

    def _enter(
        self,
        mechanism: Module,
        path: str,
        name: str,
        bindings: Mapping[str, Any],
        around: tuple[Gravity, tuple[int, ...]],
    ) -> _Module:
        """A module at its beginning; its own parameters are numbered, those of its gravity last."""
        gravity, own = gravity_within(mechanism, around[0])
        entries = (*mechanism.parameters, *own)
        self.count += len(entries)
        places = around[1]
        if gravity is not around[0]:
            numbers = iter(range(self.count - len(own), self.count))
            places = tuple(next(numbers) if axis in gravity.along else -1 for axis in "xyz")
        return _Module(mechanism, path, name, bindings, gravity, places, entries, iter(mechanism.parts.items()))

    def _next_inside(self, module: _Module) -> _Module | None:
        """Lay parts of a module flat up to the next module inside it, which is entered; None at the end."""
        flat = self.flat
        for name, part in module.parts:
            full = module.path + name
            if isinstance(part, (Body, Ground)):
                arguments = self._arguments(part)
                p = self._add(module, name, arguments.scope, arguments.bindings)
                flat_part = FlatPart(part, arguments, p, module.path)
                (flat.bodies if isinstance(part, Body) else flat.grounds)[full] = flat_part
                if isinstance(part, Body) and flat.axes:
                    flat.weights[full] = self._add(module, f"{name}.weight", self._weight, module.gravity.bindings)
                    flat.gravity[full] = module.places
                continue
            template, bindings = (part.template, part.bindings) if isinstance(part, Use) else (part, {})
            if isinstance(template, Module):
                return self._enter(template, f"{full}.", name, bindings, (module.gravity, module.places))
            flat.ready[full] = (template, self.count)
            self._add(module, name, template.scope, bindings)
        return None

    def _finish(self, module: _Module) -> Scope:
        """Connections of a module whose parts are laid flat, and its scope."""
        flat, mechanism, path = self.flat, module.mechanism, module.path
        for name, connection in mechanism.connections.items():
            assert isinstance(connection, Connection)
            arguments = self._arguments(connection)
            p = self._add(module, name, arguments.scope, arguments.bindings)
            flat.connections[path + name] = FlatPart(connection, arguments, p, path)
        if mechanism.redundant is not None:
            flat.sets[path] = mechanism.redundant
        flat.exports |= {path + short: path + long for short, long in mechanism.exports.items()}
        flat.references += [(path + name, path, value) for name, value in mechanism.reference.items()]
        return Scope(module.entries, tuple(module.scopes))

    def _add(self, module: _Module, name: str, scope: Scope, bindings: Mapping[str, Any]) -> tuple[int, ...]:
        """Number the parameters of a part."""
        start = self.count
        module.scopes.append((name, scope, bindings))
        self.count += scope.size
        return tuple(range(start, self.count))

"""A description made again with other names, orders or parts: modules inside are made again too."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

from linkwright.model import Located, Mechanism, RedundantSet, Use

REFERENCES = ("first", "second", "point", "quantity", "input", "output", "on")
"""Arguments of connections that name frames or quantities."""


def inside(part):
    """The module that a part is or uses; None for bodies, grounds and ready-made parts."""
    item = part.template if isinstance(part, Use) else part
    return item if isinstance(item, Mechanism) else None


def walked(module, path, name_of):
    """A path `part.part.point`, `joint.quantity` or a short name, each name of it replaced by `name_of`."""
    if path in module.exports:
        return name_of(module, path)
    first, dot, rest = path.partition(".")
    within = inside(module.parts[first]) if first in module.parts else None
    return name_of(module, first) + dot + (walked(within, rest, name_of) if within is not None and rest else rest)


@dataclass(eq=False)
class Rebuild:
    """How a module is made again, each template once: names, orders, then parts, connections and the rest.

    What `parts_of` and the others are given has its new names already.
    """

    name_of: Callable = lambda _, name: name
    order: Callable = dict
    parts_of: Callable = lambda _, parts: parts
    connections_of: Callable = lambda _, connections: connections
    reference_of: Callable = lambda _, reference: reference
    gravity_of: Callable = lambda _, gravity: gravity
    redundant: bool = True
    done: dict = field(default_factory=dict)

    def __call__(self, module):
        """The module again; the same one for the same template."""
        if id(module) not in self.done:
            self.done[id(module)] = self._made(module)
        return self.done[id(module)]

    def path(self, module, path):
        """The new name of a frame, quantity or input of a module."""
        return walked(module, path, self.name_of)

    def _made(self, module):
        names = lambda path: self.path(module, path)  # noqa: E731
        parts = {names(key): self._part(part) for key, part in module.parts.items()}
        connections = {names(key): self._connection(module, item) for key, item in module.connections.items()}
        return replace(
            module,
            parts=self.order(self.parts_of(module, parts)),
            connections=self.order(self.connections_of(module, connections)),
            exports={names(key): names(full) for key, full in module.exports.items()},
            reference=self.reference_of(module, {names(key): value for key, value in module.reference.items()}),
            gravity=self.gravity_of(module, module.gravity),
            redundant=self._set(module) if self.redundant and module.redundant is not None else None,
        )

    def _part(self, part):
        if isinstance(part, Use):
            return Use(self(part.template), part.bindings) if inside(part) is not None else part
        if inside(part) is not None:
            return self(part)
        home = getattr(part, "home", None)
        return replace(part, home=self.name_of(None, home)) if isinstance(home, str) else part

    def _connection(self, module, item):
        spoken = {*item.frames, *item.quantities}
        changed = {}
        for each in fields(item):
            value = getattr(item, each.name)
            if each.name == "on":
                changed["on"] = tuple(self.path(module, name) for name in value)
            elif each.name in REFERENCES and isinstance(value, str) and value in spoken:
                changed[each.name] = self.path(module, value)
        return replace(item, **changed)

    def _set(self, module):
        old = module.redundant
        known = module.quantity_names
        names = {variable: self.path(module, variable) if variable in known else variable for variable in old.variables}
        bodies = {
            self.path(module, body): Located(
                [(axis, names.get(variable, variable)) for axis, variable in located.turns],
                [names.get(variable, variable) for variable in located.centre],
                self.path(module, located.at),
            )
            for body, located in old.bodies.items()
        }
        return RedundantSet(tuple(names.values()), bodies)

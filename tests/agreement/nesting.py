"""A flat machine written with modules: bodies are put into these, connections where all that they join is inside."""

from dataclasses import replace

from linkwright.model import Mechanism


class Nested:
    """The bodies of a mechanism in modules, by paths such as ("hall", "cell"); `full(name)` is their new name."""

    def __init__(self, flat, paths):
        self.flat, self.owners = flat, {name: tuple(paths.get(name, ())) for name in flat.parts}
        for name, item in flat.connections.items():
            used = [self.owners[end.split(".")[0]] for end in (*item.frames, *item.quantities)]
            self.owners[name] = _common(used)

    def full(self, name):
        """What a part, connection, frame or quantity is called in the whole."""
        return ".".join((*self.owners[name.split(".")[0]], name)) if name.split(".")[0] in self.owners else name

    @staticmethod
    def plain(name):
        """What a quantity or parameter is called in the flat mechanism."""
        return ".".join(name.split(".")[-2:])

    def mechanism(self):
        """The whole."""
        made = self._module(())
        reference = {self.full(name): value for name, value in self.flat.reference.items()}
        return replace(made, name=self.flat.name, reference=reference, gravity=self.flat.gravity)

    def _module(self, path):
        inner = {owner[len(path)] for owner in self.owners.values() if len(owner) > len(path) and self._in(owner, path)}
        parts = {name: part for name, part in self.flat.parts.items() if self.owners[name] == path}
        items = {name: item for name, item in self.flat.connections.items() if self.owners[name] == path}
        return Mechanism(
            path[-1] if path else "whole",
            parts | {name: self._module((*path, name)) for name in sorted(inner)},
            {name: self._renamed(item, path) for name, item in items.items()},
        )

    @staticmethod
    def _in(owner, path):
        return owner[: len(path)] == path

    def _renamed(self, item, path):
        """A connection with names as the module at a path has them."""
        ends = {*item.frames, *item.quantities}
        names = {
            key: ".".join(self.full(value).split(".")[len(path) :])
            for key, value in vars(item).items()
            if isinstance(value, str) and value in ends
        }
        return replace(item, **names)


def _common(paths):
    """The path of the innermost module that has all of them inside."""
    first = paths[0]
    return next(first[:k] for k in range(len(first), -1, -1) if all(path[:k] == first[:k] for path in paths))

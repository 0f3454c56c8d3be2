"""A walk through a machine and the modules inside it: bodies, and what each connection stands on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.model import Body, Connection, Ground, Mechanism, template_of


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


def bodies(module: Mechanism, prefix: str = "") -> Iterator[tuple[str, Body]]:
    """All bodies with their full names."""
    waiting: list[tuple[str, Mechanism | Body]] = [(prefix, module)]
    while waiting:  # not by recursion: modules nest to any depth
        path, item = waiting.pop()
        if isinstance(item, Body):
            yield path, item
            continue
        inside = [(path + name, template_of(part)) for name, part in item.parts.items()]
        waiting += [
            (f"{name}." if isinstance(part, Mechanism) else name, part)
            for name, part in reversed(inside)
            if isinstance(part, Mechanism | Body)
        ]


def connections(module: Mechanism, prefix: str = "") -> Iterator[tuple[str, Connection, list[Foothold | None]]]:
    """All connections with their full names and footholds, those of inner modules first.

    A part that was derived before has no points to read: there is no foothold on it.
    """
    waiting = [(prefix, module, True)]
    while waiting:
        path, item, new = waiting.pop()
        inside = [(name, template_of(part)) for name, part in item.parts.items()] if new else []
        modules = [(f"{path}{name}.", part, True) for name, part in inside if isinstance(part, Mechanism)]
        if modules:
            waiting += [(path, item, False), *reversed(modules)]
            continue
        for name, connection in item.connections.items():
            yield path + name, connection, [_foothold(item, path, frame) for frame in connection.frames]


def _foothold(module: Mechanism, prefix: str, frame: str) -> Foothold | None:
    first, _, rest = frame.partition(".")
    part = template_of(module.parts[first])
    while isinstance(part, Mechanism):
        prefix = f"{prefix}{first}."
        first, _, rest = rest.partition(".")
        part = template_of(part.parts[first])
    return Foothold(prefix + first, part, rest) if isinstance(part, Body | Ground) else None


__all__ = ["Foothold", "bodies", "connections"]

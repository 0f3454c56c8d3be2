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
    for name, part in module.parts.items():
        template = template_of(part)
        if isinstance(template, Mechanism):
            yield from bodies(template, f"{prefix}{name}.")
        elif isinstance(template, Body):
            yield prefix + name, template


def connections(module: Mechanism, prefix: str = "") -> Iterator[tuple[str, Connection, list[Foothold | None]]]:
    """All connections with their full names and footholds, those of inner modules first.

    A part that was derived before has no points to read: there is no foothold on it.
    """
    for name, part in module.parts.items():
        template = template_of(part)
        if isinstance(template, Mechanism):
            yield from connections(template, f"{prefix}{name}.")
    for name, connection in module.connections.items():
        yield prefix + name, connection, [_foothold(module, prefix, frame) for frame in connection.frames]


def _foothold(module: Mechanism, prefix: str, frame: str) -> Foothold | None:
    first, _, rest = frame.partition(".")
    part = template_of(module.parts[first])
    if isinstance(part, Mechanism):
        return _foothold(part, f"{prefix}{first}.", rest)
    return Foothold(prefix + first, part, rest) if isinstance(part, Body | Ground) else None


__all__ = ["Foothold", "bodies", "connections"]

"""Names of a module while it is being composed, and which of its joints count whole turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.equations import Composer, FrameRef, QuantityRef
from linkwright.formalisms.connect.connect import Forest
from linkwright.model import Mechanism
from linkwright.model.faults import ModelError


class View:
    """Names of a module while it is being composed: its own first, then those of the modules inside it."""

    def __init__(self, composer: Composer, mechanism: Mechanism) -> None:
        self.composer = composer
        self.exports = mechanism.exports

    def frame(self, path: str) -> FrameRef:
        """A frame by its path."""
        found = self.composer.frames.get(path)
        if found is not None:
            return found
        first, _, rest = path.partition(".")
        child = self.composer.children[first]
        inner = child.equations.find_frame(rest)
        assert inner is not None, path
        return FrameRef(inner.block.offset_by(child.offsets), inner.key)

    def quantity(self, path: str) -> QuantityRef:
        """A quantity by its full or its short name."""
        path = self.exports.get(path, path)
        found = self.composer.quantities.get(path)
        if found is not None:
            return found
        first, _, rest = path.partition(".")
        child = self.composer.children.get(first)
        inner = None if child is None else child.equations.find_quantity(rest)
        if child is None or inner is None:
            msg = f"quantity {path!r} is offered by a connection written later; write that connection first"
            raise ModelError(self.composer.name, [msg])
        shift = child.offsets["p"]
        return QuantityRef(
            inner.type, tuple(b.offset_by(child.offsets) for b in inner.blocks), tuple(k + shift for k in inner.p)
        )


def counted_first(mechanism: Mechanism, view: View, forest: Forest, held: Mapping[str, Any]) -> dict[str, bool]:
    """Whether joints whose angles others use count whole turns; those that hold a body have theirs as coordinates."""
    for name in held:
        forest.connect(*[view.frame(frame) for frame in mechanism.connections[name].frames])
    used = {view.exports.get(path, path) for each in mechanism.connections.values() for path in each.quantities}
    return {
        name: forest.counts(*[view.frame(frame) for frame in connection.frames])
        for name, connection in (mechanism.connections.items() if used else ())
        if name not in held and not used.isdisjoint(f"{name}.{angle}" for angle in forest.angles(connection))
    }

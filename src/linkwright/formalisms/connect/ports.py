"""Where a connection stands: symbols for the blocks below it, and its frames and quantities written in these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca

from linkwright.equations import BlockRef, BlockType, FrameRef, Local, QuantityRef
from linkwright.model import Arguments, Connection, Port, Ports, Values
from linkwright.symbolic import Frame, t, together

EMPTY = ca.SX(0, 1)
OWN = -1
"""Number of the block of a connection's own states while its types are derived: it is in no record yet."""


@dataclass(frozen=True, eq=False)
class Setting:
    """A connection where it stands: its ports, the symbols they are written in, and the blocks these belong to.

    `each` are the symbols of each block, where they are known one by one.
    """

    connection: Connection
    name: str
    ports: Ports
    local: Local
    blocks: Sequence[BlockRef]
    each: Sequence[Local] = ()

    @property
    def kind(self) -> str:
        """Kind of the connection."""
        return self.connection.kind

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Groups of the blocks' coordinates whose squares add up to 1."""
        found: list[tuple[int, ...]] = []
        start = 0
        for block in self.blocks:
            found += [tuple(start + k for k in group) for group in block.type.units]
            start += block.type.local.q.numel()
        return tuple(found)

    @cached_property
    def qdot(self) -> ca.SX:
        """q' of the blocks."""
        if not self.each:
            return rates_of(self.local, self.blocks)
        pairs = zip([block.type for block in self.blocks], self.each, strict=True)
        return together([renamed([block.qdot], block.local, new)[0] for block, new in pairs if new.q.numel()])


def setting_of(
    connection: Connection,
    name: str,
    arguments: Arguments,
    frames: Sequence[FrameRef],
    quantities: Sequence[QuantityRef],
    blocks: Sequence[BlockRef],
    *,
    states: BlockType | None = None,
    counts: bool = False,
) -> Setting:
    """Put a connection on its blocks, in symbols that are distinct; its frames count turns only with `counts`.

    The block of its own `states` comes after those of its ports.
    """
    inputs = ca.SX.sym("u", len(connection.input_labels))
    x = EMPTY if states is None else states.local.v
    if not frames and len(quantities) == 1:  # it is written in the symbols of the quantity
        own = arguments.renewed()
        old = quantities[0].type.local
        local = Local(old.q, together([old.v, x]), inputs, together([old.p, own.p]), old.d)
        ports = Ports((), (_port(quantities[0], old),), Values(own), inputs, t, x)
        return Setting(connection, name, ports, local, blocks)
    place = {block.number: k for k, block in enumerate(blocks)}
    if states is not None:
        blocks = (*blocks, BlockRef(states, OWN, 0, 0, 0, ()))
    borrowed = [ca.SX.sym("p", len(q.p)) for q in quantities]
    local, each = copies(blocks, together([*borrowed, arguments.p]), inputs)
    port_frames = tuple(_frame(f, each[place[f.block.number]], counts=counts) for f in frames)
    port_quantities = tuple(
        _port(q, _together([each[place[b.number]] for b in q.blocks], extra))
        for q, extra in zip(quantities, borrowed, strict=True)
    )
    x = EMPTY if states is None else each[-1].v
    ports = Ports(port_frames, port_quantities, Values(arguments), inputs, t, x)
    return Setting(connection, name, ports, local, blocks, each)


def copies(blocks: Sequence[BlockRef], own: ca.SX, inputs: ca.SX) -> tuple[Local, list[Local]]:
    """Symbols for each block a connection stands on, and all of them together with its own p and u.

    They are those of the blocks' types, unless some of these are the same (two blocks of one type): fresh ones then.
    """
    locals_ = [block.type.local for block in blocks]
    every = [leaf for local in locals_ for leaf in local.leaves]
    every += Local(EMPTY, EMPTY, EMPTY, own, EMPTY).leaves
    if len(set(every)) < len(every):
        sizes = [[getattr(local, kind).numel() for kind in "qvpd"] for local in locals_]
        fresh = [[ca.SX.sym(kind, size) for kind, size in zip("qvpd", each, strict=True)] for each in sizes]
        locals_ = [Local(q, v, EMPTY, p, d) for q, v, p, d in fresh]
    return _together(locals_, own, inputs), locals_


def _together(locals_: Sequence[Local], own: ca.SX, inputs: ca.SX = EMPTY) -> Local:
    """Symbols of several blocks, one after another, with own p and u; those of one block alone stay what they are."""
    q, v, p, d = ([getattr(local, kind) for local in locals_] for kind in "qvpd")
    return Local(together(q), together(v), inputs, together([*p, own]), together(d))


def renamed(expressions: Sequence[ca.SX], old: Local, new: Local) -> list[ca.SX]:
    """Expressions of a block written in other symbols."""
    same = all(a is b for a, b in zip(_four(old), _four(new), strict=True)) or old.leaves == new.leaves
    return list(expressions) if same else list(ca.substitute(list(expressions), _four(old), _four(new)))


def _four(local: Local) -> list[ca.SX]:
    return [local.q, local.v, local.p, local.d]


def _frame(reference: FrameRef, new: Local, *, counts: bool) -> Frame:
    block = reference.block.type
    frame = block.frames[reference.key]
    if block.local is new:
        return frame if counts or frame.turn is None else replace(frame, turn=None)
    parts = [frame.R, frame.p, frame.w, frame.v]
    return Frame(*renamed([*parts, frame.turn] if counts and frame.turn is not None else parts, block.local, new))


def _port(quantity: QuantityRef, new: Local) -> Port:
    kind = quantity.type
    place = kind.z if kind.integral is None else kind.integral
    found = renamed([kind.s] if place is None else [kind.s, place], kind.local, new)
    z, integral = (None if other is None else found[1] for other in (kind.z, kind.integral))
    return Port(z, found[0], kind.wraps, kind.label.unit, kind.rate_unit, integral)


def rates_of(local: Local, blocks: Sequence[BlockRef]) -> ca.SX:
    """q' of blocks in the symbols of what stands on them: theirs one after another."""
    found, at = [], dict.fromkeys("qvp", 0)
    for block in blocks:
        kind = block.type
        old, new = [], []
        for key in "qvp":
            symbols = getattr(kind.local, key)
            start, at[key] = at[key], at[key] + symbols.numel()
            old.append(symbols)
            new.append(getattr(local, key)[start : at[key]])
        if kind.local.q.numel():
            found.append(ca.substitute([kind.qdot], old, new)[0])
    return together(found)

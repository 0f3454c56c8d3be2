"""Connect: the one place where joints become ties, efforts loads, and what can be measured quantities.

Everything is derived once for each kind of connection on each combination of block types and frames.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.equations import (
    BlockRef,
    BlockType,
    FrameRef,
    LoadType,
    Local,
    QuantityRef,
    QuantityType,
    Switch,
    TieType,
)
from linkwright.formalisms.constraints import make_tie, position_rate, turning
from linkwright.model import Arguments, Connection, Home, Measure, Port, Ports, Switched, Values
from linkwright.symbolic import Frame, Label, jacobian, t

EMPTY = ca.SX(0, 1)
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Connected:
    """Types of one connection on given blocks."""

    tie: TieType | None
    support: TieType | None
    loads: tuple[LoadType, ...]
    quantities: tuple[QuantityType, ...]
    switched: tuple[tuple[str, TieType], ...] = ()

    def ties(self, name: str) -> list[tuple[str, TieType]]:
        """All its ties with their names: that of the connection, with a name of their own for switched ones."""
        found = [(name, tie) for tie in (self.tie, self.support) if tie is not None and tie.rows]
        return found + [(f"{name}.{own}" if own else name, tie) for own, tie in self.switched]


@dataclass(frozen=True)
class Explicit:
    """Coordinates and speeds of a joint or home that a block has as its own, and where they begin in its q and v."""

    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    offsets: tuple[int, int] = (0, 0)


@dataclass
class Types:
    """Types derived so far, by what decides them; shared by all modules of one derivation."""

    connected: dict[Hashable, Connected] = field(default_factory=dict)
    other: dict[Hashable, Any] = field(default_factory=dict)
    keep: list[Any] = field(default_factory=list)

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What `make` gives, made once for a key."""
        if key not in self.other:
            self.other[key] = make()
        return self.other[key]


def copies(blocks: Sequence[BlockRef], own: ca.SX, inputs: ca.SX) -> tuple[Local, list[Local]]:
    """Symbols for each block a connection stands on, and all of them together with its own p and u.

    They are those of the blocks' types, unless some of these are the same (two blocks of one type): fresh ones then.
    """
    locals_ = [block.type.local for block in blocks]
    every = [leaf for local in (*locals_, Local(EMPTY, EMPTY, EMPTY, own, EMPTY)) for leaf in local.leaves]
    if len(set(every)) < len(every):
        sizes = [[getattr(local, kind).numel() for kind in "qvpd"] for local in locals_]
        fresh = [[ca.SX.sym(kind, size) for kind, size in zip("qvpd", each, strict=True)] for each in sizes]
        locals_ = [Local(q, v, EMPTY, p, d) for q, v, p, d in fresh]
    together = {kind: [getattr(local, kind) for local in locals_] for kind in "qvpd"}
    return Local(
        ca.veccat(*together["q"]),
        ca.veccat(*together["v"]),
        inputs,
        ca.veccat(*together["p"], own),
        ca.veccat(*together["d"]),
    ), locals_


def renamed(expression: ca.SX, old: Local, new: Local) -> ca.SX:
    """Expression of a block written in other symbols."""
    same = old is new or old.leaves == new.leaves
    return expression if same else ca.substitute([expression], _pair(old), _pair(new))[0]


def _pair(local: Local) -> list[ca.SX]:
    return [local.q, local.v, local.p, local.d]


def _frame(frame: Frame, old: Local, new: Local) -> Frame:
    if old is new:
        return frame
    parts = ca.substitute([frame.R, frame.p, frame.w, frame.v], _pair(old), _pair(new))
    return Frame(*parts)


def connect(
    types: Types,
    connection: Connection,
    name: str,
    arguments: Arguments,
    frames: Sequence[FrameRef],
    quantities: Sequence[QuantityRef],
    *,
    explicit: Explicit | None = None,
    spatial: bool = False,
) -> tuple[Connected, tuple[BlockRef, ...], tuple[int, ...]]:
    """Types of a connection, the blocks it stands on in order, and indices of parameters its ports bring along.

    `explicit` says where a block has taken the joint's coordinates as its own; its constraint is then a support. With
    `spatial`, rows that the choice of coordinates meets by itself still count in reactions (between planar bodies they
    are those out of the plane, which nobody asks for).
    """
    numbered: dict[int, BlockRef] = {f.block.number: f.block for f in frames}
    borrowed: tuple[int, ...] = ()
    for quantity in quantities:
        numbered |= {block.number: block for block in quantity.blocks if block.number not in numbered}
        borrowed += quantity.p
    blocks = list(numbered.values())
    place = dict(zip(numbered, range(len(blocks)), strict=True))
    key: tuple[Any, ...] = (
        type(connection),
        connection.structure,
        arguments.key,
        explicit,
        spatial,
        *[(id(f.block.type), place[f.block.number], f.key) for f in frames],
        *[(id(q.type), *[(id(b.type), place[b.number]) for b in q.blocks]) for q in quantities],
    )
    if key not in types.connected:
        types.connected[key] = _derive(
            connection, name, arguments, frames, quantities, blocks, explicit, spatial=spatial
        )
        types.keep.append((connection, [b.type for b in blocks], [q.type for q in quantities]))
    return types.connected[key], tuple(blocks), borrowed


def _derive(
    connection: Connection,
    name: str,
    arguments: Arguments,
    frames: Sequence[FrameRef],
    quantities: Sequence[QuantityRef],
    blocks: Sequence[BlockRef],
    explicit: Explicit | None,
    *,
    spatial: bool,
) -> Connected:
    place = {block.number: k for k, block in enumerate(blocks)}
    inputs = ca.SX.sym("u", len(connection.input_labels))
    borrowed = [ca.SX.sym("p", len(q.p)) for q in quantities]
    local, each = copies(blocks, ca.veccat(*borrowed, arguments.p), inputs)
    port_frames = tuple(
        _frame(f.block.type.frames[f.key], f.block.type.local, each[place[f.block.number]]) for f in frames
    )
    port_quantities = tuple(
        _port(q, [each[place[b.number]] for b in q.blocks], extra)
        for q, extra in zip(quantities, borrowed, strict=True)
    )
    ports = Ports(port_frames, port_quantities, Values(arguments), inputs, t)
    qdot = ca.veccat(*[_qdot(block.type, new) for block, new in zip(blocks, each, strict=True)])
    tie, support = _tie(connection, name, ports, local, qdot, held=explicit is not None, spatial=spatial)
    loads = tuple(
        LoadType(
            f"{type(connection).__name__}",
            local,
            ca.densify(load.speed),
            ca.densify(local.at_rest(load.effort)),
            load.category,
            ca.SX(0) if load.potential is None else load.potential,
            load.unit,
            connection.requirements(Values(arguments)),
        )
        for load in connection.loads(ports)
    )
    offered = own_quantities(connection.measures(ports), local, qdot, explicit)
    switched = tuple(
        (each.name, _switched(connection, name, each, ports, local, qdot)) for each in connection.switched(ports)
    )
    return Connected(tie, support, loads, offered, switched)


def _switched(connection: Connection, name: str, each: Switched, ports: Ports, local: Local, qdot: ca.SX) -> TieType:
    """Tie of a constraint that holds only in some modes."""
    kind, requirements = type(connection).__name__, connection.requirements(ports.values)
    g = EMPTY if each.g is None else ca.densify(each.g)
    tie = make_tie(kind, name, local, qdot, g, each.phi, [each.label], user_written=True, requirements=requirements)
    return replace(tie, switch=Switch(each.kind, ca.SX(each.limit), each.direction))


def _port(quantity: QuantityRef, new: list[Local], own: ca.SX) -> Port:
    kind = quantity.type
    old = kind.local
    used = [n for n in new if n.leaves] or new  # the ground often has no symbols
    fresh = used[0]
    if len(used) > 1 or own.numel():
        q, v, p, d = (ca.veccat(*[getattr(n, kind) for n in used]) for kind in "qvpd")
        fresh = Local(q, v, EMPTY, ca.vertcat(p, own), d)
    z = None if kind.z is None else renamed(kind.z, old, fresh)
    return Port(z, renamed(kind.s, old, fresh), kind.wraps, kind.label.unit, kind.rate_unit)


def _qdot(block: BlockType, new: Local) -> ca.SX:
    if block.local.q.numel() == 0:
        return EMPTY
    return renamed(block.qdot, block.local, new)


def own_quantities(
    measures: Sequence[Measure], local: Local, qdot: ca.SX, explicit: Explicit | None
) -> tuple[QuantityType, ...]:
    """Quantities of a joint or body; where a block has its coordinates and speeds as its own, these are their values.

    The rate of a coordinate that is no speed itself (an Euler parameter) follows from q' = N v, virtual speeds too.
    """
    q_names = [label.name for label in explicit.coordinates] if explicit else []
    v_names = [label.name for label in explicit.speeds] if explicit else []
    shifts, rates = ca.SX.zeros(local.v.numel()), qdot
    moving = {v_names.index(x.label.name): x.s for x in measures if x.label.name in v_names}
    if explicit and moving:
        speeds = ca.vertcat(*moving.values())
        shifts[[explicit.offsets[1] + k for k in moving]] = speeds - local.at_rest(speeds)
        if any(name not in v_names for name in q_names):
            rates = qdot + jacobian(qdot, local.v) @ shifts
    result = []
    for measure in measures:
        z, s, wraps, place = measure.z, measure.s, measure.wraps, None
        name = measure.label.name
        if explicit and (name in q_names or name in v_names):
            q = explicit.offsets[0] + q_names.index(name) if name in q_names else -1
            v = explicit.offsets[1] + v_names.index(name) if name in v_names else -1
            place = (q, v)
            if q >= 0:
                z, wraps = local.q[q], False
                s = rates[q]
            if v >= 0:
                s = local.v[v] + shifts[v]
        result.append(QuantityType(measure.label, local, z, s, wraps, measure.rate_unit, place))
    return tuple(result)


def home_support(home: Home, block: BlockType, key: str) -> TieType:
    """Rows that a home satisfies by itself, as a support: from R' = w x R and p' = v with the virtual speeds."""
    frame = block.frames[key]
    R, p = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3)
    rows = home.residual(Frame(R, p, frame.w, frame.v))
    g = ca.vertcat(*[row.expression for row in rows])
    phi = ca.jtimes(g, ca.veccat(R, p), ca.veccat(turning(frame.w, frame.R), frame.v))
    known = ca.densify(ca.veccat(frame.R, frame.p))
    phi, g = ca.substitute([phi, g], [ca.veccat(R, p)], [known])
    labels = [row.label for row in rows]
    return make_tie("Home", block.name, block.local, ca.SX.zeros(block.local.q.numel()), g, phi, labels, support=True)


# -- constraints ---------------------------------------------------------------------------------------------------


def _tie(
    connection: Connection, name: str, ports: Ports, local: Local, qdot: ca.SX, *, held: bool, spatial: bool
) -> tuple[TieType | None, TieType | None]:
    """Tie of a connection (none if its joint holds a body), and what counts in reactions only."""
    holonomic = connection.residual(ports)
    velocity = connection.rate(ports)
    if not holonomic and not velocity:
        return None, None
    kind = type(connection).__name__
    g = ca.densify(ca.vertcat(*[row.expression for row in holonomic])) if holonomic else EMPTY
    phi = ca.vertcat(position_rate(connection, ports, holonomic), *[row.expression for row in velocity])
    rows = [row.label for row in (*holonomic, *velocity)]
    if held:
        return None, make_tie(kind, name, local, qdot, g, phi, rows, support=True)
    tie = make_tie(
        kind,
        name,
        local,
        qdot,
        g,
        phi,
        rows,
        user_written=connection.user_written,
        requirements=connection.requirements(ports.values),
        breaks=connection.breaks,
    )
    met = [k for k, row in enumerate(rows) if row not in tie.rows]
    if not spatial or not met:
        return tie, None
    positions = g[[k for k in met if k < g.numel()]] if g.numel() else g
    return tie, make_tie(kind, name, local, qdot, positions, phi[met], [rows[k] for k in met], support=True)

"""Connect: the one place where joints become ties, efforts loads, and what can be measured quantities.

Everything is derived once for each kind of connection on each combination of block types and frames.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
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
    Requirement,
    TieType,
)
from linkwright.model import Arguments, Connection, Home, Measure, Port, Ports, Row, Values
from linkwright.symbolic import Frame, Label, directional, jacobian, t

EMPTY = ca.SX(0, 1)
Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Connected:
    """Types of one connection on given blocks."""

    tie: TieType | None
    support: TieType | None
    loads: tuple[LoadType, ...]
    quantities: tuple[QuantityType, ...]


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


def copies(blocks: Sequence[BlockRef], own: ca.SX, inputs: ca.SX) -> tuple[Local, list[Local]]:
    """Fresh symbols for each block a connection stands on, and all of them together with its own p and u."""
    locals_: list[Local] = []
    for block in blocks:
        q, v, p, d = (ca.SX.sym(kind, getattr(block.type.local, kind).numel()) for kind in "qvpd")
        locals_.append(Local(q, v, EMPTY, p, d))
    together = {kind: [getattr(local, kind) for local in locals_] for kind in "qvpd"}
    return Local(
        ca.veccat(*together["q"]),
        ca.veccat(*together["v"]),
        inputs,
        ca.veccat(*together["p"], own),
        ca.veccat(*together["d"]),
    ), locals_


def renamed(expression: ca.SX, old: Local, new: Local) -> ca.SX:
    """Expression of a block written in fresh symbols."""
    return ca.substitute([expression], _pair(old), _pair(new))[0]


def _pair(local: Local) -> list[ca.SX]:
    return [local.q, local.v, local.p, local.d]


def _frame(frame: Frame, old: Local, new: Local) -> Frame:
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
    return Connected(tie, support, loads, offered)


def _port(quantity: QuantityRef, new: list[Local], own: ca.SX) -> Port:
    kind = quantity.type
    old = kind.local
    fresh = Local(
        ca.veccat(*[n.q for n in new]),
        ca.veccat(*[n.v for n in new]),
        EMPTY,
        ca.veccat(*[n.p for n in new], own),
        ca.veccat(*[n.d for n in new]),
    )
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
    shifts = ca.SX.zeros(local.v.numel())
    for measure in measures:
        if explicit and measure.label.name in v_names:
            shifts[explicit.offsets[1] + v_names.index(measure.label.name)] = measure.s - local.at_rest(measure.s)
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
                s = qdot[q] + jacobian(qdot[q], local.v) @ shifts
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
    phi = ca.jtimes(g, ca.veccat(R, p), ca.veccat(ca.skew(frame.w) @ frame.R, frame.v))
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
    phi = ca.vertcat(_position_rate(connection, ports, holonomic), *[row.expression for row in velocity])
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


def make_tie(
    kind: str,
    name: str,
    local: Local,
    qdot: ca.SX,
    g: ca.SX,
    phi: ca.SX,
    rows: Sequence[Label],
    *,
    support: bool = False,
    user_written: bool = False,
    requirements: tuple[Any, ...] = (),
    breaks: tuple[float, ...] = (),
    hazards: tuple[tuple[ca.SX, str], ...] = (),
) -> TieType:
    """Differentiate constraints: A = d phi / d v, b = -(d phi/d q q' + d phi/d t), W = d phi / d d at d = 0."""
    at_rest = local.at_rest(phi)

    def W(which: Sequence[int]) -> ca.SX:
        return local.at_rest(jacobian(phi[which], local.d)) if local.d.numel() else ca.SX(len(which), 0)

    if support:
        return TieType(
            kind,
            local,
            g,
            at_rest,
            ca.SX(phi.numel(), local.v.numel()),
            ca.SX.zeros(phi.numel()),
            lambda: W(range(phi.numel())),
            tuple(rows),
            support=True,
        )
    A = jacobian(at_rest, local.v)
    b = -(directional(at_rest, local.q, qdot) + ca.jtimes(at_rest, t, ca.SX(1)))
    keep, constant = _kept_rows(name, local, g, A, rows, user_written=user_written)
    return TieType(
        kind,
        local,
        g[[k for k in keep if k < g.numel()]] if g.numel() else g,
        at_rest[keep],
        ca.sparsify(A[keep, :]),
        ca.densify(b[keep]),
        lambda: W(keep),
        tuple(rows[k] for k in keep),
        requirements=(*requirements, *constant),
        breaks=breaks,
        hazards=hazards,
    )


def _position_rate(connection: Connection, ports: Ports, holonomic: Sequence[Row]) -> ca.SX:
    """Time derivative of the position rows, from R' = w x R, p' = v of the ports, z' = s, and time."""
    if not holonomic:
        return EMPTY
    old: list[ca.SX] = []
    new: list[ca.SX] = []
    rate: list[ca.SX] = []
    frames = []
    for frame in ports.frames:
        R, p = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3)
        spin = ca.skew(frame.w) @ frame.R
        old += [ca.vec(R), p]
        new += [ca.vec(frame.R), frame.p]
        rate += [ca.vec(spin), frame.v]
        frames.append(Frame(R, p, frame.w, frame.v))
    quantities = []
    for port in ports.quantities:
        if port.z is None:
            quantities.append(port)
            continue
        z = ca.SX.sym("z")
        old.append(z)
        new.append(port.z)
        rate.append(port.s)
        quantities.append(Port(z, port.s, port.wraps, port.unit, port.rate_unit))
    generic = Ports(tuple(frames), tuple(quantities), ports.values, ports.inputs, ports.t)
    g = ca.densify(ca.vertcat(*[row.expression for row in connection.residual(generic)]))
    symbols = ca.veccat(*old)
    phi = directional(g, symbols, ca.veccat(*rate)) + ca.jtimes(g, t, ca.SX(1))
    return ca.densify(ca.substitute(phi, symbols, ca.densify(ca.veccat(*new))))


def _kept_rows(
    name: str, local: Local, g: ca.SX, A: ca.SX, rows: Sequence[Label], *, user_written: bool
) -> tuple[list[int], list[Requirement]]:
    """Rows that constrain something; a row that vanishes identically is dropped from a joint and refused elsewhere.

    A joint's row that depends on parameters alone (heights of the points of planar bodies) is a condition on these.
    Judged at three random states: an analytic expression that vanishes there vanishes everywhere.
    """
    slope, gap = _sizes_of_rows(local, g, A)
    keep, faults, constant = [], [], []
    motion = ca.veccat(local.q, t)
    for k, label in enumerate(rows):
        if not slope[k] <= 1e-12:  # arguments are of order 1: rounding alone leaves less; NaN is no zero
            keep.append(k)
        elif user_written:
            what = "mentions no variable" if A[k, :].nnz() == 0 else "vanishes identically"
            faults.append(
                f"{name}: constraint row {label.name} {what}; it constrains no speed, so remove or correct it"
            )
        elif gap[k] > 1e-12:
            if ca.depends_on(g[k], motion):
                faults.append(f"{name}: row {label.name} ({label.meaning}) cannot be met by any motion of the parts")
            constant.append(Requirement(g[k], "=", f"{label.meaning}, which no motion changes,"))
    if faults:
        raise ValueError("; ".join(faults))
    return keep, constant


def _sizes_of_rows(local: Local, g: ca.SX, A: ca.SX) -> tuple[Array, Array]:
    """Largest entry of each row of A and g at three random states; known at once where rows are constant or empty."""
    count = A.shape[0]
    slope, gap = np.zeros(count), np.zeros(count)
    rows, _ = A.sparsity().get_triplet()
    values: list[Any] = A.nonzeros()
    for row, value in zip(rows, values, strict=True):
        if value.is_constant():
            slope[row] = max(slope[row], abs(float(value)))
    unknown = [k for k in range(count) if slope[k] == 0 and (k in rows or (k < g.numel() and not g[k].is_zero()))]
    if unknown:
        symbols = [local.q, local.v, local.p, local.u, t]
        evaluate = ca.Function("rows", symbols, [ca.densify(A), ca.densify(g)])
        random = np.random.default_rng(1)
        samples = [evaluate(*[random.uniform(low, low + 1, s.numel()) for s in symbols]) for low in (0.5, -1.5, 3.0)]
        found = [np.abs(np.asarray(a)).reshape(count, -1).max(axis=1, initial=0.0) for a, _ in samples]
        slope[unknown] = np.max(found, axis=0)[unknown]
        gap[: g.numel()] = np.max([np.abs(np.asarray(value)).ravel() for _, value in samples], axis=0)
    return slope, gap

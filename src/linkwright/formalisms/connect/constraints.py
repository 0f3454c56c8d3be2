"""Constraints of connections: differentiated, and freed of rows that constrain nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array, scattered
from linkwright.equations import BlockRef, BlockType, ConstraintType, FrameRef, Local, QuantityRef, Requirement, Role
from linkwright.model import Arguments, Connection, Joint, Measure, Port, Ports, Row, Values, collect
from linkwright.model.connection import nameless
from linkwright.symbolic import (
    Frame,
    Label,
    at_points,
    dense,
    directional,
    formula,
    jacobian,
    scalars,
    select_rows,
    sparse,
    t,
    together,
)
from linkwright.symbolic.tables import write_out_tables

EMPTY = ca.SX(0, 1)


def make_constraint(
    kind: str,
    name: str,
    local: Local,
    qdot: ca.SX,
    g: ca.SX,
    phi: ca.SX,
    rows: Sequence[Label],
    *,
    user_written: bool = False,
    moving: bool = True,
    requirements: tuple[Any, ...] = (),
    breaks: tuple[float, ...] = (),
    coordinate_singularities: tuple[tuple[ca.SX, str], ...] = (),
    facing: tuple[ca.SX, ...] = (),
    units: Sequence[Sequence[int]] = (),
    roles: Sequence[Role] = (),
) -> ConstraintType:
    """Differentiate constraints: A = d phi / d v, b = -(d phi/d q q' + d phi/d t), W = d phi / d d at d = 0.

    Without `moving`, phi does not depend on time; `units` are groups of coordinates whose squares add up to 1;
    `roles` say what each row holds.
    """
    at_rest = local.at_rest(phi)
    A = jacobian(at_rest, local.v)
    drift = directional(at_rest, local.q, qdot)
    if moving:
        drift = drift + ca.jtimes(at_rest, t, ca.SX(1))
    keep, constant = _kept_rows(name, local, (g, at_rest), A, rows, units, user_written=user_written)
    b, whole = -drift, phi
    if len(keep) < len(rows):
        g = select_rows(g, [k for k in keep if k < g.numel()])
        at_rest, A, b, whole = (
            select_rows(at_rest, keep),
            sparse(A[keep, :]),
            select_rows(b, keep),
            select_rows(phi, keep),
        )
    return ConstraintType(
        kind,
        local,
        g,
        at_rest,
        A,
        dense(b),
        partial(wrenches, local, whole),
        tuple(rows[k] for k in keep),
        requirements=(*requirements, *constant),
        breaks=breaks,
        coordinate_singularities=coordinate_singularities,
        facing=facing,
        roles=tuple(roles[k] for k in keep) if roles else (),
    )


def make_support(
    kind: str, local: Local, phi: ca.SX, rows: Sequence[Label], roles: Sequence[Role] = ()
) -> ConstraintType:
    """Rows that are met by the choice of coordinates: they count in reactions only, so only W is kept."""
    empty = ca.SX(len(rows), local.v.numel()), ca.SX.zeros(len(rows))
    W = partial(wrenches, local, phi)
    return ConstraintType(kind, local, EMPTY, EMPTY, *empty, W, tuple(rows), support=True, roles=tuple(roles))


def wrenches(local: Local, phi: ca.SX) -> ca.SX:
    """W = d phi / d d at d = 0."""
    return local.at_rest(jacobian(phi, local.d)) if local.d.numel() else ca.SX(phi.numel(), 0)


def _kept_rows(
    name: str,
    local: Local,
    levels: tuple[ca.SX, ca.SX],
    A: ca.SX,
    rows: Sequence[Label],
    units: Sequence[Sequence[int]],
    *,
    user_written: bool,
) -> tuple[list[int], list[Requirement]]:
    """Rows that constrain something; a row that vanishes identically is dropped from a joint and refused elsewhere.

    `levels` are g and phi. A joint's row whose g depends on parameters alone (heights of the points of planar bodies)
    is a condition on these; a row at velocity level that asks for a speed of what cannot move is refused. Judged at
    three random states: an analytic expression that vanishes there vanishes everywhere.
    """
    vanishing = _vanishing_rows(local, A, units)
    keep = [k for k in range(len(rows)) if k not in vanishing]
    g, phi = levels
    left = ca.vertcat(g, select_rows(phi, range(g.numel(), phi.numel())))
    gaps = (
        _sizes(local, select_rows(left, vanishing), units)
        if vanishing and not user_written
        else np.zeros(len(vanishing))
    )
    faults, constant = [], []
    for k in vanishing if user_written else ():
        what = "mentions no variable" if A[k, :].nnz() == 0 else "vanishes identically"
        which = f"row {rows[k].name} of the constraint" if len(rows) > 1 else "the constraint"
        faults.append(f"{name}: {which} {what}; it constrains no speed, so remove or correct it")
    for k, gap in zip(vanishing, gaps, strict=True):
        label = rows[k]
        if gap > ARGUMENT_ROUNDING:
            still = _still(left[k], local, units)
            if k >= g.numel() or still is None:
                faults.append(f"{name}: row {label.name} ({label.meaning}) cannot be met by any motion of the parts")
            else:
                constant.append(Requirement(still, "=", f"{label.meaning}, which no motion changes,"))
    if faults:
        raise ValueError("; ".join(faults))
    return keep, constant


def _still(expression: ca.SX, local: Local, units: Sequence[Sequence[int]]) -> ca.SX | None:
    """An expression of parameters alone, if it is one: at q = 0 (Euler parameters of no turn) and t = 0; else None.

    Sines and cosines of a coordinate may occur in it and cancel.
    """
    home = np.zeros(local.q.numel())
    home[[group[0] for group in units]] = 1.0
    still = ca.substitute(expression, ca.veccat(local.q, t), ca.SX(ca.DM([*home, 0.0])))
    return still if _sizes(local, expression - still, units)[0] <= ARGUMENT_ROUNDING else None


ARGUMENT_ROUNDING = 1e-12
"""Arguments are of order 1: rounding alone leaves less."""


def _vanishing_rows(local: Local, A: ca.SX, units: Sequence[Sequence[int]]) -> list[int]:
    """Rows of A whose entries are all zero, or zero at random states; where one is a constant no state is needed."""
    entries: list[Any] = A.nonzeros()
    places: list[int] = A.sparsity().get_triplet()[0]
    kept = {k for k, entry in zip(places, entries, strict=True) if entry.is_constant() and _counts(float(entry))}
    unsure = [place for place, k in enumerate(places) if k not in kept]
    if unsure:
        sizes = _sizes(local, A.nz[unsure], units)
        kept |= {places[place] for place, size in zip(unsure, sizes.tolist(), strict=True) if _counts(size)}
    return [k for k in range(A.shape[0]) if k not in kept]


def _counts(size: float) -> bool:
    return not abs(size) <= ARGUMENT_ROUNDING  # NaN is no zero


def _sizes(local: Local, entries: ca.SX, units: Sequence[Sequence[int]]) -> Array:
    """Largest size of each entry at three random states, Euler parameters of unit length."""
    symbols = [local.q, local.v, local.p, local.u, t]
    counts = [symbol.numel() for symbol in symbols]
    low = np.array([0.5, -1.5, 3.0])
    states = low + scattered(1, (sum(counts), 3), 0.0, 1.0)
    for group in units:
        states[list(group)] /= np.linalg.norm(states[list(group)], axis=0)
    evaluate = ca.Function("entries", symbols, [dense(ca.vec(entries))])
    values = at_points(evaluate, *np.split(states, np.cumsum(counts[:-1])))
    largest: Array = np.max(np.abs(values), axis=1)
    return largest


@dataclass(frozen=True, eq=False)
class ConnectionRows:
    """Labels of the rows, those at position level first, and what each holds; g of these, phi of all; readings.

    `moving`: whether a row may depend on time otherwise than through its ports.
    """

    rows: tuple[Label, ...]
    roles: tuple[Role, ...]
    g: ca.SX
    phi: ca.SX
    measures: tuple[Measure, ...]
    moving: bool = True


def connection_rows(connection: Connection, ports: Ports) -> ConnectionRows:
    """What a connection says on its ports."""
    if not isinstance(connection, Joint) or not connection.explicit or connection.arguments:
        return _rows_of(connection, ports)
    turns = [frame.turn for frame in ports.frames if frame.turn is not None]
    turns = turns if len(turns) == len(ports.frames) else []
    kind = _derive_kind(nameless(connection), counts=bool(turns))
    frames = [part for frame in ports.frames for part in (frame.R, frame.p, frame.w, frame.v)]
    g, phi, z, s = kind.function.call([*frames, *turns, t])
    positions = iter(scalars(z))
    measures = tuple(
        replace(measure, z=None if measure.z is None else next(positions), s=speed)
        for measure, speed in zip(kind.connection_rows.measures, scalars(s), strict=True)
    )
    return replace(kind.connection_rows, g=g, phi=phi, measures=measures)


@dataclass(frozen=True, eq=False)
class _Kind:
    """A kind of joint: what it says in symbols, and the same as a function of its two frames, their turns and time."""

    connection_rows: ConnectionRows
    function: ca.Function


@cache
def _derive_kind(joint: Joint, *, counts: bool) -> _Kind:
    """What a kind of joint says, between frames that count turns or do not; its names are left out."""
    symbols = [ca.SX.sym(name, *shape) for _ in range(2) for name, shape in FRAME.items()]
    turns = [ca.SX.sym("turn"), ca.SX.sym("turn")] if counts else []
    frames = (Frame(*symbols[:4], *turns[:1]), Frame(*symbols[4:], *turns[1:]))
    found = _rows_of(joint, Ports(frames, (), Values(collect(())), EMPTY, t))
    z = [measure.z for measure in found.measures if measure.z is not None]
    results = [found.g, found.phi, ca.vertcat(EMPTY, *z), ca.vertcat(EMPTY, *[measure.s for measure in found.measures])]
    function = ca.Function("joint", [*symbols, *turns, t], [dense(result) for result in results])
    return _Kind(replace(found, moving=bool(ca.depends_on(ca.vertcat(found.g, found.phi), t))), function)


@cache
def counted_angles(joint: Joint) -> frozenset[str]:
    """Names of a (nameless) joint's angles that count whole turns between frames that do, and not between others."""
    wraps = [
        {measure.label.name for measure in _measures_between_any(joint, counts=counts) if measure.wraps}
        for counts in (False, True)
    ]
    return frozenset(wraps[0] - wraps[1])


@cache
def advancing_angles(joint: Joint) -> frozenset[str]:
    """Names of a (nameless) joint's angles of which a whole turn is another pose."""
    measures = _measures_between_any(joint, counts=False)
    return frozenset(measure.label.name for measure in measures if measure.advances)


def _measures_between_any(joint: Joint, *, counts: bool) -> tuple[Measure, ...]:
    """Measures of a joint between two frames in symbols, which count turns or do not."""
    symbols = [[ca.SX.sym(name, *shape) for name, shape in FRAME.items()] for _ in range(2)]
    frames = tuple(Frame(R, p, w, v, ca.SX.sym("turn") if counts else None) for R, p, w, v in symbols)
    values = collect(joint.arguments).with_own_symbols()
    return tuple(joint.measures(Ports(frames, (), Values(values), EMPTY, t)))


FRAME = {"R": (3, 3), "p": (3, 1), "w": (3, 1), "v": (3, 1)}


def _rows_of(connection: Connection, ports: Ports) -> ConnectionRows:
    holonomic, velocity = connection.residual(ports), connection.rate(ports)
    measures = tuple(connection.measures(ports))
    if not holonomic and not velocity:
        return ConnectionRows((), (), EMPTY, EMPTY, measures)
    g = _column(holonomic) if holonomic else EMPTY
    phi = ca.vertcat(position_rate(connection, ports, holonomic), _column(velocity))
    rows = (*holonomic, *velocity)
    return ConnectionRows(tuple(row.label for row in rows), tuple(row.role for row in rows), g, dense(phi), measures)


def _column(rows: Sequence[Row]) -> ca.SX:
    """Expressions of rows, with tables written out."""
    return write_out_tables(dense(ca.vertcat(ca.SX(0, 1), *[row.expression for row in rows])))


def position_rate(connection: Connection, ports: Ports, holonomic: Sequence[Row]) -> ca.SX:
    """Time derivative of the position rows, from R' = w x R, p' = v of the ports, z' = s, and time."""
    if not holonomic:
        return EMPTY
    old: list[ca.SX] = []
    new: list[ca.SX] = []
    rate: list[ca.SX] = []
    frames = []
    for frame in ports.frames:
        R, p = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3)
        old += [R, p]
        new += [frame.R, frame.p]
        rate += [turning(frame.w, frame.R), frame.v]
        frames.append(Frame(R, p, frame.w, frame.v))
    quantities = []
    for port in ports.quantities:
        place = port.z if port.integral is None else port.integral
        if place is None:
            quantities.append(port)
            continue
        z = ca.SX.sym("z")
        old.append(z)
        new.append(place)
        rate.append(port.s)
        quantities.append(replace(port, z=z) if port.integral is None else replace(port, integral=z))
    generic = replace(ports, frames=tuple(frames), quantities=tuple(quantities))
    g = _column(connection.residual(generic))
    symbols = ca.veccat(*old)
    phi = directional(g, symbols, ca.veccat(*rate)) + ca.jtimes(g, t, ca.SX(1))
    return dense(ca.substitute(phi, symbols, dense(ca.veccat(*new))))


@formula((3, 1), (3, 3))
def turning(w: ca.SX, R: ca.SX) -> ca.SX:
    """R' = w x R."""
    return ca.skew(w) @ R


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
        return together(
            [substitute_symbols([block.qdot], block.local, new)[0] for block, new in pairs if new.q.numel()]
        )


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
        own = arguments.with_own_symbols()
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


def counting_frames(setting: Setting, frames: Sequence[FrameRef]) -> list[Frame]:
    """The frames of a connection in its own symbols, with the turns that its blocks count."""
    place = {block.number: k for k, block in enumerate(setting.blocks)}
    return [_frame(frame, setting.each[place[frame.block.number]], counts=True) for frame in frames]


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


def substitute_symbols(expressions: Sequence[ca.SX], old: Local, new: Local) -> list[ca.SX]:
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
    return Frame(
        *substitute_symbols([*parts, frame.turn] if counts and frame.turn is not None else parts, block.local, new)
    )


def _port(quantity: QuantityRef, new: Local) -> Port:
    kind = quantity.type
    place = kind.z if kind.integral is None else kind.integral
    found = substitute_symbols([kind.s] if place is None else [kind.s, place], kind.local, new)
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
            new.append(select_rows(getattr(local, key), range(start, at[key])))
        if kind.local.q.numel():
            found.append(ca.substitute([kind.qdot], old, new)[0])
    return together(found)

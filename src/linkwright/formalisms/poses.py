"""Poses of bodies: a machine at position level, in coordinates that each body has of its own.

The configuration of a machine is looked for on this record (`dynamics.closure.configuration`), so that it does not
depend on the formalism of the equations. It has what the search needs: gaps g of constraints and directions of axes,
positions z of quantities, and for each joint where it holds either of its bodies: body = parent X P^-1 with the joint's
motion X and its place P on the body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import casadi as ca

from linkwright.equations import (
    BlockType,
    Composer,
    ConstraintType,
    Equations,
    FrameRef,
    HoldType,
    Local,
    QuantityType,
    TieType,
    no_balance,
)
from linkwright.formalisms.connect.connect import (
    Explicit,
    Forest,
    Types,
    blocks_under,
    home_frame,
    own_quantities,
)
from linkwright.formalisms.connect.constraints import (
    EMPTY,
    ConnectionRows,
    Setting,
    connection_rows,
    counting_frames,
    setting_of,
)
from linkwright.formalisms.connect.names import View, counted_first
from linkwright.formalisms.derive.derivations import (
    ground_block,
    move_frame,
    moved_back,
    moves_in_the_plane,
    place_of,
)
from linkwright.model import (
    Arguments,
    Body,
    Connection,
    Free,
    Ground,
    Home,
    Joint,
    Mechanism,
    Planar,
    PlanarPoint,
    SpatialPoint,
    Use,
    Values,
    collect,
    template_of,
)
from linkwright.model.connection import Tie, nameless, with_values
from linkwright.symbolic import Frame, Label, dense, select_rows


def poses_of(mechanism: Mechanism) -> Equations:
    """The position level of a mechanism; names and parameters are those of its equations."""
    return _Poses().machine(mechanism)


@dataclass(frozen=True, eq=False)
class _Connected:
    """What one connection on given blocks has at position level."""

    constraint: ConstraintType | None
    quantities: tuple[QuantityType, ...]
    hold: HoldType | None
    tie: Tie | None
    local: Local
    coupling: ConstraintType | None = None


class _Poses:
    """One derivation: modules are derived once for each template."""

    def __init__(self) -> None:
        self.types = Types()
        self.derived: dict[int, Equations] = {}
        self.forests: dict[int, Forest] = {}
        self.homes: dict[int, Home] = {}

    def machine(self, mechanism: Mechanism) -> Equations:
        """Derive all modules, those inside before those around them; not by recursion: modules nest to any depth."""
        waiting = [mechanism]
        while waiting:
            module = waiting[-1]
            inside = [part for part in map(template_of, module.parts.values()) if isinstance(part, Mechanism)]
            missing = [part for part in inside if id(part) not in self.derived]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if id(module) not in self.derived:
                self.derived[id(module)] = self._derive(module)
        return self.derived[id(mechanism)]

    def _derive(self, mechanism: Mechanism) -> Equations:
        composer = Composer(mechanism.name, parameters=mechanism.parameters)
        for name, part in mechanism.parts.items():
            if isinstance(part, (Body, Ground)):
                self._part(composer, name, part)
                continue
            template, bindings = (part.template, part.bindings) if isinstance(part, Use) else (part, {})
            derived = template.in_poses if isinstance(template, Equations) else self.derived[id(template)]
            composer.child(name, derived, bindings)
        view = View(composer, mechanism)
        forest = Forest(composer.children, self.forests)
        counted = counted_first(mechanism, view, forest, {})
        for name, connection in mechanism.connections.items():
            counts = counted.get(name)
            frames = [view.frame(frame) for frame in connection.frames]
            if counts is None:
                counts = bool(forest.angles(connection)) and forest.counts(*frames)
            self._connection(composer, name, connection, view, counts=counts)
        equations = composer.finish(exports=mechanism.exports)
        self.forests[id(equations)] = forest
        return equations

    # -- bodies ----------------------------------------------------------------------------------------------------

    def _part(self, composer: Composer, name: str, part: Body | Ground) -> None:
        """A body in coordinates of its own, or the ground."""
        arguments = collect(part.arguments)
        p = composer.parameters(name, arguments.scope, arguments.bindings)
        if isinstance(part, Ground):
            key: Any = ("ground", arguments.key, tuple(part.points))
            block_type = self.types.once(key, lambda: ground_block(part, arguments))
        else:
            home = _home(part)
            key = ("body", arguments.key, tuple(part.points), len(part.centre), home)
            block_type = self.types.once(key, lambda: _body_block(part, arguments, home))
            self.homes[id(block_type)] = home
        block = composer.block(block_type, name, p)
        for frame in block_type.frames:
            composer.frames[f"{name}.{frame}" if frame else name] = FrameRef(block, frame)
        if isinstance(part, Ground):
            return
        composer.bodies[name] = FrameRef(block, "")
        measures = self.types.once(
            ("quantities", key, part.kind), lambda: _body_quantities(part.kind, block_type, home)
        )
        for quantity in measures:
            composer.quantity(quantity, f"{name}.{quantity.label.name}", (block,), ())
        if part.kind != home:
            hold = self.types.once(("hold", key, part.kind), lambda: _placed_by(part.kind, block_type, home))
            composer.hold(hold, name, (block,), ())

    # -- connections -----------------------------------------------------------------------------------------------

    def _connection(self, composer: Composer, name: str, connection: Connection, view: View, *, counts: bool) -> None:
        arguments = collect(connection.arguments)
        frames = [view.frame(frame) for frame in connection.frames]
        quantities = [view.quantity(quantity) for quantity in connection.quantities]
        blocks, place, borrowed = blocks_under(frames, quantities)
        key = (
            type(connection),
            connection.structure,
            arguments.key,
            counts,
            *[(id(f.block.type), place[f.block.number], f.key) for f in frames],
            *[(id(q.type), *[(id(b.type), place[b.number]) for b in q.blocks]) for q in quantities],
        )

        def derive() -> _Connected:
            setting = setting_of(connection, name, arguments, frames, quantities, blocks, counts=counts)
            return self._at_positions(setting, arguments, frames)

        if key not in self.types.other:
            self.types.keep.append((connection, [b.type for b in blocks], [q.type for q in quantities]))
        connected: _Connected = self.types.once(key, derive)
        p = (*borrowed, *composer.parameters(name, arguments.scope, arguments.bindings))
        for quantity in connected.quantities:
            composer.quantity(quantity, f"{name}.{quantity.label.name}", blocks, p)
        if connected.constraint is not None:
            composer.constraint(connected.constraint, name, blocks, p)
        if connected.coupling is not None:
            composer.coupling(connected.coupling, name, blocks, p)
        if connected.hold is not None:
            composer.hold(connected.hold, name, blocks, p)
        if connected.tie is not None:
            elastic = connection.rigid is not None
            named = (connection.rigid or connection).tie(Values(arguments))  # connections of one type have other ends
            assert named is not None
            first, second = (
                f"{name}.{end}" if end in connection.offers else end for end in (named.first, named.second)
            )
            kind = TieType(connected.local, first, second, connected.tie.factor, connected.tie.offset)
            composer.tie(kind, name, blocks, p, elastic=elastic)

    def _at_positions(self, setting: Setting, arguments: Arguments, frames: Sequence[FrameRef]) -> _Connected:
        """Gaps, directions, quantities and holds of one connection."""
        connection, local, ports = setting.connection, setting.local, setting.ports
        word = connection_rows(connection, ports)
        offered = own_quantities(word.measures, local, lambda: setting.qdot, None)
        states = tuple(
            QuantityType(Label(name, "", ""), local, None, ca.SX(0), wraps=False, rate_unit="")
            for name in connection.state_names
        )
        rigid = connection.rigid
        coupling = None if rigid is None else _gaps(setting, connection_rows(rigid, ports))
        hold, tie = self._hold(setting, arguments, frames), (rigid or connection).tie(ports.values)
        return _Connected(_gaps(setting, word), (*offered, *states), hold, tie, local, coupling)

    def _hold(self, setting: Setting, arguments: Arguments, frames: Sequence[FrameRef]) -> HoldType | None:
        """Where a joint with coordinates holds either of its bodies, if it joins bodies or the ground alone."""
        joint = setting.connection
        if not isinstance(joint, Joint) or not joint.explicit:
            return None
        homes = [self.homes.get(id(frame.block.type)) for frame in frames]
        if any(home is None and frame.block.type.name != "ground" for home, frame in zip(homes, frames, strict=True)):
            return None
        c = ca.SX.sym("c", len(joint.coordinates))
        held: list[partial[ca.SX] | None] = []
        counting = counting_frames(setting, frames)
        for number, home in enumerate(homes):
            frame, other = counting[number], counting[1 - number]
            start = frames[0].block.type.counts[0] if number else 0
            if home is not None and _can_hold(joint, home, ("first", "second")[number], flat=other.turn is not None):
                own = select_rows(setting.local.q, range(start, start + len(home.coordinates)))
                bound = with_values(joint, setting.ports.values)
                held.append(partial(_held_coordinates, (bound, c), home, (own, frame), other, second=number == 1))
            else:
                held.append(None)
        names = tuple(label.name for label in joint.coordinates)
        return HoldType(setting.local, c, names, joint.units, *held) if any(held) else None


def _gaps(setting: Setting, word: ConnectionRows) -> ConstraintType | None:
    """Position rows of a connection that change with the pose."""
    if not word.g.numel():
        return None
    local = setting.local
    rows = sorted(set(ca.jacobian_sparsity(word.g, local.q).row()))
    empty = ca.SX(len(rows), local.v.numel()), ca.SX.zeros(len(rows))
    return ConstraintType(
        setting.kind,
        local,
        dense(select_rows(word.g, rows)),
        ca.SX.zeros(len(rows)),
        *empty,
        no_balance,
        tuple(word.rows[k] for k in rows),
        facing=setting.connection.facing(setting.ports),
        roles=tuple(word.roles[k] for k in rows),
    )


def _can_hold(joint: Joint, home: Home, which: str, *, flat: bool) -> bool:
    """Whether a joint can place a body: in the plane only where it moves in it, a particle where that may turn."""
    if isinstance(home, (PlanarPoint, SpatialPoint)):
        return joint.leaves_free(which, planar=isinstance(home, PlanarPoint))
    return isinstance(home, Free) or (flat and moves_in_the_plane(nameless(joint)))


def _held_coordinates(
    by: tuple[Joint, ca.SX], home: Home, own: tuple[ca.SX, Frame], other: Frame, *, second: bool
) -> ca.SX:
    """Coordinates of a body one frame of which, written in its own coordinates, a joint holds to another frame."""
    joint, c = by
    q, frame = own
    relative = joint.motion(c, ca.SX.zeros(len(joint.speeds)))
    target = move_frame(other, relative) if second else moved_back(other, relative)
    still = ca.SX([1.0 if k in {group[0] for group in home.units} else 0.0 for k in range(q.numel())])
    turn = ca.SX(0) if frame.turn is None else frame.turn
    R, place, angle = ca.substitute([frame.R, frame.p, turn], [q], [still])
    back, zero = target.R @ R.T, ca.SX.zeros(3)
    body = Frame(back, target.p - back @ place, zero, zero, None if target.turn is None else target.turn - angle)
    return _coordinates_at(home, body)


def _placed_by(kind: Home, block: BlockType, home: Home) -> HoldType:
    """Coordinates of a body in poses from those that its description gives it."""
    c = ca.SX.sym("c", len(kind.coordinates))
    frame = kind.frame(c, ca.SX.zeros(len(kind.speeds)))
    names = tuple(label.name for label in kind.coordinates)
    return HoldType(block.local, c, names, kind.units, partial(_coordinates_at, home, frame), None)


def _coordinates_at(home: Home, frame: Frame) -> ca.SX:
    """Coordinates of a body with its own frame somewhere."""
    measures = {each.label.name: each.z for each in home.measures(frame) if each.z is not None}
    return ca.vertcat(*[measures[label.name] for label in home.coordinates])


def _home(body: Body) -> Home:
    """Coordinates of a body in poses: those of its kind without a singularity."""
    if isinstance(body.kind, (PlanarPoint, SpatialPoint)):
        return body.kind
    return Free() if body.spatial else Planar()


def _body_block(body: Body, arguments: Arguments, home: Home) -> BlockType:
    """A body as a block without inertia, with the frames of its points."""
    q, v = ca.SX.sym("q", len(home.coordinates)), ca.SX.sym("v", len(home.speeds))
    values, origin = Values(arguments), home.frame(q, v)
    frames = {"": origin, "centre": origin.at(values.vector("centre"))}
    frames |= {name: origin.at_place(*place_of(body.points, values, name)) for name in body.points}
    return BlockType(
        name="pose",
        local=Local(q, v, EMPTY, arguments.p, EMPTY),
        coordinates=home.coordinates,
        speeds=home.speeds,
        N=home.N(q),
        n=ca.SX.zeros(q.numel()),
        inertias=(),
        frames=frames,
        centres={},
        a=EMPTY,
        balance=no_balance,
        directions=(),
        units=home.units,
    )


def _body_quantities(kind: Home, block: BlockType, home: Home) -> tuple[QuantityType, ...]:
    """What a body of a kind is measured by: its coordinates in poses, where they are the same, else readings."""
    own = Explicit(home.coordinates, home.speeds) if kind == home else None
    return own_quantities(kind.measures(home_frame(block, "")), block.local, lambda: block.qdot, own)

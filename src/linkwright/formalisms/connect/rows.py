"""What a connection says on its ports: rows at position and velocity level, and readings.

What a joint with coordinates and without numbers of its own says depends on its kind and on two frames alone. It is
written once for each kind, in symbols of two frames, and then put on the frames of each joint. (Others are asked on
their own frames: some are shorter where these lie in a plane.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import casadi as ca

from linkwright.equations import Role
from linkwright.model import Connection, Joint, Measure, Ports, Row, Values, collect
from linkwright.model.connection import nameless
from linkwright.symbolic import Frame, Label, dense, directional, formula, scalars, t

EMPTY = ca.SX(0, 1)


@dataclass(frozen=True, eq=False)
class Said:
    """Labels of the rows, those at position level first, and what each holds; g of these, phi of all; readings.

    `moving`: whether a row may depend on time otherwise than through its ports.
    """

    rows: tuple[Label, ...]
    roles: tuple[Role, ...]
    g: ca.SX
    phi: ca.SX
    measures: tuple[Measure, ...]
    moving: bool = True


def said(connection: Connection, ports: Ports) -> Said:
    """What a connection says on its ports."""
    if not isinstance(connection, Joint) or not connection.explicit or connection.arguments:
        return _asked(connection, ports)
    turns = [frame.turn for frame in ports.frames if frame.turn is not None]
    turns = turns if len(turns) == len(ports.frames) else []
    kind = _written(nameless(connection), counts=bool(turns))
    frames = [part for frame in ports.frames for part in (frame.R, frame.p, frame.w, frame.v)]
    g, phi, z, s = kind.function.call([*frames, *turns, t])
    positions = iter(scalars(z))
    measures = tuple(
        replace(measure, z=None if measure.z is None else next(positions), s=speed)
        for measure, speed in zip(kind.said.measures, scalars(s), strict=True)
    )
    return replace(kind.said, g=g, phi=phi, measures=measures)


@dataclass(frozen=True, eq=False)
class _Kind:
    """A kind of joint: what it says in symbols, and the same as a function of its two frames, their turns and time."""

    said: Said
    function: ca.Function


@cache
def _written(joint: Joint, *, counts: bool) -> _Kind:
    """What a kind of joint says, between frames that count turns or do not; its names are left out."""
    symbols = [ca.SX.sym(name, *shape) for _ in range(2) for name, shape in FRAME.items()]
    turns = [ca.SX.sym("turn"), ca.SX.sym("turn")] if counts else []
    frames = (Frame(*symbols[:4], *turns[:1]), Frame(*symbols[4:], *turns[1:]))
    found = _asked(joint, Ports(frames, (), Values(collect(())), EMPTY, t))
    z = [measure.z for measure in found.measures if measure.z is not None]
    results = [found.g, found.phi, ca.vertcat(EMPTY, *z), ca.vertcat(EMPTY, *[measure.s for measure in found.measures])]
    function = ca.Function("joint", [*symbols, *turns, t], [dense(result) for result in results])
    return _Kind(replace(found, moving=bool(ca.depends_on(ca.vertcat(found.g, found.phi), t))), function)


@cache
def counted_angles(joint: Joint) -> frozenset[str]:
    """Names of a (nameless) joint's angles that count whole turns between frames that do, and not between others."""
    wraps = []
    for counts in (False, True):
        symbols = [[ca.SX.sym(name, *shape) for name, shape in FRAME.items()] for _ in range(2)]
        frames = tuple(Frame(R, p, w, v, ca.SX.sym("turn") if counts else None) for R, p, w, v in symbols)
        measures = joint.measures(Ports(frames, (), Values(collect(())), EMPTY, t))
        wraps.append({measure.label.name for measure in measures if measure.wraps})
    return frozenset(wraps[0] - wraps[1])


FRAME = {"R": (3, 3), "p": (3, 1), "w": (3, 1), "v": (3, 1)}


def _asked(connection: Connection, ports: Ports) -> Said:
    holonomic, velocity = connection.residual(ports), connection.rate(ports)
    measures = tuple(connection.measures(ports))
    if not holonomic and not velocity:
        return Said((), (), EMPTY, EMPTY, measures)
    g = dense(ca.vertcat(*[row.expression for row in holonomic])) if holonomic else EMPTY
    phi = ca.vertcat(position_rate(connection, ports, holonomic), *[row.expression for row in velocity])
    rows = (*holonomic, *velocity)
    return Said(tuple(row.label for row in rows), tuple(row.role for row in rows), g, dense(phi), measures)


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
    g = dense(ca.vertcat(*[row.expression for row in connection.residual(generic)]))
    symbols = ca.veccat(*old)
    phi = directional(g, symbols, ca.veccat(*rate)) + ca.jtimes(g, t, ca.SX(1))
    return dense(ca.substitute(phi, symbols, dense(ca.veccat(*new))))


@formula((3, 1), (3, 3))
def turning(w: ca.SX, R: ca.SX) -> ca.SX:
    """R' = w x R."""
    return ca.skew(w) @ R

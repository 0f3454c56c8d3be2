"""Charts: the frames of bodies as expressions of the coordinates chosen for them.

A chart carries the twists with virtual speeds added (see equations.types), so that whatever is written on its frames
can be differentiated for wrenches as well as for generalised forces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as ca

from linkwright.equations import BlockType, Inertia, Local, Requirement
from linkwright.formalisms.derivations import Derivation, MassProperties
from linkwright.model import Arguments, Body, Ground, Home, Joint, Values
from linkwright.symbolic import Frame, Label, Place, cross, directional, rotation_z

EMPTY = ca.SX(0, 1)


@dataclass(frozen=True, eq=False)
class Chart:
    """Coordinates of one body: symbols, rates, its frames with virtual speeds, and its mass centre without them."""

    local: Local
    coordinates: tuple[Label, ...]
    N: ca.SX
    n: ca.SX
    frames: Mapping[str, Frame]
    centre: Frame
    mass: MassProperties


def places(points: Mapping[str, object], values: Values) -> dict[str, tuple[ca.SX, ca.SX]]:
    """Positions and angles of named points as parameters."""
    result = {}
    for name, value in points.items():
        place = Place.of(value)
        result[name] = (_vector(name, len(place.position), values), values[f"{name}_angle"])
    return result


def _vector(name: str, count: int, values: Values) -> ca.SX:
    entries = [values[f"{name}_{axis}"] for axis in "xyz"[:count]]
    return ca.vertcat(*entries, *[ca.SX(0)] * (3 - count))


def ground_block(ground: Ground, arguments: Arguments) -> BlockType:
    """The ground as a block without variables: frames that depend on parameters only."""
    base = Frame.fixed()
    frames = {"": base} | {
        name: base.at_place(*place) for name, place in places(ground.points, Values(arguments)).items()
    }
    return BlockType(
        name="ground",
        local=Local(EMPTY, EMPTY, EMPTY, arguments.p, EMPTY),
        coordinates=(),
        speeds=(),
        N=ca.SX(0, 0),
        n=EMPTY,
        inertias=(),
        frames=frames,
        centres={},
        a=EMPTY,
        balance=EMPTY,
        directions=(),
    )


def home_chart(body: Body, home: Home, arguments: Arguments) -> Chart:
    """Chart of a body whose coordinates are those of its home, relative to the world."""
    labels = home.coordinates
    q, v = ca.SX.sym("q", len(labels)), ca.SX.sym("v", len(labels))
    return _chart(body, arguments, labels, (q, v, arguments.p), home.frame(q, v))


def joint_chart(body: Body, arguments: Arguments, joint: Joint, point: str, parent: tuple[BlockType, str]) -> Chart:
    """Chart of a body whose coordinates are those of the joint that holds it to a frame of the ground.

    With X the joint's motion and P the place of the joint on the body: body = parent X P^-1.
    """
    ground, key = parent
    labels = joint.coordinates
    q, v = ca.SX.sym("q", len(labels)), ca.SX.sym("v", len(labels))
    base, relative = ground.frames[key], joint.motion(q, v)
    moved = Frame(base.R @ relative.R, base.p + base.R @ relative.p, base.R @ relative.w, base.R @ relative.v)
    position, angle = places(body.points, Values(arguments)).get(point, (ca.SX.zeros(3), ca.SX(0)))
    if not angle.is_zero():
        back = rotation_z(-angle)
        origin = moved.at(-(back @ position), back)
    else:
        origin = moved.at(-position)
    return _chart(body, arguments, labels, (q, v, ca.vertcat(ground.local.p, arguments.p)), origin)


def _chart(
    body: Body, arguments: Arguments, labels: tuple[Label, ...], symbols: tuple[ca.SX, ca.SX, ca.SX], origin: Frame
) -> Chart:
    q, v, p = symbols
    values = Values(arguments)
    d = ca.SX.sym("d", 6)
    r = _vector("centre", len(body.centre), values)
    centre = origin.at(r)
    turned, moved = d[:3], d[3:]
    virtual = Frame(origin.R, origin.p, origin.w + turned, origin.v + moved + cross(turned, origin.p - centre.p))
    frames = {"": virtual, "centre": virtual.at(r)} | {
        name: virtual.at_place(*place) for name, place in places(body.points, values).items()
    }
    inertia = ca.SX.zeros(3, 3)
    inertia[2, 2] = values["inertia"]
    count = len(labels)
    return Chart(
        Local(q, v, EMPTY, p, d),
        labels,
        ca.SX.eye(count),
        ca.SX.zeros(count),
        frames,
        centre,
        MassProperties(values["mass"], inertia),
    )


def block_of(chart: Chart, derivation: Derivation, name: str) -> BlockType:
    """Block type of a chart: inertia by a derivation, and the free-body balance of its body.

    Balance (world axes, about the mass centre): [I w' + w x I w; m v_c'].
    """
    local, centre, mass = chart.local, chart.centre, chart.mass
    M, h = derivation(chart.local, chart.N, chart.n, centre, mass)
    a = ca.SX.sym("a", local.v.numel())
    qdot = chart.N @ local.v + chart.n

    def rate(expression: ca.SX) -> ca.SX:
        return directional(expression, local.q, qdot) + directional(expression, local.v, a)

    world = centre.R @ mass.inertia @ centre.R.T
    spin = world @ centre.w
    balance = ca.vertcat(world @ rate(centre.w) + cross(centre.w, spin), mass.mass * rate(centre.v))
    energy = (mass.mass * ca.dot(centre.v, centre.v) + ca.dot(centre.w, spin)) / 2
    directions = tuple(
        [Label(f"m{axis}", "N m", f"moment about {axis}") for axis in "xyz"]
        + [Label(f"f{axis}", "N", f"force along {axis}") for axis in "xyz"]
    )
    requirements = [Requirement(mass.mass, relation=">=", words="mass")]
    if not mass.inertia[2, 2].is_zero():
        requirements.append(Requirement(mass.inertia[2, 2], relation=">=", words="inertia"))
    return BlockType(
        name=name,
        local=local,
        coordinates=chart.coordinates,
        speeds=chart.coordinates,
        N=chart.N,
        n=chart.n,
        inertias=(Inertia("", M, h, energy),),
        frames=chart.frames,
        centres={"": centre},
        a=a,
        balance=balance,
        directions=directions,
        requirements=tuple(requirements),
    )

"""Charts: the frames of bodies as expressions of the coordinates chosen for them.

A chart carries the twists with virtual speeds added (see equations.types), so that whatever is written on its frames
can be differentiated for wrenches as well as for generalised forces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from linkwright.equations import BlockType, Inertia, Local, Requirement
from linkwright.formalisms.derivations import Derivation, MassProperties
from linkwright.model import Arguments, Body, Ground, Joint, Values
from linkwright.model.homes import Home
from linkwright.symbolic import Frame, Label, Place, cross, dense, directional, formula, rotation_about, settle_all

EMPTY = ca.SX(0, 1)


@dataclass(frozen=True, eq=False)
class ChartedBody:
    """One body in a chart: its key, its mass centre without virtual speeds, its mass and its conditions.

    `spin` is its angular velocity in its own axes, where that is shorter than R^T w.
    """

    key: str
    centre: Frame
    mass: MassProperties
    requirements: tuple[Requirement, ...]
    spin: ca.SX | None = None


@dataclass(frozen=True, eq=False)
class Chart:
    """Coordinates of one or more bodies: symbols, rates, frames with virtual speeds."""

    local: Local
    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    N: ca.SX
    W: ca.SX
    n: ca.SX
    units: tuple[tuple[int, ...], ...]
    frames: Mapping[str, Frame]
    bodies: tuple[ChartedBody, ...]
    hazards: tuple[tuple[ca.SX, str], ...] = ()

    @cached_property
    def qdot(self) -> ca.SX:
        """q' = N v + n."""
        return dense(self.N @ self.local.v + self.n)


def places(points: Mapping[str, object], values: Values) -> dict[str, tuple[ca.SX, ca.SX, str]]:
    """Positions, angles and axes of named points as parameters."""
    result = {}
    for name, value in points.items():
        place = Place.of(value)
        result[name] = (_vector(name, len(place.position), values), values[f"{name}_angle"], place.axis)
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
        balance=lambda: EMPTY,
        directions=(),
    )


def moved(first: Frame, relative: Frame) -> Frame:
    """Frame that has a relative pose and twist (in components of the first frame) to another one."""
    arm = first.R @ relative.p
    return Frame(
        first.R @ relative.R,
        first.p + arm,
        first.w + first.R @ relative.w,
        first.v + cross(first.w, arm) + first.R @ relative.v,
    )


def moved_back(second: Frame, relative: Frame) -> Frame:
    """Frame to which another one has a relative pose and twist: the inverse of `moved`."""
    R = second.R @ relative.R.T
    arm = R @ relative.p
    w = second.w - R @ relative.w
    return Frame(R, second.p - arm, w, second.v - cross(w, arm) - R @ relative.v)


def origin_of(body: Body, arguments: Arguments, point: str, frame: Frame) -> Frame:
    """Origin of a body one of whose points has a known frame."""
    place = places(body.points, Values(arguments)).get(point)
    if place is None:
        return frame
    position, angle, axis = place
    if angle.is_zero():
        return frame.at(-position)
    back = rotation_about(axis, -angle)
    return frame.at(-(back @ position), back)


def home_chart(body: Body, home: Home, arguments: Arguments) -> Chart:
    """Chart of a body whose coordinates are those of its home, relative to the world."""
    q, v = ca.SX.sym("q", len(home.coordinates)), ca.SX.sym("v", len(home.speeds))
    d = ca.SX.sym("d", 6)
    frames, charted = body_frames("", body, arguments, home.frame(q, v), d)
    local = Local(q, v, EMPTY, arguments.p, d)
    hazard = home.hazard(q)
    return Chart(
        local,
        home.coordinates,
        home.speeds,
        home.N(q),
        home.W(q),
        ca.SX.zeros(q.numel()),
        home.units,
        frames,
        (charted,),
        () if hazard is None else (hazard,),
    )


def joint_chart(body: Body, arguments: Arguments, joint: Joint, point: str, parent: tuple[BlockType, str]) -> Chart:
    """Chart of a body whose coordinates are those of the joint that holds it to a frame of the ground.

    With X the joint's motion and P the place of the joint on the body: body = parent X P^-1.
    """
    ground, key = parent
    q, v = ca.SX.sym("q", len(joint.coordinates)), ca.SX.sym("v", len(joint.speeds))
    d = ca.SX.sym("d", 6)
    origin = origin_of(body, arguments, point, moved(ground.frames[key], joint.motion(q, v)))
    frames, charted = body_frames("", body, arguments, origin, d)
    local = Local(q, v, EMPTY, ca.vertcat(ground.local.p, arguments.p), d)
    return Chart(
        local,
        joint.coordinates,
        joint.speeds,
        joint.N(q),
        joint.W(q),
        ca.SX.zeros(q.numel()),
        joint.units,
        frames,
        (charted,),
    )


def body_frames(
    key: str,
    body: Body,
    arguments: Arguments,
    origin: Frame,
    d: ca.SX,
    *,
    centred: bool = False,
    spin: ca.SX | None = None,
) -> tuple[dict[str, Frame], ChartedBody]:
    """Frames of a body with virtual speeds d, and its mass centre without them; keys begin with the body's.

    Where it is `centred` the frame given as its origin is that of its mass centre.
    """
    values = Values(arguments)
    r = _vector("centre", len(body.centre), values)
    centre = origin if centred else origin.at(r)
    origin = centre.at(-r) if centred and not r.is_zero() else origin
    turned, shifted = d[:3], d[3:]
    virtual = Frame(origin.R, origin.p, origin.w + turned, origin.v + shifted + cross(turned, origin.p - centre.p))
    prefix = f"{key}." if key else ""
    placed = Frame(centre.R, centre.p, virtual.w, centre.v + shifted) if centred else virtual.at(r)
    frames = {key: virtual, f"{prefix}centre": placed} | {
        f"{prefix}{name}": virtual.at_place(*place) for name, place in places(body.points, values).items()
    }
    mass, requirements = mass_properties(values)
    return frames, ChartedBody(key, centre, mass, requirements, spin)


def mass_properties(values: Values) -> tuple[MassProperties, tuple[Requirement, ...]]:
    """Mass and inertia matrix, and their conditions: not negative, moments within the triangle inequality."""
    inertia = ca.SX.zeros(3, 3)
    requirements = [Requirement(values["mass"], relation=">=", words="mass")]
    if not values["inertia"].is_zero():
        inertia[2, 2] = values["inertia"]
        requirements.append(Requirement(values["inertia"], relation=">=", words="inertia"))
    elif not values["inertia_xx"].is_zero():
        for (i, j), name in zip(
            ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)), ("xx", "yy", "zz", "xy", "xz", "yz"), strict=True
        ):
            inertia[i, j] = inertia[j, i] = values[f"inertia_{name}"]
        requirements += _inertia_requirements(inertia)
    return MassProperties(values["mass"], inertia), tuple(requirements)


def _inertia_requirements(inertia: ca.SX) -> list[Requirement]:
    """Principal moments obey the triangle inequality: tr(I)/2 - I has no negative eigenvalue (principal minors >= 0).

    A thin plate meets it with equality, so rounding of 1e-12 of the trace is allowed.
    """
    words = (
        "moments of inertia are not those of a body (positive, and none larger than the sum of the other two: the "
        "triangle inequality): a principal minor of tr(I)/2 - I"
    )
    return [Requirement(minor, ">=", words) for minor in ca.vertsplit(_minors(inertia))]


@formula((3, 3))
def _minors(inertia: ca.SX) -> ca.SX:
    trace = ca.trace(inertia)
    spread = trace / 2 * ca.SX.eye(3) - inertia + 1e-12 * trace * ca.SX.eye(3)
    minors = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]
    return ca.vertcat(*[ca.det(spread[m, m]) if len(m) > 1 else spread[m[0], m[0]] for m in minors])


def block_of(chart: Chart, derivation: Derivation, name: str) -> BlockType:
    """Block type of a chart: inertia by a derivation, and the free-body balance of its bodies."""
    local = chart.local
    a = ca.SX.sym("a", local.v.numel())
    derived = [part for body in chart.bodies for part in derivation(chart, body)]
    settled = iter(settle_all(derived, ca.vertcat(local.q, local.v)))
    inertias: list[Inertia] = []
    requirements: list[Requirement] = []
    for body in chart.bodies:
        centre, mass = body.centre, body.mass
        M, h = next(settled), dense(next(settled))
        spin = centre.R.T @ centre.w
        energy = (mass.mass * ca.dot(centre.v, centre.v) + ca.dot(spin, mass.inertia @ spin)) / 2
        inertias.append(Inertia(body.key, M, h, energy))
        requirements += body.requirements
    directions = [Label(f"m{axis}", "N m", f"moment about {axis}") for axis in "xyz"]
    directions += [Label(f"f{axis}", "N", f"force along {axis}") for axis in "xyz"]
    return BlockType(
        name=name,
        local=local,
        coordinates=chart.coordinates,
        speeds=chart.speeds,
        N=chart.N,
        n=chart.n,
        inertias=tuple(inertias),
        frames=chart.frames,
        centres={body.key: body.centre for body in chart.bodies},
        a=a,
        balance=lambda: balance(chart, a),
        directions=tuple(directions * len(chart.bodies)),
        requirements=tuple(requirements),
        units=chart.units,
        masses={body.key: body.mass.mass for body in chart.bodies},
        hazards=chart.hazards,
    )


def balance(chart: Chart, a: ca.SX) -> ca.SX:
    """Inertia wrenches of the bodies at v' = a (world axes, about each mass centre): [I w' + w x I w; m v_c'], each."""
    local = chart.local

    def rate(expression: ca.SX) -> ca.SX:
        return directional(expression, local.q, chart.qdot) + directional(expression, local.v, a)

    found: list[ca.SX] = []
    for body in chart.bodies:
        centre, mass = body.centre, body.mass
        world = centre.R @ mass.inertia @ centre.R.T
        found.append(world @ rate(centre.w) + cross(centre.w, world @ centre.w))
        found.append(mass.mass * rate(centre.v))
    return ca.vertcat(*found)


def together(charts: Sequence[ca.SX]) -> ca.SX:
    """Columns one under another; nothing gives an empty column."""
    return ca.veccat(*charts) if charts else EMPTY

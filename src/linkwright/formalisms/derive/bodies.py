"""A body on its frame: its points and mass centre, virtual speeds, mass, inertia and kinetic energy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import casadi as ca

from linkwright.equations import BlockType, LoadType, Local, Requirement, Scope
from linkwright.model import Arguments, Body, Module, Use, Values
from linkwright.model.arguments import is_number
from linkwright.symbolic import (
    Frame,
    Parameter,
    Pose,
    cross,
    formula,
    formulas,
    rotation_about,
    scalars,
    select_rows,
    together,
)

IDENTITY = ca.SX.eye(3)


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Mass (kg) and inertia matrix about the mass centre in the body's frame (kg m^2)."""

    mass: ca.SX
    inertia: ca.SX


@dataclass(frozen=True, eq=False)
class ChartedBody:
    """One body in a chart: its key, origin and mass centre without virtual speeds, its mass and its conditions.

    `spin` is its angular velocity in its own axes, where that is shorter than R^T w.
    """

    key: str
    origin: Frame
    centre: Frame
    mass: MassProperties
    requirements: tuple[Requirement, ...]
    spin: ca.SX | None = None

    @cached_property
    def energy(self) -> ca.SX:
        """Kinetic energy T = (m v_c . v_c + w . I w) / 2, the angular velocity taken in the body's own axes."""
        given = (self.mass.mass, self.mass.inertia, self.centre.v)
        if self.spin is None:
            return _energy(*given, self.centre.R, self.centre.w)
        return _energy(*given, IDENTITY, self.spin)


def place_of(points: Mapping[str, object], values: Values, point: str) -> tuple[ca.SX, ca.SX, str]:
    """Position, angle and axis of a named point (or `centre`, the mass centre) as parameters."""
    axis = Pose.of(points[point]).axis if point in points else "z"
    return values.vector(point), values[f"{point}_angle"], axis


def origin_from(
    arguments: Arguments, points: Mapping[str, object], point: str
) -> tuple[ca.SX, ca.SX | None, ca.SX | None] | None:
    """Place of a body's origin in the frame of one of its points: position, rotation (none: parallel axes), angle.

    The angle is that of a rotation about z. None where the point is the origin itself.
    """
    if not point:
        return None
    position, angle, axis = place_of(points, Values(arguments), point)
    if angle.is_zero():
        return -position, None, None
    back = rotation_about(axis, -angle)
    return -(back @ position), back, -angle if axis == "z" else None


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
    write = _from_centre if centred else _from_origin
    p, v, w_d, v_d, p_c, v_c, v_cd = write(origin.R, origin.p, origin.w, origin.v, values.vector("centre"), d)
    virtual = Frame(origin.R, p, w_d, v_d, origin.turn)
    prefix = f"{key}." if key else ""
    frames = {key: virtual, f"{prefix}centre": Frame(origin.R, p_c, w_d, v_cd, origin.turn)} | {
        f"{prefix}{name}": virtual.at_place(*place_of(body.points, values, name)) for name in body.points
    }
    mass, requirements = mass_properties(values)
    origin, centre = (Frame(origin.R, *at, origin.turn) for at in ((p, origin.w, v), (p_c, origin.w, v_c)))
    return frames, ChartedBody(key, origin, centre, mass, requirements, spin)


def point_of(body: Body, arguments: Arguments, charted: ChartedBody, point: str) -> Frame:
    """Frame of a point as it is in motion: what hangs on a body does not take its virtual speeds along."""
    if not point:
        return charted.origin
    return charted.origin.at_place(*place_of(body.points, Values(arguments), point))


@formulas((3, 3), (3, 1), (3, 1), (3, 1), (3, 1), (6, 1))
def _from_origin(R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, r: ca.SX, d: ca.SX) -> tuple[ca.SX, ...]:
    """Of a body with its mass centre at r: p, v, then with virtual speeds w, v; p, v of the centre, v with them."""
    arm, turned, shifted = R @ r, d[:3], d[3:]
    v_c = v + cross(w, arm)
    return p, v, w + turned, v + shifted - cross(turned, arm), p + arm, v_c, v_c + shifted


@formulas((3, 3), (3, 1), (3, 1), (3, 1), (3, 1), (6, 1))
def _from_centre(R: ca.SX, p_c: ca.SX, w: ca.SX, v_c: ca.SX, r: ca.SX, d: ca.SX) -> tuple[ca.SX, ...]:
    """The same from the motion of the mass centre."""
    arm, turned, shifted = R @ r, d[:3], d[3:]
    v = v_c - cross(w, arm)
    return p_c - arm, v, w + turned, v + shifted - cross(turned, arm), p_c, v_c, v_c + shifted


def mass_properties(values: Values) -> tuple[MassProperties, tuple[Requirement, ...]]:
    """Mass and inertia matrix, and their conditions: not negative, moments within the triangle inequality."""
    inertia = ca.SX.zeros(3, 3)
    requirements = [Requirement(values["mass"], relation=">=", words="mass")]
    if "inertia" in values:
        inertia[2, 2] = values["inertia"]
        requirements.append(Requirement(values["inertia"], relation=">=", words="inertia"))
    elif "inertia_xx" in values:
        inertia, minors = _inertia(*[values[f"inertia_{name}"] for name in ("xx", "yy", "zz", "xy", "xz", "yz")])
        requirements += [Requirement(minor, ">=", NO_BODY) for minor in scalars(minors)]
    return MassProperties(values["mass"], inertia), tuple(requirements)


NO_BODY = (
    "moments of inertia are not those of a body (positive, and none larger than the sum of the other two: the "
    "triangle inequality): a principal minor of tr(I)/2 - I"
)


@formulas(*[(1, 1)] * 6)
def _inertia(xx: ca.SX, yy: ca.SX, zz: ca.SX, xy: ca.SX, xz: ca.SX, yz: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Inertia matrix I, and the principal minors of tr(I)/2 - I.

    Principal moments obey the triangle inequality where that matrix has no negative eigenvalue (principal minors >= 0).
    A thin plate meets it with equality, so rounding of 1e-12 of the trace is allowed.
    """
    inertia = ca.blockcat([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    trace = ca.trace(inertia)
    spread = trace / 2 * ca.SX.eye(3) - inertia + 1e-12 * trace * ca.SX.eye(3)
    minors = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]
    return inertia, ca.vertcat(*[ca.det(spread[m, m]) if len(m) > 1 else spread[m[0], m[0]] for m in minors])


@formula((1, 1), (3, 3), (3, 1), (3, 3), (3, 1))
def _energy(mass: ca.SX, inertia: ca.SX, v: ca.SX, R: ca.SX, w: ca.SX) -> ca.SX:
    spin = R.T @ w
    return (mass * ca.dot(v, v) + ca.dot(spin, inertia @ spin)) / 2


@dataclass(frozen=True, eq=False)
class Gravity:
    """Gravity that acts on the bodies of a module: by axis the parameter it is, zero along the other `axes`.

    `axes` are those along which there is gravity anywhere in the machine: all its weights are of one type.
    """

    axes: tuple[str, ...]
    along: Mapping[str, Parameter]

    @property
    def bindings(self) -> dict[str, Parameter | float]:
        """What the parameters of a weight are bound to."""
        return {f"g_{axis}": self.along.get(axis, 0.0) for axis in self.axes}


def no_gravity(machine: Module) -> Gravity:
    """What surrounds a whole machine: nothing, with the axes along which any module of it has gravity."""
    if not isinstance(machine, Module):
        msg = f"a formalism takes a Mechanism, got {type(machine).__name__}"
        raise TypeError(msg)
    seen, waiting, found = {id(machine)}, [machine], set[str]()
    while waiting:
        module = waiting.pop()
        found |= set(_components(module))
        for part in module.parts.values():
            template = part.template if isinstance(part, Use) else part
            if isinstance(template, Module) and id(template) not in seen:
                seen.add(id(template))
                waiting.append(template)
    return Gravity(tuple(axis for axis in "xyz" if axis in found), {})


def gravity_within(module: Module, around: Gravity) -> tuple[Gravity, tuple[Parameter, ...]]:
    """Gravity that acts inside a module, by the rule above, and the parameters `gravity_x`, ... that it declares."""
    if module.gravity is None:
        return around, ()
    own = {
        axis: Parameter(f"gravity_{axis}", value, "m/s^2", f"acceleration of gravity along {axis}")
        for axis, value in _components(module).items()
    }
    return Gravity(around.axes, own), tuple(own.values())


def _components(module: Module) -> dict[str, Any]:
    """Components of a module's own gravity that are not zero for good, by axis."""
    entries = zip("xyz", module.gravity or (), strict=False)
    return {axis: value for axis, value in entries if not (is_number(value) and value == 0)}


def weight_scope(axes: Sequence[str]) -> Scope:
    """Parameters of a weight: gravity along some axes."""
    return Scope(tuple(Parameter(f"g_{axis}", 0.0, "m/s^2", f"gravity along {axis}") for axis in axes))


def weight_type(block: BlockType, axes: Sequence[str], key: str = "", *, less: Sequence[str] = ()) -> LoadType:
    """Load m g on the mass centre of a body of the block, V = -m g . p_c; g has the given axes as parameters.

    Along the axes `less` a gravity whose parameters come behind is taken off: what acts on the body by itself.
    """
    g, common, old = ca.SX.sym("g", len(axes)), ca.SX.sym("c", len(less)), block.local
    local = Local(old.q, old.v, ca.SX(0, 1), together([old.p, g, common]), old.d)
    frame = block.frames[f"{key}.centre" if key else "centre"]
    rest = ca.vertcat(*[g[k] - common[less.index(x)] if x in less else g[k] for k, x in enumerate(axes)])
    speed, effort, potential = _along(tuple(axes)).call([block.masses[key], rest, frame.p, frame.v])
    return LoadType("weight", local, speed, effort, "potential", potential, inner=True, weight=True)


@cache
def _along(axes: tuple[str, ...]) -> ca.Function:
    """Speed of the mass centre along the axes, m g and V, of m, g and the centre's position and velocity."""
    mass, g, p, v = ca.SX.sym("m"), ca.SX.sym("g", len(axes)), ca.SX.sym("p", 3), ca.SX.sym("v", 3)
    places = ["xyz".index(axis) for axis in axes]
    return ca.Function(
        "weight", [mass, g, p, v], [select_rows(v, places), mass * g, -mass * ca.dot(g, select_rows(p, places))]
    )

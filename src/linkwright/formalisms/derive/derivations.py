"""Derivations: from the frames of bodies to their inertia matrices M and the inertia forces h at v' = 0.

Each is a function chart -> [(M, h) of each body] with M v' + h the generalised inertia force of the body; dependence
that cancels is removed afterwards. All bodies are differentiated at once, which takes little longer than one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, TypeAlias

import casadi as ca

from linkwright.equations import BlockType, Inertia, LoadType, Local, Requirement, Scope, no_balance
from linkwright.model import Arguments, Body, Ground, Joint, Module, PlanarPoint, SpatialPoint, Use, Values, collect
from linkwright.model.arguments import is_number
from linkwright.model.body import Home
from linkwright.model.connection import nameless, with_values
from linkwright.symbolic import (
    Axis,
    Frame,
    Label,
    Parameter,
    Pose,
    add_turns,
    cross,
    dense,
    directional,
    formula,
    formulas,
    rotation_about,
    scalars,
    select_rows,
    settle_all,
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

    @cached_property
    def own_spin(self) -> ca.SX:
        """Angular velocity in the body's own axes."""
        return self.centre.R.T @ self.centre.w if self.spin is None else self.spin


def place_of(points: Mapping[str, object], values: Values, point: str) -> tuple[ca.SX, ca.SX, Axis]:
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


EMPTY = ca.SX(0, 1)


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
    coordinate_singularities: tuple[tuple[ca.SX, str], ...] = ()

    @cached_property
    def qdot(self) -> ca.SX:
        """q' = N v + n."""
        return dense(self.N @ self.local.v + self.n)


Shares: TypeAlias = list[tuple[ca.SX, ca.SX]]
Derivation: TypeAlias = "Callable[[Chart], Shares]"


def newton_euler(chart: Chart) -> Shares:
    """Newton and Euler, projected on the speeds: M = m Jv^T Jv + Jw^T I Jw, h = m Jv^T av + Jw^T (I aw + w x I w).

    Jv, Jw are the partial velocities of the mass centre's velocity and of the angular velocity (both in world axes);
    av, aw what their time derivatives are at v' = 0.
    """
    local = chart.local
    twists = ca.vertcat(*[column for body in chart.bodies for column in (body.centre.v, body.centre.w)])
    J, a = ca.jacobian(twists, local.v), directional(twists, local.q, chart.qdot)
    project = _projection(local.v.numel())
    shares = []
    for k, body in enumerate(chart.bodies):
        rows = slice(6 * k, 6 * k + 6)
        M, h = project.call([J[rows, :], a[rows], body.centre.R, body.centre.w, body.mass.mass, body.mass.inertia])
        shares.append((M, h))
    return shares


@cache
def _projection(count: int) -> ca.Function:
    """M and h of a body from its partial velocities J = [Jv; Jw] and a = [av; aw], for `count` speeds."""
    J, a, R = ca.SX.sym("J", 6, count), ca.SX.sym("a", 6), ca.SX.sym("R", 3, 3)
    w, mass, inertia = ca.SX.sym("w", 3), ca.SX.sym("m"), ca.SX.sym("I", 3, 3)
    Jv, Jw, av, aw = J[:3, :], J[3:, :], a[:3], a[3:]
    world = R @ inertia @ R.T
    M = mass * (Jv.T @ Jv) + Jw.T @ world @ Jw
    h = mass * (Jv.T @ av) + Jw.T @ (world @ aw + cross(w, world @ w))
    return ca.Function("projection", [J, a, R, w, mass, inertia], [M, h])


def kane(chart: Chart) -> Shares:
    """Generalised inertia forces: partial velocities dotted with the rates of momentum, as Newton and Euler's."""
    return newton_euler(chart)


def lagrange(chart: Chart) -> Shares:
    """Lagrange's operator on the energy, for v = q': M = d^2 T/dv^2, h = (d^2 T/dv dq) q' - dT/dq.

    Euler parameters whose rates are speeds get the square of e . e' added to T, times a moment of inertia, so that it
    has the size of the rest; it is zero on the constraint e . e = 1 and makes M regular there.
    """
    local = chart.local
    energies = [body.energy for body in chart.bodies]
    for group in chart.units:
        stretch = ca.dot(select_rows(local.q, group), select_rows(local.v, group)) ** 2 / 2
        energies = [T + ca.trace(body.mass.inertia) * stretch for T, body in zip(energies, chart.bodies, strict=True)]
    momenta, slopes, inertias, rates = _of_energies(chart, energies)
    del momenta
    return [(M, rate - slope) for M, rate, slope in zip(inertias, rates, slopes, strict=True)]


def boltzmann_hamel(chart: Chart) -> Shares:
    """Boltzmann and Hamel's operator on the energy in quasi-velocities v = W q', q' = N v.

        h_r = (d/dt dT/dv_r at v' = 0) - sum_s dT/dq_s N_sr + sum_k p_k G^k_r,
        G^k_r = sum_s gamma^k_rs v_s,  gamma^k_rs = sum_ij (dW_ki/dq_j - dW_kj/dq_i) N_ir N_js

    with p = dT/dv; the coefficients gamma are computed by differentiation, along N v and along the columns of N.
    """
    local, N, W = chart.local, chart.N, chart.W
    momenta, slopes, _, rates = _of_energies(chart, [body.energy for body in chart.bodies])
    inertias = _inertias(chart)
    forces = [rate - N.T @ slope for rate, slope in zip(rates, slopes, strict=True)]
    if not W.is_constant():
        # p . (dW/dt) N, with dW/dt along q' = N v, less the derivative of p . W q' along the columns of N, q' constant.
        frozen, rate = ca.SX.sym("frozen", local.v.numel()), ca.SX.sym("rate", local.q.numel())
        along = directional(dense(W.T @ frozen), local.q, chart.qdot)
        across = ca.gradient(ca.dot(frozen, W @ rate), local.q)
        hamel = ca.Function("hamel", [frozen, rate, local.q, local.v], [N.T @ (along - across)])
        turning = [hamel.call([p, chart.qdot, local.q, local.v])[0] for p in momenta]
        forces = [h + more for h, more in zip(forces, turning, strict=True)]
    return list(zip(inertias, forces, strict=True))


def _of_energies(chart: Chart, energies: list[ca.SX]) -> tuple[list[ca.SX], ...]:
    """Of each energy T: dT/dv, dT/dq, d^2 T/dv^2 and the rate of dT/dv at v' = 0."""
    local, count = chart.local, chart.local.v.numel()
    variables = ca.vertcat(local.v, local.q)
    gradients = [dense(ca.gradient(T, variables)) for T in energies]
    momenta, slopes = [slope[:count] for slope in gradients], [slope[count:] for slope in gradients]
    every = ca.vertcat(*momenta)
    inertia, rate = ca.jacobian(every, local.v), directional(every, local.q, chart.qdot)
    parts = [slice(count * k, count * (k + 1)) for k in range(len(energies))]
    return momenta, slopes, [inertia[part, :] for part in parts], [rate[part] for part in parts]


def _inertias(chart: Chart) -> list[ca.SX]:
    """d^2 T/dv^2 of each body as m Jv^T Jv + Jw^T I Jw, with the partial velocities of v_c and of w in its own axes.

    The same as the second derivative of the energy, in fewer operations.
    """
    twists = ca.vertcat(*[column for body in chart.bodies for column in (body.centre.v, body.own_spin)])
    J, found = ca.jacobian(twists, chart.local.v), []
    for k, body in enumerate(chart.bodies):
        Jv, Jw = J[6 * k : 6 * k + 3, :], J[6 * k + 3 : 6 * k + 6, :]
        found.append(body.mass.mass * (Jv.T @ Jv) + Jw.T @ (body.mass.inertia @ Jw))
    return found


def ground_block(ground: Ground, arguments: Arguments) -> BlockType:
    """The ground as a block without variables: frames that depend on parameters only."""
    base = Frame.fixed()
    values = Values(arguments)
    frames = {"": base} | {name: base.at_place(*place_of(ground.points, values, name)) for name in ground.points}
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
        balance=no_balance,
        directions=(),
    )


def move_frame(first: Frame, relative: Frame) -> Frame:
    """Frame that has a relative pose and twist (in components of the first frame) to another one."""
    R, p, w, v = _compose(first.R, first.p, first.w, first.v, relative.R, relative.p, relative.w, relative.v)
    return Frame(R, p, w, v, add_turns(first.turn, relative.turn))


def moved_back(second: Frame, relative: Frame) -> Frame:
    """Frame to which another one has a relative pose and twist: the inverse of `move_frame`."""
    R, p, w, v = _compose_back(second.R, second.p, second.w, second.v, relative.R, relative.p, relative.w, relative.v)
    return Frame(R, p, w, v, add_turns(second.turn, None if relative.turn is None else -relative.turn))


TWO_FRAMES = ((3, 3), (3, 1), (3, 1), (3, 1)) * 2


@formulas(*TWO_FRAMES)
def _compose(
    R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, turn: ca.SX, shift: ca.SX, spin: ca.SX, slide: ca.SX
) -> tuple[ca.SX, ...]:
    arm = R @ shift
    return R @ turn, p + arm, w + R @ spin, v + cross(w, arm) + R @ slide


@formulas(*TWO_FRAMES)
def _compose_back(
    R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, turn: ca.SX, shift: ca.SX, spin: ca.SX, slide: ca.SX
) -> tuple[ca.SX, ...]:
    back = R @ turn.T
    arm, rate = back @ shift, w - back @ spin
    return back, p - arm, rate, v - cross(rate, arm) - back @ slide


def home_chart(body: Body, home: Home, arguments: Arguments) -> Chart:
    """Chart of a body whose coordinates are those of its home, relative to the world."""
    q, v = ca.SX.sym("q", len(home.coordinates)), ca.SX.sym("v", len(home.speeds))
    d = ca.SX.sym("d", 6)
    frames, charted = body_frames("", body, arguments, home.frame(q, v), d)
    local = Local(q, v, EMPTY, arguments.p, d)
    coordinate_singularity = home.coordinate_singularity(q)
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
        () if coordinate_singularity is None else (coordinate_singularity,),
    )


def joint_chart(body: Body, arguments: Arguments, joint: Joint, point: str, parent: tuple[BlockType, str]) -> Chart:
    """Chart of a body whose coordinates are those of the joint that holds it to a frame of the ground.

    With X the joint's motion and P the place of the joint on the body: body = parent X P^-1.
    """
    ground, key = parent
    q, v = ca.SX.sym("q", len(joint.coordinates)), ca.SX.sym("v", len(joint.speeds))
    d = ca.SX.sym("d", 6)
    joined = collect(joint.arguments).with_own_symbols()
    relative = with_values(joint, Values(joined)).motion(q, v)
    held, place = move_frame(ground.frames[key], relative), origin_from(arguments, body.points, point)
    frames, charted = body_frames("", body, arguments, held if place is None else held.at(*place), d)
    local = Local(q, v, EMPTY, ca.vertcat(ground.local.p, joined.p, arguments.p), d)
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


def block_of(chart: Chart, derivation: Derivation, name: str) -> BlockType:
    """Block type of a chart: inertia by a derivation, and the free-body balance of its bodies."""
    local = chart.local
    a = ca.SX.sym("a", local.v.numel())
    derived = [part for pair in derivation(chart) for part in pair]
    settled = iter(settle_all(derived, ca.vertcat(local.q, local.v), local.p))
    inertias = [Inertia(body.key, next(settled), dense(next(settled)), body.energy) for body in chart.bodies]
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
        balance=partial(balance, chart, a),
        directions=tuple(directions * len(chart.bodies)),
        requirements=tuple(condition for body in chart.bodies for condition in body.requirements),
        units=chart.units,
        masses={body.key: body.mass.mass for body in chart.bodies},
        coordinate_singularities=chart.coordinate_singularities,
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


def can_hold(joint: Joint, body: Body) -> bool:
    """Whether a joint's coordinates can be a body's own.

    A particle has no orientation to be held, a planar body is held only by a joint that leaves it in its plane.
    """
    if isinstance(body.kind, (PlanarPoint, SpatialPoint)):
        return False
    return body.spatial or (joint.explicit and moves_in_the_plane(nameless(joint)))


@cache
def moves_in_the_plane(joint: Joint) -> bool:
    """Whether a joint moves its second frame in the x-y plane of the first: as its motion says, not its name."""
    q, v = ca.SX.sym("q", len(joint.coordinates)), ca.SX.sym("v", len(joint.speeds))
    motion = joint.motion(q, v)
    out_of_plane = ca.vertcat(motion.p[2], motion.w[0], motion.w[1], motion.v[2])
    return motion.turn is not None and bool(out_of_plane.is_zero())

"""A whole random machine from a seed: bodies and modules, loops closed where the bodies happen to be, loads."""

from collections import defaultdict
from dataclasses import dataclass

import casadi as ca
import numpy as np

import linkwright as lw
from agreement.flat_description import Description
from agreement.free_bodies_more import MoreFreeBodies
from agreement.random_machines import SCALARS, Module, chain, module_inside, spring, use
from agreement.random_values import Scope
from agreement.states import random_states, readings
from linkwright import components as c
from linkwright.dynamics import Refused
from linkwright.model import Mechanism

WORLDS = ("space", "plane", "flat", "space", "rolling")
"""Categories, in turn with the seeds."""
LEAST_LENGTH = 1e-3
"""Of springs and dampers (m): their direction is known to twelve digits."""
KINDS = {
    "space": ("free", "free", "free", "euler", "planar", "particle"),
    "plane": ("planar", "planar", "planar", "point"),
    "flat": ("free", "free", "planar"),
}


@dataclass(frozen=True, eq=False)
class Drawn:
    """A random machine: its mechanism, numbers by full name, gravity, time of the states, and what is in it."""

    seed: int
    world: str
    mechanism: Mechanism
    numbers: dict
    gravity: tuple
    t: float
    loops: tuple
    driven: tuple
    contents: tuple


def draw(seed, world=None, bodies=None):
    """The machine of a seed; one that cannot move is drawn again.

    With a number of bodies it has about so many, and half of the seeds have frames at right angles only.
    """
    for attempt in range(20):
        try:
            drawn = _drawn(seed, attempt, world, bodies)
        except AssertionError as error:
            if "no consistent states" not in str(error):
                raise
            continue
        if drawn is not None:
            return drawn
    raise AssertionError(f"seed {seed}: no machine that moves in 20 attempts")


def _drawn(seed, attempt, world, bodies):
    random = np.random.default_rng([seed, attempt] if bodies is None else [seed, attempt, bodies])
    world = world or WORLDS[seed % len(WORLDS)]
    top = Module(f"machine_{seed}", "space" if world == "rolling" else world, Scope(random))
    top.right = bodies is not None and bool(random.integers(2))
    for key in ("L", "c")[: int(random.integers(3))]:
        top.scope.declare(key, float(random.uniform(0.6, 1.4)))
    kinds = KINDS[top.world]
    if world == "rolling":
        _rolling(top)
        chain(top, int(random.integers(2)) if bodies is None else bodies - 1, ("free",), rooted=True)
    elif bodies is not None:
        inside = int(random.integers(bodies))  # in modules
        chain(top, bodies - inside, kinds, rooted=True)
        template = None
        while inside > 0:
            if template is None or top.chance(0.4):
                template = module_inside(top, f"leg{inside}", kinds)
            use(top, f"leg{inside}", template)
            inside -= len(template.parts)
    else:
        chain(top, int(random.integers(1, 4)), kinds, rooted=True)
        if top.chance(0.35):
            template = module_inside(top, "leg", kinds)
            for k in range(1 + int(top.chance(0.6))):
                use(top, f"leg{k + 1}", template)
    gravity = tuple(random.normal(size=2 if world == "plane" else 3) * 6.0)
    t = float(random.uniform(0.0, 0.5))
    for k, body in enumerate(top.moored):
        spring(top, f"moor{k}", body)
    if (not top.parts and not top.uses) or not (dof := _dof(top, gravity)):
        return None
    loops, dof = _loops(top, gravity, dof) if world != "rolling" else ((), dof)
    driven = _drives(top, dof)
    _loads(top)
    mechanism = top.made(gravity)
    try:
        dynamics = lw.compile(lw.formalisms.newton_euler(mechanism))
        (state,) = random_states(dynamics, 1, [seed], t=t)
        dynamics.apply_join(state, np.zeros(len(dynamics.inputs)))
        if not lengths_exist(mechanism, _with_zero(top.values({})), readings(dynamics, state)):
            return None
        if bodies is not None:  # such a spring acts the shorter way round, another one in each formalism
            reads = [readings(dynamics, each) for each in random_states(dynamics, 12, [seed, 22], t=t)]
            if sum(winding(mechanism, _with_zero(top.values({})), read) < np.pi for read in reads) < len(reads) / 2:
                return None
    except Refused:  # a drive on something that cannot move so
        return None
    contents = tuple(sorted({type(each).__name__ for each in mechanism.connections.values()}))
    return Drawn(seed, world, mechanism, _with_zero(top.values({})), gravity, t, loops, driven, contents)


def lengths_exist(mechanism, numbers, read):
    """Whether springs and dampers between points have a length: not where a joint holds the points together."""
    oracle = MoreFreeBodies(mechanism, numbers, np.zeros(3), read, defaultdict(float))
    pairs = [
        [oracle.point(path + frame).p for frame in item.frames]
        for item, path in oracle.d.connections.values()
        if isinstance(item, c.Spring | c.Damper)
    ]
    return all(np.linalg.norm(second - first) > LEAST_LENGTH for first, second in pairs)


def winding(mechanism, values, read):
    """How far springs on angles are turned, the most of them."""
    description = Description().add(mechanism)
    found = [0.0]
    for name, (item, path) in description.connections.items():
        if isinstance(item, c.JointSpring):
            full = description.full(path + item.quantity)
            if full.rpartition(".")[2].startswith("angle"):
                found.append(abs(read.positions[full] - values.get(f"{name}.rest", 0.0)))
    return max(found)


def draw_driven(seed, bodies=None):
    """A tree with a drive on every coordinate of its joints, and the names of these; springs and dampers besides."""
    random = np.random.default_rng([seed, 33] if bodies is None else [seed, 33, bodies])
    world = ("space", "plane")[seed % 2]
    top = Module(f"driven_{seed}", world, Scope(random), scalar=True)
    top.right = bodies is not None and bool(random.integers(2))
    top.scope.declare("L", float(random.uniform(0.6, 1.4)))
    while not top.connections:
        chain(top, bodies or int(random.integers(1, 4)), ("free",) if world == "space" else ("planar",), rooted=False)
        loose = next(iter(top.parts))
        top.joint("root", "ground", loose, top.parts[loose])
    names = _quantities(top)
    for k, name in enumerate(names):
        top.connections[f"d{k}"] = (c.Force if name.rpartition(".")[2] in ("slide", "x", "y") else c.Torque)(name, "u")
    for name in top.parts:
        spring(top, f"s_{name}", name)
    top.connections["oil"] = c.JointDamper(names[0], top.number("oil.damping", 0.7, positive=True))
    gravity = tuple(random.normal(size=2 if world == "plane" else 3) * 6.0)
    return top.made(gravity), names


def _with_zero(numbers):
    return {name: float(value) for name, value in numbers.items()}


def _rolling(top):
    """A wheel, a ball or a blade on a plane of the ground, or a disc on a line."""
    kind = top.choose(("disc", "torus", "ball", "edge", "line"))
    if kind == "line":
        top.world = "plane"
        top.body("b0", "planar")
        radius = top.number("roll.radius", top.random.uniform(0.2, 0.5), positive=True)
        top.connections["roll"] = c.RollingOnLine(top.mount("ground"), top.mount("b0"), radius=radius)
        return
    part = top.body("b0", "free")
    ground = top.mount("ground")
    if kind == "edge":
        on = top.mount("b0")
        top.connections["table"] = c.PlanarJoint(ground, on)
        top.connections["edge"] = c.KnifeEdge(ground, top.choose([on, "b0", "b0.centre"]))
        return
    make = {"disc": c.RollingDisc, "torus": c.RollingTorus, "ball": c.RollingBall}[kind]
    radius = {"radius": top.number("roll.radius", top.random.uniform(0.3, 0.6), positive=True)}
    if kind == "torus":
        radius["tube"] = top.number("roll.tube", top.random.uniform(0.03, 0.1), positive=True)
    carrier = ground
    if top.chance(0.4):  # on a plane that moves
        top.body("b1", "free")
        top.connections["plane"] = c.Prismatic(ground, "b1", axis="x") if kind != "ball" else c.Revolute(ground, "b1")
        carrier = "b1"
    top.connections["roll"] = make(
        carrier, top.choose(["b0", "b0.centre", top.place("b0", part.points, flat=False)]), **radius
    )
    top.reference |= {"b0.z": 0.4}


def _compiled(top, gravity):
    return lw.compile(lw.formalisms.newton_euler(top.made(gravity)))


def _dof(top, gravity):
    """Degrees of freedom; none of a machine with an edge that a right angle has set upright, which is refused."""
    try:
        dynamics = _compiled(top, gravity)
    except Refused as refused:
        if "the edge has no side" in str(refused):
            return 0
        raise
    (state,) = random_states(dynamics, 1, [top.random.integers(1 << 30)])
    return dynamics.complement(state).shape[1]


def _loops(top, gravity, dof):
    """Joints that close loops, placed where two bodies are in a random configuration, which becomes the reference."""
    cost = {"space": 3, "plane": 2, "flat": 2}[top.world]
    bodies = [name for name, part in top.parts.items() if part.kind in ("free", "planar", "euler")]
    if not bodies or dof <= cost or not top.chance(0.6):
        return (), dof
    mechanism = top.made(gravity)
    dynamics = lw.compile(lw.formalisms.newton_euler(mechanism))
    (state,) = random_states(dynamics, 1, [top.random.integers(1 << 30)])
    read = readings(dynamics, state)
    g = np.zeros(3)
    oracle = MoreFreeBodies(mechanism, _with_zero(top.values({})), g, read, dict.fromkeys(dynamics.inputs, 0.0))
    hosts = [*bodies, *top.inner]
    first = top.choose(hosts)
    others = [name for name in [*bodies, "ground"] if name != first]
    second = top.choose(others)
    on = (
        top.mount(first, flat=top.world == "flat")
        if first in top.inner
        else first + ("" if top.world == "flat" else top.choose(["", ".centre"]))
    )
    spot = oracle.point(on)
    R, p = oracle.pose[second][:2] if second != "ground" else (np.eye(3), np.zeros(3))
    make = c.Spherical if top.world == "space" else top.choose([c.Revolute, c.Revolute, c.PinInSlot])
    if first in top.inner and top.uses[first][1][0].parts["b0"].kind == "point":
        make = c.Revolute  # a particle takes no moment, as the force of a pin beside it would give
    slide = float(top.random.uniform(-0.2, 0.2)) if make is c.PinInSlot else 0.0
    local = R.T @ (spot.p + slide * spot.R[:, 0] - p)
    if top.world != "space" and abs(local[2]) > 1e-9:  # a body that floats has left the plane
        return (), dof
    at = local if top.world == "space" else local[:2]
    table = top.ground if second == "ground" else top.parts[second].points
    share, top.scope.share = top.scope.share, 0.0  # its place must fit: no formula
    other = top.place(second, table, flat=len(at) == 2, at=at, angle=None)
    top.scope.share = share
    ends = [on, other]
    if make is not c.PinInSlot and top.chance(0.5):
        ends.reverse()
    top.connections["loop"] = make(*ends)
    positions = {name: value for name, value in read.positions.items() if name.rpartition(".")[0] in oracle.number}
    top.reference |= {name: float(value) for name, value in positions.items()}
    dynamics = _compiled(top, gravity)
    return ("loop",), dynamics.complement(dynamics.reference).shape[1]


def _quantities(top):
    """Joint quantities of the outermost module, in random order."""
    points = {name for name, part in top.parts.items() if part.kind in ("point", "particle")}
    points |= {name for name, (_, (module, _)) in top.uses.items() if module.parts["b0"].kind in ("point", "particle")}
    found = [
        f"{name}.{key}"
        for name, joint in top.connections.items()
        for key in SCALARS.get(type(joint), ())
        if not {end.split(".")[0] for end in joint.frames} & points  # a particle takes no moment
    ]
    return [found[k] for k in top.random.permutation(len(found))]


def _drives(top, dof):
    """Prescribed motions, constant speeds and motors with gears, at most one of each."""
    free = [name for name in _quantities(top) if name.split(".")[0] not in ("loop", "roll", "plane")]
    driven = []
    if free and dof > 2 and top.chance(0.3):
        name = free.pop()
        a, w, z = top.random.uniform(0.1, 0.4), top.random.uniform(1.0, 3.0), 0.0
        if top.reference:
            return tuple(driven)
        top.connections["guide"] = c.Prescribed(name, z + a * ca.sin(w * lw.t + 0.2))
        driven.append(name)
        dof -= 1
    if free and dof > 2 and top.chance(0.15):
        name = free.pop()
        top.connections["keep"] = c.ConstantSpeed(name, top.number("keep.speed", top.random.uniform(0.2, 1.0)))
        driven.append(name)
    if free and dof > 1 and top.chance(0.3):
        name = free.pop()
        values = {"J": 2e-2, "L": 0.1, "R": 1.5, "Kt": 0.5, "Ke": 0.4, "b": 1e-2}
        given = {key: value * float(top.random.uniform(0.5, 2.0)) for key, value in values.items()}
        for key, value in given.items():
            top.numbers[f"motor.{key}"] = lambda _, value=value: value
        top.motors["motor"] = c.DCMotor(**given)
        ratio = top.number("gear.ratio", top.random.uniform(2.0, 8.0) * top.choose((-1.0, 1.0)))
        top.connections["gear"] = c.Gear("motor.omega", name, ratio=ratio)
    return tuple(driven)


def _loads(top):
    """Springs, dampers, torques and forces on joints and between points; wrenches."""
    flat = top.world == "plane"
    for k, name in enumerate(_quantities(top)[:3]):
        slides = name.rpartition(".")[2] in ("slide", "x", "y", "z")
        kind = top.choose(("torque", "constant", "spring", "damper", "none"))
        key = f"q{k}"
        if kind == "torque":
            top.connections[key] = (c.Force if slides else c.Torque)(name)
        elif kind == "constant":
            top.connections[key] = (c.Force if slides else c.Torque)(name, value=top.number(f"{key}.value", 1.7))
        elif kind == "spring":
            stiffness = top.number(f"{key}.stiffness", top.random.uniform(1.0, 9.0), positive=True)
            top.connections[key] = c.JointSpring(name, stiffness, rest=top.number(f"{key}.rest", 0.2))
        elif kind == "damper":
            damping = top.number(f"{key}.damping", top.random.uniform(0.1, 2.0), positive=True)
            top.connections[key] = c.JointDamper(name, damping)
    owners = [*top.parts, *top.inner]
    for k in range(int(top.random.integers(3))):
        first = top.choose(owners)
        second = top.choose([name for name in (*owners, "ground") if name != first])
        ends = [top.mount(first), top.mount(second, fresh=True)]
        key = f"p{k}"
        if top.chance(0.5):
            stiffness = top.number(f"{key}.stiffness", top.random.uniform(1.0, 9.0), positive=True)
            length = top.number(f"{key}.length", 0.3, positive=True) if top.chance(0.7) else 0.0
            top.connections[key] = c.Spring(*ends, stiffness=stiffness, length=length)
            top.numbers.setdefault(f"{key}.length", lambda _: 0.0)
        else:
            damping = top.number(f"{key}.damping", top.random.uniform(0.1, 2.0), positive=True)
            top.connections[key] = c.Damper(*ends, damping=damping)
    for k in range(int(top.random.integers(3))):
        owner = top.choose(owners)
        point = top.mount(owner)
        turns = (top.parts[owner] if owner in top.parts else top.uses[owner][1][0].parts["b0"]).kind
        turns = turns not in ("point", "particle")
        if turns and top.chance(0.5):
            top.connections[f"w{k}"] = c.Wrench(point, spatial=not flat)
        else:
            direction = tuple(top.random.normal(size=2 if flat else 3))
            top.connections[f"w{k}"] = c.PointForce(point, direction=direction)


__all__ = ["WORLDS", "Drawn", "draw", "draw_driven"]

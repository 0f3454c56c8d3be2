"""Random machines for motions: those of `draw`, and ones with what it does not have.

"loops": two or three loops in space, closed by universal, cylindrical and screw joints, by hinges and balls;
"flat": several loops of bodies in space whose joints all turn about z, redundant by three each;
"hinges": doors on two hinges with one axis; "light": bodies of very little mass, or none; "energy": a part given by its
energies, tied to a joint.
"""

from dataclasses import dataclass

import numpy as np

import linkwright as lw
from agreement.free_bodies_more import SWING, MoreFreeBodies
from agreement.random_drawing import Drawn, _dof, _drives, _loads, _quantities, _with_zero, draw
from agreement.random_machines import Module, chain, spring
from agreement.random_values import Scope
from agreement.states import random_states, readings
from linkwright import components as c
from linkwright.dynamics import Refused
from linkwright.symbolic import Pose

SORTS = ("any", "loops", "energy", "flat", "any", "hinges", "any", "light")
"""In turn with the seeds."""
COST = {c.Spherical: 3, c.Universal: 4, c.Cylindrical: 4, c.Revolute: 5, c.Screw: 5, c.Prismatic: 5, c.PlanarJoint: 3}
"""Freedoms that a joint in space takes."""
LIGHT = 1e-6
"""Share of a usual mass that a light body has."""
SPANS = {"m": (0.2, 1.0), "s": (0.0, 0.5), "k": (1.0, 20.0), "c": (0.0, 20.0), "d": (0.0, 1.0)}
"""Numbers of parts by energy."""
LEAST = 1e-3
"""Inertia that every motion of a machine with light bodies moves (kg, kg m^2)."""


def draw_motion(seed, sort=None):
    """The machine of a seed; one that cannot move is drawn again."""
    sort = sort or SORTS[seed % len(SORTS)]
    if sort == "any":
        return draw(seed)
    return drawn_until(seed, lambda attempt: finished(described(seed, attempt, sort), seed, sort))


def drawn_until(seed, make):
    """What `make(attempt)` gives first that is not None."""
    for attempt in range(30):
        try:
            found = make(attempt)
        except AssertionError as error:
            if "no consistent states" not in str(error) and "no motion away" not in str(error):
                raise
            continue
        except Refused:  # a drive on what cannot move so, a spring between points that a joint holds together
            continue
        if found is not None:
            return found
    raise AssertionError(f"seed {seed}: no machine that moves in 30 attempts")


@dataclass(frozen=True, eq=False)
class Described:
    """A machine that is still being described, its gravity, loops and driven quantities."""

    top: Module
    gravity: tuple
    loops: tuple
    driven: tuple


def described(seed, attempt, sort):
    """A tree of bodies, closed by joints, with drives and loads; None where that is not of the sort."""
    random = np.random.default_rng([seed, attempt, 61])
    world = {"loops": "space", "flat": "flat"}.get(sort) or ("space", "flat", "plane")[int(random.integers(3))]
    if sort == "hinges" and world == "plane":
        world = "space"
    top = Module(f"moving_{seed}", world, Scope(random))
    top.scope.declare("L", float(random.uniform(0.6, 1.4)))
    kinds = {"space": ("free", "free", "free", "euler"), "flat": ("free",), "plane": ("planar",)}[world]
    chain(top, int(random.integers(2, 5)), kinds, rooted=True)
    gravity = tuple(random.normal(size=2 if world == "plane" else 3) * 6.0)
    for k, body in enumerate(top.moored):
        spring(top, f"moor{k}", body)
    if sort == "hinges" and not _hinged(top):
        return None
    dof = _dof(top, gravity)
    several = sort in ("loops", "flat")
    loops = []
    for k in range(int(random.integers(2, 4)) if several else int(random.integers(2))):
        if _closed(top, gravity, f"loop{k}", dof):
            left = _dof(top, gravity)
            if left == dof:  # between two bodies that nothing moves against each other
                return None
            loops.append(f"loop{k}")
            dof = left
    if (several and len(loops) < 2) or (sort == "light" and not _lightened(top)):
        return None
    driven = _drives(top, dof)
    if sort == "energy" and not _swung(top):
        return None
    _loads(top)
    return Described(top, gravity, tuple(loops), driven)


def finished(machine, seed, sort):
    """The machine as the package has it; None where it cannot be computed with."""
    if machine is None:
        return None
    top, gravity = machine.top, machine.gravity
    mechanism = top.made(gravity)
    dynamics = lw.compile(lw.formalisms.newton_euler(mechanism))
    (state,) = random_states(dynamics, 1, [seed], t=0.0)
    S = dynamics.apply_join(state, np.zeros(len(dynamics.inputs))).S
    if sort == "light":  # what is light must follow others: on its own it would be flung about by any load
        S, _ = np.linalg.qr(S)
        M = dynamics.numbers(state, np.zeros(len(dynamics.inputs)))[0]
        if np.min(np.linalg.eigvalsh(S.T @ M @ S), initial=np.inf) < LEAST:
            return None
    contents = tuple(sorted({type(each).__name__ for each in mechanism.connections.values()}))
    numbers = _with_zero(top.values({}))
    world = f"{sort} {top.world}"
    return Drawn(seed, world, mechanism, numbers, gravity, 0.0, machine.loops, machine.driven, contents)


def put(top, owner, at, angle=0.0, axis="z"):
    """A new place on a body or the ground with given numbers."""
    table = top.ground if owner == "ground" else top.parts[owner].points
    key = f"N{len(table)}"
    numbers = {**{f"{key}_{a}": e for a, e in zip("xyz", at, strict=False)}, f"{key}_angle": angle}
    for name, number in numbers.items():
        top.numbers[f"{owner}.{name}"] = lambda _, number=float(number): number
    table[key] = Pose(tuple(float(e) for e in at), float(angle), axis)
    return f"{owner}.{key}"


def _closed(top, gravity, name, dof, among=tuple(COST)):
    """One joint more between two bodies, where these are in a random configuration, which becomes the reference."""
    makes = [make for make in among if COST[make] < dof]
    if top.world != "space":
        makes = [c.Revolute, c.Revolute, c.PinInSlot] if dof > 2 else []
    bodies = [key for key, part in top.parts.items() if part.kind in ("free", "planar", "euler")]
    if not makes or not bodies:
        return False
    mechanism = top.made(gravity)
    dynamics = lw.compile(lw.formalisms.newton_euler(mechanism))
    (state,) = random_states(dynamics, 1, [int(top.random.integers(1 << 30))])
    read = readings(dynamics, state)
    numbers, idle = _with_zero(top.values({})), dict.fromkeys(dynamics.inputs, 0.0)
    oracle = MoreFreeBodies(mechanism, numbers, np.zeros(3), read, idle)
    first = top.choose(bodies)
    second = top.choose([key for key in [*bodies, "ground"] if key != first])
    R, p = oracle.pose[first][:2]
    Q, o = oracle.pose[second][:2] if second != "ground" else (np.eye(3), np.zeros(3))
    flat = top.world != "space"
    if flat and abs(p[2] - o[2]) > 1e-9:  # a body that floats has left the plane
        return False
    make = top.choose(makes)
    place = top.random.uniform(-0.5, 0.5, 2 if flat else 3)
    spot = p + R @ [*place, 0.0][:3]
    turned = other = (0.0, "z")
    if flat:
        if make is c.PinInSlot:
            spot = spot + top.random.uniform(-0.2, 0.2) * R[:, 0]
    elif make is c.Universal:  # x of the first across y of the second
        u = Q.T @ R[:, 0]
        other = (np.arctan2(-u[1], u[2]), "x")
    elif make is not c.Spherical:  # an axis across x of both bodies lies in the y-z plane of each
        d = np.cross(R[:, 0], Q[:, 0])
        if np.linalg.norm(d) < 0.3:
            return False
        d /= np.linalg.norm(d)
        turned, other = ((np.arctan2(-e[1], e[2]), "x") for e in (R.T @ d, Q.T @ d))
        if make is c.PlanarJoint:
            spot = spot + top.random.uniform(-0.2, 0.2) * R[:, 0]
        elif make in (c.Cylindrical, c.Screw):
            spot = spot + top.random.uniform(-0.2, 0.2) * d
        if make is c.Prismatic:
            return False  # frames would have to be parallel, which places turned about one axis cannot be
    local = (Q.T @ (spot - o))[: len(place)]
    ends = [put(top, first, place, *turned), put(top, second, local, *other)]
    options = {}
    if make is c.Screw:
        options["pitch"] = top.number(f"{name}.pitch", top.random.uniform(-1.0, 1.0))
    top.connections[name] = make(*ends, **options)
    positions = {key: value for key, value in read.positions.items() if key.rpartition(".")[0] in oracle.number}
    top.reference |= {key: float(value) for key, value in positions.items()}
    return True


def _hinged(top):
    """A second hinge on the axis of one that is there; whether there was one."""
    hinges = [(key, joint) for key, joint in top.connections.items() if type(joint) is c.Revolute]
    for key, joint in hinges:
        ends = []
        along = float(top.random.uniform(0.2, 0.5))
        for end in joint.frames:
            owner, _, point = end.partition(".")
            if point == "centre":
                at, angle, axis = top.values({}), 0.0, "z"
                at = [at.get(f"{owner}.centre_{a}", 0.0) for a in "xyz"]
            else:
                numbers = top.values({})
                table = top.ground if owner == "ground" else top.parts[owner].points
                at = [numbers.get(f"{owner}.{point}_{a}", 0.0) if point else 0.0 for a in "xyz"]
                angle = numbers.get(f"{owner}.{point}_angle", 0.0) if point else 0.0
                axis = Pose.of(table[point]).axis if point else "z"
            k, n = "xyz".index(axis), "xyz".index(joint.axis)
            R = np.eye(3)
            a, b = (k + 1) % 3, (k + 2) % 3
            R[a, a] = R[b, b] = np.cos(angle)
            R[b, a], R[a, b] = np.sin(angle), -np.sin(angle)
            ends.append(put(top, owner, np.array(at) + along * R[:, n], angle, axis))
        top.connections[f"{key}_again"] = c.Revolute(*ends, axis=joint.axis)
    return bool(hinges)


def _swung(top):
    """A part by energies, tied to a joint: T = m (1 + s x^2) x'^2 / 2, V = k x^2 / 2 + c x^4 / 4, D = d x'^2 / 2."""
    names = [name for name in _quantities(top) if not name.startswith("loop")]
    if not names:
        return False
    values = {key: float(top.random.uniform(*span)) for key, span in SPANS.items()}
    top.motors["swing"] = c.EnergyPart(
        {"x": ("m", "deflection")},
        kinetic=lambda _t, q, v, _u, p: p.m * (1 + p.s * q.x**2) * v.x**2 / 2,
        potential=lambda _t, q, _v, _u, p: p.k * q.x**2 / 2 + p.c * q.x**4 / 4,
        dissipation=lambda _t, _q, v, _u, p: p.d * v.x**2 / 2,
        parameters=values,
        name=SWING,
    )
    for key, value in values.items():
        top.numbers[f"swing.{key}"] = lambda _, value=value: value
    ratio = top.number("link.ratio", top.random.uniform(0.5, 2.0))
    top.connections["link"] = c.Gear("swing.x", names[0], ratio=ratio)
    return True


def _lightened(top):
    """Take the mass of one body that stands between others, or nearly all of it; whether there is one."""
    held = [end.split(".")[0] for joint in top.connections.values() if hasattr(joint, "frames") for end in joint.frames]
    inner = [key for key, part in top.parts.items() if held.count(key) > 1 and part.kind in ("free", "planar")]
    if not inner:
        return False
    name = top.choose(inner)
    share = top.choose((0.0, LIGHT))
    part = top.parts[name]
    part.mass = part.mass * share
    part.inertia = tuple(e * share for e in part.inertia) if isinstance(part.inertia, tuple) else part.inertia * share
    for key in list(top.numbers):
        if key == f"{name}.mass" or key.startswith(f"{name}.inertia"):
            top.numbers[key] = lambda env, at=top.numbers[key]: share * at(env)
    return True

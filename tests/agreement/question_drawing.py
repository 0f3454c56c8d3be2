"""Random machines for every question.

Modules in modules, each with a gravity of its own or none, wheels beside planar joints, end stops, prescribed motions,
loops closed by any joint, bodies without mass, joints of the user's own class. `draw_asked(seed)` gives an `Asked`.
Where a machine has no motors it has so many drives that any motion can be had.
"""

from dataclasses import dataclass, fields

import numpy as np
from scipy.linalg import null_space, qr

import linkwright as lw
from agreement.flat_description import Description
from agreement.free_bodies_more import MoreFreeBodies
from agreement.motion_drawing import LEAST, _closed, _lightened, drawn_until
from agreement.random_drawing import KINDS, _drives, _loads, _quantities, lengths_exist
from agreement.random_machines import Module, chain, spring, use
from agreement.random_values import Scope
from agreement.states import random_states, readings
from linkwright import components as c
from linkwright.model import Mechanism, PlanarPoint, SpatialPoint

SORTS = ("space", "plane", "carrier", "flat", "loops")
"""In turn with the seeds."""
CLOSING = (c.Screw, c.Universal, c.Screw, c.Universal, c.Cylindrical, c.Revolute, c.PlanarJoint, c.Spherical)
"""Joints that close loops in space."""
OWN = {
    make: type(f"Own{make.__name__}", (make,), {"__doc__": "A joint of the user's own class."})
    for make in (
        c.Revolute, c.Prismatic, c.Cylindrical, c.Screw, c.PinInSlot, c.Fixed, c.Universal, c.Spherical, c.PlanarJoint,
        c.FreeJoint, c.RollingDisc, c.RollingTorus, c.JointSpring, c.Torque, c.EndStop,
    )
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Asked:
    """A random machine, its numbers by full name, and the full names of what the questions are about."""

    seed: int
    sort: str
    mechanism: Mechanism
    numbers: dict
    loops: tuple
    stops: dict
    contents: tuple
    t: float = 0.0

    @property
    def moving(self):
        """Whether a constraint moves by itself."""
        return bool({"Prescribed", "ConstantSpeed"} & set(self.contents))

    @property
    def motors(self):
        """Whether there are currents."""
        return "Gear" in self.contents

    @property
    def holonomic(self):
        """Whether all constraints stand on positions."""
        return not {"RollingDisc", "RollingTorus", "Gear", "ConstantSpeed", "Screw"} & set(self.contents)

    def free_bodies(self, read, inputs):
        """The machine at a state that was read, by free-body diagrams."""
        return MoreFreeBodies(self.mechanism, self.numbers, None, read, inputs)


def draw_asked(seed):
    """The machine of a seed; one that cannot move is drawn again."""
    return drawn_until(seed, lambda attempt: _asked(seed, attempt))


def _asked(seed, attempt):
    random = np.random.default_rng([seed, attempt, 91])
    sort = SORTS[seed % len(SORTS)]
    top = Module(f"asked_{seed}", "space" if sort in ("carrier", "loops") else sort, Scope(random))
    for key in ("L", "c")[: int(random.integers(3))]:
        top.scope.declare(key, float(random.uniform(0.6, 1.4)))
    kinds = KINDS[top.world]
    if sort == "carrier":
        _carrier(top)
    if sort in ("carrier", "loops"):
        kinds = ("free",)
    chain(top, int(random.integers(*{"carrier": (0, 3), "loops": (2, 5)}.get(sort, (1, 4)))), kinds, rooted=True)
    if top.chance(0.6) and len(top.parts) < 4:
        template = nested(top, "leg", kinds, 1 + int(random.integers(2)))
        for k in range(1 + int(top.chance(0.3))):
            use(top, f"leg{k + 1}", template)
    for k, body in enumerate(top.moored):
        spring(top, f"moor{k}", body)
    if not top.connections or not (dof := len(_at_a_state(top, seed, sort)[1].T)):
        return None
    loops = []
    for k in range(int(random.integers(*{"carrier": (0, 1), "loops": (1, 4)}.get(sort, (0, 3))))):
        if _closed(top, None, f"loop{k}", dof, CLOSING):
            left = len(_at_a_state(top, seed, sort)[1].T)
            if left == dof:  # between two bodies that nothing moves against each other
                return None
            loops, dof = [*loops, f"loop{k}"], left
    if sort == "loops" and not loops:
        return None
    light = top.chance(0.2) and _lightened(top)
    _drives(top, dof)
    _loads(top)
    if not _lasting(top, seed, sort, light=light):
        return None
    gravity = _gravity(top, 0.7)
    return _wrapped(top, seed, sort, gravity, tuple(loops))


def nested(outer, name, kinds, depth):
    """A module of a few bodies, another one inside it where the depth is more than 1, perhaps with its own gravity."""
    scope = outer.scope.inside()
    module = Module(name, outer.world, scope)
    for key in ("a", "k")[: 1 + int(module.chance(0.5))]:
        scope.declare(f"{key}{depth}", float(module.random.uniform(0.6, 1.4)))
    module.rooted = module.chance(0.4)
    scope.share = 0.5
    chain(module, 1 + int(module.chance(0.3)), kinds, rooted=module.rooted)
    if depth > 1:
        use(module, "toe", nested(module, "toe", kinds, depth - 1))
    for k, body in enumerate(module.moored):
        spring(module, f"moor{k}", body)
    module.mount("b0", fresh=True, flat=module.parts["b0"].flat or module.world == "flat")
    _own_classes(module)
    module.template = module.made(_gravity(module, 0.7))
    return module


def _gravity(module, share):
    """Gravity along no axis, of numbers or formulas, or none."""
    if not module.chance(share):
        return None
    size = 2 if module.world == "plane" else 3
    return tuple(module.number(f"gravity_{axis}", 6.0 * module.random.normal()) for axis in "xyz"[:size])


def _own_classes(module, share=0.25):
    """Some connections of the user's own classes."""
    for name, item in module.connections.items():
        if type(item) in OWN and module.chance(share):
            arguments = {each.name: getattr(item, each.name) for each in fields(item)}
            module.connections[name] = OWN[type(item)](**arguments)


def _carrier(top):
    """A carrier on a planar joint as high as the centres of its wheels, which roll on the floor.

    Its heights are said twice, and the side slip of two wheels on one axle too.
    """
    size, tube = float(top.random.uniform(0.2, 0.5)), float(top.random.uniform(0.02, 0.08)) if top.chance(0.4) else 0.0
    radius, at = top.scope.number(size, positive=True)
    place = top.random.uniform(-0.5, 0.5, 2)
    top.ground["H"] = (*place.tolist(), radius + tube)
    for axis, value in zip("xy", place, strict=True):
        top.numbers[f"ground.H_{axis}"] = lambda _, value=float(value): value
    top.numbers["ground.H_z"] = lambda env: at(env) + tube
    carrier = top.body("b0", "free")
    top.connections["level"] = c.PlanarJoint("ground.H", "b0")
    aside = float(top.random.uniform(0.2, 0.5))
    ahead = float(top.random.uniform(-0.3, 0.3))
    for k, side in enumerate((1.0, -1.0)[: 1 + int(top.chance(0.5))]):
        top.body(f"b{k + 1}", "free")
        carrier.points[f"W{k}"] = (ahead, side * aside, 0.0)
        for axis, value in zip("xyz", (ahead, side * aside, 0.0), strict=True):
            top.numbers[f"b0.W{k}_{axis}"] = lambda _, value=value: value
        top.connections[f"axle{k}"] = c.Revolute(f"b0.W{k}", f"b{k + 1}", axis="y")
        make, options = (c.RollingTorus, {"tube": tube}) if tube else (c.RollingDisc, {})
        top.connections[f"roll{k}"] = make("ground", f"b{k + 1}", radius=radius, **options)
        top.numbers[f"roll{k}.radius"] = at
        top.numbers[f"roll{k}.tube"] = lambda _: tube


# -- what needs a state: loads with a direction, drives on every degree of freedom, stops around where it is
# -----------------


def base_of(sort):
    """The formalism that states are made with: in coordinates of joints a carrier on wheels has no gaps to close."""
    return "kane" if sort == "carrier" else "newton_euler"


def _at_a_state(top, seed, sort):
    """Free bodies at a random state, a basis of the speeds that the constraints leave, and readings."""
    mechanism = top.made(None)
    dynamics = lw.compile(getattr(lw.formalisms, base_of(sort))(mechanism))
    (state,) = random_states(dynamics, 1, [seed])
    dynamics.apply_join(state, np.zeros(len(dynamics.inputs)))
    read = readings(dynamics, state)
    numbers = {name: float(value) for name, value in top.values({}).items()}
    idle = {dynamics.equations.aliases.get(name, name): 0.0 for name in dynamics.inputs}
    oracle = MoreFreeBodies(mechanism, numbers, np.zeros(3), read, idle)
    A, _ = oracle.constraints()
    return oracle, null_space(A, rcond=1e-9) if len(A) else np.eye(oracle.n), read


def _lasting(top, seed, sort, *, light):
    """Add drives and stops; whether the machine can be computed with."""
    oracle, S, read = _at_a_state(top, seed, sort)
    if light and np.min(np.linalg.eigvalsh(S.T @ oracle.M @ S), initial=np.inf) < LEAST:
        return False
    if not lengths_exist(top.made(None), {name: float(value) for name, value in top.values({}).items()}, read):
        return False
    if not top.motors:
        _actuated(top, oracle, S)
    names = [name for name in _quantities(top) if name in read.positions and _moves(oracle, name, S)]
    if names and top.chance(0.3):
        middle = read.positions[names[0]]
        reach = top.random.uniform(0.2, 0.6, 2)
        top.connections["stop"] = c.EndStop(
            names[0], float(middle - reach[0]), float(middle + reach[1]), restitution=0.5
        )
    _own_classes(top)
    return True


def _moves(oracle, name, S):
    """Whether a quantity changes with the degrees of freedom."""
    return bool(np.linalg.norm(oracle.speed(name)[0] @ S) > 0.05)


def _actuated(top, oracle, S):
    """Drives on independent quantities of joints, then wrenches on bodies, until every degree of freedom has one."""
    rows, makes = [], []
    for name in _quantities(top):
        slides = name.rpartition(".")[2] in ("slide", "x", "y", "z")
        rows.append(oracle.speed(name)[0] @ S)
        makes.append(lambda name=name, slides=slides: (c.Force if slides else c.Torque)(name, "u"))
    chosen = _independent_rows(np.array(rows).reshape(-1, S.shape[1]))
    for k in chosen:
        top.connections[f"drive{k}"] = makes[k]()
    if len(chosen) == S.shape[1]:
        return
    for k, (name, body) in enumerate(oracle.d.bodies.items()):
        key = f"wrench{k}"
        if isinstance(body.kind, PlanarPoint | SpatialPoint):
            for axis in np.eye(3 if body.spatial else 2):
                top.connections[f"{key}_{int(np.argmax(axis))}"] = c.PointForce(name, direction=tuple(axis.tolist()))
        else:
            top.connections[key] = c.Wrench(name, spatial=body.spatial)


def _independent_rows(rows, share=1e-2):
    """Rows that a pivoted QR takes first, as long as they are well independent."""
    if not rows.size:
        return []
    _, R, order = qr(rows.T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    return [int(k) for k, size in zip(order, sizes, strict=False) if size > share * sizes[0] and size > share]


def _wrapped(top, seed, sort, gravity, loops):
    """The machine inside none, one or two empty mechanisms with gravities of their own."""
    mechanism, prefix = top.made(gravity), ""
    numbers = {name: float(value) for name, value in top.values({}).items()}
    for level in range(int(top.random.integers(3))):
        inner = f"cell{level}"
        numbers = {f"{inner}.{name}": value for name, value in numbers.items()}
        prefix = f"{inner}.{prefix}"
        outer = None
        if top.chance(0.5):
            outer = tuple((6.0 * top.random.normal(size=2 if top.world == "plane" else 3)).tolist())
            numbers |= {f"gravity_{axis}": value for axis, value in zip("xyz", outer, strict=False)}
        mechanism = Mechanism(f"level{level}", {inner: mechanism}, gravity=outer)
    stop = top.connections.get("stop")
    stops = {} if stop is None else {prefix + stop.quantity: (stop.lower, stop.upper)}
    connections = Description().add(mechanism).connections.values()
    contents = {base.__name__ for each, _ in connections for base in type(each).__mro__}
    return Asked(seed, sort, mechanism, numbers, tuple(prefix + name for name in loops), stops, tuple(sorted(contents)))

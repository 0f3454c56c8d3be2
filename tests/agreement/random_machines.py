"""Random machines through the public interface, from a seed: bodies, joints and where they are mounted, modules.

`draw(seed)` gives a `Drawn`: the mechanism, and the numbers that the free-body reference needs under the full names of
parameters, computed here and not read back. Worlds: "plane" (planar bodies), "space" (bodies in space, planar ones and
particles among them) and "flat" (bodies in space and planar ones whose joints all turn about z: loops are redundant).
"""

from dataclasses import dataclass, field

import numpy as np

from agreement.random_values import Scope
from linkwright import components as c
from linkwright.model import Body, FreeEulerAngles, Ground, Mechanism, PointMass
from linkwright.symbolic import Pose

SEQUENCES = ("zxz", "xyz", "zyx", "yxy", "xzy", "yzx")
AXES = ("x", "y", "z")
SCALARS = {
    c.Revolute: ("angle",),
    c.Prismatic: ("slide",),
    c.Cylindrical: ("slide", "angle"),
    c.Universal: ("angle1", "angle2"),
    c.PlanarJoint: ("x", "y", "angle"),
    c.Screw: ("angle", "slide"),
    c.PinInSlot: ("slide", "angle"),
    c.FreeJoint: ("x", "y", "z"),
    c.RollingOnLine: ("slide", "angle"),
}
"""Quantities of joints that loads and drives may stand on."""
EXPLICIT = (
    c.Revolute,
    c.Prismatic,
    c.Cylindrical,
    c.Universal,
    c.PlanarJoint,
    c.PinInSlot,
    c.Fixed,
    c.Spherical,
    c.Screw,
)


@dataclass(eq=False)
class Part:
    """A body that is still being described: its kind, arguments, named places."""

    kind: str
    mass: object = 0.0
    inertia: object = 0.0
    centre: tuple = ()
    points: dict = field(default_factory=dict)
    home: object = None

    @property
    def flat(self):
        """Whether it stays in the plane."""
        return self.kind in ("planar", "point")

    def made(self):
        """The body as the package has it."""
        if self.kind in ("point", "particle"):
            return PointMass(self.mass, spatial=self.kind == "particle")
        return Body(self.mass, self.inertia, self.centre, points=self.points, home=self.home)


@dataclass(eq=False)
class Module:
    """A module that is still being described; `numbers` are functions of the parameters' numbers."""

    name: str
    world: str
    scope: Scope
    parts: dict = field(default_factory=dict)
    ground: dict = field(default_factory=dict)
    inner: dict = field(default_factory=dict)
    connections: dict = field(default_factory=dict)
    numbers: dict = field(default_factory=dict)
    reference: dict = field(default_factory=dict)
    rooted: bool = False
    scalar: bool = False
    right: bool = False
    template: object = None
    uses: dict = field(default_factory=dict)
    motors: dict = field(default_factory=dict)
    moored: list = field(default_factory=list)

    @property
    def random(self):
        """The generator of random numbers."""
        return self.scope.random

    def chance(self, share):
        """True in that share of all cases."""
        return self.random.random() < share

    def choose(self, items):
        """One of them."""
        return items[self.random.integers(len(items))]

    # -- bodies and places on them -------------------------------------------------------------------------------

    def number(self, name, value, *, positive=False):
        """An argument, noted under its full name."""
        given, self.numbers[name] = self.scope.number(value, positive=positive)
        return given

    def body(self, name, kind):
        """A body with its mass centre off its origin and a general inertia."""
        part = Part(kind, self.number(f"{name}.mass", self.random.uniform(0.3, 2.0), positive=True))
        self.parts[name] = part
        if kind in ("point", "particle"):
            return part
        centre = self.random.uniform(-0.3, 0.3, 2 if kind == "planar" else 3)
        part.centre = tuple(self.number(f"{name}.centre_{axis}", e) for axis, e in zip(AXES, centre, strict=False))
        if kind == "planar":
            part.inertia = self.number(f"{name}.inertia", self.random.uniform(0.01, 0.2), positive=True)
            return part
        spread = self.random.normal(size=(3, 3)) * 0.2
        cloud = spread @ spread.T + 0.01 * np.eye(3)
        moments = np.trace(cloud) * np.eye(3) - cloud
        given, at = self.scope.scale()
        values = []
        for axes in ("xx", "yy", "zz", "xy", "xz", "yz"):
            value = float(moments["xyz".index(axes[0]), "xyz".index(axes[1])])
            values.append(value * given)
            self.numbers[f"{name}.inertia_{axes}"] = lambda env, value=value, at=at: value * at(env)
        part.inertia = tuple(values)
        if kind == "euler":
            part.home = FreeEulerAngles(self.choose(SEQUENCES))
            self.reference[f"{name}.theta"] = 0.7  # away from where the angles are singular
        return part

    def place(self, owner, points, *, flat, at=None, angle=None):
        """A new named place on a body or the ground; about z and at height 0 where all is flat."""
        key = f"{'PQRSTUVW'[len(points) % 8]}{len(points)}"
        at = self.random.uniform(-0.5, 0.5, 2 if flat else 3) if at is None else at
        position = tuple(self.number(f"{owner}.{key}_{a}", e) for a, e in zip(AXES, at, strict=False))
        if angle is None:
            angle = self.random.uniform(-1.5, 1.5) if self.chance(0.5) else 0.0
            if self.right:
                angle = np.pi / 2 * round(2 * angle)  # up to half a turn and more
        axis = "z" if flat or self.world == "flat" else self.choose(AXES)
        turned = self.number(f"{owner}.{key}_angle", angle) if angle else 0.0
        points[key] = Pose(position, turned, axis) if angle else position
        return f"{owner}.{key}"

    def mount(self, owner, *, flat=False, fresh=False):
        """Where something is fixed on a body or the ground: origin, mass centre, a named place old or new."""
        flat = flat or self.world == "plane"
        if owner == "ground":
            if self.chance(0.3) and not fresh:
                return "ground"
            return self.place("ground", self.ground, flat=flat)
        if owner in self.inner:
            return f"{owner}.{self.choose(self.inner[owner])}"
        part = self.parts[owner]
        if part.kind in ("point", "particle"):
            return self.choose([owner, f"{owner}.centre"])
        usable = [f"{owner}.{key}" for key in part.points]
        high = self.world == "flat" and not part.flat  # its mass centre is not at the height of the others
        old = [owner, *([] if high else [f"{owner}.centre"] * 2), *usable]
        if fresh or self.chance(0.4):
            return self.place(owner, part.points, flat=flat or part.flat)
        return self.choose(old)

    # -- joints --------------------------------------------------------------------------------------------------

    def joint(self, name, parent, child, part):
        """A joint of a random type that suits both, either way round; `part` is the child, or the one joined in it."""
        flat = self.world in ("plane", "flat") or part.flat
        kind = part.kind
        if kind == "point":
            make = c.Revolute
        elif kind == "particle":
            make = c.Spherical
        elif kind == "euler":
            make = self.choose([c.Spherical, c.Spherical, c.FreeJoint])
        elif flat:
            make = self.choose([c.Revolute, c.Revolute, c.Revolute, c.Prismatic, c.PinInSlot, c.PlanarJoint, c.Fixed])
        else:
            make = self.choose([
                c.Revolute, c.Revolute, c.Prismatic, c.Cylindrical, c.Universal, c.Spherical, c.PlanarJoint, c.Screw,
                c.Fixed, c.FreeJoint,
            ])  # fmt: skip
        if self.scalar:  # each coordinate an angle or a distance
            flat_ones = [c.Revolute, c.Prismatic, c.PinInSlot, c.PlanarJoint]
            make = self.choose(flat_ones if flat else [*flat_ones[:2], c.Cylindrical, c.Universal, c.PlanarJoint])
        ends = [self.mount(parent, flat=flat), self.mount(child, flat=flat)]
        if self.chance(0.35):
            ends.reverse()
        options = {}
        if make in (c.Revolute, c.Prismatic, c.Cylindrical, c.Screw):
            options["axis"] = self.choose(AXES)
        if flat and make in (c.Revolute, c.Prismatic):
            options["axis"] = "z" if make is c.Revolute else self.choose(("x", "y"))
        if make is c.Screw:
            options["pitch"] = self.number(f"{name}.pitch", self.random.uniform(-1.0, 1.0))
        self.connections[name] = make(*ends, **options)
        plain = child in self.parts and kind in ("free", "planar")
        if plain and ends[0].split(".")[0] == "ground" and make in EXPLICIT and self.chance(0.4):
            part.home = name  # where bodies keep their own coordinates, this one has those of its joint

    # -- the whole -----------------------------------------------------------------------------------------------

    def made(self, gravity=None):
        """The mechanism."""
        parts = {name: part.made() for name, part in self.parts.items()}
        parts |= {name: entry for name, (entry, _) in self.uses.items()}
        parts |= self.motors
        if self.ground:
            parts["ground"] = Ground(points=dict(self.ground))
        return Mechanism(
            self.name,
            parts,
            self.connections,
            parameters=[known.parameter for known in self.scope.own],
            gravity=gravity,
            reference=self.reference,
        )

    def values(self, env):
        """Numbers of all arguments by full name, with the parameters of this module in `env`."""
        found = {name: at(env) for name, at in self.numbers.items()}
        for name, (_, (module, bound)) in self.uses.items():
            inside = {key: at(env) for key, at in bound.items()}
            shadowed = {key: value for key, value in env.items() if key not in module.own_names}
            found |= {f"{name}.{key}": value for key, value in module.values({**shadowed, **inside}).items()}
        return found

    @property
    def own_names(self):
        """Names of the parameters declared here."""
        return {known.parameter.name for known in self.scope.own}


def chain(module, count, kinds, *, rooted):
    """A few bodies, each joined to one before it or to the ground, or floating."""
    for k in range(count):
        kind = module.choose(kinds)
        before = [name for name, part in module.parts.items() if part.kind in ("free", "euler", "planar")]
        name = f"b{len(module.parts)}"
        part = module.body(name, kind)
        if part.flat and module.world == "space":  # in space a planar body is held by the ground, its plane is x-y
            before = [other for other in before if module.parts[other].flat]
        if k == 0 and not rooted:
            continue
        parent = module.choose(before) if before and module.chance(0.75) else "ground"
        if parent == "ground" and rooted and module.chance(0.2):  # it floats; a part that nothing touches is refused
            module.moored.append(name)
        else:
            module.joint(f"j{len(module.connections)}", parent, name, part)
    return module


def module_inside(outer, name, kinds):
    """A module of one or two bodies for `outer`, with parameters of its own; what it stands on is named."""
    scope = outer.scope.inside()
    module = Module(name, outer.world, scope, right=outer.right)
    for key in ("a", "k")[: 1 + int(module.chance(0.5))]:
        scope.declare(key, float(module.random.uniform(0.6, 1.4)))
    module.rooted = module.chance(0.4)
    scope.share = 0.5
    chain(module, 1 + int(module.chance(0.5)), kinds, rooted=module.rooted)
    for k, body in enumerate(module.moored):
        spring(module, f"moor{k}", body)
    module.mount("b0", fresh=True, flat=module.parts["b0"].flat or module.world == "flat")
    module.template = module.made()
    return module


def use(outer, name, module):
    """One use of a module, with other parameters or the same ones, joined to the rest if it hangs on nothing."""
    bound, given = {}, {}
    for known in module.scope.own:
        if outer.chance(0.6):
            key = known.parameter.name
            given[key], bound[key] = outer.scope.number(float(outer.random.uniform(0.6, 1.4)), positive=True)
    entry = module.template.use(given) if given else module.template
    outer.uses[name] = (entry, (module, bound))
    part = module.parts["b0"]
    outer.inner[name] = [f"b0.{key}" for key in part.points]
    if outer.world != "flat" or part.flat:
        outer.inner[name] += ["b0", "b0.centre"]
    if not module.rooted:
        before = [key for key, other in outer.parts.items() if other.kind in ("free", "planar", "euler")]
        if part.flat and outer.world == "space":
            before = [key for key in before if outer.parts[key].flat]
        outer.joint(f"h_{name}", outer.choose([*before, "ground"]), name, part)


def spring(module, name, body):
    """A spring from a body to a new place on the ground."""
    stiffness = module.number(f"{name}.stiffness", module.random.uniform(1.0, 9.0), positive=True)
    length = module.number(f"{name}.length", 0.3, positive=True)
    flat = module.world == "plane"
    far = module.random.uniform(0.8, 1.5, 2 if flat else 3)
    ends = [module.mount(body), module.place("ground", module.ground, flat=flat, at=far)]
    module.connections[name] = c.Spring(*ends, stiffness=stiffness, length=length)

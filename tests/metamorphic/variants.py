"""The same machine described otherwise: each variant with how names and numbers of the first stand in it.

Readings, accelerations and inputs are dictionaries by full name; a variant turns those of the first description into
its own, in NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from agreement.flat_description import Description, turn
from agreement.motion_reference import quaternion
from agreement.states import Readings, readings
from linkwright.components import Fixed, PointForce
from linkwright.model import Body, FreeEulerAngles, Ground, Mechanism, Planar, PlanarPoint, SpatialPoint
from linkwright.symbolic import Pose
from metamorphic.rebuild import Rebuild, inside

TILT, ROLL = 0.6, -0.4
"""Angles (rad) by which machines in space are turned, about x and then y."""
HEADING = 0.7
"""Angle (rad) by which machines with bodies in the plane are turned about z."""
SHIFT = np.array([0.3, -0.2, 0.1])


@dataclass(frozen=True, eq=False)
class Variant:
    """A mechanism, and functions from dictionaries of the first description to its own.

    `vector` turns components along the axes of the world (NaN: not known); reactions of the joints `shared` are
    shared with what the first description does not have.
    """

    mechanism: Mechanism
    name: Callable
    positions: Callable
    rates: Callable
    vector: Callable = lambda force: force
    shared: tuple = ()

    def readings(self, read):
        """The same state."""
        return Readings(read.t, self.positions(read.positions), self.rates(read.speeds))


def _by_name(mechanism, name):
    def renamed(values):
        return {name(key): value for key, value in values.items()}

    return Variant(mechanism, name, renamed, renamed)


def wrapped(base, machine, depth=1):
    """Inside other mechanisms, which are empty but for it."""
    del base
    outer, prefix = machine, ""
    for level in range(depth):
        outer, prefix = Mechanism(f"cell{level}", {f"cell{level}": outer}), f"cell{level}.{prefix}"
    return _by_name(outer, lambda key: prefix + key)


def wrapped_deep(base, machine):
    """Inside three mechanisms."""
    return wrapped(base, machine, 3)


def renamed(base, machine):
    """Every part, connection and short name called otherwise, so that their alphabetical order is reversed."""
    del base

    def name_of(module, name):
        if module is not None and isinstance(module.parts.get(name), Ground):
            return name
        return "".join(chr(ord("z") - (ord(c) - ord("a"))) if c.isalpha() and c.islower() else c for c in name) + "_q"

    again = Rebuild(name_of=name_of)
    return _by_name(again(machine), lambda key: again.path(machine, key))


def permuted(base, machine):
    """Parts and connections in the reverse order, but joints before what stands on their quantities."""
    del base

    def order(items):
        back = list(reversed(items.items()))
        return dict(sorted(back, key=lambda pair: bool(getattr(pair[1], "quantities", ()))))

    return _by_name(Rebuild(order=order)(machine), lambda key: key)


# -- turned in space -----------------------------------------------------------------------------------------------


def turned(base, machine):
    """On beds that are fixed to the ground elsewhere and turned, gravity turned with them."""
    bodies = Description().add(machine).bodies
    flat = not any(body.spatial for body in bodies.values())
    about_z = any(isinstance(body.kind, Planar | PlanarPoint | FreeEulerAngles) for body in bodies.values())
    if about_z:
        foot, place = (0.0, 0.0), Pose(tuple(SHIFT[:2]), HEADING)
        R = turn("z", HEADING)
    else:
        foot, place = Pose((0.0, 0.0, 0.0), -ROLL, "y"), Pose(tuple(SHIFT), TILT, "x")
        R = turn("x", TILT) @ turn("y", ROLL)
    shift = np.array([*SHIFT[:2], 0.0 if about_z else SHIFT[2]])

    def name_of(module, name):
        return f"bed_{name}" if module is not None and _stands(module, name) else name

    def parts_of(module, parts):
        found = {}
        for name, part in parts.items():
            if isinstance(part, Ground) and name not in module.parts:  # it has become a bed
                inertia = 0.1 if flat else (0.1, 0.1, 0.1)
                centre = (0.0, 0.0) if flat else (0.0, 0.0, 0.0)
                found[name] = Body(1.0, inertia, centre, points={**part.points, "bed_foot": foot})
                found[name.removeprefix("bed_")] = Ground(points={"turned": place})
            else:
                found[name] = replace(part, home=None) if isinstance(getattr(part, "home", None), str) else part
        return found

    def connections_of(module, connections):
        mounts = {
            f"mount_{name}": Fixed(f"{name}.turned", f"bed_{name}.bed_foot")
            for name in module.parts
            if _stands(module, name)
        }
        return {name: _directed(item, R) for name, item in connections.items()} | mounts

    def positions(values):
        return _turned(bodies, values, R, quaternion(R), shift, HEADING) | beds["positions"]

    def rates(values):
        return _turned(bodies, values, R, quaternion(R), np.zeros(3), 0.0) | beds["speeds"]

    def gravity_of(_module, gravity):
        if gravity is None:
            return None
        whole = [*gravity, 0.0, 0.0][:3]
        return tuple(sum(R[i, j] * whole[j] for j in range(3)) for i in range(len(gravity) if about_z else 3))

    def along(force):
        """In the turned world; about z what is along z stays known alone, and the others without it."""
        if about_z:
            return np.array([*(R[:2, :2] @ force[:2]), force[2]])
        return R @ force

    beds = {"positions": {}, "speeds": {}}
    again = Rebuild(name_of, parts_of=parts_of, connections_of=connections_of, gravity_of=gravity_of, redundant=False)
    bare = again(machine)
    for name in Description().add(bare).bodies:
        if name.rpartition(".")[2].startswith("bed_"):
            beds["positions"] |= _pose(name, R, shift, flat=flat)
            beds["speeds"] |= dict.fromkeys(_rates_of(name, flat=flat), 0.0)
    start = readings(base, base.reference).positions
    there = {name: value for name, value in positions(start).items() if name.rpartition(".")[2] not in _SPINS}
    mechanism = replace(bare, reference={**bare.reference, **there})
    return Variant(mechanism, lambda key: again.path(machine, key), positions, rates, along)


_SPINS = ("wx", "wy", "wz")


def _directed(item, R):
    """A force along a direction of the world, which is turned with the machine."""
    if not isinstance(item, PointForce):
        return item
    count = len(item.direction)
    whole = [*item.direction, 0.0][:3]
    return replace(item, direction=tuple(sum(R[i, j] * whole[j] for j in range(3)) for i in range(count)))


def _stands(module, name):
    """Whether a part is a ground that something stands on."""
    part = module.parts.get(name)
    used = any(frame.split(".")[0] == name for item in module.connections.values() for frame in item.frames)
    return isinstance(part, Ground) and (used or bool(part.points))


def _pose(name, R, p, *, flat):
    if flat:
        return {f"{name}.x": p[0], f"{name}.y": p[1], f"{name}.theta": HEADING}
    return {**{f"{name}.{axis}": p[k] for k, axis in enumerate("xyz")}} | {
        f"{name}.e{k}": e for k, e in enumerate(quaternion(R))
    }


def _rates_of(name, *, flat):
    keys = ("x", "y", "theta") if flat else ("x", "y", "z", "wx", "wy", "wz", "e0", "e1", "e2", "e3")
    return [f"{name}.{key}" for key in keys]


def _turned(bodies, values, R, e, shift, heading):
    """Quantities of bodies in the turned world; joints know nothing of it."""
    found = dict(values)
    for name, body in bodies.items():
        axes = [axis for axis in "xyz" if f"{name}.{axis}" in values]
        if not axes:
            continue
        p = shift + R @ np.array([*[values[f"{name}.{axis}"] for axis in axes], 0.0][:3])
        found |= {f"{name}.{axis}": p[k] for k, axis in enumerate(axes)}
        if isinstance(body.kind, Planar):
            found[f"{name}.theta"] = values[f"{name}.theta"] + heading
        elif isinstance(body.kind, FreeEulerAngles):
            assert body.kind.sequence[0] == "z", name
            found[f"{name}.phi"] = values[f"{name}.phi"] + heading
        elif f"{name}.e0" in values and not isinstance(body.kind, SpatialPoint):
            x = np.array([values[f"{name}.e{k}"] for k in range(4)])
            product = np.array([e[0] * x[0] - e[1:] @ x[1:], *(e[0] * x[1:] + x[0] * e[1:] + np.cross(e[1:], x[1:]))])
            found |= {f"{name}.e{k}": product[k] for k in range(4)}
    return found


# -- a body in two halves ------------------------------------------------------------------------------------------


def split(base, machine):
    """The last body of each module but particles cut in two, fixed together; masses, centres and moments add up."""
    halves = {}

    def chosen(module):
        names = [
            name
            for name, part in module.parts.items()
            if isinstance(part, Body) and not isinstance(part.kind, PlanarPoint | SpatialPoint)
        ]
        return names[-1] if names else None

    def parts_of(module, parts):
        name = chosen(module)
        if name is None:
            return parts
        one, other = _halved(parts[name])
        return {**parts, name: one, f"half_{name}": other}

    def connections_of(module, connections):
        name = chosen(module)
        kept = {key: _moved(item, centres(module)) for key, item in connections.items()}
        return kept if name is None else {**kept, "weld": Fixed(name, f"half_{name}")}

    def centres(module, prefix=""):
        """Mass centres of the bodies that are cut, as the module names them."""
        name = chosen(module)
        found = () if name is None else (f"{prefix}{name}.centre",)
        for key, part in module.parts.items():
            if (within := inside(part)) is not None:
                found += centres(within, f"{prefix}{key}.")
        return found

    def paths(module, prefix=""):
        if (name := chosen(module)) is not None:
            halves[f"{prefix}half_{name}"] = prefix + name
        for key, part in module.parts.items():
            if (within := inside(part)) is not None:
                paths(within, f"{prefix}{key}.")

    def doubled(values):
        found = dict(values)
        for half, name in halves.items():
            found |= {half + key.removeprefix(name): value for key, value in values.items() if _of(key, name)}
        return found

    paths(machine)
    bare = Rebuild(parts_of=parts_of, connections_of=connections_of, redundant=False)(machine)
    start = readings(base, base.reference).positions
    there = {key: value for key, value in doubled(start).items() if key.rpartition(".")[0] in halves}
    mechanism = replace(bare, reference={**bare.reference, **there})
    planes = tuple(f"{name}.plane" for name in halves.values())  # the plane carries each half
    return Variant(mechanism, lambda key: key, doubled, doubled, shared=planes)


def _of(key, name):
    """Whether a quantity is one of the body itself."""
    return key.startswith(f"{name}.") and "." not in key.removeprefix(f"{name}.")


def _moved(item, centres):
    """A connection on the mass centres of whole bodies, not of their halves."""
    named = {key: getattr(item, key, None) for key in ("first", "second", "point")}
    there = {key: path.replace(".centre", ".whole_centre") for key, path in named.items() if path in centres}
    return replace(item, **there) if there else item


def _halved(body):
    """Two bodies: shares 0.7 and 0.3 of the mass, centres apart by d, the moments about the common centre the same.

    I = I_1 + I_2 + m_1 m_2 / m (d^2 1 - d d^T). With d along x both I_yy and I_zz give the same, so that
    the triangle inequality holds if m d^2 is a share of what it leaves, I_yy + I_zz - I_xx.
    """
    m, share = body.mass, 0.7
    flat = not isinstance(body.inertia, tuple | list)
    moments = [body.inertia] if flat else list(body.inertia)
    lever = moments[0] if flat else moments[1] + moments[2] - moments[0]
    squared = 0.3 * lever  # m d^2
    d = _root(squared, m)
    taken = share * (1 - share) * squared
    turning = (0,) if flat else (1, 2)
    left = [value - taken if k in turning else value for k, value in enumerate(moments)]
    inertia = [[part * value for value in left] for part in (0.6, 0.4)]
    centre = [*body.centre, 0.0][:3] if not flat else list(body.centre)
    centres = [(centre[0] + step * d, *centre[1:]) for step in (-(1 - share), share)]
    made = [
        replace(
            body, mass=part * m, inertia=values[0] if flat else tuple(values), centre=at, points={}, home=_kind(body)
        )
        for part, values, at in zip((share, 1 - share), inertia, centres, strict=True)
    ]
    return replace(made[0], points={**body.points, "whole_centre": tuple(centre)}, home=body.home), made[1]


def _root(squared, mass):
    """sqrt(squared / mass) of numbers, parameters or expressions; 0 without a mass."""
    if isinstance(mass, int | float) and mass == 0:
        return 0.0
    ratio = squared / mass
    return ratio**0.5


def _kind(body):
    return body.kind


RENAMING = {"wrapped": wrapped, "wrapped deep": wrapped_deep, "renamed": renamed, "permuted": permuted}
VARIANTS = {**RENAMING, "turned": turned, "split": split}

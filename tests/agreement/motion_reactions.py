"""Forces of joints on bodies from the components that the package gives, by what their names say, in NumPy."""

import numpy as np

from agreement.flat_description import cross
from linkwright import components as c
from linkwright.model import Planar, PlanarPoint, SpatialPoint


def forces(bodies, components):
    """Generalised forces (moments and forces on every body, efforts on motors) of reaction components by full name."""
    total = np.zeros(bodies.n)
    for (name, key), value in components.items():
        if name not in bodies.d.connections:
            assert name.endswith(".plane"), name  # what the plane carries of a body that stays in it
            continue
        total += value * _direction(bodies, name, key)
    return total


def open_balance(bodies, acceleration, components):
    """What M a - f - reactions leaves of each body's balance, over the largest force of all."""
    need, given = bodies.M @ acceleration - bodies.f, forces(bodies, components)
    free = np.ones(bodies.n, dtype=bool)
    for name, body in bodies.d.bodies.items():
        k = 6 * bodies.number[name]
        if isinstance(body.kind, PlanarPoint | Planar):  # the plane carries these, and the package does not count that
            free[[k, k + 1, k + 5]] = False
        if isinstance(body.kind, PlanarPoint | SpatialPoint):
            free[k : k + 3] = False
    scale = max(1.0, *np.abs(bodies.M @ acceleration), *np.abs(bodies.f), *np.abs(given))
    return float(np.max(np.abs(need - given)[free], initial=0.0)) / scale


def _direction(bodies, name, key):
    """Generalised forces of a component of one unit."""
    item, path = bodies.d.connections[name]
    if isinstance(item, c.Gear):
        fast, slow = (bodies.speed(bodies.d.full(path + q))[0] for q in (item.input, item.output))
        return slow - fast / bodies.value(f"{name}.ratio")
    if isinstance(item, c.Prescribed | c.ConstantSpeed):
        return bodies.speed(bodies.d.full(path + item.quantity))[0]
    i, j = (bodies.point(path + frame) for frame in item.frames)
    zero, at = np.zeros(3), j.p
    force, moment = zero, zero
    if key in ("x", "y", "z"):
        force = np.eye(3)["xyz".index(key)]
    elif key.startswith("tilt_"):
        moment = i.R[:, "xyz".index(key[-1])]
    elif key == "turn":
        moment = i.R[:, 2]
    elif key.startswith("across_"):
        force = i.R[:, "xyz".index(key[-1])]
    elif key == "height":
        force = i.R[:, 2]
    elif key == "cross":
        moment = cross(j.R[:, 1], i.R[:, 0])
    elif key == "thread":
        along = i.R[:, "xyz".index(item.axis)]
        force, moment = along, -bodies.value(f"{name}.pitch") / (2 * np.pi) * along
    elif key == "side":
        n, y = i.R[:, 2], j.R[:, 1]
        side = y - (n @ y) * n
        force = side / np.linalg.norm(side)
    else:
        force, at = _contact(bodies, item, name, key, i, j)
    total = np.zeros(bodies.n)
    for point, sign in ((i, -1.0), (j, 1.0)):
        if point.body >= 0:
            arm = at - (point.p - point.arm)
            total[6 * point.body : 6 * point.body + 6] = sign * np.concatenate([cross(arm, force) + moment, force])
    return total


def _contact(bodies, item, name, key, i, j):
    """Force of one unit at the contact, and where that is: normal ("contact") or along the plane or line ("slip")."""
    radius = bodies.value(f"{name}.radius")
    if isinstance(item, c.RollingOnLine):
        return i.R[:, {"contact": 1, "slip": 0}[key]], j.p - radius * i.R[:, 1]
    n, a = i.R[:, 2], j.R[:, 1]
    if isinstance(item, c.RollingBall):
        at = j.p - radius * n
    else:
        steep = n - (n @ a) * a
        at = j.p - radius * steep / np.linalg.norm(steep) - bodies.value(f"{name}.tube") * n
    return i.R[:, {"contact": 2, "slip_x": 0, "slip_y": 1}[key]], at

"""Random planar machines with closed loops, in nested modules, with their own dense equations in NumPy.

Bodies are thrown into the plane, then pinned together at random points of it, so that every loop is closed by
construction. Each pin is declared in the innermost module that holds both bodies.
"""

from dataclasses import dataclass

import numpy as np

from linkwright.components import Revolute
from linkwright.model import Body, Ground, Mechanism

GRAVITY = (0.4, -9.7)


@dataclass(frozen=True)
class Pin:
    """Two bodies (-1: ground) and the point of the world where they are joined."""

    first: int
    second: int
    point: tuple[float, float]


@dataclass(frozen=True)
class Machine:
    """Poses (n, 3), masses, inertias, centres (n, 2), module path of each body, and the pins."""

    poses: np.ndarray
    masses: np.ndarray
    inertias: np.ndarray
    centres: np.ndarray
    paths: list[tuple[int, ...]]
    pins: list[Pin]


def turn(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def random_machine(seed, depth):
    """Bodies in modules down to `depth`; a tree of pins, then some that close loops, one of them twice."""
    random = np.random.default_rng([seed, depth])
    count = depth + int(random.integers(2, 5))
    paths = [tuple(int(random.integers(0, 2)) for _ in range(int(random.integers(0, depth)))) for _ in range(count)]
    paths[0] = (0,) * (depth - 1)  # one body at the bottom
    pins = [Pin(int(random.integers(-1, k)) if k else -1, k, tuple(random.uniform(-1, 1, 2))) for k in range(count)]
    loops = int(random.integers(0, max(1, count // 2)))
    for _ in range(loops):
        a, b = random.choice(count, 2, replace=False)
        pins.append(Pin(int(a), int(b), tuple(random.uniform(-1, 1, 2))))
    if loops:
        pins.append(pins[-1])  # the same pin once more: redundant
    return Machine(
        np.column_stack([random.uniform(-1, 1, (count, 2)), random.uniform(-3, 3, count)]),
        random.uniform(0.3, 3.0, count),
        random.uniform(0.05, 0.5, count),
        random.uniform(-0.3, 0.3, (count, 2)),
        paths,
        pins,
    )


def local(machine, body, point):
    """A point of the world in the frame of a body."""
    if body < 0:
        return tuple(point)
    pose = machine.poses[body]
    return tuple(turn(pose[2]).T @ (np.array(point) - pose[:2]))


def full_name(machine, body, name):
    return ".".join([*(f"m{k}" for k in machine.paths[body]), name])


def mechanism(machine):
    """The machine as modules m0, m1 inside each other."""
    owner = []
    for pin in machine.pins:
        paths = [machine.paths[body] for body in (pin.first, pin.second) if body >= 0]
        shared = 0
        while all(len(path) > shared for path in paths) and len({path[: shared + 1] for path in paths}) == 1:
            shared += 1
        owner.append(paths[0][:shared])

    def build(path):
        inside = {p[len(path)] for p in machine.paths if len(p) > len(path) and p[: len(path)] == path}
        parts = {f"m{k}": build((*path, k)) for k in sorted(inside)}
        ground = {f"g{k}": machine.pins[k].point for k, where in enumerate(owner) if where == path}
        parts["ground"] = Ground(points=ground)
        for body, where in enumerate(machine.paths):
            if where == path:
                points = {
                    f"p{k}": local(machine, body, pin.point)
                    for k, pin in enumerate(machine.pins)
                    if body in (pin.first, pin.second)
                }
                parts[f"b{body}"] = Body(
                    machine.masses[body], machine.inertias[body], centre=tuple(machine.centres[body]), points=points
                )
        joints = {}
        for k, pin in enumerate(machine.pins):
            if owner[k] != path:
                continue
            ends = []
            for body in (pin.first, pin.second):
                inner = [f"m{i}" for i in machine.paths[body][len(path) :]] if body >= 0 else []
                ends.append(".".join([*inner, f"b{body}.p{k}"]) if body >= 0 else f"ground.g{k}")
            joints[f"pin{k}"] = Revolute(*ends)
        reference = {
            f"b{body}.{name}": float(machine.poses[body][i])
            for body, where in enumerate(machine.paths)
            if where == path
            for i, name in enumerate(("x", "y", "theta"))
        }
        name = "machine" if not path else "module"
        return Mechanism(name, parts, joints, reference=reference, gravity=None if path else GRAVITY)

    return build(())


def constraints(machine, v=None):
    """A (2 pins, 3 n), and b for speeds v: centripetal accelerations of the pinned points."""
    n = len(machine.masses)
    A, b = np.zeros((2 * len(machine.pins), 3 * n)), np.zeros(2 * len(machine.pins))
    for k, pin in enumerate(machine.pins):
        for body, sign in ((pin.first, -1.0), (pin.second, 1.0)):
            if body < 0:
                continue
            arm = np.array(pin.point) - machine.poses[body][:2]
            A[2 * k : 2 * k + 2, 3 * body : 3 * body + 3] += sign * np.array([[1, 0, -arm[1]], [0, 1, arm[0]]])
            if v is not None:
                b[2 * k : 2 * k + 2] += sign * v[3 * body + 2] ** 2 * arm
    return A, b


def inertia(machine, v):
    """M and f in x, y, theta of the bodies' origins: centres are off them, so M is not diagonal."""
    n = len(machine.masses)
    M, f = np.zeros((3 * n, 3 * n)), np.zeros(3 * n)
    for k in range(n):
        m, c = machine.masses[k], turn(machine.poses[k][2]) @ machine.centres[k]
        J = np.array([[1, 0, -c[1]], [0, 1, c[0]]])
        at = slice(3 * k, 3 * k + 3)
        M[at, at] = m * J.T @ J
        M[3 * k + 2, 3 * k + 2] += machine.inertias[k]
        f[at] = m * J.T @ (np.array(GRAVITY) + v[3 * k + 2] ** 2 * c)
    return M, f

"""A mechanism laid flat, and frames on its bodies: what the free-body diagrams are drawn from."""

from dataclasses import dataclass, field

import numpy as np
from scipy.spatial.transform import Rotation

from linkwright.equations import Equations
from linkwright.model import Body, Ground, Mechanism, Use


class NotKnownError(NotImplementedError):
    """A connection or part that this reference does not know."""


def turn(axis, angle):
    """Rotation matrix about x, y or z, or about a direction."""
    if not isinstance(axis, str):
        return Rotation.from_rotvec(angle * np.asarray(axis) / np.linalg.norm(axis)).as_matrix()
    k = "xyz".index(axis)
    a, b = (k + 1) % 3, (k + 2) % 3
    R = np.eye(3)
    R[a, a] = R[b, b] = np.cos(angle)
    R[b, a], R[a, b] = np.sin(angle), -np.sin(angle)
    return R


def rotation(e):
    """Rotation matrix of Euler parameters: (e0^2 - e.e) 1 + 2 e e^T + 2 e0 [e x]."""
    s, x = e[0], np.asarray(e[1:])
    return (s * s - x @ x) * np.eye(3) + 2 * np.outer(x, x) + 2 * s * cross_matrix(x)


def cross(a, b):
    """a x b of two vectors, ten times as fast as NumPy's, which takes arrays of any shape."""
    (a0, a1, a2), (b0, b1, b2) = a, b
    return np.array([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])


def cross_matrix(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0.0]])


@dataclass(eq=False)
class Description:
    """A mechanism laid flat: bodies, grounds, motors and connections with the path of their module.

    `weights` has the path of the module whose gravity acts on a body: the innermost around it that has one.
    """

    bodies: dict = field(default_factory=dict)
    grounds: dict = field(default_factory=dict)
    ready: dict = field(default_factory=dict)
    connections: dict = field(default_factory=dict)
    exports: dict = field(default_factory=dict)
    weights: dict = field(default_factory=dict)

    def add(self, mechanism, path="", heavy=None):
        heavy = heavy if mechanism.gravity is None else path
        for name, part in mechanism.parts.items():
            item = part.template if isinstance(part, Use) else part
            table = {Body: self.bodies, Ground: self.grounds, Equations: self.ready}.get(type(item))
            if isinstance(item, Mechanism):
                self.add(item, f"{path}{name}.", heavy)
            else:
                table[path + name] = item
            if isinstance(item, Body) and heavy is not None:
                self.weights[path + name] = heavy
        for name, connection in mechanism.connections.items():
            self.connections[path + name] = (connection, path)
        self.exports |= {path + short: path + full for short, full in mechanism.exports.items()}
        return self

    def full(self, name):
        while name in self.exports:
            name = self.exports[name]
        return name


@dataclass(frozen=True, eq=False)
class Point:
    """A frame fixed on a body (number -1: on the ground): its rotation, arm from the body's origin, and twist."""

    body: int
    R: np.ndarray
    p: np.ndarray
    arm: np.ndarray
    w: np.ndarray
    v: np.ndarray

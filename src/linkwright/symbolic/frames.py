"""Frames: pose and twist in the world, as expressions; rotations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.symbolic.expressions import Scalar, dense, formula, formulas, plus


@formula((1, 1))
def rotation_z(angle: Scalar) -> ca.SX:
    """Rotation about z by `angle` (rad): R = [[c, -s, 0], [s, c, 0], [0, 0, 1]].

    >>> import casadi as ca
    >>> rotation_z(0.0)
    SX(@1=1, @2=0,
    [[@1, @2, @2],
     [@2, @1, @2],
     [@2, @2, @1]])
    """
    c, s = ca.cos(angle), ca.sin(angle)
    return _matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@formula((1, 1))
def rotation_x(angle: Scalar) -> ca.SX:
    """Rotation about x by `angle` (rad)."""
    c, s = ca.cos(angle), ca.sin(angle)
    return _matrix([[1, 0, 0], [0, c, -s], [0, s, c]])


@formula((1, 1))
def rotation_y(angle: Scalar) -> ca.SX:
    """Rotation about y by `angle` (rad)."""
    c, s = ca.cos(angle), ca.sin(angle)
    return _matrix([[c, 0, s], [0, 1, 0], [-s, 0, c]])


Axis: TypeAlias = str | tuple[float, float, float]
"""An axis of a frame: "x", "y", "z", or the components of a unit vector."""


def unit_axis(given: Any) -> Axis:
    """An axis as it is given, "x", "y", "z" or any three numbers but zeros; the positive ones of a frame by name.

    >>> unit_axis((0, 0, 2.0)), unit_axis([0, 3, 4])
    ('z', (0.0, 0.6, 0.8))
    """
    if isinstance(given, str):
        if given in ("x", "y", "z"):
            return given
    else:
        try:
            vector = np.array(given, dtype=float)
        except (TypeError, ValueError, RuntimeError, NotImplementedError):
            vector = np.zeros(0)
        if vector.shape == (3,) and np.isfinite(vector).all() and vector.any():
            vector = vector / np.abs(vector).max()  # so that squares neither vanish nor overflow
            x, y, z = (float(entry) for entry in vector / np.linalg.norm(vector))
            return {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}.get((x, y, z), (x, y, z))
    raise ValueError(f"axis {given!r:.80}: expected 'x', 'y', 'z' or three numbers that are not all zero, as (1, 1, 1)")


def rotation_about(axis: Axis, angle: Scalar) -> ca.SX:
    """Rotation by `angle` (rad) about a unit axis n: R = cos 1 + sin [n x] + (1 - cos) n n^T (Rodrigues)."""
    if isinstance(axis, str):
        return {"x": rotation_x, "y": rotation_y, "z": rotation_z}[axis](angle)
    n, c, s = ca.DM(axis), ca.cos(angle), ca.sin(angle)
    return c * ca.DM.eye(3) + s * ca.skew(n) + (1 - c) * (n @ n.T)


def skew(a: ca.SX) -> ca.SX:
    """Matrix of the cross product with a vector a: its product with b is a x b."""
    return _matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def quaternion_of(rotation: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit quaternions (..., 4), e0 first and not negative, of rotation matrices (..., 3, 3).

    The largest of the four components is taken from the diagonal, so no rotation is singular.

    >>> quaternion_of(np.eye(3))
    array([1., 0., 0., 0.])
    """
    R = np.asarray(rotation, dtype=float)
    trace = np.trace(R, axis1=-2, axis2=-1)
    squares = np.stack([1 + trace, *(1 + 2 * R[..., k, k] - trace for k in range(3))], axis=-1) / 4
    largest = np.argmax(squares, axis=-1)
    pairs = {
        (0, 1): R[..., 2, 1] - R[..., 1, 2],
        (0, 2): R[..., 0, 2] - R[..., 2, 0],
        (0, 3): R[..., 1, 0] - R[..., 0, 1],
        (1, 2): R[..., 1, 0] + R[..., 0, 1],
        (1, 3): R[..., 0, 2] + R[..., 2, 0],
        (2, 3): R[..., 2, 1] + R[..., 1, 2],
    }
    result = np.zeros((*R.shape[:-2], 4))
    for k in range(4):
        root = np.sqrt(np.maximum(squares[..., k], 1e-300))
        candidate = np.stack([root if j == k else pairs[min(j, k), max(j, k)] / (4 * root) for j in range(4)], axis=-1)
        result = np.where((largest == k)[..., None], candidate, result)
    return np.where(result[..., :1] < 0, -result, result) + 0.0


def _matrix(rows: list[list[Any]]) -> ca.SX:
    return ca.vertcat(*[ca.horzcat(*[ca.SX(entry) for entry in row]) for row in rows])


def cross(a: ca.SX, b: ca.SX) -> ca.SX:
    """Cross product a x b; zeros that are known stay zeros."""
    return ca.cross(dense(a), dense(b))


@dataclass(frozen=True, eq=False)
class Frame:
    """A moving frame in world axes: rotation R (3, 3), position p (m), angular velocity w (rad/s), velocity v (m/s).

    `turn` is its angle about z (rad) where all it does is turn about z, R = Rz(turn), and that angle is a sum of
    coordinates and constants: it counts whole turns, which R does not. None elsewhere.
    """

    R: ca.SX
    p: ca.SX
    w: ca.SX
    v: ca.SX
    turn: ca.SX | None = None

    @staticmethod
    def fixed(R: ca.SX | None = None, p: ca.SX | None = None) -> Frame:
        """Frame at rest in the world (at its origin unless given)."""
        zero = ca.SX.zeros(3)
        place = zero if p is None else p
        if R is not None:
            return Frame(R, place, zero, zero)
        return Frame(ca.SX.eye(3) + ca.SX.zeros(3, 3), place, zero, zero, ca.SX(0))

    def at(self, position: ca.SX, rotation: ca.SX | None = None, turn: ca.SX | None = None) -> Frame:
        """Frame fixed in this one: p' = p + R r, v' = v + w x R r, R' = R R_local.

        `turn` is the angle of the local rotation where that is one about z.
        """
        R = self.R if rotation is None else self.R @ rotation
        p, v = _point_motion(self.R, self.p, self.w, self.v, position)
        return Frame(R, p, self.w, v, self.turn if rotation is None else add_turns(self.turn, turn))

    def at_place(self, position: ca.SX, angle: Scalar, axis: Axis) -> Frame:
        """Frame at a place: position and angle about an axis, both already expressions."""
        if _is_zero(angle):
            return self.at(position)
        return self.at(position, rotation_about(axis, angle), ca.SX(angle) if axis == "z" else None)


def add_turns(first: ca.SX | None, then: ca.SX | None) -> ca.SX | None:
    """Angle about z of two turns one after another; None where one of them is no turn about z."""
    return None if first is None or then is None else plus(first, then)


@formulas((3, 3), (3, 1), (3, 1), (3, 1), (3, 1))
def _point_motion(R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, r: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Position and velocity of what is at r in a frame."""
    arm = R @ r
    return p + arm, v + cross(w, arm)


def _is_zero(value: Any) -> bool:
    return bool(ca.SX(value).is_zero())


@formula((4, 1))
def rotation_of(e: ca.SX) -> ca.SX:
    """Rotation matrix (body to world) of unit Euler parameters.

    >>> float(rotation_of(ca.SX([0, 0, 0, 1]))[0, 0])
    -1.0
    """
    e0, e1, e2, e3 = e[0], e[1], e[2], e[3]
    return ca.vertcat(
        ca.horzcat(1 - 2 * (e2**2 + e3**2), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)),
        ca.horzcat(2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1**2 + e3**2), 2 * (e2 * e3 - e0 * e1)),
        ca.horzcat(2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1**2 + e2**2)),
    )


@formula((4, 1))
def rate_matrix(e: ca.SX) -> ca.SX:
    """Matrix G (4, 3) with e' = G w for the angular velocity w in the body's frame; 4 G^T G = 1."""
    e0, e1, e2, e3 = e[0], e[1], e[2], e[3]
    return 0.5 * ca.vertcat(
        ca.horzcat(-e1, -e2, -e3), ca.horzcat(e0, -e3, e2), ca.horzcat(e3, e0, -e1), ca.horzcat(-e2, e1, e0)
    )


@formula((3, 3))
def euler_parameters_of(R: ca.SX) -> ca.SX:
    """Euler parameters of a rotation matrix, e0 not negative; the largest of the four decides, so none is singular."""
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    squares = [1 + trace, *[1 + 2 * R[k, k] - trace for k in range(3)]]
    pairs = {
        (0, 1): R[2, 1] - R[1, 2],
        (0, 2): R[0, 2] - R[2, 0],
        (0, 3): R[1, 0] - R[0, 1],
        (1, 2): R[1, 0] + R[0, 1],
        (1, 3): R[0, 2] + R[2, 0],
        (2, 3): R[2, 1] + R[1, 2],
    }
    candidates = []
    for k in range(4):
        root = ca.sqrt(ca.fmax(squares[k], 1e-3)) / 2
        candidates.append(ca.vertcat(*[root if j == k else pairs[min(j, k), max(j, k)] / (4 * root) for j in range(4)]))
    largest = ca.fmax(ca.fmax(squares[0], squares[1]), ca.fmax(squares[2], squares[3]))
    result = candidates[3]
    for k in (2, 1, 0):
        result = ca.if_else(squares[k] >= largest, candidates[k], result)
    return ca.if_else(result[0] < 0, -result, result)

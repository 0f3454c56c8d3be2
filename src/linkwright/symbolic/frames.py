"""Frames: pose and twist in the world, as expressions; rotations; constant poses on a body, however they are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, sin
from typing import Any, TypeAlias, cast

import casadi as ca
import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.kinds import checked_arguments
from linkwright.symbolic.expressions import Scalar, dense, formula, formulas, plus


@checked_arguments
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


@checked_arguments
@formula((1, 1))
def rotation_x(angle: Scalar) -> ca.SX:
    """Rotation about x by `angle` (rad)."""
    c, s = ca.cos(angle), ca.sin(angle)
    return _matrix([[1, 0, 0], [0, c, -s], [0, s, c]])


@checked_arguments
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


@checked_arguments
def rotation_about(axis: Axis, angle: Scalar) -> ca.SX:
    """Rotation by `angle` (rad) about a unit axis n: R = cos 1 + sin [n x] + (1 - cos) n n^T (Rodrigues)."""
    if isinstance(axis, str):
        return {"x": rotation_x, "y": rotation_y, "z": rotation_z}[cast("str", unit_axis(axis))](angle)
    n, c, s = ca.DM(axis), ca.cos(angle), ca.sin(angle)
    return c * ca.DM.eye(3) + s * ca.skew(n) + (1 - c) * (n @ n.T)


@checked_arguments
def skew(a: ca.SX) -> ca.SX:
    """Matrix of the cross product with a vector a: its product with b is a x b."""
    return _matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


@checked_arguments
def quaternion_of(rotation: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit quaternions (..., 4), e0 first and not negative, of rotation matrices (..., 3, 3).

    The largest of the four components is taken from the diagonal, so no rotation is singular.

    >>> quaternion_of(np.eye(3))
    array([1., 0., 0., 0.])
    """
    R = np.asarray(rotation, dtype=float)
    if R.shape[-2:] != (3, 3):
        msg = f"rotation has the shape {R.shape}; expected (3, 3), or several such matrices"
        raise ValueError(msg)
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
    kinds = np.flatnonzero(np.bincount(np.ravel(largest), minlength=4)).tolist()
    for k in kinds:
        here = ... if len(kinds) == 1 else largest == k
        root = np.sqrt(squares[..., k][here])  # a quarter at least
        for j in range(4):
            result[..., j][here] = root if j == k else pairs[min(j, k), max(j, k)][here] / (4 * root)
    np.negative(result, out=result, where=result[..., :1] < 0)
    return result + 0.0


def _matrix(rows: list[list[Any]]) -> ca.SX:
    return ca.vertcat(*[ca.horzcat(*[ca.SX(entry) for entry in row]) for row in rows])


@checked_arguments
def cross(a: ca.SX, b: ca.SX) -> ca.SX:
    """Cross product a x b; zeros that are known stay zeros."""
    return ca.cross(dense(a), dense(b))


# -- constant poses on a body ------------------------------------------------------------------------------------------

FEW_DIGITS = 1e-6
"""How far numbers that are typed with some digits may be from a rotation; they are then those of the nearest one."""
SNAP = 4 * float(np.finfo(float).eps)
"""Parts of a unit vector that are rounding of its other ones."""
NAMES = ("x", "y", "z")


@dataclass(frozen=True)
class Pose:
    """A constant pose on a body: position (2 or 3 numbers or expressions, m) and an angle (rad) about an axis.

    The axis is one of the body's ("x", "y", "z") or any direction in its frame, such as (1, 1, 1). Other ways to say
    the rotation are `from_matrix`, `from_quaternion`, `from_euler_angles` and `from_directions`; each becomes an angle
    about an axis, the one number of the rotation that stays a parameter.

    >>> Pose((0.1, 0.0), angle=0.5).position
    (0.1, 0.0)
    >>> Pose((0.0, 0.0, 0.1), 0.5, axis=(0, 0, 2)).axis
    'z'
    """

    position: tuple[Scalar, ...]
    angle: Scalar = 0.0
    axis: Axis = "z"

    def __post_init__(self) -> None:
        with suppress(ValueError):  # what is no axis is told with all other faults of the machine
            object.__setattr__(self, "axis", unit_axis(self.axis))

    @staticmethod
    @checked_arguments
    def of(value: Any) -> Pose:
        """Accept a Pose or a bare position."""
        return value if isinstance(value, Pose) else Pose(_entries("value", value, "a Pose, or two or three numbers"))

    @staticmethod
    def from_matrix(position: Sequence[Scalar], matrix: npt.ArrayLike) -> Pose:
        """By the rotation matrix R (3, 3), whose columns are the axes of the pose in the body's frame.

        >>> Pose.from_matrix((0, 0, 1), [[0, -1, 0], [1, 0, 0], [0, 0, 1]]).axis
        'z'
        """
        R = _numbers("from_matrix", "matrix", matrix, (3, 3))
        u, _, v = linear_algebra.svd(R)
        nearest = u @ v
        if np.abs(R - nearest).max() > FEW_DIGITS:
            raise ValueError(
                f"Pose.from_matrix: columns of {R.tolist()} are not perpendicular unit vectors (within "
                f"{FEW_DIGITS:g}); give a rotation matrix with more digits"
            )
        if np.linalg.det(R) < 0:
            raise ValueError(
                f"Pose.from_matrix: {R.tolist()} mirrors (its determinant is -1); expected a rotation, determinant +1"
            )
        return _turned(position, quaternion_of(nearest))

    @staticmethod
    def from_quaternion(position: Sequence[Scalar], quaternion: npt.ArrayLike) -> Pose:
        """By Euler parameters (e0, e1, e2, e3), the scalar part first: e0 = cos(angle / 2), e = sin(angle / 2) axis."""
        e = _numbers("from_quaternion", "quaternion", quaternion, (4,))
        size = float(np.linalg.norm(e))
        if abs(size - 1.0) > FEW_DIGITS:
            found = "" if not 0 < size < float("inf") else f"; for this direction {tuple((e / size).tolist())}"
            raise ValueError(
                f"Pose.from_quaternion: {tuple(e.tolist())} has the length {size:g}, expected 1, scalar part "
                f"first{found}"
            )
        return _turned(position, e / size)

    @staticmethod
    def from_euler_angles(position: Sequence[Scalar], sequence: str, angles: Sequence[float]) -> Pose:
        """By turns (rad) one after another about the axes that a sequence names, each where the turns before put it.

        "zxz" are Euler's angles, "xyz" Cardan angles, "zyx" yaw, pitch and roll; one or two turns are taken too:
        R = R_1(angle 1) R_2(angle 2) R_3(angle 3).

        >>> Pose.from_euler_angles((0, 0, 0), "zyx", (0.3, 0.0, 0.0)).angle
        0.3
        """
        if not isinstance(sequence, str) or not 1 <= len(sequence) <= 3 or set(sequence) - set(NAMES):
            raise ValueError(
                f"Pose.from_euler_angles: sequence {sequence!r:.40}: expected one to three of x, y, z, as 'zxz'"
            )
        if any(first == second for first, second in pairwise(sequence)):
            raise ValueError(
                f"Pose.from_euler_angles: sequence {sequence!r} turns twice in a row about one axis; expected "
                "different neighbours, as 'zxz'"
            )
        turns = _numbers("from_euler_angles", "angles", angles, (len(sequence),))
        e = np.array([1.0, 0.0, 0.0, 0.0])
        for name, angle in zip(sequence, turns.tolist(), strict=True):
            turn = np.zeros(4)
            turn[0], turn[1 + NAMES.index(name)] = cos(angle / 2), sin(angle / 2)
            e = _product(e, turn)
        return _turned(position, e)

    @staticmethod
    def from_directions(
        position: Sequence[Scalar],
        *,
        x: Sequence[float] | None = None,
        y: Sequence[float] | None = None,
        z: Sequence[float] | None = None,
    ) -> Pose:
        """By two directions: where two of the pose's axes point in the body's frame.

        The axis that comes first of z, x, y is kept; the other one is turned in the plane of both until they are
        perpendicular. Lengths do not matter.

        >>> Pose.from_directions((0, 0, 0), z=(0, 0, 1), x=(0, 5, 1)).angle  # doctest: +ELLIPSIS
        1.57...
        """
        given = {name: value for name, value in (("z", z), ("x", x), ("y", y)) if value is not None}
        if len(given) != 2:
            raise ValueError(
                f"Pose.from_directions: got {len(given)} direction(s) ({', '.join(given) or 'none'}), expected two of "
                "x=, y=, z="
            )
        unit = {}
        for name, value in given.items():
            vector = _numbers("from_directions", name, value, (3,))
            if not vector.any():
                raise ValueError(f"Pose.from_directions: {name} is zero; give a direction, as (1, 0, 0)")
            vector = vector / np.abs(vector).max()
            unit[name] = vector / np.linalg.norm(vector)
        (kept, along), (other, second) = unit.items()
        across = second - along * float(along @ second)
        if float(np.linalg.norm(across)) < FEW_DIGITS:
            raise ValueError(
                f"Pose.from_directions: {kept} and {other} are parallel; give two directions that span a plane"
            )
        columns = {kept: along, other: across / np.linalg.norm(across)}
        (third,) = set(NAMES) - set(columns)
        first, following = (NAMES[(NAMES.index(third) + k) % 3] for k in (1, 2))
        columns[third] = np.cross(columns[first], columns[following])
        return _turned(position, quaternion_of(np.column_stack([columns[name] for name in NAMES])))


def _numbers(what: str, name: str, value: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    try:
        numbers = np.array(value, dtype=float)
    except (TypeError, ValueError, RuntimeError, NotImplementedError):
        numbers = np.full(1, np.nan)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        size = " x ".join(str(count) for count in shape)
        raise ValueError(
            f"Pose.{what}: {name} = {value!r:.120}: expected {size} finite numbers; of parameters only the angle about "
            "a constant axis can be made, Pose(position, angle, axis)"
        )
    return numbers


def _product(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Product of two quaternions."""
    scalar = a[0] * b[0] - a[1:] @ b[1:]
    return np.array([scalar, *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))])


def _entries(name: str, value: Any, takes: str) -> tuple[Scalar, ...]:
    """Entries of a position, whose number and kind is looked at where all faults of a machine are."""
    if isinstance(value, str) or not isinstance(value, Iterable) or getattr(value, "ndim", 1) == 0:
        msg = f"{name} is {value!r:.80}; expected {takes}"
        raise TypeError(msg)
    return tuple(value)


def _turned(position: Sequence[Scalar], e: NDArray[np.float64]) -> Pose:
    """The pose of a unit quaternion: an angle about an axis; about one of the frame's own by its name."""
    place = _entries("position", position, "two or three numbers")
    vector = np.where(np.abs(e[1:]) <= SNAP, 0.0, e[1:])
    size = hypot(*vector)
    if size == 0.0:
        return Pose(place)
    angle = 2 * atan2(size, float(e[0]))
    axis = vector / size
    if np.count_nonzero(axis) == 1 and axis.sum() < 0:  # about -z by an angle is about z by its negative
        axis, angle = -axis, -angle
    return Pose(place, angle, (float(axis[0]), float(axis[1]), float(axis[2])))


# -- frames ------------------------------------------------------------------------------------------------------------


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


@checked_arguments
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


@checked_arguments
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


@checked_arguments
@formula((4, 1))
def rate_matrix(e: ca.SX) -> ca.SX:
    """Matrix G (4, 3) with e' = G w for the angular velocity w in the body's frame; 4 G^T G = 1."""
    e0, e1, e2, e3 = e[0], e[1], e[2], e[3]
    return 0.5 * ca.vertcat(
        ca.horzcat(-e1, -e2, -e3), ca.horzcat(e0, -e3, e2), ca.horzcat(e3, e0, -e1), ca.horzcat(-e2, e1, e0)
    )


@checked_arguments
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

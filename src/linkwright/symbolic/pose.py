"""Constant poses on a body: a position and any rotation, however it is given."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from linkwright.symbolic.expressions import Scalar
from linkwright.symbolic.frames import Axis, quaternion_of, unit_axis

ROUNDING = 1e-6
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
    def of(value: Any) -> Pose:
        """Accept a Pose or a bare position."""
        return value if isinstance(value, Pose) else Pose(tuple(value))

    @staticmethod
    def from_matrix(position: Sequence[Scalar], matrix: npt.ArrayLike) -> Pose:
        """By the rotation matrix R (3, 3), whose columns are the axes of the pose in the body's frame.

        >>> Pose.from_matrix((0, 0, 1), [[0, -1, 0], [1, 0, 0], [0, 0, 1]]).axis
        'z'
        """
        R = _numbers("from_matrix", "matrix", matrix, (3, 3))
        u, _, v = np.linalg.svd(R)
        nearest = u @ v
        if np.abs(R - nearest).max() > ROUNDING:
            raise ValueError(
                f"Pose.from_matrix: columns of {R.tolist()} are not perpendicular unit vectors (within {ROUNDING:g}); "
                "give a rotation matrix with more digits"
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
        if abs(size - 1.0) > ROUNDING:
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
        if float(np.linalg.norm(across)) < ROUNDING:
            raise ValueError(
                f"Pose.from_directions: {kept} and {other} are parallel; give two directions that span a plane"
            )
        columns = {kept: along, other: across / np.linalg.norm(across)}
        (third,) = set(NAMES) - set(columns)
        first, following = (NAMES[(NAMES.index(third) + k) % 3] for k in (1, 2))
        columns[third] = np.cross(columns[first], columns[following])
        return _turned(position, quaternion_of(np.column_stack([columns[name] for name in NAMES])))


def _numbers(what: str, name: str, value: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
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


def _product(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Product of two quaternions."""
    scalar = a[0] * b[0] - a[1:] @ b[1:]
    return np.array([scalar, *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))])


def _turned(position: Sequence[Scalar], e: npt.NDArray[np.float64]) -> Pose:
    """The pose of a unit quaternion: an angle about an axis; about one of the frame's own by its name."""
    vector = np.where(np.abs(e[1:]) <= SNAP, 0.0, e[1:])
    size = hypot(*vector)
    if size == 0.0:
        return Pose(tuple(position))
    angle = 2 * atan2(size, float(e[0]))
    axis = vector / size
    if np.count_nonzero(axis) == 1 and axis.sum() < 0:  # about -z by an angle is about z by its negative
        axis, angle = -axis, -angle
    return Pose(tuple(position), angle, (float(axis[0]), float(axis[1]), float(axis[2])))

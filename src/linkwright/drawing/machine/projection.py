"""From bodies' poses to the plane of a picture: rotation by a unit quaternion, and the view."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.faults import close_matches
from linkwright.symbolic import Pose

_ISOMETRIC = (np.radians(45.0), np.arcsin(1.0 / np.sqrt(3.0)))
VIEWS = {
    "iso": _ISOMETRIC,
    "top": (0.0, np.pi / 2),
    "front": (0.0, 0.0),
    "side": (np.pi / 2, 0.0),
}
"""Azimuth (about z, from the view along +y) and elevation of the eye: front looks along +y, side along -x."""


def view_matrix(name: str) -> Array:
    """Return the rotation (3, 3) from the world to the picture (right, up, to the eye)."""
    if name not in VIEWS:
        raise ValueError(f"there is no view {name!r}; {close_matches(name, VIEWS)}")
    azimuth, elevation = VIEWS[name]
    sine, cosine = np.sin(azimuth), np.cos(azimuth)
    turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    rise_sine, rise_cosine = np.sin(elevation), np.cos(elevation)
    # after the turn: right = x, away = y, up = z; tilt the eye upwards
    tilt = np.array([[1.0, 0.0, 0.0], [0.0, rise_sine, rise_cosine], [0.0, -rise_cosine, rise_sine]])
    return np.asarray(tilt @ turn)


def rotation(quaternion: Array) -> Array:
    """Return R (..., 3, 3), body to world, of unit quaternions (e0, e1, e2, e3), (..., 4)."""
    e0, e1, e2, e3 = np.moveaxis(np.asarray(quaternion, dtype=np.float64), -1, 0)
    rows = [
        [1 - 2 * (e2 * e2 + e3 * e3), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)],
        [2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1 * e1 + e3 * e3), 2 * (e2 * e3 - e0 * e1)],
        [2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1 * e1 + e2 * e2)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def quaternion(R: Array) -> Array:
    """Return the unit quaternion (4,) of a rotation matrix, e0 not negative: the largest eigenvector of Bar-Itzhack."""
    xx, yy, zz = np.diag(R)
    a, b, c = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    d, e, f = R[0, 1] + R[1, 0], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1]
    K = np.array([[xx + yy + zz, a, b, c], [a, xx - yy - zz, d, e], [b, d, yy - xx - zz, f], [c, e, f, zz - xx - yy]])
    found = linear_algebra.eigh(K)[1][:, -1]
    return np.asarray(found if found[0] >= 0 else -found)


def axis_frame(axis: object) -> Array:
    """Return a rotation (3, 3) whose third column is a direction; turned as little as can be from the identity."""
    z = np.array(axis, dtype=float)
    z = z / np.linalg.norm(z)
    if abs(z[2]) > 1 - 1e-12:
        return np.diag([1.0, np.sign(z[2]), np.sign(z[2])])
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [0.0, 0.0, 1.0], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


@dataclass(frozen=True)
class Placement:
    """Where a body is at an instant: x_world = R x_body + p."""

    R: Array
    p: Array

    @classmethod
    def of(cls, pose: Array) -> Placement:
        """Return the placement of a pose (7,): x, y, z [m], e0, e1, e2, e3."""
        pose = np.asarray(pose, dtype=np.float64)
        return cls(rotation(pose[3:]), pose[:3])

    @classmethod
    def at(cls, pose: Pose) -> Placement:
        """Return the placement of a Pose of numbers."""
        named = {name: [float(name == each) for each in "xyz"] for name in "xyz"}
        axis = np.array(named[pose.axis] if isinstance(pose.axis, str) else pose.axis, dtype=float)
        half = float(pose.angle) / 2  # type: ignore[arg-type]  # a number
        position = np.zeros(3)
        position[: len(pose.position)] = [float(each) for each in pose.position]  # type: ignore[arg-type]  # numbers
        return cls(rotation(np.array([np.cos(half), *(np.sin(half) * axis)])), position)

    @classmethod
    def world(cls) -> Placement:
        """Return the placement of the ground."""
        return cls(np.eye(3), np.zeros(3))

    def __call__(self, points: object) -> Array:
        """Return points (k, 3) of the body in the world."""
        return np.asarray(np.asarray(points, dtype=np.float64) @ self.R.T + self.p)


def point_path(poses: Array, position: object) -> Array:
    """Return the path (n, 3) in the world of a point fixed in a body, from the body's poses (n, 7)."""
    poses = np.asarray(poses, dtype=np.float64)
    return np.asarray(rotation(poses[:, 3:]) @ np.asarray(position, dtype=np.float64) + poses[:, :3])

"""From bodies' poses to the plane of a picture: rotation by a unit quaternion, and the view."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array

TOP = np.eye(3)
_AZIMUTH, _ELEVATION = np.radians(45.0), np.arcsin(1.0 / np.sqrt(3.0))


def view_matrix(*, planar: bool) -> Array:
    """Return the rotation (3, 3) from the world to the picture (right, up, to the eye): from above, or isometric."""
    if planar:
        return TOP
    sine, cosine = np.sin(_AZIMUTH), np.cos(_AZIMUTH)
    turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    rise_sine, rise_cosine = np.sin(_ELEVATION), np.cos(_ELEVATION)
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

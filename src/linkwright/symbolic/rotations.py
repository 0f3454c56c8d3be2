"""Rotation matrices and Euler parameters."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.symbolic.formula import formula
from linkwright.symbolic.symbols import Scalar


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


def rotation_about(axis: str, angle: Scalar) -> ca.SX:
    """Rotation by `angle` (rad) about one of the axes "x", "y", "z"."""
    return {"x": rotation_x, "y": rotation_y, "z": rotation_z}[axis](angle)


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

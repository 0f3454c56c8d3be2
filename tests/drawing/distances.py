"""Distances from points to the solids of a picture, by formulas of their own."""

import casadi as ca
import numpy as np

from linkwright.drawing import Bar, Block, Cylinder, Disc, Plate, Sphere
from linkwright.symbolic import rotation_about


def frame(pose):
    """Rotation and origin of a Pose of numbers, by CasADi."""
    return np.array(ca.DM(rotation_about(pose.axis, pose.angle))), np.array(pose.position, dtype=float)


def distance(shape, point):
    """Distance (m) from a point to a solid, 0 inside; infinite for what is no solid."""
    x = np.array(point, dtype=float)
    if isinstance(shape, Bar):
        a, b = np.array(shape.start), np.array(shape.end)
        u = np.clip((x - a) @ (b - a) / max((b - a) @ (b - a), 1e-300), 0, 1)
        return max(0.0, np.linalg.norm(x - a - u * (b - a)) - shape.radius)
    if isinstance(shape, Disc):
        axis = np.array(shape.axis)
        off = x - np.array(shape.centre)
        height, radius = abs(off @ axis), np.linalg.norm(off - (off @ axis) * axis)
        return np.hypot(max(0.0, height - shape.thickness / 2), max(0.0, radius - shape.radius))
    if not isinstance(shape, Block | Cylinder | Plate | Sphere):
        return np.inf
    R, origin = frame(shape.at)
    local = R.T @ (x - origin)
    if isinstance(shape, Sphere):
        return max(0.0, np.linalg.norm(local) - shape.radius)
    if isinstance(shape, Cylinder):
        outside = max(0.0, abs(local[2]) - shape.length / 2), max(0.0, np.hypot(*local[:2]) - shape.radius)
        return np.hypot(*outside)
    if isinstance(shape, Block):
        return np.linalg.norm(np.maximum(0.0, np.abs(local) - np.array(shape.size) / 2))
    corners = np.array(shape.points)
    height = max(0.0, abs(local[2] - corners[0, 2]) - shape.thickness / 2)
    a, b = corners[:, :2], np.roll(corners[:, :2], -1, axis=0)
    edge, off = b - a, local[:2] - a
    sides = edge[:, 0] * off[:, 1] - edge[:, 1] * off[:, 0]
    if (sides >= -1e-12).all() or (sides <= 1e-12).all():  # convex
        return height
    u = np.clip((off * edge).sum(axis=1) / (edge * edge).sum(axis=1), 0, 1)
    return np.hypot(height, np.linalg.norm(off - u[:, None] * edge, axis=1).min())

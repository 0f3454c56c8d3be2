"""Homogeneous solids: volume, centre and moments of inertia by their shape, also that of a closed surface in a file."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import casadi as ca
import numpy as np
import numpy.typing as npt

from linkwright.faults import Faults
from linkwright.model.arguments import is_number
from linkwright.model.surface import read_surface, refuse_open
from linkwright.symbolic import Parameter, Pose, Scalar, rotation_about, scalars

Moments: TypeAlias = tuple[Scalar, Scalar, Scalar, Scalar, Scalar, Scalar]
"""Ixx, Iyy, Izz, Ixy, Ixz, Iyz: entries of the tensor, Ixy = -integral of x y."""


@dataclass(frozen=True)
class Solid:
    """Volume (m^3), centroid (m) and moments of volume about it (m^5: those of inertia at the density 1)."""

    volume: Scalar
    centre: tuple[Scalar, Scalar, Scalar]
    moments: Moments

    def mass_properties(
        self, what: str, *, density: Scalar | None, mass: Scalar | None, at: Pose
    ) -> tuple[Scalar, tuple[Scalar, ...], Moments]:
        """Mass, centre and moments of inertia in the frame of a body, with the solid's own frame at a pose there.

        m = rho V, c = p + R c_0, J = rho R J_0 R^T; either the density or the mass is given.
        """
        faults = Faults(what)
        if (density is None) == (mass is None):
            given = "both" if density is not None else "neither"
            faults.add(f"got {given} of density and mass, expected one of them: density=7850 (kg/m^3), or mass (kg)")
        for name, value in (("density", density), ("mass", mass)):
            if value is not None:
                check_positive(name, value, faults)
        faults.stop()
        share = density if density is not None else mass / self.volume  # type: ignore[operator]  # one is given
        assert share is not None
        position = [*at.position, *([0.0] * (3 - len(at.position)))]
        if is_number(at.angle) and at.angle == 0:
            centre: Sequence[Scalar] = self.centre
            moments: Sequence[Scalar] = self.moments
        else:
            R = rotation_about(at.axis, at.angle)
            xx, yy, zz, xy, xz, yz = self.moments
            J = ca.vertcat(ca.horzcat(xx, xy, xz), ca.horzcat(xy, yy, yz), ca.horzcat(xz, yz, zz))
            centre = scalars(R @ ca.vertcat(*self.centre))
            turned = R @ J @ R.T
            moments = [turned[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
        place = tuple(_plain(p + c) for p, c in zip(position, centre, strict=True))
        xx, yy, zz, xy, xz, yz = (_plain(share * moment) for moment in moments)
        return _plain(share * self.volume), place, (xx, yy, zz, xy, xz, yz)


def _plain(value: Scalar) -> Scalar:
    """A number where an expression is constant."""
    if is_number(value):
        return float(value)
    expression = ca.SX(value.sx if isinstance(value, Parameter) else value)
    return float(expression) if expression.is_constant() else expression


def check_positive(name: str, value: object, faults: Faults) -> None:
    """Note a fault unless a value is a number above zero, or an expression."""
    if not isinstance(value, (Parameter, ca.SX)):
        faults.positive(name, value)


# -- shapes ------------------------------------------------------------------------------------------------------------


def box(size: Sequence[Scalar]) -> Solid:
    """A box with its edges (a, b, c) along x, y, z: Ixx = m (b^2 + c^2) / 12."""
    faults = Faults("Body.box")
    if isinstance(size, str) or not hasattr(size, "__len__") or len(size) != 3:
        faults.add(f"size is {size!r:.80}, expected three lengths (m) along x, y, z")
        faults.stop()
    for axis, length in zip("xyz", size, strict=True):
        check_positive(f"size along {axis}", length, faults)
    faults.stop()
    a, b, c = size
    volume = a * b * c
    return _solid(volume, [volume * (b * b + c * c) / 12, volume * (a * a + c * c) / 12, volume * (a * a + b * b) / 12])


def cylinder(radius: Scalar, length: Scalar) -> Solid:
    """A cylinder about z: Izz = m r^2 / 2, Ixx = m (3 r^2 + l^2) / 12."""
    return _ring(radius, 0.0, length, _positive("Body.cylinder", radius=radius, length=length))


def tube(outer: Scalar, inner: Scalar, length: Scalar) -> Solid:
    """A tube about z with two radii: Izz = m (R^2 + r^2) / 2, Ixx = m (3 (R^2 + r^2) + l^2) / 12."""
    faults = _positive("Body.tube", outer=outer, inner=inner, length=length)
    if not faults.found and is_number(outer) and is_number(inner) and not inner < outer:
        faults.add(f"inner radius {inner:g} m, outer radius {outer:g} m: expected the inner one to be smaller")
    return _ring(outer, inner, length, faults)


def _positive(what: str, **lengths: Scalar) -> Faults:
    faults = Faults(what)
    for name, value in lengths.items():
        check_positive(name, value, faults)
    return faults


def _ring(outer: Scalar, inner: Scalar, length: Scalar, faults: Faults) -> Solid:
    faults.stop()
    squares = outer * outer + inner * inner
    volume = math.pi * (outer * outer - inner * inner) * length
    across = volume * (3 * squares + length * length) / 12
    return _solid(volume, [across, across, volume * squares / 2])


def sphere(radius: Scalar) -> Solid:
    """A ball: I = 2 m r^2 / 5."""
    _positive("Body.sphere", radius=radius).stop()
    volume = 4 * math.pi / 3 * radius * radius * radius
    return _solid(volume, [2 * volume * radius * radius / 5] * 3)


def plate(outline: npt.ArrayLike, thickness: Scalar) -> Solid:
    """A plate with corners (x, y) in the x-y plane, its thickness half above and half below: exact sums over edges.

    With w = x_i y_i+1 - x_i+1 y_i: A = sum w / 2, A c_x = sum (x_i + x_i+1) w / 6,
    integral of x^2 = sum (x_i^2 + x_i x_i+1 + x_i+1^2) w / 12, and so on.
    """
    faults = Faults("Body.plate")
    check_positive("thickness", thickness, faults)
    try:
        corners = np.array(outline, dtype=float)
    except (TypeError, ValueError, RuntimeError, NotImplementedError):
        corners = np.zeros(0)
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3 or not np.isfinite(corners).all():
        faults.add(f"outline is {outline!r:.80}, expected at least three corners (x, y), finite numbers (m)")
        faults.stop()
    if len(corners) > 3 and (corners[0] == corners[-1]).all():  # closed by saying the first corner again
        corners = corners[:-1]
    if _crosses_itself(corners):
        faults.add("the edges of outline cross or touch each other; give corners one after another around the plate")
    faults.stop()
    middle = corners.mean(axis=0)
    x, y = (corners - middle).T
    u, v = np.roll(x, -1), np.roll(y, -1)
    w = x * v - u * y
    area = float(w.sum()) / 2
    w = w * math.copysign(1.0, area)
    area = abs(area)
    if not area > 1e-12 * float(np.ptp(corners, axis=0).max()) ** 2:  # rounding of the sums
        faults.add("the corners of outline enclose no area")
    faults.stop()
    cx, cy = float(((x + u) * w).sum()) / 6 / area, float(((y + v) * w).sum()) / 6 / area
    xx = float(((x * x + x * u + u * u) * w).sum()) / 12 - area * cx * cx
    yy = float(((y * y + y * v + v * v) * w).sum()) / 12 - area * cy * cy
    xy = float(((2 * x * y + x * v + u * y + 2 * u * v) * w).sum()) / 24 - area * cx * cy
    t = thickness
    across = area * t * t * t / 12
    centre = (float(middle[0]) + cx, float(middle[1]) + cy, 0.0)
    return Solid(area * t, centre, (yy * t + across, xx * t + across, (xx + yy) * t, -xy * t, 0.0, 0.0))


def _crosses_itself(corners: npt.NDArray[np.float64]) -> bool:
    """Whether two edges of a polygon that are not neighbours meet, or neighbours lie on each other."""
    a, b = corners, np.roll(corners, -1, axis=0)
    count = len(corners)

    def side(p: npt.NDArray[np.float64], q: npt.NDArray[np.float64], r: npt.NDArray[np.float64]) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    for i in range(count):
        if (a[i] == b[i]).all():
            return True
        following = (i + 1) % count
        if side(a[i], b[i], b[following]) == 0 and float((b[i] - a[i]) @ (b[following] - b[i])) < 0:
            return True
        for j in range(i + 2, count if i else count - 1):
            d = [side(a[i], b[i], a[j]), side(a[i], b[i], b[j]), side(a[j], b[j], a[i]), side(a[j], b[j], b[i])]
            above = np.maximum(a[i], b[i]) < np.minimum(a[j], b[j])
            below = np.maximum(a[j], b[j]) < np.minimum(a[i], b[i])
            if not (above | below).any() and d[0] * d[1] <= 0 and d[2] * d[3] <= 0:
                return True
    return False


def mesh(file: str | os.PathLike[str], scale: float) -> Solid:
    """The solid inside a closed surface of triangles (STL or OBJ), in the file's own frame: exact sums over triangles.

    Each triangle (a, b, c) makes a tetrahedron with the origin, of the volume V = a . (b x c) / 6, the first moment
    V (a + b + c) / 4 and the second moments V (s s^T + a a^T + b b^T + c c^T) / 20 with s = a + b + c.
    """
    path = Path(file)
    what = f"Body.from_mesh({path})"
    faults = Faults(what)
    faults.positive("scale", scale, "give metres per unit of the file, 0.001 for millimetres")
    faults.stop()
    triangles = read_surface(path) * float(scale)
    refuse_open(path, triangles)
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    middle = (low + high) / 2  # near the solid, so that sums of large numbers do not cancel
    a, b, c = np.moveaxis(triangles - middle, 1, 0)
    s = a + b + c
    V = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    volume = float(V.sum())
    sign = math.copysign(1.0, volume)  # a surface whose triangles all look inwards is turned inside out
    volume = abs(volume)
    if not volume > 1e-12 * float(np.prod(high - low)):  # rounding of the sums
        raise ValueError(f"{what}: the surface encloses no volume; expected the surface of a solid")
    first = sign * (V @ s) / 4
    second = sign * sum(np.einsum("i,ij,ik->jk", V, each, each) for each in (s, a, b, c)) / 20
    centre = first / volume
    second = second - volume * np.outer(centre, centre)
    J = np.trace(second) * np.eye(3) - second
    at = middle + centre
    xx, yy, zz, xy, xz, yz = (float(J[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    return Solid(volume, (float(at[0]), float(at[1]), float(at[2])), (xx, yy, zz, xy, xz, yz))


def _solid(volume: Scalar, moments: Sequence[Scalar]) -> Solid:
    """A solid that is symmetric to the planes of its frame."""
    return Solid(volume, (0.0, 0.0, 0.0), (moments[0], moments[1], moments[2], 0.0, 0.0, 0.0))

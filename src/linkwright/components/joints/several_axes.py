"""Joints that turn about more than one axis: universal, spherical, planar and free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import casadi as ca

from linkwright.components.joints.one_axis import ANGLE, angle_measure, coincidence, parallel_axes, same_way
from linkwright.equations import Role
from linkwright.model import Joint, Measure, Ports, Row, free_motion
from linkwright.model.connection import port_frames
from linkwright.symbolic import (
    Frame,
    Label,
    cross,
    rate_matrix,
    rotation_of,
    rotation_x,
    rotation_y,
    rotation_z,
)

FIRST = Label("angle1", "rad", "angle about x of the first frame")
SECOND = Label("angle2", "rad", "angle about y of the second frame")
PARAMETERS = tuple(Label(f"e{k}", "", f"Euler parameter {k} of the relative rotation") for k in range(4))
SPINS = tuple(
    Label(f"w{axis}", "rad/s", f"relative angular velocity about the second frame's {axis} axis") for axis in "xyz"
)
OFFSETS = tuple(Label(axis, "m", f"distance along {axis} of the first frame") for axis in "xyz")


def _spin_measures(i: Frame, j: Frame) -> tuple[Measure, ...]:
    """Euler parameters of the relative rotation, and the relative angular velocity in the second frame."""
    return free_motion.turning(i.R.T @ j.R, j.R, j.w - i.w, PARAMETERS, SPINS)


def _offset_measures(i: Frame, j: Frame, count: int) -> tuple[Measure, ...]:
    arm = i.R.T @ (j.p - i.p)
    rate = i.R.T @ (j.v - i.v - cross(i.w, j.p - i.p))
    return tuple(
        Measure(label, arm[k], rate[k], wraps=False, rate_unit="m/s") for k, label in enumerate(OFFSETS[:count])
    )


@dataclass(frozen=True)
class _Explicit(Joint):
    @property
    def explicit(self) -> bool:
        """It has coordinates of its own."""
        return True

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of its coordinates and speeds."""
        return tuple(dict.fromkeys(label.name for label in (*self.coordinates, *self.speeds)))


@dataclass(frozen=True)
class Universal(_Explicit):
    """Turns about x of the first frame, then about y of the second: quantities `angle1`, `angle2` (rad).

    R = Rx(angle1) Ry(angle2): x of the first frame and y of the second stay perpendicular.
    """

    kind: ClassVar[str] = "Universal"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The two angles."""
        return (FIRST, SECOND)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = Rx(q0) Ry(q1)."""
        Rx = rotation_x(q[0])
        zero = ca.SX.zeros(3)
        return Frame(Rx @ rotation_y(q[1]), zero, ca.vertcat(v[0], 0, 0) + Rx @ ca.vertcat(0, v[1], 0), zero)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Origins coincide, the two axes stay perpendicular."""
        i, j = port_frames(ports)
        label = Label("cross", "rad", "angle between the axes, from a right one")
        return (*coincidence(i, j), Row(label, ca.dot(i.R[:, 0], j.R[:, 1]), Role.TILT))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The two angles; their rates from the relative angular velocity across the two axes."""
        i, j = port_frames(ports)
        x, y = i.R[:, 0], j.R[:, 1]
        first = ca.atan2(ca.dot(y, i.R[:, 2]), ca.dot(y, i.R[:, 1]))
        second = ca.atan2(ca.dot(x, j.R[:, 2]), ca.dot(x, j.R[:, 0]))
        w = j.w - i.w
        return (
            Measure(FIRST, first, ca.dot(x, w), wraps=True, rate_unit="rad/s"),
            Measure(SECOND, second, ca.dot(y, w), wraps=True, rate_unit="rad/s"),
        )


@dataclass(frozen=True)
class Spherical(_Explicit):
    """Turns freely about a point: Euler parameters `e0`..`e3`, speeds `wx`, `wy`, `wz` in the second frame."""

    kind: ClassVar[str] = "Spherical"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """Euler parameters."""
        return PARAMETERS

    @property
    def speeds(self) -> tuple[Label, ...]:
        """Relative angular velocity in the second frame."""
        return SPINS

    def N(self, q: ca.SX) -> ca.SX:
        """e' = G(e) w."""
        return rate_matrix(q)

    def W(self, q: ca.SX) -> ca.SX:
        """w = 4 G(e)^T e'."""
        return free_motion.spin(q)

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The Euler parameters."""
        return ((0, 1, 2, 3),)

    def leaves_free(self, which: str, *, planar: bool) -> bool:
        """It leaves both free."""
        del which, planar
        return True

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = R(e), w = R (wx, wy, wz)."""
        R = rotation_of(q)
        zero = ca.SX.zeros(3)
        return Frame(R, zero, R @ v, zero)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Origins coincide."""
        return coincidence(*port_frames(ports))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Euler parameters and angular velocity."""
        return _spin_measures(*port_frames(ports))


@dataclass(frozen=True)
class PlanarJoint(_Explicit):
    """Slides in the x-y plane of the first frame and turns about z: quantities `x`, `y` (m), `angle` (rad)."""

    kind: ClassVar[str] = "PlanarJoint"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, angle."""
        return (*OFFSETS[:2], ANGLE)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """p = (q0, q1, 0), R = Rz(q2)."""
        spin, velocity = ca.vertcat(0, 0, v[2]), ca.vertcat(v[0], v[1], 0)
        return Frame(rotation_z(q[2]), ca.vertcat(q[0], q[1], 0), spin, velocity, q[2])

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays in the plane, z axes are parallel."""
        i, j = port_frames(ports)
        height = Label("height", "m", "distance from the plane")
        return (Row(height, ca.dot(i.R[:, 2], j.p - i.p), Role.ALONG), *parallel_axes(i, j, "z"))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The axis across the plane."""
        return same_way(*port_frames(ports), "z")

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Position in the plane and angle."""
        i, j = port_frames(ports)
        return (*_offset_measures(i, j, 2), angle_measure(i, j))


@dataclass(frozen=True)
class FreeJoint(_Explicit):
    """Forbids nothing; it gives names and, in a tree, coordinates to the motion between two frames."""

    kind: ClassVar[str] = "FreeJoint"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, z and Euler parameters."""
        return (*OFFSETS, *PARAMETERS)

    @property
    def speeds(self) -> tuple[Label, ...]:
        """x', y', z' and the relative angular velocity."""
        return (*OFFSETS, *SPINS)

    def N(self, q: ca.SX) -> ca.SX:
        """Identity for the position, e' = G(e) w."""
        return free_motion.rates(q)

    def W(self, q: ca.SX) -> ca.SX:
        """Identity for the position, w = 4 G(e)^T e'."""
        return free_motion.speeds(q)

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The Euler parameters."""
        return free_motion.UNITS

    def leaves_free(self, which: str, *, planar: bool) -> bool:
        """It leaves both free."""
        del which, planar
        return True

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """p = (q0, q1, q2), R = R(e)."""
        return free_motion.frame(q, v)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Position, Euler parameters, angular velocity."""
        i, j = port_frames(ports)
        return (*_offset_measures(i, j, 3), *_spin_measures(i, j))

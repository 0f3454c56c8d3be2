"""Homes: the coordinates of a body that keeps its own, relative to the ground."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.model.connection import Measure, Row
from linkwright.symbolic import Frame, Label, rotation_z


@dataclass(frozen=True)
class Home:
    """Contract: coordinates with q' = v, the frame they give, what it constrains and how it is read back."""

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """Labels of the coordinates."""
        raise NotImplementedError

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """Pose and twist of the body's origin in the world."""
        raise NotImplementedError

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Rows that a body with this home satisfies by itself."""
        raise NotImplementedError

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """Quantities of any body of this kind, read from its frame."""
        raise NotImplementedError


def _out_of_plane(frame: Frame) -> tuple[Row, ...]:
    return (
        Row(Label("z", "m", "height above the plane"), frame.p[2]),
        Row(Label("tilt_x", "rad", "tilt about x"), -frame.R[1, 2]),
        Row(Label("tilt_y", "rad", "tilt about y"), frame.R[0, 2]),
    )


@dataclass(frozen=True)
class Planar(Home):
    """A body in the x-y plane: x, y of its origin (m) and its angle theta (rad)."""

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, theta."""
        return (
            Label("x", "m", "position of the origin along x"),
            Label("y", "m", "position of the origin along y"),
            Label("theta", "rad", "angle about z"),
        )

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = Rz(theta), p = (x, y, 0), w = (0, 0, theta'), v = (x', y', 0)."""
        return Frame(rotation_z(q[2]), ca.vertcat(q[0], q[1], 0), ca.vertcat(0, 0, v[2]), ca.vertcat(v[0], v[1], 0))

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Height and two tilts are zero."""
        return _out_of_plane(frame)

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """x, y, theta of any body in the plane."""
        x, y, theta = self.coordinates
        return (
            Measure(x, frame.p[0], frame.v[0], wraps=False, rate_unit="m/s"),
            Measure(y, frame.p[1], frame.v[1], wraps=False, rate_unit="m/s"),
            Measure(theta, ca.atan2(frame.R[1, 0], frame.R[0, 0]), frame.w[2], wraps=True, rate_unit="rad/s"),
        )


@dataclass(frozen=True)
class PlanarPoint(Home):
    """A particle in the x-y plane: x, y (m)."""

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y."""
        return Planar().coordinates[:2]

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = 1, p = (x, y, 0), v = (x', y', 0)."""
        fixed = Frame.fixed()
        return Frame(fixed.R, ca.vertcat(q[0], q[1], 0), fixed.w, ca.vertcat(v[0], v[1], 0))

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Height is zero."""
        return _out_of_plane(frame)[:1]

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """x, y."""
        return Planar().measures(frame)[:2]

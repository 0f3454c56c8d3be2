"""Joints: revolute, prismatic, pin in slot.

Coincident points are written in world axes, as the papers do: p_j - p_i = 0. Axes: a revolute joint turns about the z
axes of its frames, a prismatic joint and a slot run along the x axis of the first frame.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.model import Joint, Measure, Ports, Row
from linkwright.model.connection import port_frames
from linkwright.symbolic import Frame, Label, cross, rotation_z

ANGLE = Label("angle", "rad", "angle of the second frame relative to the first")
SLIDE = Label("slide", "m", "distance along the axis of the first frame")


def angle_measure(i: Frame, j: Frame) -> Measure:
    """Angle about z from frame i to frame j: atan2(x_j . y_i, x_j . x_i), with rate z_i . (w_j - w_i)."""
    x = j.R[:, 0]
    return Measure(
        ANGLE,
        ca.atan2(ca.dot(x, i.R[:, 1]), ca.dot(x, i.R[:, 0])),
        ca.dot(i.R[:, 2], j.w - i.w),
        wraps=True,
        rate_unit="rad/s",
    )


def slide_measure(i: Frame, j: Frame) -> Measure:
    """Distance along x of frame i: x_i . (p_j - p_i), with its rate."""
    arm = j.p - i.p
    return Measure(
        SLIDE, ca.dot(i.R[:, 0], arm), ca.dot(i.R[:, 0], j.v - i.v - cross(i.w, arm)), wraps=False, rate_unit="m/s"
    )


def coincidence(i: Frame, j: Frame) -> tuple[Row, ...]:
    """p_j - p_i = 0, in world axes."""
    gap = j.p - i.p
    return tuple(Row(Label(axis, "m", f"gap along {axis}"), gap[k]) for k, axis in enumerate("xyz"))


def parallel_axes(i: Frame, j: Frame) -> tuple[Row, ...]:
    """z_j stays parallel to z_i."""
    axis = j.R[:, 2]
    return (
        Row(Label("tilt_x", "rad", "tilt about x of the first frame"), -ca.dot(axis, i.R[:, 1])),
        Row(Label("tilt_y", "rad", "tilt about y of the first frame"), ca.dot(axis, i.R[:, 0])),
    )


def across(i: Frame, j: Frame) -> tuple[Row, ...]:
    """The second origin stays on the x axis of the first frame."""
    arm = j.p - i.p
    return tuple(
        Row(
            Label(f"across_{axis}", "m", f"distance from the axis along {axis} of the first frame"),
            ca.dot(i.R[:, k], arm),
        )
        for k, axis in ((1, "y"), (2, "z"))
    )


@dataclass(frozen=True)
class Revolute(Joint):
    """Turns about the common z axis of two frames: quantity `angle` (rad)."""

    @property
    def explicit(self) -> bool:
        """It has a coordinate of its own."""
        return True

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The angle."""
        return (ANGLE,)

    @property
    def offers(self) -> tuple[str, ...]:
        """Angle."""
        return ("angle",)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = Rz(q), w = (0, 0, v)."""
        zero = ca.SX.zeros(3)
        return Frame(rotation_z(q[0]), zero, ca.vertcat(0, 0, v[0]), zero)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Origins coincide, axes are parallel."""
        i, j = port_frames(ports)
        return (*coincidence(i, j), *parallel_axes(i, j))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The angle."""
        return (angle_measure(*port_frames(ports)),)


@dataclass(frozen=True)
class Prismatic(Joint):
    """Slides along the x axis of the first frame without turning: quantity `slide` (m)."""

    @property
    def explicit(self) -> bool:
        """It has a coordinate of its own."""
        return True

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The distance."""
        return (SLIDE,)

    @property
    def offers(self) -> tuple[str, ...]:
        """Slide."""
        return ("slide",)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """P = (q, 0, 0), v = (v, 0, 0)."""
        fixed = Frame.fixed()
        return Frame(fixed.R, ca.vertcat(q[0], 0, 0), fixed.w, ca.vertcat(v[0], 0, 0))

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, the frames stay parallel."""
        i, j = port_frames(ports)
        turn = Row(Label("turn", "rad", "rotation about z of the first frame"), ca.dot(j.R[:, 0], i.R[:, 1]))
        return (*across(i, j), turn, *parallel_axes(i, j))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The distance."""
        return (slide_measure(*port_frames(ports)),)


@dataclass(frozen=True)
class PinInSlot(Joint):
    """A pin (second frame) in a straight slot along the x axis of the first frame: quantities `slide`, `angle`."""

    @property
    def explicit(self) -> bool:
        """It has coordinates of its own."""
        return True

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """Distance and angle."""
        return (SLIDE, ANGLE)

    @property
    def offers(self) -> tuple[str, ...]:
        """slide, angle."""
        return ("slide", "angle")

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """P = (q0, 0, 0), R = Rz(q1)."""
        return Frame(rotation_z(q[1]), ca.vertcat(q[0], 0, 0), ca.vertcat(0, 0, v[1]), ca.vertcat(v[0], 0, 0))

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The pin stays on the slot's line, axes are parallel."""
        i, j = port_frames(ports)
        return (*across(i, j), *parallel_axes(i, j))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Distance along the slot, angle of the pin's body."""
        i, j = port_frames(ports)
        return (slide_measure(i, j), angle_measure(i, j))

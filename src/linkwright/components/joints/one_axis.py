"""Joints between two frames: revolute, prismatic, cylindrical, screw, pin in slot, universal, planar, fixed.

Coincident points are written in world axes, as the papers do: p_j - p_i = 0. `axis` names the common axis of both
frames ("x", "y" or "z"): a revolute joint turns about it (default z), a prismatic joint slides along it (default x).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import pi
from typing import ClassVar

import casadi as ca

from linkwright.equations import Role
from linkwright.model import Argument, Joint, Measure, Ports, Row
from linkwright.model.connection import port_frames
from linkwright.symbolic import Frame, Label, Scalar, cross, rotation_about, rotation_z

ANGLE = Label("angle", "rad", "angle of the second frame relative to the first")
SLIDE = Label("slide", "m", "distance along the axis of the first frame")


def along_axis(size: ca.SX, axis: str) -> ca.SX:
    """Vector of a size along "x", "y" or "z"."""
    vector = ca.SX.zeros(3)
    vector["xyz".index(axis)] = size
    return vector


def around(axis: str) -> tuple[int, int, int]:
    """Number of an axis and of the two that follow it in the right-handed order."""
    k = "xyz".index(axis)
    return k, (k + 1) % 3, (k + 2) % 3


def angle_measure(i: Frame, j: Frame, axis: str = "z") -> Measure:
    """Angle about an axis from frame i to j, with rate z_i . (w_j - w_i).

    About z it is theta_j - theta_i where both frames count their turns in the plane, else it is read from their axes
    within half a turn: atan2(x_j . y_i, x_j . x_i).
    """
    k, a, b = around(axis)
    rate = ca.dot(i.R[:, k], j.w - i.w)
    if axis == "z" and i.turn is not None and j.turn is not None:
        return Measure(ANGLE, j.turn - i.turn, rate, wraps=False, rate_unit="rad/s")
    turned = j.R[:, a]
    angle = ca.atan2(ca.dot(turned, i.R[:, b]), ca.dot(turned, i.R[:, a]))
    return Measure(ANGLE, angle, rate, wraps=True, rate_unit="rad/s")


def slide_measure(i: Frame, j: Frame, axis: str = "x") -> Measure:
    """Distance along an axis of frame i; along x: x_i . (p_j - p_i), with its rate."""
    k, _, _ = around(axis)
    arm = j.p - i.p
    along = i.R[:, k]
    return Measure(SLIDE, ca.dot(along, arm), ca.dot(along, j.v - i.v - cross(i.w, arm)), wraps=False, rate_unit="m/s")


def coincidence(i: Frame, j: Frame) -> tuple[Row, ...]:
    """p_j - p_i = 0, in world axes."""
    gap = j.p - i.p
    return tuple(Row(Label(axis, "m", f"gap along {axis}"), gap[k], Role.COINCIDE) for k, axis in enumerate("xyz"))


def parallel_axes(i: Frame, j: Frame, axis: str = "z") -> tuple[Row, ...]:
    """The given axis of j stays parallel to that of i."""
    k, a, b = around(axis)
    moved = j.R[:, k]
    tilts = ((a, -ca.dot(moved, i.R[:, b])), (b, ca.dot(moved, i.R[:, a])))
    return tuple(
        Row(Label(f"tilt_{'xyz'[n]}", "rad", f"tilt about {'xyz'[n]} of the first frame"), tilt, Role.TILT)
        for n, tilt in tilts
    )


def same_orientation(i: Frame, j: Frame) -> tuple[Row, ...]:
    """Frames stay parallel: no turn about z, no tilt of z."""
    turn = Row(Label("turn", "rad", "rotation about z of the first frame"), ca.dot(j.R[:, 0], i.R[:, 1]), Role.TURN)
    return (turn, *parallel_axes(i, j, "z"))


def same_way(i: Frame, j: Frame, axes: str = "z") -> tuple[ca.SX, ...]:
    """Cosines between the given axes of two frames: 1 where they are parallel, -1 where they are opposite."""
    return tuple(ca.dot(i.R[:, k], j.R[:, k]) for k in map("xyz".index, axes))


def across(i: Frame, j: Frame, axis: str = "x") -> tuple[Row, ...]:
    """The second origin stays on the given axis of the first frame."""
    _, a, b = around(axis)
    arm = j.p - i.p
    return tuple(
        Row(
            Label(f"across_{'xyz'[k]}", "m", f"distance from the axis along {'xyz'[k]} of the first frame"),
            ca.dot(i.R[:, k], arm),
            Role.ALONG,
        )
        for k in (a, b)
    )


AXES = ("x", "y", "z")


@dataclass(frozen=True)
class _WithAxis(Joint):
    axis: str = "z"

    @property
    def structure(self) -> Hashable:
        """The axis."""
        return self.axis

    @property
    def explicit(self) -> bool:
        """It has coordinates of its own."""
        return True

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of its coordinates."""
        return tuple(label.name for label in self.coordinates)

    def faults(self) -> list[str]:
        """The axis is one of three."""
        return [] if self.axis in AXES else [f"axis {self.axis!r}: expected 'x', 'y' or 'z'"]


@dataclass(frozen=True)
class Revolute(_WithAxis):
    """Turns about the common axis of two frames: quantity `angle` (rad)."""

    kind: ClassVar[str] = "Revolute"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The angle."""
        return (ANGLE,)

    def leaves_free(self, which: str, *, planar: bool) -> bool:
        """In the plane a pin leaves both free."""
        del which
        return planar and self.axis == "z"

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Rotation by q about the axis."""
        zero = ca.SX.zeros(3)
        turn = q[0] if self.axis == "z" else None
        return Frame(rotation_about(self.axis, q[0]), zero, along_axis(v[0], self.axis), zero, turn)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Origins coincide, axes are parallel."""
        i, j = port_frames(ports)
        return (*coincidence(i, j), *parallel_axes(i, j, self.axis))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The common axis."""
        return same_way(*port_frames(ports), self.axis)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The angle."""
        return (angle_measure(*port_frames(ports), self.axis),)


@dataclass(frozen=True)
class Prismatic(_WithAxis):
    """Slides along an axis of the first frame without turning: quantity `slide` (m)."""

    kind: ClassVar[str] = "Prismatic"
    axis: str = "x"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The distance."""
        return (SLIDE,)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Translation by q along the axis."""
        fixed = Frame.fixed()
        return Frame(fixed.R, along_axis(q[0], self.axis), fixed.w, along_axis(v[0], self.axis), fixed.turn)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, the frames stay parallel."""
        i, j = port_frames(ports)
        return (*across(i, j, self.axis), *same_orientation(i, j))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """Two axes, and so all three."""
        return same_way(*port_frames(ports), "xz")

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The distance."""
        return (slide_measure(*port_frames(ports), self.axis),)


@dataclass(frozen=True)
class Cylindrical(_WithAxis):
    """Slides along and turns about the common axis of two frames: quantities `slide` (m), `angle` (rad)."""

    kind: ClassVar[str] = "Cylindrical"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """Distance and angle."""
        return (SLIDE, ANGLE)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Translation by q0 along and rotation by q1 about the axis."""
        shift, spin, slide = (along_axis(size, self.axis) for size in (q[0], v[1], v[0]))
        return Frame(rotation_about(self.axis, q[1]), shift, spin, slide, q[1] if self.axis == "z" else None)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, axes are parallel."""
        i, j = port_frames(ports)
        return (*across(i, j, self.axis), *parallel_axes(i, j, self.axis))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The common axis."""
        return same_way(*port_frames(ports), self.axis)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Distance and angle."""
        i, j = port_frames(ports)
        return (slide_measure(i, j, self.axis), angle_measure(i, j, self.axis))


@dataclass(frozen=True)
class Screw(_WithAxis):
    """Turns about the common axis and advances by `pitch` (m) a turn: quantity `angle` (rad)."""

    kind: ClassVar[str] = "Screw"
    pitch: Scalar = 1.0

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The pitch."""
        return (Argument("pitch", self.pitch, "m", "advance a turn", keep=True),)

    @property
    def residual_turns(self) -> bool:
        """It keeps axes parallel."""
        return True

    @property
    def explicit(self) -> bool:
        """Its coordinate needs the pitch, which only the implicit face knows."""
        return False

    @property
    def offers(self) -> tuple[str, ...]:
        """angle, slide."""
        return ("angle", "slide")

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, axes are parallel."""
        i, j = port_frames(ports)
        return (*across(i, j, self.axis), *parallel_axes(i, j, self.axis))

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """slide' = pitch / (2 pi) angle'."""
        i, j = port_frames(ports)
        slide, angle = slide_measure(i, j, self.axis), angle_measure(i, j, self.axis)
        advance = slide.s - ports.values["pitch"] / (2 * pi) * angle.s
        return (Row(Label("thread", "m/s", "slip along the thread"), advance),)

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The common axis."""
        return same_way(*port_frames(ports), self.axis)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Angle and distance."""
        i, j = port_frames(ports)
        return (angle_measure(i, j, self.axis), slide_measure(i, j, self.axis))


@dataclass(frozen=True)
class PinInSlot(Joint):
    """A pin (second frame) in a straight slot along the x axis of the first frame: quantities `slide`, `angle`."""

    kind: ClassVar[str] = "PinInSlot"

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

    def leaves_free(self, which: str, *, planar: bool) -> bool:
        """In the plane a pin leaves its own body free, a slot turns with its own."""
        return planar and which == "second"

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """p = (q0, 0, 0), R = Rz(q1)."""
        spin, velocity = ca.vertcat(0, 0, v[1]), ca.vertcat(v[0], 0, 0)
        return Frame(rotation_z(q[1]), ca.vertcat(q[0], 0, 0), spin, velocity, q[1])

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The pin stays on the slot's line, axes are parallel."""
        i, j = port_frames(ports)
        return (*across(i, j, "x"), *parallel_axes(i, j, "z"))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The axis of the pin."""
        return same_way(*port_frames(ports), "z")

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Distance along the slot, angle of the pin's body."""
        i, j = port_frames(ports)
        return (slide_measure(i, j, "x"), angle_measure(i, j, "z"))


@dataclass(frozen=True)
class Fixed(Joint):
    """Holds two frames together."""

    kind: ClassVar[str] = "Fixed"

    @property
    def explicit(self) -> bool:
        """It needs no coordinates."""
        return True

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """No motion."""
        del q, v
        return Frame.fixed()

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Origins coincide, frames are parallel."""
        i, j = port_frames(ports)
        return (*coincidence(i, j), *same_orientation(i, j))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """Two axes, and so all three."""
        return same_way(*port_frames(ports), "xz")

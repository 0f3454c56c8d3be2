"""Joints between two frames: revolute, prismatic, cylindrical, screw, pin in slot, universal, planar, fixed.

Coincident points are written in world axes, as the papers do: p_j - p_i = 0. `axis` is the common axis of both frames,
"x", "y", "z" or any direction such as (1, 1, 1), with the same components in both: a revolute joint turns about it
(default z), a prismatic joint slides along it (default x).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import pi
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.equations import Requirement, Role
from linkwright.model import Argument, Joint, Measure, Ports, Row, Values
from linkwright.model.connection import Tie, any_number, port_frames
from linkwright.symbolic import Frame, Label, Scalar, cross, rotation_about, rotation_z, unit_axis

ANGLE = Label("angle", "rad", "angle of the second frame relative to the first")
SLIDE = Label("slide", "m", "distance along the axis of the first frame")


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


def within_half_a_turn(angle: ca.SX) -> ca.SX:
    """An angle less its whole turns."""
    return ca.atan2(ca.sin(angle), ca.cos(angle))


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


@dataclass(frozen=True)
class _WithAxis(Joint):
    """A joint with an axis: "x", "y", "z" or any direction, the same components in both frames.

    About a direction n it is the joint about z of frames that are turned alike, with z along n; about -x, -y, -z that
    about x, y, z, its coordinates counted the other way round.
    """

    axis: Any = "z"

    def __post_init__(self) -> None:
        with suppress(ValueError):  # what is no axis is told with all other faults of the machine
            object.__setattr__(self, "axis", unit_axis(self.axis))

    @property
    def structure(self) -> Hashable:
        """The axis."""
        axis: Hashable = self.axis
        return axis

    @property
    def explicit(self) -> bool:
        """It has coordinates of its own."""
        return True

    @property
    def offers(self) -> tuple[str, ...]:
        """The names of its coordinates."""
        return tuple(label.name for label in self.coordinates)

    def faults(self) -> list[str]:
        """The axis is one."""
        try:
            unit_axis(self.axis)
        except ValueError as error:
            return [str(error)]
        return []

    @property
    def direction(self) -> tuple[float, float, float]:
        """The unit vector along the axis, in either frame."""
        named = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
        found: tuple[float, float, float] = named[self.axis] if isinstance(self.axis, str) else self.axis
        return found

    @property
    def _named(self) -> tuple[str, int]:
        """The axis of the turned frames that the joint is about, and its sign."""
        name = OPPOSITE.get(self.axis)
        if name is not None:
            return name, -1
        return (self.axis, 1) if isinstance(self.axis, str) else ("z", 1)

    def turn(self, angle: ca.SX) -> tuple[ca.SX, ca.SX | None]:
        """Rotation by an angle about the axis, and its angle about z where that is the axis."""
        name, sign = self._named
        if not isinstance(self.axis, str) and self.axis not in OPPOSITE:
            return rotation_about(self.axis, angle), None
        return rotation_about(name, sign * angle), sign * angle if name == "z" else None

    def along(self, size: ca.SX) -> ca.SX:
        """Vector of a size along the axis."""
        return ca.vertcat(*[size * part if part else ca.SX(0) for part in self.direction])

    @property
    def triad(self) -> Array:
        """Rotation (3, 3) of the frames that the rows are written in, seen from those of the joint."""
        return np.eye(3) if isinstance(self.axis, str) or self.axis in OPPOSITE else _triad(self.axis)

    @property
    def triad_axis(self) -> str:
        """Name of the axis of the joint in the frames that the rows are written in, without its sign."""
        return self._named[0]

    def turned(self, ports: Ports) -> tuple[Frame, Frame, str]:
        """The two frames, turned so that the axis is one of theirs, and its name."""
        i, j = port_frames(ports)
        if not isinstance(self.axis, str) and self.axis not in OPPOSITE:
            B = ca.SX(self.triad)
            i, j = (replace(frame, R=frame.R @ B, turn=None) for frame in (i, j))
        return i, j, self._named[0]

    def written(self, *rows: Row) -> tuple[Row, ...]:
        """Rows of the turned frames; their meanings say so."""
        if isinstance(self.axis, str) or self.axis in OPPOSITE:
            return rows
        words = "first frame, z turned into the axis"
        return tuple(
            replace(row, label=replace(row.label, meaning=row.label.meaning.replace("first frame", words)))
            for row in rows
        )

    def counted(self, measure: Measure) -> Measure:
        """A measure about or along the axis of the turned frames, counted along the axis that was given."""
        if self._named[1] > 0:
            return measure
        return replace(measure, z=None if measure.z is None else -measure.z, s=-measure.s)


OPPOSITE: Mapping[Any, str] = {(-1.0, 0.0, 0.0): "x", (0.0, -1.0, 0.0): "y", (0.0, 0.0, -1.0): "z"}
"""Directions along the negative axes of a frame."""


def _triad(axis: tuple[float, float, float]) -> Array:
    """Rotation that turns z into a direction n by the shortest way: columns e1, e2, n."""
    n = np.array(axis)
    if n[2] < 0:  # by way of -z, so that no direction is singular
        return np.diag([1.0, -1.0, -1.0]) @ _triad((float(n[0]), float(-n[1]), float(-n[2])))
    x, y, z = axis
    f = 1 / (1 + z)
    return np.array([[1 - f * x * x, -f * x * y, x], [-f * x * y, 1 - f * y * y, y], [-x, -y, z]])


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
        return planar and self._named[0] == "z" and self.direction[2] ** 2 == 1

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Rotation by q about the axis."""
        zero = ca.SX.zeros(3)
        R, turn = self.turn(q[0])
        return Frame(R, zero, self.along(v[0]), zero, turn)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """Origins coincide, axes are parallel."""
        i, j, axis = self.turned(ports)
        return self.written(*coincidence(i, j), *parallel_axes(i, j, axis))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The common axis."""
        return same_way(*self.turned(ports))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The angle."""
        return (self.counted(angle_measure(*self.turned(ports))),)


@dataclass(frozen=True)
class Prismatic(_WithAxis):
    """Slides along an axis of the first frame without turning: quantity `slide` (m)."""

    kind: ClassVar[str] = "Prismatic"
    axis: Any = "x"

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The distance."""
        return (SLIDE,)

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Translation by q along the axis."""
        fixed = Frame.fixed()
        return Frame(fixed.R, self.along(q[0]), fixed.w, self.along(v[0]), fixed.turn)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, the frames stay parallel."""
        i, j, axis = self.turned(ports)
        return self.written(*across(i, j, axis), *same_orientation(i, j))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """Two axes, and so all three."""
        return same_way(*port_frames(ports), "xz")

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The distance."""
        return (self.counted(slide_measure(*self.turned(ports))),)


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
        R, turn = self.turn(q[1])
        return Frame(R, self.along(q[0]), self.along(v[1]), self.along(v[0]), turn)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, axes are parallel."""
        i, j, axis = self.turned(ports)
        return self.written(*across(i, j, axis), *parallel_axes(i, j, axis))

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The common axis."""
        return same_way(*self.turned(ports))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Distance and angle."""
        i, j, axis = self.turned(ports)
        return (self.counted(slide_measure(i, j, axis)), self.counted(angle_measure(i, j, axis)))


@dataclass(frozen=True)
class Screw(_WithAxis):
    """Turns about the common axis and advances by `pitch` (m) a turn: quantities `angle` (rad), `slide` (m).

        slide = offset + pitch angle / (2 pi)

    A negative pitch is a left-hand thread; `offset` (m) is the slide at angle 0, where the thread begins. The slide
    says how many whole turns the angle has.
    """

    kind: ClassVar[str] = "Screw"
    pitch: Scalar = 1.0
    offset: Scalar = field(default=0.0, kw_only=True)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Pitch and offset."""
        return (
            Argument("pitch", self.pitch, "m", "advance a turn", keep=True),
            Argument("offset", self.offset, "m", "slide at angle 0", keep=True),
        )

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """The angle."""
        return (ANGLE,)

    @property
    def offers(self) -> tuple[str, ...]:
        """angle, slide."""
        return ("angle", "slide")

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """A thread has a pitch."""
        return (Requirement(values["pitch"], "!=", "pitch"),)

    def tie(self, values: Values) -> Tie:
        """The slide follows the angle."""
        return Tie("angle", "slide", values["pitch"] / (2 * pi), values["offset"])

    def motion(self, q: ca.SX, v: ca.SX) -> Frame:
        """Rotation by q about the axis, translation by offset + pitch q / (2 pi) along it."""
        R, turn = self.turn(q[0])
        lead = any_number(self.pitch) / (2 * pi)
        return Frame(
            R, self.along(any_number(self.offset) + lead * q[0]), self.along(v[0]), self.along(lead * v[0]), turn
        )

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The second origin stays on the axis, axes are parallel, and the frames are turned as the slide says.

        The last row is pitch / (2 pi) times the angle between, within half a turn.
        """
        i, j, axis = self.turned(ports)
        angle = angle_measure(i, j, axis).z
        assert angle is not None
        apart = self._angle_by_slide(ports) - angle
        gap = ports.values["pitch"] / (2 * pi) * within_half_a_turn(apart)
        thread = Row(Label("thread", "m", "distance along the thread"), gap, Role.MESH)
        return self.written(*across(i, j, axis), *parallel_axes(i, j, axis), thread)

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The common axis."""
        return same_way(*self.turned(ports))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The angle, of which the slide counts the turns, and the slide."""
        i, j, axis = self.turned(ports)
        slide, angle = slide_measure(i, j, axis), angle_measure(i, j, axis)
        counted = replace(angle, z=self._angle_by_slide(ports), wraps=False, advances=True)
        return (self.counted(counted), self.counted(slide))

    def _angle_by_slide(self, ports: Ports) -> ca.SX:
        """Angle that the slide has on the thread, about the axis of the turned frames."""
        slide = slide_measure(*self.turned(ports)).z
        assert slide is not None
        return 2 * pi * (slide - self._named[1] * ports.values["offset"]) / ports.values["pitch"]


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

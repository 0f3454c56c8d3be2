"""What joints measure and forbid between two frames: the pieces that their constraints and quantities are made of."""

from __future__ import annotations

import casadi as ca

from linkwright.equations import Role
from linkwright.model import Measure, Row
from linkwright.symbolic import Frame, Label, cross

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

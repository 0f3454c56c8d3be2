"""Frames: pose and twist in the world, as expressions; places: constant poses on a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from linkwright.symbolic.derivative import dense, plus
from linkwright.symbolic.formula import formulas
from linkwright.symbolic.rotations import rotation_about
from linkwright.symbolic.symbols import Scalar


def cross(a: ca.SX, b: ca.SX) -> ca.SX:
    """Cross product a x b; zeros that are known stay zeros."""
    return ca.cross(dense(a), dense(b))


@dataclass(frozen=True)
class Pose:
    """A constant pose on a body: position (2 or 3 numbers or expressions, m) and an angle (rad) about one of its axes.

    >>> Pose((0.1, 0.0), angle=0.5).position
    (0.1, 0.0)
    """

    position: tuple[Scalar, ...]
    angle: Scalar = 0.0
    axis: str = "z"

    @staticmethod
    def of(value: Any) -> Pose:
        """Accept a Pose or a bare position."""
        return value if isinstance(value, Pose) else Pose(tuple(value))


@dataclass(frozen=True, eq=False)
class Frame:
    """A moving frame in world axes: rotation R (3, 3), position p (m), angular velocity w (rad/s), velocity v (m/s).

    `turn` is its angle about z (rad) where all it does is turn about z, R = Rz(turn), and that angle is a sum of
    coordinates and constants: it counts whole turns, which R does not. None elsewhere.
    """

    R: ca.SX
    p: ca.SX
    w: ca.SX
    v: ca.SX
    turn: ca.SX | None = None

    @staticmethod
    def fixed(R: ca.SX | None = None, p: ca.SX | None = None) -> Frame:
        """Frame at rest in the world (at its origin unless given)."""
        zero = ca.SX.zeros(3)
        place = zero if p is None else p
        if R is not None:
            return Frame(R, place, zero, zero)
        return Frame(ca.SX.eye(3) + ca.SX.zeros(3, 3), place, zero, zero, ca.SX(0))

    def at(self, position: ca.SX, rotation: ca.SX | None = None, turn: ca.SX | None = None) -> Frame:
        """Frame fixed in this one: p' = p + R r, v' = v + w x R r, R' = R R_local.

        `turn` is the angle of the local rotation where that is one about z.
        """
        R = self.R if rotation is None else self.R @ rotation
        p, v = _carried(self.R, self.p, self.w, self.v, position)
        return Frame(R, p, self.w, v, self.turn if rotation is None else turned(self.turn, turn))

    def at_place(self, position: ca.SX, angle: Scalar, axis: str) -> Frame:
        """Frame at a place: position and angle about an axis, both already expressions."""
        if _is_zero(angle):
            return self.at(position)
        return self.at(position, rotation_about(axis, angle), ca.SX(angle) if axis == "z" else None)


def turned(first: ca.SX | None, then: ca.SX | None) -> ca.SX | None:
    """Angle about z of two turns one after another; None where one of them is no turn about z."""
    return None if first is None or then is None else plus(first, then)


@formulas((3, 3), (3, 1), (3, 1), (3, 1), (3, 1))
def _carried(R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, r: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Position and velocity of what is at r in a frame."""
    arm = R @ r
    return p + arm, v + cross(w, arm)


def _is_zero(value: Any) -> bool:
    return bool(ca.SX(value).is_zero())

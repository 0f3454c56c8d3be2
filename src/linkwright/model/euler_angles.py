"""Orientation by Euler angles of a chosen sequence: three angles and their rates, singular at one middle angle."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.kinds import checked_arguments
from linkwright.model.body import Home
from linkwright.model.connection import Measure, Row
from linkwright.symbolic import Frame, Label, rotation_about

NAMES = ("phi", "theta", "psi")
_PLACES = tuple(Label(axis, "m", f"position of the origin along {axis}") for axis in "xyz")


@checked_arguments
@dataclass(frozen=True)
class FreeEulerAngles(Home):
    """A body in space by x, y, z (m) and Euler angles phi, theta, psi (rad): R = R_a(phi) R_b(theta) R_c(psi).

    `sequence` names the axes, such as "zxz" or "xyz"; no two neighbours may be the same. Where theta makes the first
    and last axis parallel the angles are singular; a state near there is refused in words. `Free()` has no such place.
    """

    sequence: str = "zxz"

    def __post_init__(self) -> None:
        s = self.sequence
        if len(s) != 3 or set(s) - set("xyz") or s[0] == s[1] or s[1] == s[2]:
            msg = f"sequence {s!r}: expected three of 'x', 'y', 'z' with no two neighbours the same, such as 'zxz'"
            raise ValueError(msg)

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, z, phi, theta, psi."""
        order = ("first", "second", "third")
        turns = [
            Label(name, "rad", f"{place} Euler angle, about {axis}")
            for name, place, axis in zip(NAMES, order, self.sequence, strict=True)
        ]
        return (*_PLACES, *turns)

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = R_a R_b R_c and the angular velocity of three turns one after another."""
        R, axes = self._turns(q[3:6])
        return Frame(R, q[:3], axes @ v[3:6], v[:3])

    def _turns(self, angles: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Rotation matrix, and the axes of the three turns in the world as columns: w = axes (phi', theta', psi')."""
        R = ca.SX.eye(3) + ca.SX.zeros(3, 3)
        columns = []
        for k, axis in enumerate(self.sequence):
            columns.append(R[:, "xyz".index(axis)])
            R = R @ rotation_about(axis, angles[k])
        return R, ca.horzcat(*columns)

    def coordinate_singularity(self, q: ca.SX) -> tuple[ca.SX, str] | None:
        """How far the angles are from their singularity: the volume spanned by the three axes of turning."""
        _, axes = self._turns(q[3:6])
        return ca.det(
            axes
        ), f"the Euler angles {self.sequence} are singular (theta); use Free() (Euler parameters), or another sequence"

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Nothing is constrained."""
        del frame
        return ()

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """Position and angles, read back from the rotation matrix."""
        angles, rates = self._angles(frame.R), self._rates(frame.R, frame.w)
        places = [Measure(x, frame.p[k], frame.v[k], wraps=False, rate_unit="m/s") for k, x in enumerate(_PLACES)]
        turns = [
            Measure(x, angles[k], rates[k], wraps=True, rate_unit="rad/s") for k, x in enumerate(self.coordinates[3:])
        ]
        return (*places, *turns)

    def _rates(self, R: ca.SX, w: ca.SX) -> ca.SX:
        """Rates of the angles, from w = phi' a + theta' b + psi' c with the axes a, b, c of the three turns.

        a is an axis of the world and c one of the body; b is normal to both, along c x a, which is longer than zero as
        long as the angles are regular. With s = a . c: phi' = (w . a - s w . c) / (1 - s^2), psi' likewise.
        """
        i, j, last = ("xyz".index(axis) for axis in self.sequence)
        k = 3 - i - j
        c, first, s = R[:, last], w[i], R[i, last]
        third, square = ca.dot(w, c), c[j] ** 2 + c[k] ** 2
        across = w[j] * c[k] - w[k] * c[j]
        if i == last and (j - i) % 3 == 1:  # there c x a is -b sin(theta), else b times what is positive
            across = -across
        return ca.vertcat((first - s * third) / square, across / ca.sqrt(square), (third - s * first) / square)

    def _angles(self, R: ca.SX) -> ca.SX:
        i, j, last = ("xyz".index(axis) for axis in self.sequence)
        k = 3 - i - j
        sign = 1 if (j - i) % 3 == 1 else -1
        if i == last:
            return ca.vertcat(
                ca.atan2(R[j, i], -sign * R[k, i]),
                ca.acos(ca.fmax(-1, ca.fmin(1, R[i, i]))),
                ca.atan2(R[i, j], sign * R[i, k]),
            )
        return ca.vertcat(
            ca.atan2(-sign * R[j, k], R[k, k]),
            ca.asin(ca.fmax(-1, ca.fmin(1, sign * R[i, k]))),
            ca.atan2(-sign * R[i, j], R[i, i]),
        )

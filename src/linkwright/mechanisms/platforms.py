"""What machines with a platform share: joints and legs on a circle, moments, parallel axes, poses by turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin

import casadi as ca

from linkwright.model import Body, Connection, Ground, Mechanism, ModelError
from linkwright.symbolic import Parameter, Pose, Scalar, rotation_of

PLANAR_STROKE = {
    "platform.x": "cycloid:0,0.03,2",
    "platform.y": "cycloid:0,-0.02,2",
    "platform.theta": "cycloid:0,0.1,2",
}
"""A small motion of a platform in the plane from rest to rest, as it is typed in the command line."""


def moments(symbol: str, what: str, values: Sequence[Scalar], axes: Sequence[str]) -> list[Parameter]:
    """Three moments of inertia as parameters `<symbol>x`, `<symbol>y`, `<symbol>z`, kg m^2."""
    if not isinstance(values, (tuple, list)) or len(values) != 3:
        fault = f"{symbol} = {values!r}: expected three moments of inertia of {what}, kg m^2"
        raise ModelError(symbol, [fault])
    return [
        Parameter(f"{symbol}{name}", value, "kg m^2", f"moment of inertia of {what}, axis {axis}")
        for name, value, axis in zip("xyz", values, axes, strict=True)
    ]


def rod_moments(mass: Scalar, length: Scalar, radius: Scalar = 0.0) -> tuple[Scalar, Scalar, Scalar]:
    """Central moments of a uniform round bar along z: across, across, along."""
    across = mass * (length**2 + 3 * radius**2) / 12
    return across, across, mass * radius**2 / 2


def about_centre(at_origin: Sequence[Scalar], mass: Scalar, centre: Sequence[Scalar]) -> tuple[Scalar, Scalar, Scalar]:
    """Central principal moments from those about a point at the distance `centre` along one axis: I - m (r^2 - r_k^2).

    `centre` has one entry that is not zero, so that no products of inertia arise.
    """
    squares = [entry * entry for entry in centre]
    total = sum(squares)
    x, y, z = (value - mass * (total - square) for value, square in zip(at_origin, squares, strict=True))
    return x, y, z


def ring(radius: Scalar, count: int, *, first: float = 0.0) -> list[tuple[Scalar, Scalar, float]]:
    """Points at equal angles on a circle about z, the first at the given angle (rad)."""
    return [at_angle(radius, first + 2 * pi * k / count) for k in range(count)]


def at_angle(radius: Scalar, angle: float) -> tuple[Scalar, Scalar, float]:
    """Point on a circle about z; a coordinate that is zero but for rounding is zero."""
    c, s = (round(value, 16) for value in (cos(angle), sin(angle)))
    least = 1e-15  # what is left of zero where an angle such as pi is rounded
    return (radius * c if abs(c) > least else 0.0, radius * s if abs(s) > least else 0.0, 0.0)


def standing_leg(
    title: str,
    azimuth: Parameter,
    radius: Parameter,
    *,
    bodies: Mapping[str, Body],
    connections: Mapping[str, Connection],
    exports: Mapping[str, str],
) -> Mechanism:
    """A leg, to be used at several azimuths: its `frame.foot` stands on a circle about z, x outward, y tangential."""
    foot = Pose((radius * ca.cos(azimuth.sx), radius * ca.sin(azimuth.sx), 0.0), angle=azimuth)
    return Mechanism(
        "leg",
        parts={"frame": Ground(points={"foot": foot}), **bodies},
        connections=connections,
        parameters=[azimuth],
        exports=exports,
        title=title,
    )


@dataclass(frozen=True, eq=False)
class Walk:
    """A pose reached from the world's frame by turns and shifts, each in the axes reached so far, as expressions."""

    e: ca.SX = field(default_factory=lambda: ca.SX([1, 0, 0, 0]))
    p: ca.SX = field(default_factory=lambda: ca.SX.zeros(3))

    def turn(self, axis: str, angle: Scalar) -> Walk:
        """Turned about one of its own axes: e (cos(angle/2), sin(angle/2) axis), a product of Euler parameters."""
        half = ca.SX(angle) / 2
        c, s = ca.cos(half), ca.sin(half)
        e0, e1, e2, e3 = (self.e[k] for k in range(4))
        if axis == "x":
            turned = (c * e0 - s * e1, c * e1 + s * e0, c * e2 + s * e3, c * e3 - s * e2)
        elif axis == "y":
            turned = (c * e0 - s * e2, c * e1 - s * e3, c * e2 + s * e0, c * e3 + s * e1)
        else:
            assert axis == "z"
            turned = (c * e0 - s * e3, c * e1 + s * e2, c * e2 - s * e1, c * e3 + s * e0)
        return Walk(ca.vertcat(*turned), self.p)

    def shift(self, x: Scalar = 0.0, y: Scalar = 0.0, z: Scalar = 0.0) -> Walk:
        """Moved along its own axes (m)."""
        return Walk(self.e, self.p + rotation_of(self.e) @ ca.vertcat(*[ca.SX(value) for value in (x, y, z)]))

    def reference(self, body: str) -> dict[str, ca.SX]:
        """The pose as values of the quantities of a body in space; e0 is not negative."""
        e = ca.if_else(self.e[0] < 0, -self.e, self.e)
        values = {f"{body}.{axis}": self.p[k] for k, axis in enumerate("xyz")}
        return values | {f"{body}.e{k}": e[k] for k in range(4)}

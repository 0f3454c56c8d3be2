"""The knife edge: a blade, a skate or a sharp wheel that cannot move sideways."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.components.rolling.in_space import FLAT, length
from linkwright.model import Joint, Measure, Ports, Row
from linkwright.model.connection import port_frames
from linkwright.symbolic import Frame, Label, cross

SPEED = Label("speed", "m/s", "speed of the edge along itself, relative to the plane")


@dataclass(frozen=True)
class KnifeEdge(Joint):
    """The origin of the second frame cannot move along its y axis in the x-y plane of the first frame: speed `speed`.

    With n the plane's normal, l the direction of y_j within the plane (unit length) and v the velocity of p_j relative
    to the plane: l . v = 0; the reaction is the side force on the blade along l (N), and `speed` is (l x n) . v. It
    forbids nothing else: a body in space is held on the plane by another joint. An edge whose y axis is normal to the
    plane has no side; there it is refused as a singular configuration.
    """

    @property
    def frames(self) -> tuple[str, ...]:
        """The plane and the edge."""
        return (self.first or "", self.second or "")

    @property
    def offers(self) -> tuple[str, ...]:
        """The speed."""
        return (SPEED.name,)

    def faults(self) -> list[str]:
        """A plane and an edge are named."""
        faults = []
        if not self.first:
            faults.append(
                f"knife edge without a plane (first = {self.first!r}); name the frame in whose x-y plane it moves, for "
                "example 'ground'"
            )
        if not self.second:
            faults.append(f"knife edge without a blade (second = {self.second!r}); name the frame of the edge")
        return faults

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """No sideways speed."""
        i, j = port_frames(ports)
        side, _ = _directions(i, j)
        return (Row(Label("side", "m/s", "sideways speed of the edge"), ca.dot(side, _velocity(i, j))),)

    def coordinate_singularities(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """The edge's y axis is normal to the plane, where it may become so."""
        i, j = port_frames(ports)
        n, side = i.R[:, 2], j.R[:, 1]
        tilt = ca.dot(n, side)
        if tilt.is_zero():
            return ()
        words = "the y axis of the edge is normal to the plane, so that the edge has no side; turn its frame"
        return ((1e-3 / FLAT * length(side - tilt * n)[0], words),)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Speed along the edge."""
        i, j = port_frames(ports)
        _, along = _directions(i, j)
        return (Measure(SPEED, None, ca.dot(along, _velocity(i, j)), wraps=False, rate_unit="m/s"),)


def _velocity(i: Frame, j: Frame) -> ca.SX:
    """Velocity of the edge relative to the plane."""
    return j.v - i.v - cross(i.w, j.p - i.p)


def _directions(i: Frame, j: Frame) -> tuple[ca.SX, ca.SX]:
    """Sideways and forward unit vectors in the plane; y_j itself where it is known to lie in the plane."""
    n, side = i.R[:, 2], j.R[:, 1]
    tilt = ca.dot(n, side)
    if not tilt.is_zero():
        side = side - tilt * n
        size, stands = length(side)
        side = stands * side / ca.fmax(size, FLAT)
    return side, cross(side, n)

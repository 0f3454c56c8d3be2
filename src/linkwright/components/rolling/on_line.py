"""Rolling without slip on a straight line in the plane."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.components.joints.one_axis import ANGLE, across, angle_measure, parallel_axes, same_way, slide_measure
from linkwright.equations import Requirement
from linkwright.model import Argument, Joint, Measure, Ports, Row, Values
from linkwright.model.connection import port_frames
from linkwright.symbolic import Label, Scalar, cross


@dataclass(frozen=True)
class RollingOnLine(Joint):
    """A disc (centre: second frame) rolls on the x axis of the first frame, on its +y side.

    Quantities `slide` and `angle`.

    Position level: y_i . (p_j - p_i) = radius. Velocity level (no slip): the disc's material point at the contact moves
    along x_i as the line does there.
    """

    radius: Scalar = 1.0

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Radius."""
        return (Argument("radius", self.radius, "m", "radius of the disc"),)

    @property
    def offers(self) -> tuple[str, ...]:
        """slide, angle."""
        return ("slide", ANGLE.name)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """The radius is positive."""
        return (Requirement(values["radius"], relation=">", words="radius"),)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The disc touches the line."""
        i, j = port_frames(ports)
        distance, height = across(i, j)
        touching = Row(Label("contact", "m", "gap between disc and line"), distance.expression - ports.values["radius"])
        return (touching, height, *parallel_axes(i, j))

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """No slip at the contact point."""
        i, j = port_frames(ports)
        down = -ports.values["radius"] * i.R[:, 1]
        on_disc = j.v + cross(j.w, down)
        on_line = i.v + cross(i.w, j.p + down - i.p)
        return (Row(Label("slip", "m/s", "slip speed along the line"), ca.dot(i.R[:, 0], on_disc - on_line)),)

    def facing(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The axis of the disc."""
        return same_way(*port_frames(ports), "z")

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Distance of the centre along the line, angle of the disc."""
        i, j = port_frames(ports)
        return (slide_measure(i, j), angle_measure(i, j))

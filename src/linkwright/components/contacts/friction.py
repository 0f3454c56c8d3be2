"""Coulomb friction with true sticking."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import casadi as ca

from linkwright.components.own_parts.written import effort_unit
from linkwright.equations import STICKS, Requirement
from linkwright.model import Argument, Connection, Load, Ports, Switched, Values
from linkwright.symbolic import Label, Scalar


@dataclass(frozen=True)
class CoulombFriction(Connection):
    """Dry friction on any speed s, against a surface that may move with a constant speed.

    Sliding: effort -force sign(s - speed). Sticking: s = speed, with whatever effort within +-static (default: force)
    that takes; it slides again, in the direction it is pushed, when that is not enough. `force` and `static` in N or
    N m, `speed` in m/s or rad/s.

    A run (`simulate`) decides between the two, holds the constraint while it sticks, and notes every change in
    `Trajectory.events`. It keeps the direction of sliding in the parameter `direction`. Single questions (`forward`,
    `reactions`, `inverse`, linearization) answer for sliding by the sign of s - speed and refuse a state with s =
    speed, where that is not known. Inverse dynamics along a motion takes the direction from the motion just after
    such a moment (just before the last), and says where the motion stays at rest.
    """

    quantity: str
    force: Scalar
    static: Scalar | None = None
    speed: Scalar = 0.0

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it acts on."""
        return (self.quantity,)

    @property
    def structure(self) -> Hashable:
        """Whether the surface moves."""
        return self._moves

    @property
    def _moves(self) -> bool:
        return not (isinstance(self.speed, (int, float)) and self.speed == 0)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """force, static, speed, and the direction that a run sets."""
        static = self.force if self.static is None else self.static
        return (
            Argument("force", self.force, "N or N m", "friction while sliding", keep=True),
            Argument("static", static, "N or N m", "greatest friction while sticking", keep=True),
            Argument("speed", self.speed, "m/s or rad/s", "speed of the surface"),
            Argument(
                "direction", 0.0, "", "direction of sliding in a run (2: it sticks; 0: that of the speed)", keep=True
            ),
        )

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Friction is not negative, and sticking not weaker than sliding."""
        return (
            Requirement(values["force"], relation=">=", words="force"),
            Requirement(values["static"] - values["force"], relation=">=", words="static less force"),
        )

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Friction while it slides: a loss on the relative speed, and what a moving surface gives."""
        slip, direction = ports.quantities[0].s - ports.values["speed"], ports.values["direction"]
        sliding = ca.if_else(direction == 0, ca.sign(slip), direction)
        effort = -ports.values["force"] * ca.if_else(direction == STICKS, 0, sliding)
        unit = effort_unit(ports.quantities[0].rate_unit)
        lost = Load(slip, effort, "loss", unit=unit)
        if not self._moves:
            return (lost,)
        return (lost, Load(ports.values["speed"], effort, "source", unit=unit))

    def switched(self, ports: Ports) -> tuple[Switched, ...]:
        """Sticking: s - speed = 0."""
        port = ports.quantities[0]
        label = Label("stick", port.rate_unit, f"sliding of {self.quantity} while it sticks")
        slip, values = port.s - ports.values["speed"], ports.values
        return (Switched("", label, None, slip, "friction", values["static"], values["direction"]),)

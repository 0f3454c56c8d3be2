"""Dry friction: Coulomb's and Stribeck's with true sticking, and Coulomb's smoothed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import casadi as ca

from linkwright.components.own_parts.written import effort_unit
from linkwright.equations import STICKS, Requirement
from linkwright.model import Argument, Connection, Load, Ports, Switched, Values
from linkwright.model.arguments import is_number
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
            Requirement(values["static"], ">=", "static", values["force"], "force"),
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


@dataclass(frozen=True)
class Stribeck(Connection):
    """Dry friction on any speed s that falls from `static` to `coulomb` as it slides faster, with true sticking.

        sliding:  effort = -(coulomb + (static - coulomb) exp(-|s / stribeck_speed|^exponent)) sign(s) - viscous s
        sticking: s = 0, with whatever effort within +-static that takes

    (The exponential form of Bo and Pavelescu 1982; the exponent is 2, as Armstrong-Helouvry 1991 has it, unless given.)
    `coulomb` and `static` in N or N m, `stribeck_speed` in m/s or rad/s, `viscous` in N s/m or N m s/rad. A
    run decides between sliding and sticking as for `CoulombFriction`.
    """

    quantity: str
    coulomb: Scalar
    static: Scalar
    stribeck_speed: Scalar
    viscous: Scalar = 0.0
    exponent: Scalar = 2.0

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it acts on."""
        return (self.quantity,)

    @property
    def structure(self) -> Hashable:
        """The exponent, where it is a number."""
        return float(self.exponent) if is_number(self.exponent) else None

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its numbers, and the direction that a run sets."""
        own = () if is_number(self.exponent) else (Argument("exponent", self.exponent, "", "exponent", keep=True),)
        words = "direction of sliding in a run (2: it sticks; 0: that of the speed)"
        return (
            Argument("coulomb", self.coulomb, "N or N m", "friction while sliding fast", keep=True),
            Argument("static", self.static, "N or N m", "greatest friction while sticking", keep=True),
            Argument("stribeck_speed", self.stribeck_speed, "m/s or rad/s", "speed by which friction falls", keep=True),
            Argument("viscous", self.viscous, "N s/m or N m s/rad", "viscous friction", keep=True),
            *own,
            Argument("direction", 0.0, "", words, keep=True),
        )

    def faults(self) -> list[str]:
        """The exponent is positive."""
        if is_number(self.exponent) and not 0 < float(self.exponent) < float("inf"):
            return [f"Stribeck on {self.quantity}: exponent = {self.exponent}: expected a positive number"]
        return []

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Friction is not negative, and sticking not weaker than sliding."""
        return (
            Requirement(values["coulomb"], relation=">=", words="coulomb"),
            Requirement(values["static"], ">=", "static", values["coulomb"], "coulomb"),
            Requirement(values["stribeck_speed"], relation=">", words="stribeck_speed"),
            Requirement(values["viscous"], relation=">=", words="viscous"),
        )

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Friction while it slides."""
        port, values = ports.quantities[0], ports.values
        s, direction = port.s, values["direction"]
        ratio = s / values["stribeck_speed"]
        if is_number(self.exponent) and float(self.exponent) == 2.0:
            fall = ca.exp(-(ratio**2))
        else:
            power = float(self.exponent) if is_number(self.exponent) else values["exponent"]
            fall = ca.exp(-(ca.fabs(ratio) ** power))
        size = values["coulomb"] + (values["static"] - values["coulomb"]) * fall
        sliding = ca.if_else(direction == 0, ca.sign(s), direction)
        effort = -size * ca.if_else(direction == STICKS, 0, sliding) - values["viscous"] * s
        return (Load(s, effort, "loss", unit=effort_unit(port.rate_unit)),)

    def switched(self, ports: Ports) -> tuple[Switched, ...]:
        """Sticking: s = 0."""
        port, values = ports.quantities[0], ports.values
        label = Label("stick", port.rate_unit, f"sliding of {self.quantity} while it sticks")
        return (Switched("", label, None, port.s, "friction", values["static"], values["direction"]),)


@dataclass(frozen=True)
class SmoothFriction(Connection):
    """Coulomb friction smoothed over a width of speeds: effort -force tanh(s / width), on any speed s.

    It never sticks: under a load below `force` it creeps with the speed width artanh(load / force). Where that is slow
    against all that matters it answers as `CoulombFriction` does, without events. Near rest it is a damper of force /
    width, so that a small width asks for small steps. `force` in N or N m, `width` in m/s or rad/s.
    """

    quantity: str
    force: Scalar
    width: Scalar

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it acts on."""
        return (self.quantity,)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """force, width."""
        return (
            Argument("force", self.force, "N or N m", "friction while sliding", keep=True),
            Argument("width", self.width, "m/s or rad/s", "speed over which it changes sign", keep=True),
        )

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Friction is not negative, the width positive."""
        return (
            Requirement(values["force"], relation=">=", words="force"),
            Requirement(values["width"], relation=">", words="width"),
        )

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """-force tanh(s / width)."""
        port, values = ports.quantities[0], ports.values
        effort = -values["force"] * ca.tanh(port.s / values["width"])
        return (Load(port.s, effort, "loss", unit=effort_unit(port.rate_unit), dry=effort),)

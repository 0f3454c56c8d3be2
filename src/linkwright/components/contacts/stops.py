"""End stops of joints, with restitution."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import pi

import casadi as ca

from linkwright.components.joints.branch_cuts import remedy
from linkwright.equations import Requirement
from linkwright.model import Argument, Connection, Ports, Switched, Values
from linkwright.symbolic import Label, Scalar


@dataclass(frozen=True)
class EndStop(Connection):
    """Hard stops of a joint's angle or slide z: lower <= z <= upper; either may be left out.

    A body that strikes a stop with the speed s goes back with -restitution s (0: it does not bounce, 1: nothing is
    lost), by an impulse that all joints pass on. When its bounces have died out it rests there until it is pulled
    away. Impacts happen in a run (`simulate`) and are noted in `Trajectory.events`; single questions (`forward`,
    `reactions`) refuse a state that lies at rest on a stop or beyond it, inverse dynamics a motion that goes beyond.
    """

    quantity: str
    lower: Scalar | None = None
    upper: Scalar | None = None
    restitution: Scalar = 0.0

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity that is limited."""
        return (self.quantity,)

    @property
    def structure(self) -> Hashable:
        """Which stops there are."""
        return (self.lower is None, self.upper is None)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Stops and restitution."""
        places = [
            Argument(name, value, "rad or m", f"{name} stop", keep=True)
            for name, value in (("lower", self.lower), ("upper", self.upper))
            if value is not None
        ]
        return (*places, Argument("restitution", self.restitution, "", "restitution of the stops", keep=True))

    def faults(self) -> list[str]:
        """There is a stop."""
        if self.lower is None and self.upper is None:
            return [f"EndStop on {self.quantity}: give lower, upper or both"]
        return []

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Restitution from 0 to 1, room between the stops."""
        e = values["restitution"]
        found = [Requirement(e, relation=">=", words="restitution"), Requirement(e, "<=", "restitution", 1.0)]
        if self.lower is not None and self.upper is not None:
            found.append(Requirement(values["upper"], ">", "upper", values["lower"], "lower"))
        return tuple(found)

    def switched(self, ports: Ports) -> tuple[Switched, ...]:
        """z - lower = 0 and upper - z = 0, each while a body rests there."""
        port, values = ports.quantities[0], ports.values
        if port.z is None:
            msg = f"EndStop on {self.quantity}: a speed without a position has no stop"
            raise ValueError(msg)
        z, found = port.z, []
        within: tuple[Requirement, ...] = ()
        if port.wraps:
            if self.lower is None or self.upper is None:
                msg = (
                    f"EndStop on {self.quantity}: this angle is known within a turn only, and a single stop would also "
                    f"be met from the other side; give lower and upper, or: {remedy(self.quantity)}"
                )
                raise ValueError(msg)
            width = values["upper"] - values["lower"]
            words = f"upper - lower (where a turn or more is needed: {remedy(self.quantity)})"
            within = (Requirement(width, "<", words, 2 * pi, "2 pi"),)
            middle = (values["lower"] + values["upper"]) / 2
            z = middle + ca.atan2(ca.sin(z - middle), ca.cos(z - middle))
        for name, side in (("lower", 1), ("upper", -1)):
            if getattr(self, name) is None:
                continue
            label = Label(name, port.unit, f"distance of {self.quantity} from its {name} stop")
            gap = side * (z - values[name])
            found.append(Switched(name, label, gap, side * port.s, "stop", values["restitution"], None, within))
        return tuple(found)

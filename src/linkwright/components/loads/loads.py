"""Loads: drives on a joint, forces and wrenches on points, springs and dampers.

Each is an effort on a speed; the power of an effort is what it does to the energy of the machine.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import casadi as ca

from linkwright.components.joints.branch_cuts import remedy
from linkwright.components.own_parts.written import effort_unit
from linkwright.equations import Requirement
from linkwright.model import Argument, Connection, Load, Ports, Values
from linkwright.model.connection import port_frames
from linkwright.symbolic import Frame, Label, Scalar

UNKNOWN = ("", "1/s")
"""Units of speeds of parts that say none."""


@dataclass(frozen=True)
class _OnQuantity(Connection):
    quantity: str

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity it acts on."""
        return (self.quantity,)


@dataclass(frozen=True)
class Torque(_OnQuantity):
    """A torque on a joint's angle: an input of the given name, or a constant value (N m)."""

    input: str | None = "tau"
    value: Scalar | None = None
    unit = "N m"
    what = "torque"

    @property
    def structure(self) -> Hashable:
        """Input or constant."""
        return self.value is None

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The constant value, if it is one."""
        return (
            ()
            if self.value is None
            else (Argument("value", self.value, self.unit, f"constant {self.what}", keep=True),)
        )

    @property
    def input_labels(self) -> tuple[Label, ...]:
        """The input, if it is one."""
        if self.value is not None:
            return ()
        return (Label(self.input or self.what, self.unit, f"{self.what} on {self.quantity}"),)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Effort on the speed of the quantity; their product must be a power."""
        rate = ports.quantities[0].rate_unit
        fits = effort_unit(rate)
        # a part written by the user may leave units out: then there is nothing to compare
        if rate not in UNKNOWN and fits != self.unit:
            other = {"N m": "; use Torque", "N": "; use Force"}.get(fits, "")
            msg = (
                f"{type(self).__name__} on {self.quantity}: its speed is in {rate}, so an effort on it is in {fits}, "
                f"not a {self.what} in {self.unit}{other}"
            )
            raise ValueError(msg)
        effort = ports.inputs[0] if self.value is None else ports.values["value"]
        return (Load(ports.quantities[0].s, effort, "source", unit=self.unit),)


@dataclass(frozen=True)
class Force(Torque):
    """A force on a joint's slide: an input of the given name, or a constant value (N)."""

    input: str | None = "force"
    unit = "N"
    what = "force"


@dataclass(frozen=True)
class JointSpring(_OnQuantity):
    """Spring on a joint's angle or slide: effort -stiffness (z - rest), potential stiffness (z - rest)^2 / 2."""

    stiffness: Scalar
    rest: Scalar = 0.0

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """stiffness, rest."""
        return (
            Argument("stiffness", self.stiffness, "N m/rad or N/m", "spring stiffness", keep=True),
            Argument("rest", self.rest, "rad or m", "position without load"),
        )

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Stiffness is not negative."""
        return (Requirement(values["stiffness"], relation=">=", words="stiffness"),)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Linear spring; on an angle that is read back from frames the deflection is taken within half a turn.

        A run that takes it further ends there (`branch_cuts`).
        """
        port = ports.quantities[0]
        if port.z is None:
            msg = f"JointSpring on {self.quantity}: a speed without a position; a spring needs a position"
            raise ValueError(msg)
        z = port.z - ports.values["rest"]
        if port.wraps:
            z = ca.atan2(ca.sin(z), ca.cos(z))
        k = ports.values["stiffness"]
        return (Load(port.s, -k * z, "potential", potential=k * z**2 / 2, unit=effort_unit(port.rate_unit)),)

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """The deflection of an angle that is read back from frames."""
        port = ports.quantities[0]
        if port.z is None or not port.wraps:
            return ()
        words = f"the spring is wound by half a turn, and {remedy(self.quantity)}"
        return ((port.z - ports.values["rest"], words),)


@dataclass(frozen=True)
class JointDamper(_OnQuantity):
    """Viscous damper on any speed: effort -damping s."""

    damping: Scalar

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Damping."""
        return (Argument("damping", self.damping, "N m s/rad or N s/m", "viscous damping", keep=True),)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Damping is not negative."""
        return (Requirement(values["damping"], relation=">=", words="damping"),)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Linear damper."""
        port = ports.quantities[0]
        return (Load(port.s, -ports.values["damping"] * port.s, "loss", unit=effort_unit(port.rate_unit)),)


@dataclass(frozen=True)
class _BetweenPoints(Connection):
    first: str
    second: str

    @property
    def frames(self) -> tuple[str, ...]:
        """The two points."""
        return (self.first, self.second)


def _length(i: Frame, j: Frame) -> tuple[ca.SX, ca.SX]:
    arm = j.p - i.p
    length = ca.sqrt(ca.dot(arm, arm))
    return length, ca.dot(arm, j.v - i.v) / length


@dataclass(frozen=True)
class Spring(_BetweenPoints):
    """Straight spring between two points: force stiffness (length - rest length), along the line between them."""

    stiffness: Scalar
    length: Scalar = 0.0

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """stiffness, length."""
        return (
            Argument("stiffness", self.stiffness, "N/m", "spring stiffness", keep=True),
            Argument("length", self.length, "m", "length without load"),
        )

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Stiffness and length are not negative."""
        return (
            Requirement(values["stiffness"], relation=">=", words="stiffness"),
            Requirement(values["length"], relation=">=", words="length"),
        )

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Linear spring; of zero rest length it is written without the root, which two meeting points would break."""
        i, j = port_frames(ports)
        k = ports.values["stiffness"]
        rest = ports.values["length"]
        if rest.is_zero():
            arm = j.p - i.p
            return (Load(j.v - i.v, -k * arm, "potential", potential=k * ca.dot(arm, arm) / 2),)
        length, rate = _length(i, j)
        return (Load(rate, -k * (length - rest), "potential", potential=k * (length - rest) ** 2 / 2),)


@dataclass(frozen=True)
class Damper(_BetweenPoints):
    """Straight viscous damper between two points: force damping times the rate of their distance."""

    damping: Scalar

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Damping."""
        return (Argument("damping", self.damping, "N s/m", "viscous damping", keep=True),)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Damping is not negative."""
        return (Requirement(values["damping"], relation=">=", words="damping"),)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Linear damper."""
        _, rate = _length(*port_frames(ports))
        return (Load(rate, -ports.values["damping"] * rate, "loss"),)


@dataclass(frozen=True)
class Wrench(Connection):
    """External force and moment on a named point, world axes: inputs fx, fy (N) and mz (N m); fz, mx, my if spatial."""

    point: str
    spatial: bool = False

    @property
    def frames(self) -> tuple[str, ...]:
        """The point."""
        return (self.point,)

    @property
    def structure(self) -> Hashable:
        """Planar or spatial."""
        return self.spatial

    @property
    def input_labels(self) -> tuple[Label, ...]:
        """Force and moment components."""
        forces = [Label(f"f{a}", "N", f"force on {self.point} along {a}") for a in ("xyz" if self.spatial else "xy")]
        moments = [Label(f"m{a}", "N m", f"moment on {self.point} about {a}") for a in ("xyz" if self.spatial else "z")]
        return (*forces, *moments)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Power f . v + m . w of the point's frame."""
        frame, u = ports.frames[0], ports.inputs
        speeds = ca.vertcat(frame.v, frame.w) if self.spatial else ca.vertcat(frame.v[0], frame.v[1], frame.w[2])
        return (Load(speeds, u, "source"),)


@dataclass(frozen=True)
class PointForce(Connection):
    """Force on a named point along a constant direction in the world: an input (N), or a constant value."""

    point: str
    direction: tuple[float, ...] = (1.0, 0.0)
    input: str | None = "force"
    value: Scalar | None = None

    @property
    def frames(self) -> tuple[str, ...]:
        """The point."""
        return (self.point,)

    @property
    def structure(self) -> Hashable:
        """Direction; input or constant."""
        return (self.value is None, tuple(self.direction))

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The constant value, if it is one."""
        return () if self.value is None else (Argument("value", self.value, "N", "constant force", keep=True),)

    @property
    def input_labels(self) -> tuple[Label, ...]:
        """The input, if it is one."""
        return (Label(self.input or "force", "N", f"force on {self.point}"),) if self.value is None else ()

    def faults(self) -> list[str]:
        """A direction has two or three numbers and is not zero."""
        squares = sum(float(e) ** 2 for e in self.direction)
        if len(self.direction) not in (2, 3) or not 0 < squares < float("inf"):
            return [f"direction {self.direction}: expected 2 or 3 numbers, not all zero"]
        return []

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Effort along the unit direction."""
        norm = sum(float(e) ** 2 for e in self.direction) ** 0.5
        unit = ca.vertcat(*[ca.SX(float(e) / norm) for e in (*self.direction, 0.0)[:3]])
        effort = ports.inputs[0] if self.value is None else ports.values["value"]
        return (Load(ca.dot(unit, ports.frames[0].v), effort, "source"),)

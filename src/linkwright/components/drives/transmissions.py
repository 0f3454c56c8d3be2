"""Transmissions between two quantities: their difference, shafts, belts and play, rigid or elastic."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from math import pi
from typing import ClassVar

import casadi as ca

from linkwright.components.joints.branch_cuts import remedy
from linkwright.components.own_parts.written import effort_unit
from linkwright.equations import Requirement, Role
from linkwright.model import Argument, Connection, Load, Measure, Port, Ports, Row, Switched, Values
from linkwright.model.arguments import is_number
from linkwright.model.connection import Tie
from linkwright.symbolic import Label, Scalar


@dataclass(frozen=True)
class _Transmission(Connection):
    """What stands on two quantities, first and second, and looks at first - ratio second."""

    first: str
    second: str

    @property
    def quantities(self) -> tuple[str, ...]:
        """The two quantities."""
        return (self.first, self.second)

    @property
    def _ratio(self) -> Scalar:
        """The ratio as it was given."""
        raise NotImplementedError

    @property
    def _number(self) -> float | None:
        """The ratio where it is a plain number of size 1, which keeps whole turns and units; None otherwise."""
        return float(self._ratio) if is_number(self._ratio) and abs(float(self._ratio)) == 1.0 else None

    @property
    def structure(self) -> Hashable:
        """The ratio where it is 1 or -1."""
        return self._number

    def _factor(self, values: Values) -> ca.SX:
        """The ratio first / second."""
        return ca.SX(self._number) if self._number is not None else values["ratio"]

    def _difference(self, ports: Ports) -> Port:
        """first - ratio second, its rate, and whether it is known within a turn only."""
        one, two = ports.quantities
        factor, kind = self._factor(ports.values), type(self).__name__
        if self._number is not None and one.rate_unit != two.rate_unit:
            msg = (
                f"{kind} between {self.first} ({one.rate_unit}) and {self.second} ({two.rate_unit}): their speeds "
                f"have different units, so the ratio cannot be {self._number:g}; give ratio = {self.first} / "
                f"{self.second}"
            )
            raise ValueError(msg)
        z = None if one.z is None or two.z is None else one.z - factor * two.z
        if z is not None and two.wraps and self._number is None:
            msg = (
                f"{kind} between {self.first} and {self.second}: with a ratio the turns of {self.second} count; "
                f"{remedy(self.second)}"
            )
            raise ValueError(msg)
        wraps = z is not None and (one.wraps or two.wraps)
        return Port(z, one.s - factor * two.s, wraps, one.unit, one.rate_unit)

    def _apart(self, port: Port) -> ca.SX:
        """The difference of positions; of angles that wrap within half a turn."""
        if port.z is None:
            msg = (
                f"{type(self).__name__} between {self.first} and {self.second}: at least one of them is a speed "
                "without a position (of a motor take `angle`, not `omega`)"
            )
            raise ValueError(msg)
        return ca.atan2(ca.sin(port.z), ca.cos(port.z)) if port.wraps else port.z

    def _wound(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """A difference that is known within half a turn only, with what is to be said there."""
        port = self._difference(ports)
        if port.z is None or not port.wraps:
            return ()
        name = self.first if ports.quantities[0].wraps else self.second
        return ((port.z, f"the difference is half a turn, and {remedy(name)}"),)


def _no_zero(values: Values, name: str) -> Requirement:
    return Requirement(values[name], relation="!=", words=name)


@dataclass(frozen=True)
class Relative(_Transmission):
    """The difference of two quantities as a quantity of its own: `difference` = first - ratio second.

    Springs, dampers, friction and stops stand on it as on any quantity: a spring on it is an elastic shaft. It has a
    position where both have one. The unit is that of the first; a ratio between an angle and a slide is in rad/m.
    """

    ratio: Scalar = 1.0

    @property
    def _ratio(self) -> Scalar:
        return self.ratio

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The ratio, unless it is 1 or -1."""
        return (
            () if self._number is not None else (Argument("ratio", self.ratio, "", "ratio first / second", keep=True),)
        )

    @property
    def offers(self) -> tuple[str, ...]:
        """The difference."""
        return ("difference",)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """first - ratio second."""
        port = self._difference(ports)
        label = Label("difference", port.unit, f"{self.first} less the ratio times {self.second}")
        return (Measure(label, port.z, port.s, port.wraps, port.rate_unit),)


@dataclass(frozen=True)
class _Coupling(_Transmission):
    """Rigid, or elastic with a stiffness and a damping at the first quantity.

    `offset` is where the second is when the first is 0, without load.
    """

    offset_unit: ClassVar[str] = "rad or m"

    stiffness: Scalar | None = field(default=None, kw_only=True)
    damping: Scalar | None = field(default=None, kw_only=True)
    offset: Scalar = field(default=0.0, kw_only=True)

    @property
    def _ratios(self) -> tuple[Argument, ...]:
        """The arguments that make the ratio."""
        raise NotImplementedError

    @property
    def structure(self) -> Hashable:
        """Rigid or elastic; the ratio where it is 1 or -1."""
        return (self._number, self.stiffness is None, self.damping is None)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Ratio, offset, stiffness and damping."""
        found = (
            *self._ratios,
            Argument("offset", self.offset, self.offset_unit, "second where the first is 0", keep=True),
        )
        if self.stiffness is not None:
            found = (*found, Argument("stiffness", self.stiffness, "N m/rad", "stiffness at the first", keep=True))
        if self.damping is not None:
            found = (*found, Argument("damping", self.damping, "N m s/rad", "damping at the first", keep=True))
        return found

    @property
    def offers(self) -> tuple[str, ...]:
        """The twist of an elastic one."""
        return () if self.stiffness is None else ("twist",)

    @property
    def rigid(self) -> _Coupling | None:
        """The same without stiffness."""
        return None if self.stiffness is None else replace(self, stiffness=None, damping=None)

    def faults(self) -> list[str]:
        """Damping belongs to a stiffness."""
        if self.stiffness is None and self.damping is not None:
            name = type(self).__name__
            return [f"{name} between {self.first} and {self.second}: damping without stiffness; give stiffness too"]
        return []

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Stiffness and damping are not negative, nothing that makes the ratio is zero."""
        given = [name for name in ("stiffness", "damping") if getattr(self, name) is not None]
        return (
            *[_no_zero(values, item.name) for item in self._ratios],
            *[Requirement(values[name], relation=">=", words=name) for name in given],
        )

    def tie(self, values: Values) -> Tie | None:
        """The second follows the first, if rigid."""
        if self.stiffness is not None:
            return None
        return Tie(self.first, self.second, 1 / self._factor(values), values["offset"])

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """The twist."""
        if self.stiffness is None:
            return ()
        port = self._difference(ports)
        label = Label("twist", port.unit, f"twist between {self.first} and {self.second}, at the first")
        return (Measure(label, port.z, port.s, port.wraps, port.rate_unit),)

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """-stiffness d, and -damping d'."""
        if self.stiffness is None:
            return ()
        port, K = self._difference(ports), ports.values["stiffness"]
        d, unit = self._apart(port), effort_unit(port.rate_unit)
        spring = Load(port.s, -K * d, "potential", potential=K * d**2 / 2, unit=unit)
        if self.damping is None:
            return (spring,)
        return (spring, Load(port.s, -ports.values["damping"] * port.s, "loss", unit=unit))

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """A twist that is known within half a turn only."""
        return () if self.stiffness is None else self._wound(ports)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """second - first / ratio = 0 of a rigid one."""
        if self.stiffness is not None:
            return ()
        port = self._difference(ports)
        if port.z is None:
            return ()
        return (self._rigid(ports, self._apart(port), ports.quantities[1].unit),)

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """The same of speeds where one of both has no position."""
        if self.stiffness is not None:
            return ()
        port = self._difference(ports)
        return () if port.z is not None else (self._rigid(ports, port.s, ports.quantities[1].rate_unit),)

    def _difference(self, ports: Ports) -> Port:
        """first - ratio (second - offset)."""
        port = super()._difference(ports)
        if port.z is None:
            return port
        return replace(port, z=port.z + self._factor(ports.values) * ports.values["offset"])

    def _rigid(self, ports: Ports, difference: ca.SX, unit: str) -> Row:
        label = Label("ratio", unit, f"distance of {self.second} from where {self.first} puts it")
        return Row(label, -difference / self._factor(ports.values), Role.MESH)


@dataclass(frozen=True)
class Shaft(_Coupling):
    """A shaft, or a gear with an elastic shaft, between two angles: first = ratio (second - offset) without load.

    Elastic (`stiffness` given): torque on the first -stiffness d - damping d', on the second ratio times the opposite,
    for the twist d = first - ratio (second - offset); `twist` is a quantity. Stiffness (N m/rad) and damping
    (N m s/rad) are those at the first. Rigid (no stiffness): second - offset - first / ratio = 0, of positions where
    both have them, else of speeds.
    """

    ratio: Scalar = 1.0

    @property
    def _ratio(self) -> Scalar:
        return self.ratio

    @property
    def _ratios(self) -> tuple[Argument, ...]:
        return (
            () if self._number is not None else (Argument("ratio", self.ratio, "", "ratio first / second", keep=True),)
        )


@dataclass(frozen=True)
class Belt(_Coupling):
    """A belt, rack or spindle between an angle and a slide: first = 2 pi ratio / pitch (second - offset) without load.

    `pitch` is the way of the second in one turn of the last wheel (m), `ratio` that of a gear before it, `offset` (m)
    the second where the first is 0. Elastic or rigid as a `Shaft`; stiffness (N m/rad) and damping (N m s/rad) are
    those at the first.
    """

    pitch: Scalar
    ratio: Scalar = 1.0
    offset_unit: ClassVar[str] = "m"

    @property
    def _ratio(self) -> Scalar:
        return self.ratio

    @property
    def _number(self) -> float | None:
        """A belt always has a ratio with a unit."""
        return None

    @property
    def _ratios(self) -> tuple[Argument, ...]:
        return (
            Argument("ratio", self.ratio, "", "gear ratio before the belt", keep=True),
            Argument("pitch", self.pitch, "m", "way in one turn", keep=True),
        )

    def _factor(self, values: Values) -> ca.SX:
        return 2 * pi * values["ratio"] / values["pitch"]

    def _difference(self, ports: Ports) -> Port:
        wrong = [
            f"{name} is in {port.rate_unit}, expected {unit}"
            for name, port, unit in zip(self.quantities, ports.quantities, ("rad/s", "m/s"), strict=True)
            if port.rate_unit not in (unit, "", "1/s")
        ]
        if wrong:
            msg = f"Belt between {self.first} and {self.second}: the speed of {', that of '.join(wrong)}"
            raise ValueError(msg)
        return super()._difference(ports)


@dataclass(frozen=True)
class Backlash(_Transmission):
    """Play between two quantities: d = first - ratio second moves freely within +-gap/2.

    Rigid (no stiffness): stops at the flanks, with a restitution, as an `EndStop`. Elastic: a dead zone,

        effort on the first = -stiffness e - damping d' where e = d - gap/2 > 0 or e = d + gap/2 < 0, else 0;

    a run ends a step where a flank is touched or left. With damping the effort jumps there, which integrators of fixed
    step follow with an error of the first order only. `d` is the quantity `play`. Stiffness and damping are those at
    the first (N m/rad, N m s/rad; on slides N/m, N s/m), `gap` in rad or m.
    """

    gap: Scalar
    ratio: Scalar = 1.0
    stiffness: Scalar | None = field(default=None, kw_only=True)
    damping: Scalar | None = field(default=None, kw_only=True)
    restitution: Scalar | None = field(default=None, kw_only=True)

    @property
    def _ratio(self) -> Scalar:
        return self.ratio

    @property
    def structure(self) -> Hashable:
        """Rigid or elastic; the ratio where it is 1 or -1."""
        return (self._number, self.stiffness is None, self.damping is None)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Gap, ratio, and what the flanks are like."""
        found = [Argument("gap", self.gap, "rad or m", "play between the flanks", keep=True)]
        if self._number is None:
            found.append(Argument("ratio", self.ratio, "", "ratio first / second", keep=True))
        if self.stiffness is None:
            value = 0.0 if self.restitution is None else self.restitution
            return (*found, Argument("restitution", value, "", "restitution of the flanks", keep=True))
        found.append(Argument("stiffness", self.stiffness, "N m/rad or N/m", "stiffness at the first", keep=True))
        if self.damping is not None:
            found.append(Argument("damping", self.damping, "N m s/rad or N s/m", "damping at the first", keep=True))
        return tuple(found)

    @property
    def offers(self) -> tuple[str, ...]:
        """Where the first is between the flanks."""
        return ("play",)

    def faults(self) -> list[str]:
        """Flanks are rigid or elastic, not both."""
        who = f"Backlash between {self.first} and {self.second}"
        found = []
        if self.stiffness is None and self.damping is not None:
            found.append(f"{who}: damping without stiffness; give stiffness (elastic flanks) or restitution (rigid)")
        if self.stiffness is not None and self.restitution is not None:
            found.append(f"{who}: restitution belongs to rigid flanks, stiffness to elastic ones; leave one out")
        return found

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """There is play; flanks neither pull nor gain."""
        found = [Requirement(values["gap"], relation=">", words="gap")]
        if self._number is None:
            found.append(_no_zero(values, "ratio"))
        if self.stiffness is None:
            e = values["restitution"]
            return (*found, Requirement(e, ">=", "restitution"), Requirement(e, "<=", "restitution", 1.0))
        found.append(Requirement(values["stiffness"], relation=">", words="stiffness"))
        if self.damping is not None:
            found.append(Requirement(values["damping"], relation=">=", words="damping"))
        return tuple(found)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """first - ratio second."""
        port = self._difference(ports)
        label = Label("play", port.unit, f"place of {self.first} between the flanks of {self.second}")
        return (Measure(label, port.z, port.s, port.wraps, port.rate_unit),)

    def _edges(self, ports: Ports) -> tuple[ca.SX, ca.SX, Port]:
        """d + gap/2, which is positive above the lower flank, and gap/2 - d, below the upper one."""
        port = self._difference(ports)
        d, half = self._apart(port), ports.values["gap"] / 2
        return d + half, half - d, port

    def switched(self, ports: Ports) -> tuple[Switched, ...]:
        """Rigid flanks."""
        if self.stiffness is not None:
            return ()
        lower, upper, port = self._edges(ports)
        e = ports.values["restitution"]
        return tuple(
            Switched(name, Label(name, port.unit, f"distance from the {name} flank"), gap, side * port.s, "stop", e)
            for name, gap, side in (("lower", lower, 1), ("upper", upper, -1))
        )

    def loads(self, ports: Ports) -> tuple[Load, ...]:
        """Elastic flanks: a spring beyond each, and damping while one is touched."""
        if self.stiffness is None:
            return ()
        lower, upper, port = self._edges(ports)
        e = ca.fmin(lower, 0) - ca.fmin(upper, 0)
        K, unit = ports.values["stiffness"], effort_unit(port.rate_unit)
        spring = Load(port.s, -K * e, "potential", potential=K * e**2 / 2, unit=unit)
        if self.damping is None:
            return (spring,)
        touched = ca.if_else(ca.fmin(lower, upper) < 0, ports.values["damping"], 0)
        return (spring, Load(port.s, -touched * port.s, "loss", unit=unit))

    def kinks(self, ports: Ports) -> tuple[ca.SX, ...]:
        """The flanks of an elastic play."""
        if self.stiffness is None:
            return ()
        lower, upper, _ = self._edges(ports)
        return (lower, upper)

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """A difference that is known within half a turn only."""
        return self._wound(ports)

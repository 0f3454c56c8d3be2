"""Limbs of planar parallel machines: modules that stand on a foot and end in a pin, so that each may replace another.

Every limb has the same face: it stands where `foot_x`, `foot_y` and `azimuth` say (x of its foot outward, y along the
edge of the base), has a frame `tip` that a pin joins to the platform, one driven joint, whose quantity and input its
module exports, and a way to reach a point. On the driven joint acts a force or torque or, where the limb has a `Motor`,
a DC motor by a gear, on a slide by a belt or spindle behind it; then the input is a voltage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import hypot
from typing import ClassVar, NamedTuple, TypeAlias

import casadi as ca

from linkwright.components import Belt, DCMotor, Force, Gear, Prismatic, Revolute, Torque
from linkwright.model import Body, Connection, Ground, Mechanism, Part
from linkwright.symbolic import Parameter, Pose, Scalar

Reach: TypeAlias = tuple[float, str]


@dataclass(frozen=True, kw_only=True)
class Motor:
    """Constants of a limb's DC motor, those of `DCMotor` (SI); the driven joint says where its rotor is."""

    J: float = 1.4e-5
    L: float = 2e-3
    R: float = 1.5
    Kt: float = 0.0385
    Ke: float = 0.0385
    b: float = 1e-5


@dataclass(frozen=True, kw_only=True)
class PRR:
    """A carriage on a rail along the edge (driven: `s`, `f`), a bar of the length l (m) on a pin; masses in kg.

    A motor drives the carriage by a gear of this ratio and a belt of this pitch (m in one turn).
    """

    tip: ClassVar[str] = "bar.tip"
    l: float = 0.25
    m_c: float = 0.3
    m_b: float = 0.2
    motor: Motor | None = None
    ratio: float = 3.0
    pitch: float = 0.070

    def gap(self, x: float, y: float) -> Reach:
        """How far (m) the tip stays from a point (x, y) in the foot's frame, and why."""
        del y
        return max(0.0, abs(x) - self.l), f"its bar is l = {self.l:g} m long, and its rail {abs(x):g} m away"

    def home(self, name: str, x: Scalar, y: Scalar) -> dict[str, Scalar]:
        """Values of its quantities that bring the tip to (x, y) in the foot's frame; the bar leans along the rail."""
        lean = ca.sqrt(ca.fmax(self.l**2 - x**2, 0))
        slide = y + lean
        angle = ca.atan2(y - slide, x)
        return {f"{name}.s": slide, f"{name}.hinge.angle": angle, **_at(name, "bar", (0.0, slide), angle)}

    def module(self) -> Mechanism:
        """The limb, to be used at a foot."""
        l, mass = _lengths(self.l, self.m_b)
        ratio, pitch = _gear(self.ratio), _pitch(self.pitch, "belt")
        belt = Belt("motor.omega", "rail.slide", pitch, ratio)
        carried = Parameter("m_c", self.m_c, "kg", "mass of the carriage")
        # The rail keeps the carriage from turning, so its inertia never counts.
        carriage = Body(carried, 0.0, points={"pin": (0.0, 0.0)}, home="rail", meaning="carriage")
        return _module(
            "PRR",
            {"carriage": carriage, "bar": _bar(mass, l)},
            {
                "rail": Prismatic("frame.foot", "carriage.pin", axis="y"),
                "hinge": Revolute("carriage.pin", "bar.root"),
            },
            ([l, mass, carried], {"s": "rail.slide"}),
            _drive(self.motor, Force("rail.slide", input="f"), belt, [ratio, pitch]),
        )


@dataclass(frozen=True, kw_only=True)
class RPR:
    """A cylinder on a pin at the foot, a rod that slides in it (driven: `d`, `f`); both l (m) long, masses in kg.

    A motor on the cylinder drives the rod by a gear of this ratio and a spindle of this pitch (m in one turn). Its
    rotor turns about the spindle, and so feels nothing of the cylinder's turning.
    """

    tip: ClassVar[str] = "rod.tip"
    l: float = 0.18
    m_c: float = 0.25
    m_r: float = 0.15
    motor: Motor | None = None
    ratio: float = 1.0
    pitch: float = 0.020

    def gap(self, x: float, y: float) -> Reach:
        """It reaches every point."""
        del x, y
        return 0.0, ""

    def home(self, name: str, x: Scalar, y: Scalar) -> dict[str, Scalar]:
        """Values of its quantities that bring the tip to (x, y) in the foot's frame."""
        length, angle = ca.sqrt(x**2 + y**2), ca.atan2(y, x)
        return {f"{name}.d": length, f"{name}.base.angle": angle, **_at(name, "rod", (x, y), angle)}

    def module(self) -> Mechanism:
        """The limb, to be used at a foot."""
        l, mass = _lengths(self.l, self.m_c)
        ratio, pitch = _gear(self.ratio), _pitch(self.pitch, "spindle")
        spindle = Belt("motor.omega", "stroke.slide", pitch, ratio)
        moved = Parameter("m_r", self.m_r, "kg", "mass of the rod")
        cylinder = Body(
            mass,
            mass * l**2 / 12,
            (l / 2, 0.0),
            points={"root": (0.0, 0.0), "end": (l, 0.0)},
            home="base",
            meaning="cylinder",
        )
        rod = Body(
            moved, moved * l**2 / 12, (-l / 2, 0.0), points={"tip": (0.0, 0.0), "back": (-l, 0.0)}, meaning="rod"
        )
        return _module(
            "RPR",
            {"cylinder": cylinder, "rod": rod},
            {
                "base": Revolute("frame.foot", "cylinder.root"),
                "stroke": Prismatic("cylinder.root", "rod.tip", axis="x"),
            },
            ([l, mass, moved], {"d": "stroke.slide"}),
            _drive(self.motor, Force("stroke.slide", input="f"), spindle, [ratio, pitch]),
        )


@dataclass(frozen=True, kw_only=True)
class RRR:
    """A crank on a pin at the foot (driven: `phi`, `tau`) and a bar; lengths l_1, l_2 (m), masses in kg.

    A motor drives the crank by a gear of this ratio: with one it is the leg of `three_rrr` (Orsino 2017, Fig. 2).
    """

    tip: ClassVar[str] = "bar.tip"
    l_1: float = 0.18
    l_2: float = 0.20
    m_1: float = 0.3
    m_2: float = 0.25
    motor: Motor | None = None
    ratio: float = 20.0

    def gap(self, x: float, y: float) -> Reach:
        """How far (m) the tip stays from a point (x, y) in the foot's frame, and why."""
        away = hypot(x, y)
        short, long = abs(self.l_1 - self.l_2), self.l_1 + self.l_2
        words = f"its bars of {self.l_1:g} and {self.l_2:g} m reach from {short:g} to {long:g} m, and it is {away:g} m"
        return max(0.0, away - long, short - away), words

    def home(self, name: str, x: Scalar, y: Scalar) -> dict[str, Scalar]:
        """Values of its quantities that bring the tip to (x, y) in the foot's frame, by the cosine law."""
        away = ca.sqrt(x**2 + y**2)
        cosine = (self.l_1**2 + away**2 - self.l_2**2) / (2 * self.l_1 * away)
        phi = ca.atan2(y, x) + ca.acos(ca.fmax(-1, ca.fmin(1, cosine)))
        elbow = (self.l_1 * ca.cos(phi), self.l_1 * ca.sin(phi))
        angle = ca.atan2(y - elbow[1], x - elbow[0])
        return {f"{name}.phi": phi, **_at(name, "bar", elbow, angle)}

    def module(self) -> Mechanism:
        """The limb, to be used at a foot."""
        l_1, mass_1 = _lengths(self.l_1, self.m_1, "_1")
        l_2, mass_2 = _lengths(self.l_2, self.m_2, "_2")
        ratio = _gear(self.ratio)
        return _module(
            "RRR",
            {"crank": _bar(mass_1, l_1, home="base", meaning="crank"), "bar": _bar(mass_2, l_2)},
            {
                "base": Revolute("frame.foot", "crank.root"),
                "elbow": Revolute("crank.tip", "bar.root"),
            },
            ([l_1, l_2, mass_1, mass_2], {"phi": "base.angle"}),
            _drive(self.motor, Torque("base.angle", input="tau"), Gear("motor.omega", "base.angle", ratio), [ratio]),
        )


Limb: TypeAlias = PRR | RPR | RRR
LIMBS: Mapping[str, type[PRR | RPR | RRR]] = {"PRR": PRR, "RPR": RPR, "RRR": RRR}
"""Limbs by name; their dimensions are those of their defaults."""


def _at(name: str, body: str, origin: tuple[Scalar, Scalar], angle: Scalar) -> dict[str, Scalar]:
    """Pose of a body in the foot's frame, to be carried into the world by the machine: keys end in (x, y, theta)."""
    return {f"{name}.{body}.x": origin[0], f"{name}.{body}.y": origin[1], f"{name}.{body}.theta": angle}


def _gear(ratio: float) -> Parameter:
    return Parameter("ratio", ratio, "", "gear ratio of the drive")


def _pitch(pitch: float, kind: str) -> Parameter:
    return Parameter("pitch", pitch, "m", f"way of the {kind} in one turn")


class _Drive(NamedTuple):
    """What drives a limb: its motor if there is one, the connection, names of input and quantities, parameters."""

    parts: Mapping[str, Part]
    connection: Connection
    exports: Mapping[str, str]
    parameters: Sequence[Parameter]


def _drive(
    motor: Motor | None, load: Force | Torque, transmission: Belt | Gear, numbers: Sequence[Parameter]
) -> _Drive:
    """A force or torque on the driven joint, or a motor with its transmission."""
    if motor is None:
        assert load.input is not None
        return _Drive({}, load, {load.input: f"drive.{load.input}"}, ())
    exports = {name: f"motor.{name}" for name in ("v", "omega", "i")}
    return _Drive({"motor": DCMotor(**asdict(motor), angle=False)}, transmission, exports, numbers)


def _lengths(length: float, mass: float, index: str = "") -> tuple[Parameter, Parameter]:
    return (
        Parameter(f"l{index}", length, "m", f"length of the bar{index.replace('_', ' ')}"),
        Parameter(f"m{index}", mass, "kg", f"mass of the bar{index.replace('_', ' ')}"),
    )


def _bar(mass: Parameter, length: Parameter, *, home: str | None = None, meaning: str = "bar") -> Body:
    points = {"root": (0.0, 0.0), "tip": (length, 0.0)}
    return Body(mass, mass * length**2 / 12, (length / 2, 0.0), points=points, home=home, meaning=meaning)


def _module(
    name: str,
    bodies: Mapping[str, Part],
    joints: Mapping[str, Connection],
    names: tuple[list[Parameter], dict[str, str]],
    drive: _Drive,
) -> Mechanism:
    place = [
        Parameter("foot_x", 0.0, "m", "foot of the limb, x"),
        Parameter("foot_y", 0.0, "m", "foot of the limb, y"),
        Parameter("azimuth", 0.0, "rad", "direction of the foot's x axis"),
    ]
    parameters, exports = names
    ground = Ground(points={"foot": Pose((place[0], place[1]), angle=place[2])})
    return Mechanism(
        name,
        parts={"frame": ground, **bodies, **drive.parts},
        connections={**joints, "drive": drive.connection},
        parameters=[*place, *parameters, *drive.parameters],
        exports={**exports, **drive.exports},
        title=f"{name} limb",
    )

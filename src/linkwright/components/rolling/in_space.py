"""Rolling without slip in space: a thin disc, a toroidal wheel and a ball on a plane that may itself move.

The plane is the x-y plane of the first frame, the wheel is on its +z side; n is the plane's normal, a the wheel's spin
axis (y of the second frame, whose origin is the wheel's centre). With c = n . a and s = |n - c a| the direction from
the contact to the centre in the wheel's plane, the steepest one, is e = (n - c a) / s, and the contact is at

    thin disc  p_j - r e,      toroidal wheel  p_j - r e - tube n,      ball  p_j - r n.

Each has one row at position level (the wheel touches the plane) and two at velocity level (its material point at the
contact moves in the plane as the plane does there); their reactions are the normal force and the two friction forces on
the wheel, along z, x and y of the first frame.

A wheel that lies flat (a parallel to n, s = 0) touches everywhere and has no steepest direction. Within 1e-6 rad of it
the two velocity rows are zero, so that the machine is found to be in a singular configuration of this joint and is
refused, rather than moved by what rounding leaves of e.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from linkwright.equations import Requirement
from linkwright.model import Argument, Joint, Measure, Ports, Row, Values
from linkwright.model.connection import port_frames
from linkwright.symbolic import Frame, Label, Scalar, cross

PLACES = tuple(Label(axis, "m", f"contact point along {axis} of the plane") for axis in "xy")
LEAN = Label("lean", "rad", "angle of the spin axis above the plane (0: upright)")
HEADING = Label("heading", "rad", "direction of travel in the plane, from its x axis")
FLAT = 1e-6
"""Sine of the angle between spin axis and normal below which a wheel lies flat: it has no contact point then."""
SPIN = Label("spin", "rad/s", "angular velocity about the spin axis, relative to the plane")


@dataclass(frozen=True, eq=False)
class _Contact:
    """Where a wheel touches: arm from its centre to the contact, its rate seen from the plane, height of the centre.

    `exists` is 1, or 0 where there is no contact point.
    """

    arm: ca.SX
    rate: ca.SX
    height: ca.SX
    exists: ca.SX


@dataclass(frozen=True, eq=False)
class _Attitude:
    """Spin axis against the plane: a, n, c = n . a, s, e, relative angular velocity w, and the rates c' and e'.

    `stands` is 1, or 0 where the wheel lies flat; `divisor` is s, but not below FLAT.
    """

    a: ca.SX
    n: ca.SX
    c: ca.SX
    s: ca.SX
    e: ca.SX
    w: ca.SX
    c_rate: ca.SX
    e_rate: ca.SX
    stands: ca.SX
    divisor: ca.SX

    @staticmethod
    def of(i: Frame, j: Frame) -> _Attitude:
        """From the frames of the plane and of the wheel; s as a norm, which keeps its digits where c is near 1."""
        a, n, w = j.R[:, 1], i.R[:, 2], j.w - i.w
        c = ca.dot(n, a)
        across = n - c * a
        s, stands = length(across)
        divisor = ca.fmax(s, FLAT)
        turned = cross(w, a)
        c_rate = ca.dot(n, turned)
        e = across / divisor
        e_rate = (-c_rate * a - c * turned + c * c_rate / divisor * e) / divisor
        return _Attitude(a, n, c, s, e, w, c_rate, e_rate, stands, divisor)


def length(vector: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Length of a vector of order 1, and 1 where it is above FLAT, else 0.

    What is added under the root is below rounding for every length above FLAT, and keeps the slope finite at zero.
    """
    size = ca.sqrt(ca.dot(vector, vector) + 1e-32)
    return size, ca.SX(size > FLAT)


@dataclass(frozen=True)
class _Rolling(Joint):
    radius: Scalar = 1.0

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Radius."""
        return (Argument("radius", self.radius, "m", "radius", keep=True),)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """The radius is positive."""
        return (Requirement(values["radius"], relation=">", words="radius"),)

    def contact(self, i: Frame, j: Frame, values: Values) -> _Contact:
        """Where the wheel touches the plane."""
        raise NotImplementedError  # each kind of wheel has its own

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The wheel touches the plane: n . (p_j - p_i) less the height of the centre at its attitude."""
        i, j = port_frames(ports)
        gap = ca.dot(i.R[:, 2], j.p - i.p) - self.contact(i, j, ports.values).height
        return (Row(Label("contact", "m", "gap between the wheel and the plane"), gap),)

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """No slip: the material point at the contact moves along x and y of the plane as the plane does there."""
        i, j = port_frames(ports)
        contact = self.contact(i, j, ports.values)
        arm = contact.arm
        slip = contact.exists * (j.v + cross(j.w, arm) - i.v - cross(i.w, j.p + arm - i.p))
        return tuple(
            Row(Label(f"slip_{axis}", "m/s", f"slip along {axis} of the plane"), ca.dot(i.R[:, k], slip))
            for k, axis in enumerate("xy")
        )

    def _places(self, ports: Ports) -> tuple[Measure, ...]:
        i, j = port_frames(ports)
        contact = self.contact(i, j, ports.values)
        point = j.p + contact.arm - i.p
        rate = j.v - i.v - cross(i.w, j.p - i.p) + contact.rate
        return tuple(
            Measure(label, ca.dot(i.R[:, k], point), ca.dot(i.R[:, k], rate), wraps=False, rate_unit="m/s")
            for k, label in enumerate(PLACES)
        )


@dataclass(frozen=True)
class _Wheel(_Rolling):
    @property
    def offers(self) -> tuple[str, ...]:
        """x, y, lean, heading, spin."""
        return ("x", "y", "lean", "heading", "spin")

    def coordinate_singularities(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """The wheel lies flat; scaled so that a state within FLAT of it is refused (the limit is 1e-3)."""
        words = "the wheel lies flat on the plane and has no contact point; start it leaning less"
        return ((1e-3 / FLAT * _Attitude.of(*port_frames(ports)).s, words),)

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Contact point in the plane, lean, heading a x n, spin about the axis (a speed without a position)."""
        i, j = port_frames(ports)
        at = _Attitude.of(i, j)
        along = cross(at.a, at.n)
        heading = ca.atan2(ca.dot(along, i.R[:, 1]), ca.dot(along, i.R[:, 0]))
        turning = (ca.dot(at.n, at.w) - at.c * ca.dot(at.a, at.w)) / at.divisor**2
        return (
            *self._places(ports),
            Measure(LEAN, ca.atan2(at.c, at.s), at.c_rate / at.divisor, wraps=False, rate_unit="rad/s"),
            Measure(HEADING, heading, turning, wraps=True, rate_unit="rad/s"),
            Measure(SPIN, None, ca.dot(at.a, at.w), wraps=False, rate_unit="rad/s"),
        )


@dataclass(frozen=True)
class RollingDisc(_Wheel):
    """A thin disc (second frame: centre, spin axis y) rolls on its sharp rim on the x-y plane of the first frame.

    Quantities `x`, `y` (contact point in the plane), `lean` (0 upright), `heading`, and the speed `spin`.

    n . (p_j - p_i) = radius cos(lean). A disc that lies flat touches with its whole rim: it has no contact point, and
    is refused as a singular configuration of this joint.
    """

    def contact(self, i: Frame, j: Frame, values: Values) -> _Contact:
        """Arm -r e, height r s."""
        at, r = _Attitude.of(i, j), values["radius"]
        return _Contact(-r * at.e, -r * at.e_rate, r * at.s, at.stands)


@dataclass(frozen=True)
class RollingTorus(_Wheel):
    """A toroidal wheel (second frame: centre, spin axis y) rolls on the x-y plane of the first frame.

    `radius` is that of the circle of the tube's centre, `tube` that of the tube (m). Quantities as of RollingDisc.

    n . (p_j - p_i) = radius cos(lean) + tube. Where it lies flat it is refused, as a disc.
    """

    tube: Scalar = 0.1

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Radius of the tube's centre, radius of the tube."""
        return (
            Argument("radius", self.radius, "m", "radius of the circle of the tube's centre", keep=True),
            Argument("tube", self.tube, "m", "radius of the tube", keep=True),
        )

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """Both radii are positive."""
        return tuple(
            Requirement(values[name], ">", words) for name, words in (("radius",) * 2, ("tube", "tube radius"))
        )

    def contact(self, i: Frame, j: Frame, values: Values) -> _Contact:
        """Arm -r e - tube n, height r s + tube."""
        at, r, tube = _Attitude.of(i, j), values["radius"], values["tube"]
        return _Contact(-r * at.e - tube * at.n, -r * at.e_rate, r * at.s + tube, at.stands)


@dataclass(frozen=True)
class RollingBall(_Rolling):
    """A ball (second frame: centre) rolls on the x-y plane of the first frame: quantities `x`, `y` of the contact.

    n . (p_j - p_i) = radius.
    """

    @property
    def offers(self) -> tuple[str, ...]:
        """x, y."""
        return ("x", "y")

    def contact(self, i: Frame, j: Frame, values: Values) -> _Contact:
        """Arm -r n, height r."""
        r = values["radius"]
        return _Contact(-r * i.R[:, 2], ca.SX.zeros(3), r, ca.SX(1))

    def measures(self, ports: Ports) -> tuple[Measure, ...]:
        """Contact point in the plane."""
        return self._places(ports)

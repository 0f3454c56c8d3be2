"""The cycloid: from rest to rest with a smooth acceleration."""

from dataclasses import KW_ONLY, dataclass
from math import pi

from casadi import SX, sin

from linkwright.faults import Faults, set_fields
from linkwright.laws.shapes.formula import Formula


@dataclass(frozen=True)
class Cycloid(Formula):
    """x = start + D (s - sin(2 pi s) / (2 pi)), s = (t - begin) / duration, D = end - start; held outside.

    Speed and acceleration vanish at both ends; the jerk jumps there. The greatest speed is 2 D / T, acceleration
    2 pi D / T^2 and jerk 4 pi^2 D / T^3, with T the duration [s].

    >>> law = Cycloid(0.0, 0.3, 2.0)
    >>> float(law(1.0)), float(law(1.0, derivative=1))
    (0.15, 0.3)
    """

    start: float
    end: float
    duration: float
    _: KW_ONLY
    begin: float = 0.0

    def __post_init__(self) -> None:
        """Check the numbers."""
        faults = Faults("Cycloid")
        set_fields(
            self,
            faults,
            start=faults.number("start", self.start),
            end=faults.number("end", self.end),
            duration=faults.positive("duration", self.duration, "give seconds"),
            begin=faults.number("begin", self.begin),
        )

    def formula(self, t: SX) -> SX:
        """Return the cycloid."""
        s = (t - self.begin) / self.duration
        return self.start + (self.end - self.start) * (s - sin(2.0 * pi * s) / (2.0 * pi))

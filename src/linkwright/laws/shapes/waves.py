"""Waves: a sine of one frequency, and a chirp that runs through many."""

from dataclasses import KW_ONLY, dataclass, field
from math import inf, log, pi
from typing import Literal, get_args

from casadi import SX, exp, sin

from linkwright.faults import Faults, set_fields
from linkwright.laws.shapes.formula import Formula

Spacing = Literal["linear", "logarithmic"]


@dataclass(frozen=True)
class Sine(Formula):
    """x = offset + amplitude sin(2 pi frequency t + phase), at all times; frequency [Hz], phase [rad].

    >>> float(Sine(2.0, 0.25)(1.0))
    2.0
    """

    amplitude: float
    frequency: float
    phase: float = 0.0
    _: KW_ONLY
    offset: float = 0.0
    begin: float = field(default=0.0, init=False, repr=False)
    duration: float = field(default=inf, init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the numbers."""
        faults = Faults("Sine")
        set_fields(
            self,
            faults,
            amplitude=faults.number("amplitude", self.amplitude),
            frequency=faults.positive(
                "frequency", self.frequency, "give cycles per second; for no motion use Constant"
            ),
            phase=faults.number("phase", self.phase),
            offset=faults.number("offset", self.offset),
        )

    def formula(self, t: SX) -> SX:
        """Return the sine."""
        return self.offset + self.amplitude * sin(2.0 * pi * self.frequency * t + self.phase)


@dataclass(frozen=True)
class Chirp(Formula):
    """A sine whose frequency runs from `start_frequency` to `end_frequency` [Hz] over the duration [s], then held.

    x = offset + amplitude sin(2 pi n(u) + phase), u = t - begin, with the cycles n so far:
    linear n = f0 u + (f1 - f0) u^2 / (2 T); logarithmic n = f0 T / ln(f1 / f0) ((f1 / f0)^(u / T) - 1).
    """

    amplitude: float
    start_frequency: float
    end_frequency: float
    _: KW_ONLY
    duration: float
    spacing: Spacing = "linear"
    phase: float = 0.0
    offset: float = 0.0
    begin: float = 0.0

    def __post_init__(self) -> None:
        """Check the numbers."""
        faults = Faults("Chirp")
        faults.choice("spacing", self.spacing, get_args(Spacing))
        set_fields(
            self,
            faults,
            amplitude=faults.number("amplitude", self.amplitude),
            start_frequency=faults.positive("start_frequency", self.start_frequency, "give cycles per second"),
            end_frequency=faults.positive("end_frequency", self.end_frequency, "give cycles per second"),
            duration=faults.positive("duration", self.duration, "give seconds"),
            phase=faults.number("phase", self.phase),
            offset=faults.number("offset", self.offset),
            begin=faults.number("begin", self.begin),
        )

    def formula(self, t: SX) -> SX:
        """Return the sine of the cycles so far."""
        u, ratio = t - self.begin, self.end_frequency / self.start_frequency
        if self.spacing == "linear" or ratio == 1.0:
            rise = (self.end_frequency - self.start_frequency) / (2.0 * self.duration)
            cycles = u * (self.start_frequency + rise * u)
        else:
            growth = log(ratio) / self.duration
            cycles = self.start_frequency / growth * (exp(growth * u) - 1.0)
        return self.offset + self.amplitude * sin(2.0 * pi * cycles + self.phase)

"""Filters: continuous transfer functions made discrete by Tustin's rule, s = (2 / T) (z - 1) / (z + 1)."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import casadi as ca

from linkwright.control.contract import Block, Gain, Numbers, Signal, Value, set_numbers
from linkwright.control.schedule import Clock
from linkwright.faults import Faults
from linkwright.symbolic import Label


class Filter(Block):
    """One signal in, the same filtered out."""

    @property
    def inputs(self) -> tuple[Label, ...]:
        """The signal."""
        return (Label("input", "{a}", "signal"),)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The signal behind the filter."""
        return (Signal("output", "{a}", "signal behind the filter"),)


@dataclass(frozen=True)
class LowPass(Filter):
    """First-order low-pass filter 1 / (time_constant s + 1) by Tustin's rule.

        (1 + 2 c) y_k = u_k + u_(k-1) - (1 - 2 c) y_(k-1),   c = time_constant / T

    The constant gain is 1; u_(-1) and y_(-1) are `initial`.
    """

    time_constant: float
    initial: float = 0.0

    def __post_init__(self) -> None:
        set_numbers(self, positive=("time_constant",), time_constant=self.time_constant, initial=self.initial)

    @property
    def state(self) -> tuple[Signal, ...]:
        """Input and output before."""
        return _previous("{a}", self.initial)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """The time constant."""
        return (Gain("time_constant", self.time_constant, "s", "time constant"),)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        c = p[0] / T
        y = (u[0] + x[0] - (1 - 2 * c) * x[1]) / (1 + 2 * c)
        return [y], [u[0], y]


@dataclass(frozen=True)
class LeadLag(Filter):
    """Lead-lag k (lead s + 1) / (lag s + 1) by Tustin's rule; `lead` and `lag` are time constants (s).

        (1 + 2 lag / T) y_k = k ((1 + 2 lead / T) u_k + (1 - 2 lead / T) u_(k-1)) - (1 - 2 lag / T) y_(k-1)

    It leads where lead > lag. u_(-1) = y_(-1) = 0.
    """

    lead: float
    lag: float
    k: float = 1.0

    def __post_init__(self) -> None:
        set_numbers(self, lead=self.lead, lag=self.lag, k=self.k)
        faults = Faults("LeadLag")
        for name, value in (("lead", self.lead), ("lag", self.lag)):
            if value < 0:
                faults.add(f"{name} = {value!r}: expected a time constant of 0 s or more")
        faults.stop()

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The signal behind the filter."""
        return (Signal("output", "{b}", "signal behind the filter"),)

    @property
    def state(self) -> tuple[Signal, ...]:
        """Input and output before."""
        return (Signal("u", "{a}", "input before"), Signal("y", "{b}", "output before"))

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Gain and time constants."""
        return (
            Gain("lead", self.lead, "s", "time constant of the numerator"),
            Gain("lag", self.lag, "s", "time constant of the denominator"),
            Gain("k", self.k, "{b}/{a}", "gain at frequency zero"),
        )

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        lead, lag, k = p
        above = k * ((1 + 2 * lead / T) * u[0] + (1 - 2 * lead / T) * x[0])
        y = (above - (1 - 2 * lag / T) * x[1]) / (1 + 2 * lag / T)
        return [y], [u[0], y]


@dataclass(frozen=True)
class Notch(Filter):
    """Notch filter (s^2 + 2 zeros w s + w^2) / (s^2 + 2 poles w s + w^2), w = 2 pi frequency, by Tustin's rule.

    The rule is warped to the frequency: with c = w / tan(w T / 2) and s = c (z - 1) / (z + 1) the notch is where it
    should be, and its gain there is exactly zeros / poles. With

        b0 = c^2 + 2 zeros w c + w^2,  b1 = a1 = 2 (w^2 - c^2),  b2 = c^2 - 2 zeros w c + w^2,
        a0 = c^2 + 2 poles w c + w^2,                             a2 = c^2 - 2 poles w c + w^2

    it is a0 y_k = b0 u_k + b1 u_(k-1) + b2 u_(k-2) - a1 y_(k-1) - a2 y_(k-2). `frequency` in Hz, below half the rate.
    """

    frequency: float
    poles: float
    zeros: float = 0.0

    def __post_init__(self) -> None:
        set_numbers(self, positive=("frequency", "poles"), frequency=self.frequency, poles=self.poles, zeros=self.zeros)
        if self.zeros < 0:
            msg = f"Notch: zeros = {self.zeros!r}: expected a damping ratio of 0 or more"
            raise ValueError(msg)

    @property
    def state(self) -> tuple[Signal, ...]:
        """What the next two outputs have of inputs and outputs so far."""
        return (Signal("first", "{a}", "part of the next output"), Signal("second", "{a}", "part of the one after"))

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Frequency and damping ratios."""
        return (
            Gain("frequency", self.frequency, "Hz", "frequency of the notch"),
            Gain("poles", self.poles, "1", "damping ratio of the poles: the width"),
            Gain("zeros", self.zeros, "1", "damping ratio of the zeros: zeros / poles is the gain at the notch"),
        )

    def clock_faults(self, clock: Clock) -> list[str]:
        """The notch must be below half the rate."""
        half = float(1 / clock.period) / 2
        if self.frequency < half:
            return []
        return [f"frequency = {self.frequency:g} Hz: expected less than half the rate, {half:g} Hz; sample it faster"]

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class, transposed (direct form II)."""
        frequency, poles, zeros = p
        w = 2 * pi * frequency
        c = w / ca.tan(w * T / 2)
        middle = 2 * (w * w - c * c)
        b0, b2 = (c * c + sign * 2 * zeros * w * c + w * w for sign in (1, -1))
        a0, a2 = (c * c + sign * 2 * poles * w * c + w * w for sign in (1, -1))
        y = (b0 * u[0]) / a0 + x[0]
        return [y], [(middle * u[0] - middle * y) / a0 + x[1], (b2 * u[0] - a2 * y) / a0]


def _previous(unit: str, initial: float) -> tuple[Signal, ...]:
    return (Signal("u", unit, "input before", initial), Signal("y", unit, "output before", initial))

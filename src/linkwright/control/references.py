"""What becomes of references: feed-forward from them, and interpolation between slow ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as ca

from linkwright.control.contract import Block, Gain, Numbers, Signal, Value, set_numbers
from linkwright.control.filters import Filter
from linkwright.control.pid import FIRST
from linkwright.control.schedule import Rational, exact
from linkwright.faults import Faults
from linkwright.symbolic import Label

SHAPES = ("hold", "ramp", "cubic")
SAME_INSTANT = 1e-6
"""Share of a period within which a time counts as its beginning: times are rounded."""


@dataclass(frozen=True)
class FeedForward(Block):
    """Feed-forward of a reference r, its velocity and its acceleration: command_k = k r_k + kv v_k + ka a_k.

    v_k = (r_k - r_(k-1)) / T,  a_k = (v_k - v_(k-1)) / T,  v_0 = a_0 = 0
    """

    kv: float = 0.0
    ka: float = 0.0
    k: float = 0.0

    def __post_init__(self) -> None:
        set_numbers(self, kv=self.kv, ka=self.ka, k=self.k)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """The reference."""
        return (Label("reference", "{a}", "what is wanted"),)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The command."""
        return (Signal("command", "{b}", "what is commanded ahead"),)

    @property
    def state(self) -> tuple[Signal, ...]:
        """The reference and its rate before."""
        return (Signal("r", "{a}", "reference before"), Signal("v", "{a}/s", "its rate before"), FIRST)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """The three gains."""
        return (
            Gain("kv", self.kv, "{b} s/{a}", "gain of the velocity"),
            Gain("ka", self.ka, "{b} s^2/{a}", "gain of the acceleration"),
            Gain("k", self.k, "{b}/{a}", "gain of the reference"),
        )

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        (before, slow, started), (kv, ka, k) = x, p
        v = started * (u[0] - before) / T
        return [k * u[0] + kv * v + ka * started * (v - slow) / T], [u[0], v, 1.0]


@dataclass(frozen=True)
class Interpolate(Filter):
    """Interpolation of a signal r that is new every `period` seconds, for a faster block.

    With s = (t - t_k) / period the share of a period since its last value r_k came, at t_k = phase + k period:

        hold     r_k
        ramp     r_(k-1) + s (r_k - r_(k-1)): to the new value over one period
        cubic    the cubic through r_(k-3), ..., r_k, between r_(k-1) and r_k:
                 r_k (s+2)(s+1)s / 6 - r_(k-1) (s+2)(s+1)(s-1) / 2
                 + r_(k-2) (s+2) s (s-1) / 2 - r_(k-3) (s+1) s (s-1) / 6

    Ramp and cubic arrive at r_k one period late. Before the first value all values are that one.
    """

    period: Rational
    shape: Literal["hold", "ramp", "cubic"] = "ramp"
    phase: Rational = 0

    def __post_init__(self) -> None:
        faults = Faults("Interpolate")
        for name in ("period", "phase"):
            try:
                object.__setattr__(self, name, exact(getattr(self, name), name))
            except (TypeError, ValueError) as error:
                faults.add(str(error))
        faults.stop()
        if self.period <= 0:
            faults.add(f"period = {float(self.period)!r}: expected more than 0 s")
        faults.choice("shape", self.shape, SHAPES)
        faults.stop()

    @property
    def state(self) -> tuple[Signal, ...]:
        """The number of the last value, and the values before it, the latest first."""
        count = {"hold": 1, "ramp": 2, "cubic": 4}[self.shape]
        values = [Signal(f"r{k}", "{a}", "value before") for k in range(count)]
        return (Signal("k", "1", "number of the last value"), *values, FIRST)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        k, *values, started = x
        periods = (t - float(self.phase)) / float(self.period)
        number = ca.floor(periods + SAME_INSTANT)
        s = ca.fmax(periods - number, 0.0)
        fresh = (number - k) * started > 0.5
        first = started < 0.5
        moved = [u[0], *values[:-1]]
        r = [ca.if_else(first, u[0], ca.if_else(fresh, new, old)) for new, old in zip(moved, values, strict=True)]
        return [_shapes(self.shape, r, s)], [number, *r, 1.0]


def _shapes(shape: str, r: Numbers, s: Value) -> Value:
    if shape == "hold":
        return r[0]
    if shape == "ramp":
        return r[1] + s * (r[0] - r[1])
    later = r[0] * (s + 2) * (s + 1) * s / 6 - r[1] * (s + 2) * (s + 1) * (s - 1) / 2
    return later + r[2] * (s + 2) * s * (s - 1) / 2 - r[3] * (s + 1) * s * (s - 1) / 6

"""Proportional, integral and derivative controllers, with limits and anti-windup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as ca

from linkwright.control.contract import Block, Gain, Numbers, Signal, Value, set_numbers
from linkwright.faults import Faults
from linkwright.symbolic import Label

Integration = Literal["backward", "forward", "tustin"]
INTEGRATIONS = ("backward", "forward", "tustin")
INPUTS = (Label("reference", "{a}", "what is wanted"), Label("measurement", "{a}", "what is measured"))
COMMAND = Signal("command", "{b}", "what is commanded")
FIRST = Signal("started", "1", "0 before the first instant, then 1")


@dataclass(frozen=True)
class P(Block):
    """Proportional controller: command = k (reference - measurement).

    With `low` and `high` the command is limited to low <= command <= high.

    >>> P(20.0).step([], 0.0, [3.0, 1.0], [20.0], 1e-3)
    ([40.0], [])
    """

    k: float
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        set_numbers(self, optional=("low", "high"), k=self.k, low=self.low, high=self.high)
        _check_limits(self, self.low, self.high)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """Reference and measurement."""
        return INPUTS

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The command."""
        return (COMMAND,)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """k, and limits where there are any."""
        return (Gain("k", self.k, "{b}/{a}", "proportional gain"), *_limits(self.low, self.high))

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """command = k (reference - measurement)."""
        reference, measurement = u
        return [_clamp(p[0] * (reference - measurement), p[1:], self.low, self.high)], []


@dataclass(frozen=True)
class AntiWindup:
    """How the integral is kept from growing while the command is limited: `Conditional()`, `BackCalculation(gain)`."""


@dataclass(frozen=True)
class Conditional(AntiWindup):
    """The integral stays while the command is limited and the error would drive it further beyond its limit.

    With v the command before limits and c after them, it stays where (v - c) ki e > 0.
    """


@dataclass(frozen=True)
class BackCalculation(AntiWindup):
    """The integral gets gain T (c - v) more, with v the command before limits and c after them; `gain` in 1/s."""

    gain: float

    def __post_init__(self) -> None:
        set_numbers(self, positive=("gain",), gain=self.gain)


@dataclass(frozen=True)
class PI(Block):
    """Proportional-integral controller of the error e = reference - measurement.

        backward (the rule of the backward rectangle)    I_k = I_(k-1) + ki T e_k,  v_k = kp e_k + I_k
        forward                                          v_k = kp e_k + I_(k-1),    I_k = I_(k-1) + ki T e_k
        tustin (trapezoidal)      I_k = I_(k-1) + ki T (e_k + e_(k-1)) / 2,         v_k = kp e_k + I_k

    The command is v, limited to low <= command <= high where these are given; `anti_windup` says what the integral does
    then (`Conditional()` unless another is given). The integral has the unit of the command and begins with `integral`;
    e_(-1) = 0.

    >>> PI(kp=2.0, ki=10.0).step([0.5], 0.0, [1.0, 0.0], [2.0, 10.0], 0.1)
    ([3.5], [1.5])
    """

    kp: float
    ki: float
    integration: Integration = "backward"
    low: float | None = None
    high: float | None = None
    anti_windup: AntiWindup = Conditional()
    integral: float = 0.0

    def __post_init__(self) -> None:
        set_numbers(
            self, optional=("low", "high"), kp=self.kp, ki=self.ki, low=self.low, high=self.high, integral=self.integral
        )
        _check_limits(self, self.low, self.high, self.integration, self.anti_windup)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """Reference and measurement."""
        return INPUTS

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The command."""
        return (COMMAND,)

    @property
    def state(self) -> tuple[Signal, ...]:
        """The integral, and with the trapezoidal rule the error before."""
        return _integral_states(self)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """kp, ki, and limits where there are any."""
        kp = Gain("kp", self.kp, "{b}/{a}", "proportional gain")
        return (kp, *_integral_gains(self), *_limits(self.low, self.high))

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        error = u[0] - u[1]
        return _integrate(self, p[0] * error, error, x, p[1:], T)


@dataclass(frozen=True)
class PID(Block):
    """Proportional-integral-derivative controller: v_k = kp e_k + I_k + D_k, e = reference - measurement.

    I is that of `PI`, with the same rules of integration, limits and anti-windup. D is the filtered difference

        D_k = (filter D_(k-1) + kd (d_k - d_(k-1))) / (filter + T)

    of the error (d = e), or with `derivative="measurement"` of the measurement alone (d = -measurement), so that steps
    of the reference do not kick. `filter` is a time constant (s), 0 for the plain difference; D_0 = 0.
    """

    kp: float
    ki: float
    kd: float
    filter: float = 0.0
    derivative: Literal["error", "measurement"] = "error"
    integration: Integration = "backward"
    low: float | None = None
    high: float | None = None
    anti_windup: AntiWindup = Conditional()
    integral: float = 0.0

    def __post_init__(self) -> None:
        set_numbers(
            self, optional=("low", "high"), kp=self.kp, ki=self.ki, kd=self.kd, filter=self.filter, low=self.low,
            high=self.high, integral=self.integral,
        )  # fmt: skip
        faults = Faults("PID")
        faults.choice("derivative", self.derivative, ("error", "measurement"))
        if self.filter < 0:
            faults.add(f"filter = {self.filter!r}: expected a time constant of 0 s or more")
        faults.stop()
        _check_limits(self, self.low, self.high, self.integration, self.anti_windup)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """Reference and measurement."""
        return INPUTS

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The command."""
        return (COMMAND,)

    @property
    def state(self) -> tuple[Signal, ...]:
        """The integral (and the error before, with the trapezoidal rule), then the derivative and what it differs."""
        own = (Signal("slope", "{b}", "derivative part"), Signal("previous", "{a}", "value before"), FIRST)
        return (*_integral_states(self), *own)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """kp, kd, filter, ki, and limits where there are any."""
        own = (
            Gain("kp", self.kp, "{b}/{a}", "proportional gain"),
            Gain("kd", self.kd, "{b} s/{a}", "derivative gain"),
            Gain("filter", self.filter, "s", "time constant of the derivative"),
        )
        return (*own, *_integral_gains(self), *_limits(self.low, self.high))

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        kp, kd, lag = p[:3]
        slope, previous, started = x[-3:]
        error = u[0] - u[1]
        value = error if self.derivative == "error" else -u[1]
        slope = started * (lag * slope + kd * (value - previous)) / (lag + T)
        outputs, kept = _integrate(self, kp * error + slope, error, x[:-3], p[3:], T)
        return outputs, [*kept, slope, value, 1.0]


# -- what the controllers share ------------------------------------------------------------------------------------


def _integral_states(block: PI | PID) -> tuple[Signal, ...]:
    integral = Signal("integral", "{b}", "integral part", block.integral)
    return (integral, Signal("error", "{a}", "error before")) if block.integration == "tustin" else (integral,)


def _integral_gains(block: PI | PID) -> tuple[Gain, ...]:
    ki = Gain("ki", block.ki, "{b}/{a}/s", "integral gain")
    if isinstance(block.anti_windup, BackCalculation):
        return (ki, Gain("tracking", block.anti_windup.gain, "1/s", "gain of back-calculation"))
    return (ki,)


def _integrate(
    block: PI | PID, other: Value, error: Value, x: Numbers, p: Numbers, T: Value
) -> tuple[list[Value], list[Value]]:
    """Command and states of a controller with an integral; `other` is the part of the command without it."""
    integral, ki = x[0], p[0]
    back = isinstance(block.anti_windup, BackCalculation)
    limits = p[2:] if back else p[1:]
    mean = (error + x[1]) / 2 if block.integration == "tustin" else error
    more = integral + ki * T * mean
    used = integral if block.integration == "forward" else more
    wanted = other + used
    command = _clamp(wanted, limits, block.low, block.high)
    if block.low is not None or block.high is not None:
        if back:
            more = more + p[1] * T * (command - wanted)
        else:
            stays = (wanted - command) * ki * error > 0
            more = ca.if_else(stays, integral, more)
            if block.integration != "forward":
                command = _clamp(other + more, limits, block.low, block.high)
    return [command], [more, error] if block.integration == "tustin" else [more]


def _limits(low: float | None, high: float | None) -> tuple[Gain, ...]:
    found = []
    if low is not None:
        found.append(Gain("low", low, "{b}", "lower limit of the command"))
    if high is not None:
        found.append(Gain("high", high, "{b}", "upper limit of the command"))
    return tuple(found)


def _clamp(value: Value, limits: Numbers, low: float | None, high: float | None) -> Value:
    """A value between limits, of which those that there are come in order."""
    given = iter(limits)
    if low is not None:
        value = ca.fmax(value, next(given))
    if high is not None:
        value = ca.fmin(value, next(given))
    return value


def _check_limits(
    block: Block,
    low: float | None,
    high: float | None,
    integration: str = "backward",
    anti_windup: object = None,
) -> None:
    faults = Faults(type(block).__name__)
    if low is not None and high is not None and not low < high:
        faults.add(f"low = {low!r} is not below high = {high!r}; exchange them, or leave one out.")
    faults.choice("integration", integration, INTEGRATIONS)
    if anti_windup is not None and not isinstance(anti_windup, AntiWindup):
        faults.add(f"anti_windup = {anti_windup!r}: expected control.Conditional() or control.BackCalculation(gain).")
    faults.stop()

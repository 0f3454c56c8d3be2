"""Static functions of signals: sums, limits, rate limits, tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca

from linkwright.control.contract import Block, Gain, Numbers, Signal, Value, set_numbers
from linkwright.control.filters import Filter
from linkwright.control.pid import FIRST
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Label, check_name


@checked_arguments
@dataclass(frozen=True)
class Sum(Block):
    """Sum of signals: output = gain_1 input_1 + gain_2 input_2 + ..., with a gain for each input by name.

    >>> Sum({"command": 1.0, "feedforward": 1.0}).step([], 0.0, [2.0, 3.0], [1.0, 1.0], 1e-3)
    ([5.0], [])
    """

    gains: dict[str, float]

    def __post_init__(self) -> None:
        faults = Faults("Sum")
        if not isinstance(self.gains, dict) or not self.gains:
            faults.add(f"gains = {self.gains!r}: expected a gain for each input, such as {{'a': 1.0, 'b': -1.0}}")
            faults.stop()
        for name, value in self.gains.items():
            faults.found += check_name(name, "input")
            faults.number(f"gain of {name}", value)
        faults.stop()
        object.__setattr__(self, "gains", {name: float(value) for name, value in self.gains.items()})

    def __hash__(self) -> int:
        return hash(tuple(self.gains.items()))

    @property
    def inputs(self) -> tuple[Label, ...]:
        """Signals to add."""
        return tuple(Label(name, "{a}", "signal") for name in self.gains)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The sum."""
        return (Signal("output", "{a}", "sum"),)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Gains of the inputs."""
        return tuple(Gain(name, value, "1", f"gain of {name}") for name, value in self.gains.items())

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        total = p[0] * u[0]
        for gain, value in zip(p[1:], u[1:], strict=True):
            total = total + gain * value
        return [total], []


@dataclass(frozen=True)
class Limit(Filter):
    """Limits of a signal: output = min(max(input, low), high), without one that is not given."""

    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        set_numbers(self, optional=("low", "high"), low=self.low, high=self.high)
        if self.low is not None and self.high is not None and not self.low < self.high:
            msg = f"Limit: low = {self.low!r} is not below high = {self.high!r}; exchange them, or leave one out"
            raise ValueError(msg)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Limits that there are."""
        limits = (("low", self.low, "lower limit"), ("high", self.high, "upper limit"))
        return tuple(Gain(name, value, "{a}", words) for name, value, words in limits if value is not None)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        value, given = u[0], iter(p)
        if self.low is not None:
            value = ca.fmax(value, next(given))
        if self.high is not None:
            value = ca.fmin(value, next(given))
        return [value], []


@dataclass(frozen=True)
class RateLimit(Filter):
    """Limits of the rate of a signal: y_k = y_(k-1) + min(max(u_k - y_(k-1), -down T), up T), y_0 = u_0.

    `up` and `down` are rates (unit of the signal per second); without `down` it is `up`.
    """

    up: float
    down: float | None = None

    def __post_init__(self) -> None:
        set_numbers(self, positive=("up", "down"), optional=("down",), up=self.up, down=self.down)
        if self.down is None:
            object.__setattr__(self, "down", self.up)

    @property
    def state(self) -> tuple[Signal, ...]:
        """The output before."""
        return (Signal("y", "{a}", "output before"), FIRST)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Both rates."""
        assert self.down is not None
        return (
            Gain("up", self.up, "{a}/s", "largest rate upwards"),
            Gain("down", self.down, "{a}/s", "largest rate downwards"),
        )

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        up, down = p
        before = ca.if_else(x[1] > 0.5, x[0], u[0])
        y = before + ca.fmin(ca.fmax(u[0] - before, -down * T), up * T)
        return [y], [y, 1.0]


@dataclass(frozen=True)
class Table(Block):
    """Table of points with straight lines between them; outside the first or the last value holds.

    With points x_0 < x_1 < ... and values y_i it is y_0 + sum_i (y_(i+1) - y_i) / (x_(i+1) - x_i) (c_i - x_i), where
    c_i = min(max(input, x_i), x_(i+1)).
    """

    points: tuple[float, ...]
    values: tuple[float, ...]

    def __init__(self, points: Sequence[float], values: Sequence[float]) -> None:
        faults = Faults("Table")
        x, y = faults.times("points", points, at_least=2), faults.sequence("values", values, at_least=2)
        if x is not None and y is not None and x.size != y.size:
            faults.add(f"there are {x.size} points and {y.size} values; give one value per point.")
        faults.stop()
        assert x is not None
        assert y is not None
        object.__setattr__(self, "points", tuple(x.tolist()))
        object.__setattr__(self, "values", tuple(y.tolist()))

    @property
    def inputs(self) -> tuple[Label, ...]:
        """Where the table is read."""
        return (Label("input", "{a}", "where the table is read"),)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """What is read."""
        return (Signal("output", "{b}", "value of the table"),)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        found: Value = self.values[0]
        for k in range(len(self.points) - 1):
            low, high = self.points[k : k + 2]
            slope = (self.values[k + 1] - self.values[k]) / (high - low)
            found = found + slope * (ca.fmin(ca.fmax(u[0], low), high) - low)
        return [found], []

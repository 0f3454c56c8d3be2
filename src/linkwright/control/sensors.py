"""Sensors: counts of encoders, speeds from differences, noise."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Literal

import casadi as ca

from linkwright.control.contract import Block, Gain, Numbers, Signal, Value, set_numbers
from linkwright.control.filters import Filter
from linkwright.control.pid import FIRST
from linkwright.faults import Faults
from linkwright.symbolic import Label

HALF = 2.0**26
"""Halves of the numbers that noise is mixed from: products of two of them are exact in doubles."""
ROUNDS = (
    (45_781_927, 12_345_701), (59_104_351, 40_503_877), (25_214_903, 33_554_393), (62_089_911, 7_368_787),
    (18_181_927, 51_466_051), (36_969_217, 2_654_435), (9_301_493, 47_287_081), (54_321_011, 28_411_349),
)  # fmt: skip
"""Offsets of the rounds of mixing, without pattern; eight are enough for the statistics that tests look at."""


@dataclass(frozen=True)
class Encoder(Block):
    """Incremental encoder: n = floor(input / resolution) counts, output = n resolution, resolution = per / counts.

    `per` is what `counts` counts are: a turn (2 pi rad) unless given, or a length of a linear scale (m).
    """

    counts: float
    per: float = 2 * pi

    quantizes = True

    def __post_init__(self) -> None:
        set_numbers(self, positive=("counts", "per"), counts=self.counts, per=self.per)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """The angle or length."""
        return (Label("input", "{a}", "angle or length"),)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The angle or length in whole counts, and their number."""
        return (Signal("output", "{a}", "angle or length in whole counts"), Signal("counts", "1", "counts"))

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """The resolution."""
        return (Gain("resolution", self.per / self.counts, "{a}", "angle or length of a count"),)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        counts = ca.floor(u[0] / p[0])
        return [counts * p[0], counts], []

    def linear_step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The same without rounding to whole counts."""
        return [u[0], u[0] / p[0]], []


@dataclass(frozen=True)
class Differentiate(Block):
    """Speed from differences: output_k = (input_k - input_(k-1)) / T, output_0 = 0."""

    @property
    def inputs(self) -> tuple[Label, ...]:
        """The signal."""
        return (Label("input", "{a}", "signal"),)

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """Its rate."""
        return (Signal("output", "{a}/s", "difference over a period"),)

    @property
    def state(self) -> tuple[Signal, ...]:
        """The input before."""
        return (Signal("u", "{a}", "input before"), FIRST)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        return [x[1] * (u[0] - x[0]) / T], [u[0], 1.0]


@dataclass(frozen=True)
class Noise(Filter):
    """White noise on a signal: output_k = input_k + deviation n_k, with n_k from a hash of (seed, k).

    n_k is independent of n_j and of other seeds, with mean 0 and standard deviation 1: normal (by Box and Muller's
    transformation), or uniform between -sqrt(3) and sqrt(3). It is a pure function of seed and k, the number of the
    instant since the run began, so that a run that is repeated or resumed has the same noise.
    """

    deviation: float
    seed: int = 0
    distribution: Literal["normal", "uniform"] = "normal"

    counters = frozenset({"k"})

    def __post_init__(self) -> None:
        set_numbers(self, deviation=self.deviation)
        faults = Faults("Noise")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < HALF:
            faults.add(f"seed = {self.seed!r}: expected a whole number from 0 to {HALF - 1:.0f}.")
        if self.deviation < 0:
            faults.add(f"deviation = {self.deviation!r}: expected a standard deviation of 0 or more.")
        faults.choice("distribution", self.distribution, ("normal", "uniform"))
        faults.stop()

    @property
    def state(self) -> tuple[Signal, ...]:
        """The number of the instant."""
        return (Signal("k", "1", "number of the instant"),)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """The standard deviation."""
        return (Gain("deviation", self.deviation, "{a}", "standard deviation"),)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        first, second = uniform_pair(float(self.seed), x[0])
        if self.distribution == "uniform":
            noise = (first - 0.5) * 12**0.5
        else:
            noise = ca.sqrt(-2 * ca.log(first)) * ca.cos(2 * pi * second)
        return [u[0] + p[0] * noise], [x[0] + 1]


def uniform_pair(seed: float, k: Value) -> tuple[Value, Value]:
    """Two numbers between 0 and 1 (exclusive) from a seed and a counter, both whole numbers below 2^26 and 2^52.

    A Feistel network on two halves of 26 bits, as block ciphers have it: in each round one half gets the middle bits of
    a square of the other (von Neumann's middle square, with offsets). Products are below 2^52, so all operations are
    exact and all machines agree.
    """
    left, right = _low(k), _low(ca.floor(k / HALF) + seed)
    for first, second in ROUNDS:
        product = _low(right + first) * _low(right + second)
        # Bits 13 to 38 of the product: those in the middle depend on all bits of the factors.
        left, right = right, _low(left + ca.floor(product / 2.0**13))
    return (left + 0.5) / HALF, (right + 0.5) / HALF


def _low(value: Value) -> Value:
    """The low 26 bits of a whole number below 2^53."""
    return value - HALF * ca.floor(value / HALF)

"""Instants of sampled control in exact rational time.

A clock ticks at phase + k period, in absolute time; what it computes acts `delay` later. Periods, phases and delays are
rationals: a float is the decimal it prints as (0.001 is 1/1000, which the double of that name is not), a Fraction is
taken as it is. All of them are integers of their greatest common divisor `unit`, so an instant is an integer, and its
time k * numerator / denominator is rounded once. The ten-millionth instant is where it should be to the last bit, and
periods need not be multiples of each other.

What is due repeats after the hyperperiod, the least common multiple of all periods. A `Schedule` holds the instants of
one hyperperiod with what is due at each; any later one is found by counting hyperperiods.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, isfinite, lcm

from linkwright.faults import finite_number
from linkwright.kinds import checked_arguments, checked_but

Rational = int | float | Fraction

LONGEST = 100_000
"""Instants in a hyperperiod above which periods are refused: their table would be long, and they are hardly meant."""
MOST_INSTANTS = 2 * 10**10
"""Instants in a run above which it is refused: at a million in a second of computing, they take hours."""
EXACT = 2**53
"""Integers below this are doubles, so that compiled code divides them exactly once."""


@checked_but("value")
def exact(value: Rational, what: str) -> Fraction:
    """A time as a rational number: a float as the decimal it prints as.

    >>> exact(0.001, "period"), exact(1 / 3, "period") == Fraction(1, 3)
    (Fraction(1, 1000), False)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        msg = f"{what} = {value!r}: expected a number of seconds, or a Fraction"
        raise TypeError(msg)
    if isinstance(value, float):
        if not isfinite(value):
            msg = f"{what} = {value!r}: expected a finite number of seconds"
            raise ValueError(msg)
        return Fraction(repr(float(value)))
    return Fraction(value)


@dataclass(frozen=True)
class Clock:
    """Instants phase + k period (s), whose results act `delay` (s) later; 0 <= phase < period, delay >= 0."""

    period: Fraction
    phase: Fraction = Fraction(0)
    delay: Fraction = Fraction(0)

    @staticmethod
    def of(period: Rational, *, phase: Rational = 0, delay: Rational = 0) -> Clock:
        """A clock from numbers; all faults at once."""
        made = Clock(exact(period, "period"), exact(phase, "phase"), exact(delay, "delay"))
        if made.faults:
            raise ValueError("; ".join(made.faults))
        return made

    @property
    def faults(self) -> list[str]:
        """What is not possible about its times, in sentences."""
        found = []
        if not self.period > 0:
            found.append(f"period = {float(self.period):g}: expected more than 0 s")
        elif not 0 <= self.phase < self.period:
            found.append(
                f"phase = {float(self.phase):g}: expected from 0 s to less than the period of {float(self.period):g} s"
            )
        if self.delay < 0:
            found.append(f"delay = {float(self.delay):g}: expected 0 s or more")
        return found

    @checked_arguments
    def meets(self, other: Clock) -> bool:
        """Whether two clocks ever have an instant in common."""
        common = _divisor([self.period, other.period])
        return (self.phase - other.phase) % common == 0

    @checked_arguments
    def time(self, k: int) -> float:
        """Time (s) of an instant, rounded once."""
        return float(self.phase + k * self.period)

    @checked_arguments
    def first(self, t: float) -> int:
        """Number k of the first instant whose time, as a double, is not before t."""
        k = (Fraction(finite_number("t", t, "s")) - self.phase) // self.period - 1
        while self.time(k) < t:
            k += 1
        return k

    @property
    def pending(self) -> int:
        """Results that wait at a time: the one released was computed as the latest but pending - 1.

        A result that is due at an instant is released before the clock computes the next.
        """
        return -(-self.delay // self.period)


@dataclass(frozen=True)
class Instant:
    """One instant of the hyperperiod: its number of units, clocks whose results are released, clocks that compute."""

    at: int
    released: tuple[int, ...]
    computed: tuple[int, ...]


@dataclass(frozen=True)
class Schedule:
    """Instants of some clocks: those of one hyperperiod, from time 0 on, in order.

    >>> schedule = Schedule.of([Clock.of(0.001), Clock.of(Fraction(1, 3000))])
    >>> schedule.unit, len(schedule.instants), [instant.computed for instant in schedule.instants]
    (Fraction(1, 3000), 3, [(0, 1), (1,), (1,)])
    """

    clocks: tuple[Clock, ...]
    unit: Fraction
    length: int
    instants: tuple[Instant, ...]

    @staticmethod
    @checked_arguments
    def of(clocks: Sequence[Clock]) -> Schedule:
        """Schedule of clocks; hyperperiods of too many instants are refused with the periods at fault."""
        if not clocks:
            msg = "a schedule needs a clock"
            raise ValueError(msg)
        unit = _divisor([each for clock in clocks for each in (clock.period, clock.phase, clock.delay) if each])
        periods = [_whole(clock.period / unit) for clock in clocks]
        length = lcm(*periods)
        count = sum(length // period * (2 if clock.delay else 1) for clock, period in zip(clocks, periods, strict=True))
        if count > LONGEST:
            periods_text = ", ".join(f"{float(clock.period):.9g} s" for clock in clocks)
            msg = (
                f"the periods {periods_text} repeat after {float(length * unit):.6g} s and {count} instants, more than "
                f"{LONGEST}; choose periods whose ratios are simpler"
            )
            raise ValueError(msg)
        released: dict[int, list[int]] = {}
        computed: dict[int, list[int]] = {}
        for number, (clock, period) in enumerate(zip(clocks, periods, strict=True)):
            phase, delay = _whole(clock.phase / unit), _whole(clock.delay / unit)
            for at in range(phase, length, period):
                computed.setdefault(at, []).append(number)
            if delay:
                for at in range((phase + delay) % period, length, period):
                    released.setdefault(at, []).append(number)
        instants = tuple(
            Instant(at, tuple(released.get(at, ())), tuple(computed.get(at, ())))
            for at in sorted({*released, *computed})
        )
        return Schedule(tuple(clocks), unit, length, instants)

    @property
    def rate(self) -> float:
        """Instants in a second."""
        return len(self.instants) / float(self.length * self.unit)

    @checked_arguments
    def time(self, hyperperiod: int, place: int) -> float:
        """Time (s) of an instant by its hyperperiod and its place in there: the rational number, rounded once."""
        return self.at(hyperperiod * self.length + self.instants[place].at)

    @checked_arguments
    def at(self, units: int) -> float:
        """Time (s) of a whole number of units, rounded once."""
        return units * self.unit.numerator / self.unit.denominator  # Python divides integers with one rounding

    @checked_arguments
    def first(self, t: float) -> tuple[int, int]:
        """Hyperperiod and place of the first instant whose time, as a double, is not before t."""
        hyperperiod, rest = divmod(int(Fraction(finite_number("t", t, "s")) / self.unit) - 1, self.length)
        place = next((k for k, instant in enumerate(self.instants) if instant.at >= rest), 0)
        if self.instants[place].at < rest:
            hyperperiod += 1
        while self.time(hyperperiod, place) < t:
            hyperperiod, place = self.after(hyperperiod, place)
        return hyperperiod, place

    @checked_arguments
    def after(self, hyperperiod: int, place: int) -> tuple[int, int]:
        """The next instant."""
        return (hyperperiod, place + 1) if place + 1 < len(self.instants) else (hyperperiod + 1, 0)

    def between(self, start: float, end: float) -> Iterator[tuple[float, Instant]]:
        """Instants from `start` to before `end` (s), with their times."""
        hyperperiod, place = self.first(start)
        while (time := self.time(hyperperiod, place)) < end:
            yield time, self.instants[place]
            hyperperiod, place = self.after(hyperperiod, place)

    @cached_property
    def kinds(self) -> tuple[Instant, ...]:
        """Different sets of what is due, the `at` of each that of its first instant."""
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], Instant] = {}
        for instant in self.instants:
            found.setdefault((instant.released, instant.computed), instant)
        return tuple(found.values())

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """The number among `kinds` of each instant."""
        numbers = {(kind.released, kind.computed): k for k, kind in enumerate(self.kinds)}
        return tuple(numbers[instant.released, instant.computed] for instant in self.instants)

    @checked_arguments
    def refuse_long(self, start: float, end: float) -> None:
        """Refuse runs of too many instants, or whose last ones could not be told exactly in doubles."""
        count = self.rate * (finite_number("end", end, "s") - finite_number("start", start, "s"))
        if count > MOST_INSTANTS:
            shortest = min(self.clocks, key=lambda clock: clock.period).period
            msg = (
                f"a run from {start:.6g} s to {end:.6g} s would have {count:.3g} instants of control, more than "
                f"{MOST_INSTANTS:.0e}; the shortest period is {float(shortest):.3g} s: choose longer periods, or a "
                f"duration of at most {MOST_INSTANTS / self.rate:.3g} s"
            )
            raise ValueError(msg)
        end = max(abs(start), abs(end))
        if Fraction(end) / self.unit * self.unit.numerator >= EXACT or self.unit.denominator >= EXACT:
            msg = (
                f"periods, phases and delays have the common divisor {self.unit} s, and a run up to {end:.6g} s would "
                f"count beyond 2^53 of its parts; choose times with fewer digits"
            )
            raise ValueError(msg)


def _divisor(times: Sequence[Fraction]) -> Fraction:
    """Greatest common divisor of rational numbers."""
    denominator = lcm(*[time.denominator for time in times])
    return Fraction(gcd(*[int(time * denominator) for time in times]), denominator)


def _whole(ratio: Fraction) -> int:
    assert ratio.denominator == 1
    return ratio.numerator

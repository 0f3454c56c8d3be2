"""Moves from rest to rest within limits: trapezoidal speed, and the S-curve with limited jerk."""

from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from math import cbrt, factorial, isclose, sqrt

import numpy as np

from linkwright.faults import Faults, set_fields
from linkwright.laws.shapes.pieces import PiecewiseLaw, PiecewisePolynomial


@dataclass(frozen=True, init=False)
class Trapezoid(PiecewiseLaw):
    """A move whose speed over time is a trapezoid: constant acceleration, constant speed, constant deceleration.

    Give `max_speed` and `max_acceleration`: the move is as short as they allow (a triangle when the speed is not
    reached). Or give `duration` [s] and one of them: the other follows and is stored. With all three the move takes
    the duration at the full acceleration, provided the speed stays within its limit. `peak_speed` is the one reached.

    >>> law = Trapezoid(0.0, 1.0, max_speed=0.5, max_acceleration=1.0)
    >>> law.duration, law.breaks
    (2.5, (0.0, 0.5, 2.0, 2.5))
    """

    start: float
    end: float
    max_speed: float
    max_acceleration: float
    duration: float
    begin: float
    peak_speed: float = field(init=False)

    def __init__(
        self,
        start: float,
        end: float,
        *,
        max_speed: float | None = None,
        max_acceleration: float | None = None,
        duration: float | None = None,
        begin: float = 0.0,
    ) -> None:
        """Check the numbers and find those that were not given."""
        faults = Faults("Trapezoid")
        first, last, begin = faults.number("start", start), faults.number("end", end), faults.number("begin", begin)
        distance = abs(last - first)
        names = ("max_speed", "max_acceleration", "duration")
        given = [
            None if value is None else faults.positive(name, value)
            for name, value in zip(names, (max_speed, max_acceleration, duration), strict=True)
        ]
        if given.count(None) > 1:
            faults.add("too few of max_speed, max_acceleration and duration were given, expected at least two of them.")
        faults.stop()
        peak, v, a, T = _complete_profile(distance, *given, faults=faults)
        limits = {"max_speed": v, "max_acceleration": a, "duration": T, "peak_speed": peak}
        set_fields(self, faults, start=first, end=last, begin=begin, **limits)

    @cached_property
    def pieces(self) -> PiecewisePolynomial:
        """Up to three pieces of constant acceleration."""
        a = self.max_acceleration if self.end > self.start else -self.max_acceleration
        ramp = min(self.peak_speed / self.max_acceleration, self.duration / 2.0)
        lengths = [ramp, max(0.0, self.duration - 2.0 * ramp), ramp]
        return _integrate_profile(self.start, self.begin, order=2, values=[a, 0.0, -a], lengths=lengths)


def _complete_profile(
    d: float, v: float | None, a: float | None, T: float | None, *, faults: Faults
) -> tuple[float, float, float, float]:
    """Return peak speed, limits of speed and acceleration, and duration over the distance d, from two or all of them.

    With the ramps v / a long, d = v (T - v / a), where v <= a T / 2.
    """
    if d == 0.0:
        return 0.0, v or 1.0, a or 1.0, T or 0.0
    if T is None:
        assert v is not None
        assert a is not None
        return (v, v, a, d / v + v / a) if d >= v * v / a else (sqrt(a * d), v, a, 2.0 * sqrt(d / a))
    if a is None:
        assert v is not None
        if not d <= v * T <= 2.0 * d * (1.0 + 1e-12) or v * T == d:
            faults.add(
                f"max_speed is {v!r} for the distance {d!r} in {T!r} s, expected more than {d / T!r} (the mean speed) "
                f"and at most {2.0 * d / T!r} (a triangle); choose a speed between these or another duration."
            )
            return v, v, 1.0, T
        return v, v, v * v / (v * T - d), T
    root = (a * T) ** 2 - 4.0 * a * d
    if root < 0.0 and not isclose((a * T) ** 2, 4.0 * a * d, rel_tol=1e-12):
        faults.add(
            f"max_acceleration is {a!r} for the distance {d!r} in {T!r} s, expected at least {4.0 * d / T**2!r}; "
            "raise the acceleration or the duration."
        )
    peak = 2.0 * d / (T + sqrt(max(root, 0.0)) / a)  # the smaller root, without cancellation
    if v is not None and peak > v * (1.0 + 1e-12):
        faults.add(
            f"max_speed is {v!r}, but the distance {d!r} in {T!r} s at the acceleration {a!r} needs {peak!r}; "
            "raise max_speed or the duration."
        )
    return peak, (peak if v is None else v), a, T


@dataclass(frozen=True)
class SCurve(PiecewiseLaw):
    """The shortest move from rest to rest within limits of speed, acceleration and jerk: seven pieces of constant jerk.

    Short moves reach neither the speed (no cruise) nor, shorter still, the acceleration (no piece of constant
    acceleration). A move over the distance D that speeds up to v within T_a takes T_a + D / v.

    >>> law = SCurve(0.0, 1.0, max_speed=0.5, max_acceleration=1.0, max_jerk=4.0)
    >>> law.duration, len(law.breaks)
    (2.75, 8)
    """

    start: float
    end: float
    _: KW_ONLY
    max_speed: float
    max_acceleration: float
    max_jerk: float
    begin: float = 0.0
    duration: float = field(init=False)

    def __post_init__(self) -> None:
        """Check the numbers and find the duration."""
        faults = Faults("SCurve")
        checked = {name: faults.number(name, getattr(self, name)) for name in ("start", "end", "begin")}
        limits = ("max_speed", "max_acceleration", "max_jerk")
        checked |= {name: faults.positive(name, getattr(self, name)) for name in limits}
        set_fields(self, faults, **checked)
        set_fields(self, faults, duration=sum(self._lengths()))

    def _lengths(self) -> list[float]:
        """Return the lengths of the seven pieces [s], some of them zero."""
        D, v, a, j = abs(self.end - self.start), self.max_speed, self.max_acceleration, self.max_jerk
        ramp, level = (sqrt(v / j), 0.0) if v * j <= a * a else (a / j, v / a - a / j)
        cruise = D / v - (2.0 * ramp + level)
        if cruise < 0.0:  # the speed is not reached: D = j T_j (T_a - T_j) T_a, with T_a = 2 T_j + level
            cruise = 0.0
            if D * j * j >= 2.0 * a**3:
                ramp = a / j
                level = max(0.0, sqrt(ramp * ramp / 4.0 + D / a) - 1.5 * ramp)
            else:
                ramp, level = cbrt(D / (2.0 * j)), 0.0
        return [ramp, level, ramp, cruise, ramp, level, ramp]

    @cached_property
    def pieces(self) -> PiecewisePolynomial:
        """Up to seven pieces of constant jerk."""
        j = self.max_jerk if self.end > self.start else -self.max_jerk
        jerks = [j, 0.0, -j, 0.0, -j, 0.0, j]
        return _integrate_profile(self.start, self.begin, order=3, values=jerks, lengths=self._lengths())


def _integrate_profile(
    start: float, begin: float, *, order: int, values: list[float], lengths: list[float]
) -> PiecewisePolynomial:
    """Return the move from rest whose derivative of the order 2 or 3 has these values piece by piece.

    Pieces without length are left out; a move without any is a rest.
    """
    knots, rows, state = [begin], [], np.array([start, 0.0, 0.0, 0.0])
    for value, h in zip(values, lengths, strict=True):
        if knots[-1] + h > knots[-1]:
            state[order] = value / factorial(order)  # the state holds Taylor coefficients
            rows.append(state.copy())
            knots.append(knots[-1] + h)
            x, v, a, j = state
            state[:3] = x + h * (v + h * (a + h * j)), v + h * (2.0 * a + h * 3.0 * j), a + h * 3.0 * j
    if not rows:
        return PiecewisePolynomial(np.array([begin, begin + 1.0]), np.array([[start]]))
    return PiecewisePolynomial(np.array(knots), np.array(rows))

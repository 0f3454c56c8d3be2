"""Polynomials of time: of given coefficients, or through conditions at two ends."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from math import comb, factorial

import numpy as np

from linkwright import linear_algebra
from linkwright.faults import Faults, set_fields
from linkwright.laws.shapes.pieces import PiecewiseLaw, PiecewisePolynomial

_CONDITIONS = ("position", "speed", "acceleration", "jerk")


@dataclass(frozen=True)
class Polynomial(PiecewiseLaw):
    """x = sum_j coefficients[j] (t - begin)^j for the duration, held outside; coefficients ascend.

    >>> ramp = Polynomial((1.0, 0.5), duration=2.0)
    >>> ramp([-1.0, 0.0, 1.0, 2.0, 3.0])
    array([1. , 1. , 1.5, 2. , 2. ])
    """

    coefficients: tuple[float, ...]
    duration: float
    _: KW_ONLY
    begin: float = 0.0

    def __post_init__(self) -> None:
        """Check the numbers."""
        faults = Faults("Polynomial")
        coefficients = faults.sequence("coefficients", self.coefficients)
        set_fields(
            self,
            faults,
            coefficients=() if coefficients is None else tuple(coefficients.tolist()),
            duration=faults.positive("duration", self.duration, "give seconds"),
            begin=faults.number("begin", self.begin),
        )

    @classmethod
    def between(
        cls, start: Sequence[float], end: Sequence[float], duration: float, *, begin: float = 0.0
    ) -> "Polynomial":
        """Return the polynomial of least degree with the given conditions at its two ends.

        `start` and `end` are (position, speed, acceleration, jerk), as many of them as are to be met, from the first
        on: (x,) to (x,) is a ramp, (x, v) a cubic, (x, v, a) a quintic, (x, v, a, j) a polynomial of degree seven.
        The two may have different lengths.

        >>> Polynomial.between((0.0, 0.0), (1.0, 0.0), 1.0).coefficients
        (0.0, 0.0, 3.0, -2.0)
        """
        faults = Faults("Polynomial.between")
        ends = []
        for name, values in (("start", start), ("end", end)):
            conditions = faults.sequence(name, values)
            if conditions is not None and conditions.size > len(_CONDITIONS):
                faults.add(f"{name} has {conditions.size} conditions, expected at most 4: {', '.join(_CONDITIONS)}.")
            ends.append(conditions)
        length = faults.positive("duration", duration, "give seconds")
        faults.number("begin", begin)
        faults.stop()
        first, last = ends
        assert first is not None
        assert last is not None
        # In s = (t - begin) / duration, whatever the duration: p = sum_j a_j s^j. The start gives the first a_j; the
        # rest follows from what these leave open at s = 1, with the small matrix C(j, i), whose entries are whole.
        n, m = first.size, last.size
        a = np.zeros(n + m)
        a[:n] = [value * length**i / factorial(i) for i, value in enumerate(first)]
        wanted = np.array([value * length**i / factorial(i) for i, value in enumerate(last)])
        matrix = np.array([[float(comb(j, i)) for j in range(n + m)] for i in range(m)])
        a[n:] = linear_algebra.solve(matrix[:, n:], wanted - matrix[:, :n] @ a[:n])
        return cls(tuple((a / length ** np.arange(n + m)).tolist()), duration, begin=begin)

    @cached_property
    def pieces(self) -> PiecewisePolynomial:
        """One piece."""
        return PiecewisePolynomial(np.array([self.begin, self.begin + self.duration]), np.array([self.coefficients]))

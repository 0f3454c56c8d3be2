"""The contract of a law: one number as a function of time, with its exact derivatives and the times they jump."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from casadi import SX

from linkwright.arrays import Array

if TYPE_CHECKING:
    from linkwright.laws.shapes.combination import Scaled, Sum

#: Derivatives are exact, and their jumps known, up to this order (the jerk).
ORDERS = 3


class Polynomials(NamedTuple):
    """A law as a table of polynomials, for code that looks pieces up instead of carrying them in an expression.

    `knots` is (k + 1,), strictly increasing; `coefficients` is (k, m), m >= 4, ascending: for knots[i] <= t <
    knots[i + 1] the value is sum_j coefficients[i, j] (t - knots[i])^j. Before the first and after the last knot the
    value at that knot holds and all derivatives vanish, so clamping t to the knots gives the value at every time.
    """

    knots: Array
    coefficients: Array


class Law(ABC):
    """One number as a function of time t [s], frozen.

    A law runs from `begin` for `duration` (infinite when it never ends) and holds its end values outside. At a jump
    the value is that after the jump; derivatives at `begin` and `end_time` are those of the inside. Numbers carry no
    unit: the quantity that the law is given to does. Laws add up (`law + law`, `law + 3`) and scale
    (`2 * law`, `-law`).
    """

    #: The time it begins [s].
    begin: float
    #: How long it lasts [s]: zero when it is constant, infinite when it never ends.
    duration: float

    @property
    def end_time(self) -> float:
        """The time it ends [s], begin + duration."""
        return self.begin + self.duration

    @property
    @abstractmethod
    def breaks(self) -> tuple[float, ...]:
        """The times [s], increasing, where a derivative of order 0 to 3 jumps: a time step must end exactly there."""

    @abstractmethod
    def expression(self, t: SX) -> SX:
        """Return the value as a CasADi expression of the scalar t, free of NaN at every time."""

    @abstractmethod
    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at the times t, in the shape of t (`law(t)` checks and calls this)."""

    def derivatives(self, t: Array) -> Array:
        """Return value, speed, acceleration and jerk at the finite times t (n,), as (4, n)."""
        return np.stack([self.evaluate(t, order) for order in range(ORDERS + 1)])

    def polynomials(self) -> Polynomials | None:
        """Return the law as a table of polynomials, or None when it is not made of polynomials."""
        return None

    def __call__(self, t: npt.ArrayLike, derivative: int = 0) -> Array:
        """Return the value, or its derivative of order 1 to 3, at the times t [s], exactly and in the shape of t."""
        times = np.asarray(t, dtype=np.float64)
        if derivative not in range(ORDERS + 1):
            raise ValueError(
                f"derivative is {derivative!r}, expected 0 (value), 1 (speed), 2 (acceleration) or 3 (jerk); "
                "higher ones come from differentiating law.expression(t)."
            )
        if not np.isfinite(times).all():
            raise ValueError(f"t is {t!r:.80}, expected finite times in seconds; remove NaN and infinity.")
        return self.evaluate(times, derivative)

    def __add__(self, other: "Law | float") -> "Sum":
        """Return the sum of two laws, or of a law and a number."""
        from linkwright.laws.shapes.combination import Sum, as_law  # the combinations are laws themselves

        try:
            return Sum((self, as_law(other)))
        except TypeError:
            return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: "Law | float") -> "Sum":
        """Return the difference of two laws, or of a law and a number."""
        try:
            return self + (-1.0) * other
        except TypeError:
            return NotImplemented

    def __rsub__(self, other: float) -> "Sum":
        """Return the difference of a number and a law."""
        return (-1.0) * self + other

    def __mul__(self, factor: float) -> "Scaled":
        """Return the law times a number."""
        from linkwright.laws.shapes.combination import Scaled  # the combinations are laws themselves

        return NotImplemented if isinstance(factor, Law) else Scaled(self, factor)

    __rmul__ = __mul__

    def __neg__(self) -> "Scaled":
        """Return the law times -1."""
        return self * -1.0

"""Polynomials side by side: the class underneath trapezoid, S-curve, spline, table and their like."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
from casadi import SX, if_else

from linkwright.arrays import Array, read_only
from linkwright.faults import Faults, set_fields
from linkwright.kinds import checked_arguments
from linkwright.laws.law import ORDERS, Law
from linkwright.laws.polynomials import Polynomials, differentiate, horner

#: A jump of a derivative below this part of the derivative's largest terms anywhere is rounding (interpolation through
#: some hundred points leaves about 1e-13); no integrator could feel it.
_ROUNDING = 1e-10
#: The same for a jump of the value itself, which comes straight from the input: some units in the last place.
_VALUE_ROUNDING = 16 * np.finfo(float).eps


@checked_arguments
@dataclass(frozen=True, eq=False)
class PiecewisePolynomial(Law):
    """Polynomials side by side, held outside.

    For knots[i] <= t < knots[i + 1] the value is sum_j coefficients[i, j] (t - knots[i])^j; `knots` is (k + 1,),
    strictly increasing, `coefficients` (k, m), ascending. `continuity` is the order up to which derivatives are known
    to be continuous at the inner knots (-1: unknown), so that rounding there is not taken for a jump.
    """

    knots: Array
    coefficients: Array
    continuity: int = -1
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the shapes; fill up to cubic, so that every order of derivative has its column."""
        faults = Faults("PiecewisePolynomial")
        knots = faults.times("knots", self.knots, 2)
        coefficients = np.asarray(self.coefficients, dtype=np.float64)
        if coefficients.ndim != 2 or (knots is not None and len(coefficients) != knots.size - 1):
            faults.add(
                f"coefficients have the shape {coefficients.shape}, expected (pieces, m) with one piece between each "
                "pair of neighbouring knots; give one row per piece."
            )
        elif not np.isfinite(coefficients).all():
            faults.add("coefficients hold NaN or infinity, expected finite numbers; repair these entries.")
        faults.stop()
        assert knots is not None
        missing = max(0, ORDERS + 1 - coefficients.shape[1])
        set_fields(
            self,
            faults,
            knots=knots,
            coefficients=read_only(np.pad(coefficients, ((0, 0), (0, missing)))),
            begin=float(knots[0]),
            duration=float(knots[-1] - knots[0]),
        )

    def polynomials(self) -> Polynomials:
        """Return the table itself."""
        return Polynomials(self.knots, self.coefficients)

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the derivative of the given order at the times t."""
        found: Array = self._orders(t, (derivative,))[0]
        return found

    def derivatives(self, t: Array) -> Array:
        """Return value, speed, acceleration and jerk at the times t; pieces are looked up once."""
        return self._orders(t, range(ORDERS + 1))

    def _orders(self, t: Array, orders: Sequence[int]) -> Array:
        """Return some derivatives, (orders, ...)."""
        at = np.clip(np.searchsorted(self.knots, t, side="right") - 1, 0, len(self.coefficients) - 1)
        inside = np.clip(t, self.knots[0], self.knots[-1])
        since, moving = inside - self.knots[at], inside == t
        found = np.empty((len(orders), *t.shape))
        for place, order in enumerate(orders):
            value = horner(differentiate(self.coefficients, order)[at], since)
            found[place] = value if order == 0 else np.where(moving, value, 0.0)
        return found

    def expression(self, t: SX) -> SX:
        """Return one polynomial in t - knot whose coefficients and knot are chosen by a tree of comparisons.

        Only constants are chosen, so neither the value nor a derivative of it ever meets a piece that does not apply.
        The size grows with the number of pieces; for more than some 64 use the table of `polynomials()`.
        """
        below = [t < knot for knot in self.knots[:-1]] + [t <= self.knots[-1]]
        hold = np.zeros((2, self.coefficients.shape[1]))
        hold[0, 0] = self.coefficients[0, 0]
        hold[1, 0] = self.evaluate(self.knots[-1:], 0)[0]
        leaves = np.vstack([hold[:1], self.coefficients, hold[1:]])
        u = t - _chosen(below, np.concatenate([self.knots[:1], self.knots]))
        result = SX(0)
        for column in leaves.T[::-1]:
            result = result * u + _chosen(below, column)
        return result

    @cached_property
    def breaks(self) -> tuple[float, ...]:
        """The knots where a derivative of order 0 to 3 jumps."""
        h = np.diff(self.knots)
        jumps = np.zeros(self.knots.size, dtype=bool)
        for order in range(ORDERS + 1):
            row = differentiate(self.coefficients, order)
            size = horner(np.abs(row), h)
            left = np.append(0.0, horner(row, h))
            right = np.append(row[:, 0], 0.0)
            if order == 0:
                left[0], right[-1] = right[0], left[-1]
                tolerance = _VALUE_ROUNDING * np.maximum(np.append(0.0, size), np.append(size, 0.0))
            else:
                tolerance = np.full(self.knots.size, _ROUNDING * size.max())
            if order <= self.continuity:
                left[1:-1] = right[1:-1]
            jumps |= np.abs(right - left) > tolerance
        return tuple(float(knot) for knot in self.knots[jumps])


class PiecewiseLaw(Law):
    """A law that is polynomials side by side: a subclass gives begin, duration and `pieces`."""

    @property
    @abstractmethod
    def pieces(self) -> PiecewisePolynomial:
        """The polynomials that the law is made of."""

    @property
    def breaks(self) -> tuple[float, ...]:
        """The times [s] where a derivative of order 0 to 3 jumps."""
        return self.pieces.breaks

    def expression(self, t: SX) -> SX:
        """Return the value as a CasADi expression of t; for more than some 64 pieces use `polynomials()`."""
        return self.pieces.expression(t)

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the derivative of the given order at the times t."""
        return self.pieces.evaluate(t, derivative)

    def derivatives(self, t: Array) -> Array:
        """Return value, speed, acceleration and jerk at the times t."""
        return self.pieces.derivatives(t)

    def polynomials(self) -> Polynomials:
        """Return the table of the polynomials."""
        return self.pieces.polynomials()


def _chosen(below: Sequence[SX], leaves: npt.NDArray[np.float64]) -> SX | float:
    """Return the first leaf whose condition holds (the last one when none does), by a balanced tree."""
    if (leaves == leaves[0]).all():
        return float(leaves[0])
    middle = len(leaves) // 2
    before, after = _chosen(below, leaves[:middle]), _chosen(below[middle:], leaves[middle:])
    return if_else(below[middle - 1], before, after)

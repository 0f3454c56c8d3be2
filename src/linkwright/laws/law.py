"""The contract of a law: one number as a function of time, with its exact derivatives and the times they jump.

Constants, sums and multiples stand beside it, because laws add up and scale: `law + 3` is a sum of law and constant.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from numbers import Real

import numpy as np
import numpy.typing as npt
from casadi import SX

from linkwright.arrays import Array
from linkwright.faults import Faults, set_fields
from linkwright.kinds import checked_arguments
from linkwright.laws.polynomials import Polynomials

#: Derivatives are exact, and their jumps known, up to this order (the jerk).
ORDERS = 3


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
        """Return the law times a number; an array of numbers gives an array of laws."""
        return NotImplemented if isinstance(factor, (Law, np.ndarray)) else Scaled(self, factor)

    __rmul__ = __mul__

    def __neg__(self) -> "Scaled":
        """Return the law times -1."""
        return self * -1.0


@dataclass(frozen=True)
class Constant(Law):
    """x = value at all times; a `duration` [s] makes it a rest in a Sequence."""

    value: float
    duration: float = 0.0
    begin: float = 0.0

    def __post_init__(self) -> None:
        """Check the numbers."""
        faults = Faults("Constant")
        duration = faults.number("duration", self.duration, "give seconds")
        if duration < 0.0:
            faults.add(f"duration is {self.duration!r}, expected zero or more; give the length of the rest in seconds.")
        set_fields(
            self,
            faults,
            value=faults.number("value", self.value),
            duration=duration,
            begin=faults.number("begin", self.begin),
        )

    @property
    def breaks(self) -> tuple[float, ...]:
        """None: it does not move."""
        return ()

    def expression(self, t: SX) -> SX:
        """Return the value."""
        return SX(self.value)

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the value, or zero for its derivatives."""
        return np.full(t.shape, 0.0 if derivative else self.value)

    def polynomials(self) -> Polynomials:
        """Return one piece; its length does not matter, because it is held outside."""
        knots = np.array([self.begin, self.begin + (self.duration or 1.0)])
        return Polynomials(knots, np.array([[self.value, *[0.0] * ORDERS]]))


@checked_arguments
@dataclass(frozen=True)
class Sum(Law):
    """The sum of laws; `law + law` makes one. It begins with the first to begin and ends with the last to end."""

    laws: tuple[Law, ...]
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the terms."""
        faults = Faults("Sum")
        laws = law_faults(self.laws, faults)
        faults.stop()
        flat = [term for law in laws for term in (law.laws if isinstance(law, Sum) else (law,))]
        moving = [law for law in flat if law.duration > 0.0] or flat
        begin = min(law.begin for law in moving)
        set_fields(self, faults, laws=tuple(flat), begin=begin, duration=max(law.end_time for law in moving) - begin)

    @cached_property
    def breaks(self) -> tuple[float, ...]:
        """The breaks of all terms."""
        return merge_times(time for law in self.laws for time in law.breaks)

    def expression(self, t: SX) -> SX:
        """Return the sum of the expressions."""
        return sum((law.expression(t) for law in self.laws), SX(0))

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the sum of the derivatives."""
        return np.asarray(sum(law.evaluate(t, derivative) for law in self.laws), dtype=np.float64)

    def derivatives(self, t: Array) -> Array:
        """Return the sums of the derivatives."""
        return np.asarray(sum(law.derivatives(t) for law in self.laws), dtype=np.float64)

    def polynomials(self) -> Polynomials | None:
        """Return one table on the knots of all, when all terms have one."""
        tables = [table for law in self.laws if (table := law.polynomials()) is not None]
        if len(tables) < len(self.laws):
            return None
        knots = np.unique(np.concatenate([table.knots for table in tables]))
        total = np.zeros((knots.size - 1, max(table.coefficients.shape[1] for table in tables)))
        for table in tables:
            total[:, : table.coefficients.shape[1]] += table.about(knots)
        return Polynomials(knots, total)


@dataclass(frozen=True)
class Scaled(Law):
    """A law times a number; `2 * law` makes one."""

    law: Law
    factor: float
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check law and factor."""
        faults = Faults("Scaled")
        (law,) = law_faults((self.law,), faults) or (self.law,)
        factor = faults.number("factor", self.factor)
        faults.stop()
        set_fields(self, faults, law=law, factor=factor, begin=law.begin, duration=law.duration)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Those of the law (none when the factor is zero)."""
        return self.law.breaks if self.factor else ()

    def expression(self, t: SX) -> SX:
        """Return the law's expression times the factor."""
        return self.factor * self.law.expression(t)

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the law's derivative times the factor."""
        return self.factor * self.law.evaluate(t, derivative)

    def derivatives(self, t: Array) -> Array:
        """Return the law's derivatives times the factor."""
        return self.factor * self.law.derivatives(t)

    def polynomials(self) -> Polynomials | None:
        """Return the law's table times the factor."""
        table = self.law.polynomials()
        return None if table is None else Polynomials(table.knots, self.factor * table.coefficients)


@singledispatch
@checked_arguments
def as_law(value: object) -> Law:
    """Return the law itself, the constant law of a number, or that of a CasADi expression of `linkwright.t`.

    TypeError for anything else, ValueError for an expression of more than the time. A type that stands for a law
    registers how (`as_law.register`).
    """
    raise TypeError(
        f"This is {value!r:.80}, expected a law of motion, an expression of lw.t or a number; give one, such as "
        "Cycloid(0, 1, 2.0)."
    )


@as_law.register
def _(value: Law) -> Law:
    return value


@as_law.register
def _(value: Real) -> Law:
    return Constant(float(value))


@as_law.register
def _(value: np.ndarray) -> Law:
    if value.ndim:
        return as_law.dispatch(object)(value)
    return Constant(float(value))


def merge_times(times: Iterable[float]) -> tuple[float, ...]:
    """Return the times increasing, those a few rounding errors apart (0.1 + 0.2 and 0.3) as one."""
    result: list[float] = []
    for time in sorted(times):
        if not result or time - result[-1] > 8.0 * np.spacing(abs(time)):
            result.append(time)
    return tuple(result)


def law_faults(laws: Iterable[object], faults: Faults) -> tuple[Law, ...]:
    """Return the laws (numbers as constant ones); a fault is noted for each entry that is none."""
    result: list[Law] = []
    if isinstance(laws, str) or not isinstance(laws, Iterable):
        faults.add(f"laws is {laws!r:.80}, expected several laws, one after another; give a tuple of them.")
        return ()
    for at, entry in enumerate(laws):
        try:
            result.append(as_law(entry))
        except (TypeError, ValueError) as error:
            faults.add(f"laws[{at}]: {error}")
    if not result and not faults.found:
        faults.add("laws is empty, expected at least one law; give one.")
    return tuple(result)

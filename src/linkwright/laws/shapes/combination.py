"""Laws made of laws: sums and multiples."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real

import numpy as np
from casadi import SX

from linkwright.arrays import Array
from linkwright.faults import Faults, set_fields
from linkwright.laws.law import Law, Polynomials
from linkwright.laws.shapes.pieces import rearranged
from linkwright.laws.shapes.polynomial import Constant
from linkwright.symbolic import t as moment


def as_law(value: object) -> Law:
    """Return the law itself, the constant law of a number, or that of a CasADi expression of `linkwright.t`.

    TypeError for anything else, ValueError for an expression of more than the time.
    """
    if isinstance(value, Law):
        return value
    if isinstance(value, SX):
        from linkwright.laws.shapes.expression import Expression  # a law itself

        return Expression(value, moment)
    if isinstance(value, Real) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return Constant(float(value))
    raise TypeError(
        f"This is {value!r:.80}, expected a law of motion, an expression of lw.t or a number; give one, such as "
        "Cycloid(0, 1, 2.0)."
    )


def merged(times: Iterable[float]) -> tuple[float, ...]:
    """Return the times increasing, those a few rounding errors apart (0.1 + 0.2 and 0.3) as one."""
    result: list[float] = []
    for time in sorted(times):
        if not result or time - result[-1] > 8.0 * np.spacing(abs(time)):
            result.append(time)
    return tuple(result)


def law_faults(laws: Iterable[object], faults: Faults) -> tuple[Law, ...]:
    """Return the laws (numbers as constant ones); a fault is noted for each entry that is none."""
    result = []
    for at, entry in enumerate(laws):
        try:
            result.append(as_law(entry))
        except (TypeError, ValueError) as error:
            faults.add(f"laws[{at}]: {error}")
    if not result and not faults.found:
        faults.add("laws is empty, expected at least one law; give one.")
    return tuple(result)


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
        return merged(time for law in self.laws for time in law.breaks)

    def expression(self, t: SX) -> SX:
        """Return the sum of the expressions."""
        return sum((law.expression(t) for law in self.laws), SX(0))

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the sum of the derivatives."""
        return np.asarray(sum(law.evaluate(t, derivative) for law in self.laws), dtype=np.float64)

    def polynomials(self) -> Polynomials | None:
        """Return one table on the knots of all, when all terms have one."""
        tables = [table for law in self.laws if (table := law.polynomials()) is not None]
        if len(tables) < len(self.laws):
            return None
        knots = np.unique(np.concatenate([table.knots for table in tables]))
        total = np.zeros((knots.size - 1, max(table.coefficients.shape[1] for table in tables)))
        for table in tables:
            total[:, : table.coefficients.shape[1]] += rearranged(table, knots)
        return Polynomials(knots, total)


@dataclass(frozen=True)
class Scaled(Law):
    """A law times a number; `2 * law` makes one."""

    law: Law
    factor: float
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check both."""
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

    def polynomials(self) -> Polynomials | None:
        """Return the law's table times the factor."""
        table = self.law.polynomials()
        return None if table is None else Polynomials(table.knots, self.factor * table.coefficients)

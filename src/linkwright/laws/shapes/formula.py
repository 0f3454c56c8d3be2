"""Laws given by one smooth formula: differentiated by CasADi, held outside begin and end."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from math import isfinite

import numpy as np
from casadi import SX, Function, if_else, jacobian, vertcat

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.laws.law import ORDERS, Law

#: A derivative at an end below this part of its largest value inside is rounding, not a jump to the held value.
_ROUNDING = 1e-10


def clamp(t: SX, begin: float, end: float) -> SX:
    """Return t held within begin and end, where its derivative is one, both ends included (zero outside).

    The smaller of two numbers would not do: CasADi takes half the derivative of each where they are equal.
    """
    held = if_else(t <= end, t, end) if isfinite(end) else t
    return if_else(t < begin, begin, held) if isfinite(begin) else held


class Formula(Law):
    """A law that is one smooth formula between begin and end: a subclass gives these and `formula(t)`."""

    @abstractmethod
    def formula(self, t: SX) -> SX:
        """Return the value for t within begin and end."""

    def expression(self, t: SX) -> SX:
        """Return the formula, held outside when the law ends."""
        return self.formula(clamp(t, self.begin, self.end_time) if isfinite(self.duration) else t)

    @cached_property
    def _derivatives(self) -> Callable[[Array], list[Array]]:
        """Value, speed, acceleration and jerk (4, n) of times (1, n), as the only entry of a list."""
        t = SX.sym("t")
        orders = [self.expression(t)]
        for _ in range(ORDERS):
            orders.append(jacobian(orders[-1], t))
        return codegen.columns(Function("law", [t], [vertcat(*orders)]), alike=True)  # alone it is not worth code

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the derivative of the given order at the times t."""
        if t.size == 0:  # CasADi takes an empty matrix for a zero
            return np.zeros(t.shape)
        return np.ascontiguousarray(self.derivatives(t)[derivative]).reshape(t.shape)

    def derivatives(self, t: Array) -> Array:
        """Return value, speed, acceleration and jerk at the times t, in one evaluation."""
        if t.size == 0:
            return np.zeros((ORDERS + 1, 0))
        return self._derivatives(t.reshape(1, -1))[0]

    @property
    def breaks(self) -> tuple[float, ...]:
        """The begin and the end, where a derivative there differs from the zero outside."""
        return self.end_breaks

    @cached_property
    def end_breaks(self) -> tuple[float, ...]:
        """The begin and the end, where a derivative there differs from the zero outside."""
        if not isfinite(self.duration):
            return ()
        inside = np.linspace(self.begin, self.end_time, 65)
        sizes = [np.abs(self.evaluate(inside, order)) for order in range(1, ORDERS + 1)]
        return tuple(
            time
            for time, at in ((self.begin, 0), (self.end_time, -1))
            if any(s[at] > _ROUNDING * s.max() for s in sizes)
        )

    def __getstate__(self) -> dict[str, object]:
        """Leave the compiled function behind when pickled; it is made again when needed."""
        return {name: value for name, value in self.__dict__.items() if name != "_derivatives"}

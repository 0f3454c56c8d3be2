"""A law written by the user as a CasADi expression of time."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from math import inf, isfinite
from typing import Any

from casadi import SX, Function, substitute

from linkwright.faults import Faults, set_fields
from linkwright.laws.law import Law, as_law
from linkwright.laws.shapes.formula import Formula
from linkwright.symbolic import Picklable
from linkwright.symbolic import t as moment
from linkwright.symbolic.tables import write_out_tables


@dataclass(frozen=True, eq=False)
class Expression(Formula, Picklable):
    """x(t) as a function that takes the CasADi symbol t [s] and returns an expression, or as an expression of `symbol`.

    Write casadi.sin(t), casadi.if_else(...); the functions of `math` and NumPy on numbers do not apply. It runs at all
    times, or, with a `duration` [s], from `begin` on and is held outside. Where a derivative of order 0 to 3 jumps
    inside (if_else, fabs, floor), say so by `jumps`: these times become breaks that a time step hits exactly.

    >>> import casadi
    >>> law = Expression(lambda t: 3.0 * casadi.cos(2.0 * t))
    >>> float(law(0.0)), float(law(0.0, derivative=2))
    (3.0, -12.0)
    """

    source: Callable[[SX], SX | float] | SX
    symbol: SX | None = None
    _: KW_ONLY
    duration: float = inf
    begin: float = 0.0
    jumps: tuple[float, ...] = ()
    _t: SX = field(init=False, repr=False)
    _x: SX = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the numbers, and that the expression is one number that depends on nothing but t."""
        faults = Faults("Expression")
        duration = (
            inf if self.duration == inf else faults.positive("duration", self.duration, "give seconds or math.inf")
        )
        begin = faults.number("begin", self.begin)
        jumps = faults.times("jumps", self.jumps, 0)
        t, x = _make_expression(self.source, self.symbol, faults)
        found = () if jumps is None else tuple(jumps.tolist())
        set_fields(self, faults, duration=duration, begin=begin, jumps=found, _t=t, _x=x)

    def __getstate__(self) -> dict[str, object]:
        """Pickle the expression instead of the function that wrote it."""
        return super().__getstate__() | {"source": self._x, "symbol": self._t}

    def formula(self, t: SX) -> SX:
        """Return the expression, at another t."""
        return substitute(self._x, self._t, t)

    @property
    def breaks(self) -> tuple[float, ...]:
        """The jumps that were declared, and begin and end where the expression does not arrive at rest."""
        ends = self.end_breaks
        inside = [jump for jump in self.jumps if not isfinite(self.duration) or self.begin < jump < self.end_time]
        return tuple(sorted({*ends, *inside}))


@as_law.register
def _(value: SX) -> Law:
    return Expression(value, moment)


def _make_expression(source: Callable[[SX], SX | float] | SX, symbol: SX | None, faults: Faults) -> tuple[SX, SX]:
    """Return the symbol of time and the expression; a fault is noted when it is not one number of t alone."""
    t = SX.sym("t") if symbol is None else symbol
    if not isinstance(t, SX) or not t.is_symbolic() or not t.is_scalar():
        faults.add(f"symbol is {symbol!r}, expected one scalar symbol; make it by casadi.SX.sym('t').")
        return SX.sym("t"), SX(0)
    if callable(source) and not isinstance(source, SX):
        try:
            made: Any = source(t)
        except (TypeError, ValueError, NotImplementedError, RuntimeError) as error:
            faults.add(
                f"the function failed on the symbol t ({error}), expected that it takes a CasADi symbol; "
                "use casadi.sin and its like instead of math.sin, and casadi.if_else instead of if."
            )
            return t, SX(0)
    else:
        made = source
    try:
        x = SX(made)
    except (TypeError, NotImplementedError):
        faults.add(f"the expression is {made!r:.80}, expected a CasADi SX expression or a number; return one.")
        return t, SX(0)
    if not x.is_scalar():
        faults.add(f"the expression has the shape {x.shape}, expected one number; make one law per entry.")
        return t, SX(0)
    free = Function("law", [t], [x], {"allow_free": True}).free_sx()
    if free:
        names = ", ".join(repr(str(other)) for other in free)
        faults.add(
            f"the expression depends on {names}, expected on the time alone; put numbers in their place, or give the "
            "symbol of time as `symbol`."
        )
        return t, SX(0)
    try:
        return t, write_out_tables(x)
    except ValueError as error:
        faults.add(f"{error}.")
        return t, SX(0)

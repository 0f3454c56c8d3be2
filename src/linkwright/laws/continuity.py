"""How smooth a law is: the times at which its value or a derivative jumps."""

import numpy as np

from linkwright.laws.breaks import breaks as chosen_breaks
from linkwright.laws.law import Law, Scaled, Sum, merge_times
from linkwright.laws.shapes.expression import Expression
from linkwright.laws.shapes.sequence import Sequence
from linkwright.symbolic import t as moment

#: A jump below this part of the derivative's largest value is rounding.
_ROUNDING = 1e-10
#: Units in the last place of the times before and after a break at which the limits are taken: rounding of the break
#: itself is a few.
_BESIDE = 64
#: Times at which the size of a derivative is looked at.
_LOOKS = 257


def jumps(law: Law, order: int, end: float) -> tuple[float, ...]:
    """Return the times [s] inside 0 to `end` at which the value or a derivative up to the order 0 to 3 jumps.

    >>> from linkwright.laws import Trapezoid
    >>> law = Trapezoid(0.0, 1.0, max_speed=0.5, max_acceleration=1.0)
    >>> jumps(law, 1, law.duration), jumps(law, 2, law.duration)
    ((), (0.5, 2.0))
    """
    found = set(law.breaks)
    if _has_expression(
        law
    ):  # an expression of the user's may choose without a word about it; other laws know their breaks
        found |= set(chosen_breaks(law.expression(moment), 0.0, end))
    beside = _BESIDE * np.spacing(end)
    times = np.array([time for time in merge_times(found) if beside < time < end - beside])
    if not times.size:
        return ()
    looks = np.sort(np.concatenate([np.linspace(0.0, end, _LOOKS), times]))
    jumping = np.zeros(times.size, dtype=bool)
    for level in range(order + 1):
        size = np.max(np.abs(law.evaluate(looks, level)))
        change = np.abs(law.evaluate(times + beside, level) - law.evaluate(times - beside, level))
        jumping |= change > _ROUNDING * size
    return tuple(times[jumping].tolist())


def _has_expression(law: Law) -> bool:
    """Return whether an expression of the user's is in a law."""
    parts = law.laws if isinstance(law, Sum | Sequence) else (law.law,) if isinstance(law, Scaled) else ()
    return isinstance(law, Expression) or any(_has_expression(part) for part in parts)

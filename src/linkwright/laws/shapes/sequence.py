"""One law after another."""

from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite

import numpy as np
from casadi import SX, if_else

from linkwright.arrays import Array
from linkwright.faults import Faults, set_fields
from linkwright.kinds import checked_but
from linkwright.laws.law import ORDERS, Law, law_faults, merge_times
from linkwright.laws.polynomials import Polynomials
from linkwright.laws.shapes.formula import clamp
from linkwright.laws.shapes.pieces import PiecewisePolynomial

#: A difference of derivatives below this part of their largest value is rounding, not a jump.
_ROUNDING = 1e-10


@checked_but("laws")
@dataclass(frozen=True)
class Sequence(Law):
    """One law after another: each is moved in time so that it begins where the one before it ends.

    The first keeps its own begin. All but the last must end. A rest is `Constant(value, duration)`. Values are used as
    they are: where one law ends and the next begins elsewhere, the sequence jumps.

    >>> from linkwright.laws import Constant, Polynomial
    >>> there, back = Sequence((Polynomial((0.0, 1.0), 1.0), Constant(1.0, 2.0))), Polynomial((1.0, -1.0), 1.0)
    >>> Sequence((there, back))([0.5, 2.0, 3.5, 9.0])
    array([0.5, 1. , 0.5, 0. ])
    """

    laws: tuple[Law, ...]
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)
    junctions: tuple[float, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check that the laws can follow each other, and find when each begins."""
        faults = Faults("Sequence")
        laws = law_faults(self.laws, faults)
        faults.found += [
            f"laws[{at}] = {law!r:.60} lasts {law.duration} s, expected a positive time that ends (only the last "
            "law may differ); give it a duration."
            for at, law in enumerate(laws[:-1])
            if not 0.0 < law.duration < inf
        ]
        faults.stop()
        starts = np.cumsum([laws[0].begin] + [law.duration for law in laws[:-1]])
        duration = float(starts[-1] + laws[-1].duration - starts[0])
        set_fields(
            self,
            faults,
            laws=laws,
            begin=laws[0].begin,
            duration=duration,
            junctions=tuple(float(start) for start in starts[1:]),
        )

    def _window(self, at: int) -> tuple[float, float, float]:
        """Return by how much law `at` is moved in time, and from when to when it is used, in its own time [s]."""
        law, last = self.laws[at], len(self.laws) - 1
        moved = 0.0 if at == 0 else self.junctions[at - 1] - law.begin
        return moved, (-inf if at == 0 else law.begin), (inf if at == last else law.end_time)

    @cached_property
    def _pieces(self) -> PiecewisePolynomial | None:
        """All laws as one table of polynomials, when each is made of them."""
        knots: list[Array] = []
        rows: list[Array] = []
        for at, law in enumerate(self.laws):
            table = law.polynomials()
            if table is None:
                return None
            moved, start, end = self._window(at)
            inner = table.knots[(table.knots > start) & (table.knots < end)]
            own = np.concatenate([[start] if isfinite(start) else [], inner, [end] if isfinite(end) else []])
            rows.append(table.about(own))
            knots.append(own[:-1] + moved)
            if at > 0:
                knots[-1][0] = self.junctions[at - 1]
            final = own[-1] + moved
        width = max(row.shape[1] for row in rows)
        all_rows = np.vstack([np.pad(row, ((0, 0), (0, width - row.shape[1]))) for row in rows])
        all_knots = np.append(np.concatenate(knots), final)
        whole = np.diff(all_knots) > 0.0  # rounding may have closed a piece that was a few rounding errors long
        return PiecewisePolynomial(np.append(all_knots[:-1][whole], final), all_rows[whole])

    def polynomials(self) -> Polynomials | None:
        """Return one table for all, when each law is made of polynomials."""
        return None if self._pieces is None else self._pieces.polynomials()

    def expression(self, t: SX) -> SX:
        """Return the expression of the law whose turn it is."""
        if self._pieces is not None:
            return self._pieces.expression(t)
        result = SX(0)
        for at, law in reversed(list(enumerate(self.laws))):
            moved, start, end = self._window(at)
            own = law.expression(clamp(t - moved, start, end))
            result = own if at == len(self.laws) - 1 else if_else(t < self.junctions[at], own, result)
        return result

    def evaluate(self, t: Array, derivative: int) -> Array:
        """Return the derivative of the law whose turn it is."""
        if self._pieces is not None:
            return self._pieces.evaluate(t, derivative)
        turn = np.searchsorted(self.junctions, t, side="right")
        result = np.zeros(t.shape)
        for at, law in enumerate(self.laws):
            moved, start, end = self._window(at)
            mine = turn == at
            result[mine] = law.evaluate(np.clip(t[mine] - moved, start, end), derivative)
        return result

    @cached_property
    def breaks(self) -> tuple[float, ...]:
        """The breaks inside each law, and the junctions where a derivative of order 0 to 3 jumps."""
        found = [] if not self.junctions else [time for at, time in enumerate(self.junctions) if self._jumps(at)]
        for at, law in enumerate(self.laws):
            moved, start, end = self._window(at)
            found += [time + moved for time in law.breaks if start < time < end]
        return merge_times(found)

    def _jumps(self, at: int) -> bool:
        """Whether a derivative jumps from law `at` to the next."""
        before, after = self.laws[at], self.laws[at + 1]
        end = np.array(np.nextafter(before.end_time, -inf))  # a held table jumps at its very end
        length = after.duration if isfinite(after.duration) else before.duration
        sampled_before = np.linspace(before.begin, before.end_time, 33)
        sampled_after = np.linspace(after.begin, after.begin + length, 33)
        for order in range(ORDERS + 1):
            left, right = before.evaluate(end, order), after.evaluate(np.array(after.begin), order)
            sizes = [abs(law.evaluate(t, order)).max() for law, t in ((before, sampled_before), (after, sampled_after))]
            if abs(right - left) > _ROUNDING * max(sizes):
                return True
        return False

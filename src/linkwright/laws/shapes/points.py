"""Laws through points: splines through poses, and tables of samples."""

from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from linkwright.arrays import Array
from linkwright.faults import Faults, set_fields
from linkwright.laws.shapes.pieces import PiecewiseLaw, PiecewisePolynomial

Degree = Literal["quintic", "cubic"]
Ends = Literal["clamped", "natural", "free"]
Interpolation = Literal["held", "linear", "cubic"]

#: The derivatives that vanish at both ends, beyond the values: four conditions for a quintic, two for a cubic.
_VANISHING = {
    ("quintic", "clamped"): [(1, 0.0), (2, 0.0)],
    ("quintic", "natural"): [(3, 0.0), (4, 0.0)],
    ("cubic", "clamped"): [(1, 0.0)],
    ("cubic", "natural"): [(2, 0.0)],
}


def _check_points(faults: Faults, times: object, values: object, least: int) -> tuple[Array, Array]:
    """Return times and values (n,) of one length, at least `least`; faults are noted and raised."""
    t, x = faults.times("times", times, least), faults.sequence("values", values, least)
    if t is not None and x is not None and t.size != x.size:
        faults.add(f"times has {t.size} entries and values has {x.size}, expected as many; give one value per time.")
    faults.stop()
    assert t is not None
    assert x is not None
    return t, x


@dataclass(frozen=True)
class Spline(PiecewiseLaw):
    """The spline through values[i] at times[i] [s], held outside.

    `degree` "quintic": continuous up to the fourth derivative, so that even the jerk is smooth; "cubic": continuous up
    to the acceleration. `ends` "clamped": from rest to rest (speed zero at both ends, for the quintic acceleration
    too); "natural": the highest free derivatives vanish there (quintic: third and fourth; cubic: second); "free": no
    condition, the outermost pieces are one polynomial (not-a-knot), best through samples of a smooth motion.

    >>> law = Spline((0.0, 1.0, 3.0), (0.0, 0.2, 0.1))
    >>> law([0.0, 1.0, 3.0]).round(12)
    array([0. , 0.2, 0.1])
    """

    times: tuple[float, ...]
    values: tuple[float, ...]
    degree: Degree = "quintic"
    _: KW_ONLY
    ends: Ends = "clamped"
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the points."""
        faults = Faults("Spline")
        faults.choice("degree", self.degree, get_args(Degree))
        faults.choice("ends", self.ends, get_args(Ends))
        least = 2 if self.ends != "free" else {"quintic": 6, "cubic": 4}.get(self.degree, 2)
        t, x = _check_points(faults, self.times, self.values, least)
        times, values = tuple(t.tolist()), tuple(x.tolist())
        set_fields(self, faults, times=times, values=values, begin=times[0], duration=times[-1] - times[0])

    @cached_property
    def pieces(self) -> PiecewisePolynomial:
        """One piece between each pair of neighbouring points (fewer at free ends)."""
        from scipy.interpolate import PPoly, make_interp_spline

        conditions = _VANISHING.get((self.degree, self.ends))
        boundary = None if conditions is None else (conditions, conditions)
        k = 5 if self.degree == "quintic" else 3
        # Scaled to about one point per second: the band matrix is then well conditioned whatever the unit of time.
        scale = self.duration / (len(self.times) - 1)
        t = (np.array(self.times) - self.begin) / scale
        spline = PPoly.from_spline(make_interp_spline(t, np.array(self.values), k, bc_type=boundary))
        real = np.flatnonzero(np.diff(spline.x) > 0.0)  # at the ends the knots of a spline are repeated
        knots = np.append(spline.x[real], spline.x[real[-1] + 1])
        own = np.array(self.times)[np.searchsorted(t, knots)]
        return PiecewisePolynomial(own, spline.c[::-1, real].T / scale ** np.arange(k + 1), continuity=k - 1)


@dataclass(frozen=True)
class Table(PiecewiseLaw):
    """Samples values[i] at times[i] [s]; before the first and after the last entry its value is held.

    `interpolation` "held": the value of the latest entry (it jumps at each entry, as the output of a sampled
    controller does); "linear": straight lines; "cubic": a spline with continuous acceleration (not-a-knot).

    >>> Table((0.0, 1.0), (2.0, 3.0), "held")([-1.0, 0.0, 0.9, 1.0, 5.0])
    array([2., 2., 2., 3., 3.])
    """

    times: tuple[float, ...]
    values: tuple[float, ...]
    interpolation: Interpolation = "linear"
    begin: float = field(init=False, repr=False)
    duration: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the entries."""
        faults = Faults("Table")
        faults.choice("interpolation", self.interpolation, get_args(Interpolation))
        t, x = _check_points(faults, self.times, self.values, 1 if self.interpolation == "held" else 2)
        times, values = tuple(t.tolist()), tuple(x.tolist())
        set_fields(self, faults, times=times, values=values, begin=times[0], duration=times[-1] - times[0])

    @cached_property
    def pieces(self) -> PiecewisePolynomial:
        """One piece between neighbouring entries; a held table has one more, whose length does not matter."""
        from scipy.interpolate import CubicSpline

        t, x = np.array(self.times), np.array(self.values)
        if self.interpolation == "held":
            return PiecewisePolynomial(np.append(t, t[-1] + max(1.0, abs(t[-1]))), x[:, np.newaxis])
        if self.interpolation == "linear":
            return PiecewisePolynomial(t, np.column_stack([x[:-1], np.diff(x) / np.diff(t)]), continuity=0)
        spline = CubicSpline(t, x)
        return PiecewisePolynomial(spline.x, spline.c[::-1].T, continuity=2)

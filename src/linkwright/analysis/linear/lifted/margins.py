"""Stability margins of a loop that is opened at held signals: factors and turns that put a pole on the unit circle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan, pi

import numpy as np

from linkwright.arrays import ComplexArray

LEAST_FACTOR, MOST_FACTOR = 1e-6, 1e6
"""Factors between which a crossing is sought; beyond them there is none in practice."""
NEAR_FACTORS, FAR_FACTORS = 120, 30
"""Factors in a decade that are tried, within ten of 1 and beyond."""
TURNS = 360
"""Turns within half a revolution that are tried."""
CROSSING_HALVINGS = 60
"""Halvings of the interval of a crossing, down to rounding."""
OUTSIDE = 1e-10
"""Distance from the unit circle beyond which a pole counts as outside: eigenvalues are computed to 1e-13, and those
that a small factor leaves beside 1 are no crossings."""


@dataclass(frozen=True)
class Margins:
    """How far the loop at held signals `at` is from a pole on the unit circle, all other loops closed.

    `gain_up`: the smallest factor above 1 on the signals (inf: none up to 1e6), `gain_down`: the largest below 1 (0:
    none down to 1e-6), `phase_deg`: the smallest lag exp(-i phi), in degrees (inf: none). `gain_up_frequency` and so
    on are frequencies (Hz) of the crossing, from 0 to half the rate of hyperperiods. `largest_pole` is the magnitude of
    the largest pole of the closed loop over a hyperperiod.
    """

    at: tuple[str, ...]
    gain_up: float
    gain_down: float
    phase_deg: float
    gain_up_frequency: float
    gain_down_frequency: float
    phase_frequency: float
    largest_pole: float

    @property
    def stable(self) -> bool:
        """Whether the closed loop is stable as it is."""
        return self.largest_pole < 1

    def in_words(self) -> str:
        """One line."""
        up = "no factor above 1" if self.gain_up == inf else f"gain up {self.gain_up:.6g}"
        down = "no factor below 1" if self.gain_down == 0 else f"gain down {self.gain_down:.6g}"
        phase = "no phase" if self.phase_deg == inf else f"phase {self.phase_deg:.6g} deg"
        state = "" if self.stable else ", unstable"
        return f"{', '.join(self.at)}: {up}, {down}, {phase}; largest pole {self.largest_pole:.6g}{state}"

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "at": list(self.at),
            "gain_up": self.gain_up,
            "gain_down": self.gain_down,
            "phase_deg": self.phase_deg,
            "gain_up_frequency": self.gain_up_frequency,
            "gain_down_frequency": self.gain_down_frequency,
            "phase_frequency": self.phase_frequency,
            "largest_pole": self.largest_pole,
        }


def find_margins(at: tuple[str, ...], poles: Callable[[complex], ComplexArray], period: float) -> Margins:
    """Margins from the poles of the loop with a factor on its signals; hyperperiods of `period` (s)."""
    now = poles(1.0)
    decades = np.log10(MOST_FACTOR)
    near = np.linspace(0.0, 1.0, NEAR_FACTORS + 1)[1:]
    far = np.linspace(1.0, decades, int(FAR_FACTORS * (decades - 1)) + 1)[1:]
    ups = 10.0 ** np.concatenate([near, far])
    up, up_pole = _first_crossing(poles, 1.0, ups.tolist())
    down, down_pole = _first_crossing(poles, 1.0, (1 / ups).tolist())
    lag, lag_pole = _first_crossing(
        lambda phi: poles(complex(np.exp(-1j * phi))), 0.0, np.linspace(0.0, pi, TURNS + 1)[1:].tolist()
    )

    def frequency(pole: complex | None) -> float:
        return nan if pole is None else abs(float(np.angle(pole))) / (2 * pi * period)

    return Margins(
        at,
        inf if up is None else up,
        0.0 if down is None else down,
        inf if lag is None else float(np.degrees(lag)),
        frequency(up_pole),
        frequency(down_pole),
        frequency(lag_pole),
        float(np.max(np.abs(now), initial=0.0)),
    )


def _outside(values: ComplexArray) -> int:
    return int(np.sum(np.abs(values) > 1 + OUTSIDE))


def _first_crossing(
    poles: Callable[[float], ComplexArray], start: float, places: list[float]
) -> tuple[float | None, complex | None]:
    """The first place, from a start on, at which a pole passes the unit circle, and that pole; None without one."""
    before, count = start, _outside(poles(start))
    for place in places:
        if _outside(poles(place)) == count:
            before = place
            continue
        low, high = before, place
        for _ in range(CROSSING_HALVINGS):
            middle = 0.5 * (low + high)
            if middle in (low, high):
                break
            low, high = (middle, high) if _outside(poles(middle)) == count else (low, middle)
        return _on_circle(poles, low, high)
    return None, None


def _on_circle(poles: Callable[[float], ComplexArray], low: float, high: float) -> tuple[float, complex]:
    """Where the crossing pole has size 1: by its slope, from where it has size 1 + 1e-10."""
    values = poles(0.5 * (low + high))
    pole = complex(values[int(np.argmin(np.abs(np.abs(values) - 1 - OUTSIDE)))])
    middle = 0.5 * (low + high)
    step = 1e-4 * max(abs(middle), 1e-3)
    sizes = []
    for place in (middle - step, middle + step):
        there = poles(place)
        sizes.append(abs(there[int(np.argmin(np.abs(there - pole)))]))
    slope = (sizes[1] - sizes[0]) / (2 * step)
    return float(middle - (abs(pole) - 1) / slope if slope else middle), pole

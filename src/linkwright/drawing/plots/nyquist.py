"""Nyquist curves of an opened loop, and poles in the unit circle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np

from linkwright.analysis import Lifted, LoopTransfer
from linkwright.arrays import ComplexArray
from linkwright.drawing.plots.svg import PALETTE, TITLE_SIZE, coordinate, document, text, text_width
from linkwright.drawing.plots.ticks import nice_ticks, tick_label
from linkwright.kinds import checked_arguments

LEFT, TOP, SIDE, MARGIN = 64.0, 44.0, 480.0, 16.0  # px
POINTS = 1200
"""Frequencies of a curve."""
FURTHEST = 3.0
"""How far from 0 a Nyquist curve is drawn; beyond, where integrators lead it, it is cut."""


@checked_arguments
def nyquist_plot(transfer: LoopTransfer, *, title: str = "") -> str:
    """Return the curve of Bode's loop L = -y/w over the frequency as SVG, with the point -1 and the unit circle.

    A signal that changes several times in a hyperperiod has as many eigenvalues of L, a curve for each; negative
    frequencies are their mirror images. The distance to -1 is 1 over the sensitivity.
    """
    top = 0.5 / transfer.period
    near = np.geomspace(1e-4, 1.0, POINTS // 2)
    frequencies = top * np.unique(np.concatenate([near, np.linspace(1e-3, 1.0, POINTS // 2)]))
    found = _branches(transfer.loci(frequencies))
    values = np.concatenate([found, found.conj()], axis=1)
    frame = _Plane.of(np.concatenate([_near(values).ravel(), [-1.2, 1.1, 1.1j, -1.1j]]))
    heading = title or f"Nyquist curve of the loop at {', '.join(transfer.at)}"
    parts = [frame.grid(), frame.circle(), *_curves(frame, values)]
    x, y = frame.at(-1.0 + 0j)
    parts.append(f'<path stroke="#d1372a" stroke-width="2" fill="none" d="{_cross(x, y, 6)}"/>')
    parts.append(_words(x - 12, y + 18, "−1"))
    return frame.picture(heading, parts, ("real part of L", "imaginary part of L"))


@checked_arguments
def pole_plot(models: Lifted, *, title: str = "") -> str:
    """Return the poles over a hyperperiod as SVG, in the unit circle within which a loop is stable."""
    poles = np.asarray(models.poles)
    frame = _Plane.of(np.concatenate([_near(poles), [1.1, -1.1, 1.1j, -1.1j]]))
    parts = [frame.grid(), frame.circle()]
    for pole in poles:
        if abs(pole) <= FURTHEST:
            x, y = frame.at(complex(pole))
            colour = PALETTE[0] if abs(pole) < 1 else "#d1372a"
            parts.append(f'<path stroke="{colour}" stroke-width="1.8" fill="none" d="{_cross(x, y, 4.5)}"/>')
    beyond = int(np.sum(np.abs(poles) > FURTHEST))
    heading = title or f"Poles of {models.machine} over {models.period:g} s"
    heading += f" ({beyond} beyond this picture)" if beyond else ""
    return frame.picture(heading, parts, ("real part", "imaginary part"))


def _near(values: ComplexArray) -> ComplexArray:
    flat = np.asarray(values).ravel()
    return flat[np.abs(flat) <= FURTHEST]


def _cross(x: float, y: float, size: float) -> str:
    a, b, c, d = (coordinate(each) for each in (x - size, y - size, x + size, y + size))
    return f"M{a} {b}L{c} {d}M{a} {d}L{c} {b}"


def _words(x: float, y: float, value: str, style: str = "soft", anchor: str = "middle", more: str = "") -> str:
    place = f'x="{coordinate(x)}" y="{coordinate(y)}"'
    return f'<text class="{style}" text-anchor="{anchor}" {place}{more}>{text(value)}</text>'


def _curves(frame: _Plane, values: ComplexArray) -> list[str]:
    """A line for each column."""
    return [part for branch in values.T for part in _curve(frame, branch)]


def _branches(values: ComplexArray) -> ComplexArray:
    """Order the eigenvalues of each frequency so that each column goes on from the nearest value before."""
    from scipy.optimize import linear_sum_assignment

    found = values.copy()
    for k in range(1, len(found)):
        _, order = linear_sum_assignment(np.abs(found[k - 1][:, np.newaxis] - values[k]))
        found[k] = values[k][order]
    return found


def _curve(frame: _Plane, values: ComplexArray) -> list[str]:
    """The line through values, cut where it leaves the picture."""
    runs: list[list[tuple[float, float]]] = [[]]
    for value in values:
        if abs(value) <= FURTHEST:
            runs[-1].append(frame.at(complex(value)))
        elif runs[-1]:
            runs.append([])
    parts = []
    for run in runs:
        if len(run) > 1:
            line = "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in run)
            parts.append(f'<path fill="none" stroke-width="1.8" stroke="{PALETTE[0]}" d="{line}"/>')
    return parts


class _Plane:
    """The complex plane with equal scales."""

    def __init__(self, low: complex, size: float) -> None:
        self.low, self.size = low, size

    @staticmethod
    def of(values: ComplexArray) -> _Plane:
        real, imaginary = np.real(values), np.imag(values)
        size = 1.08 * max(float(np.ptp(real)), float(np.ptp(imaginary)), 1e-3)
        middle = complex(0.5 * (real.min() + real.max()), 0.5 * (imaginary.min() + imaginary.max()))
        return _Plane(middle - complex(size, size) / 2, size)

    def at(self, value: complex) -> tuple[float, float]:
        """Pixels of a number."""
        share = (value - self.low) / self.size
        return LEFT + SIDE * share.real, TOP + SIDE * (1 - share.imag)

    def _ticks(self, first: float) -> Sequence[float]:
        return nice_ticks(first, first + self.size, 6)

    def grid(self) -> str:
        """Lines and their values."""
        parts = []
        for first, across in ((self.low.real, True), (self.low.imag, False)):
            ticks = self._ticks(first)
            step = ticks[1] - ticks[0] if len(ticks) > 1 else self.size
            for tick in ticks:
                x, y = self.at(complex(tick, self.low.imag) if across else complex(self.low.real, tick))
                line = f"V{coordinate(TOP)}" if across else f"H{coordinate(LEFT + SIDE)}"
                parts.append(f'<path class="grid" d="M{coordinate(x)} {coordinate(y)}{line}"/>')
                label = tick_label(tick, step)
                parts.append(_words(x, y + 17, label) if across else _words(x - 7, y + 4, label, anchor="end"))
        return "".join(parts)

    def circle(self) -> str:
        """The unit circle, as far as it is inside."""
        clip = f'<clipPath id="plane"><rect x="{coordinate(LEFT)}" y="{coordinate(TOP)}" '
        clip += f'width="{coordinate(SIDE)}" height="{coordinate(SIDE)}"/></clipPath>'
        points = [self.at(complex(cos(2 * pi * k / 180), sin(2 * pi * k / 180))) for k in range(181)]
        line = "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points)
        return f'{clip}<path class="axis" fill="none" stroke-dasharray="4 3" clip-path="url(#plane)" d="{line}"/>'

    def picture(self, heading: str, parts: Sequence[str], axes: tuple[str, str]) -> str:
        """The whole as SVG."""
        frame = f'<path class="axis" d="M{coordinate(LEFT)} {coordinate(TOP)}v{coordinate(SIDE)}h{coordinate(SIDE)}"/>'
        middle = TOP + SIDE / 2
        words = [
            f'<text class="title" x="{coordinate(LEFT)}" y="26">{text(heading)}</text>',
            _words(LEFT + SIDE / 2, TOP + SIDE + 38, axes[0], ""),
            _words(16, middle, axes[1], "", more=f' transform="rotate(-90 16 {coordinate(middle)})"'),
        ]
        whole = "".join([*words, *parts, frame])
        width = LEFT + max(SIDE, text_width(heading, TITLE_SIZE)) + MARGIN
        return document(width, TOP + SIDE + 54.0, whole, label=heading)

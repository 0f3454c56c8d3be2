"""Panels with axes, curves and legends, of which figures over time and any other quantity are made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linkwright.drawing.plots.svg import DASHES, PALETTE, coordinate, text, text_width
from linkwright.drawing.plots.ticks import factor_of, nice_ticks, pad_range, tick_label, unit_label

LEFT, RIGHT = 74.0, 16.0  # px, beside a panel: numbers and unit of its axis, and air
LEGEND_ROW = 18.0  # px

Curves: TypeAlias = Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]]
"""Places along the horizontal axis and values, by name."""


@dataclass(frozen=True)
class Axis:
    """What stands at an axis: a quantity in words, which may be empty, and its unit."""

    words: str
    unit: str

    def label(self, power: int = 0) -> str:
        """Quantity and unit, with a power of ten where one was taken out of the numbers."""
        return f"{self.words} {unit_label(self.unit, power)}".strip()


@dataclass(frozen=True)
class Frame:
    """The rectangle of a panel inside its axes (px)."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height


def draw_panel(
    curves: Curves,
    frame: Frame,
    span: tuple[float, float],
    *,
    strokes: Mapping[str, str],
    upright: Axis,
    level: Axis | None,
) -> str:
    """Return grid, axes and curves; numbers and words below it where `level` is given.

    A power of ten is taken out of the upright axis where its numbers would be long. A curve of many samples keeps the
    least and the greatest value in every half pixel.
    """
    finite = np.concatenate([values[np.isfinite(values)] for _, values in curves.values()] or [np.zeros(0)])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    power = factor_of(low, high)
    scale = 10.0**power
    low, high = pad_range(low / scale, high / scale)
    start, stop = span
    if not stop > start:
        start, stop = start - 0.5, start + 0.5

    def across(value: float) -> float:
        return frame.left + frame.width * (value - start) / (stop - start)

    def up(value: float) -> float:
        return frame.bottom - frame.height * (value - low) / (high - low)

    parts = []
    levels = nice_ticks(low, high, 5)
    step = levels[1] - levels[0] if len(levels) > 1 else high - low
    for value in levels:
        at = coordinate(up(value))
        parts.append(f'<path class="grid" d="M{coordinate(frame.left)} {at}H{coordinate(frame.right)}"/>')
        parts.append(words(frame.left - 7, up(value) + 4, tick_label(value, step), anchor="end", more=' class="soft"'))
    places = nice_ticks(start, stop, max(2, round(frame.width / 80)))
    step = places[1] - places[0] if len(places) > 1 else stop - start
    for place in places:
        at = coordinate(across(place))
        parts.append(f'<path class="grid" d="M{at} {coordinate(frame.top)}V{coordinate(frame.bottom)}"/>')
        if level is not None:
            parts.append(words(across(place), frame.bottom + 17, tick_label(place, step), more=' class="soft"'))
    x, middle = frame.left - 58, frame.top + 0.5 * frame.height
    turned = f' transform="rotate(-90 {coordinate(x)} {coordinate(middle)})"'
    parts.append(words(x, middle, upright.label(power), more=turned))
    corner = f"V{coordinate(frame.bottom)}H{coordinate(frame.right)}"
    parts.append(f'<path class="axis" d="M{coordinate(frame.left)} {coordinate(frame.top)}{corner}"/>')
    for name, (along, values) in curves.items():
        xs, ys = _thin(
            frame.left + frame.width * (along - start) / (stop - start),
            frame.bottom - frame.height * (values / scale - low) / (high - low),
        )
        drawn = _path(xs, ys)
        parts.append(f'<path fill="none" stroke-width="1.6" stroke-linejoin="round" {strokes[name]} d="{drawn}"/>')
    if level is not None:
        parts.append(words(frame.left + 0.5 * frame.width, frame.bottom + 36, level.label()))
    return "".join(parts)


def words(x: float, y: float, value: str, *, anchor: str = "middle", more: str = "") -> str:
    """Return a text of the picture at a place [px]."""
    return f'<text text-anchor="{anchor}" x="{coordinate(x)}" y="{coordinate(y)}"{more}>{text(value)}</text>'


def strokes_of(names: Iterable[str]) -> dict[str, str]:
    """Return colours of lines by name and, from the ninth on, dashes."""
    found = {}
    for index, name in enumerate(names):
        dash = DASHES[(index // len(PALETTE)) % len(DASHES)]
        found[name] = f'stroke="{PALETTE[index % len(PALETTE)]}"' + (f' stroke-dasharray="{dash}"' if dash else "")
    return found


def legend(strokes: Mapping[str, str], top: float, width: float, rings: Collection[str] = ()) -> tuple[str, float]:
    """Return a legend above a panel, wrapped into rows, and the y at which the panel begins.

    A name has a piece of its line before it, or a ring where its points have no line.
    """
    parts: list[str] = []
    x, y = LEFT, top + 10.0
    for name, stroke in strokes.items():
        needed = 30.0 + text_width(name) + 14.0
        if x > LEFT and x + needed > width - RIGHT:
            x, y = LEFT, y + LEGEND_ROW
        mark = f'path d="M{coordinate(x)} {coordinate(y)}h22"'
        if name in rings:
            mark = f'circle cx="{coordinate(x + 11)}" cy="{coordinate(y)}" r="4.6"'
        parts.append(f'<{mark} fill="none" stroke-width="2.4" {stroke}/>')
        parts.append(f'<text x="{coordinate(x + 28)}" y="{coordinate(y + 4)}">{text(name)}</text>')
        x += needed
    return "".join(parts), y + 14.0


def _thin(
    xs: NDArray[np.float64], ys: NDArray[np.float64], per_pixel: int = 2
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the curve with at most four points in each slice of a pixel: first, least, greatest, last."""
    if xs.size <= 4000:
        return xs, ys
    slices = np.floor(xs * per_pixel).astype(np.int64)
    starts = np.flatnonzero(np.r_[True, slices[1:] != slices[:-1]])
    keep: list[int] = []
    for begin, end in zip(starts, np.r_[starts[1:], xs.size], strict=True):
        part = ys[begin:end]
        chosen = {begin, end - 1}
        if np.isfinite(part).any():
            chosen |= {begin + int(np.nanargmin(part)), begin + int(np.nanargmax(part))}
        keep.extend(sorted(chosen))
    return xs[keep], ys[keep]


def _path(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> str:
    """Return the curve as SVG path data, broken where a value is not finite."""
    pieces: list[str] = []
    pen = "M"
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        if not np.isfinite(y):
            pen = "M"
            continue
        pieces.append(f"{pen}{coordinate(x)} {coordinate(y)}")
        pen = "L"
    if len(pieces) == 1:
        pieces.append("h0.1")
    return "".join(pieces)

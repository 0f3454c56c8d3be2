"""Figures as self-contained SVG text: quantities over time, and the machine at an instant (`still`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linkwright.drawing.names import known_names
from linkwright.drawing.plots.stills import still
from linkwright.drawing.plots.svg import DASHES, PALETTE, coordinate, document, text, text_width
from linkwright.drawing.plots.ticks import factor_of, nice_ticks, pad_range, tick_label, unit_label
from linkwright.trajectory.samples import SampledSignal, UnknownChannelError
from linkwright.trajectory.trajectory import Trajectory

__all__ = ["signal_plot", "still", "time_plot"]

WIDTH, PANEL, LEFT, RIGHT = 760.0, 190.0, 74.0, 16.0  # px
LEGEND_ROW = 18.0

_Curves: TypeAlias = dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]
"""Times and values by name."""


def time_plot(trajectory: Trajectory, names: Sequence[str], *, title: str = "", width: float = WIDTH) -> str:
    """Return the named channels over time [s], one panel for each unit, as SVG.

    A panel takes a power of ten out of its axis where the numbers would be long. Lines differ in colour and, from the
    ninth on, in their dashes. A curve of many samples keeps the least and the greatest value in every half pixel.
    """
    known_names("channel", names, list(trajectory.channels), error=UnknownChannelError)
    if not names:
        raise ValueError("No channel was named; name at least one of the trajectory's channels.")
    units: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        units.setdefault(trajectory.channels[name].unit, []).append(name)
    time = np.asarray(trajectory.time, dtype=np.float64)
    panels: dict[str, _Curves] = {}
    for unit, group in units.items():
        panels[unit] = {name: (time, np.asarray(trajectory.channels[name].values, dtype=np.float64)) for name in group}
    span = (float(time[0]), float(time[-1])) if time.size else (0.0, 1.0)
    return _figure(panels, span, title or "Time plot of " + ", ".join(names), titled=bool(title), width=width)


def signal_plot(trajectory: Trajectory, names: Sequence[str], *, title: str = "", width: float = WIDTH) -> str:
    """Return outputs of blocks over time [s] as stairs, one panel for each unit, as SVG.

    A value is shown from the instant at which it acts, the delay of its block after the one at which it was computed,
    to the next one. Lines are as in `time_plot`.
    """
    known_names("signal", names, list(trajectory.signals), error=UnknownChannelError)
    if not names:
        raise ValueError("No signal was named; name at least one of the trajectory's signals.")
    span = (float(trajectory.time[0]), float(trajectory.time[-1]))
    panels: dict[str, _Curves] = {}
    for name in dict.fromkeys(names):
        signal = trajectory.signals[name]
        panels.setdefault(signal.unit, {})[name] = _stairs(signal, span[1])
    return _figure(panels, span, title or "Signals " + ", ".join(names), titled=bool(title), width=width)


def _stairs(signal: SampledSignal, end: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Corners of the stairs of a signal: each value from the time at which it acts to the next, the last to the end."""
    acts = np.asarray(signal.time, dtype=np.float64) + signal.delay
    values = np.asarray(signal.values, dtype=np.float64)[acts <= end]
    acts = acts[acts <= end]
    return np.repeat(np.append(acts, end), 2)[1:-1] if acts.size else acts, np.repeat(values, 2)


def _figure(panels: Mapping[str, _Curves], span: tuple[float, float], label: str, *, titled: bool, width: float) -> str:
    """Return panels below each other."""
    parts: list[str] = []
    y = 12.0
    if titled:
        parts.append(f'<text class="title" x="{coordinate(LEFT)}" y="{coordinate(y + 14)}">{text(label)}</text>')
        y += 28.0
    for position, (unit, curves) in enumerate(panels.items()):
        panel, y = _panel(curves, unit, y, span, width=width, last=position == len(panels) - 1)
        parts.append(panel)
    return document(width, y, "".join(parts), label=label)


def _words(x: float, y: float, value: str, *, anchor: str = "middle", more: str = "") -> str:
    """Return a text of the picture at a place [px]."""
    return f'<text text-anchor="{anchor}" x="{coordinate(x)}" y="{coordinate(y)}"{more}>{text(value)}</text>'


def _panel(
    curves: _Curves,
    unit: str,
    top: float,
    span: tuple[float, float],
    *,
    width: float,
    last: bool,
) -> tuple[str, float]:
    """Return one panel and the y at which it ends."""
    legend, top = _legend(list(curves), top, width)
    finite = np.concatenate([values[np.isfinite(values)] for _, values in curves.values()])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    power = factor_of(low, high)
    scale = 10.0**power
    low, high = pad_range(low / scale, high / scale)
    start, stop = span
    if not stop > start:
        start, stop = start - 0.5, start + 0.5
    inner, bottom = width - LEFT - RIGHT, top + PANEL

    def across(value: float) -> float:
        return LEFT + inner * (value - start) / (stop - start)

    def up(value: float) -> float:
        return bottom - PANEL * (value - low) / (high - low)

    parts = [legend]
    levels = nice_ticks(low, high, 5)
    step = levels[1] - levels[0] if len(levels) > 1 else high - low
    for level in levels:
        at = coordinate(up(level))
        parts.append(f'<path class="grid" d="M{coordinate(LEFT)} {at}H{coordinate(width - RIGHT)}"/>')
        parts.append(_words(LEFT - 7, up(level) + 4, tick_label(level, step), anchor="end", more=' class="soft"'))
    instants = nice_ticks(start, stop, 8)
    step = instants[1] - instants[0] if len(instants) > 1 else stop - start
    for instant in instants:
        at = coordinate(across(instant))
        parts.append(f'<path class="grid" d="M{at} {coordinate(top)}V{coordinate(bottom)}"/>')
        if last:
            parts.append(_words(across(instant), bottom + 17, tick_label(instant, step), more=' class="soft"'))
    middle = top + 0.5 * PANEL
    parts.append(_words(16, middle, unit_label(unit, power), more=f' transform="rotate(-90 16 {coordinate(middle)})"'))
    corner = f"V{coordinate(bottom)}H{coordinate(width - RIGHT)}"
    parts.append(f'<path class="axis" d="M{coordinate(LEFT)} {coordinate(top)}{corner}"/>')
    for index, (time, values) in enumerate(curves.values()):
        xs, ys = _thin(
            LEFT + inner * (time - start) / (stop - start), bottom - PANEL * (values / scale - low) / (high - low)
        )
        parts.append(
            f'<path fill="none" stroke-width="1.6" stroke-linejoin="round" {_stroke(index)} d="{_path(xs, ys)}"/>'
        )
    if last:
        parts.append(_words(LEFT + 0.5 * inner, bottom + 36, "time [s]"))
    return "".join(parts), bottom + (46.0 if last else 18.0)


def _stroke(index: int) -> str:
    dash = DASHES[(index // len(PALETTE)) % len(DASHES)]
    return f'stroke="{PALETTE[index % len(PALETTE)]}"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _legend(names: list[str], top: float, width: float) -> tuple[str, float]:
    """Return the legend above a panel, wrapped into rows, and the y at which the panel begins."""
    parts: list[str] = []
    x, y = LEFT, top + 10.0
    for index, name in enumerate(names):
        needed = 30.0 + text_width(name) + 14.0
        if x > LEFT and x + needed > width - RIGHT:
            x, y = LEFT, y + LEGEND_ROW
        parts.append(f'<path fill="none" stroke-width="2.4" {_stroke(index)} d="M{coordinate(x)} {coordinate(y)}h22"/>')
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

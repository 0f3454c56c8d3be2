"""Figures as self-contained SVG text: quantities over time, curves in a grid, and the machine at an instant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwright.drawing.names import known_names
from linkwright.drawing.plots.panels import LEFT, RIGHT, Axis, Curves, Frame, draw_panel, legend, strokes_of, words
from linkwright.drawing.plots.stills import still
from linkwright.drawing.plots.svg import coordinate, document, text
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments
from linkwright.trajectory.samples import SampledSignal, UnknownChannelError
from linkwright.trajectory.trajectory import Trajectory

__all__ = ["Panel", "panel_plot", "signal_plot", "still", "time_plot"]

WIDTH, PANEL = 760.0, 190.0  # px
SMALL_PANEL = 120.0  # px, of a grid with several columns


@checked_arguments
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
    panels: dict[str, Curves] = {}
    for unit, group in units.items():
        panels[unit] = {name: (time, np.asarray(trajectory.channels[name].values, dtype=np.float64)) for name in group}
    span = (float(time[0]), float(time[-1])) if time.size else (0.0, 1.0)
    return _figure(panels, span, title or "Time plot of " + ", ".join(names), titled=bool(title), width=width)


@checked_arguments
def signal_plot(trajectory: Trajectory, names: Sequence[str], *, title: str = "", width: float = WIDTH) -> str:
    """Return outputs of blocks over time [s] as stairs, one panel for each unit, as SVG.

    A value is shown from the instant at which it acts, the delay of its block after the one at which it was computed,
    to the next one. Lines are as in `time_plot`.
    """
    known_names("signal", names, list(trajectory.signals), error=UnknownChannelError)
    if not names:
        raise ValueError("No signal was named; name at least one of the trajectory's signals.")
    span = (float(trajectory.time[0]), float(trajectory.time[-1]))
    panels: dict[str, dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]] = {}
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


def _figure(panels: Mapping[str, Curves], span: tuple[float, float], label: str, *, titled: bool, width: float) -> str:
    """Return panels below each other, one for each unit, each with its own legend."""
    parts, y = _title(label if titled else "")
    for position, (unit, curves) in enumerate(panels.items()):
        strokes = strokes_of(curves)
        named, y = legend(strokes, y, width)
        last = position == len(panels) - 1
        frame = Frame(LEFT, y, width - LEFT - RIGHT, PANEL)
        level = Axis("time", "s") if last else None
        parts += [named, draw_panel(curves, frame, span, strokes=strokes, upright=Axis("", unit), level=level)]
        y = frame.bottom + (46.0 if last else 18.0)
    return document(width, y, "".join(parts), label=label)


def _title(title: str) -> tuple[list[str], float]:
    """Return the title, where there is one, and the y below it."""
    if not title:
        return [], 12.0
    return [f'<text class="title" x="{coordinate(LEFT)}" y="26">{text(title)}</text>'], 40.0


# -- any curves, in a grid ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Panel:
    """Curves {name: (x, y)} over one axis each: `x` and `y` say quantity and unit, ("time", "s").

    `title` stands above the panel. A curve that has no number at a place (NaN) is broken there.
    """

    curves: Mapping[str, tuple[ArrayLike, ArrayLike]]
    x: tuple[str, str]
    y: tuple[str, str]
    title: str = ""

    def arrays(self, name: str, faults: Faults) -> Curves:
        """Return the curves as arrays; what cannot be drawn is a fault."""
        found: dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
        for curve, pair in self.curves.items():
            try:
                along, values = (np.asarray(each, dtype=np.float64) for each in pair)
            except (TypeError, ValueError):
                faults.add(f"{name}: {curve} is {pair!r:.60}, expected two sequences of numbers, (x, y)")
                continue
            if along.ndim != 1 or along.shape != values.shape or not along.size or not np.isfinite(along).all():
                faults.add(
                    f"{name}: {curve} has x of shape {along.shape} and y of shape {values.shape}; expected one finite "
                    "x for each y, and one point at least"
                )
                continue
            found[curve] = (along, values)
        if not self.curves:
            faults.add(f"{name} has no curves; give one at least")
        return found


@checked_arguments
def panel_plot(panels: Sequence[Panel], *, columns: int = 1, title: str = "", width: float = WIDTH) -> str:
    """Return panels in a grid, row by row, as SVG, with one legend: a name has the same line in all panels.

    Panels need not share their axes. Numbers stand below each panel whose axis differs from that of the panel below.
    """
    faults = Faults("panel_plot")
    curves = [panel.arrays(f"panel {k}", faults) for k, panel in enumerate(panels, 1)]
    if not panels:
        faults.add("there are no panels; give one at least")
    if isinstance(columns, bool) or not isinstance(columns, int) or columns < 1:
        faults.add(f"columns = {columns!r}: expected a whole number from 1 on")
    faults.stop()
    strokes = strokes_of(dict.fromkeys(name for panel in panels for name in panel.curves))
    parts, y = _title(title)
    named, y = legend(strokes, y, width)
    parts.append(named)
    spans = [_span(each) for each in curves]
    inner = (width - columns * (LEFT + RIGHT)) / columns
    height = PANEL if columns == 1 else SMALL_PANEL
    for row in range(0, len(panels), columns):
        beside = range(row, min(row + columns, len(panels)))
        y += 18.0 if any(panels[k].title for k in beside) else 0.0
        open_below = False
        for k in beside:
            panel, below = panels[k], k + columns
            frame = Frame(LEFT + (k - row) * (inner + LEFT + RIGHT), y, inner, height)
            same = below < len(panels) and (panels[below].x, spans[below]) == (panel.x, spans[k])
            open_below |= not same
            if panel.title:
                parts.append(words(frame.left, y - 7, panel.title, anchor="start", more=' class="soft"'))
            level = None if same else Axis(*panel.x)
            upright = Axis(*panel.y)
            parts.append(draw_panel(curves[k], frame, spans[k], strokes=strokes, upright=upright, level=level))
        y += height + (46.0 if open_below else 14.0)
    return document(width, y, "".join(parts), label=title or "Plot of " + ", ".join(strokes))


def _span(curves: Curves) -> tuple[float, float]:
    """Return the least and the greatest place of all curves."""
    return min(float(x.min()) for x, _ in curves.values()), max(float(x.max()) for x, _ in curves.values())

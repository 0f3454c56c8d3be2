"""Workspaces and margins along paths as SVG: cells coloured by dexterity, singular curves by kind, axes with units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from linkwright.analysis.kinematics import Followed, Workspace, zero_curves
from linkwright.arrays import Array
from linkwright.drawing.plots.svg import coordinate, document, text, text_width
from linkwright.drawing.plots.ticks import factor_of, nice_ticks, number, tick_label, unit_label
from linkwright.kinds import checked_arguments, checked_but

Colour = Literal["dexterity", "parallel", "serial"]

LEFT, RIGHT, SIDE, TALLEST = 78.0, 172.0, 520.0, 560.0  # px
SCALE = ("#2c2a6b", "#2f4f9e", "#1f7ba8", "#1f9e9a", "#46b98a", "#8fd06f", "#d3e25a", "#f8e94e")
"""From 0 (dark) to 1 (bright): lightness rises steadily, so that it reads in grey and for colour-blind readers."""
REFUSED, PARALLEL, SERIAL, CONSTRAINT, EDGE = "#b9bec4", "#d1372a", "#d97a00", "#8e2bb0", "#5a5a5a"
WORDS = {
    "dexterity": "dexterity, 1 / condition",
    "parallel": "margin to parallel singularities",
    "serial": "margin to serial singularities",
}


@checked_but("colour")
def workspace_plot(workspace: Workspace, *, colour: Colour = "dexterity", title: str = "") -> str:
    """Return a slice of a workspace as SVG.

    Cells are coloured by dexterity or by a margin (0 dark, 1 bright); grey cells are reached but break a limit. Lines:
    parallel singularities, serial singularities, constraint singularities that bound what is reached, and its edge.
    """
    if colour not in WORDS:
        msg = f"colour = {colour!r}: expected one of {', '.join(WORDS)}"
        raise ValueError(msg)
    frame = _Frame.of(workspace, 64.0)
    values = {"dexterity": workspace.dexterity, "parallel": workspace.parallel, "serial": workspace.serial}[colour]
    heading = title or f"Workspace of {workspace.machine}"
    parts = [
        f'<text class="title" x="{coordinate(LEFT)}" y="26">{text(heading)}</text>',
        f'<text class="soft" x="{coordinate(LEFT)}" y="46">{text(_circumstances(workspace))}</text>',
        frame.grid(),
        _cells(frame, workspace, values),
    ]
    parts.append(_lines(frame, _edge(workspace), EDGE, ""))
    parts.append(_lines(frame, workspace.curves("serial"), SERIAL, "7 3"))
    parts.append(_lines(frame, workspace.curves("parallel"), PARALLEL, ""))
    parts.append(_lines(frame, workspace.curves("constraint"), CONSTRAINT, "2 2"))
    parts.append(frame.axes(workspace.names, workspace.units))
    parts.append(_legend(frame, workspace, colour))
    label = f"{heading}: {_circumstances(workspace)}"
    return document(LEFT + frame.width + RIGHT, frame.bottom + 56.0, "".join(parts), label=label)


@checked_arguments
def margin_plot(path: Followed, *, title: str = "") -> str:
    """Return margins to both kinds of singularity along a path, over the samples, as SVG; crossings are marked."""
    top, height, width = 64.0, 240.0, SIDE
    count = max(len(path.states) - 1, 1)
    last = max([float(count), *[event.at for event in path.events]])
    bottom = top + height
    heading = title or "Margins to singularities along the path"
    parts = [f'<text class="title" x="{coordinate(LEFT)}" y="26">{text(heading)}</text>']

    def across(at: float) -> float:
        return LEFT + width * at / last

    for level in nice_ticks(0.0, 1.0, 5):
        y = bottom - height * level
        parts.append(f'<path class="grid" d="M{coordinate(LEFT)} {coordinate(y)}h{coordinate(width)}"/>')
        parts.append(_words(LEFT - 7, y + 4, tick_label(level, 0.2), anchor="end", soft=True))
    ticks = [tick for tick in nice_ticks(0.0, last, 8) if tick == round(tick)]
    for tick in ticks:
        parts.append(f'<path class="grid" d="M{coordinate(across(tick))} {coordinate(top)}V{coordinate(bottom)}"/>')
        parts.append(_words(across(tick), bottom + 17, tick_label(tick, 1.0), soft=True))
    for kind, values, ink, dash in (
        ("parallel", path.margins.parallel, PARALLEL, ""),
        ("serial", path.margins.serial, SERIAL, "7 3"),
    ):
        # between samples a margin is zero where that singularity is crossed
        crossed = [(event.at, 0.0) for event in path.events if event.what == "crossing" and kind in event.kinds]
        curve = sorted([*((float(k), value) for k, value in enumerate(values.tolist())), *crossed])
        points = "L".join(f"{coordinate(across(at))} {coordinate(bottom - height * value)}" for at, value in curve)
        parts.append(f'<path fill="none" stroke="{ink}" stroke-width="1.8"{_dash(dash)} d="M{points}"/>')
    for event in path.events:
        x = across(event.at)
        what = "end" if event.what == "end" else "/".join(event.kinds) or "coordinates"
        line = f"M{coordinate(x)} {coordinate(top)}V{coordinate(bottom)}"
        parts.append(f'<path fill="none" stroke="{EDGE}" stroke-dasharray="2 3" d="{line}"/>')
        parts.append(_words(x, top - 5, what, soft=True))
    corner = f"V{coordinate(bottom)}H{coordinate(LEFT + width)}"
    parts.append(f'<path class="axis" d="M{coordinate(LEFT)} {coordinate(top)}{corner}"/>')
    parts.append(_words(LEFT + width / 2, bottom + 38, "sample of the path"))
    parts.append(_turned_words(20.0, (top + bottom) / 2, "margin [–]"))
    rows = [("parallel", PARALLEL, ""), ("serial", SERIAL, "7 3")]
    parts.append(_keys(LEFT + width + 18, top + 10, rows))
    return document(LEFT + width + RIGHT, bottom + 56.0, "".join(parts), label=f"{heading}. {path.words}")


class _Frame:
    """The plotting area: values to pixels, equal scales where both axes have the same unit."""

    def __init__(self, x: Array, y: Array, top: float, *, equal: bool) -> None:
        dx, dy = x[1] - x[0], y[1] - y[0]
        self.low_x, self.high_x = float(x[0] - dx / 2), float(x[-1] + dx / 2)
        self.low_y, self.high_y = float(y[0] - dy / 2), float(y[-1] + dy / 2)
        self.top, self.width, self.height = top, SIDE, 0.75 * SIDE
        if equal:
            self.height = SIDE * (self.high_y - self.low_y) / (self.high_x - self.low_x)
            if self.height > TALLEST:
                self.width, self.height = SIDE * TALLEST / self.height, TALLEST
        self.bottom = top + self.height

    @staticmethod
    def of(workspace: Workspace, top: float) -> _Frame:
        return _Frame(workspace.x, workspace.y, top, equal=workspace.units[0] == workspace.units[1])

    def across(self, x: float) -> float:
        return LEFT + self.width * (x - self.low_x) / (self.high_x - self.low_x)

    def up(self, y: float) -> float:
        return self.bottom - self.height * (y - self.low_y) / (self.high_y - self.low_y)

    def _ticks(self) -> tuple[tuple[float, ...], tuple[float, ...], int, int]:
        powers = factor_of(self.low_x, self.high_x), factor_of(self.low_y, self.high_y)
        x = nice_ticks(self.low_x / 10.0 ** powers[0], self.high_x / 10.0 ** powers[0], 7)
        y = nice_ticks(self.low_y / 10.0 ** powers[1], self.high_y / 10.0 ** powers[1], 7)
        return x, y, powers[0], powers[1]

    def grid(self) -> str:
        xs, ys, px, py = self._ticks()
        upright = [(self.across(x * 10.0**px), self.top, f"v{coordinate(self.height)}") for x in xs]
        level = [(LEFT, self.up(y * 10.0**py), f"h{coordinate(self.width)}") for y in ys]
        lines = [f'<path class="grid" d="M{coordinate(x)} {coordinate(y)}{run}"/>' for x, y, run in (*upright, *level)]
        return "".join(lines)

    def axes(self, names: Sequence[str], units: Sequence[str]) -> str:
        xs, ys, px, py = self._ticks()
        corner = f"M{coordinate(LEFT)} {coordinate(self.top)}V{coordinate(self.bottom)}h{coordinate(self.width)}"
        parts = [f'<path class="axis" d="{corner}"/>']
        step_x, step_y = (ticks[1] - ticks[0] if len(ticks) > 1 else 1.0 for ticks in (xs, ys))
        parts += [_words(self.across(x * 10.0**px), self.bottom + 17, tick_label(x, step_x), soft=True) for x in xs]
        parts += [
            _words(LEFT - 7, self.up(y * 10.0**py) + 4, tick_label(y, step_y), anchor="end", soft=True) for y in ys
        ]
        parts.append(_words(LEFT + self.width / 2, self.bottom + 38, f"{names[0]} {unit_label(units[0], px)}"))
        parts.append(_turned_words(20.0, (self.top + self.bottom) / 2, f"{names[1]} {unit_label(units[1], py)}"))
        return "".join(parts)


def _cells(frame: _Frame, workspace: Workspace, values: Array) -> str:
    """Rectangles, neighbours of one colour in a row drawn as one."""
    ny, nx = values.shape
    level = np.clip(np.nan_to_num(values) * len(SCALE), 0, len(SCALE) - 1).astype(int)
    level = np.where(workspace.reached, np.where(workspace.allowed, level, len(SCALE)), -1)
    inks = (*SCALE, REFUSED)
    wide, tall = frame.width / nx, frame.height / ny
    runs: dict[int, list[str]] = {}
    for j in range(ny):
        start = 0
        for i in range(1, nx + 1):
            if i == nx or level[j, i] != level[j, start]:
                if level[j, start] >= 0:
                    x, y = LEFT + start * wide, frame.bottom - (j + 1) * tall
                    runs.setdefault(int(level[j, start]), []).append(
                        f"M{coordinate(x)} {coordinate(y)}h{coordinate((i - start) * wide)}v{coordinate(tall)}"
                        f"h{coordinate((start - i) * wide)}z"
                    )
                start = i
    return "".join(
        f'<path shape-rendering="crispEdges" fill="{inks[k]}" d="{"".join(pieces)}"/>'
        for k, pieces in sorted(runs.items())
    )


def _lines(frame: _Frame, curves: Sequence[Array], ink: str, dash: str) -> str:
    if not curves:
        return ""
    data = "".join(
        "M" + "L".join(f"{coordinate(frame.across(x))} {coordinate(frame.up(y))}" for x, y in curve.tolist())
        for curve in curves
    )
    width = "1.2" if ink == EDGE else "2.4"
    return f'<path fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"{_dash(dash)} d="{data}"/>'


def _dash(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _edge(workspace: Workspace) -> list[Array]:
    """Lines between points that are reached and points that are not; the rim of the slice is no edge."""
    return zero_curves(workspace.x, workspace.y, np.where(workspace.reached, 1.0, -1.0))


def _legend(frame: _Frame, workspace: Workspace, colour: Colour) -> str:
    """Bar of colours with its numbers, then what the lines and grey cells are."""
    x, top, tall = LEFT + frame.width + 18.0, frame.top + 6.0, 18.0
    parts = []
    for k, ink in enumerate(reversed(SCALE)):
        y = top + k * tall
        parts.append(
            f'<rect x="{coordinate(x)}" y="{coordinate(y)}" width="16" height="{coordinate(tall)}" fill="{ink}"/>'
        )
    for share in (0.0, 0.5, 1.0):
        y = top + len(SCALE) * tall * (1.0 - share)
        parts.append(_words(x + 22, y + 4, tick_label(share, 0.5), anchor="start", soft=True))
    middle = top + len(SCALE) * tall / 2
    parts.append(_turned_words(x + 58, middle, WORDS[colour]))
    rows = [("edge", EDGE, "")] if _edge(workspace) else []
    if workspace.curves("parallel"):
        rows.append(("parallel singular", PARALLEL, ""))
    if workspace.curves("serial"):
        rows.append(("serial singular", SERIAL, "7 3"))
    if workspace.curves("constraint"):
        rows.append(("constraint singular", CONSTRAINT, "2 2"))
    below = top + len(SCALE) * tall + 26.0
    parts.append(_keys(x, below, rows))
    if np.any(workspace.reached & ~workspace.allowed):
        y = below + 20.0 * len(rows)
        parts.append(f'<rect x="{coordinate(x)}" y="{coordinate(y - 6)}" width="22" height="12" fill="{REFUSED}"/>')
        parts.append(_words(x + 28, y + 4, "beyond limits", anchor="start"))
    return "".join(parts)


def _keys(x: float, y: float, rows: Sequence[tuple[str, str, str]]) -> str:
    parts = []
    for k, (name, ink, dash) in enumerate(rows):
        at = y + 20.0 * k
        line = f"M{coordinate(x)} {coordinate(at)}h22"
        parts.append(f'<path fill="none" stroke="{ink}" stroke-width="2.4"{_dash(dash)} d="{line}"/>')
        parts.append(_words(x + 28, at + 4, name, anchor="start"))
    return "".join(parts)


def _circumstances(workspace: Workspace) -> str:
    """Values of the other coordinates and the characteristic length, in words; shortened to fit."""
    # what assembly leaves of a zero is shown as zero
    entries = [f"{name} = {number(value if abs(value) > 1e-12 else 0.0)}" for name, value in workspace.fixed.items()]
    entries += [
        f"{name} any of {number(min(values))} … {number(max(values))}" for name, values in workspace.over.items()
    ]
    entries.append(f"characteristic length {number(workspace.length)} m")
    if workspace.goes_on:
        entries.append(f"goes on beyond {', '.join(workspace.goes_on)}")
    words = ", ".join(entries)
    while text_width(words) > SIDE + RIGHT - 20 and len(entries) > 1:
        entries.pop(0)
        words = "…, " + ", ".join(entries)
    return words


def _words(x: float, y: float, value: str, *, anchor: str = "middle", soft: bool = False) -> str:
    look = ' class="soft"' if soft else ""
    return f'<text{look} text-anchor="{anchor}" x="{coordinate(x)}" y="{coordinate(y)}">{text(value)}</text>'


def _turned_words(x: float, y: float, value: str) -> str:
    turn = f"rotate(-90 {coordinate(x)} {coordinate(y)})"
    return f'<text text-anchor="middle" x="{coordinate(x)}" y="{coordinate(y)}" transform="{turn}">{text(value)}</text>'

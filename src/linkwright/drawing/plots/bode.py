"""Bode plots: magnitude and phase of frequency responses over the frequency."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil, floor, isfinite, log10

import numpy as np

from linkwright.analysis import FrequencyResponse, LinearResponse, MeasuredResponse
from linkwright.arrays import Array
from linkwright.drawing.names import known_names
from linkwright.drawing.plots.panels import legend, strokes_of
from linkwright.drawing.plots.svg import PALETTE, coordinate, document, text
from linkwright.drawing.plots.ticks import nice_ticks, pad_range, tick_label
from linkwright.kinds import checked_arguments

WIDTH, PANEL, LEFT, RIGHT = 760.0, 200.0, 74.0, 16.0  # px


Response = FrequencyResponse | LinearResponse | MeasuredResponse
MOST_POINTS = 40
"""Points of a curve up to which each is marked."""


@checked_arguments
def bode_plot(responses: Response | Mapping[str, Response], *, title: str = "", dashed: Collection[str] = ()) -> str:
    """Return magnitude (dB) and phase (degrees) over the frequency (Hz, logarithmic) as SVG; several by their names.

    Points are the frequencies that were run or asked for; those of a MeasuredResponse are rings without a line. The
    phase goes on from point to point within half a turn. Curves named in `dashed` have dashes and no points, so that
    one that lies on another leaves both to be seen.
    """
    if isinstance(responses, Response):
        responses = {responses.output: responses}
    named = dict(responses)
    wrong = [
        f"{name!r} is a {type(found).__name__}" for name, found in named.items() if not isinstance(found, Response)
    ]
    if wrong:
        msg = f"responses: {'; '.join(wrong)}; expected responses by their names"
        raise TypeError(msg)
    known_names("response", dashed, list(named), error=ValueError)
    curves = {name: _curve(found) for name, found in named.items()}
    frequencies = np.concatenate([curve[0] for curve in curves.values()]) if curves else np.zeros(0)
    if not frequencies.size:
        raise ValueError("bode_plot: no run of these responses finished, so there is nothing to draw.")
    low, high = floor(log10(frequencies.min()) * 4) / 4, ceil(log10(frequencies.max()) * 4) / 4
    low, high = (low - 0.25, high + 0.25) if high <= low else (low, high)
    y, parts = 12.0, []
    if title:
        parts.append(f'<text class="title" x="{coordinate(LEFT)}" y="{coordinate(y + 14)}">{text(title)}</text>')
        y += 28.0
    rings = {name for name, found in named.items() if isinstance(found, MeasuredResponse)}
    strokes = {
        name: f'{stroke} stroke-dasharray="7 4"' if name in dashed else stroke
        for name, stroke in strokes_of(curves).items()
    }
    head, y = legend(strokes, y - 4.0, WIDTH, rings)
    parts.append(head)
    for row, (words, last) in enumerate((("magnitude [dB]", False), ("phase [°]", True)), start=1):
        shown = {name: (curve[0], curve[row]) for name, curve in curves.items()}
        parts.append(_panel(shown, words, y, (low, high), (strokes, rings)))
        y += PANEL + (46.0 if last else 24.0)
        if last:
            parts += [_words(_across(log10(f), (low, high)), y - 29, f"{f:g}", "soft") for f in _marks(low, high)]
            parts.append(_words(LEFT + 0.5 * (WIDTH - LEFT - RIGHT), y - 10, "frequency [Hz]"))
    return document(WIDTH, y, "".join(parts), label=title or "Bode plot of " + ", ".join(curves))


def _curve(found: Response) -> tuple[Array, Array, Array]:
    """Frequencies, magnitudes (dB) and phases (degrees), in order of the frequency."""
    if not isinstance(found, FrequencyResponse):
        order = np.argsort(found.frequencies)
        values = found.values[order]
        turned = np.unwrap(np.degrees(np.angle(values)), period=360.0)
        return found.frequencies[order], 20 * np.log10(np.maximum(np.abs(values), 1e-300)), turned
    points = sorted((each for each in found.points if isfinite(each.magnitude)), key=lambda each: each.frequency)
    frequency, size, phase = (
        np.array([getattr(each, name) for each in points]) for name in ("frequency", "magnitude", "phase_deg")
    )
    return frequency, 20 * np.log10(np.maximum(size, 1e-300)), np.unwrap(phase, period=360.0)


def _marks(low: float, high: float) -> list[float]:
    """1, 2 and 5 times powers of ten within a range of logarithms."""
    found = [factor * 10.0**power for power in range(floor(low), ceil(high) + 1) for factor in (1, 2, 5)]
    return [value for value in found if low - 1e-9 <= log10(value) <= high + 1e-9]


def _across(logarithm: float, span: tuple[float, float]) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (logarithm - span[0]) / (span[1] - span[0])


def _words(x: float, y: float, value: str, style: str = "", more: str = "", anchor: str = "middle") -> str:
    place = f'x="{coordinate(x)}" y="{coordinate(y)}"'
    return f'<text class="{style}" text-anchor="{anchor}" {place}{more}>{text(value)}</text>'


def _panel(
    curves: Mapping[str, tuple[Array, Array]],
    words: str,
    top: float,
    span: tuple[float, float],
    looks: tuple[Mapping[str, str], Collection[str]],
) -> str:
    values = np.concatenate([curve for _, curve in curves.values()])
    low, high = pad_range(float(values.min()), float(values.max()))
    bottom = top + PANEL
    parts = []
    strokes, rings = looks
    levels = nice_ticks(low, high, 5)
    step = levels[1] - levels[0] if len(levels) > 1 else high - low

    def up(value: float) -> float:
        return bottom - PANEL * (value - low) / (high - low)

    for level in levels:
        at = coordinate(up(level))
        parts.append(f'<path class="grid" d="M{coordinate(LEFT)} {at}H{coordinate(WIDTH - RIGHT)}"/>')
        parts.append(_words(LEFT - 7, up(level) + 4, tick_label(level, step), "soft", anchor="end"))
    for mark in _marks(*span):
        at = coordinate(_across(log10(mark), span))
        parts.append(f'<path class="grid" d="M{at} {coordinate(top)}V{coordinate(bottom)}"/>')
    middle = top + 0.5 * PANEL
    parts.append(_words(16, middle, words, more=f' transform="rotate(-90 16 {coordinate(middle)})"'))
    corner = f"V{coordinate(bottom)}H{coordinate(WIDTH - RIGHT)}"
    parts.append(f'<path class="axis" d="M{coordinate(LEFT)} {coordinate(top)}{corner}"/>')
    for k, (name, (frequency, curve)) in enumerate(curves.items()):
        colour = PALETTE[k % len(PALETTE)]
        places = [
            (coordinate(_across(log10(f), span)), coordinate(up(value)))
            for f, value in zip(frequency.tolist(), curve.tolist(), strict=True)
        ]
        if name in rings:
            ring = f'r="4.6" fill="none" stroke-width="1.8" stroke="{colour}"'
            parts += [f'<circle cx="{x}" cy="{y}" {ring}/>' for x, y in places]
            continue
        if len(places) > 1:
            line = "M" + "L".join(f"{x} {y}" for x, y in places)
            parts.append(f'<path fill="none" stroke-width="1.6" stroke-linejoin="round" {strokes[name]} d="{line}"/>')
        if len(places) <= MOST_POINTS and "dasharray" not in strokes[name]:
            parts += [f'<circle cx="{x}" cy="{y}" r="3.2" fill="{colour}"/>' for x, y in places]
    return "".join(parts)

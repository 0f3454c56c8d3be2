"""Springs and dampers between two points of the world, as lines with a radius: both change their length."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.projection import Placement, axis_frame
from linkwright.drawing.machine.shapes import Span

COILS = 9
"""Turns of a spring."""
DARK, METAL = "#3d4650", "#9aa4ae"


def span_lines(span: Span, start: Array, end: Array) -> Iterator[tuple[Array, float, str]]:
    """Yield points (k, 3), radius and colour of the lines of a spring (a coil) or a damper (rod, pot, stem)."""
    length = float(np.linalg.norm(end - start))
    if not length > 0:
        return
    place = Placement(axis_frame(end - start), start)
    R = span.radius
    if span.kind == "spring":
        yield place(coil(length, R)), 0.17 * R, DARK
        return
    # The pot stands on the first point and keeps its length; the rod reaches from it to the second point.
    begin, pot = 0.12 * span.length, 0.55 * span.length
    yield place([(0.0, 0.0, 0.0), (0.0, 0.0, begin)]), 0.25 * R, DARK
    yield place([(0.0, 0.0, min(begin + 0.5 * pot, length)), (0.0, 0.0, length)]), 0.25 * R, DARK
    yield place([(0.0, 0.0, begin), (0.0, 0.0, begin + pot)]), R, METAL


def coil(length: float, radius: float) -> Array:
    """Points (k, 3) of a spring along z from 0 to its length: straight ends, turns between."""
    u = np.linspace(0.0, 1.0, 12 * COILS + 1)
    angle = 2 * np.pi * COILS * u
    size = radius * np.minimum(1.0, np.minimum(u, 1 - u) * 2 * COILS)
    turns = np.column_stack([size * np.cos(angle), size * np.sin(angle), length * (0.08 + 0.84 * u)])
    return np.vstack([[0.0, 0.0, 0.0], turns, [0.0, 0.0, length]])

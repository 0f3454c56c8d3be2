"""Springs and dampers between two points of the world, as lines with a radius: both change their length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.projection import Placement, axis_frame
from linkwright.drawing.machine.shapes import Span

COILS = 9
"""Turns of a spring."""
DARK, METAL = "#3d4650", "#9aa4ae"


TURNS = 3
"""Turns of a torsion spring in the first pose; a whole number, so that it ends where it is held."""


def span_lines(
    span: Span, placements: Mapping[str, Placement], raised: float = 0.0
) -> Iterator[tuple[Array, float, str]]:
    """Yield points (k, 3), radius and colour of the lines of a spring (a coil) or a damper (rod, pot, stem).

    Placements are those of bodies in the world, the empty name that of the ground; lines are `raised` along z.
    """
    start, end = (each + np.array([0.0, 0.0, raised]) for each in span.ends(placements))
    if span.kind == "torsion":
        points = wind(placements[span.first], placements[span.second], span)
        yield points + np.array([0.0, 0.0, raised]), 0.08 * span.radius, DARK
        return
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


def wind(first: Placement, second: Placement, span: Span) -> Array:
    """Points (k, 3) of a torsion spring in the world, from the inner end to the outer one.

    The inner end is at the angle a from the outer one, within half a turn; the spring has TURNS - a / (2 pi) turns.
    """
    (centre,), (outer,), (inner,) = first([span.centre]), first([span.start]), second([span.end])
    x = (outer - centre) / np.linalg.norm(outer - centre)
    y = np.cross(first.R @ np.array(span.axis), x)
    begin = float(np.arctan2((inner - centre) @ y, (inner - centre) @ x))
    u = np.linspace(0.0, 1.0, 61)[:, None]
    angle = begin + u * (2 * np.pi * TURNS - begin)
    size = (1 - u) * np.linalg.norm(inner - centre) + u * np.linalg.norm(outer - centre)
    return np.asarray(centre + size * (np.cos(angle) * x + np.sin(angle) * y))

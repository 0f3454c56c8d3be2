"""Outlines of shapes in the plane of a picture, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.projection import Placement
from linkwright.drawing.machine.shapes import Bar, Block, Disc, Pin, Pivot, Plate, Point, Shape, Track, block_corners
from linkwright.drawing.plots.svg import coordinate, text

ROUND = np.linspace(0.0, 2.0 * np.pi, 48, endpoint=False)


@dataclass(frozen=True)
class Pen:
    """Draws shapes with one view, scale [px/m] and origin [px]; `symbol` is the size of pins and pivots [px]."""

    view: Array
    scale: float
    origin: Array
    symbol: float

    def project(self, points: Array) -> Array:
        """Return points (k, 3) of the world in the picture, (k, 2) [px], y downwards."""
        plane = np.asarray(points) @ self.view.T
        return np.column_stack([self.origin[0] + self.scale * plane[:, 0], self.origin[1] - self.scale * plane[:, 1]])

    def draw(self, shapes: Sequence[tuple[Shape, Placement]], colour: str, *, ground: bool = False) -> str:
        """Return bars, plates, discs, blocks and tracks (and, for the ground, its symbols) as SVG."""
        parts = [self._solid(shape, placement, colour, ground=ground) for shape, placement in shapes]
        return "".join(parts) + (self.marks(shapes) if ground else "")

    def marks(self, shapes: Sequence[tuple[Shape, Placement]], *, named: bool = True) -> str:
        """Return pins, pivots and (if named) points with their labels as SVG: what lies on top."""
        parts = []
        for shape, placement in shapes:
            if isinstance(shape, Pin | Pivot) or (named and isinstance(shape, Point)):
                (x, y), *_ = self.project(placement([shape.position])).tolist()
                parts.append(self._mark(shape, x, y))
        return "".join(parts)

    def _solid(self, shape: Shape, placement: Placement, colour: str, *, ground: bool) -> str:
        if isinstance(shape, Bar):
            ends = self.project(placement([shape.start, shape.end]))
            width = max(2.0 * shape.radius * self.scale, 3.0)
            line = f'd="{_polygon(ends, closed=False)}" fill="none" stroke-linecap="round"'
            return (
                f'<path class="edge" {line} stroke-width="{coordinate(width + 1.6)}"/>'
                f'<path {line} stroke="{colour}" stroke-width="{coordinate(width)}"/>'
            )
        if isinstance(shape, Track):
            return self._track(self.project(placement([shape.start, shape.end])), hatched=ground)
        if isinstance(shape, Plate):
            outline = self.project(placement(shape.points))
        elif isinstance(shape, Disc):
            outline = self.project(placement(_circle(shape)))
        elif isinstance(shape, Block):
            outline = _hull(self.project(placement(block_corners(shape))))
        else:
            return ""
        paint = 'class="earth"' if ground else f'class="edge" fill="{colour}"'
        data = _polygon(outline, closed=True)
        if isinstance(shape, Disc):  # a hole beside the centre, so that the turning shows
            data += _polygon(self.project(placement(_circle(shape, hole=True))), closed=True)
        return f'<path {paint} fill-rule="evenodd" stroke-width="1" stroke-linejoin="round" d="{data}"/>'

    def _track(self, ends: Array, *, hatched: bool) -> str:
        data = _polygon(ends, closed=False)
        if hatched:
            along = ends[1] - ends[0]
            distance = float(np.hypot(*along)) or 1.0
            along = along / distance
            right = np.array([-along[1], along[0]])  # y points down in the picture
            for step in np.arange(4.0, distance, 9.0):
                foot = ends[0] + step * along
                data += _polygon(np.array([foot, foot + 7.0 * (right - along)]), closed=False)
        return f'<path class="ground" stroke-width="1.4" d="{data}"/>'

    def _mark(self, shape: Pin | Pivot | Point, x: float, y: float) -> str:
        size = self.symbol
        at = f'cx="{coordinate(x)}" cy="{coordinate(y)}"'
        if isinstance(shape, Pin):
            return f'<circle class="hole" {at} r="{coordinate(0.32 * size)}" stroke-width="1.4"/>'
        if isinstance(shape, Point):
            label = f'<text class="label" x="{coordinate(x + 7)}" y="{coordinate(y - 6)}">{text(shape.label)}</text>'
            return f'<circle class="edge" {at} r="2.6" fill="#fff" stroke-width="1.6"/>{label}'
        foot = y + 1.5 * size
        triangle = f"M{coordinate(x)} {coordinate(y)}L{coordinate(x - size)} {coordinate(foot)}H{coordinate(x + size)}Z"
        hatch = f"M{coordinate(x - 1.4 * size)} {coordinate(foot)}h{coordinate(2.8 * size)}"
        for step in range(6):
            hatch += f"M{coordinate(x + size * (-1.1 + 0.5 * step))} {coordinate(foot)}l-5 6"
        return (
            f'<path class="earth" stroke-width="1.2" stroke-linejoin="round" d="{triangle}"/>'
            f'<path class="ground" stroke-width="1.2" d="{hatch}"/>'
            f'<circle class="hole" {at} r="{coordinate(0.4 * size)}" stroke-width="1.6"/>'
        )


def _polygon(points: Array, *, closed: bool) -> str:
    return "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points.tolist()) + ("Z" if closed else "")


def _circle(disc: Disc, *, hole: bool = False) -> Array:
    """Return points (48, 3) on the rim of a disc, or of the small hole beside its centre."""
    axis = np.asarray(disc.axis)
    aside = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [0.0, 1.0, 0.0])
    first = np.cross(aside / np.linalg.norm(aside), axis)
    second = np.cross(axis, first)
    radius, aside_by = (0.14 * disc.radius, -0.62 * disc.radius) if hole else (disc.radius, 0.0)
    rim = np.outer(radius * np.cos(ROUND) + aside_by, first) + np.outer(radius * np.sin(ROUND), second)
    return np.asarray(rim + np.asarray(disc.centre))


def _hull(points: Array) -> Array:
    """Return the convex hull of points in the plane, (k, 2), by Andrew's monotone chain."""
    ordered = sorted(map(tuple, points.tolist()))

    def half(sequence: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        chain: list[tuple[float, ...]] = []
        for x, y in sequence:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return np.array(half(ordered) + half(ordered[::-1]))

"""Outlines of shapes in the plane of a picture, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.projection import Placement, axis_frame
from linkwright.drawing.machine.shapes import Pin, Pivot, Point, Shape, Surface, Track, Wire, box_corners
from linkwright.drawing.plots.svg import coordinate, text
from linkwright.model.shapes import Bar, Block, Cylinder, Disc, Plate, Sphere

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
        if isinstance(shape, Bar | Wire):
            points = [shape.start, shape.end] if isinstance(shape, Bar) else shape.points
            return self.line(placement(points), shape.radius, shape.colour or colour)
        if isinstance(shape, Track):
            return self._track(self.project(placement([shape.start, shape.end])), hatched=ground)
        if isinstance(shape, Pin | Pivot | Point):
            return ""
        paint = f'class="edge" fill="{shape.colour or colour}"' if shape.colour or not ground else 'class="earth"'
        if isinstance(shape, Plate | Surface):
            return self._faces(*_faces(shape), placement, paint)
        rims = [_hull(self.project(placement(rim))) for rim in _rims(shape)]
        data = "".join(_polygon(rim, closed=True) for rim in rims)
        return f'<path {paint} fill-rule="evenodd" stroke-width="1" stroke-linejoin="round" d="{data}"/>'

    def _faces(self, corners: Array, faces: list[list[int]], placement: Placement, paint: str) -> str:
        """Return a shape by its faces, from far to near: filled, with lines where the surface turns away or ends.

        Faces that look away are hidden by others of a closed surface, and seen from behind of an open one.
        """
        world = placement(corners)
        flat, depth = self.project(world), world @ self.view[2]
        x, y = flat[:, 0], -flat[:, 1]
        areas = [float(x[face] @ np.roll(y[face], -1) - y[face] @ np.roll(x[face], -1)) for face in faces]
        fronts: dict[tuple[int, int], list[bool]] = {}
        for face, area in zip(faces, areas, strict=True):
            for edge in _edges(face):
                fronts.setdefault(edge, []).append(area > 0)
        rim = {edge for edge, own in fronts.items() if len(own) == 1 or any(own) != all(own)}
        closed = all(len(own) > 1 for own in fronts.values())
        seen = [k for k, area in enumerate(areas) if area > 0 or (area < 0 and not closed)]
        # A cap has many corners: it hides the walls below it, which are never before it.
        seen.sort(key=lambda k: (len(faces[k]) > len(faces[-1]), float(depth[faces[k]].mean())))
        parts, fill = [], ""
        for k in seen:
            face = faces[k] if areas[k] > 0 else faces[k][::-1]
            fill += _polygon(flat[face], closed=True)
            own = "".join(
                _polygon(flat[list(edge)], closed=False) for edge in _edges(face) if edge in rim or len(face) > 3
            )
            if own:
                parts.append(
                    f'<path {paint} style="stroke:none" d="{fill}"/><path class="edge" fill="none" d="{own}"/>'
                )
                fill = ""
        return "".join(parts) + (f'<path {paint} style="stroke:none" d="{fill}"/>' if fill else "")

    def line(self, points: Array, radius: Any, colour: str) -> str:
        """Return a round bar or wire through points of the world as SVG."""
        width = max(2.0 * float(radius) * self.scale, 1.5)
        line = f'd="{_polygon(self.project(points), closed=False)}" fill="none" stroke-linecap="round"'
        return (
            f'<path class="edge" {line} stroke-width="{coordinate(width + 1.6)}"/>'
            f'<path {line} stroke="{colour}" stroke-width="{coordinate(width)}"/>'
        )

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


def _edges(face: list[int]) -> list[tuple[int, int]]:
    """The sides of a face by the numbers of their ends, the smaller one first."""
    return [(min(a, b), max(a, b)) for a, b in zip(face, [*face[1:], face[0]], strict=True)]


def _faces(shape: Plate | Surface) -> tuple[Array, list[list[int]]]:
    """Corners (k, 3) of a shape that may be hollow, and its faces by their numbers, counterclockwise from outside."""
    if isinstance(shape, Surface):
        return shape.corners, shape.triangles.tolist()
    points = np.array(shape.points, dtype=float)
    x, y = points[:, 0], points[:, 1]
    if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0:
        points = points[::-1]
    half, n = np.array([0.0, 0.0, 0.5 * float(shape.thickness)]), len(points)  # type: ignore[arg-type]  # a number
    walls = [[k, (k + 1) % n, n + (k + 1) % n, n + k] for k in range(n)]
    corners = Placement.at(shape.at)(np.concatenate([points - half, points + half]))
    return corners, [list(range(n))[::-1], list(range(n, 2 * n)), *walls]


def _rims(shape: Disc | Block | Cylinder | Sphere) -> Iterator[Array]:
    """Yield points whose convex hull in the picture is the outline of a shape; of a disc also its mark."""
    if isinstance(shape, Disc):
        place = Placement(axis_frame(shape.axis), np.array(shape.centre, dtype=float))
        yield place(_circle(shape.radius))
        yield place(_circle(0.14 * shape.radius) + np.array([-0.62 * shape.radius, 0.0, 0.0]))
    elif isinstance(shape, Block):
        yield Placement.at(shape.at)(box_corners(shape.size))
    elif isinstance(shape, Cylinder):
        ring, ends = _circle(shape.radius), np.array([0.0, 0.0, 0.5 * shape.length])
        yield Placement.at(shape.at)(np.concatenate([ring - ends, ring + ends]))
    else:
        ring = _circle(shape.radius)
        turns = [ring[:, list(order)] for order in ((0, 1, 2), (0, 2, 1), (2, 0, 1))]
        yield np.concatenate(turns) + Placement.at(shape.at).p


def _circle(radius: Any) -> Array:
    """Points (48, 3) on a circle about z."""
    return float(radius) * np.column_stack([np.cos(ROUND), np.sin(ROUND), 0 * ROUND])


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

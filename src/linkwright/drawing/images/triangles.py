"""Shapes as triangles with normals at their corners, as the pictures and the pages' script draw them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.projection import Placement, axis_frame
from linkwright.drawing.machine.shapes import (
    Pin,
    Pivot,
    Point,
    Shape,
    Span,
    Surface,
    Track,
    Wire,
)
from linkwright.drawing.machine.spans import span_lines
from linkwright.model.shapes import Bar, Block, Cylinder, Disc, Plate, Sphere

ROUND = 32
"""Corners of a circle."""
WIRE_SIDES = 8
"""Corners of a wire's section."""


@dataclass(frozen=True, eq=False)
class Triangles:
    """Corners (m, 3, 3) and normals there (m, 3, 3); `paint` is a colour, or a name of the palette's.

    Normals of a closed surface look outwards.
    """

    corners: Array
    normals: Array
    paint: str = ""
    closed: bool = True

    def placed(self, place: Placement) -> Triangles:
        """The same in another frame."""
        return replace(self, corners=self.corners @ place.R.T + place.p, normals=self.normals @ place.R.T)


@dataclass(frozen=True)
class Style:
    """How symbols are drawn: their size [m], and in the plane the height of a body's layer and of the top one."""

    planar: bool
    symbol: float
    lift: float = 0.0
    top: float = 0.0

    @property
    def thickness(self) -> float:
        """Of bars in the plane [m]."""
        return 0.8 * self.symbol


def triangles_of(shape: Shape, style: Style, *, ground: bool = False) -> Iterator[Triangles]:
    """Yield the triangles of a shape in its body's frame, in the colours they have."""
    if isinstance(shape, Pin):
        yield _pin(shape, style, 1.0)
    elif isinstance(shape, Pivot):
        yield from _pivot(shape, style)
    elif isinstance(shape, Point):
        radius = 0.3 * style.symbol
        at = np.array(shape.position, dtype=float)
        if style.planar:
            yield _cylinder(
                radius, 0.2 * style.thickness, Placement(np.eye(3), at + np.array([0.0, 0.0, 1.05 * style.top])), "mark"
            )
        else:
            yield _sphere(radius, at, "mark")
    else:
        lift = Placement(np.eye(3), np.array([0.0, 0.0, style.lift]))
        for piece in _solid(shape, style, ground=ground):
            yield piece.placed(lift) if style.lift else piece


def _solid(shape: Shape, style: Style, *, ground: bool) -> Iterator[Triangles]:
    """The triangles of a shape that lies in the layer of its body."""
    if isinstance(shape, Bar):
        yield _bar(shape, style)
    elif isinstance(shape, Plate):
        thickness = style.thickness if style.planar and not shape.colour else shape.thickness
        points = np.array(shape.points, dtype=float)
        raised = Placement(np.eye(3), np.array([0.0, 0.0, points[0, 2]]))
        yield _extruded(points[:, :2], thickness, shape.colour).placed(raised).placed(Placement.at(shape.at))
    elif isinstance(shape, Disc):
        yield from _disc(shape, style)
    elif isinstance(shape, Block):
        a, b, c = (float(edge) for edge in shape.size)  # type: ignore[arg-type]  # numbers
        flat = style.planar and not shape.colour
        outline = 0.5 * np.array([(-a, -b), (a, -b), (a, b), (-a, b)])
        yield _extruded(outline, style.thickness if flat else c, shape.colour).placed(Placement.at(shape.at))
    elif isinstance(shape, Cylinder):
        yield _cylinder(shape.radius, shape.length, Placement.at(shape.at), shape.colour, shape.inner)
    elif isinstance(shape, Sphere):
        yield _sphere(shape.radius, Placement.at(shape.at).p, shape.colour)
    elif isinstance(shape, Surface):
        yield replace(_flat(shape.corners[shape.triangles], shape.colour), closed=False)
    elif isinstance(shape, Wire):
        yield _tube(np.array(shape.points), shape.radius, shape.colour)
    elif isinstance(shape, Track):
        yield from _track(shape, style, hatched=ground)


def span_triangles(span: Span, placements: Mapping[str, Placement], raised: float) -> Iterator[Triangles]:
    """Yield the triangles of a spring or damper between two bodies of known placements, raised along z."""
    for points, radius, colour in span_lines(span, placements, raised):
        if len(points) > 2:
            yield _tube(points, radius, colour)
        else:
            a, b = points
            place = Placement(axis_frame(b - a), 0.5 * (a + b))
            yield _cylinder(radius, float(np.linalg.norm(b - a)), place, colour)


# -- solids ------------------------------------------------------------------------------------------------------------


def _bar(bar: Bar, style: Style) -> Triangles:
    start, end = (np.array(each, dtype=float) for each in (bar.start, bar.end))
    along = end - start
    length, radius = float(np.linalg.norm(along)), float(bar.radius)  # type: ignore[arg-type]  # a number
    if style.planar:
        # A flat link with round ends.
        turn = np.linspace(-np.pi / 2, np.pi / 2, ROUND // 2 + 1)
        cap = radius * np.column_stack([np.cos(turn), np.sin(turn)])
        outline = np.vstack([cap + np.array([length, 0.0]), -cap])
        angle = math.atan2(along[1], along[0])
        c, s = math.cos(angle), math.sin(angle)
        place = Placement(np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), start)
        return _extruded(outline, 0.6 * style.thickness if bar.colour else style.thickness, bar.colour).placed(place)
    balls = [_sphere(radius, at, bar.colour) for at in (start, end)]
    if length == 0.0:
        return balls[0]
    rod = _cylinder(radius, length, Placement(axis_frame(along), 0.5 * (start + end)), bar.colour)
    return _joined([rod, *balls], bar.colour)


def _disc(disc: Disc, style: Style) -> Iterator[Triangles]:
    radius = float(disc.radius)  # type: ignore[arg-type]  # a number
    depth = style.thickness if style.planar else float(disc.thickness)  # type: ignore[arg-type]  # a number
    place = Placement(axis_frame(disc.axis), np.array(disc.centre, dtype=float))
    yield _cylinder(radius, depth, place, disc.colour)
    # A mark beside the centre, a little prouder than the disc: by it the turning shows.
    mark = Placement(np.eye(3), np.array([-0.62 * radius, 0.0, 0.0]))
    yield _cylinder(0.14 * radius, 1.04 * depth, mark, "hole").placed(place)


def _pin(pin: Pin | Pivot, style: Style, size: float) -> Triangles:
    at = np.array(pin.position, dtype=float)
    if style.planar:
        middle = Placement(np.eye(3), at + np.array([0.0, 0.0, 0.5 * style.top]))
        return _cylinder(0.5 * size * style.symbol, style.top, middle, "hole")
    if not len(pin.axis):
        return _sphere(0.85 * size * style.symbol, at, "metal")
    length, place = 2.8 * size * style.symbol, Placement(axis_frame(pin.axis), at)
    return _cylinder(0.75 * size * style.symbol, length, place, "metal")


def _pivot(pivot: Pivot, style: Style) -> Iterator[Triangles]:
    s, at = style.symbol, np.array(pivot.position, dtype=float)
    if style.planar:
        t = style.thickness
        below = Placement(np.eye(3), at + np.array([0.0, 0.0, -t]))
        yield _extruded(np.array([(0.0, 0.0), (-1.1 * s, -1.7 * s), (1.1 * s, -1.7 * s)]), t, "ground").placed(below)
        lines = [((-1.6 * s, -1.7 * s), (1.6 * s, -1.7 * s))]
        lines += [((s * (-1.35 + 0.48 * k), -1.7 * s), (s * (-1.75 + 0.48 * k), -2.2 * s)) for k in range(7)]
        for a, b in lines:
            yield _stroke((*a, 0.0), (*b, 0.0), 0.06 * s).placed(below)
    else:
        under = Placement(np.eye(3), at - [0.0, 0.0, 1.3 * s])
        yield _extruded(1.3 * s * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]), 0.9 * s, "ground").placed(under)
    yield _pin(pivot, style, 1.25)


def _track(track: Track, style: Style, *, hatched: bool) -> Iterator[Triangles]:
    start, end = (np.array(each, dtype=float) for each in (track.start, track.end))
    along, s = end - start, style.symbol
    length = float(np.linalg.norm(along))
    if not style.planar:
        if length > 0:
            yield _cylinder(0.45 * s, length, Placement(axis_frame(along), 0.5 * (start + end)), "ground")
        return
    down = Placement(np.eye(3), np.array([0.0, 0.0, -style.thickness]))
    yield _stroke(start, end, 0.08 * s).placed(down)
    step = 0.9 * s
    if hatched and 0 < length < 400 * step:
        along /= length
        right = np.array([along[1], -along[0], 0.0])
        for d in np.arange(0.5 * step, length, step):
            foot = start + d * along
            yield _stroke(foot, foot + 0.7 * step * (right - along), 0.06 * s).placed(down)


def _stroke(start: Any, end: Any, half: float) -> Triangles:
    """A line in the plane with a width."""
    a, b = (np.array(each, dtype=float) for each in (start, end))
    along = (b - a)[:2] / (np.linalg.norm(b - a) or 1.0)
    aside = half * np.array([-along[1], along[0]])
    outline = np.array([a[:2] - aside, b[:2] - aside, b[:2] + aside, a[:2] + aside])
    return _extruded(outline, 0.2 * half, "edge")


def _cylinder(radius: Any, length: Any, place: Placement, paint: str = "", inner: Any = 0.0) -> Triangles:
    """A cylinder or tube about z of a place, which is its middle."""
    h = float(length) / 2
    angle = np.linspace(0.0, 2 * np.pi, ROUND + 1)
    normal = np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    corners: list[Array] = []
    normals: list[Array] = []
    for size, sign in ((float(radius), 1.0), (float(inner), -1.0)):
        if size > 0:
            low, high = (size * normal + [0.0, 0.0, z] for z in (-h, h))
            _quads(corners, normals, (low, high), (sign * normal, sign * normal))
    for z in (-h, h):
        outer, hole = (size * normal + [0.0, 0.0, z] for size in (float(radius), float(inner)))
        flat = np.broadcast_to([0.0, 0.0, math.copysign(1.0, z)], normal.shape)
        _quads(corners, normals, (outer, hole), (flat, flat))
    return Triangles(np.concatenate(corners), np.concatenate(normals), paint).placed(place)


def _sphere(radius: Any, at: Any, paint: str = "") -> Triangles:
    angle = np.linspace(0.0, 2 * np.pi, ROUND * 3 // 4 + 1)
    tilt = np.linspace(-np.pi / 2, np.pi / 2, ROUND * 3 // 8 + 1)
    rings = [
        np.column_stack([np.cos(e) * np.cos(angle), np.cos(e) * np.sin(angle), np.sin(e) + 0 * angle]) for e in tilt
    ]
    corners: list[Array] = []
    normals: list[Array] = []
    for below, above in pairwise(rings):
        _quads(corners, normals, (below, above), (below, above))
    found, directions = np.concatenate(corners), np.concatenate(normals)
    return Triangles(float(radius) * found + np.array(at, dtype=float), directions, paint)


def _tube(points: Array, radius: float, paint: str = "") -> Triangles:
    """A round wire through points; its section is carried along from point to point."""
    along = np.gradient(points, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-300
    first = axis_frame(along[0])[:, 0]
    angle = np.linspace(0.0, 2 * np.pi, WIRE_SIDES + 1)[:, None]
    rings, directions = [], []
    for point, direction in zip(points, along, strict=True):
        first = first - (first @ direction) * direction
        first /= np.linalg.norm(first) + 1e-300
        normal = np.cos(angle) * first + np.sin(angle) * np.cross(direction, first)
        directions.append(normal)
        rings.append(point + radius * normal)
    corners: list[Array] = []
    normals: list[Array] = []
    for k in range(len(points) - 1):
        _quads(corners, normals, (rings[k], rings[k + 1]), (directions[k], directions[k + 1]))
    return Triangles(np.concatenate(corners), np.concatenate(normals), paint)


def _extruded(outline: Array, thickness: Any, paint: str = "") -> Triangles:
    """A polygon (n, 2) with a thickness along z, half of it above z = 0."""
    h = float(thickness) / 2
    x, y = outline.T
    if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0:
        outline = outline[::-1]
    flat = outline[ears(outline)]
    pieces = []
    for z in (-h, h):
        face = np.concatenate([flat, np.full((*flat.shape[:2], 1), z)], axis=2)
        pieces.append(face[:, ::-1] if z < 0 else face)
    a, b = (np.column_stack([outline, np.full(len(outline), z)]) for z in (-h, h))
    c, d = np.roll(a, -1, axis=0), np.roll(b, -1, axis=0)
    pieces += [np.stack([a, c, d], axis=1), np.stack([a, d, b], axis=1)]
    return _flat(np.concatenate(pieces), paint)


def ears(outline: Array) -> Array:
    """Triangles (n - 2, 3), by numbers of corners, of a counterclockwise polygon without crossings: ears cut off."""
    left = list(range(len(outline)))
    found: list[tuple[int, int, int]] = []

    def turn(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = outline[a], outline[b], outline[c]
        return float((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

    while len(left) > 3:
        for k in range(len(left)):
            a, b, c = left[k - 1], left[k], left[(k + 1) % len(left)]
            if turn(a, b, c) <= 0:
                continue
            inside = (p for p in left if p not in (a, b, c))
            if not any(turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0 for p in inside):
                break
        else:
            k, (a, b, c) = 1, (left[0], left[1], left[2])  # corners on one line: any cut will do
        found.append((a, b, c))
        left.pop(k)
    return np.array([*found, tuple(left)])


def _flat(corners: Array, paint: str) -> Triangles:
    """Triangles with the normals of their planes."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal = normal / (np.linalg.norm(normal, axis=1, keepdims=True) + 1e-300)
    return Triangles(corners, np.repeat(normal[:, None], 3, axis=1), paint)


def _quads(
    corners: list[Array], normals: list[Array], rings: tuple[Array, Array], directions: tuple[Array, Array]
) -> None:
    """Add the triangles between two rows of points."""
    for found, (low, high) in ((corners, rings), (normals, directions)):
        a, b, c, d = low[:-1], low[1:], high[1:], high[:-1]
        found += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]


def _joined(pieces: Sequence[Triangles], paint: str) -> Triangles:
    corners = np.concatenate([piece.corners for piece in pieces])
    return Triangles(corners, np.concatenate([piece.normals for piece in pieces]), paint)

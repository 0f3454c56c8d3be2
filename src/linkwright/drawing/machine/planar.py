"""The picture of any machine, from its bodies and joints: nothing needs to be drawn by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from linkwright.arrays import Array
from linkwright.components import (
    Cylindrical,
    Damper,
    Fixed,
    FreeJoint,
    KnifeEdge,
    PinInSlot,
    PlanarJoint,
    PointForce,
    Prismatic,
    RollingDisc,
    RollingOnLine,
    Screw,
    Spherical,
    Spring,
    Universal,
    Wrench,
)
from linkwright.drawing.machine import walk
from linkwright.drawing.machine.projection import point_path
from linkwright.drawing.machine.scene import DrawnBody, Scene
from linkwright.drawing.machine.shapes import (
    Bar,
    Block,
    Disc,
    Pin,
    Pivot,
    Plate,
    Point,
    Shape,
    Track,
    Vector,
    outline_of,
    place_shape,
)
from linkwright.model import Body, Connection, Joint, Mechanism, PlanarPoint

THICK = 0.035  # radius of a bar as a share of the machine's typical body
STOUT = 0.15  # at most this share of its smallest one
FINE = 0.013  # and at most this share of the whole machine
WITHOUT_PIN = (Cylindrical, Fixed, FreeJoint, KnifeEdge, PlanarJoint, RollingDisc, Screw, Spherical, Universal)
"""Joints that are not drawn in the plane; a user's own joint is a pin unless it gives its outline."""


def planar_scene(
    machine: Mechanism, values: Mapping[str, float], poses: Mapping[str, Array], *, travelled: bool
) -> Scene:
    """Return the picture of a machine in the plane; `travelled` poses are those of a motion, which tracks follow."""
    picture = _Picture(_Plan.of(machine, values), poses, travelled=travelled)
    return Scene(machine.title or machine.name, planar=True, bodies=picture.bodies(), ground=picture.ground())


@dataclass(frozen=True)
class _Spot:
    """A frame with numbers: its owner (empty: the ground), its name, its place (m, rad) in the owner."""

    owner: str
    name: str
    x: float
    y: float
    angle: float

    @property
    def position(self) -> tuple[float, float]:
        return (self.x, self.y)

    @property
    def axes(self) -> tuple[Vector, Vector, Vector]:
        c, s = math.cos(self.angle), math.sin(self.angle)
        return (c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0)

    def along(self, distance: float, aside: float) -> tuple[float, float]:
        """A point on the x axis of the frame, moved aside along its y axis."""
        c, s = math.cos(self.angle), math.sin(self.angle)
        return (self.x + c * distance - s * aside, self.y + s * distance + c * aside)


@dataclass(frozen=True)
class _Link:
    """A connection with its frames in numbers, and its radius if it is a wheel's."""

    connection: Connection
    spots: tuple[_Spot, ...]
    radius: float
    outline: tuple[Shape, ...] = ()


@dataclass(frozen=True)
class _Plan:
    """All bodies of all modules with their mass centres and points, and all connections that stand on frames."""

    bodies: dict[str, Body] = field(default_factory=dict)
    centres: dict[str, _Spot] = field(default_factory=dict)
    points: dict[str, dict[str, _Spot]] = field(default_factory=dict)
    links: list[_Link] = field(default_factory=list)

    @staticmethod
    def of(machine: Mechanism, values: Mapping[str, float]) -> _Plan:
        """What is drawn of a machine, gathered module by module with parameter values."""
        plan = _Plan()
        for full, body in walk.bodies(machine):
            plan.bodies[full] = body
            plan.centres[full] = _spot(full, full, "centre", values)
            plan.points[full] = {point: _spot(full, full, point, values) for point in body.points}
        for name, connection, stands in walk.connections(machine):
            known = tuple(_spot(at.part, at.owner, at.point, values) for at in stands if at is not None)
            if known and len(known) == len(stands):
                plan.links.append(
                    _Link(connection, known, values.get(f"{name}.radius", 0.0), outline_of(connection, name, values))
                )
            for spot in known:
                if spot.owner:
                    plan.points[spot.owner].setdefault(spot.name, spot)
        return plan


def _spot(full: str, owner: str, point: str, values: Mapping[str, float]) -> _Spot:
    x, y, angle = (values.get(f"{full}.{point}_{what}", 0.0) if point else 0.0 for what in ("x", "y", "angle"))
    return _Spot(owner, point, x, y, angle)


class _Picture:
    """Shapes for a plan; sizes follow the bodies' own."""

    def __init__(self, plan: _Plan, poses: Mapping[str, Array], *, travelled: bool) -> None:
        self.plan, self.poses, self.travelled = plan, poses, travelled
        spans = [self._body_span(name) for name in plan.bodies]
        spans += [2 * link.radius for link in plan.links]
        whole = self._extent()
        real = [span for span in spans if span > 0] or [whole if whole > 0 else 1.0]
        self.largest = max(real)
        self.radius = min(THICK * float(np.median(real)), STOUT * min(real), FINE * max(whole, self.largest))

    def _body_span(self, name: str) -> float:
        """Size of a body: between its points, or from its one point to its mass centre."""
        points = [spot.position for spot in self.plan.points[name].values()]
        return _span(points) or _span([*points, self.plan.centres[name].position])

    def _extent(self) -> float:
        """Size of the machine at the first instant, from all its points."""
        spots = [*(spot for link in self.plan.links for spot in link.spots), *self.plan.centres.values()]
        points = np.array([self._path(spot.owner, spot.position)[0] for spot in spots])
        finite = points[np.isfinite(points).all(axis=1)]
        return float(np.ptp(finite, axis=0).max()) if len(finite) else 0.0

    def bodies(self) -> tuple[DrawnBody, ...]:
        """Every body with what it is made of, then what joints add to it."""
        return tuple(
            DrawnBody(name, (*self._made_of(name), *self._joints(name), *self._points_of_interest(name)))
            for name in self.plan.bodies
        )

    def ground(self) -> tuple[Shape, ...]:
        """Tracks, pivots and what else stands on the ground, each once."""
        return tuple(dict.fromkeys(self._joints("")))

    def _made_of(self, name: str) -> Iterator[Shape]:
        """The solid of a body, from its points."""
        r = self.radius
        body, centre = self.plan.bodies[name], self.plan.centres[name].position
        points = _distinct([spot.position for spot in self.plan.points[name].values()], 0.1 * r)
        dressed = [
            link
            for link in self.plan.links
            if link.spots[-1].owner == name and isinstance(link.connection, Prismatic | RollingOnLine)
        ]
        if isinstance(body.home, PlanarPoint):
            yield Disc((0.0, 0.0), 2.2 * r)
        elif len(points) > 1:
            corners = _hull(points, r)
            if len(corners) == 2:
                yield Bar(corners[0], corners[1], r)
            else:
                yield Plate(corners, 2 * r)
        elif not dressed:
            held = points[0] if points else centre
            if math.dist(held, centre) > r:
                yield Bar(held, centre, r)
            yield Disc(centre, 3 * r)

    def _joints(self, name: str) -> Iterator[Shape]:
        """What joints and loads add to one body, or to the ground (empty name)."""
        for link in self.plan.links:
            first, second = link.spots[0], link.spots[-1]
            if link.outline:
                if second.owner == name:
                    for shape in link.outline:
                        yield from place_shape(shape, (*second.position, 0.0), second.axes)
            elif isinstance(link.connection, Prismatic | PinInSlot | RollingOnLine):
                if second.owner == name:
                    yield self._runner(link, second)
                    if isinstance(link.connection, PinInSlot):
                        yield Pin(second.position)
                if first.owner == name:
                    yield from self._tracks(link, first, second)
            elif isinstance(link.connection, Joint) and not isinstance(link.connection, WITHOUT_PIN):
                if not name and not (first.owner and second.owner):
                    yield Pivot((second if first.owner else first).position)
                elif name and second.owner == name and first.owner:
                    yield Pin(second.position)
            elif isinstance(link.connection, Spring | Damper):
                for spot in link.spots:
                    if spot.owner == name:
                        yield Pin(spot.position) if name else Pivot(spot.position)

    def _runner(self, link: _Link, spot: _Spot) -> Shape:
        """What runs on a track: a wheel of its radius, a roller in a slot, a block along the frame's axes."""
        r = self.radius
        if isinstance(link.connection, RollingOnLine):
            return Disc(spot.position, link.radius)
        if isinstance(link.connection, PinInSlot):
            return Disc(spot.position, 1.6 * r)
        quarters = spot.angle / (math.pi / 2)
        if abs(quarters - round(quarters)) < 1e-9:
            return Block((7 * r, 5 * r) if round(quarters) % 2 == 0 else (5 * r, 7 * r), spot.position)
        corners = [spot.along(x * 3.5 * r, y * 2.5 * r) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return Plate(corners, 2.5 * r)

    def _tracks(self, link: _Link, first: _Spot, second: _Spot) -> Iterator[Shape]:
        """The line under a wheel or slider, or both sides of a slot, as long as the travel and a little longer."""
        low, high = self._travel(first, second)
        slot = isinstance(link.connection, PinInSlot)
        half = self.radius * (1.6 if slot else 2.5 if isinstance(link.connection, Prismatic) else 0.0)
        beyond = max(5 * self.radius, link.radius) + (0.0 if self.travelled else 0.6 * self.largest)
        low, high = low - beyond, high + beyond
        yield Track(first.along(low, -half), first.along(high, -half))  # the hatching lies on its right
        if slot:
            yield Track(first.along(high, half), first.along(low, half))

    def _travel(self, first: _Spot, second: _Spot) -> tuple[float, float]:
        """Least and greatest distance of the second frame along the x axis of the first."""
        i, j, x = (
            self._path(spot.owner, at)
            for spot, at in ((first, first.position), (second, second.position), (first, first.along(1.0, 0.0)))
        )
        slides = np.sum((x - i) * (j - i), axis=-1)
        slides = slides[np.isfinite(slides)]
        return (float(slides.min()), float(slides.max())) if len(slides) else (0.0, 0.0)

    def _path(self, owner: str, position: tuple[float, float]) -> Array:
        """Path (n, 3) of a point of a body, or of the ground (1, 3)."""
        local = (*position, 0.0)
        if not owner:
            return np.array([local])
        poses = self.poses.get(owner)
        return np.full((1, 3), np.nan) if poses is None or not len(poses) else point_path(poses, local)

    def _points_of_interest(self, name: str) -> Iterator[Shape]:
        """Points whose paths are worth a look: those no joint uses, those where a force acts, the middle of a plate."""
        joined = {
            spot
            for link in self.plan.links
            if not isinstance(link.connection, Wrench | PointForce)
            for spot in link.spots
            if spot.owner == name
        }
        free = [spot for spot in self.plan.points[name].values() if spot not in joined]
        last = name.rpartition(".")[2]
        for spot in free:
            yield Point(spot.name or last, spot.position)
        corners = _hull(
            _distinct([spot.position for spot in self.plan.points[name].values()], self.radius), self.radius
        )
        centre = self.plan.centres[name].position
        if len(corners) > 2 and all(
            math.dist(centre, spot.position) > self.radius for spot in self.plan.points[name].values()
        ):
            yield Point(last if centre == (0.0, 0.0) else f"centre of {last}", centre)


def _span(points: Sequence[tuple[float, float]]) -> float:
    """Greatest distance between points."""
    return max((math.dist(a, b) for k, a in enumerate(points) for b in points[:k]), default=0.0)


def _distinct(points: Sequence[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for point in points:
        if all(math.dist(point, other) > apart for other in kept):
            kept.append(point)
    return kept


def _hull(points: Sequence[tuple[float, float]], thin: float) -> list[tuple[float, float]]:
    """Corners of the convex hull, counterclockwise; the two ends where the points lie (nearly) on one line."""
    if len(points) < 3:
        return list(points)
    array = np.asarray(points)
    middle = array - array.mean(axis=0)
    _, _, axes = np.linalg.svd(middle, full_matrices=False)
    along, across = (middle @ axes.T).T
    if float(np.ptp(across)) < thin:
        return [points[int(np.argmin(along))], points[int(np.argmax(along))]]
    from scipy.spatial import ConvexHull

    return [points[int(k)] for k in ConvexHull(array).vertices]

"""The picture of a machine in space, from its bodies and joints: bars, plates and wheels, with balls at the joints."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.components import (
    Fixed,
    FreeJoint,
    KnifeEdge,
    PinInSlot,
    PlanarJoint,
    Prismatic,
    RollingBall,
    RollingDisc,
    RollingOnLine,
    RollingTorus,
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
from linkwright.model import Body, Connection, Joint, Mechanism, SpatialPoint
from linkwright.symbolic import Axis, Pose, rotation_about

THICK, STOUT, FINE = 0.035, 0.2, 0.011
"""Radius of a bar as a share of the typical body, at most of the smallest one, and at most of the whole machine."""
WHEELS = (RollingDisc, RollingTorus, RollingBall)
WITHOUT_BALL = (Fixed, FreeJoint, KnifeEdge, PinInSlot, PlanarJoint, Prismatic, RollingOnLine, *WHEELS)
"""Joints that are drawn otherwise or not at all; those that turn, and a user's own without an outline, are balls."""


@dataclass(frozen=True)
class Spot:
    """A frame with numbers: its owner (empty: the ground), its place (m) and its axes (columns) in the owner."""

    owner: str
    position: Vector
    axes: tuple[Vector, Vector, Vector]


@dataclass(frozen=True)
class Link:
    """A connection with its frames in numbers, and its radius if it is a wheel's."""

    connection: Connection
    spots: tuple[Spot, ...]
    radius: float
    outline: tuple[Shape, ...] = ()


@dataclass(frozen=True)
class Plan:
    """All bodies of all modules with mass centres and points, and all connections that stand on frames."""

    bodies: dict[str, Body] = field(default_factory=dict)
    centres: dict[str, Vector] = field(default_factory=dict)
    points: dict[str, list[Vector]] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)

    @staticmethod
    def of(machine: Mechanism, values: Mapping[str, float]) -> Plan:
        """What is drawn of a machine, gathered module by module with parameter values."""
        plan = Plan()
        for full, body in walk.bodies(machine):
            plan.bodies[full] = body
            plan.centres[full] = _position(f"{full}.centre", values)
            plan.points[full] = [_position(f"{full}.{point}", values) for point in body.points]
        for name, connection, stands in walk.connections(machine):
            known = tuple(_spot(at, values) for at in stands if at is not None)
            if known and len(known) == len(stands):
                plan.links.append(
                    Link(connection, known, values.get(f"{name}.radius", 0.0), outline_of(connection, name, values))
                )
            for spot in known:
                if spot.owner and spot.position not in plan.points[spot.owner]:
                    plan.points[spot.owner].append(spot.position)
        return plan


def _position(name: str, values: Mapping[str, float]) -> Vector:
    x, y, z = (values.get(f"{name}_{axis}", 0.0) for axis in "xyz")
    return (x, y, z)


def _spot(at: walk.Foothold, values: Mapping[str, float]) -> Spot:
    """Position and axis of a foothold, its expressions evaluated."""
    full, points = f"{at.part}.{at.point}", at.template.points
    axis: Axis = Pose.of(points[at.point]).axis if at.point in points else "z"
    angle = values.get(f"{full}_angle", 0.0) if at.point in points else 0.0
    return Spot(at.owner, _position(full, values) if at.point else (0.0, 0.0, 0.0), _axes(axis, angle))


def _axes(axis: Axis, angle: float) -> tuple[Vector, Vector, Vector]:
    R = np.array(ca.DM(rotation_about(axis, angle)))
    x, y, z = (tuple(float(entry) for entry in R[:, column]) for column in range(3))
    return (x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2])


def spatial_scene(machine: Mechanism, values: Mapping[str, float], poses: Mapping[str, Array]) -> Scene:
    """Return the picture of a machine with bodies in space; `values` are all its parameters, `poses` a motion's.

    A body with two points is a bar, with three or more in a plane z = const a plate, else bars from their middle; with
    one a bar to its mass centre. Joints that turn are balls, those on the ground stand on a block; guides are tracks.
    """
    plan = Plan.of(machine, values)
    picture = _Picture(plan, poses)
    bodies = tuple(DrawnBody(name, tuple(picture.shapes(name))) for name in plan.bodies)
    ground = tuple(dict.fromkeys(picture.joints("")))
    return Scene(machine.title or machine.name, planar=False, bodies=bodies, ground=ground)


class _Picture:
    """Shapes for a plan; sizes follow the bodies' own."""

    def __init__(self, plan: Plan, poses: Mapping[str, Array]) -> None:
        self.plan, self.poses = plan, poses
        spans = [_span([*points, plan.centres[name]]) for name, points in plan.points.items()]
        spans += [2 * link.radius for link in plan.links]
        places = [self._path(spot)[0] for link in plan.links for spot in link.spots]
        finite = np.array([place for place in places if np.isfinite(place).all()]).reshape(-1, 3)
        whole = float(np.ptp(finite, axis=0).max()) if len(finite) else 0.0
        real = [span for span in spans if span > 1e-9 * max(whole, 1e-300)] or [whole or 1.0]
        self.largest = max(*real, whole)
        self.radius = min(THICK * float(np.median(real)), STOUT * min(real), FINE * self.largest)
        self.radius = max(self.radius, 0.3 * FINE * self.largest)

    def shapes(self, name: str) -> Iterator[Shape]:
        """What a body is made of, then what joints add to it, and the name of a plate."""
        made = list(self._solid(name))
        yield from made
        yield from dict.fromkeys(self.joints(name))
        if any(isinstance(shape, Plate) for shape in made):
            yield Point(name.rpartition(".")[2], self.plan.centres[name])

    def _solid(self, name: str) -> Iterator[Shape]:
        r, centre = self.radius, self.plan.centres[name]
        points = _distinct(self.plan.points[name], 0.1 * r)
        links = [link for link in self.plan.links if link.spots[-1].owner == name]
        if any(isinstance(link.connection, WHEELS) for link in links):
            return
        slides = any(isinstance(link.connection, Prismatic) for link in links)
        if isinstance(self.plan.bodies[name].kind, SpatialPoint):
            yield Disc(centre, 2.2 * r)
        elif len(points) > 2 and _width(points) > r:
            flat = _flat(points)
            if flat:
                yield Plate(flat, 2 * r)
            else:
                middle = tuple(float(x) for x in np.mean(points, axis=0))
                for point in points:
                    if math.dist(middle, point) > 0.1 * r:
                        yield Bar(middle, point, r)
        elif len(points) > 1:
            start, end = _ends(points)
            yield Bar(start, end, 0.65 * r if slides else r)
        elif math.dist(points[0] if points else centre, centre) > r:
            yield Bar(points[0], centre, r)
        elif slides:
            yield Block((6 * r, 6 * r, 8 * r), points[0])
        else:
            yield Disc(centre, 3 * r)

    def joints(self, name: str) -> Iterator[Shape]:
        """What joints add to one body, or to the ground (empty name)."""
        for link in self.plan.links:
            first, second = link.spots[0], link.spots[-1]
            item = link.connection
            if link.outline:
                if second.owner == name:
                    for shape in link.outline:
                        yield from place_shape(shape, second.position, second.axes)
            elif isinstance(item, Joint) and not isinstance(item, WITHOUT_BALL):
                if not name and not (first.owner and second.owner):
                    yield Pivot((second if first.owner else first).position)
                elif name and second.owner == name and first.owner:
                    yield Pin(second.position)
            elif isinstance(item, Prismatic) and not name and not first.owner:
                yield self._track(first, second, item.direction)
            elif isinstance(item, WHEELS) and second.owner == name and name:
                if isinstance(item, RollingBall):
                    for axis in second.axes:
                        yield Disc(second.position, link.radius, axis)
                else:
                    yield Disc(second.position, link.radius, second.axes[1])
            elif isinstance(item, KnifeEdge | PlanarJoint) and second.owner == name and name:
                yield Pin(second.position)

    def _track(self, first: Spot, second: Spot, direction: Vector) -> Track:
        """The line of a guide on the ground, as long as the travel and a little longer."""
        start, along = np.array(first.position), np.array(first.axes).T @ np.array(direction)
        slides = (self._path(second) - start) @ along
        slides = slides[np.isfinite(slides)]
        low, high = (float(slides.min()), float(slides.max())) if len(slides) else (0.0, 0.0)
        beyond = 0.12 * self.largest
        a, b = start + (low - beyond) * along, start + (high + beyond) * along
        return Track(tuple(a.tolist()), tuple(b.tolist()))

    def _path(self, spot: Spot) -> Array:
        """Path (n, 3) of a frame's origin; of the ground (1, 3)."""
        if not spot.owner:
            return np.array([spot.position])
        poses = self.poses.get(spot.owner)
        return np.full((1, 3), np.nan) if poses is None or not len(poses) else point_path(poses, spot.position)


def _span(points: Sequence[Vector]) -> float:
    return max((math.dist(a, b) for k, a in enumerate(points) for b in points[:k]), default=0.0)


def _distinct(points: Sequence[Vector], apart: float) -> list[Vector]:
    kept: list[Vector] = []
    for point in points:
        if all(math.dist(point, other) > apart for other in kept):
            kept.append(point)
    return kept


def _ends(points: Sequence[Vector]) -> tuple[Vector, Vector]:
    """The two points that are furthest apart."""
    pairs = [(math.dist(a, b), a, b) for k, a in enumerate(points) for b in points[:k]]
    _, a, b = max(pairs)
    return b, a


def _width(points: Sequence[Vector]) -> float:
    """How far points are from lying on one line: their second extent."""
    array = np.asarray(points) - np.mean(points, axis=0)
    _, _, axes = np.linalg.svd(array, full_matrices=False)
    return float(np.ptp(array @ axes[1])) if len(axes) > 1 else 0.0


def _flat(points: Sequence[Vector]) -> list[Vector]:
    """Corners of the convex hull of points in one plane z = const; none if they are not."""
    array = np.asarray(points)
    if float(np.ptp(array[:, 2])) > 1e-6 * _span(points):
        return []
    from scipy.spatial import ConvexHull

    return [points[int(k)] for k in ConvexHull(array[:, :2]).vertices]

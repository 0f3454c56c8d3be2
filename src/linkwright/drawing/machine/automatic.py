"""The picture of any machine, from its bodies and joints: nothing needs to be drawn by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.components import (
    Belt,
    ConstantSpeed,
    Cylindrical,
    Damper,
    Fixed,
    Force,
    FreeJoint,
    Gear,
    JointDamper,
    JointSpring,
    KnifeEdge,
    PinInSlot,
    PlanarJoint,
    PointForce,
    Prescribed,
    Prismatic,
    Revolute,
    RollingBall,
    RollingDisc,
    RollingOnLine,
    RollingTorus,
    Screw,
    Shaft,
    Spring,
    Torque,
    Universal,
    Wrench,
)
from linkwright.drawing.machine.plan import Link, Plan, Spot
from linkwright.drawing.machine.projection import Placement, axis_frame, rotation
from linkwright.drawing.machine.scene import DrawnBody, Scene
from linkwright.drawing.machine.shapes import (
    Pin,
    Pivot,
    Point,
    Shape,
    Span,
    Track,
    Vector,
    anchors,
    place_shape,
)
from linkwright.model import Joint, Mechanism, PlanarPoint, SpatialPoint
from linkwright.model.shapes import Bar, Block, Cylinder, Disc, Plate, Sphere
from linkwright.symbolic import Pose

THICK, STOUT, FINE = 0.035, 0.2, 0.012
"""Radius of a bar as a share of the typical body, at most of the smallest one, and at most of the whole machine."""
SYMBOL = 1.6
"""Size of the symbols of joints over the radius of bars."""
DARK, METAL, FLOOR = "#3d4650", "#8a949e", "#dde2e7"
WHEELS = (RollingDisc, RollingTorus, RollingBall)
SLIDES = (Prismatic, Cylindrical, Screw)
WITHOUT_PIN = (Fixed, FreeJoint, KnifeEdge, PlanarJoint, *SLIDES, *WHEELS)
"""Joints that are drawn otherwise or not at all; a user's own joint is a pin unless it gives its outline."""
DRIVES = (Belt, ConstantSpeed, Gear, Prescribed, Shaft)
TEETH = 12


def automatic_scene(
    machine: Mechanism,
    values: Mapping[str, float],
    poses: Mapping[str, Array],
    *,
    planar: bool,
    travelled: bool,
    mesh_room: float = math.inf,
) -> Scene:
    """Return the picture of a machine; `values` are all its parameters, `travelled` poses those of a motion.

    A body with shapes of its own has these. Any other reaches each of its joints: with two points it is a bar, with
    three or more in a plane a plate, else bars from their middle; with one a bar to its mass centre.
    """
    plan = Plan.of(machine, values, poses, mesh_room=mesh_room)
    picture = _Picture(plan, planar=planar, travelled=travelled)
    bodies = tuple(DrawnBody(name, tuple(picture.body(name))) for name in plan.bodies)
    return Scene(
        machine.title or machine.name,
        planar=planar,
        bodies=bodies,
        ground=tuple(dict.fromkeys(picture.joints(""))),
        spans=tuple(picture.spans()),
        symbol=SYMBOL * picture.r,
        notes=tuple(plan.notes),
    )


class _Picture:
    """Shapes for a plan; sizes follow the bodies' own."""

    def __init__(self, plan: Plan, *, planar: bool, travelled: bool) -> None:
        self.plan, self.planar, self.travelled = plan, planar, travelled
        spans = [_span([spot.position for spot in points]) for points in plan.points.values()]
        spans += [
            _span([*(spot.position for spot in points), plan.centres[name]]) for name, points in plan.points.items()
        ]
        spans += [2 * link.radius for link in plan.links.values()]
        spans += [2 * max(radii) for name, radii in plan.radii.items() if len(plan.points[name]) < 2]
        places = [plan.path(spot, samples=1)[0] for link in plan.links.values() for spot in link.spots]
        finite = np.array([place for place in places if np.isfinite(place).all()]).reshape(-1, 3)
        whole = float(np.ptp(finite, axis=0).max()) if len(finite) else 0.0
        real = [span for span in spans if span > 1e-9 * whole] or [whole or 1.0]
        self.largest = max(*real, whole)
        self.r = min(THICK * float(np.median(real)), STOUT * min(real), FINE * self.largest)
        self.r = max(self.r, 0.3 * FINE * self.largest)

    # -- bodies ------------------------------------------------------------------------------------------------------

    def body(self, name: str) -> Iterator[Shape]:
        """What a body is made of, what joints add to it, and its points of interest."""
        own = self.plan.shapes[name]
        yield from own or self._solid(name)
        yield from dict.fromkeys(self.joints(name))
        yield from self._points_of_interest(name)

    def _solid(self, name: str) -> Iterator[Shape]:
        """The solid of a body, from its points; those of wheels and guides come with the joints."""
        r, centre = self.r, self.plan.centres[name]
        points = _distinct([spot.position for spot in self.plan.points[name]], 0.1 * r)
        links = [link for link in self.plan.links.values() if any(spot.owner == name for spot in link.spots)]
        seen = any(
            link.outline
            or (isinstance(link.connection, (*WHEELS, RollingOnLine)) and link.second.owner == name)
            or (isinstance(link.connection, SLIDES) and (link.second.owner == name or self._telescopes(link)))
            for link in links
        )
        if isinstance(self.plan.bodies[name].kind, PlanarPoint | SpatialPoint):
            yield Disc((0.0, 0.0), 2.2 * r) if self.planar else Sphere(2.2 * r)
        elif len(points) > 1:
            yield from self._reaching(points)
        elif not seen:
            held = points[0] if points else centre
            far = math.dist(held, centre) > r
            if far:
                yield Bar(held, centre, r)
            yield self._lump(name, 3.0 * r if far or len(links) < 2 else 1.7 * r)

    def _lump(self, name: str, size: float) -> Shape:
        """What stands for the mass of a body at its mass centre: as large as its moments of inertia say, in limits.

        In space the box (disc, ball) of the same radii of gyration: edge a with a^2 = 6 (k_y^2 + k_z^2 - k_x^2).
        """
        centre, radii = self.plan.centres[name], np.array(self.plan.radii[name])
        if self.planar or not radii.any() or size < 3.0 * self.r:
            return Disc(centre, size) if self.planar else Sphere(size, centre)
        squares = 6 * (radii @ radii - 2 * radii**2)
        edges = np.clip(np.sqrt(np.maximum(squares, 0.0)), size, 0.6 * self.largest)
        alike = [k for k in range(3) if math.isclose(radii[k - 1], radii[k - 2], rel_tol=1e-6)]
        if len(alike) == 3:
            return Sphere(float(np.clip(math.sqrt(2.5) * radii[0], size, 0.4 * self.largest)), centre)
        if alike:  # about one axis: a disc or a roller, k^2 = R^2 / 2
            k = alike[0]
            radius = float(np.clip(math.sqrt(2.0) * radii[k], size, 0.4 * self.largest))
            squared = 12 * (radii[k - 1] ** 2 - radii[k] ** 2 / 2)
            thickness = float(np.clip(math.sqrt(max(squared, 0.0)), 0.7 * size, self.largest))
            return Disc(centre, radius, np.eye(3)[k].tolist(), thickness)
        return Block(edges.tolist(), centre)

    def _reaching(self, points: list[Vector]) -> Iterator[Shape]:
        """A bar, a plate, or bars from the middle, that reach several points."""
        r = self.r
        array = np.array(points)
        middle = array.mean(axis=0)
        _, _, axes = linear_algebra.svd(array - middle)
        along, across, out = ((array - middle) @ axes.T).T
        if np.ptp(across) < r and np.ptp(out) < r:
            yield Bar(points[int(np.argmin(along))], points[int(np.argmax(along))], r)
        elif np.ptp(out) < 0.5 * r:
            yield self._plate(points, axes)
        else:
            hub = tuple(middle.tolist())
            for point in points:
                if math.dist(hub, point) > 0.1 * r:
                    yield Bar(hub, point, r)

    def _plate(self, points: list[Vector], axes: Array) -> Plate:
        """The convex hull of points in one plane; in a plane z = const its corners are the points themselves."""
        from scipy.spatial import ConvexHull

        array = np.array(points)
        if np.ptp(array[:, 2]) < 1e-9 * self.largest:
            return Plate([points[int(k)] for k in ConvexHull(array[:, :2]).vertices], 2 * self.r)
        frame = np.column_stack([axes[0], axes[1], np.cross(axes[0], axes[1])])
        origin = array[0]
        flat = (array - origin) @ frame
        corners = [(float(flat[k, 0]), float(flat[k, 1])) for k in ConvexHull(flat[:, :2]).vertices]
        return Plate(corners, 2 * self.r, Pose.from_matrix(tuple(origin.tolist()), frame))

    # -- joints ------------------------------------------------------------------------------------------------------

    def joints(self, name: str) -> Iterator[Shape]:
        """What joints and drives add to one body, or to the ground (empty name)."""
        for link in self.plan.links.values():
            second, item = link.second, link.connection
            if link.outline:
                if second.owner == name:
                    yield from (place_shape(shape, second.place) for shape in link.outline)
            elif isinstance(item, SLIDES):
                yield from self._slide(link, name)
            elif isinstance(item, PinInSlot | RollingOnLine):
                yield from self._line(link, name)
            elif isinstance(item, WHEELS):
                yield from self._wheel(link, name)
            elif isinstance(item, KnifeEdge) and second.owner == name and name:
                size = (9 * self.r, 1.4 * self.r) if self.planar else (9 * self.r, 0.8 * self.r, 5 * self.r)
                yield Block(size, _pose(second.place))
            elif isinstance(item, Joint) and not isinstance(item, WITHOUT_PIN):
                yield from self._pins(link, name)
            elif isinstance(item, Spring | Damper):
                for spot in link.spots:
                    if spot.owner == name:
                        yield Pin(spot.position) if name else Pivot(spot.position)
        for item, on in self.plan.acting:
            if on in self.plan.links:
                yield from self._acting(item, self.plan.links[on], name)

    def _acting(self, item: object, link: Link, name: str) -> Iterator[Shape]:
        """What a drive, a spring or a damper adds at the joint that it acts on."""
        if isinstance(link.connection, Revolute):
            yield from self._drive(item, link, name)
        elif isinstance(item, JointSpring | JointDamper):
            yield from self._wall(item, link, name)
        elif isinstance(item, (Torque, *DRIVES)):
            yield from self._slide_drive(link, name)

    def _pins(self, link: Link, name: str) -> Iterator[Shape]:
        """The pin of a joint that turns, on the ground or on the second body; a universal joint has two."""
        first, second, item = link.first, link.second, link.connection
        grounded = not (first.owner and second.owner)
        at = (second if first.owner else first) if grounded else second
        if at.owner != name or (not grounded and not name):
            return
        axis: Sequence[float] = ()
        if isinstance(item, Revolute) and not self.planar:
            axis = at.turned(item.direction).tolist()
        elif isinstance(item, Universal):
            axis = at.turned((0.0, 1.0, 0.0) if at is second else (1.0, 0.0, 0.0)).tolist()
        yield Pivot(at.position, axis) if grounded else Pin(self._on_axis(at, axis), axis)

    def _on_axis(self, at: Spot, axis: Sequence[float]) -> Vector:
        """Where a pin lies: at its frame, or where its axis passes the shapes that a body has far from there."""
        own = self.plan.shapes[at.owner]
        if not own or not len(axis):
            return at.position
        points = np.concatenate([anchors(shape) for shape in own])
        low, high = points.min(axis=0) - 2 * self.r, points.max(axis=0) + 2 * self.r
        if ((low <= at.place.p) & (at.place.p <= high)).all():
            return at.position
        off = points - at.place.p
        along = off @ np.array(axis)
        nearest = int(np.argmin(np.linalg.norm(off - np.outer(along, axis), axis=1)))
        x, y, z = (at.place.p + along[nearest] * np.array(axis)).tolist()
        return (x, y, z)

    def _slide(self, link: Link, name: str) -> Iterator[Shape]:
        """A cylinder and a rod that meet, or a rail and a carriage; on the ground a rail."""
        first, second, item = link.first, link.second, link.connection
        assert isinstance(item, Prismatic | Cylindrical | Screw)
        r, d = self.r, np.array(item.direction)
        low, high = self._travel(link)
        if self._telescopes(link):
            sign = 1.0 if low > 0 else -1.0
            near, far = sorted((abs(low), abs(high)))
            pot = 0.92 * near
            if first.owner == name:
                yield Bar(first.position, first.along(d, sign * pot), 1.3 * r)
            if second.owner == name:
                yield Bar(second.along(d, -sign * (far - pot + 4 * r)), second.position, 0.65 * r, METAL)
            return
        if second.owner == name and name and not self.plan.shapes[name]:
            # The carriage; x of its frame along the rail.
            frame = axis_frame(second.turned(d))[:, [2, 0, 1]] if not self.planar else _planar_frame(second.turned(d))
            size = (7 * r, 5 * r) if self.planar else (7 * r, 5 * r, 5 * r)
            yield Block(size, Pose.from_matrix(second.position, frame))
        if first.owner == name:
            beyond = 5 * r + (0.0 if self.travelled else 0.3 * self.largest)
            aside = first.turned((0.0, -2.5 * r, 0.0)) if self.planar else None
            back, front = self._overhang(link)
            ends = first.along(d, low - back - beyond, aside), first.along(d, high + front + beyond, aside)
            yield Bar(*ends, 0.7 * r, METAL) if name and not self.planar else Track(*ends)

    def _line(self, link: Link, name: str) -> Iterator[Shape]:
        """A wheel on a line, or a pin between the sides of a slot; lines are as long as the travel, and longer."""
        first, second, r = link.first, link.second, self.r
        slot = isinstance(link.connection, PinInSlot)
        if second.owner == name:
            yield Disc(second.position, 1.6 * r if slot else link.radius)
            if slot:
                yield Pin(second.position)
        if first.owner == name:
            low, high = self._travel(link)
            half = 1.6 * r if slot else 0.0
            beyond = max(5 * r, link.radius) + (0.0 if self.travelled else 0.3 * self.largest)
            x, aside = (1.0, 0.0, 0.0), first.turned((0.0, half, 0.0))
            # the hatching lies on its right
            yield Track(first.along(x, low - beyond, -aside), first.along(x, high + beyond, -aside))
            if slot:
                yield Track(first.along(x, high + beyond, aside), first.along(x, low - beyond, aside))

    def _wheel(self, link: Link, name: str) -> Iterator[Shape]:
        """A wheel about its axle, a ball with three rings by which its turning shows; the floor that carries it."""
        first, second, radius = link.first, link.second, link.radius
        if second.owner == name and name and not self.plan.shapes[name]:
            if isinstance(link.connection, RollingBall):
                yield Sphere(0.985 * radius, second.position)
                for axis in second.place.R.T.tolist():
                    yield Disc(second.position, radius, axis, 0.06 * radius, DARK)
            else:
                yield Disc(second.position, radius, second.turned((0.0, 1.0, 0.0)).tolist(), 0.14 * radius)
        if first.owner == name and name:
            reach = 2.2 * radius + float(np.abs(second.place.p[:2]).max())
            yield Disc(first.position, reach, first.turned((0.0, 0.0, 1.0)).tolist(), 0.5 * self.r)
        wheels = [each for each in self.plan.links.values() if isinstance(each.connection, WHEELS)]
        standing = [each for each in wheels if not each.first.owner]
        if not name and standing and standing[0] is link:
            # One floor under all wheels, as far as they go.
            paths = np.concatenate([self.plan.path(each.second) for each in standing])
            local = (paths[np.isfinite(paths).all(axis=1)] - first.place.p) @ first.place.R
            if len(local):
                low, high = local.min(axis=0), local.max(axis=0)
                x, y = ((high - low)[:2] + 3.0 * max(each.radius for each in standing)).tolist()
                middle = first.place([[*(0.5 * (low + high)[:2]), -0.15 * self.r]])[0]
                yield Block((x, y, 0.3 * self.r), Pose.from_matrix(tuple(middle.tolist()), first.place.R), FLOOR)

    def _drive(self, item: object, link: Link, name: str) -> Iterator[Shape]:
        """A motor at a joint that is driven, a wheel with teeth where there is a gear."""
        r, first, second = self.r, link.first, link.second
        axis = np.array(link.connection.direction)  # type: ignore[attr-defined]  # a revolute joint
        driven = (isinstance(item, Torque) and not isinstance(item, Force)) or isinstance(item, DRIVES)
        if driven and first.owner == name and not (name and self.plan.shapes[name]):
            frame = axis_frame(first.turned(axis))
            # In the plane it lies below the bars, in space behind the joint.
            length, back = (0.5 * SYMBOL * r, 0.75 * SYMBOL * r) if self.planar else (5 * r, 4.6 * r)
            at = first.place.p - back * frame[:, 2]
            yield Cylinder(2.1 * r, length, Pose.from_matrix(tuple(at.tolist()), frame), colour=DARK)
        if isinstance(item, JointDamper) and first.owner == name and not (name and self.plan.shapes[name]):
            # A flat drum about the axis, wider than a motor.
            frame = axis_frame(first.turned(axis))
            length, back = (0.4 * SYMBOL * r, 0.45 * SYMBOL * r) if self.planar else (1.6 * r, 2.9 * r)
            at = first.place.p - back * frame[:, 2]
            yield Cylinder(2.9 * r, length, Pose.from_matrix(tuple(at.tolist()), frame), colour=METAL)
        if isinstance(item, Gear | Shaft) and second.owner == name:
            frame = axis_frame(second.turned(axis))
            at = second.place.p - (0.0 if self.planar else 1.7 * r) * frame[:, 2]
            corners = [
                (q * r * math.cos((k + turn) * 2 * math.pi / TEETH), q * r * math.sin((k + turn) * 2 * math.pi / TEETH))
                for k in range(TEETH)
                for q, turn in ((2.5, -0.3), (3.1, -0.12), (3.1, 0.12), (2.5, 0.3))
            ]
            yield Plate(corners, 0.6 * r, Pose.from_matrix(tuple(at.tolist()), frame), colour=METAL)

    def _slide_drive(self, link: Link, name: str) -> Iterator[Shape]:
        """A motor at the first end of a slide that is driven: a collar on the cylinder, or a block at the rail."""
        first, item, r = link.first, link.connection, self.r
        if not isinstance(item, SLIDES) or first.owner != name or (name and self.plan.shapes[name]):
            return
        d, (low, _) = np.array(item.direction), self._travel(link)
        if self._telescopes(link):
            sign = 1.0 if low > 0 else -1.0
            yield Bar(first.along(d, sign * 1.5 * r), first.along(d, sign * 5 * r), 1.9 * r, DARK)
            return
        beyond = 5 * r + (0.0 if self.travelled else 0.3 * self.largest)
        frame = _planar_frame(first.turned(d)) if self.planar else axis_frame(first.turned(d))[:, [2, 0, 1]]
        aside = first.turned((0.0, -2.5 * r, 0.0)) if self.planar else None
        at = first.along(d, low - self._overhang(link)[0] - beyond - 3 * r, aside)
        yield Block((6 * r, 5 * r) if self.planar else (6 * r, 5 * r, 5 * r), Pose.from_matrix(at, frame), DARK)

    # -- springs and dampers -----------------------------------------------------------------------------------------

    def spans(self) -> Iterator[Span]:
        """Springs and dampers, between points or along a slide."""
        for link in self.plan.links.values():
            if isinstance(link.connection, Spring | Damper) and not link.outline:
                yield self._spanned(link.connection, link.first, link.first.position, link.second)
        for item, on in self.plan.acting:
            link_on = self.plan.links.get(on)
            if isinstance(item, JointSpring | JointDamper) and link_on and isinstance(link_on.connection, SLIDES):
                yield self._spanned(item, link_on.first, self._foot(item, link_on), link_on.second)
            elif isinstance(item, JointSpring) and link_on and isinstance(link_on.connection, Revolute):
                yield self._torsion(link_on, link_on.connection)

    def _torsion(self, link: Link, joint: Revolute) -> Span:
        """A spiral about the axis of a joint: in the first pose both ends lie in one direction from it."""
        first, second = link.first, link.second
        inner, outer = 1.2 * self.r, 4.0 * self.r
        aside = axis_frame(first.turned(joint.direction))[:, 0]
        start, centre = tuple((first.place.p + outer * aside).tolist()), first.position
        towards = self._first_turn(second.owner).T @ self._first_turn(first.owner) @ aside
        end = tuple((second.place.p + inner * towards).tolist())
        axis = tuple(first.turned(joint.direction).tolist())
        return Span("torsion", first.owner, start, second.owner, end, outer, outer, centre, axis)

    def _first_turn(self, owner: str) -> Array:
        """Rotation (3, 3) of a body in the first pose; of the ground none."""
        poses = self.plan.poses.get(owner)
        known = poses is not None and len(poses) and bool(np.isfinite(poses[0]).all())
        return rotation(poses[0, 3:]) if known and poses is not None else np.eye(3)

    def _spanned(self, item: object, first: Spot, start: Vector, second: Spot) -> Span:
        spring = isinstance(item, Spring | JointSpring)
        gaps = np.linalg.norm(self.plan.path(second) - self.plan.path(first, start), axis=1)
        gaps = gaps[np.isfinite(gaps)]
        length = float(gaps[0]) if len(gaps) else 10 * self.r
        radius = min(2.0 * self.r, 0.2 * length) or self.r
        return Span("spring" if spring else "damper", first.owner, start, second.owner, second.position, radius, length)

    def _foot(self, item: object, link: Link) -> Vector:
        """Where a spring or damper along a slide stands on the first body: behind the travel."""
        low, _ = self._travel(link)
        aside = link.first.turned((0.0, 0.0 if isinstance(item, JointSpring) else 4 * self.r, 0.0))
        direction = link.connection.direction  # type: ignore[attr-defined]  # a joint that slides
        back, _ = self._overhang(link)
        return link.first.along(direction, low - back - max(18 * self.r, 0.25 * self.largest), aside)

    def _overhang(self, link: Link) -> tuple[float, float]:
        """How far the own shapes of a body that slides reach behind its frame, and before it."""
        own = self.plan.shapes.get(link.second.owner, ())
        if not own:
            return 0.0, 0.0
        direction = link.second.turned(link.connection.direction)  # type: ignore[attr-defined]  # a joint that slides
        along = (np.concatenate([anchors(shape) for shape in own]) - link.second.place.p) @ direction
        return max(0.0, -float(along.min())), max(0.0, float(along.max()))

    def _wall(self, item: object, link: Link, name: str) -> Iterator[Shape]:
        """What a spring or damper along a slide stands on."""
        if isinstance(link.connection, SLIDES) and link.first.owner == name:
            frame = link.first.turned(link.connection.direction)
            turn = _planar_frame(frame) if self.planar else axis_frame(frame)[:, [2, 0, 1]]
            size = (1.2 * self.r, 7 * self.r) if self.planar else (1.2 * self.r, 7 * self.r, 7 * self.r)
            yield Block(size, Pose.from_matrix(self._foot(item, link), turn), METAL)

    # -- travel and points -------------------------------------------------------------------------------------------

    def _telescopes(self, link: Link) -> bool:
        """Whether two moving bodies slide at a distance that never vanishes: a cylinder and a rod."""
        if self.planar and not isinstance(link.connection, Prismatic):
            return False
        low, high = self._travel(link)
        return bool(link.first.owner and link.second.owner) and low * high > 0 and min(abs(low), abs(high)) > 8 * self.r

    @cached_property
    def _travels(self) -> dict[str, tuple[float, float]]:
        return {}

    def _travel(self, link: Link) -> tuple[float, float]:
        """Least and greatest distance of the second frame along the axis of the first that it slides on."""
        if link.name not in self._travels:
            direction = getattr(link.connection, "direction", (1.0, 0.0, 0.0))
            i, j = self.plan.path(link.first), self.plan.path(link.second)
            x = self.plan.path(link.first, link.first.along(direction, 1.0))
            slides = np.sum((x - i) * (j - i), axis=-1)
            slides = slides[np.isfinite(slides)]
            self._travels[link.name] = (float(slides.min()), float(slides.max())) if len(slides) else (0.0, 0.0)
        return self._travels[link.name]

    def _points_of_interest(self, name: str) -> Iterator[Shape]:
        """Points whose paths are worth a look: those no joint uses, those where a force acts, the middle of a plate."""
        joined = {
            spot.name
            for link in self.plan.links.values()
            if not isinstance(link.connection, Wrench | PointForce)
            for spot in link.spots
            if spot.owner == name
        }
        last = name.rpartition(".")[2]
        points = self.plan.points[name]
        for spot in points:
            if spot.name not in joined:
                yield Point(spot.name or last, spot.position)
        centre = self.plan.centres[name]
        apart = _distinct([spot.position for spot in points], self.r)
        if len(apart) > 2 and all(math.dist(centre, spot.position) > self.r for spot in points):
            array = np.array(apart) - np.mean(apart, axis=0)
            if linear_algebra.svd(array, compute_uv=False)[1] > self.r:
                yield Point(last if centre == (0.0, 0.0, 0.0) else f"centre of {last}", centre)


def _pose(place: Placement) -> Pose:
    return Pose.from_matrix(tuple(place.p.tolist()), place.R)


def _planar_frame(direction: Array) -> Array:
    """A rotation about z whose x is a direction of the plane."""
    c, s = direction[:2] / np.hypot(*direction[:2])
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _span(points: Sequence[Vector]) -> float:
    """Greatest distance between points."""
    return max((math.dist(a, b) for k, a in enumerate(points) for b in points[:k]), default=0.0)


def _distinct(points: Sequence[Vector], apart: float) -> list[Vector]:
    kept: list[Vector] = []
    for point in points:
        if all(math.dist(point, other) > apart for other in kept):
            kept.append(point)
    return kept

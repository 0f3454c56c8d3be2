"""What is drawn of a machine, with numbers: bodies with their points, and connections with the frames they stand on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine import walk
from linkwright.drawing.machine.projection import Placement, point_path
from linkwright.drawing.machine.shapes import Shape, Surface, Vector, outline_of
from linkwright.model import Body, Connection, Mechanism
from linkwright.model.shapes import Mesh
from linkwright.model.surface import read_surface
from linkwright.symbolic import Pose

MOST_TRIANGLES = 200_000
"""Of a mesh that is drawn: pages and pictures hold them all."""


@dataclass(frozen=True, eq=False)
class Spot:
    """A frame with numbers: its owner (empty: the ground), its name there, and its place."""

    owner: str
    name: str
    place: Placement

    @property
    def position(self) -> Vector:
        """Its origin in the owner's frame."""
        x, y, z = self.place.p.tolist()
        return (x, y, z)

    def along(self, direction: object, distance: float, aside: Array | None = None) -> Vector:
        """A point at a distance along a direction of the frame, moved aside in the owner's frame."""
        x, y, z = (self.place([np.array(direction) * distance])[0] + (0.0 if aside is None else aside)).tolist()
        return (x, y, z)

    def turned(self, direction: object) -> Array:
        """A direction of the frame, in the owner's."""
        return np.asarray(self.place.R @ np.array(direction, dtype=float))


@dataclass(frozen=True, eq=False)
class Link:
    """A connection with its frames in numbers, its radius if it is a wheel's, and its own shapes if it gives any."""

    name: str
    connection: Connection
    spots: tuple[Spot, ...]
    radius: float
    outline: tuple[Shape, ...]

    @property
    def first(self) -> Spot:
        """The frame it begins at."""
        return self.spots[0]

    @property
    def second(self) -> Spot:
        """The frame it ends at."""
        return self.spots[-1]


@dataclass(frozen=True, eq=False)
class Plan:
    """All bodies of all modules with mass centres, points and own shapes, and all connections that stand on frames.

    `acting` are connections on quantities of others, by the names of these. `radii` are those of gyration about the
    axes of a body in space. `notes` say what cannot be drawn.
    """

    poses: Mapping[str, Array]
    bodies: dict[str, Body] = field(default_factory=dict)
    centres: dict[str, Vector] = field(default_factory=dict)
    radii: dict[str, tuple[float, ...]] = field(default_factory=dict)
    points: dict[str, list[Spot]] = field(default_factory=dict)
    shapes: dict[str, tuple[Shape, ...]] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    acting: list[tuple[Connection, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    mesh_room: float = math.inf

    @staticmethod
    def of(
        machine: Mechanism, values: Mapping[str, float], poses: Mapping[str, Array], *, mesh_room: float = math.inf
    ) -> Plan:
        """What is drawn of a machine, gathered module by module with parameter values.

        A mesh that takes more than `mesh_room` characters is left out.
        """
        plan = Plan(poses, mesh_room=mesh_room)
        for full, body, around in walk.bodies_with_modules(machine):
            plan.bodies[full] = body
            x, y, z = _position(f"{full}.centre", values)
            plan.centres[full] = (x, y, z)
            moments = [values.get(f"{full}.inertia_{axis}{axis}", 0.0) for axis in "xyz"]
            mass = values.get(f"{full}.mass", 0.0)
            plan.radii[full] = tuple(math.sqrt(max(each, 0.0) / mass) if mass > 0 else 0.0 for each in moments)
            plan.points[full] = [spot_of(walk.Foothold(full, body, point), values) for point in body.points]
            plan.shapes[full] = plan.own_shapes(full, body, around, values)
        for name, connection, stands, acts_on in walk.connections(machine):
            known = tuple(spot_of(at, values) for at in stands if at is not None)
            if known and len(known) == len(stands):
                radius = values.get(f"{name}.radius", 0.0)
                plan.links[name] = Link(name, connection, known, radius, outline_of(connection, name, values))
            plan.acting.extend((connection, other) for other in acts_on if other)
            for spot in known:
                if spot.owner and all(spot.name != other.name for other in plan.points[spot.owner]):
                    plan.points[spot.owner].append(spot)
        return plan

    def own_shapes(self, name: str, body: Body, around: walk.Modules, values: Mapping[str, float]) -> tuple[Shape, ...]:
        """The shapes of a body in numbers; those that cannot be drawn are noted."""
        found: list[Shape] = []
        for each in body.shapes:
            try:
                shape = each.evaluated(partial(walk.value_of, around=around, values=values))
                found.append(_surface(shape, self.mesh_room) if isinstance(shape, Mesh) else shape)  # type: ignore[arg-type]
            except ValueError as error:
                self.notes.append(f"{name} is drawn without its shape {type(each).__name__}: {error}")
        return tuple(found)

    def path(self, spot: Spot, position: object = None, *, samples: int | None = None) -> Array:
        """Path (n, 3) of a point of a frame's owner, by default the frame's origin; of the ground (1, 3).

        The first `samples` of it, or all.
        """
        local = spot.position if position is None else position
        if not spot.owner:
            return np.array([local], dtype=float)
        poses = self.poses.get(spot.owner)
        return np.full((1, 3), np.nan) if poses is None or not len(poses) else point_path(poses[:samples], local)


def _surface(mesh: Mesh, room: float) -> Surface:
    """The triangles of a mesh in the body's frame; corners that several share are one."""
    triangles = read_surface(mesh.path)
    if len(triangles) > MOST_TRIANGLES:
        raise ValueError(
            f"{mesh.path}: it has {len(triangles)} triangles, at most {MOST_TRIANGLES} are drawn; simplify it"
        )
    corners, number = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    size = 16 * (len(corners) + len(triangles))  # three numbers of four bytes each, in base64
    if size > room:
        raise ValueError(f"it takes {size / 1000:.0f} kB; the file of a run keeps a mesh of at most {room / 1000:g} kB")
    placed = Placement.at(mesh.at)(corners * mesh.scale)
    if not np.isfinite(placed).all():
        raise ValueError(f"{mesh.path}: corners are not finite numbers at the scale {mesh.scale:g}")
    return Surface(placed, number.reshape(-1, 3), mesh.colour)


def _position(name: str, values: Mapping[str, float]) -> tuple[float, ...]:
    return tuple(values.get(f"{name}_{axis}", 0.0) for axis in "xyz")


def spot_of(at: walk.Foothold, values: Mapping[str, float]) -> Spot:
    """Position and axes of a foothold, its expressions evaluated."""
    if not at.point:
        return Spot(at.owner, "", Placement.world())
    full, points = f"{at.part}.{at.point}", at.template.points
    axis = Pose.of(points[at.point]).axis if at.point in points else "z"
    pose = Pose(_position(full, values), values.get(f"{full}_angle", 0.0), axis)
    return Spot(at.owner, at.point, Placement.at(pose))

"""What a picture is made of: the solids of `lw.shapes`, and symbols for joints, guides and named points.

All are plain frozen records in the frame of their body; lengths in metres.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.drawing.machine.projection import Placement, quaternion
from linkwright.kinds import checked_arguments
from linkwright.model import Connection
from linkwright.model.shapes import Bar, Block, Cylinder, Disc, Plate, Sphere
from linkwright.symbolic import Pose

Vector = tuple[float, float, float]
PACKED = {"corners": "<f4", "triangles": "<u4"}
"""Numbers of a surface as plain data: base64 of little-endian floats, and of whole numbers."""


def vector(value: Sequence[float], what: str) -> Vector:
    """Return two or three finite numbers as a point (x, y, z) [m]; z is 0 where two are given."""
    numbers = tuple(float(component) for component in value)
    if len(numbers) not in {2, 3} or not all(math.isfinite(component) for component in numbers):
        raise ValueError(f"{what} is {value!r}: expected two or three finite numbers (x, y[, z]) in metres.")
    return (numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0.0)


def _set(shape: object, **values: object) -> None:
    """Store normalised values in a frozen record while it is being made."""
    for name, value in values.items():
        object.__setattr__(shape, name, value)


@checked_arguments
@dataclass(frozen=True)
class Pin:
    """What a joint turns about: a ring in the plane; in space a pin along its axis, or a ball without one.

    Its size is that of the scene's symbols.
    """

    position: Sequence[float]
    axis: Sequence[float] = ()

    def __post_init__(self) -> None:
        """Normalise the position and the axis."""
        axis = vector(self.axis, "axis of a pin") if len(self.axis) else ()
        _set(self, position=vector(self.position, "position of a pin"), axis=axis)


@checked_arguments
@dataclass(frozen=True)
class Pivot:
    """The same on the ground: with the hatched symbol of a bearing in the plane, on a block in space."""

    position: Sequence[float]
    axis: Sequence[float] = ()

    def __post_init__(self) -> None:
        """Normalise the position and the axis."""
        axis = vector(self.axis, "axis of a pivot") if len(self.axis) else ()
        _set(self, position=vector(self.position, "position of a pivot"), axis=axis)


@checked_arguments
@dataclass(frozen=True)
class Track:
    """A straight guide or surface, drawn as a line; hatched on its right-hand side where it belongs to the ground."""

    start: Sequence[float]
    end: Sequence[float]

    def __post_init__(self) -> None:
        """Normalise both ends."""
        _set(self, start=vector(self.start, "start of a track"), end=vector(self.end, "end of a track"))


@checked_arguments
@dataclass(frozen=True)
class Point:
    """A named point (end effector, where a force acts), whose path can be shown."""

    label: str
    position: Sequence[float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Normalise the position."""
        _set(self, position=vector(self.position, f"position of point {self.label!r}"))


@checked_arguments
@dataclass(frozen=True)
class Wire:
    """A round wire through points one after another, such as a spiral spring."""

    points: Sequence[Sequence[float]]
    radius: float
    colour: str = ""

    def __post_init__(self) -> None:
        """Normalise the points and refuse fewer than two."""
        _set(self, points=tuple(vector(point, "point of a wire") for point in self.points))
        if len(self.points) < 2 or not self.radius > 0:
            raise ValueError(
                f"a wire has {len(self.points)} points and the radius {self.radius!r}: expected two or more, and a "
                "length above zero."
            )


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles (n, 3) of corners (k, 3) [m] in the body's frame: what was read from a file."""

    corners: Array
    triangles: Integers
    colour: str = ""


Shape = Bar | Plate | Disc | Block | Cylinder | Sphere | Surface | Wire | Pin | Pivot | Track | Point
KINDS: dict[str, type[Shape]] = {
    kind.__name__.lower(): kind
    for kind in (Bar, Plate, Disc, Block, Cylinder, Sphere, Surface, Wire, Pin, Pivot, Track, Point)
}


@dataclass(frozen=True)
class Span:
    """A spring (a coil) or a damper between points of two bodies (empty name: the ground); its length follows them.

    `radius` is that of the coil or of the pot, `length` the distance at which the pot is as long as it is drawn. A
    torsion spring ("torsion") is a flat spiral about an axis through `centre`, both of the first body: its outer end is
    there, its inner end goes round with the second.
    """

    kind: str
    first: str
    start: Vector
    second: str
    end: Vector
    radius: float
    length: float
    centre: Vector = (0.0, 0.0, 0.0)
    axis: Vector = (0.0, 0.0, 1.0)

    def ends(self, placements: Mapping[str, Placement]) -> tuple[Array, Array]:
        """Return both ends in the world."""
        a, b = placements[self.first]([self.start])[0], placements[self.second]([self.end])[0]
        return a, b


# -- as plain data -----------------------------------------------------------------------------------------------------


def shape_to_dict(shape: Shape) -> dict[str, object]:
    """Return the shape as plain data: its kind in lower case and its fields; a pose is a position and a quaternion."""
    record: dict[str, object] = {"kind": type(shape).__name__.lower()}
    for each in fields(shape):
        value = getattr(shape, each.name)
        if isinstance(value, Pose):
            place = Placement.at(value)
            record |= {"position": place.p.tolist(), "quaternion": quaternion(place.R).tolist()}
        elif isinstance(value, np.ndarray):
            record[each.name] = base64.b64encode(value.astype(PACKED[each.name]).tobytes()).decode("ascii")
        elif value != "":
            record[each.name] = value
    return record


def shape_from_dict(record: Mapping[str, Any]) -> Shape:
    """Return the shape that `shape_to_dict` described."""
    kind = str(record.get("kind"))
    if kind not in KINDS:
        raise ValueError(f"a shape is of kind {kind!r}: expected one of {', '.join(KINDS)}.")
    values = {name: value for name, value in record.items() if name != "kind"}
    if "at" in {each.name for each in fields(KINDS[kind])} and "position" in values:
        turn = values.pop("quaternion", (1.0, 0.0, 0.0, 0.0))
        values["at"] = Pose.from_quaternion(tuple(values.pop("position")), turn)
    if kind == "surface":
        for name, kind_of_number in PACKED.items():
            values[name] = np.frombuffer(base64.b64decode(values[name]), kind_of_number).reshape(-1, 3)
    return KINDS[kind](**values)


def outline_of(connection: Connection, name: str, values: Mapping[str, float]) -> tuple[Shape, ...]:
    """Return the shapes that a connection gives for itself; `values` are all parameters of the machine by full name."""
    own = {argument.name: values.get(f"{name}.{argument.name}", 0.0) for argument in connection.arguments}
    try:
        return tuple(shape_from_dict(dict(record)) for record in connection.outline(own))
    except (TypeError, ValueError) as error:
        raise ValueError(f"connection {name}: its outline cannot be drawn: {error}") from error


def place_shape(shape: Shape, place: Placement) -> Shape:
    """Return a shape of a frame in the body's frame, from the place of the frame there."""

    def at(x: Sequence[Any]) -> Vector:
        a, b, c = place([x])[0].tolist()
        return (a, b, c)

    def turn(x: Sequence[Any]) -> Vector:
        a, b, c = (place.R @ np.array(x, dtype=float)).tolist()
        return (a, b, c)

    if isinstance(shape, Bar | Track):
        return replace(shape, start=at(shape.start), end=at(shape.end))
    if isinstance(shape, Disc):
        return replace(shape, centre=at(shape.centre), axis=turn(shape.axis))
    if isinstance(shape, Wire):
        return replace(shape, points=tuple(at(point) for point in shape.points))
    if isinstance(shape, Surface):
        return replace(shape, corners=place(shape.corners))
    if isinstance(shape, Pin | Pivot):
        return replace(shape, position=at(shape.position), axis=turn(shape.axis) if len(shape.axis) else ())
    if isinstance(shape, Point):
        return replace(shape, position=at(shape.position))
    own = Placement.at(shape.at)
    return replace(shape, at=Pose.from_matrix(at(own.p.tolist()), place.R @ own.R))


def anchors(shape: Shape) -> Array:
    """Return points (k, 3) that span the shape, in the body's frame: enough to frame a picture."""
    if isinstance(shape, Bar):
        return _around((shape.start, shape.end), shape.radius)
    if isinstance(shape, Track):
        return np.array([shape.start, shape.end])
    if isinstance(shape, Disc | Wire):
        return _around((shape.centre,) if isinstance(shape, Disc) else shape.points, shape.radius)
    if isinstance(shape, Surface):
        low, high = shape.corners.min(axis=0), shape.corners.max(axis=0)
        return np.asarray(0.5 * (low + high) + box_corners(high - low))
    if isinstance(shape, Pin | Pivot | Point):
        return np.array([shape.position])
    place = Placement.at(shape.at)
    if isinstance(shape, Plate):
        return place(shape.points)
    if isinstance(shape, Sphere):
        return _around((place.p,), shape.radius)
    size = shape.size if isinstance(shape, Block) else (2 * shape.radius, 2 * shape.radius, shape.length)
    return place(box_corners(size))


def box_corners(size: Sequence[Any]) -> Array:
    """Return the eight corners (8, 3) of a box about the origin."""
    signs = np.array([(i, j, k) for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
    return np.asarray(signs * np.array(size, dtype=float))


def _around(points: Sequence[Any], radius: Any) -> Array:
    corners = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * float(radius)
    return np.concatenate([np.array(point, dtype=float) + corners for point in points])

"""The shapes a body is drawn with, as plain frozen records in the body's own frame; lengths in metres.

A planar machine lies in the x-y plane, seen from +z. Two numbers are enough for a point of it: z is then 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from linkwright.model import Connection

Vector = tuple[float, float, float]


def vector(value: Sequence[float], what: str) -> Vector:
    """Return two or three finite numbers as a point (x, y, z) [m]; z is 0 where two are given."""
    numbers = tuple(float(component) for component in value)
    if len(numbers) not in {2, 3} or not all(math.isfinite(component) for component in numbers):
        raise ValueError(f"{what} is {value!r}: expected two or three finite numbers (x, y[, z]) in metres.")
    return (numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0.0)


def length(value: float, what: str) -> float:
    """Return a finite length greater than zero [m]."""
    number = float(value)
    if not (math.isfinite(number) and number > 0.0):
        raise ValueError(f"{what} is {value!r}: expected a finite length greater than zero, in metres.")
    return number


def _set(shape: object, **values: object) -> None:
    """Store normalised values in a frozen record while it is being made."""
    for name, value in values.items():
        object.__setattr__(shape, name, value)


@dataclass(frozen=True)
class Bar:
    """A link: the straight bar of the given radius between two points."""

    start: Sequence[float]
    end: Sequence[float]
    radius: float

    def __post_init__(self) -> None:
        """Normalise the points and refuse what is not a bar."""
        _set(self, start=vector(self.start, "start of a bar"), end=vector(self.end, "end of a bar"))
        _set(self, radius=length(self.radius, "radius of a bar"))


@dataclass(frozen=True)
class Plate:
    """A flat polygon in a plane z = const of the body, at least three corners, with a thickness along z."""

    points: Sequence[Sequence[float]]
    thickness: float

    def __post_init__(self) -> None:
        """Normalise the corners and refuse fewer than three."""
        _set(self, points=tuple(vector(point, "corner of a plate") for point in self.points))
        _set(self, thickness=length(self.thickness, "thickness of a plate"))
        if len(self.points) < 3:
            raise ValueError(f"a plate has {len(self.points)} corners: expected at least three.")


@dataclass(frozen=True)
class Disc:
    """A round disc (wheel, rotor, gear) about an axis; the axis need not be of unit length."""

    centre: Sequence[float]
    radius: float
    axis: Sequence[float] = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        """Normalise the centre and the axis."""
        axis = vector(self.axis, "axis of a disc")
        norm = math.hypot(*axis)
        if norm == 0.0:
            raise ValueError("axis of a disc is zero: expected a direction, such as (0, 0, 1).")
        _set(self, centre=vector(self.centre, "centre of a disc"), radius=length(self.radius, "radius of a disc"))
        _set(self, axis=(axis[0] / norm, axis[1] / norm, axis[2] / norm))


@dataclass(frozen=True)
class Pin:
    """A revolute joint, drawn as a small ring; its size follows the picture, not the machine."""

    position: Sequence[float]

    def __post_init__(self) -> None:
        """Normalise the position."""
        _set(self, position=vector(self.position, "position of a pin"))


@dataclass(frozen=True)
class Block:
    """A rectangular block (slider, carriage) centred at a position, edges along the body's axes."""

    size: Sequence[float]
    position: Sequence[float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Normalise the size (a planar block gets a depth) and the position."""
        size = vector(self.size, "size of a block")
        if len(tuple(self.size)) == 2:
            size = (size[0], size[1], 0.5 * min(size[0], size[1]))
        _set(self, size=tuple(length(edge, "edge of a block") for edge in size))
        _set(self, position=vector(self.position, "position of a block"))


@dataclass(frozen=True)
class Track:
    """A straight guide or surface, drawn as a line; hatched on its right-hand side where it belongs to the ground."""

    start: Sequence[float]
    end: Sequence[float]

    def __post_init__(self) -> None:
        """Normalise both ends."""
        _set(self, start=vector(self.start, "start of a track"), end=vector(self.end, "end of a track"))


@dataclass(frozen=True)
class Point:
    """A named point (end effector, where a force acts), whose path can be shown."""

    label: str
    position: Sequence[float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Normalise the position."""
        _set(self, position=vector(self.position, f"position of point {self.label!r}"))


@dataclass(frozen=True)
class Pivot:
    """The hatched symbol of a pin fixed to the ground."""

    position: Sequence[float]

    def __post_init__(self) -> None:
        """Normalise the position."""
        _set(self, position=vector(self.position, "position of a pivot"))


Shape = Bar | Plate | Disc | Pin | Block | Track | Point | Pivot
KINDS: dict[str, type[Shape]] = {
    kind.__name__.lower(): kind for kind in (Bar, Plate, Disc, Pin, Block, Track, Point, Pivot)
}


def shape_to_dict(shape: Shape) -> dict[str, object]:
    """Return the shape as plain data: its kind in lower case and its fields."""
    record: dict[str, object] = {"kind": type(shape).__name__.lower()}
    record.update({field.name: getattr(shape, field.name) for field in fields(shape)})
    return record


def shape_from_dict(record: dict[str, object]) -> Shape:
    """Return the shape that `shape_to_dict` described."""
    kind = str(record.get("kind"))
    if kind not in KINDS:
        raise ValueError(f"a shape is of kind {kind!r}: expected one of {', '.join(KINDS)}.")
    values = {name: value for name, value in record.items() if name != "kind"}
    return KINDS[kind](**values)  # type: ignore[arg-type]


def outline_of(connection: Connection, name: str, values: Mapping[str, float]) -> tuple[Shape, ...]:
    """Return the shapes that a connection gives for itself; `values` are all parameters of the machine by full name."""
    own = {argument.name: values.get(f"{name}.{argument.name}", 0.0) for argument in connection.arguments}
    try:
        return tuple(shape_from_dict(dict(record)) for record in connection.outline(own))
    except (TypeError, ValueError) as error:
        raise ValueError(f"connection {name}: its outline cannot be drawn: {error}") from error


def place_shape(shape: Shape, position: Vector, axes: tuple[Vector, Vector, Vector]) -> Iterator[Shape]:
    """Yield a shape of a frame in the body's frame, from the frame's place and its axes (columns) there.

    Edges of a block stay along the body's axes; a plate that does not lie in a plane z = const becomes its edges.
    """

    def rotate(x: Sequence[float]) -> Vector:
        a, b, c = (sum(x[k] * axes[k][row] for k in range(3)) for row in range(3))
        return (a, b, c)

    def at(x: Sequence[float]) -> Vector:
        a, b, c = rotate(x)
        return (position[0] + a, position[1] + b, position[2] + c)

    if isinstance(shape, Bar | Track):
        yield replace(shape, start=at(shape.start), end=at(shape.end))
    elif isinstance(shape, Disc):
        yield replace(shape, centre=at(shape.centre), axis=rotate(shape.axis))
    elif isinstance(shape, Plate):
        corners = [at(point) for point in shape.points]
        if abs(axes[2][2]) > 1 - 1e-9:
            yield replace(shape, points=corners)
        else:
            following = [*corners[1:], corners[0]]
            yield from (Bar(a, b, shape.thickness / 2) for a, b in zip(corners, following, strict=True))
    else:
        yield replace(shape, position=at(shape.position))


def anchors(shape: Shape) -> tuple[Vector, ...]:
    """Return the points that span the shape, in the body's frame: enough to frame a picture."""
    if isinstance(shape, Bar):
        return _bounding_points((shape.start, shape.end), shape.radius)
    if isinstance(shape, Track):
        return (_as(shape.start), _as(shape.end))
    if isinstance(shape, Plate):
        return tuple(_as(point) for point in shape.points)
    if isinstance(shape, Disc):
        return _bounding_points((shape.centre,), shape.radius)
    if isinstance(shape, Block):
        return block_corners(shape)
    return (_as(shape.position),)


def block_corners(block: Block) -> tuple[Vector, ...]:
    """Return the eight corners of a block, in the body's frame."""
    (x, y, z), (a, b, c) = block.position, block.size
    signs = (-0.5, 0.5)
    return tuple((x + i * a, y + j * b, z + k * c) for i in signs for j in signs for k in signs)


def _as(point: Sequence[float]) -> Vector:
    return (point[0], point[1], point[2])


def _bounding_points(points: Iterable[Sequence[float]], radius: float) -> tuple[Vector, ...]:
    corners = ((-radius, -radius, 0.0), (radius, -radius, 0.0), (radius, radius, 0.0), (-radius, radius, 0.0))
    return tuple((x + dx, y + dy, z + dz) for x, y, z in points for dx, dy, dz in corners)

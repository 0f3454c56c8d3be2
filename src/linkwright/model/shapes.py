"""Shapes that a body is drawn with, in its own frame; lengths in metres. They change nothing but the picture.

A planar machine lies in the x-y plane, seen from +z. Two numbers are enough for a point of it: z is then 0. Numbers may
be parameters or expressions of them: the picture follows their values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

import casadi as ca

from linkwright.faults import Faults, set_fields
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Parameter, Picklable, Pose, Scalar, unit_axis

SUFFIXES = (".stl", ".obj")
"""Endings of the files of a Mesh."""

_folder: ContextVar[Path | None] = ContextVar("folder of the model", default=None)


@contextmanager
def model_folder(folder: Path) -> Iterator[None]:
    """While it lasts, files of meshes are looked for in this folder, not in the one in which Python runs."""
    token = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(token)


@dataclass(frozen=True)
class Shape(Picklable):
    """A solid that a body is drawn with; `colour` is "#rrggbb", by default that of the body."""

    def evaluated(self, number: Callable[[Any], float]) -> Self:
        """The same with numbers instead of expressions."""
        return replace(
            self,
            **{each.name: _numbers(getattr(self, each.name), number) for each in fields(self) if each.name != "file"},
        )


@dataclass(frozen=True)
class Bar(Shape):
    """A round bar of the given radius between two points."""

    start: Sequence[Scalar]
    end: Sequence[Scalar]
    radius: Scalar
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults("Bar")
        start, end = (_point(name, getattr(self, name), faults) for name in ("start", "end"))
        radius = _length("radius", self.radius, faults)
        _check_colour(self.colour, faults)
        set_fields(self, faults, start=start, end=end, radius=radius)


@dataclass(frozen=True)
class Plate(Shape):
    """A flat plate: at least three corners one after another in a plane z = const of `at`, half the thickness above it.

    `at` is a position or a Pose in the body's frame.
    """

    points: Sequence[Sequence[Scalar]]
    thickness: Scalar
    at: Any = (0.0, 0.0, 0.0)
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults("Plate")
        thickness, at = _length("thickness", self.thickness, faults), _pose(self.at, faults)
        try:
            points = tuple(_point(f"corner {k}", point, faults) for k, point in enumerate(self.points, 1))
        except TypeError:
            points = ()
        if len(points) < 3:
            faults.add(f"points are {self.points!r:.80}, expected at least three corners (x, y)")
        _check_colour(self.colour, faults)
        set_fields(self, faults, points=points, thickness=thickness, at=at)


@dataclass(frozen=True)
class Disc(Shape):
    """A round disc (wheel, rotor) about an axis through its centre, with a mark by which its turning shows.

    Its thickness is a quarter of the radius unless given.
    """

    centre: Sequence[Scalar]
    radius: Scalar
    axis: Any = (0.0, 0.0, 1.0)
    thickness: Scalar | None = None
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults("Disc")
        centre, radius = _point("centre", self.centre, faults), _length("radius", self.radius, faults)
        thickness = radius / 4 if self.thickness is None else _length("thickness", self.thickness, faults)
        axis = self.axis
        try:
            found = unit_axis(axis)
            axis = tuple(float(name == found) for name in "xyz") if isinstance(found, str) else found
        except (TypeError, ValueError):
            faults.add(f"axis is {axis!r:.60}, expected a direction, such as (0, 0, 1)")
        _check_colour(self.colour, faults)
        set_fields(self, faults, centre=centre, radius=radius, axis=axis, thickness=thickness)


@dataclass(frozen=True)
class Block(Shape):
    """A box with its lengths along x, y, z of `at`, a position or a Pose in the body's frame, which is its middle.

    Two lengths make a block of a planar machine, half as deep as the smaller one.
    """

    size: Sequence[Scalar]
    at: Any = (0.0, 0.0, 0.0)
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults("Block")
        given = tuple(self.size) if hasattr(self.size, "__len__") and not isinstance(self.size, str) else ()
        if len(given) not in (2, 3):
            faults.add(f"size is {self.size!r:.60}, expected two or three lengths (m) along x, y, z")
        size = tuple(_length(f"size along {axis}", value, faults) for axis, value in zip("xyz", given, strict=False))
        if len(size) == 2:
            a, b = size
            depth = min(a, b) / 2 if isinstance(a, float) and isinstance(b, float) else a / 2
            size = (a, b, depth)
        at = _pose(self.at, faults)
        _check_colour(self.colour, faults)
        set_fields(self, faults, size=size, at=at)


@dataclass(frozen=True)
class Cylinder(Shape):
    """A cylinder about z of `at`, a position or a Pose of its middle in the body's frame; a tube with `inner`."""

    radius: Scalar
    length: Scalar
    at: Any = (0.0, 0.0, 0.0)
    inner: Scalar = 0.0
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults("Cylinder")
        radius, length = _length("radius", self.radius, faults), _length("length", self.length, faults)
        inner = self.inner
        if _is_expression(inner):
            inner = _expression(inner)
        else:
            inner = faults.number("inner", inner, "give the radius of the hole, or 0")
            if not faults.found and isinstance(radius, float) and not 0.0 <= inner < radius:
                faults.add(f"inner is {self.inner!r}, expected a radius from 0 to below {radius:g}")
        at = _pose(self.at, faults)
        _check_colour(self.colour, faults)
        set_fields(self, faults, radius=radius, length=length, at=at, inner=inner)


@dataclass(frozen=True)
class Sphere(Shape):
    """A ball, its middle at a position of the body's frame."""

    radius: Scalar
    at: Any = (0.0, 0.0, 0.0)
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults("Sphere")
        radius, at = _length("radius", self.radius, faults), _pose(self.at, faults)
        _check_colour(self.colour, faults)
        set_fields(self, faults, radius=radius, at=at)


@checked_arguments
@dataclass(frozen=True)
class Mesh(Shape):
    """A surface of triangles from an STL or OBJ file, its frame at `at`; `scale` are metres per unit of the file.

    The file is in the model's folder: the one in which Python runs, with `linkwright ... FILE.py:NAME` that of FILE.py,
    or `folder`. It is read when the body is drawn. One that cannot be read is said, and the body is drawn without it.
    """

    file: str
    scale: float = 1.0
    at: Any = (0.0, 0.0, 0.0)
    folder: str = ""
    colour: str = ""

    def __post_init__(self) -> None:
        faults = Faults(f"Mesh({self.file!r:.80})")
        scale = faults.positive("scale", self.scale, "give metres per unit of the file, 0.001 for millimetres")
        at = _pose(self.at, faults)
        folder = Path(self.folder or _folder.get() or Path.cwd()).resolve()
        try:
            file = Path(self.file)
            if file.suffix.lower() not in SUFFIXES:
                faults.add("expected a file that ends in .stl or .obj")
            if not (folder / file).resolve().is_relative_to(folder):
                faults.add(f"it is outside the model's folder {folder}; put it inside, or give folder=...")
        except (OSError, TypeError, ValueError):
            faults.add("expected the path of an STL or OBJ file")
        _check_colour(self.colour, faults)
        set_fields(self, faults, file=str(self.file), scale=scale, at=at, folder=str(folder))

    @property
    def path(self) -> Path:
        """Where the file is."""
        return Path(self.folder) / self.file


# -- numbers -----------------------------------------------------------------------------------------------------------


def _is_expression(value: object) -> bool:
    return isinstance(value, Parameter | ca.SX)


def _expression(value: Any) -> Scalar:
    """An expression, or a number where it is constant."""
    expression = ca.SX(value.sx if isinstance(value, Parameter) else value)
    return float(expression) if expression.is_constant() else expression


def _coordinate(name: str, value: object, faults: Faults) -> Any:
    return _expression(value) if _is_expression(value) else faults.number(name, value, "give metres")


def _length(name: str, value: object, faults: Faults) -> Any:
    found = _expression(value) if _is_expression(value) else value
    return found if _is_expression(found) else faults.positive(name, found, "give a length in metres")


def _point(name: str, value: Any, faults: Faults) -> tuple[Any, ...]:
    """Two or three coordinates; z is 0 where two are given."""
    given = tuple(value) if hasattr(value, "__len__") and not isinstance(value, str) else ()
    if len(given) not in (2, 3):
        faults.add(f"{name} is {value!r:.60}, expected two or three numbers (x, y[, z]) in metres")
        return (0.0, 0.0, 0.0)
    found = tuple(_coordinate(f"{axis} of {name}", each, faults) for axis, each in zip("xyz", given, strict=False))
    return (*found, *([0.0] * (3 - len(found))))


def _pose(value: Any, faults: Faults) -> Pose:
    """A pose in space, of a Pose or of a position."""
    given = value if isinstance(value, Pose) else None
    position = _point("at", given.position if given is not None else value, faults)
    if given is None:
        return Pose(position)
    angle = _expression(given.angle) if _is_expression(given.angle) else faults.number("angle of at", given.angle)
    try:
        return Pose(position, angle, unit_axis(given.axis))
    except (TypeError, ValueError) as error:
        faults.add(f"at: {error}")
        return Pose(position)


def _check_colour(value: object, faults: Faults) -> None:
    if not isinstance(value, str) or (value and not re.fullmatch(r"#[0-9a-fA-F]{6}", value)):
        faults.add(f'colour is {value!r:.40}, expected "#rrggbb", such as "#b03020"')


def _numbers(value: Any, number: Callable[[Any], float]) -> Any:
    if _is_expression(value):
        return number(value)
    if isinstance(value, Pose):
        return replace(value, position=_numbers(value.position, number), angle=_numbers(value.angle, number))
    if isinstance(value, tuple):
        return tuple(_numbers(each, number) for each in value)
    return value


__all__ = ["Bar", "Block", "Cylinder", "Disc", "Mesh", "Plate", "Shape", "Sphere", "model_folder"]

"""Bodies and the ground."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import casadi as ca

from linkwright.equations.types import Role
from linkwright.kinds import checked_arguments
from linkwright.model import free_motion, shapes, solids
from linkwright.model.arguments import Argument, CheckedKeywords, checked_keywords, is_number
from linkwright.model.connection import Measure, Row
from linkwright.model.shapes import Shape
from linkwright.model.solids import Solid
from linkwright.symbolic import Frame, Label, Picklable, Pose, Scalar, rotation_z, scalars, unit_axis


@dataclass(frozen=True)
class Home:
    """Contract: coordinates and speeds with q' = N v, the frame they give, what it constrains, how it is read back.

    Measures of the same name as a coordinate or a speed are its value.
    """

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """Labels of the coordinates."""
        raise NotImplementedError

    @property
    def speeds(self) -> tuple[Label, ...]:
        """Labels of the speeds; where q' = v those of the coordinates."""
        return self.coordinates

    def N(self, q: ca.SX) -> ca.SX:
        """Matrix of q' = N v."""
        return ca.SX.eye(q.numel())

    def W(self, q: ca.SX) -> ca.SX:
        """Matrix of v = W q', with W N = 1."""
        return ca.SX.eye(q.numel())

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Groups of coordinates whose squares add up to 1."""
        return ()

    def coordinate_singularity(self, q: ca.SX) -> tuple[ca.SX, str] | None:
        """An expression that is zero where the coordinates are singular, and the words for that; None if nowhere."""
        del q
        return None

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """Pose and twist of the body's origin in the world."""
        raise NotImplementedError

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Rows that a body with this home satisfies by itself."""
        raise NotImplementedError

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """Quantities of any body of this kind, read from its frame."""
        raise NotImplementedError


def _out_of_plane(frame: Frame) -> tuple[Row, ...]:
    return (
        Row(Label("z", "m", "height above the plane"), frame.p[2], Role.PLANE),
        Row(Label("tilt_x", "rad", "tilt about x"), -frame.R[1, 2], Role.PLANE),
        Row(Label("tilt_y", "rad", "tilt about y"), frame.R[0, 2], Role.PLANE),
    )


_PLACES = tuple(Label(axis, "m", f"position of the origin along {axis}") for axis in "xyz")
_ANGLE = Label("theta", "rad", "angle about z")
_PARAMETERS = tuple(Label(f"e{k}", "", f"Euler parameter {k}") for k in range(4))
_SPINS = tuple(Label(f"w{axis}", "rad/s", f"angular velocity about the body's {axis} axis") for axis in "xyz")


def _positions(frame: Frame, count: int) -> tuple[Measure, ...]:
    triples = zip(_PLACES[:count], scalars(frame.p), scalars(frame.v), strict=False)
    return tuple(Measure(label, p, v, wraps=False, rate_unit="m/s") for label, p, v in triples)


@dataclass(frozen=True)
class Planar(Home):
    """A body in the x-y plane: x, y of its origin (m) and its angle theta (rad)."""

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, theta."""
        return (*_PLACES[:2], _ANGLE)

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = Rz(theta), p = (x, y, 0), w = (0, 0, theta'), v = (x', y', 0)."""
        spin, velocity = ca.vertcat(0, 0, v[2]), ca.vertcat(v[0], v[1], 0)
        return Frame(rotation_z(q[2]), ca.vertcat(q[0], q[1], 0), spin, velocity, q[2])

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Height and two tilts are zero."""
        return _out_of_plane(frame)

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """x, y, theta of any body in the plane; whole turns count where its frame counts them."""
        wraps = frame.turn is None
        angle = ca.atan2(frame.R[1, 0], frame.R[0, 0]) if frame.turn is None else frame.turn
        return (*_positions(frame, 2), Measure(_ANGLE, angle, frame.w[2], wraps=wraps, rate_unit="rad/s"))


@dataclass(frozen=True)
class PlanarPoint(Home):
    """A particle in the x-y plane: x, y (m)."""

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y."""
        return _PLACES[:2]

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = 1, p = (x, y, 0), v = (x', y', 0)."""
        fixed = Frame.fixed()
        return Frame(fixed.R, ca.vertcat(q[0], q[1], 0), fixed.w, ca.vertcat(v[0], v[1], 0), fixed.turn)

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Height is zero."""
        return _out_of_plane(frame)[:1]

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """x, y."""
        return _positions(frame, 2)


@dataclass(frozen=True)
class SpatialPoint(Home):
    """A particle in space: x, y, z (m)."""

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, z."""
        return _PLACES

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = 1, p = q, v = q'."""
        fixed = Frame.fixed()
        return Frame(fixed.R, q, fixed.w, v)

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Nothing is constrained."""
        del frame
        return ()

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """x, y, z."""
        return _positions(frame, 3)


@dataclass(frozen=True)
class Free(Home):
    """A body in space: x, y, z of its origin (m) and Euler parameters e0..e3; speeds x', y', z' and wx, wy, wz.

    The angular velocity is in the body's frame. No orientation is singular.
    """

    @property
    def coordinates(self) -> tuple[Label, ...]:
        """x, y, z, e0, e1, e2, e3."""
        return (*_PLACES, *_PARAMETERS)

    @property
    def speeds(self) -> tuple[Label, ...]:
        """x', y', z', wx, wy, wz."""
        return (*_PLACES, *_SPINS)

    def N(self, q: ca.SX) -> ca.SX:
        """Identity for the position, e' = G(e) w for the orientation."""
        return free_motion.rates(q)

    def W(self, q: ca.SX) -> ca.SX:
        """Identity for the position, w = 4 G(e)^T e'."""
        return free_motion.speeds(q)

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The Euler parameters."""
        return free_motion.UNITS

    def frame(self, q: ca.SX, v: ca.SX) -> Frame:
        """R = R(e), p = (x, y, z), w = R (wx, wy, wz), v = (x', y', z')."""
        return free_motion.frame(q, v)

    def residual(self, frame: Frame) -> tuple[Row, ...]:
        """Nothing is constrained."""
        del frame
        return ()

    def measures(self, frame: Frame) -> tuple[Measure, ...]:
        """Position, Euler parameters, and angular velocity in the body's frame."""
        turning = free_motion.turning(frame.R, frame.R, frame.w, _PARAMETERS, _SPINS)
        return (*_positions(frame, 3), *turning)


@dataclass(frozen=True, eq=False)
class Body(Picklable, metaclass=CheckedKeywords):
    """A rigid body: mass (kg), inertia about its mass centre (kg m^2), mass centre and points in its own frame (m).

    `inertia` is one number about z for a planar body; (Ixx, Iyy, Izz) or (Ixx, Iyy, Izz, Ixy, Ixz, Iyz), in the axes of
    the body's frame, make it a body in space; Ixy, Ixz, Iyz are entries of the tensor, Ixy = -integral of x y dm.
    `box`, `cylinder`, `tube`, `sphere`, `plate` and `from_mesh` make bodies by shape and density.
    `home` says which coordinates the body has when each body keeps its own: `Planar()` (x, y, theta of its origin),
    `Free()` (position and Euler parameters), `FreeEulerAngles("zyx")`, or the name of a joint of the same module whose
    first frame is on the ground; default: planar or free, by the inertia. A platform keeps coordinates of Euler angles
    in a spanning tree, too (`formalisms.kane`). `shapes` (`lw.shapes`) are what it looks like; without any it is
    drawn from its points and joints.
    """

    mass: Any
    inertia: Any = 0.0
    centre: tuple[Any, ...] = (0.0, 0.0)
    points: Mapping[str, Any] = field(default_factory=dict)
    home: Home | str | None = None
    meaning: str = ""
    shapes: Sequence[Shape] = ()

    def __post_init__(self) -> None:
        if isinstance(self.shapes, list):
            object.__setattr__(self, "shapes", tuple(self.shapes))
        if getattr(self.inertia, "ndim", 0) == 1:  # an array of numbers
            object.__setattr__(self, "inertia", tuple(self.inertia.tolist()))
        if self.home is None:
            object.__setattr__(self, "home", Free() if self.spatial else Planar())

    @property
    def spatial(self) -> bool:
        """Whether it is a body in space."""
        by_home = isinstance(self.home, SpatialPoint) or (isinstance(self.home, Home) and len(self.home.speeds) == 6)
        return isinstance(self.inertia, (tuple, list)) or by_home

    @property
    def kind(self) -> Home:
        """The home whose quantities the body has, whatever its coordinates are."""
        if isinstance(self.home, Home):
            return self.home
        return Free() if self.spatial else Planar()

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its numbers."""
        items = [Argument("mass", self.mass, "kg", "mass", keep=True)]
        if self.spatial and not isinstance(self.home, SpatialPoint):
            moments = self.inertia if isinstance(self.inertia, (tuple, list)) else (self.inertia,) * 3
            for axes, value in zip(("xx", "yy", "zz", "xy", "xz", "yz"), moments, strict=False):
                what = "moment" if axes[0] == axes[1] else "product"
                text = f"{what} of inertia {axes} about the mass centre"
                items.append(Argument(f"inertia_{axes}", value, "kg m^2", text, keep=what == "moment"))
        elif not isinstance(self.home, (PlanarPoint, SpatialPoint)):
            items.append(
                Argument("inertia", self.inertia, "kg m^2", "moment of inertia about the mass centre", keep=True)
            )
        items += _position("centre", self.centre, "mass centre")
        return (*items, *_places(self.points))

    def faults(self, name: str) -> list[str]:
        """Faults of shape."""
        faults = _shape_faults(name, {"centre": self.centre} | dict(self.points))
        if not isinstance(self.shapes, tuple) or not all(isinstance(each, Shape) for each in self.shapes):
            faults.append(
                f"{name}: shapes are {self.shapes!r:.80}; expected a tuple of shapes, (lw.shapes.Bar(...), ...)"
            )
        if isinstance(self.inertia, (tuple, list)) and len(self.inertia) not in (3, 6):
            faults.append(
                f"{name}: inertia has {len(self.inertia)} numbers; expected 1 (planar), 3 (Ixx, Iyy, Izz) or 6 "
                "(..., Ixy, Ixz, Iyz)"
            )
        elif getattr(self.inertia, "shape", ()) == (3, 3):
            faults.append(f"{name}: inertia is a 3 x 3 matrix; give its 6 numbers (Ixx, Iyy, Izz, Ixy, Ixz, Iyz)")
        return faults

    # -- by shape and density ------------------------------------------------------------------------------------

    @staticmethod
    def of_solid(
        what: str,
        solid: Solid,
        *,
        density: Scalar | None,
        mass: Scalar | None,
        at: Any,
        planar: bool,
        others: Mapping[str, Any],
    ) -> Body:
        """A body of a homogeneous solid whose own frame is at a pose of the body's frame; `others` are its fields."""
        m, centre, moments = solid.mass_properties(what, density=density, mass=mass, at=Pose.of(at))
        if planar:
            return Body(m, moments[2], centre[:2], **others)
        products = moments[3:]
        diagonal = all(is_number(each) and each == 0 for each in products)
        return Body(m, moments[:3] if diagonal else moments, centre, **others)

    @staticmethod
    @checked_keywords
    def box(
        size: Sequence[Scalar],
        *,
        density: Scalar | None = None,
        mass: Scalar | None = None,
        at: Any = (0.0, 0.0, 0.0),
        planar: bool = False,
        points: Mapping[str, Any] | None = None,
        home: Home | str | None = None,
        meaning: str = "",
    ) -> Body:
        """A box, its lengths (m) along x, y, z given as `size`, its middle at `at`.

        Give its density (kg/m^3) or its mass (kg). `at` is a position or a Pose of the box in the body's frame;
        `planar` makes a body in the plane of it. Numbers may be parameters: mass and inertia follow from them.

        >>> Body.box((0.3, 0.1, 0.1), density=1000.0).mass
        3.0
        """
        solid = solids.box(size)
        others = _others(points, home, meaning, shapes.Block(size, at))
        return Body.of_solid("Body.box", solid, density=density, mass=mass, at=at, planar=planar, others=others)

    @staticmethod
    @checked_keywords
    def cylinder(
        radius: Scalar,
        length: Scalar,
        *,
        density: Scalar | None = None,
        mass: Scalar | None = None,
        at: Any = (0.0, 0.0, 0.0),
        planar: bool = False,
        points: Mapping[str, Any] | None = None,
        home: Home | str | None = None,
        meaning: str = "",
    ) -> Body:
        """A solid cylinder about z, its middle at `at`; other arguments as of `box`."""
        solid = solids.cylinder(radius, length)
        others = _others(points, home, meaning, shapes.Cylinder(radius, length, at))
        return Body.of_solid("Body.cylinder", solid, density=density, mass=mass, at=at, planar=planar, others=others)

    @staticmethod
    @checked_keywords
    def tube(
        outer: Scalar,
        inner: Scalar,
        length: Scalar,
        *,
        density: Scalar | None = None,
        mass: Scalar | None = None,
        at: Any = (0.0, 0.0, 0.0),
        planar: bool = False,
        points: Mapping[str, Any] | None = None,
        home: Home | str | None = None,
        meaning: str = "",
    ) -> Body:
        """A tube about z with an outer and an inner radius, its middle at `at`; other arguments as of `box`."""
        solid = solids.tube(outer, inner, length)
        others = _others(points, home, meaning, shapes.Cylinder(outer, length, at, inner))
        return Body.of_solid("Body.tube", solid, density=density, mass=mass, at=at, planar=planar, others=others)

    @staticmethod
    @checked_keywords
    def sphere(
        radius: Scalar,
        *,
        density: Scalar | None = None,
        mass: Scalar | None = None,
        at: Any = (0.0, 0.0, 0.0),
        planar: bool = False,
        points: Mapping[str, Any] | None = None,
        home: Home | str | None = None,
        meaning: str = "",
    ) -> Body:
        """A solid ball, its middle at `at`; other arguments as of `box`."""
        solid = solids.sphere(radius)
        others = _others(points, home, meaning, shapes.Sphere(radius, at))
        return Body.of_solid("Body.sphere", solid, density=density, mass=mass, at=at, planar=planar, others=others)

    @staticmethod
    @checked_keywords
    def plate(
        outline: Sequence[Sequence[float]],
        thickness: Scalar,
        *,
        density: Scalar | None = None,
        mass: Scalar | None = None,
        at: Any = (0.0, 0.0, 0.0),
        planar: bool = False,
        points: Mapping[str, Any] | None = None,
        home: Home | str | None = None,
        meaning: str = "",
    ) -> Body:
        """A plate with corners (x, y) one after another, in the x-y plane of `at`; other arguments as of `box`.

        Half of the thickness is above the plane, half below.
        """
        solid = solids.plate(outline, thickness)
        others = _others(points, home, meaning, shapes.Plate(outline, thickness, at))
        return Body.of_solid("Body.plate", solid, density=density, mass=mass, at=at, planar=planar, others=others)

    @staticmethod
    @checked_keywords
    @checked_arguments
    def from_mesh(
        file: str | os.PathLike[str],
        scale: float = 1.0,
        *,
        density: Scalar | None = None,
        mass: Scalar | None = None,
        at: Any = (0.0, 0.0, 0.0),
        planar: bool = False,
        points: Mapping[str, Any] | None = None,
        home: Home | str | None = None,
        meaning: str = "",
    ) -> Body:
        """The solid inside a closed surface of triangles, an STL or OBJ file; other arguments as of `box`.

        `scale` are metres per unit of the file, 0.001 for millimetres. The integrals are exact for the surface, which
        must be closed; it must not pass through itself, which is not checked.
        """
        solid = solids.mesh(file, scale)
        path = Path(file).resolve()
        others = _others(points, home, meaning, shapes.Mesh(path.name, scale, at, str(path.parent)))
        return Body.of_solid("Body.from_mesh", solid, density=density, mass=mass, at=at, planar=planar, others=others)


@dataclass(frozen=True, eq=False)
class Ground(Picklable, metaclass=CheckedKeywords):
    """The fixed world, with named points on it (m)."""

    points: Mapping[str, Any] = field(default_factory=dict)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its numbers."""
        return tuple(_places(self.points))

    def faults(self, name: str) -> list[str]:
        """Faults of shape."""
        return _shape_faults(name, self.points)


@checked_keywords
def PointMass(mass: Any, *, spatial: bool = False, meaning: str = "") -> Body:
    """A particle: mass (kg), coordinates x and y, or x, y and z if it is spatial."""
    return Body(mass, home=SpatialPoint() if spatial else PlanarPoint(), meaning=meaning)


def _others(points: Mapping[str, Any] | None, home: Home | str | None, meaning: str, shape: Shape) -> dict[str, Any]:
    """Fields of a body that is made by its shape."""
    return {"points": points or {}, "home": home, "meaning": meaning, "shapes": (shape,)}


def _position(name: str, position: tuple[Any, ...], meaning: str) -> list[Argument]:
    return [
        Argument(f"{name}_{axis}", value, "m", f"{meaning}, {axis}")
        for axis, value in zip("xyz", position, strict=False)
    ]


def _places(points: Mapping[str, Any]) -> list[Argument]:
    items = []
    for name, value in points.items():
        place = Pose.of(value)
        items += _position(name, place.position, f"point {name}")
        # the axis decides the equations: it is in the meaning, by which bodies of one shape are told
        about = "" if place.axis == "z" else f" about {place.axis}"
        items.append(Argument(f"{name}_angle", place.angle, "rad", f"direction of the frame at {name}{about}"))
    return items


def _shape_faults(name: str, points: Mapping[str, Any]) -> list[str]:
    faults = []
    for point, value in points.items():
        try:
            count = len(Pose.of(value).position)
        except TypeError:
            count = 0
        else:
            try:
                unit_axis(Pose.of(value).axis)
            except ValueError as error:
                faults.append(f"{name}: point {point}: {error}")
        if count not in (2, 3):
            faults.append(f"{name}: point {point} = {value!r}: expected 2 or 3 coordinates in m")
    return faults

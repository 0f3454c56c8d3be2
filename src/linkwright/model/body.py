"""Bodies and the ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.model.arguments import Argument
from linkwright.model.homes import Free, Home, Planar, PlanarPoint, SpatialPoint
from linkwright.model.keywords import CheckedKeywords, checked_keywords
from linkwright.symbolic import Picklable, Pose


@dataclass(frozen=True, eq=False)
class Body(Picklable, metaclass=CheckedKeywords):
    """A rigid body: mass (kg), inertia about its mass centre (kg m^2), mass centre and points in its own frame (m).

    `inertia` is one number about z for a planar body; (Ixx, Iyy, Izz) or (Ixx, Iyy, Izz, Ixy, Ixz, Iyz), in the axes of
    the body's frame, make it a body in space; Ixy, Ixz, Iyz are entries of the tensor, Ixy = -integral of x y dm.
    `home` says which coordinates the body has when each body keeps its own: `Planar()` (x, y, theta of its origin),
    `Free()` (position and Euler parameters), or the name of a joint of the same module whose first frame is on the
    ground; default: planar or free, by the inertia.
    """

    mass: Any
    inertia: Any = 0.0
    centre: tuple[Any, ...] = (0.0, 0.0)
    points: Mapping[str, Any] = field(default_factory=dict)
    home: Home | str | None = None
    meaning: str = ""

    def __post_init__(self) -> None:
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
        if isinstance(self.inertia, (tuple, list)) and len(self.inertia) not in (3, 6):
            faults.append(
                f"{name}: inertia has {len(self.inertia)} numbers; expected 1 (planar), 3 (Ixx, Iyy, Izz) or 6 "
                "(..., Ixy, Ixz, Iyz)"
            )
        elif getattr(self.inertia, "shape", ()) == (3, 3):
            faults.append(f"{name}: inertia is a 3 x 3 matrix; give its 6 numbers (Ixx, Iyy, Izz, Ixy, Ixz, Iyz)")
        return faults


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
        if count in (2, 3) and Pose.of(value).axis not in ("x", "y", "z"):
            faults.append(f"{name}: point {point}: axis {Pose.of(value).axis!r}; expected 'x', 'y' or 'z'")
        if count not in (2, 3):
            faults.append(f"{name}: point {point} = {value!r}: expected 2 or 3 coordinates in m")
    return faults

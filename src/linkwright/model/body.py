"""Bodies and the ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.model.arguments import Argument
from linkwright.model.homes import Home, Planar, PlanarPoint
from linkwright.symbolic import Place


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: mass (kg), inertia about its mass centre (kg m^2), mass centre and points in its own frame (m).

    `inertia` is one number about z for a planar body. `home` says which coordinates the body has when each body keeps
    its own: `Planar()` (x, y, theta of its origin) or the name of a joint of the same module whose first frame is on
    the ground.
    """

    mass: Any
    inertia: Any = 0.0
    centre: tuple[Any, ...] = (0.0, 0.0)
    points: Mapping[str, Any] = field(default_factory=dict)
    home: Home | str = field(default_factory=Planar)
    meaning: str = ""

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its numbers."""
        items = [Argument("mass", self.mass, "kg", "mass", keep=True)]
        if not isinstance(self.home, PlanarPoint):
            items.append(
                Argument("inertia", self.inertia, "kg m^2", "moment of inertia about the mass centre", keep=True)
            )
        items += _position("centre", self.centre, "mass centre")
        return (*items, *_places(self.points))

    def faults(self, name: str) -> list[str]:
        """Faults of shape."""
        return _shape_faults(name, {"centre": self.centre} | dict(self.points))


@dataclass(frozen=True, eq=False)
class Ground:
    """The fixed world, with named points on it (m)."""

    points: Mapping[str, Any] = field(default_factory=dict)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its numbers."""
        return tuple(_places(self.points))

    def faults(self, name: str) -> list[str]:
        """Faults of shape."""
        return _shape_faults(name, self.points)


def PointMass(mass: Any, *, meaning: str = "") -> Body:
    """A particle in the plane: mass (kg), coordinates x and y."""
    return Body(mass, home=PlanarPoint(), meaning=meaning)


def _position(name: str, position: tuple[Any, ...], meaning: str) -> list[Argument]:
    return [
        Argument(f"{name}_{axis}", value, "m", f"{meaning}, {axis}")
        for axis, value in zip("xyz", position, strict=False)
    ]


def _places(points: Mapping[str, Any]) -> list[Argument]:
    items = []
    for name, value in points.items():
        place = Place.of(value)
        items += _position(name, place.position, f"point {name}")
        items.append(Argument(f"{name}_angle", place.angle, "rad", f"direction of the frame at {name}"))
    return items


def _shape_faults(name: str, points: Mapping[str, Any]) -> list[str]:
    faults = []
    for point, value in points.items():
        try:
            count = len(Place.of(value).position)
        except TypeError:
            count = 0
        if count not in (2, 3):
            faults.append(f"{name}: point {point} = {value!r}: expected 2 or 3 coordinates in m")
    return faults

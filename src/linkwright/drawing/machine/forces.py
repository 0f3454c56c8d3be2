"""Forces along a run as vectors in world axes: reactions of joints, and efforts of drives, where they act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from linkwright.arrays import Array
from linkwright.components import (
    Cylindrical,
    Fixed,
    KnifeEdge,
    PinInSlot,
    PlanarJoint,
    PointForce,
    Prismatic,
    Revolute,
    RollingBall,
    RollingDisc,
    RollingOnLine,
    RollingTorus,
    Screw,
    Spherical,
    Torque,
    Universal,
    Wrench,
)
from linkwright.drawing.machine import walk
from linkwright.drawing.machine.plan import Spot, spot_of
from linkwright.drawing.machine.projection import rotation
from linkwright.drawing.machine.shapes import Vector
from linkwright.model import Connection, Mechanism
from linkwright.trajectory.trajectory import Trajectory

ABOUT_AXIS = (Revolute, Prismatic, Cylindrical, Screw)
WHEELS = (RollingBall, RollingDisc, RollingTorus)
JOINTS = (*ABOUT_AXIS, *WHEELS, Fixed, KnifeEdge, PinInSlot, PlanarJoint, RollingOnLine, Spherical, Universal)
"""Joints whose components have known directions."""
DRIVES = (Torque, PointForce, Wrench)
NOISE = 1e-9
"""A share of the largest force below which one is rounding."""


@dataclass(frozen=True, eq=False)
class ForceVectors:
    """A force (N) or a torque (N m) along a run: world axes, (n, 3), at a point of a body (empty: the ground)."""

    name: str
    role: Literal["reaction", "input"]
    unit: Literal["N", "N m"]
    owner: str
    position: Vector
    values: Array


def drive_names(machine: Mechanism) -> list[str]:
    """Full names of the forces and torques that act on a machine from outside."""
    return [name for name, connection, _, _ in walk.connections(machine) if isinstance(connection, DRIVES)]


def force_vectors(
    machine: Mechanism, values: Mapping[str, float], run: Trajectory, show: Callable[[str], str]
) -> tuple[list[ForceVectors], list[str]]:
    """The forces that a run has channels of (`reaction.*` and `effort.*`), and the names of those without a direction.

    `values` are all parameters by full name; `show` gives the name that users see for a full name. A reaction acts on
    the second part of its joint, at the origin of the second frame; so does a drive of a joint. NaN where redundant
    constraints leave a force open at an instant; one that is open at all of them has no direction.
    """
    reactions = _components(run, "reaction.", "N")
    efforts = _components(run, "effort.", None)
    joints: dict[str, tuple[Connection, tuple[Spot, ...]]] = {}
    found: list[ForceVectors] = []
    for name, connection, stands, acts_on in walk.connections(machine):  # joints come before what acts on them
        spots = tuple(spot_of(at, values) for at in stands if at is not None)
        shown = show(name)
        if spots and len(spots) == len(stands):
            joints[name] = (connection, spots)
        if shown in reactions and name in joints and isinstance(connection, JOINTS):
            directions = _directions(connection, spots[0], spots[-1], run)
            own = reactions[shown]
            if set(own) <= set(directions):
                force = sum(own[key][:, None] * directions[key] for key in own)
                found.append(_at(shown, "reaction", "N", spots[-1], np.asarray(force)))
        elif shown in efforts and isinstance(connection, DRIVES):
            effort = np.column_stack(list(efforts[shown].values()))
            found += _drive(shown, connection, effort, [joints[name]] if name in joints else
                            [joints[other] for other in acts_on if other in joints], run)  # fmt: skip
    known = [each for each in found if np.isfinite(each.values).all(axis=1).any()]
    drawn = {each.name for each in known}
    sizes = {name: np.concatenate(list(own.values())) for name, own in (reactions | efforts).items()}
    noise = NOISE * max((float(np.nanmax(np.abs(each.values))) for each in known), default=0.0)
    return known, [name for name, each in sizes.items() if name not in drawn and not np.all(np.abs(each) <= noise)]


def _components(run: Trajectory, prefix: str, unit: str | None) -> dict[str, dict[str, Array]]:
    """Channels by the names of parts and of their components; a lone effort is its own component."""
    found: dict[str, dict[str, Array]] = {}
    for name in run.names:
        if name.startswith(prefix) and unit in {None, run.unit(name)}:
            part, _, component = name.removeprefix(prefix).rpartition(".")
            alone = unit is None and not component.isdigit()
            key, inner = (name.removeprefix(prefix), "1") if alone else (part, component)
            found.setdefault(key, {})[inner] = np.asarray(run[name])
    return found


def _at(
    name: str, role: Literal["reaction", "input"], unit: Literal["N", "N m"], spot: Spot, values: Array
) -> ForceVectors:
    return ForceVectors(name, role, unit, spot.owner, spot.position, values)


def _axes(spot: Spot, run: Trajectory) -> Array:
    """Axes of a frame in the world along a run, (n, 3, 3): its columns."""
    if not spot.owner:
        return np.broadcast_to(spot.place.R, (len(run.time), 3, 3))
    return np.asarray(rotation(np.asarray(run.poses[spot.owner])[:, 3:]) @ spot.place.R)


def _directions(joint: Connection, first: Spot, second: Spot, run: Trajectory) -> dict[str, Array]:
    """Unit vectors (n, 3) or (3,) of the components of a joint's force, in world axes (docs/conventions.md)."""
    i = _axes(first, run)
    if isinstance(joint, ABOUT_AXIS):
        i = i @ joint.triad
    x, y, z = np.moveaxis(i, -1, 0)
    found = dict(zip("xyz", np.eye(3), strict=True))
    found |= {"across_x": x, "across_y": y, "across_z": z, "height": z}
    if isinstance(joint, Screw):
        found["thread"] = (x, y, z)["xyz".index(joint.triad_axis)]
    elif isinstance(joint, RollingOnLine):
        found |= {"contact": y, "slip": x}
    elif isinstance(joint, WHEELS):
        found |= {"contact": z, "slip_x": x, "slip_y": y}
    elif isinstance(joint, KnifeEdge):
        side = _axes(second, run)[:, :, 1]
        side = side - np.sum(side * z, axis=1)[:, None] * z
        found["side"] = side / np.linalg.norm(side, axis=1)[:, None]
    return found


def _drive(
    name: str,
    drive: Connection,
    effort: Array,
    stands: list[tuple[Connection, tuple[Spot, ...]]],
    run: Trajectory,
) -> Iterator[ForceVectors]:
    """Vectors of a drive: along or about the axis of its joint, or at a point in world axes."""
    if not stands:
        return
    on, spots = stands[0]
    if isinstance(drive, Wrench):
        forces = 3 if drive.spatial else 2
        force = np.pad(effort[:, :forces], ((0, 0), (0, 3 - forces)))
        moment = np.pad(effort[:, forces:], ((0, 0), (0 if drive.spatial else 2, 0)))
        yield _at(name, "input", "N", spots[-1], force)
        yield _at(name, "input", "N m", spots[-1], moment)
    elif isinstance(drive, PointForce):
        direction = np.pad(np.array(drive.direction, dtype=float), (0, 3 - len(drive.direction)))
        yield _at(name, "input", "N", spots[-1], effort * (direction / np.linalg.norm(direction)))
    elif isinstance(drive, Torque) and isinstance(on, (*ABOUT_AXIS, PinInSlot)):
        unit: Literal["N", "N m"] = "N" if drive.unit == "N" else "N m"
        pin = (1.0, 0.0, 0.0) if unit == "N" else (0.0, 0.0, 1.0)
        axis = _axes(spots[0], run) @ np.array(pin if isinstance(on, PinInSlot) else on.direction)
        yield _at(name, "input", unit, spots[-1], effort * axis)

"""Forces along a run as vectors in world axes: reactions of joints, efforts of drives and motors, where they act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from linkwright.arrays import Array
from linkwright.components import (
    Cylindrical,
    Fixed,
    Gear,
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
from linkwright.drawing.machine.projection import point_path, rotation
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
    """A force (N) or a torque (N m) along a run: world axes, (n, 3), at a point of a body (empty: the ground).

    `path` (n, 3) is where it acts in the world, of a contact that moves over its body; empty (0, 3) of all others.
    """

    name: str
    role: Literal["reaction", "input"]
    unit: Literal["N", "N m"]
    owner: str
    position: Vector
    values: Array
    path: Array = field(default_factory=lambda: np.zeros((0, 3)))


def drive_names(machine: Mechanism) -> list[str]:
    """Full names of the forces and torques that act on a machine from outside."""
    return [name for name, connection, _, _ in walk.connections(machine) if isinstance(connection, DRIVES)]


def force_vectors(
    machine: Mechanism, values: Mapping[str, float], run: Trajectory, show: Callable[[str], str]
) -> tuple[list[ForceVectors], list[str]]:
    """The forces that a run has channels of (`reaction.*` and `effort.*`), and the names of those without a direction.

    `values` are all parameters by full name; `show` gives the name that users see for a full name. A reaction acts on
    the second part of its joint, at the origin of the second frame (of a wheel: at the contact); so does a drive of a
    joint. The torque of a motor, Kt i, is that on the joint of its gear, times the ratio. NaN where redundant
    constraints leave a force open at an instant; one that is open at all of them has no direction.
    """
    reactions, moments = _components(run, "reaction.", "N"), _components(run, "reaction.", "N m")
    efforts = _components(run, "effort.", None)
    joints: dict[str, tuple[Connection, tuple[Spot, ...]]] = {}
    found: list[ForceVectors] = []
    for name, connection, stands, acts_on in walk.connections(machine):  # joints come before what acts on them
        spots = tuple(spot_of(at, values) for at in stands if at is not None)
        shown = show(name)
        if spots and len(spots) == len(stands):
            joints[name] = (connection, spots)
        if name in joints and isinstance(connection, JOINTS) and {shown} & (set(reactions) | set(moments)):
            own, couple = reactions.get(shown, {}), moments.get(shown, {})
            directions, about = _directions(connection, spots[0], spots[-1], run)
            if own and set(own) <= set(directions):
                force = np.asarray(sum(own[key][:, None] * directions[key] for key in own))
                path = _contact(connection, name, spots, values, run)
                found.append(ForceVectors(shown, "reaction", "N", spots[-1].owner, spots[-1].position, force, path))
            if isinstance(connection, Screw) and "thread" in own:  # the moment that belongs to the force of a thread
                couple = couple | {"thread": -values.get(f"{name}.pitch", 0.0) / (2 * np.pi) * own["thread"]}
                about["thread"] = directions["thread"]
            if couple and set(couple) <= set(about):
                moment = sum(couple[key][:, None] * about[key] for key in couple)
                found.append(_at(shown, "reaction", "N m", spots[-1], np.asarray(moment)))
        elif isinstance(connection, Gear):
            found += _motor(
                name, connection, [joints[other] for other in acts_on if other in joints], values, run, show
            )
        elif shown in efforts and isinstance(connection, DRIVES):
            effort = np.column_stack(list(efforts[shown].values()))
            found += _drive(shown, connection, effort, [joints[name]] if name in joints else
                            [joints[other] for other in acts_on if other in joints], run)  # fmt: skip
    known = [each for each in found if np.isfinite(each.values).all(axis=1).any()]
    # A moment of rounding is one of the largest force at an arm that is none.
    strongest = max((_largest(each) for each in known if each.unit == "N"), default=0.0)
    arms = [np.abs(pose[:, :3]).max(initial=0.0, where=np.isfinite(pose[:, :3])) for pose in run.poses.values()]
    least = NOISE * strongest * max([1e-3, *map(float, arms)])
    known = [each for each in known if each.unit == "N" or each.role == "input" or _largest(each) > least]
    drawn = {each.name for each in known}
    turning = {name: own for name, own in moments.items() if name in {show(joint) for joint in joints}}
    sizes = {name: np.concatenate(list(own.values())) for name, own in (turning | reactions | efforts).items()}
    noise = NOISE * max(map(_largest, known), default=0.0)
    return known, [name for name, each in sizes.items() if name not in drawn and not np.all(np.abs(each) <= noise)]


def _largest(each: ForceVectors) -> float:
    return float(np.nanmax(np.abs(each.values)))


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


def _directions(
    joint: Connection, first: Spot, second: Spot, run: Trajectory
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Unit vectors (n, 3) or (3,) of the components of a joint's force and of its moment (docs/conventions.md)."""
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
    about = {"tilt_x": x, "tilt_y": y, "tilt_z": z, "turn": z}
    if isinstance(joint, Universal):
        about["cross"] = np.cross(_axes(second, run)[:, :, 1], x)
    return found, about


def _contact(
    joint: Connection, name: str, spots: tuple[Spot, ...], values: Mapping[str, float], run: Trajectory
) -> Array:
    """Where a wheel touches its plane or line, (n, 3) in the world; (0, 3) of joints that are no wheels.

    From the centre down by the radius: in the plane of the wheel, e = n - (n . a) a; of a ball and of a tube along n.
    """
    if not isinstance(joint, (*WHEELS, RollingOnLine)):
        return np.zeros((0, 3))
    first, second, radius = spots[0], spots[-1], values.get(f"{name}.radius", 0.0)
    n = _axes(first, run)[:, :, 1 if isinstance(joint, RollingOnLine) else 2]
    centre = point_path(run.poses[second.owner], second.position) if second.owner else np.array([second.position])
    if isinstance(joint, RollingBall | RollingOnLine):
        return np.asarray(centre - radius * n)
    a = _axes(second, run)[:, :, 1]
    e = n - np.sum(n * a, axis=1)[:, None] * a
    e = e / np.maximum(np.linalg.norm(e, axis=1), 1e-12)[:, None]
    return np.asarray(centre - radius * e - values.get(f"{name}.tube", 0.0) * n)


def _motor(
    name: str,
    gear: Gear,
    stands: list[tuple[Connection, tuple[Spot, ...]]],
    values: Mapping[str, float],
    run: Trajectory,
    show: Callable[[str], str],
) -> Iterator[ForceVectors]:
    """The torque Kt i of a motor on the joint of its gear, times the ratio; nothing for a gear without a motor."""
    prefix = name.rpartition(".")[0]
    motor = ".".join(part for part in (prefix, gear.input.rpartition(".")[0]) if part)
    current = show(f"{motor}.i")
    if f"{motor}.Kt" not in values or current not in run.names or not stands:
        return
    on, spots = stands[0]
    if isinstance(on, Revolute):
        torque = values.get(f"{name}.ratio", 1.0) * values[f"{motor}.Kt"] * np.asarray(run[current])
        axis = _axes(spots[0], run) @ np.array(on.direction)
        yield _at(f"{show(motor)}, through its gear", "input", "N m", spots[-1], torque[:, None] * axis)


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

"""What a page shows of a run first: a few channels and paths that say most about the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from linkwright.arrays import PlainData
from linkwright.drawing.machine.scene import Scene
from linkwright.trajectory.trajectory import Trajectory

PANELS, LINES = 5, 6  # units shown at first, and channels in each
CLUES = ("platform", "end_effector", "tool", "slider", "coupler")  # what usually does a machine's work
OF_A_BODY = ("position of the origin", "mass centre of")  # how meanings of positions of bodies begin
TURNS = ("Euler parameter", "angular velocity about the body", "relative angular velocity")  # and of what few can read
NOISE = 1e-9
"""Ranges below this share of the largest value of their unit are rounding, however tight the tolerances are."""


class Kind(IntEnum):
    """Kinds of channels in the order in which a reader would choose them."""

    OWN = 0  # a coordinate that the machine itself has a name for
    WORKING_BODY = 1
    JOINT = 2
    DRIVE = 3  # currents, voltages, forces, torques and inputs
    ENERGY = 4
    BODY = 5
    RATE = 6
    OTHER = 7


def default_channels(scene: Scene, trajectory: Trajectory) -> tuple[str, ...]:
    """Return the channels to plot at first, in order: coordinates of the machine and its joints, drives, energies.

    At most six for each of five units. What does not move is left out, and so is noise: a range within the tolerance of
    the run, relative to the largest value of that unit. Positions of bodies stand in where there are no joints; the
    rate `x'` of a channel follows where its unit has no panel and there is room.
    """
    kinds = {name: _kind(name, trajectory) for name in trajectory.channels}
    candidates = moving_channels(trajectory) or list(trajectory.channels)
    motion = {Kind.OWN, Kind.WORKING_BODY, Kind.JOINT}
    last = Kind.ENERGY if any(kinds[name] in motion for name in candidates) else Kind.BODY
    moves = any(kinds[name] in {*motion, Kind.BODY} for name in candidates)
    groups: dict[str, list[str]] = {}
    order = {name: index for index, name in enumerate(scene.names)}
    for wanted in (range(last + 1), (Kind.RATE,), (Kind.OTHER,)):
        chosen = {name for names in groups.values() for name in names}
        fresh: dict[str, list[str]] = {}
        for name in sorted(candidates, key=lambda name: (kinds[name], *_rank(name, order))):
            if kinds[name] not in wanted or trajectory.channels[name].unit in groups:
                continue
            if kinds[name] != Kind.RATE or not groups or name[:-1] in chosen:
                fresh.setdefault(trajectory.channels[name].unit, []).append(name)
        if wanted == (Kind.OTHER,) and moves:
            break
        for unit, names in fresh.items():
            if len(groups) < PANELS:
                groups[unit] = names[:LINES]
    return tuple(name for names in groups.values() for name in names)


def _kind(name: str, trajectory: Trajectory) -> Kind:
    """What a channel is, by its name, its meaning and the inputs of the run."""
    channel = trajectory.channels[name]
    run = trajectory.provenance.get("run")
    inputs = run.get("inputs") if isinstance(run, Mapping) else None
    if name.startswith("energy."):
        return Kind.ENERGY if name != "energy.error" else Kind.OTHER
    if name.endswith("'"):
        return Kind.RATE
    if name.startswith("reaction."):
        return Kind.OTHER
    if channel.unit in {"A", "V", "N", "N m"} or (isinstance(inputs, Mapping) and name in inputs):
        return Kind.DRIVE
    if f"{name}'" not in trajectory.channels or channel.meaning.startswith(TURNS):
        return Kind.OTHER
    if "." not in name:
        return Kind.OWN
    if channel.meaning.startswith(OF_A_BODY) or channel.meaning == "angle about z":
        return Kind.WORKING_BODY if any(word in name.rpartition(".")[0] for word in CLUES) else Kind.BODY
    return Kind.JOINT


def moving_channels(trajectory: Trajectory) -> list[str]:
    """Channels whose range is more than noise: the tolerance of the run times the largest value of their unit."""
    finite = {name: channel.values[np.isfinite(channel.values)] for name, channel in trajectory.channels.items()}
    largest: dict[str, float] = {}
    for name, values in finite.items():
        unit = trajectory.channels[name].unit
        largest[unit] = max(largest.get(unit, 0.0), float(np.max(np.abs(values), initial=0.0)))
    share = max(NOISE, trajectory.certificate.rtol or 0.0)
    return [
        name
        for name, values in finite.items()
        if len(values) and float(np.ptp(values)) > share * largest[trajectory.channels[name].unit]
    ]


def _rank(name: str, order: dict[str, int]) -> tuple[int, int, int]:
    head = name.rsplit(".", 1)[0]
    clue = next((index for index, word in enumerate(CLUES) if word in head), len(CLUES))
    return clue, name.count("."), order.get(head, -1)


def points_of(scene: Scene) -> list[PlainData]:
    """Return the points whose paths can be shown: the named ones first, then the bodies' origins."""
    labels = Counter(point.label for body in scene.bodies for point in body.points)
    named = [
        {
            "name": point.label if labels[point.label] == 1 else f"{body.name}/{point.label}",
            "body": body.name,
            "position": list(point.position),
        }
        for body in scene.bodies
        for point in body.points
    ]
    taken = {entry["name"] for entry in named}
    origins = [
        {"name": body.name, "body": body.name, "position": [0.0, 0.0, 0.0]}
        for body in scene.bodies
        if body.name not in taken
    ]
    return named + origins


def default_paths(scene: Scene) -> tuple[str, ...]:
    """Return the paths shown at first: the named points (at most four), else the working body's origin."""
    points = points_of(scene)
    named = [str(entry["name"]) for entry in points if any(entry["position"]) or entry["name"] not in scene.names]
    working = [name for word in CLUES for name in scene.names if word in name]
    return tuple((named or working)[:4] if named else working[:1])

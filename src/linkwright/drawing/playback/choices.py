"""What a page shows of a run first: a few channels and paths that say most about the run."""

from __future__ import annotations

from collections import Counter

import numpy as np

from linkwright.arrays import PlainData
from linkwright.drawing.machine.scene import Scene
from linkwright.trajectory.trajectory import Trajectory

PANELS, LINES = 5, 6  # units shown at first, and channels in each
CLUES = ("platform", "end_effector", "tool", "slider", "coupler")  # what usually does a machine's work


def default_channels(scene: Scene, trajectory: Trajectory) -> tuple[str, ...]:
    """Return the channels to plot at first: the working body's before others, what moves before what does not.

    A machine that names coordinates of its own (`gamma1`, not `limb2.e0`) is shown by these and by its own inputs. At
    most six for each of five units. A rate `x'` is taken only where its unit would otherwise have no panel and there is
    room.
    """
    candidates = _own(trajectory) or list(trajectory.channels)
    still = {name for name, channel in trajectory.channels.items() if np.ptp(channel.values) == 0}
    groups: dict[str, list[str]] = {}
    order = {name: index for index, name in enumerate(scene.names)}
    for rate in (False, True):
        fresh: dict[str, list[str]] = {}
        for name in candidates:
            if name.endswith("'") == rate:
                fresh.setdefault(trajectory.channels[name].unit, []).append(name)
        for unit, names in fresh.items():
            if unit not in groups and len(groups) < PANELS:
                groups[unit] = sorted(names, key=lambda name: (name in still, *_rank(name, order)))[:LINES]
    chosen = {name for names in groups.values() for name in names}
    return tuple(name for name in trajectory.channels if name in chosen)


def _own(trajectory: Trajectory) -> list[str]:
    """Channels of the machine itself and of its energy; none where no coordinate has a name without a part in it."""
    names = [name for name in trajectory.channels if "." not in name or name.startswith("energy.")]
    return names if any(f"{name}'" in trajectory.channels for name in names) else []


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

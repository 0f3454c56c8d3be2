"""What the bodies of a saved run look like: its picture, its ready machine made again, or marks in place of both."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.scene import DrawnBody, Scene
from linkwright.drawing.machine.shapes import Point
from linkwright.drawing.playback.saved import picture_text, read_picture
from linkwright.formalisms import modular
from linkwright.mechanisms.registry import READY
from linkwright.model import Mechanism
from linkwright.model.shapes import Block
from linkwright.trajectory import Trajectory

MARK = 0.04
"""Edge of the cube that stands for a body without shapes, over the extent of the run."""


def looks_of(trajectory: Trajectory) -> tuple[Mechanism | Scene | None, str]:
    """The picture that a run carries, or the ready mechanism that it says it is of; else None, and why in a sentence.

    A picture that is damaged is told too, and what else is known is shown.
    """
    if not trajectory.picture:
        return _mechanism_of(trajectory)
    try:
        picture = read_picture(trajectory.picture, trajectory.poses)
    except ValueError as error:
        found, _ = _mechanism_of(trajectory)
        instead = "The ready mechanism of this name is drawn." if found else "Bodies are marked by cubes."
        return found, f"The picture of the machine in this run cannot be used: {error}. {instead}"
    ready = _by_names(trajectory)
    if ready is not None:  # a picture that follows its parameters, if it is the same one
        numbers = {name: float(entry[0]) for name, entry in trajectory.provenance["parameters"].items()}
        if picture_text(ready, numbers, trajectory.poses) == trajectory.picture:
            return ready, ""
    return picture, ""


def _mechanism_of(trajectory: Trajectory) -> tuple[Mechanism | None, str]:
    chosen = trajectory.provenance.get("ready") or {}
    ready = READY.get(str(chosen.get("mechanism", "")))
    if ready is None:
        found = _by_names(trajectory)
        return found, "" if found else "This run holds no picture of its machine: bodies are marked by cubes."
    options = {
        name: tuple(value) if isinstance(value, list | tuple) else value
        for name, value in (chosen.get("options") or {}).items()
    }
    try:
        return ready.make(**options), ""
    except (TypeError, ValueError) as error:
        return None, f"The picture of the machine cannot be made: {error}. Bodies are marked by cubes."


def _by_names(trajectory: Trajectory) -> Mechanism | None:
    """The ready mechanism of the name, bodies and parameters that a run made in Python has."""
    ready = READY.get(str(trajectory.provenance.get("machine", "")))
    if ready is None:
        return None
    mechanism = ready.make()
    equations = modular(mechanism)
    names = {label.name for label in equations.parameters.labels}
    same = set(equations.all_bodies) == set(trajectory.poses)
    return mechanism if same and names == set(trajectory.provenance.get("parameters") or ()) else None


def marked_scene(title: str, poses: Mapping[str, Array]) -> Scene:
    """A picture of bodies of which only poses are known: a cube and the name of each."""
    places = [np.asarray(each)[:, :3] for each in poses.values() if len(each)]
    finite = [rows[np.isfinite(rows).all(axis=1)] for rows in places]
    every = np.concatenate(finite) if finite else np.zeros((0, 3))
    size = float(np.max(np.ptp(every, axis=0))) if len(every) else 1.0
    edge = MARK * (size or 1.0)
    flat = bool(len(every)) and float(np.ptp(every[:, 2])) == 0.0
    bodies = tuple(DrawnBody(name, (Block((edge, edge, edge)), Point(name))) for name in poses)
    return Scene(title, planar=flat, bodies=bodies)

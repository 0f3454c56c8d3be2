"""The picture of a machine, from its description, its parameter values and the poses of a motion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine import walk
from linkwright.drawing.machine.automatic import automatic_scene
from linkwright.drawing.machine.scene import Scene
from linkwright.dynamics import compile as compile_dynamics
from linkwright.equations import Equations
from linkwright.faults import close_matches, finite_number
from linkwright.formalisms import modular
from linkwright.kinds import checked_arguments
from linkwright.model import Mechanism


@runtime_checkable
class Drawable(Protocol):
    """Anything that can say how it looks, such as a machine."""

    def scene(self) -> Scene:
        """Bodies with their shapes and names, to be drawn at any poses."""
        ...


@checked_arguments
def scene_of(
    machine: Scene | Drawable | Mechanism,
    parameters: Mapping[str, float] | None = None,
    *,
    poses: Mapping[str, Array] | None = None,
) -> Scene:
    """Return the scene itself, that of anything with a `scene()` method, or the picture of a Mechanism.

    Parameter values and the poses of a motion say how long the parts of a Mechanism and its tracks are; others know.
    """
    if isinstance(machine, Scene):
        return machine
    if isinstance(machine, Mechanism):
        return scene(machine, parameters, poses=poses)
    if callable(getattr(machine, "scene", None)):
        picture = machine.scene()
        if isinstance(picture, Scene):
            return picture
        raise TypeError(f"scene() of a {type(machine).__name__} returned a {type(picture).__name__}: expected a Scene.")
    raise TypeError(
        f"got a {type(machine).__name__}: expected a Scene, a Mechanism, or a machine with a scene() method."
    )


@checked_arguments
def scene(
    machine: Mechanism, parameters: Mapping[str, float] | None = None, *, poses: Mapping[str, Array] | None = None
) -> Scene:
    """Return the picture of a machine, with the parameter values given (others follow the machine's own).

    Bodies have the full names they have in a motion (`A.upper`, `platform`). A body with shapes (`lw.shapes`) has
    these. Any other reaches each of its joints: it is a bar, a plate, bars from the middle of its points, or with one
    point a bar to its mass centre. Sliding pairs are a cylinder and a rod that meet, or a carriage on a rail; wheels
    and balls have their radius; joints have pins along their axes, driven ones a motor, gears teeth. Springs are coils,
    dampers cylinders, both as long as the distance they span. A point that no joint uses is shown by its name, and so
    is the middle of a plate. Parts that were derived before (Equations) have no shapes.

    `poses` (those of a motion: body to (n, 7)) give tracks the length of the travel; without them the machine is
    assembled in its reference configuration and tracks reach a little beyond it.

    >>> from linkwright.mechanisms import four_bar
    >>> scene(four_bar()).names
    ('crank.bar', 'coupler', 'rocker.bar')
    """
    equations = modular(machine)
    numbers = equations.parameters.values(_check_parameters(equations, parameters or {}))
    values = dict(zip((label.name for label in equations.parameters.labels), numbers.tolist(), strict=True))
    travel = reference_poses(machine, parameters) if poses is None else poses
    return scene_at(machine, values, travel, travelled=poses is not None)


@checked_arguments
def scene_at(
    machine: Mechanism,
    values: Mapping[str, float],
    poses: Mapping[str, Array],
    *,
    travelled: bool = False,
    mesh_room: float = math.inf,
) -> Scene:
    """Return the picture of a machine whose parameter values, all of them by full name, and poses are known.

    Nothing is derived, so that it can follow a slider. `travelled` poses are those of a motion, which tracks follow. A
    mesh that takes more than `mesh_room` characters as plain data is left out, and its body has the automatic shape.
    """
    planar = not _spatial(machine)
    return automatic_scene(machine, values, poses, planar=planar, travelled=travelled, mesh_room=mesh_room)


@checked_arguments
def reference_poses(machine: Mechanism, parameters: Mapping[str, float] | None = None) -> dict[str, Array]:
    """Return the pose of every body in the reference configuration, (1, 7) each: a still needs no motion then."""
    equations = modular(machine)
    dynamics = compile_dynamics(equations)
    if parameters:
        dynamics = dynamics.with_parameters(_check_parameters(equations, parameters))
    state = dynamics.reference
    still = np.zeros((1, len(dynamics.inputs)))
    poses = dynamics.plant.read(np.array([state.t]), state.q[None], state.v[None], still).poses
    return {name: poses[name] for name in equations.all_bodies}


def _spatial(machine: Mechanism) -> bool:
    """Whether some body of the machine or of a module in it is one in space."""
    return any(body.spatial for _, body in walk.bodies(machine))


def _check_parameters(equations: Equations, given: Mapping[str, float]) -> dict[str, float]:
    known = equations.parameters.index
    names = {name: name if name in known else f"{name}_" for name in given}
    faults = [f"no parameter {name!r}; {close_matches(name, known)}" for name in given if names[name] not in known]
    values = {}
    for name, value in given.items():
        try:
            values[names[name]] = finite_number(name, value)
        except ValueError as error:
            faults.append(str(error))
    if faults:
        raise ValueError(f"{equations.name}: {'; '.join(faults)}")
    return values

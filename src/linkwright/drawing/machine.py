"""The picture of any machine, from its bodies and joints: nothing needs to be drawn by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.drawing.outfit import Outfit, outfit
from linkwright.drawing.projection import Array, point_path
from linkwright.drawing.scene import DrawnBody, Scene
from linkwright.drawing.skeleton import Bone, Skeleton, skeleton
from linkwright.dynamics import compile as compile_dynamics
from linkwright.equations import Equations, close_matches
from linkwright.formalisms import modular
from linkwright.model import Mechanism


def scene(
    machine: Mechanism, parameters: Mapping[str, float] | None = None, *, poses: Mapping[str, Array] | None = None
) -> Scene:
    """Return the picture of a machine, with the parameter values given (others follow the machine's own).

    Bodies have the full names they have in a motion (`A.upper`, `platform`). A body with two points is a bar, with three
    or more a plate through the outermost, with one a bar to its mass centre; sliders are blocks, pins in slots and point
    masses small discs, wheels discs of their radius. Joints are pins, those on the ground pivots; guides, slots and the
    lines that wheels roll on are tracks. A point that no joint uses is shown by its name, and so is the middle of a
    plate. Springs and dampers have a length that changes, which a shape of one body cannot show: their ends are drawn.

    `poses` (those of a motion: body to (n, 7)) give tracks the length of the travel; without them the machine is
    assembled in its reference configuration and tracks reach a little beyond.
    """
    equations = modular(machine)
    given = _checked(equations, parameters or {})
    frame = skeleton(machine, equations.parameters, given)
    travel = reference_poses(machine, parameters) if poses is None else poses
    clothes = outfit(frame, lambda bone, base: _slides(frame, bone, base, travel), known=poses is not None)
    return Scene(
        machine.title or machine.name,
        planar=True,
        bodies=tuple(DrawnBody(name, tuple(clothes.bodies.get(name, ()))) for name in frame.bodies),
        ground=tuple(clothes.ground),
    )


def reference_poses(machine: Mechanism, parameters: Mapping[str, float] | None = None) -> dict[str, Array]:
    """Return the pose of every body in the reference configuration, (1, 7) each, for a still without a motion."""
    equations = modular(machine)
    dynamics = compile_dynamics(equations)
    if parameters:
        dynamics = dynamics.with_parameters(_checked(equations, parameters))
    values = dynamics.reference.positions
    result = {}
    for name in equations.all_bodies:
        x, y, theta = (values.get(equations.show(f"{name}.{axis}"), 0.0) for axis in ("x", "y", "theta"))
        result[name] = np.array([[x, y, 0.0, np.cos(theta / 2), 0.0, 0.0, np.sin(theta / 2)]])
    return result

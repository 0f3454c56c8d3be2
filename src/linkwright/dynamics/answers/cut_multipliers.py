"""Multipliers at the joints where loops are cut, in the joints' own frames (denoc)."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.reactions import reactions
from linkwright.dynamics.joins.recursion import links_or_refuse
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import call_function
from linkwright.equations import FrameRef

WORLD = ("x", "y", "z")
"""Components of a reaction that joints give along the world's axes; all others are about axes of the joint itself."""


def cut_multipliers(dynamics: Machine, state: State, u: Array) -> dict[str, dict[str, float]]:
    """Multipliers at each cut joint by component (N, N m), in the axes of the joint's frame on its first part.

    They act on the second part. Forces along x, y, z are turned from the world into the joint's frame, lambda = R^T f;
    moments and forces across an axis are about the joint's axes already.
    """
    links = links_or_refuse(dynamics.name, dynamics.equations.links)
    found = reactions(dynamics, state, dynamics.accelerations(state, u), u)
    result: dict[str, dict[str, float]] = {}
    for name, path in links.cuts.items():
        components = found[dynamics.equations.show(name)].components
        result[name] = rotate_components(components, _rotation(dynamics, state, dynamics.equations.find_frame(path)))
    return result


def rotate_components(components: Mapping[str, float], R: np.ndarray) -> dict[str, float]:
    """Components of a reaction with those along the world's axes turned into a frame with the rotation R."""
    along = R.T @ np.array([components.get(axis, 0.0) for axis in WORLD])
    return dict(components) | {axis: float(along[k]) for k, axis in enumerate(WORLD) if axis in components}


def _rotation(dynamics: Machine, state: State, frame: FrameRef | None) -> np.ndarray:
    """Rotation matrix of a frame at a state."""
    assert frame is not None
    block = frame.block
    local = block.type.local
    function = ca.Function("R", [local.q, local.p], [ca.densify(block.type.frames[frame.key].R)])
    q = state.q[block.q : block.q + local.q.numel()]
    return call_function(function, q, dynamics.p[block.parameters])[0]

"""Multipliers at the joints where loops are cut, in the joints' own frames (denoc)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from linkwright.dynamics.joins.recursion import links_or_refuse
from linkwright.dynamics.system.system import called
from linkwright.equations import FrameRef

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics
    from linkwright.dynamics.state import State

WORLD = ("x", "y", "z")
"""Components of a reaction that joints give along the world's axes; all others are about axes of the joint itself."""


def cut_multipliers(
    dynamics: Dynamics, state: State, inputs: Mapping[str, float] | None = None
) -> dict[str, dict[str, float]]:
    """Multipliers at each cut joint by component (N, N m), in the axes of the joint's frame on its first part.

    They act on the second part. Forces along x, y, z are turned from the world into the joint's frame, lambda = R^T f;
    moments and forces across an axis are about the joint's axes already.
    """
    links = links_or_refuse(dynamics.name, dynamics.equations.links)
    reactions = dynamics.reactions(state, inputs)
    result: dict[str, dict[str, float]] = {}
    for name, path in links.cuts.items():
        components = reactions[dynamics.equations.show(name)].components
        result[name] = turned(components, _rotation(dynamics, state, dynamics.equations.find_frame(path)))
    return result


def turned(components: Mapping[str, float], R: np.ndarray) -> dict[str, float]:
    """Components of a reaction with those along the world's axes turned into a frame with the rotation R."""
    along = R.T @ np.array([components.get(axis, 0.0) for axis in WORLD])
    return dict(components) | {axis: float(along[k]) for k, axis in enumerate(WORLD) if axis in components}


def _rotation(dynamics: Dynamics, state: State, frame: FrameRef | None) -> np.ndarray:
    """Rotation matrix of a frame at a state."""
    assert frame is not None
    block, system = frame.block, dynamics.system
    local = block.type.local
    function = ca.Function("R", [local.q, local.p], [ca.densify(block.type.frames[frame.key].R)])
    q = state.q[block.q : block.q + local.q.numel()]
    del system
    return called(function, q, dynamics.p[block.parameters])[0]

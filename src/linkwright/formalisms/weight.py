"""Weight of a body as a load with a potential."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from linkwright.equations import BlockType, LoadType, Local, Scope
from linkwright.symbolic import Parameter


def weight_type(block: BlockType, axes: Sequence[str], key: str = "") -> tuple[LoadType, Scope]:
    """Load m g on the mass centre of a body of the block, V = -m g . p_c; g has the given axes as parameters."""
    scope = Scope(tuple(Parameter(f"g_{axis}", 0.0, "m/s^2", f"gravity along {axis}") for axis in axes))
    own = ca.vertcat(*[entry.sx for entry in scope.entries])
    places = ["xyz".index(axis) for axis in axes]
    old = block.local
    local = Local(old.q, old.v, ca.SX(0, 1), ca.vertcat(old.p, own), old.d)
    frame = block.frames[f"{key}.centre" if key else "centre"]
    mass = block.masses[key]
    potential = -mass * ca.dot(own, frame.p[places])
    return LoadType("weight", local, frame.v[places], mass * own, "potential", potential), scope

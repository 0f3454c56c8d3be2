"""Weight of a body as a load with a potential."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import casadi as ca

from linkwright.equations import BlockType, LoadType, Local, Scope
from linkwright.symbolic import Parameter, select_rows, together


def weight_scope(axes: Sequence[str]) -> Scope:
    """Parameters of a weight: gravity along some axes."""
    return Scope(tuple(Parameter(f"g_{axis}", 0.0, "m/s^2", f"gravity along {axis}") for axis in axes))


def weight_type(block: BlockType, axes: Sequence[str], key: str = "", *, less: Sequence[str] = ()) -> LoadType:
    """Load m g on the mass centre of a body of the block, V = -m g . p_c; g has the given axes as parameters.

    Along the axes `less` a gravity whose parameters come behind is taken off: what acts on the body by itself.
    """
    g, common, old = ca.SX.sym("g", len(axes)), ca.SX.sym("c", len(less)), block.local
    local = Local(old.q, old.v, ca.SX(0, 1), together([old.p, g, common]), old.d)
    frame = block.frames[f"{key}.centre" if key else "centre"]
    rest = ca.vertcat(*[g[k] - common[less.index(x)] if x in less else g[k] for k, x in enumerate(axes)])
    speed, effort, potential = _along(tuple(axes)).call([block.masses[key], rest, frame.p, frame.v])
    return LoadType("weight", local, speed, effort, "potential", potential, inner=True, weight=True)


@cache
def _along(axes: tuple[str, ...]) -> ca.Function:
    """Speed of the mass centre along the axes, m g and V, of m, g and the centre's position and velocity."""
    mass, g, p, v = ca.SX.sym("m"), ca.SX.sym("g", len(axes)), ca.SX.sym("p", 3), ca.SX.sym("v", 3)
    places = ["xyz".index(axis) for axis in axes]
    return ca.Function(
        "weight", [mass, g, p, v], [select_rows(v, places), mass * g, -mass * ca.dot(g, select_rows(p, places))]
    )

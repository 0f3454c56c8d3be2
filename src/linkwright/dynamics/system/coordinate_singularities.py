"""States at which the equations have no meaning: coordinates that are singular, loads that are not finite."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System, called, numeric

NEAR_HAZARD = 1e-3
"""Volume of the axes of Euler angles (1 where they are perpendicular) below which they count as singular: three digits
of the sixteen are lost there."""


def hazards_near(system: System, p: Array, state: State, u: Array, within: float) -> list[str]:
    """Words of the hazards whose expressions are not above `within` at a state."""
    if not system.hazards:
        return []
    values = system.cached("hazards", lambda: system.function("hazards", [ca.vertcat(*[x for x, _ in system.hazards])]))
    sizes = np.abs(called(values, state.t, state.q, state.v, u, p)[0].ravel())
    return [words for (_, words), size in zip(system.hazards, sizes, strict=True) if not size > within]


def not_finite(system: System, p: Array, state: State, u: Array, constraints: Array) -> Refused:
    """What is said of a state at which M, f or the constraints (A, b) (m, n + 1) are not finite."""
    efforts = system.function("efforts", [effort for _, _, effort in system.efforts])
    values: Any = efforts(state.t, state.q, state.v, u, p)
    values = values if isinstance(values, (list, tuple)) else [values]
    parts = [name for (name, _, _), e in zip(system.efforts, values, strict=True) if not np.isfinite(numeric(e)).all()]
    parts += [system.row_name(row) for row in np.flatnonzero(~np.isfinite(constraints).all(axis=1)).tolist()]
    reason = (
        f"{', '.join(dict.fromkeys(parts)) or 'the inertia'} is not finite at this state: a load without a "
        "direction (points that coincide), or a formula outside its domain; move the state away from there"
    )
    return Refused(reason, parts)

"""What is looked at when a machine with many parts is given values: independence of constraints, inertia, weights."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused, SingularConfigurationError
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.state import NEAR_COORDINATE_SINGULARITY, State

DEPENDENT_PIVOT = 1e-10
"""Pivot of A M^-1 A^T over its diagonal below which rows count as dependent: they are then refused, not decided on."""
VANISHING = 1e-14
"""The same over the largest entry of the diagonal: a row that vanishes in all speeds; units and sizes of parts are far
less apart."""


def watch(loops: BoundLoops, state: State) -> None:
    """Keep the pivots at the reference configuration; refuse dependent constraints and parts without inertia."""
    rolled = loops.rolled
    near = (
        np.abs(loops.coordinate_singularities.values(loops.p, state.t, state.q, state.v)) < NEAR_COORDINATE_SINGULARITY
    )
    if near.any():
        raise Refused(f"{loops.coordinate_singularities.words(near)}: refused at or near this state", [])
    values = np.concatenate(loops.evaluate(state.q, state.v, loops.zero_inputs, state.t))
    if rolled.constraints is not None:
        D = loops.work[rolled.places["D"]].copy()
        diagonal = rolled.constraints.diagonal(loops.work, rolled.places)
        least = np.maximum(DEPENDENT_PIVOT * diagonal, VANISHING * np.max(diagonal, initial=0.0))
        weak = ~(least < D)
        if weak.any():
            names = constraint_names(rolled, weak[rolled.constraints.position].astype(float))
            reason = (
                f"{int(weak.sum())} constraint row(s) depend on others at the reference configuration, among them "
                f"of {', '.join(names)}; machines of this size are taken with independent constraints only: "
                "release what is redundant, or give `near` a configuration that is not singular"
            )
            raise SingularConfigurationError(reason, names)
        loops.keep("D_at", D)
    if not np.isfinite(values).all():
        bad = np.flatnonzero(~np.isfinite(values[: loops.n]))[:5]
        names = [loops.speeds[k] for k in bad]
        reason = (
            f"accelerations are not finite at the reference configuration, in {', '.join(names)}: a part without "
            "inertia, or a load without a direction; machines of this size need inertia in every speed"
        )
        raise Refused(reason, names)


def constraint_names(rolled: Rolled, sizes: Array) -> list[str]:
    """Names of the constraints with the largest of some numbers, each row of all constraints its own."""
    assert rolled.constraints is not None
    names = [
        rolled.record.full_name(module, name)
        for uses in rolled.constraints.uses
        for module, name in zip(uses.module.tolist(), uses.names, strict=True)
        for _ in uses.type.rows
    ]
    order = np.argsort(-np.nan_to_num(sizes, nan=np.inf))[:5]
    return list(dict.fromkeys(names[k] for k in order.tolist()))

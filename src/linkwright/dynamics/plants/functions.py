"""Arrays in, arrays out, for plants with full matrices: what does not depend on how accelerations are found."""

from __future__ import annotations

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.state import contiguous
from linkwright.dynamics.system.system import call_function


def batch_of(plant: FullMatrices, q: Array, v: Array, u: Array) -> tuple[Array, Array, Array]:
    """States and inputs as batches (n, nq), (n, nv), (n, nu); all faults at once."""
    q, v, u = (contiguous(name, x) for name, x in (("q", q), ("v", v), ("u", u)))
    if q.ndim == 1:
        q, v, u = q[None], v[None], u[None]
    faults = []
    for name, x, count in (
        ("q", q, len(plant.coordinates)),
        ("v", v, len(plant.speeds)),
        ("u", u, len(plant.inputs)),
    ):
        if x.ndim != 2 or x.shape[1] != count or x.shape[0] != q.shape[0]:
            faults.append(f"{name} has shape {x.shape}; expected ({q.shape[0]}, {count}) or ({count},)")
        elif not np.isfinite(x).all():
            faults.append(f"{name} has entries that are not finite")
    if faults:
        raise ValueError("; ".join(faults))
    return q, v, u


def one(plant: FullMatrices, q: Array, v: Array, u: Array, t: float) -> Array:
    """Accelerations at one state; NaN where they are refused."""
    try:
        return plant.accelerations(plant.state(q, v, t), u)
    except Refused:
        return np.full(len(v), np.nan)


def forces(plant: FullMatrices, q: Array, v: Array, vdot: Array, t: float) -> Array:
    """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
    system = plant.system
    rows = [np.atleast_2d(np.asarray(x, dtype=float)) for x in (q, v, vdot)]
    batch_of(plant, rows[0], rows[1], np.zeros((len(rows[0]), len(plant.inputs))))
    if rows[2].shape != rows[1].shape or not np.isfinite(rows[2]).all():
        msg = f"vdot has shape {np.shape(vdot)}; expected finite numbers in the shape of v, {np.shape(v)}"
        raise ValueError(msg)

    def demand() -> ca.Function:
        a = ca.SX.sym("a", system.n)
        return system.function("demand", [system.M @ a - system.f], [a])

    function, u = system.cached("demand", demand), plant.zero_inputs
    found = np.array(
        [call_function(function, t, q, v, u, plant.p, a)[0].ravel() for q, v, a in zip(*rows, strict=True)]
    )
    return found[0] if np.ndim(q) == 1 else found

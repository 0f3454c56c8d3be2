"""Arrays in, arrays out, for joins on LAPACK."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.plants.functions import batch_of, forces, one


class LapackFunctions:
    """Array interface: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu), one state after another."""

    def __init__(self, plant: FullMatrices) -> None:
        self._plant = plant

    @property
    def backend(self) -> str:
        """What evaluates."""
        return "lapack"

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv); NaN where the constraints are singular. `threads` are not used."""
        del threads
        rows = zip(*batch_of(self._plant, q, v, u), strict=True)
        return np.array([one(self._plant, *row, t) for row in rows]).reshape(np.shape(v))

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        return forces(self._plant, q, v, vdot, t)

    def bound_forward(self, t: Array, q: Array, v: Array, u: Array, vdot: Array, fit: Array) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`; `fit` is (1, 0)."""

        def evaluate() -> None:
            vdot[:] = one(self._plant, q, v, u, float(t[0]))
            fit[:] = 1.0, 0.0

        return evaluate

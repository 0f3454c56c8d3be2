"""Arrays in, arrays out: compiled dynamics for those who loop, one state at a time or in batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.plants.unrolled.forward import forward_rows
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import called

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics


class Functions:
    """Array interface of compiled dynamics: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu).

    The order of entries is that of `dynamics.coordinates`, `dynamics.speeds` and `dynamics.inputs`. That states lie on
    the constraints is up to the caller: it is not checked here, as it is by `dynamics.forward` of a `State`.
    """

    def __init__(self, dynamics: Dynamics) -> None:
        self._dynamics = dynamics

    @property
    def backend(self) -> str:
        """What evaluates: llvm or vm (or lapack for joins that are not compiled)."""
        dynamics = self._dynamics
        return dynamics.first_pivoting.structure.library.backend if dynamics.join.compiled else "lapack"

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv).

        Every row is watched as a run is. All begin with the first rows and pivots of the machine; where these are weak,
        others are taken at the first such row and serve all that they are good for, and so on. A row is NaN where the
        constraints are singular.
        """
        q, v, u = (np.ascontiguousarray(x, dtype=float) for x in (q, v, u))
        single = q.ndim == 1
        if single:
            q, v, u = q[None], v[None], u[None]
        self._check(q, v, u)
        dynamics = self._dynamics
        if dynamics.join.compiled:
            result = forward_rows(dynamics, np.array([t]), q, v, u, threads=threads)
        else:
            result = np.array([self._one(*row, t) for row in zip(q, v, u, strict=True)]).reshape(v.shape)
        return result[0] if single else result

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        dynamics = self._dynamics
        system = dynamics.system
        rows = [np.atleast_2d(np.asarray(x, dtype=float)) for x in (q, v, vdot)]
        self._check(rows[0], rows[1], np.zeros((len(rows[0]), len(dynamics.inputs))))
        if rows[2].shape != rows[1].shape or not np.isfinite(rows[2]).all():
            msg = f"vdot has shape {np.shape(vdot)}; expected finite numbers in the shape of v, {np.shape(v)}"
            raise ValueError(msg)
        u = np.zeros(len(dynamics.inputs))

        def demand() -> ca.Function:
            a = ca.SX.sym("a", system.n)
            return system.function("demand", [system.M @ a - system.f], [a])

        function = system.cached("demand", demand)
        found = np.array(
            [called(function, t, q, v, u, dynamics.p, a)[0].ravel() for q, v, a in zip(*rows, strict=True)]
        )
        return found[0] if np.ndim(q) == 1 else found

    def bound_forward(
        self, t: Array, q: Array, v: Array, u: Array, vdot: Array, quality: Array
    ) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`: the fastest single call.

        `quality` (2,) receives the smallest pivot over its reference value and the relative residual of dropped rows;
        watching them is the caller's part here.
        """
        first = self._dynamics.first_pivoting
        library, p = first.structure.library, self._dynamics.p
        return library.bound("forward", t, q, v, u, p, first.reference_argument, vdot, quality)

    def _one(self, q: Array, v: Array, u: Array, t: float) -> Array:
        dynamics = self._dynamics
        try:
            return dynamics.accelerations(State(t, q, v), u)
        except Refused:
            return np.full(len(v), np.nan)

    def _check(self, q: Array, v: Array, u: Array) -> None:
        dynamics = self._dynamics
        faults = []
        for name, x, count in (
            ("q", q, len(dynamics.coordinates)),
            ("v", v, len(dynamics.speeds)),
            ("u", u, len(dynamics.inputs)),
        ):
            if x.ndim != 2 or x.shape[1] != count or x.shape[0] != q.shape[0]:
                faults.append(f"{name} has shape {x.shape}; expected ({q.shape[0]}, {count}) or ({count},)")
            elif not np.isfinite(x).all():
                faults.append(f"{name} has entries that are not finite")
        if faults:
            raise ValueError("; ".join(faults))

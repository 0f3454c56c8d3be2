"""Arrays in, arrays out, for machines with many parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.loops.machine import Rolled

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

WEAK_PIVOT = 1e-6
"""Share of its value at the reference configuration below which a pivot of the multipliers says: singular here."""


class LargeFunctions:
    """Array interface: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu), one state after another."""

    def __init__(self, rolled: Rolled, work: Array, dynamics: Dynamics) -> None:
        self._rolled, self._work, self._dynamics = rolled, work, dynamics
        self.fit = np.zeros(2)

    @property
    def backend(self) -> str:
        """What evaluates: llvm or vm."""
        return self._rolled.library.backend

    def run(self, q: Array, v: Array, u: Array, t: float) -> Array:
        """Accelerations of one state; `fit` has the smallest pivot over its value at the reference configuration."""
        result = np.zeros(len(self._rolled.v_dst))
        arrays = [np.array(x, dtype=float) for x in (q, v, u)]
        self._rolled.library.loop("forward")(self._rolled.I, self._work, np.array([t]), *arrays, result, self.fit)
        return result

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv); NaN where the constraints are singular. `threads` are not used."""
        del threads
        rows = self._rows(q=q, v=v, u=u)
        found = []
        for q_row, v_row, u_row in zip(*rows, strict=True):
            vdot = self.run(q_row, v_row, u_row, t)
            found.append(vdot if self.fit[0] > WEAK_PIVOT else np.full(len(vdot), np.nan))
        return found[0] if np.ndim(q) == 1 else np.array(found)

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        rows = self._rows(q=q, v=v, vdot=vdot)
        found = []
        loop = self._rolled.library.loop("inverse")
        for q_row, v_row, a_row in zip(*rows, strict=True):
            force = np.zeros(len(v_row))
            loop(self._rolled.I, self._work, np.array([t]), q_row.copy(), v_row.copy(), a_row.copy(), force)
            found.append(force)
        return found[0] if np.ndim(q) == 1 else np.array(found)

    def bound_forward(self, t: Array, q: Array, v: Array, u: Array, vdot: Array, fit: Array) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`: the fastest call."""
        return self._rolled.library.bound("forward", self._rolled.I, self._work, t, q, v, u, vdot, fit)

    def bound_inverse(self, t: Array, q: Array, v: Array, vdot: Array, force: Array) -> Callable[[], object]:
        """The same for the generalised forces of `inverse`."""
        return self._rolled.library.bound("inverse", self._rolled.I, self._work, t, q, v, vdot, force)

    def _rows(self, **arrays: Any) -> list[Array]:
        """Arrays as batches; all faults at once."""
        d = self._dynamics
        counts = {"q": len(d.coordinates), "v": len(d.speeds), "vdot": len(d.speeds), "u": len(d.inputs)}
        made, faults = [], []
        first = np.atleast_2d(np.asarray(arrays["q"], dtype=float))
        for name, value in arrays.items():
            rows = np.atleast_2d(np.ascontiguousarray(value, dtype=float))
            if rows.shape != (len(first), counts[name]):
                faults.append(
                    f"{name} has shape {np.shape(value)}; expected ({len(first)}, {counts[name]}) or ({counts[name]},)"
                )
            elif not np.isfinite(rows).all():
                faults.append(f"{name} has entries that are not finite")
            made.append(rows)
        if faults:
            raise ValueError("; ".join(faults))
        return made

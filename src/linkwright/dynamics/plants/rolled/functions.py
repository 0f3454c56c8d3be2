"""Arrays in, arrays out, for machines with many parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled.bound import BoundLoops
from linkwright.dynamics.state import State, contiguous


class RolledFunctions:
    """Array interface: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu), one state after another."""

    def __init__(self, loops: BoundLoops) -> None:
        self._loops = loops

    @property
    def backend(self) -> str:
        """What evaluates: llvm or vm."""
        return self._loops.rolled.library.backend

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv); NaN where the constraints are singular. `threads` are not used."""
        del threads
        rows = zip(*self._rows(q=q, v=v, u=u), strict=True)
        found = [self._loops.accelerations(State(t, q_row, v_row), u_row) for q_row, v_row, u_row in rows]
        return found[0] if np.ndim(q) == 1 else np.array(found)

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        rows = zip(*self._rows(q=q, v=v, vdot=vdot), strict=True)
        found = [self._loops.forces(q_row, v_row, a_row, t) for q_row, v_row, a_row in rows]
        return found[0] if np.ndim(q) == 1 else np.array(found)

    def bound_forward(self, t: Array, q: Array, v: Array, u: Array, vdot: Array, fit: Array) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`: the fastest call."""
        return self._loops.rolled.library.bound(
            "forward", self._loops.rolled.I.copy(), self._loops.bound.copy(), t, q, v, u, vdot, fit
        )

    def bound_inverse(self, t: Array, q: Array, v: Array, vdot: Array, force: Array) -> Callable[[], object]:
        """The same for the generalised forces of `inverse`."""
        own = self._loops.rolled.I.copy(), self._loops.bound.copy()
        return self._loops.rolled.library.bound("inverse", *own, t, q, v, vdot, force)

    def _rows(self, **arrays: Any) -> list[Array]:
        """Arrays as batches; all faults at once."""
        d = self._loops
        counts = {"q": len(d.coordinates), "v": len(d.speeds), "vdot": len(d.speeds), "u": len(d.inputs)}
        made, faults = [], []
        first = np.atleast_2d(contiguous("q", arrays["q"]))
        for name, value in arrays.items():
            rows = np.atleast_2d(contiguous(name, value))
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

"""Arrays in, arrays out: compiled dynamics for those who loop, one state at a time or in batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.plants.full_matrices import FullMatrices
from linkwright.dynamics.plants.functions import batch_of, forces, one
from linkwright.dynamics.plants.unrolled.pivoting import DROPPED, WEAK_PIVOT, Choice


class WithChoice(Protocol):
    """A plant that runs on a choice of rows and pivots."""

    @property
    def current_choice(self) -> Choice:
        """The choice in use."""


class UnrolledFunctions:
    """Array interface of compiled dynamics: q (nq,), v (nv,), u (nu,), or batches (n, nq), (n, nv), (n, nu).

    The order of entries is that of `dynamics.coordinates`, `dynamics.speeds` and `dynamics.inputs`. That states lie on
    the constraints is up to the caller: it is not checked here, as it is by `dynamics.forward` of a `State`.
    """

    def __init__(self, plant: FullMatrices, chosen: WithChoice) -> None:
        self._plant, self._chosen = plant, chosen
        self._choice: Choice | None = None
        self._batches: dict[int, Callable[..., None]] = {}

    @property
    def backend(self) -> str:
        """What evaluates: llvm or vm."""
        return self._library().backend

    def _library(self) -> codegen.Library:
        choice = self._chosen.current_choice
        if choice is not self._choice:
            self._choice, self._batches = choice, {}
        return choice.library

    def forward(self, q: Array, v: Array, u: Array, *, t: float = 0.0, threads: int = 1) -> Array:
        """Accelerations v' (nv,) or (n, nv).

        Every row is watched as a run is: a row where the choice of pivots does not fit is evaluated with a choice of
        its own, and is NaN where the constraints are singular.
        """
        single, (q, v, u) = np.ndim(q) == 1, batch_of(self._plant, q, v, u)
        n = len(q)
        result, fit = np.empty((n, v.shape[1])), np.empty((n, 2))
        library = self._library()
        assert self._choice is not None
        batch = self._batches.get(threads)
        if batch is None:
            batch = self._batches[threads] = library.batch("forward", shared=(0, 4, 5), threads=threads)
        batch(n, np.array([t]), q, v, u, self._plant.p, self._choice.own_pivots, result, fit)
        good = (fit[:, 0] > WEAK_PIVOT) & (fit[:, 1] <= DROPPED) & np.isfinite(result).all(axis=1)
        if not good.all():
            for k in np.flatnonzero(~good).tolist():
                result[k] = one(self._plant, q[k], v[k], u[k], t)
        return result[0] if single else result

    def inverse(self, q: Array, v: Array, vdot: Array, *, t: float = 0.0) -> Array:
        """Generalised forces M v' - f (nv,) or (n, nv) that must be added to those at zero inputs to give v'."""
        return forces(self._plant, q, v, vdot, t)

    def bound_forward(self, t: Array, q: Array, v: Array, u: Array, vdot: Array, fit: Array) -> Callable[[], object]:
        """A function without arguments that evaluates v' from these very arrays into `vdot`: the fastest single call.

        `fit` (2,) receives the smallest pivot ratio and the relative residual of dropped rows; watching them is the
        caller's part here.
        """
        library = self._library()
        assert self._choice is not None
        return library.bound("forward", t, q, v, u, self._plant.p, self._choice.own_pivots, vdot, fit)
